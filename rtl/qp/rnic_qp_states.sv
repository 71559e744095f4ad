// SPDX-License-Identifier: Apache-2.0
// State, holder and busy bit of every queue pair.
//
// The state is what commits wrote, but a ready queue pair that had an error is in error. A queue
// pair is busy from its kill until its token. Errors and tokens are taken in every clock.
//
// Two readers: each result belongs to the rd_qp_i of 2 clocks before, and to what was written 3
// clocks before or earlier. Behind a reset all are swept into reset, one a clock; ready_o is high
// when that is done. No write, error or token may come before.

module rnic_qp_states
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps = 1024,
  parameter int unsigned NumReaders = 2
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  output logic                       ready_o,

  input  logic                       wr_en_i,
  input  qp_idx_t                    wr_qp_i,
  input  qp_state_e                  wr_state_i,
  input  qpn_t                       wr_holder_i,
  input  logic                       wr_clear_error_i,  // with wr_en_i
  input  logic                       wr_set_busy_i,     // with wr_en_i

  input  logic                       error_valid_i,
  input  qp_idx_t                    error_qp_i,
  input  logic                       token_valid_i,
  input  qp_idx_t                    token_qp_i,

  input  qp_idx_t   [NumReaders-1:0] rd_qp_i,
  output qp_state_e [NumReaders-1:0] rd_state_o,
  output qpn_t      [NumReaders-1:0] rd_holder_o,
  output logic      [NumReaders-1:0] rd_busy_o
);

  localparam int unsigned IdxBits = $clog2(NumQps);
  typedef logic [IdxBits-1:0] idx_t;

  typedef struct packed {
    qp_state_e state;
    qpn_t      holder;
  } entry_t;

  // ------------------------------------------------------------ sweep behind a reset
  logic    ready_q;
  qp_idx_t sweep_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      sweep_q <= '0;
    end else if (!ready_q) begin
      ready_q <= sweep_q == qp_idx_t'(NumQps - 1);
      sweep_q <= sweep_q + 1'b1;
    end
  end
  assign ready_o = ready_q;

  // ------------------------------------------------------------ inputs in flops
  logic    error_q, token_q, clear_error_q, set_busy_q;
  qp_idx_t error_qp_q, token_qp_q, mark_qp_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      error_q       <= 1'b0;
      token_q       <= 1'b0;
      clear_error_q <= 1'b0;
      set_busy_q    <= 1'b0;
    end else begin
      error_q       <= error_valid_i;
      token_q       <= token_valid_i;
      clear_error_q <= wr_en_i && wr_clear_error_i;
      set_busy_q    <= wr_en_i && wr_set_busy_i;
    end
  end
  always_ff @(posedge clk_i) begin
    error_qp_q <= error_qp_i;
    token_qp_q <= token_qp_i;
    mark_qp_q  <= wr_qp_i;
  end

  // ------------------------------------------------------------ marks
  logic [NumReaders-1:0] error_mark, busy_mark, error_mark_q, busy_mark_q;

  rnic_qp_mark #(.NumQps(NumQps), .NumReaders(NumReaders)) u_error (
    .clk_i, .rst_ni, .sweep_i(!ready_q), .sweep_qp_i(sweep_q),
    .set_i(error_q), .set_qp_i(error_qp_q), .clear_i(clear_error_q), .clear_qp_i(mark_qp_q),
    .rd_qp_i, .rd_mark_o(error_mark)
  );
  rnic_qp_mark #(.NumQps(NumQps), .NumReaders(NumReaders)) u_busy (
    .clk_i, .rst_ni, .sweep_i(!ready_q), .sweep_qp_i(sweep_q),
    .set_i(set_busy_q), .set_qp_i(mark_qp_q), .clear_i(token_q), .clear_qp_i(token_qp_q),
    .rd_qp_i, .rd_mark_o(busy_mark)
  );

  // ------------------------------------------------------------ what commits wrote
  logic   entry_we;
  idx_t   entry_qp;
  entry_t entry;
  assign entry_we = wr_en_i || !ready_q;
  assign entry_qp = idx_t'(ready_q ? wr_qp_i : sweep_q);
  assign entry    = ready_q ? entry_t'{state: wr_state_i, holder: wr_holder_i} :
                              entry_t'{state: QpReset, holder: '0};

  always_ff @(posedge clk_i) begin
    error_mark_q <= error_mark;
    busy_mark_q  <= busy_mark;
  end

  for (genvar r = 0; r < int'(NumReaders); r++) begin : gen_reader
    entry_t found;
    rnic_ram_1r1w #(.Width($bits(entry_t)), .NumWords(NumQps), .OutReg(1'b1)) u_entries (
      .clk_i, .rst_ni,
      .wr_en_i(entry_we), .wr_addr_i(entry_qp), .wr_data_i(entry),
      .rd_en_i(1'b1), .rd_addr_i(idx_t'(rd_qp_i[r])), .rd_data_o(found)
    );
    assign rd_state_o[r]  = (found.state == QpReady && error_mark_q[r]) ? QpError : found.state;
    assign rd_holder_o[r] = found.holder;
    assign rd_busy_o[r]   = busy_mark_q[r];
  end

endmodule
