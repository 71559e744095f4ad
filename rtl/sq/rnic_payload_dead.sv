// SPDX-License-Identifier: Apache-2.0
// One bit a QP, "dead": nothing is to be read for it. One write a clock, and a look-up for the head
// of every queue.
//
// A write in clock n is seen by look-ups from clock n + 2 on, given out in clock n + 2 for those
// who looked up before (we_o, qp_o, dead_o). All bits are cleared in the 64 clocks behind a reset,
// until ready_o; a write in that time may be lost.

module rnic_payload_dead
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic    clk_i,
  input  logic    rst_ni,

  input  logic    we_i,
  input  qp_idx_t qp_i,
  input  logic    dead_i,
  output logic    we_o,
  output qp_idx_t qp_o,
  output logic    dead_o,
  output logic    ready_o,

  input  qp_idx_t look_qp_i [NumTxQueues],
  output logic    look_dead_o [NumTxQueues]     // in the same clock
);

  // 64 rows of LUT RAM, so that clearing takes 64 clocks; the columns are written one by one.
  localparam int unsigned RowBits = 6;
  localparam int unsigned ColBits = $bits(qp_idx_t) - RowBits;
  localparam int unsigned NumCols = 1 << ColBits;
  typedef logic [RowBits-1:0] row_t;
  typedef logic [ColBits-1:0] col_t;

  logic    we_q, dead_q, we2_q, dead2_q;
  qp_idx_t qp_q, qp2_q;
  logic [RowBits:0] clear_q;                    // the top bit: all rows are clear

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      we_q    <= 1'b0;
      we2_q   <= 1'b0;
      clear_q <= '0;
    end else begin
      we_q    <= we_i;
      we2_q   <= we_q;
      clear_q <= clear_q + (RowBits + 1)'(!clear_q[RowBits]);
    end
  end

  always_ff @(posedge clk_i) begin
    qp_q    <= qp_i;
    dead_q  <= dead_i;
    qp2_q   <= qp_q;
    dead2_q <= dead_q;
  end

  row_t write_row;
  logic write_bit;
  assign write_row = clear_q[RowBits] ? qp_q[RowBits-1:0] : clear_q[RowBits-1:0];
  assign write_bit = clear_q[RowBits] && dead_q;

  logic [NumCols-1:0] looked [NumTxQueues];

  for (genvar c = 0; c < int'(NumCols); c++) begin : gen_col
    logic bits [1 << RowBits];
    logic write;
    assign write = !clear_q[RowBits] || (we_q && qp_q[$bits(qp_idx_t)-1:RowBits] == col_t'(c));
    always_ff @(posedge clk_i) if (write) bits[write_row] <= write_bit;
    for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_look
      assign looked[q][c] = bits[look_qp_i[q][RowBits-1:0]];
    end
  end

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_pick
    assign look_dead_o[q] = looked[q][look_qp_i[q][$bits(qp_idx_t)-1:RowBits]];
  end

  assign we_o    = we2_q;
  assign qp_o    = qp2_q;
  assign dead_o  = dead2_q;
  assign ready_o = clear_q[RowBits];

endmodule
