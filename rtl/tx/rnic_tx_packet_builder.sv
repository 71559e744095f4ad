// SPDX-License-Identifier: Apache-2.0
// From a released packet to its frame, in items for the packer: headers, payload, pad, room for
// the ICRC, padding to 60 bytes.
//
// A packet costs one clock for each row of payload, at least one. Where its frame goes on behind
// the last row, that tail leaves beside the next packet's first item, or alone. Between a frame's
// items is no gap, unless room runs out; then the packer has enough of them to hide it (_steps).
// All payload of a released packet must be in the buffer. Latency: 5 clocks from the packet taken
// to its first item, 6 to that item's bytes.
//
// Lengths count in words: a frame is 4n + 2 bytes long, since only Ethernet's 14 bytes are no
// whole words; but for the one that Ethernet pads from 58 to 60.

`include "assert.svh"

module rnic_tx_packet_builder
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_tx_frame_pkg::*;
  import rnic_tx_pkg::*;
(
  input  logic                             clk_i,
  input  logic                             rst_ni,

  input  logic                             rel_valid_i,
  output logic                             rel_ready_o,
  input  tx_release_t                      rel_i,
  output logic                             begins_o,

  output qp_idx_t                          ctx_qp_o,
  input  addr_ctx_t                        ctx_i,          // 2 clocks later

  output logic                             row_rd_en_o,
  output queue_t                           row_rd_qid_o,
  output logic [$clog2(RowsPerQueue)-1:0]  row_rd_row_o,
  input  item_data_t                       row_data_i,     // 3 clocks later
  output logic                             free_valid_o,
  output queue_t                           free_qid_o,
  output packet_rows_t                     free_rows_o,

  output logic                             items_valid_o,
  output tail_t                            tail_o,
  output head_t                            head_o,
  output tail_data_t                       tail_data_o,    // 1 clock later, and so the head's
  output item_data_t                       head_data_o,
  input  logic [4:0]                       freed_segs_i,

  output logic                             stat_valid_o,
  output logic [13:0]                      stat_bytes_o,
  output opcode_t                          stat_opcode_o,
  output queue_t                           stat_qid_o
);

  // ------------------------------------------------------------ s0: steps
  typedef struct packed {
    logic valid;
    logic first;
    logic last;
  } step_t;

  step_t      s1_step, s2_step_q, s3_step_q;
  logic       s4_valid_q, s5_valid_q, s6_valid_q, s4_first_q, s5_first_q, s6_first_q;
  logic       s1_blocked, s5_blocked;
  logic [4:0] s3_segs;

  rnic_tx_packet_builder_steps u_steps (
    .clk_i, .rst_ni,
    .rel_valid_i, .rel_ready_o, .rel_discard_i(rel_i.discard), .rel_qid_i(rel_i.qid),
    .rel_payload_bytes_i(rel_i.desc.payload_bytes), .begins_o,
    .step_valid_o(s1_step.valid), .step_first_o(s1_step.first), .step_last_o(s1_step.last),
    .blocked_o(s1_blocked),
    .row_rd_en_o, .row_rd_qid_o, .row_rd_row_o, .free_valid_o, .free_qid_o, .free_rows_o,
    .added_segs_i(s3_segs), .freed_segs_i
  );

  rnic_pipe #(.Width(1), .Cycles(4)) u_blocked (
    .clk_i, .rst_ni, .d_i(s1_blocked), .d_o(s5_blocked)
  );

  always_ff @(posedge clk_i) begin
    s2_step_q <= s1_step;
    s3_step_q <= s2_step_q;
    s4_first_q <= s3_step_q.first;
    s5_first_q <= s4_first_q;
    s6_first_q <= s5_first_q;
    s4_valid_q <= s3_step_q.valid & rst_ni;
    s5_valid_q <= s4_valid_q & rst_ni;
    s6_valid_q <= s5_valid_q & rst_ni;
    if (!rst_ni) begin
      s2_step_q.valid <= 1'b0;
      s3_step_q.valid <= 1'b0;
    end
  end

  // ------------------------------------------------------------ s0..s6: headers
  header_bytes_t s6_header;

  assign ctx_qp_o = rel_i.desc.qp;
  rnic_tx_header u_header (
    .clk_i, .rst_ni, .desc_i(rel_i.desc), .ctx_i, .header_o(s6_header)
  );

  // ------------------------------------------------------------ s0..s2: lengths
  typedef logic [5:0] words_t;         // of an item and its tail, or of the headers
  localparam words_t FixedWords = words_t'((MinHeaderBytes + IcrcBytes - 2) / 4);  // 14

  logic [10:0] s0_payload_words;
  words_t      s0_last_words;          // of the packet's last row
  assign s0_payload_words = 11'((rel_i.desc.payload_bytes + payload_len_t'(3)) >> 2);
  assign s0_last_words = {s0_payload_words != '0 && s0_payload_words[4:0] == '0,
                          s0_payload_words[4:0]};

  typedef struct packed {
    logic        bare;                 // no payload
    logic [10:0] all_words;            // of the frame, behind its first two bytes
    logic [6:0]  payload_low;
    opcode_t     opcode;
    queue_t      qid;
  } packet_t;

  packet_t    s1_packet_q, s2_packet_q, s3_packet_q;
  logic [3:0] s1_ext_words_q, s2_ext_words_q;
  words_t     s1_words_q, s2_words_q, s3_words_q;  // of the last row's item and tail, as all_words

  always_ff @(posedge clk_i) begin
    s1_packet_q <= '{
      bare: rel_i.desc.payload_bytes == '0, all_words: s0_payload_words,
      payload_low: rel_i.desc.payload_bytes[6:0], opcode: rel_i.desc.opcode, qid: rel_i.qid
    };
    s1_words_q <= s0_last_words;
    s1_ext_words_q <= rel_i.desc.ext_words;
    s2_packet_q <= s1_packet_q;
    s2_packet_q.all_words <= s1_packet_q.all_words + 11'(FixedWords) + 11'(s1_ext_words_q);
    s2_words_q <= s1_words_q + FixedWords + words_t'(s1_ext_words_q);
    s2_ext_words_q <= s1_ext_words_q;
  end

  // ------------------------------------------------------------ s2: with the context
  // From here to s6 a packet's numbers stand still while its later rows follow.
  logic [2:0]  s2_ip_tag_words;        // what IPv6 (5) and the tag (1) add
  words_t      s2_words;
  item_segs_t  s2_end_segs, s3_end_segs_q;  // of the frame's last item
  logic        s3_has_tail_q;          // which is a tail
  logic [3:0]  s3_turn_q, s4_turn_q, s5_turn_q;

  assign s2_ip_tag_words = {ctx_i.ipv6, ctx_i.ipv6 & ctx_i.vlan, ctx_i.ipv6 ^ ctx_i.vlan};
  assign s2_words = s2_words_q + words_t'(s2_ip_tag_words);
  assign s2_end_segs = 4'(s2_words[4:2]) + 1'b1;

  always_ff @(posedge clk_i) begin
    if (s2_step_q.first) begin
      s3_packet_q <= s2_packet_q;
      s3_packet_q.all_words <= s2_packet_q.all_words + 11'(s2_ip_tag_words);
      s3_words_q <= s2_words;
      s3_end_segs_q <= s2_end_segs;
      s3_has_tail_q <= s2_words[5];
      s3_turn_q <= s2_ext_words_q + 4'(s2_ip_tag_words);
    end
    s4_turn_q <= s3_turn_q;
    s5_turn_q <= s4_turn_q;
  end

  // ------------------------------------------------------------ s3: what the step makes
  head_t s3_head, s4_head_q, s5_head_q;
  tail_t s3_tail, s4_tail_q, s5_tail_q, s6_tail_q;
  logic  s5_has_tail_q, s6_has_tail_q;
  logic  s4_bare_q, s5_bare_q;
  logic [13:0] s6_front_q;
  logic [4:0]  s4_pad_word_q;
  logic [3:1]  s4_pad_bytes_q;

  always_comb begin
    logic [3:0] mty;                   // of the frame's last item
    mty = {~s3_words_q[1:0], s3_words_q != FixedWords, 1'b0};
    s3_head = '{segs: 4'd8, sop: s3_step_q.first, eop: 1'b0, mty: '0};
    s3_tail = '0;
    if (s3_step_q.last & !s3_has_tail_q) begin
      s3_head.segs = s3_end_segs_q;
      s3_head.eop = 1'b1;
      s3_head.mty = mty;
    end
    if (s3_step_q.last & s3_has_tail_q) s3_tail = '{segs: s3_end_segs_q, mty: mty};
    if (!s3_step_q.valid) begin
      s3_head.segs = '0;
      s3_tail.segs = '0;
    end
    s3_segs = !s3_step_q.valid ? 5'd0
            : 5'd8 + (s3_step_q.last & s3_has_tail_q ? 5'(s3_end_segs_q) : 5'd0);
  end

  always_ff @(posedge clk_i) begin
    s4_head_q <= s3_head;
    s5_head_q <= s4_head_q;
    s4_tail_q <= s3_tail;
    s5_tail_q <= s4_tail_q;
    // A tail waits for its successor where that waits for room: alone it would cost a row.
    s5_has_tail_q <= s4_tail_q.segs != '0;
    if (s5_valid_q) s6_tail_q <= s5_tail_q;
    s6_has_tail_q <= rst_ni & (s5_valid_q ? s5_has_tail_q : s5_blocked & s6_has_tail_q);
    s4_bare_q <= s3_packet_q.bare;
    s5_bare_q <= s4_bare_q;
    for (int unsigned n = 0; n < 14; n++)
      s6_front_q[n] <= s5_bare_q | (4'(n) < s5_turn_q);
    // Payload byte b lies in word b/4 + turn + 13 behind the item's first two bytes.
    s4_pad_word_q <= s3_packet_q.payload_low[6:2] + 5'(s3_turn_q) + 5'((MinHeaderBytes - 2) / 4);
    for (int unsigned b = 1; b < 4; b++) begin
      s4_pad_bytes_q[b] <= s3_step_q.last & (s3_packet_q.payload_low[1:0] != '0)
                         & (2'(b) >= s3_packet_q.payload_low[1:0]);
    end
  end

  // ------------------------------------------------------------ s4..s6: the bytes
  rnic_tx_packet_builder_merge u_merge (
    .clk_i,
    .row_i(row_data_i), .turn_words_i(s4_turn_q), .pad_bytes_i(s4_pad_bytes_q),
    .pad_word_i(s4_pad_word_q),
    .merge_valid_i(s6_valid_q), .merge_first_i(s6_first_q), .merge_front_i(s6_front_q),
    .header_i(s6_header), .head_data_o, .tail_data_o
  );

  assign head_o = s5_head_q;
  always_comb begin
    tail_o = s6_tail_q;
    if (!s6_has_tail_q | (s5_blocked & !s5_valid_q)) tail_o.segs = '0;
  end
  assign items_valid_o = s5_valid_q | (s6_has_tail_q & !s5_blocked);

  // ------------------------------------------------------------ counters
  always_ff @(posedge clk_i) begin
    stat_valid_o <= s3_step_q.valid & s3_step_q.first & rst_ni;
    stat_bytes_o <= (s3_packet_q.all_words == 11'(FixedWords))
                  ? 14'(rnic_bus_pkg::MinFrameBytes) : {1'b0, s3_packet_q.all_words, 2'b10};
    stat_opcode_o <= s3_packet_q.opcode;
    stat_qid_o <= s3_packet_q.qid;
  end

  `RNIC_ASSERT(ReleasesFrames, rel_valid_i && !rel_i.discard |-> rel_i.desc.frame,
               "a released packet is no frame and not to be discarded")
  `RNIC_ASSERT(ExtFits, rel_valid_i |-> rel_i.desc.ext_words <= 4'(MaxExtBytes / 4),
               "more than 32 bytes of extended headers")
  `RNIC_ASSERT(PayloadFits, rel_valid_i |->
               rel_i.desc.payload_bytes <= payload_len_t'(MaxPayloadBytes),
               "more than 4,096 bytes of payload")
  `RNIC_COVER(TailWithHead, s5_valid_q && tail_o.segs != '0)
  `RNIC_COVER(TailAlone, !s5_valid_q && tail_o.segs != '0)
  `RNIC_COVER(TailWaits, s5_blocked && !s5_valid_q && s6_has_tail_q)

endmodule
