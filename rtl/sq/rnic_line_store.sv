// SPDX-License-Identifier: Apache-2.0
// The lines that were read ahead: a circular buffer of LinesPerQueue lines for each queue.
//
// Lines of a queue come in the order of their reads and are given back in that order; every read
// beat is taken at once, for its place was reserved before the read. line_o belongs to the row
// asked for 2 clocks before.

`include "assert.svh"

module rnic_line_store
  import rnic_axi_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        reserve_valid_i,
  input  queue_t      reserve_qid_i,
  input  run_lines_t  reserve_lines_i,
  output queue_mask_t room_o,                  // for turns, see TurnSlackLines
  output queue_mask_t flush_room_o,            // little is read ahead for QPs in error

  input  logic        r_valid_i,
  input  axi_r_t      r_i,

  output queue_mask_t here_o,                  // the queue's oldest line is here
  output queue_mask_t here_two_o,              // and the one behind it
  input  queue_mask_t take_i,                  // and is given back; it must be read within 8 clocks

  input  logic        rd_en_i,
  input  queue_t      rd_qid_i,
  input  line_row_t   rd_row_i,
  output logic        line_error_o,
  output logic [AxiDataBits-1:0] line_o,

  output logic        idle_o                   // every read has been answered
);

  localparam int unsigned CountBits = $clog2(LinesPerQueue + 1);
  typedef logic [CountBits-1:0] count_t;
  localparam int unsigned FlushLines = 64;     // used by its queue when a QP in error has its turn

  // --- arrival -----------------------------------------------------------------------------------
  line_row_t in_row [NumTxQueues];
  logic      s1_valid_q;
  axi_r_t    s1_r_q;
  line_row_t s1_row_q;

  always_ff @(posedge clk_i) begin
    s1_r_q <= r_i;
    s1_row_q <= in_row[r_i.id];
    if (!rst_ni) s1_valid_q <= 1'b0;
    else         s1_valid_q <= r_valid_i;
  end

  rnic_ram_1r1w #(
    .Width(AxiDataBits + 1), .NumWords(NumTxQueues * LinesPerQueue), .OutReg(1'b1)
  ) u_lines (
    .clk_i, .rst_ni,
    .wr_en_i  (s1_valid_q),
    .wr_addr_i({s1_r_q.id, s1_row_q}),
    .wr_data_i({s1_r_q.resp[1], s1_r_q.data}),
    .rd_en_i,
    .rd_addr_i({rd_qid_i, rd_row_i}),
    .rd_data_o({line_error_o, line_o})
  );

  // --- one queue ---------------------------------------------------------------------------------
  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    logic      reserves, arrives;
    count_t    here_d, here_q, used_d, used_q;
    line_row_t in_row_q;

    assign reserves = reserve_valid_i && reserve_qid_i == queue_t'(q);
    assign arrives = s1_valid_q && s1_r_q.id == queue_t'(q);
    assign here_d = here_q + count_t'(arrives) - count_t'(take_i[q]);
    assign used_d = used_q + (reserves ? count_t'(reserve_lines_i) : '0) - count_t'(take_i[q]);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        here_q          <= '0;
        used_q          <= '0;
        in_row_q        <= '0;
        here_o[q]       <= 1'b0;
        here_two_o[q]   <= 1'b0;
        room_o[q]       <= 1'b0;
        flush_room_o[q] <= 1'b0;
      end else begin
        here_q          <= here_d;
        used_q          <= used_d;
        here_o[q]       <= here_d != '0;
        here_two_o[q]   <= here_d > count_t'(1);
        room_o[q]       <= used_q <= count_t'(LinesPerQueue - TurnSlackLines);
        flush_room_o[q] <= used_q <= count_t'(FlushLines);
        if (r_valid_i && r_i.id == queue_t'(q)) in_row_q <= in_row_q + 1'b1;
      end
    end
    assign in_row[q] = in_row_q;

    `RNIC_ASSERT(Fits, used_q <= count_t'(LinesPerQueue), "more lines are reserved than there are")
    `RNIC_ASSERT(TakeHere, take_i[q] |-> here_o[q], "a line is given back that is not here")
    `RNIC_ASSERT(ReadBefore, here_q <= used_q, "a line came that was not asked for")
    `RNIC_COVER(NoRoom, !room_o[q])
  end

  // --- reads under way ---------------------------------------------------------------------------
  localparam int unsigned AllBits = $clog2(NumTxQueues * LinesPerQueue + 1);
  logic [AllBits-1:0] waits_d, waits_q;

  assign waits_d = waits_q + (reserve_valid_i ? AllBits'(reserve_lines_i) : '0)
                           - AllBits'(r_valid_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      waits_q <= '0;
      idle_o  <= 1'b1;
    end else begin
      waits_q <= waits_d;
      idle_o  <= waits_d == '0;
    end
  end

endmodule
