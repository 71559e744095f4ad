// SPDX-License-Identifier: Apache-2.0
// Takes every frame apart: headers, lengths, and the first reason of the frame or its transport
// header (docs/blocks/rx.md) that applies, the ICRC aside.
//
// One word per frame that ends in a beat, in wire order, ParserCycles (13) behind that beat: slot 0
// the first frame, slot 1 the second. Two frames a clock, never stalls, any legal arrival: every
// start segment, idle segments and beats, idle beats inside frames, bytes behind the IP packet. A
// bad frame changes nothing of its neighbours' words. The MAC filter is looked at 2 clocks behind
// a frame's second beat, 3 behind the only one of a frame of one beat.
//
// Not promised: the ICRC; what hdr holds of a frame whose reason says that it is not there.
//
//   beat ─► s1 ─┬─► heads (s3) ─► lane lo, lane hi (reasons s10, fields s12) ─┐
//               └─► ends: whose, how long (s3, s4) ───────────────────────────┴─► slots ─► s13

module rnic_rx_parser
  import rnic_bus_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_parser_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         cfg_mac_filter_i,
  input  logic [47:0]  cfg_mac_i,        // as a number: the first byte on the wire on top

  input  seg_beat_t    beat_i,

  output rx_parsed_t   frame_0_o,       // s13
  output rx_parsed_t   frame_1_o
);

  // ------------------------------------------------------------ s1: what the beat alone says
  lanes_t                          s1_lanes_q;
  logic [NumSegs-1:0][SegBits-1:0] s1_data_q;

  always_ff @(posedge clk_i) begin
    for (int s = 0; s < NumSegs; s++)
      s1_lanes_q.tag[s] <= {beat_i.data[s][8*EthTypeOffset +: 8],
                            beat_i.data[s][8*EthTypeOffset + 8 +: 8]}
                           inside {EthertypeCTag, EthertypeSTag};
    s1_lanes_q.sop <= beat_i.sop & beat_i.ena;
    s1_lanes_q.eop <= beat_i.eop & beat_i.ena;
    s1_lanes_q.err <= beat_i.err;
    s1_lanes_q.mty <= beat_i.mty;
    s1_lanes_q.live <= (|beat_i.ena) & rst_ni;
    s1_data_q <= beat_i.data;
  end

  // ------------------------------------------------------------ s1..s12: headers
  head_t         s3_lo, s3_hi;
  logic          s3_lo_tag, s3_hi_tag;
  lane_reasons_t s10_lo, s10_hi;
  rx_hdr_t       s12_lo, s12_hi;

  rnic_rx_parser_heads u_heads (
    .clk_i, .lanes_i(s1_lanes_q), .data_i(s1_data_q),
    .lo_o(s3_lo), .lo_tag_o(s3_lo_tag), .hi_o(s3_hi), .hi_tag_o(s3_hi_tag)
  );
  rnic_rx_parser_lane u_lo (
    .clk_i, .rst_ni, .cfg_mac_filter_i, .cfg_mac_i, .head_i(s3_lo), .tag_i(s3_lo_tag),
    .reasons_o(s10_lo), .hdr_o(s12_lo)
  );
  rnic_rx_parser_lane u_hi (
    .clk_i, .rst_ni, .cfg_mac_filter_i, .cfg_mac_i, .head_i(s3_hi), .tag_i(s3_hi_tag),
    .reasons_o(s10_hi), .hdr_o(s12_hi)
  );

  // ------------------------------------------------------------ s1..s12: ends
  meet_t      s3_meet, s10_meet, s12_meet;
  frame_end_t s4_end_0, s4_end_1, s11_end_0, s11_end_1;

  rnic_rx_parser_ends u_ends (
    .clk_i, .rst_ni, .lanes_i(s1_lanes_q),
    .meet_o(s3_meet), .end_0_o(s4_end_0), .end_1_o(s4_end_1)
  );
  rnic_pipe #(.Width($bits(meet_t)), .Cycles(7)) u_meet_s10 (
    .clk_i, .rst_ni, .d_i(s3_meet), .d_o(s10_meet)
  );
  rnic_pipe #(.Width($bits(meet_t)), .Cycles(2)) u_meet_s12 (
    .clk_i, .rst_ni, .d_i(s10_meet), .d_o(s12_meet)
  );
  rnic_delay #(.Width(2 * $bits(frame_end_t)), .Cycles(7)) u_ends_s11 (
    .clk_i, .rst_ni, .d_i({s4_end_1, s4_end_0}), .d_o({s11_end_1, s11_end_0})
  );

  // ------------------------------------------------------------ s10..s13: reasons
  lane_reasons_t s11_reasons_0, s11_reasons_1;

  rnic_rx_parser_slots #(.Width($bits(lane_reasons_t))) u_reasons (
    .clk_i, .meet_i(s10_meet), .lo_i(s10_lo), .hi_i(s10_hi),
    .slot_0_o(s11_reasons_0), .slot_1_o(s11_reasons_1)
  );

  rx_reason_e   s13_reason_0, s13_reason_1;
  frame_bytes_t s13_bytes_0, s13_bytes_1;

  rnic_rx_parser_reason u_reason_0 (
    .clk_i, .reasons_i(s11_reasons_0), .end_i(s11_end_0),
    .reason_o(s13_reason_0), .bytes_o(s13_bytes_0)
  );
  rnic_rx_parser_reason u_reason_1 (
    .clk_i, .reasons_i(s11_reasons_1), .end_i(s11_end_1),
    .reason_o(s13_reason_1), .bytes_o(s13_bytes_1)
  );

  // ------------------------------------------------------------ s12, s13: the words
  rx_hdr_t s13_hdr_0, s13_hdr_1;
  logic    s13_valid_0_q, s13_valid_1_q;

  rnic_rx_parser_slots #(.Width($bits(rx_hdr_t))) u_hdr (
    .clk_i, .meet_i(s12_meet), .lo_i(s12_lo), .hi_i(s12_hi),
    .slot_0_o(s13_hdr_0), .slot_1_o(s13_hdr_1)
  );

  always_ff @(posedge clk_i) begin
    s13_valid_0_q <= s12_meet.valid_0 & rst_ni;
    s13_valid_1_q <= s12_meet.valid_1 & rst_ni;
  end

  function automatic rx_parsed_t parsed(logic valid, rx_reason_e reason, frame_bytes_t bytes,
                                        rx_hdr_t hdr);
    rx_parsed_t p;
    p.valid = valid;
    p.reason = reason;
    p.roce = reason inside {ReasonNone, ReasonTver, ReasonOpcode, ReasonLength};
    p.sized = reason == ReasonNone;
    p.hdr = hdr;
    p.hdr.frame_bytes = bytes;
    return p;
  endfunction

  assign frame_0_o = parsed(s13_valid_0_q, s13_reason_0, s13_bytes_0, s13_hdr_0);
  assign frame_1_o = parsed(s13_valid_1_q, s13_reason_1, s13_bytes_1, s13_hdr_1);

endmodule
