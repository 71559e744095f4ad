// SPDX-License-Identifier: Apache-2.0
// The invariant CRC of every frame on the segmented bus, two frames a clock, in place.
//
// Check form (Generate = 0), for received frames: verdict_0_o and verdict_1_o tell, in wire order,
// of each frame that ends in a beat whether its ICRC could be checked and is right, with traffic
// class and VLAN tag; CheckCycles (15) after the beat. Any legal arrival: every start segment,
// idle segments and beats, bytes behind the IP packet.
//
// Generate form (Generate = 1), for frames to send: beat_o is the same stream with the ICRC of
// each packet written into its last four bytes, whatever stood there; GenerateCycles (18) after
// the beat. Beats may pause inside frames and keep their order; one beat waits for its follower.
// Packets whose length is no multiple of four, which RoCEv2 does not know, pass unchanged.
//
// Takes a beat every clock, never stalls. Not promised: any look at UDP or BTH (the ICRC of every
// IP packet is computed as RoCEv2 would have it), and no verdict on err.
//
// Sources: IBTA 7.8 and A17.3.3; the parts' headers say how.

module rnic_icrc_engine
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_roce_pkg::*;
#(
  parameter bit Generate = 1'b0
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  seg_beat_t  beat_i,

  output verdict_t   verdict_0_o,      // check form; the generate form's are never valid
  output verdict_t   verdict_1_o,
  output seg_beat_t  beat_o            // generate form; the check form's is never enabled
);

  // ------------------------------------------------------------ s0: what the beat alone says
  lanes_t s0_lanes;

  for (genvar s = 0; s < NumSegs; s++) begin : gen_lane
    logic [15:0] ethertype;
    assign ethertype = {beat_i.data[s][8*12 +: 8], beat_i.data[s][8*13 +: 8]};
    assign s0_lanes.tag[s] = ethertype inside {EthertypeCTag, EthertypeSTag};
    assign s0_lanes.ipv6[s] = ethertype == EthertypeIpv6;
  end
  assign s0_lanes.live = |beat_i.ena;
  assign s0_lanes.sop = beat_i.sop & beat_i.ena;
  assign s0_lanes.eop = beat_i.eop & beat_i.ena;
  assign s0_lanes.mty = beat_i.mty;

  lanes_t             s4_lanes;
  logic               s9_live;
  logic [NumSegs-1:0] s9_sop, s9_tag;
  rnic_pipe #(.Width($bits(lanes_t)), .Cycles(4)) u_lanes_s4 (
    .clk_i, .rst_ni, .d_i(s0_lanes), .d_o(s4_lanes)
  );
  rnic_pipe #(.Width(1 + 2 * NumSegs), .Cycles(5)) u_lanes_s9 (
    .clk_i, .rst_ni, .d_i({s4_lanes.live, s4_lanes.sop, s4_lanes.tag}),
    .d_o({s9_live, s9_sop, s9_tag})
  );

  // ------------------------------------------------------------ s0..s7: headers and ends
  header_t    s4_b, s4_c;
  frame_end_t s5_frame_lo, s5_frame_hi;
  ends_t      s7_ends;

  rnic_icrc_header u_header (
    .clk_i, .rst_ni, .lanes_i(s0_lanes), .data_i(beat_i.data), .b_o(s4_b), .c_o(s4_c)
  );

  rnic_icrc_ends u_ends (
    .clk_i, .rst_ni, .lanes_i(s4_lanes), .b_i(s4_b), .c_i(s4_c),
    .frame_lo_o(s5_frame_lo), .frame_hi_o(s5_frame_hi), .ends_o(s7_ends)
  );

  // ------------------------------------------------------------ s8..s13: mask and sum
  logic [NumSegs-1:0][SegBits-1:0] s8_data, s9_data;
  crc_t s13_lo, s13_hi;

  rnic_delay #(.Width(BeatBits), .Cycles(8)) u_data_s8 (
    .clk_i, .rst_ni, .d_i(beat_i.data), .d_o(s8_data)
  );

  rnic_icrc_mask u_mask (
    .clk_i, .rst_ni, .lanes_i(s4_lanes), .b_i(s4_b), .c_i(s4_c), .ends_i(s7_ends),
    .data_i(s8_data), .data_o(s9_data)
  );

  rnic_icrc_sum #(.WordBasis(Generate)) u_sum (
    .clk_i, .live_i(s9_live), .sop_i(s9_sop), .tag_i(s9_tag), .data_i(s9_data),
    .lo_o(s13_lo), .hi_o(s13_hi)
  );

  if (!Generate) begin : gen_check
    // ---------------------------------------------------------- s13..s15: judge
    ends_t      s12_ends;
    frame_end_t s14_frame_lo, s14_frame_hi;

    rnic_pipe #(.Width($bits(ends_t)), .Cycles(5)) u_ends_s12 (
      .clk_i, .rst_ni, .d_i(s7_ends), .d_o(s12_ends)
    );
    rnic_pipe #(.Width(2 * $bits(frame_end_t)), .Cycles(9)) u_frames_s14 (
      .clk_i, .rst_ni, .d_i({s5_frame_hi, s5_frame_lo}), .d_o({s14_frame_hi, s14_frame_lo})
    );
    rnic_icrc_check u_check (
      .clk_i, .rst_ni, .ends_i(s12_ends), .lo_i(s13_lo), .hi_i(s13_hi),
      .frame_lo_i(s14_frame_lo), .frame_hi_i(s14_frame_hi), .verdict_0_o, .verdict_1_o
    );
    assign beat_o = '0;
  end else begin : gen_generate
    // ---------------------------------------------------------- s13..s18: write
    ends_t     s13_ends;
    seg_beat_t s16_beat;

    rnic_pipe #(.Width($bits(ends_t)), .Cycles(6)) u_ends_s13 (
      .clk_i, .rst_ni, .d_i(s7_ends), .d_o(s13_ends)
    );
    rnic_delay #(.Width(BeatBits), .Cycles(8)) u_data_s16 (
      .clk_i, .rst_ni, .d_i(s8_data), .d_o(s16_beat.data)
    );
    rnic_pipe #(.Width(8 * NumSegs), .Cycles(16)) u_flags_s16 (
      .clk_i, .rst_ni, .d_i({beat_i.ena, beat_i.sop, beat_i.eop, beat_i.err, beat_i.mty}),
      .d_o({s16_beat.ena, s16_beat.sop, s16_beat.eop, s16_beat.err, s16_beat.mty})
    );
    rnic_icrc_generate u_generate (
      .clk_i, .rst_ni, .ends_i(s13_ends), .lo_i(s13_lo), .hi_i(s13_hi), .beat_i(s16_beat), .beat_o
    );
    assign verdict_0_o = '0;
    assign verdict_1_o = '0;
  end

endmodule
