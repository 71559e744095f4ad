// SPDX-License-Identifier: Apache-2.0
// The receive side whole: frames from the wire become records, and accepted ones a payload stream.
//
// Wiring only, in the order of a frame's way; in brackets the clocks behind the beat in which the
// frame ends:
//
//   bus ─┬─► rx_parser (13) ─┬─► dscp_classifier (15) ─┐
//        │                   └─────────────────────────┴─► rx_verdict (16) ─► psn_checker (26)
//        ├─► icrc_engine (15) ─────────────────────────────┘                    │ records
//        └─► rx_payload_buffer ◄────────────────────────────────────────────────┼─► rx_counters
//                 └─► payload stream                                            └─► records
//
// Rate: a beat every clock, two frames a clock, any legal arrival, never a stall. Nothing of a
// frame leaves on the payload stream before its record: 4 clocks behind it the frame's first beat,
// or one clock behind the beat in front of it, whichever is later. Until ready_o is high (a clock a
// QP behind a reset) no QP is known, none can be written, and nothing is counted.
// docs/blocks/rx.md, rc.md.
//
// Not promised: memory writes, answers, completions; they are built on records and payload.

module rnic_rx
  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_rx_counters_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // contexts; a power of two, 4 to 1,024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  output logic         ready_o,                // tables and counters are swept

  // From the MAC
  input  seg_beat_t    rx_beat_i,

  // Configuration: our MAC, the site's DSCP map
  input  logic         cfg_mac_filter_i,
  input  logic [47:0]  cfg_mac_i,
  input  logic         cfg_profile_we_i,
  input  profile_e     cfg_profile_i,
  input  logic         cfg_map_we_i,
  input  logic [5:0]   cfg_map_dscp_i,
  input  prio_t        cfg_map_prio_i,
  input  logic         cfg_lossless_we_i,
  input  prio_mask_t   cfg_lossless_i,

  // Queue pairs, one at a time
  input  logic         cfg_qp_valid_i,
  output logic         cfg_qp_ready_o,
  input  logic         cfg_qp_load_i,          // its moving state begins anew
  input  rx_qp_ctx_t   cfg_qp_i,

  // One record a frame
  output rx_record_t   record_0_o,
  output rx_record_t   record_1_o,

  // Accepted frames in place
  output seg_beat_t    payload_beat_o,

  // Counters: count_o belongs to the index of 5 clocks before
  input  rx_counter_t  counter_index_i,
  output logic [63:0]  counter_count_o
);

  // ------------------------------------------------------------ headers, ICRC, DSCP
  rx_parsed_t              parsed_0, parsed_1;
  rnic_icrc_pkg::verdict_t icrc_0, icrc_1;
  class_t                  class_0, class_1;

  rnic_rx_parser u_parser (
    .clk_i, .rst_ni, .cfg_mac_filter_i, .cfg_mac_i, .beat_i(rx_beat_i),
    .frame_0_o(parsed_0), .frame_1_o(parsed_1)
  );

  rnic_icrc_engine #(.Generate(1'b0)) u_icrc (
    .clk_i, .rst_ni, .beat_i(rx_beat_i), .verdict_0_o(icrc_0), .verdict_1_o(icrc_1), .beat_o()
  );

  rnic_dscp_classifier u_classifier (
    .clk_i, .rst_ni,
    .cfg_profile_we_i, .cfg_profile_i, .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i,
    .cfg_lossless_we_i, .cfg_lossless_i,
    .frame_0_valid_i(parsed_0.valid), .frame_0_tclass_i(parsed_0.hdr.tclass),
    .frame_0_vlan_i(parsed_0.hdr.vlan), .frame_0_pcp_i(parsed_0.hdr.tci[15:13]),
    .frame_1_valid_i(parsed_1.valid), .frame_1_tclass_i(parsed_1.hdr.tclass),
    .frame_1_vlan_i(parsed_1.hdr.vlan), .frame_1_pcp_i(parsed_1.hdr.tci[15:13]),
    .class_0_o(class_0), .class_1_o(class_1)
  );

  // ------------------------------------------------------------ judged by frame, then by QP
  rx_judged_t judged_0, judged_1;

  rnic_rx_verdict u_verdict (
    .clk_i, .rst_ni, .parsed_0_i(parsed_0), .parsed_1_i(parsed_1), .class_0_i(class_0),
    .class_1_i(class_1), .icrc_0_i(icrc_0), .icrc_1_i(icrc_1), .judged_0_o(judged_0),
    .judged_1_o(judged_1)
  );

  logic qps_ready;

  rnic_psn_checker #(.NumQps(NumQps)) u_psn_checker (
    .clk_i, .rst_ni, .ready_o(qps_ready), .cfg_valid_i(cfg_qp_valid_i),
    .cfg_ready_o(cfg_qp_ready_o), .cfg_load_i(cfg_qp_load_i), .cfg_i(cfg_qp_i),
    .judged_0_i(judged_0), .judged_1_i(judged_1), .record_0_o, .record_1_o
  );

  // ------------------------------------------------------------ what records decide
  rnic_rx_payload_buffer u_payload_buffer (
    .clk_i, .rst_ni, .beat_i(rx_beat_i),
    .decided_0_valid_i(record_0_o.valid),
    .decided_0_accept_i(record_0_o.verdict == VerdictAccept),
    .decided_1_valid_i(record_1_o.valid),
    .decided_1_accept_i(record_1_o.verdict == VerdictAccept),
    .payload_beat_o
  );

  logic counters_ready;

  rnic_rx_counters u_counters (
    .clk_i, .rst_ni, .ready_o(counters_ready), .record_0_i(record_0_o), .record_1_i(record_1_o),
    .index_i(counter_index_i), .count_o(counter_count_o)
  );

  assign ready_o = qps_ready & counters_ready;

endmodule
