// SPDX-License-Identifier: Apache-2.0
// Ring blocks into WQEs: finds where each begins, takes it apart, has it checked.
//
// One block a clock from any queue, no ready. Blocks of queues come interleaved, so what is known
// of a WQE whose blocks are still coming is kept per queue. Of a queue, rows and orders come out in
// the order of its blocks; a WQE's head and rows come 4 clocks behind their block, its order and
// verdict 12 clocks behind its last one.
//
// A block goes on with the WQE before it if it is the next of the same QP and no fresh run begins
// with it; else a WQE that lacks blocks is cut off. The count in a first block's byte 3, right or
// wrong, says how many blocks the WQE has; one that could not be read counts as one block.
// A message whose turn was cut goes on with the PMTU that it began with (kept_*), whatever its QP's
// context says by now.

`include "assert.svh"

module rnic_wqe_decode
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // power of two, 2 to 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  dscp_map_t    cfg_map_i,

  input  logic         block_valid_i,
  input  queue_t       block_qid_i,
  input  sq_block_t    block_i,

  // The PMTU of the message of a QP whose turn was cut
  input  logic         kept_we_i,
  input  qp_idx_t      kept_qp_i,
  input  pmtu_code_t   kept_pmtu_i,

  // A block's pieces
  output logic         row_valid_o,
  output queue_t       row_qid_o,
  output piece_row_t   row_o,

  // A first block's fields, for its slot
  output logic         head_valid_o,
  output queue_t       head_qid_o,
  output wqe_slot_t    head_slot_o,
  output wqe_head_t    head_o,

  // An order, and with has_wqe the verdict for its slot
  output logic         order_valid_o,
  output queue_t       order_qid_o,
  output wqe_order_t   order_o,
  output wqe_verdict_t verdict_o,

  output logic         busy_o
);

  // --- stage 0: the block before it in its queue -------------------------------------------------
  qp_idx_t   newest_qp_q [NumTxQueues];
  sq_index_t newest_next_q [NumTxQueues];

  logic      s1_valid_q;
  queue_t    s1_qid_q;
  sq_block_t s1_block_q;
  qp_idx_t   s1_before_qp_q;
  sq_index_t s1_before_next_q;

  always_ff @(posedge clk_i) begin
    if (block_valid_i) begin
      newest_qp_q[block_qid_i]   <= block_i.qp;
      newest_next_q[block_qid_i] <= block_i.index + 1'b1;
    end
    s1_qid_q         <= block_qid_i;
    s1_block_q       <= block_i;
    s1_before_qp_q   <= newest_qp_q[block_qid_i];
    s1_before_next_q <= newest_next_q[block_qid_i];
  end

  localparam int unsigned QpBits = $clog2(NumQps);
  pmtu_code_t s2_kept_pmtu;

  rnic_ram_1r1w #(.Width($bits(pmtu_code_t)), .NumWords(NumQps), .OutReg(1'b1)) u_kept (
    .clk_i, .rst_ni,
    .wr_en_i  (kept_we_i),
    .wr_addr_i(kept_qp_i[QpBits-1:0]),
    .wr_data_i(kept_pmtu_i),
    .rd_en_i  (1'b1),
    .rd_addr_i(block_i.qp[QpBits-1:0]),
    .rd_data_o(s2_kept_pmtu)
  );

  // --- stage 1: is it the next one of its QP -----------------------------------------------------
  logic      s2_valid_q, s2_follows_q, s2_other_qp_q, s2_resumes_q;
  logic [3:1] s2_behind_q;                     // as a first block: blocks behind it, one-hot
  queue_t    s2_qid_q;
  sq_block_t s2_block_q;
  qp_idx_t   s2_before_qp_q;

  always_ff @(posedge clk_i) begin
    s2_qid_q       <= s1_qid_q;
    s2_block_q     <= s1_block_q;
    s2_before_qp_q <= s1_before_qp_q;
    s2_resumes_q   <= s1_block_q.run_first && s1_block_q.fresh && s1_block_q.resume_bytes != '0;
    s2_behind_q    <= (s1_block_q.kind != BlockData || s1_block_q.read_error) ? '0 :
                      3'(4'b0001 << s1_block_q.data[25:24] >> 1);
    s2_other_qp_q  <= s1_block_q.qp != s1_before_qp_q;
    s2_follows_q   <= s1_block_q.qp == s1_before_qp_q && s1_block_q.index == s1_before_next_q &&
                      s1_block_q.kind == BlockData && !(s1_block_q.run_first && s1_block_q.fresh);
  end

  // --- stage 2: first or further block of a WQE --------------------------------------------------
  // Blocks still to come (one-hot, 0: none), blocks taken, slot: of the newest WQE of each queue.
  logic [3:1] left_q [NumTxQueues];
  logic [1:0] taken_q [NumTxQueues];
  wqe_slot_t  slot_q [NumTxQueues];

  logic       s2_goes_on;
  logic [3:1] s2_before_q, s2_left;            // before: of the WQE before it
  logic [1:0] s2_nth;
  wqe_slot_t  s2_slot;

  assign s2_goes_on     = s2_follows_q && s2_before_q != '0;
  assign s2_slot        = slot_q[s2_qid_q] + wqe_slot_t'(!s2_goes_on);
  always_comb begin
    s2_nth  = '0;
    s2_left = s2_behind_q;
    if (s2_goes_on) begin
      s2_nth  = taken_q[s2_qid_q];
      s2_left = s2_before_q >> 1;
    end
  end

  logic       s3_valid_q, s3_first_q, s3_last_q, s3_cut_q, s3_other_qp_q;
  queue_t     s3_qid_q;
  sq_block_t  s3_block_q;
  qp_idx_t    s3_before_qp_q;
  logic [1:0] s3_nth_q, s3_cut_rows_q;
  wqe_slot_t  s3_slot_q;
  prio_t      s3_prio_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int q = 0; q < int'(NumTxQueues); q++) left_q[q] <= '0;
    end else if (s2_valid_q) begin
      left_q[s2_qid_q] <= s2_left;
    end
    if (s2_valid_q) begin
      taken_q[s2_qid_q] <= s2_nth + 1'b1;
      slot_q[s2_qid_q]  <= s2_slot;
    end
    s2_before_q    <= (s2_valid_q && s2_qid_q == s1_qid_q) ? s2_left : left_q[s1_qid_q];
    s3_first_q     <= !s2_goes_on;
    s3_last_q      <= s2_left == '0;
    s3_cut_q       <= !s2_goes_on && s2_before_q != '0;
    s3_cut_rows_q  <= taken_q[s2_qid_q];
    s3_nth_q       <= s2_nth;
    s3_slot_q      <= s2_slot;
    s3_other_qp_q  <= s2_other_qp_q;
    s3_before_qp_q <= s2_before_qp_q;
    s3_qid_q       <= s2_qid_q;
    s3_block_q     <= s2_block_q;
    if (s2_resumes_q) s3_block_q.pmtu <= s2_kept_pmtu;
    s3_prio_q      <= cfg_map_i[s2_block_q.dscp];
  end

  // --- stage 3: the WQE's fields, from its first block or as kept --------------------------------
  wqe_fields_t fields_q [NumTxQueues];
  wqe_fields_t s3_kept, s3_fields;
  wqe_head_t   s3_head;
  piece_row_t  s3_row;
  logic        s3_is_data;

  assign s3_kept = fields_q[s3_qid_q];
  assign s3_is_data = s3_block_q.kind == BlockData;

  always_comb begin
    s3_fields            = s3_kept;
    s3_fields.read_error = s3_kept.read_error || s3_block_q.read_error;
    if (s3_first_q) begin
      s3_fields.kind          = s3_block_q.kind;
      s3_fields.qp            = s3_block_q.qp;
      s3_fields.qp_type       = s3_block_q.qp_type;
      s3_fields.pmtu          = s3_block_q.pmtu;
      s3_fields.fresh         = s3_block_q.run_first && s3_block_q.fresh;
      s3_fields.run_first     = s3_block_q.run_first;
      s3_fields.other_qp      = s3_other_qp_q;
      s3_fields.resume_bytes  = (s3_block_q.run_first && s3_block_q.fresh) ?
                                s3_block_q.resume_bytes : '0;
      s3_fields.read_error    = s3_is_data && s3_block_q.read_error;
      s3_fields.opcode        = s3_block_q.data[7:0];
      s3_fields.is_inline     = s3_block_q.data[11];
      s3_fields.pieces        = s3_block_q.data[23:16];
      s3_fields.blocks_less_1 = s3_block_q.data[25:24];
      s3_fields.owner_wrong   = s3_block_q.data[31] != s3_block_q.owner;
      s3_fields.unaligned     = s3_block_q.data[130:128] != '0;
    end
  end

  always_comb begin
    s3_head.wr_id        = s3_block_q.data[127:64];
    s3_head.opcode       = s3_block_q.data[7:0];
    s3_head.signaled     = s3_block_q.data[8];
    s3_head.solicited    = s3_block_q.data[9];
    s3_head.imm          = s3_block_q.data[63:32];
    s3_head.remote_addr  = s3_block_q.data[191:128];
    s3_head.rkey         = s3_block_q.data[223:192];
    s3_head.compare      = s3_block_q.data[0] ? '0 : s3_block_q.data[447:384];
    s3_head.swap         = s3_block_q.data[511:448];
    s3_head.qpn          = s3_block_q.qpn;
    s3_head.dest_qp      = (s3_block_q.qp_type == QpUd) ? s3_block_q.data[151:128] :
                           s3_block_q.remote_qpn;
    s3_head.dscp         = s3_block_q.dscp;
    s3_head.ecn          = s3_block_q.ecn;
    s3_head.prio         = s3_prio_q;
    s3_head.index        = s3_block_q.index;
    s3_head.blocks       = 3'(s3_block_q.data[25:24]) + 1'b1;
    s3_head.resume_bytes = s3_fields.resume_bytes;
    s3_head.pmtu         = s3_block_q.pmtu;
  end

  // Pieces 0 and 1 stand in the upper half of a first block, four in each further one.
  for (genvar i = 0; i < int'(PiecesPerRow); i++) begin : gen_piece
    localparam int unsigned InFirst = (i < 2) ? 256 + 128 * i : 0;
    assign s3_row[i].addr  = s3_first_q ? s3_block_q.data[InFirst+:64] : s3_block_q.data[128*i+:64];
    logic [31:0] bytes;
    assign bytes           = s3_first_q ? s3_block_q.data[InFirst+64+:32] :
                             s3_block_q.data[128*i+64+:32];
    assign s3_row[i].bytes = bytes;
    assign s3_row[i].empty = bytes == '0;
  end

  logic        s4_valid_q, s4_last_q, s4_cut_q, s4_cut_fresh_q;
  queue_t      s4_qid_q;
  wqe_fields_t s4_fields_q;
  qp_idx_t     s4_cut_qp_q;
  logic [1:0]  s4_nth_q, s4_cut_rows_q;
  wqe_slot_t   s4_slot_q;

  always_ff @(posedge clk_i) begin
    if (s3_valid_q) fields_q[s3_qid_q] <= s3_fields;
    s4_last_q      <= s3_last_q;
    s4_cut_q       <= s3_cut_q;
    s4_cut_fresh_q <= s3_kept.fresh;
    s4_cut_qp_q    <= s3_before_qp_q;
    s4_cut_rows_q  <= s3_cut_rows_q;
    s4_qid_q       <= s3_qid_q;
    s4_fields_q    <= s3_fields;
    s4_nth_q       <= s3_nth_q;
    s4_slot_q      <= s3_slot_q;
    row_o          <= s3_row;
    head_o         <= s3_head;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_valid_q   <= 1'b0;
      s2_valid_q   <= 1'b0;
      s3_valid_q   <= 1'b0;
      s4_valid_q   <= 1'b0;
      row_valid_o  <= 1'b0;
      head_valid_o <= 1'b0;
    end else begin
      s1_valid_q   <= block_valid_i;
      s2_valid_q   <= s1_valid_q;
      s3_valid_q   <= s2_valid_q;
      s4_valid_q   <= s3_valid_q;
      row_valid_o  <= s3_valid_q && s3_is_data;
      head_valid_o <= s3_valid_q && s3_first_q;
    end
  end

  assign row_qid_o   = s4_qid_q;
  assign head_qid_o  = s4_qid_q;
  assign head_slot_o = s4_slot_q;

  // --- sum, verdict, packets ---------------------------------------------------------------------
  logic check_busy;

  rnic_wqe_decode_check u_check (
    .clk_i, .rst_ni,
    .valid_i    (s4_valid_q),
    .qid_i      (s4_qid_q),
    .row_i      (row_o),
    .nth_i      (s4_nth_q),
    .last_i     (s4_last_q),
    .slot_i     (s4_slot_q),
    .fields_i   (s4_fields_q),
    .cut_i      (s4_cut_q),
    .cut_fresh_i(s4_cut_fresh_q),
    .cut_rows_i (s4_cut_rows_q),
    .cut_qp_i   (s4_cut_qp_q),
    .order_valid_o, .order_qid_o, .order_o, .verdict_o,
    .busy_o     (check_busy)
  );

  assign busy_o = s1_valid_q || s2_valid_q || s3_valid_q || s4_valid_q || check_busy;

  `RNIC_ASSERT(RunGoesOn, s2_valid_q && !s2_block_q.run_first |-> !s2_other_qp_q,
               "a run changes its QP")
  `RNIC_COVER(CutAndWhole, s3_valid_q && s3_cut_q && s3_last_q)
  `RNIC_COVER(FourBlocks, s3_valid_q && s3_nth_q == 2'd3)

endmodule
