// SPDX-License-Identifier: Apache-2.0
// The front of the receive path under test by itself: source, parser, ICRC engine, verdict, judge.
//
// Wiring only. What is tested is what rnic_rx has up to its verdict: rnic_rx_parser,
// rnic_icrc_engine in its check form and rnic_rx_verdict, at full width, a beat every clock.

module rnic_selftest
  import rnic_bus_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_selftest_pkg::*;
#(
  parameter int unsigned PassLog2 = 24         // frames to pass, as a power of two
) (
  input  logic   clk_i,
  input  logic   rst_ni,

  input  logic   inject_i,

  output seen_t  seen_o
);

  // ------------------------------------------------------------ frames, and what is wanted
  seg_beat_t beat;
  word_t     want_0, want_1;

  rnic_selftest_source u_source (
    .clk_i, .rst_ni, .inject_i, .beat_o(beat), .want_0_o(want_0), .want_1_o(want_1)
  );

  // ------------------------------------------------------------ what is tested
  rnic_icrc_pkg::verdict_t icrc_0, icrc_1;
  rx_judged_t              judged_0, judged_1;

  rnic_icrc_engine #(.Generate(1'b0)) u_icrc (
    .clk_i, .rst_ni, .beat_i(beat), .verdict_0_o(icrc_0), .verdict_1_o(icrc_1), .beat_o()
  );

  rx_parsed_t           parsed_0, parsed_1;
  rnic_qos_pkg::class_t class_0, class_1;

  rnic_rx_parser u_parser (
    .clk_i, .rst_ni, .cfg_mac_filter_i(1'b0), .cfg_mac_i('0), .beat_i(beat),
    .frame_0_o(parsed_0), .frame_1_o(parsed_1)
  );

  // The classifier is left out: a class of nothing, with the frame that it belongs to.
  always_comb begin
    class_0 = '0;
    class_1 = '0;
    class_0.valid = icrc_0.valid;
    class_1.valid = icrc_1.valid;
  end

  rnic_rx_verdict u_verdict (
    .clk_i, .rst_ni, .parsed_0_i(parsed_0), .parsed_1_i(parsed_1), .class_0_i(class_0),
    .class_1_i(class_1), .icrc_0_i(icrc_0), .icrc_1_i(icrc_1), .judged_0_o(judged_0),
    .judged_1_o(judged_1)
  );

  // ------------------------------------------------------------ judge
  word_t s16_want_0, s16_want_1, s16_said_0, s16_said_1;

  // All stages of the valid bits are reset; what else a word holds counts only with them.
  logic [1:0] s16_valid;
  word_t      s16_word_0, s16_word_1;

  rnic_delay #(.Width(2 * $bits(word_t)), .Cycles(JudgedCycles)) u_want (
    .clk_i, .rst_ni, .d_i({want_1, want_0}), .d_o({s16_word_1, s16_word_0})
  );
  rnic_pipe #(.Width(2), .Cycles(JudgedCycles)) u_want_valid (
    .clk_i, .rst_ni, .d_i({want_1.valid, want_0.valid}), .d_o(s16_valid)
  );

  always_comb begin
    s16_want_0 = s16_word_0;
    s16_want_1 = s16_word_1;
    s16_want_0.valid = s16_valid[0];
    s16_want_1.valid = s16_valid[1];
  end

  function automatic word_t word_of(rx_judged_t judged);
    word_of = '{valid: judged.valid, reason: judged.reason, icrc: judged.icrc, roce: judged.roce,
                opcode: judged.hdr.opcode, qpn: judged.hdr.qpn, psn: judged.hdr.psn,
                sized: judged.sized, payload_bytes: judged.hdr.payload_bytes};
  endfunction

  assign s16_said_0 = word_of(judged_0);
  assign s16_said_1 = word_of(judged_1);

  rnic_selftest_judge #(.PassLog2(PassLog2)) u_judge (
    .clk_i, .rst_ni, .want_0_i(s16_want_0), .want_1_i(s16_want_1), .said_0_i(s16_said_0),
    .said_1_i(s16_said_1), .seen_o
  );

endmodule
