// SPDX-License-Identifier: Apache-2.0
// How far a turn reads: the run of blocks from a QP's fetch index on.
//
// Combinational in two steps with a flop behind each: the answer to the inputs of a clock stands 2
// clocks later. A run never passes the producer count nor the ring's end, has at most 8 blocks, and
// where it may it ends at the end of a memory line. Where WQEs were seen to be cut at the end of
// runs, it has whole WQEs of the size that was told; a QP whose messages are long gets one.

module rnic_turn_run
  import rnic_axi_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_wqe_fetch_pkg::*;
(
  input  logic         clk_i,

  input  fetch_state_t state_i,
  input  sq_ctx_t      ctx_i,

  output logic         there_o,                // the blocks that are needed are there: read
  output run_blocks_t  count_o,
  output logic         more_o,                 // there is more behind the run
  output logic         at_end_o,               // the run goes to the ring's last block
  output logic         odd_o,                  // starts in the second half of its line
  output run_lines_t   lines_o,
  output line_addr_t   line_o,                 // address / 128
  output logic         owner_o                 // owner bit of WQEs that start in the run
);

  // Whole WQEs of `size` blocks in `blocks`, or just one; too few for one: all of them.
  function automatic run_blocks_t whole(run_blocks_t blocks, logic [2:0] size, logic one);
    run_blocks_t wqes;
    unique case (size)
      3'd2:    wqes = {blocks[3:1], 1'b0};
      3'd3:    wqes = (blocks >= 4'd6) ? 4'd6 : (blocks >= 4'd3) ? 4'd3 : blocks;
      3'd4:    wqes = {blocks[3:2], 2'b00};
      default: wqes = blocks;
    endcase
    if (one && blocks > {1'b0, size}) wqes = (size == '0) ? 4'd1 : {1'b0, size};
    return (wqes == '0) ? blocks : wqes;
  endfunction

  // --- 1: how far a run could go, and from where -------------------------------------------------
  // Two limits: [0] elsewhere in the ring, [1] within its last 8 blocks.
  localparam int unsigned RunShift = $clog2(MaxRunBlocks);

  sq_index_t   mask, place;                    // of an index within the ring; of the first block
  logic [57:0] first_block;                    // address / 64
  logic        odd, brief;
  run_blocks_t up_to_end, up_to_line, whole_line;
  run_blocks_t limit [2];
  run_blocks_t many [2], single [2];           // what a run has where the limit is there: many
                                               // WQEs, or a single one

  for (genvar i = 0; i < $bits(sq_index_t); i++) begin : gen_mask
    assign mask[i] = {1'b0, ctx_i.ring_log2} > 5'(i);
  end
  assign place = state_i.fetch & mask;
  assign first_block = ctx_i.ring_base + 58'(place);
  assign odd = ctx_i.ring_base[0] ^ state_i.fetch[0];
  assign brief = state_i.brief != '0;

  assign up_to_end = run_blocks_t'(MaxRunBlocks) - {1'b0, state_i.fetch[2:0]};
  assign up_to_line = odd ? 4'd7 : 4'd8;
  assign limit[0] = up_to_line;
  assign limit[1] = (up_to_end < up_to_line) ? up_to_end : up_to_line;
  assign whole_line = whole(up_to_line, state_i.wqe_blocks, 1'b0);
  assign many[0] = whole_line;
  assign many[1] = (up_to_end <= up_to_line) ? up_to_end : whole_line;
  assign single[0] = whole(limit[0], state_i.wqe_blocks, 1'b1);
  assign single[1] = whole(limit[1], state_i.wqe_blocks, 1'b1);

  sq_index_t   s1_there_q;
  run_blocks_t s1_limit_q [2], s1_many_q [2], s1_single_q [2], s1_up_to_end_q;
  logic        s1_near_end_q, s1_odd_q, s1_owner_q, s1_brief_q;
  line_addr_t  s1_line_q;
  logic [2:0]  s1_need_q, s1_wqe_blocks_q;

  always_ff @(posedge clk_i) begin
    s1_there_q      <= state_i.producer - state_i.fetch;
    s1_limit_q      <= limit;
    s1_many_q       <= many;
    s1_single_q     <= single;
    s1_near_end_q   <= &(state_i.fetch[15:RunShift] | ~mask[15:RunShift]);
    s1_up_to_end_q  <= up_to_end;
    s1_odd_q        <= odd;
    s1_line_q       <= first_block[57:1];
    s1_owner_q      <= !state_i.fetch[ctx_i.ring_log2];
    s1_need_q       <= state_i.need;
    s1_wqe_blocks_q <= state_i.wqe_blocks;
    s1_brief_q      <= brief;
  end

  // --- 2: how far it goes ------------------------------------------------------------------------
  run_blocks_t s2_limit, s2_most, few, count;  // few: where the limit is not there
  logic        all_there, beyond;              // it is there, and more
  assign s2_limit = s1_limit_q[s1_near_end_q];
  assign s2_most = s1_brief_q ? s1_single_q[s1_near_end_q] : s1_many_q[s1_near_end_q];
  assign all_there = s1_there_q >= sq_index_t'(s2_limit);
  assign beyond = s1_there_q > sq_index_t'(s2_limit);
  assign few = whole({1'b0, s1_there_q[2:0]}, s1_wqe_blocks_q, s1_brief_q);
  assign count = all_there ? s2_most : few;

  always_ff @(posedge clk_i) begin
    there_o  <= s1_there_q >= sq_index_t'(s1_need_q);
    count_o  <= count;
    more_o   <= all_there ? s2_most != s2_limit || beyond : few != {1'b0, s1_there_q[2:0]};
    at_end_o <= all_there && s1_near_end_q && s2_most == s1_up_to_end_q;
    odd_o    <= s1_odd_q;
    lines_o  <= run_lines_t'((count + run_blocks_t'(s1_odd_q) + 1'b1) >> 1);
    line_o   <= s1_line_q;
    owner_o  <= s1_owner_q;
  end

endmodule
