// SPDX-License-Identifier: Apache-2.0
// Which lines of memory a fragment needs, and which place in its queue's rows they go to.
//
// A queue's payload is one stream of bytes a message, cut into rows of 128. The place in the row
// that is being filled is all that is kept of a queue. A fragment's last line is read to its end as
// far as the piece goes on there (`beyond`): those bytes belong to the next packet, which adjoins
// and begins with the next line. A fragment that lies in a line already read needs no read; if it
// ends the message, its row only has to be counted.
//
// One fragment a clock in, at most one operation a clock out, 6 clocks later, never a stall. Dead
// fragments come out as rows to count.

module rnic_payload_place
  import rnic_axi_pkg::*;
  import rnic_payload_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         frag_valid_i,
  input  queue_t       frag_qid_i,
  input  tx_frag_t     frag_i,
  input  logic         frag_dead_i,

  output logic         op_valid_o,
  output payload_op_t  op_o,
  output logic         busy_o
);

  typedef logic [5:0] lines_t;                  // 0..33

  // What every stage needs of the fragment.
  typedef struct packed {
    queue_t       qid;
    logic         dead;
    logic         restart;
    logic         message_end;
    packet_rows_t packet_rows;
  } common_t;

  logic [5:0] valid_q;                          // stage n is valid_q[n-1]
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else         valid_q <= {valid_q[4:0], frag_valid_i};
  end

  // --- s1: the first line, and the bytes from its begin to the fragment's end --------------------
  common_t     s1_common_q;
  line_t       s1_line_q;
  byte_pos_t   s1_begin_q, s1_beyond_q;
  logic        s1_skip_q;                       // the first line was read with the fragment before
  logic [13:0] s1_end_q;

  always_ff @(posedge clk_i) begin
    s1_common_q <= '{qid: frag_qid_i, dead: frag_dead_i, restart: frag_i.restart,
                     message_end: frag_i.message_end, packet_rows: frag_i.packet_rows};
    s1_line_q   <= frag_i.addr[63:AxiLineShift];
    s1_begin_q  <= frag_i.adjoins ? '0 : frag_i.addr[AxiLineShift-1:0];
    s1_beyond_q <= frag_i.beyond;
    s1_skip_q   <= frag_i.adjoins && frag_i.addr[AxiLineShift-1:0] != '0;
    s1_end_q    <= 14'(frag_i.addr[AxiLineShift-1:0]) + 14'(frag_i.bytes);
  end

  // --- s2: the lines to read, the end in the last one (0: all of it) -----------------------------
  common_t     s2_common_q;
  line_t       s2_line_q;
  byte_pos_t   s2_begin_q, s2_end_q;
  lines_t      s2_more_q;                       // lines behind the first to read
  logic        s2_nothing_q;                    // no line to read

  byte_pos_t   s1_end_pos;
  logic [AxiLineShift-1:0] s1_end_lines;
  logic [AxiLineShift:0]   s1_reach;
  assign s1_end_pos   = s1_end_q[AxiLineShift-1:0];
  assign s1_end_lines = s1_end_q[13:AxiLineShift];
  assign s1_reach     = {1'b0, s1_end_pos} + {1'b0, s1_beyond_q};

  always_ff @(posedge clk_i) begin
    s2_common_q  <= s1_common_q;
    s2_line_q    <= s1_line_q + line_t'(s1_skip_q);
    s2_begin_q   <= s1_begin_q;
    s2_end_q     <= (s1_end_pos == '0 || s1_reach[AxiLineShift]) ? '0
                                                                  : s1_reach[AxiLineShift-1:0];
    s2_more_q    <= lines_t'(s1_end_lines) - lines_t'(s1_end_pos == '0) - lines_t'(s1_skip_q);
    s2_nothing_q <= s1_skip_q && (s1_end_lines == '0 || (s1_end_lines == AxiLineShift'(1) &&
                                                         s1_end_pos == '0));
  end

  // --- s3: where 4 KiB are crossed, and by how much the place moves (mod 128) --------------------
  common_t     s3_common_q;
  line_t       s3_line_q;
  byte_pos_t   s3_begin_q, s3_end_q, s3_step_q;
  logic        s3_nothing_q, s3_one_q, s3_split_q;
  burst_len_t  s3_len_q, s3_split_len_q;

  lines_t      s2_last_line;                    // counted from the multiple of 4,096 before
  assign s2_last_line = s2_more_q + lines_t'(s2_line_q[AxiLineShift +: 5]);

  always_ff @(posedge clk_i) begin
    s3_common_q    <= s2_common_q;
    s3_line_q      <= s2_line_q;
    s3_begin_q     <= s2_begin_q;
    s3_end_q       <= s2_end_q;
    s3_step_q      <= s2_nothing_q ? '0 : s2_end_q - s2_begin_q;
    s3_nothing_q   <= s2_nothing_q;
    s3_one_q       <= s2_more_q == '0;
    s3_split_q     <= s2_last_line[5];
    s3_len_q       <= s2_last_line[5] ? ~s2_line_q[AxiLineShift +: 5] : s2_more_q[4:0];
    s3_split_len_q <= s2_last_line[4:0];
  end

  // --- s4: the place, the only thing that is kept ------------------------------------------------
  common_t     s4_common_q;
  line_t       s4_line_q;
  byte_pos_t   s4_begin_q, s4_end_q, s4_step_q, s4_place_q;
  logic        s4_nothing_q, s4_one_q, s4_split_q;
  burst_len_t  s4_len_q, s4_split_len_q;
  byte_pos_t   place_q [NumTxQueues];

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_place
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q[q] <= '0;
      else if (valid_q[2] && s3_common_q.qid == queue_t'(q)) begin
        if (s3_common_q.dead || s3_common_q.message_end) place_q[q] <= '0;
        else place_q[q] <= (s3_common_q.restart ? '0 : place_q[q]) + s3_step_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    s4_common_q    <= s3_common_q;
    s4_line_q      <= s3_line_q;
    s4_begin_q     <= s3_begin_q;
    s4_end_q       <= s3_end_q;
    s4_step_q      <= s3_step_q;
    s4_nothing_q   <= s3_nothing_q;
    s4_one_q       <= s3_one_q;
    s4_split_q     <= s3_split_q;
    s4_len_q       <= s3_len_q;
    s4_split_len_q <= s3_split_len_q;
    s4_place_q     <= s3_common_q.restart ? '0 : place_q[s3_common_q.qid];
  end

  // --- s5: the rotation, and whether the first beat, or an only one, fills a row -----------------
  payload_op_t s5_op_q;
  common_t     s5_common_q;
  byte_pos_t   s5_end_q, s5_left_q;             // left: the place behind the fragment
  logic        s5_nothing_q, s5_one_q;

  logic [AxiLineShift:0] s4_rot, s4_left;       // top bits: borrow, carry
  assign s4_rot  = {1'b0, s4_place_q} - {1'b0, s4_begin_q};
  assign s4_left = {1'b0, s4_place_q} + {1'b0, s4_step_q};

  always_ff @(posedge clk_i) begin
    s5_common_q  <= s4_common_q;
    s5_end_q     <= s4_end_q;
    s5_left_q    <= s4_left[AxiLineShift-1:0];
    s5_nothing_q <= s4_nothing_q;
    s5_one_q     <= s4_one_q;
    s5_op_q      <= '{
      qid: s4_common_q.qid, line: s4_line_q, len: s4_len_q, split: s4_split_q,
      split_len: s4_split_len_q,
      steer: '{beats: 1'b0, rows: '0, rot: s4_rot[AxiLineShift-1:0], start: s4_place_q,
               first_fills: !s4_rot[AxiLineShift],
               last_fills: s4_left[AxiLineShift] || s4_step_q == '0, part: 1'b0}};
  end

  // --- s6: whether the last beat of several does, and what kind of operation it is ---------------
  payload_op_t s6_op_q;
  logic        s6_any_q;
  logic        s5_read, s5_row;
  logic [AxiLineShift:0] s5_last;

  assign s5_read = !s5_common_q.dead && !s5_nothing_q;
  assign s5_row  = s5_common_q.message_end && s5_left_q != '0;
  assign s5_last = {1'b0, s5_op_q.steer.rot} + {1'b0, s5_end_q};

  always_ff @(posedge clk_i) begin
    s6_any_q            <= s5_read || s5_common_q.dead || s5_row;
    s6_op_q             <= s5_op_q;
    s6_op_q.steer.beats <= s5_read;
    s6_op_q.steer.rows  <= s5_common_q.dead ? s5_common_q.packet_rows : packet_rows_t'(1);
    s6_op_q.steer.part  <= s5_row;
    if (!s5_one_q) s6_op_q.steer.last_fills <= s5_last[AxiLineShift] || s5_end_q == '0;
  end

  assign op_valid_o = valid_q[5] && s6_any_q;
  assign op_o       = s6_op_q;
  assign busy_o     = |valid_q;

endmodule
