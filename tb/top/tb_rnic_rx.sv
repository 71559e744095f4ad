// SPDX-License-Identifier: Apache-2.0
// rnic_rx with every struct of its ports as plain ports, the bus checker on what comes in and on
// what leaves. Of records, slot 0 lies in the low part of each port, slot 1 above.

module tb_rnic_rx
  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_rx_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  output logic                 ready_o,

  input  logic [NumSegs-1:0]   rx_ena_i,
  input  logic [NumSegs-1:0]   rx_sop_i,
  input  logic [NumSegs-1:0]   rx_eop_i,
  input  logic [NumSegs-1:0]   rx_err_i,
  input  logic [4*NumSegs-1:0] rx_mty_i,
  input  logic [BeatBits-1:0]  rx_data_i,
  input  logic [31:0]          rx_packet_0_i,     // for waves: number of the frame that starts
  input  logic [31:0]          rx_packet_1_i,     //   first in the beat, and of the second

  input  logic                 cfg_mac_filter_i,
  input  logic [47:0]          cfg_mac_i,
  input  logic                 cfg_profile_we_i,
  input  logic                 cfg_profile_i,
  input  logic                 cfg_map_we_i,
  input  logic [5:0]           cfg_map_dscp_i,
  input  logic [2:0]           cfg_map_prio_i,
  input  logic                 cfg_lossless_we_i,
  input  logic [7:0]           cfg_lossless_i,

  input  logic                 cfg_qp_valid_i,
  output logic                 cfg_qp_ready_o,
  input  logic                 cfg_qp_load_i,
  input  logic [1:0]           cfg_qp_state_i,
  input  logic [23:0]          cfg_qp_qpn_i,
  input  logic [1:0]           cfg_qp_type_i,
  input  logic [2:0]           cfg_qp_pmtu_i,
  input  logic [15:0]          cfg_qp_pkey_i,
  input  logic [31:0]          cfg_qp_qkey_i,
  input  logic                 cfg_qp_check_src_i,
  input  logic                 cfg_qp_check_dst_i,
  input  logic                 cfg_qp_src_ipv6_i,
  input  logic                 cfg_qp_dst_ipv6_i,
  input  logic [127:0]         cfg_qp_src_ip_i,
  input  logic [127:0]         cfg_qp_dst_ip_i,
  input  logic                 cfg_qp_check_vlan_i,
  input  logic [11:0]          cfg_qp_vid_i,
  input  logic [23:0]          cfg_qp_sq_una_i,
  input  logic [23:0]          cfg_qp_sq_psn_i,
  input  logic [23:0]          cfg_qp_rq_psn_i,

  output logic [1:0]           icrc_valid_o,      // when the ICRC's word on a frame is there
  output logic [1:0]           valid_o,           // of the records
  output logic [5:0]           verdict_o,
  output logic [11:0]          reason_o,
  output logic [3:0]           region_o,
  output logic [7:0]           action_o,
  output logic [1:0]           answered_o,
  output logic [47:0]          answer_psn_o,
  output logic [47:0]          msn_o,
  output logic [1:0]           ce_o,
  output logic [1:0]           roce_o,
  output logic [1:0]           sized_o,
  output logic [3:0]           icrc_o,
  output logic [5:0]           prio_o,
  output logic [1:0]           pcp_mismatch_o,
  output logic [1:0]           lossy_o,
  output logic [3:0]           ecn_o,
  output logic [15:0]          opcode_o,
  output logic [47:0]          qpn_o,
  output logic [47:0]          psn_o,
  output logic [13:0]          payload_offset_o,
  output logic [27:0]          payload_bytes_o,
  output logic [3:0]           pad_o,

  output logic [NumSegs-1:0]   payload_ena_o,
  output logic [NumSegs-1:0]   payload_sop_o,
  output logic [NumSegs-1:0]   payload_eop_o,
  output logic [NumSegs-1:0]   payload_err_o,
  output logic [4*NumSegs-1:0] payload_mty_o,
  output logic [BeatBits-1:0]  payload_data_o,

  input  logic [8:0]           counter_index_i,
  output logic [63:0]          counter_count_o,

  // For waves: whose headers, ICRC, judgement and record there are in either slot, and whose
  // payload starts in the beat
  output logic [31:0]          parsed_packet_0_o,
  output logic [31:0]          parsed_packet_1_o,
  output logic [31:0]          icrc_packet_0_o,
  output logic [31:0]          icrc_packet_1_o,
  output logic [31:0]          judged_packet_0_o,
  output logic [31:0]          judged_packet_1_o,
  output logic [31:0]          record_packet_0_o,
  output logic [31:0]          record_packet_1_o,
  output logic [31:0]          payload_packet_0_o,
  output logic [31:0]          payload_packet_1_o
);

  seg_beat_t  rx_beat, payload_beat;
  rx_qp_ctx_t cfg_qp;
  rx_record_t r0, r1;

  assign rx_beat = '{ena: rx_ena_i, sop: rx_sop_i, eop: rx_eop_i, err: rx_err_i, mty: rx_mty_i,
                     data: rx_data_i};
  assign cfg_qp = '{known: 1'b1, state: qp_state_e'(cfg_qp_state_i), qpn: cfg_qp_qpn_i,
                    qp_type: qp_type_e'(cfg_qp_type_i), pmtu: cfg_qp_pmtu_i, pkey: cfg_qp_pkey_i,
                    qkey: cfg_qp_qkey_i, check_src: cfg_qp_check_src_i,
                    check_dst: cfg_qp_check_dst_i, src_ipv6: cfg_qp_src_ipv6_i,
                    dst_ipv6: cfg_qp_dst_ipv6_i, src_ip: cfg_qp_src_ip_i, dst_ip: cfg_qp_dst_ip_i,
                    check_vlan: cfg_qp_check_vlan_i, vid: cfg_qp_vid_i, sq_una: cfg_qp_sq_una_i,
                    sq_psn: cfg_qp_sq_psn_i, rq_psn: cfg_qp_rq_psn_i};

  rnic_seg_chk #(.Tx(1'b0)) u_chk_rx (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(rx_beat)
  );
  rnic_seg_chk #(.Tx(1'b0)) u_chk_payload (
    .clk_i, .rst_ni, .valid_i(1'b1), .ready_i(1'b1), .beat_i(payload_beat)
  );

  rnic_rx #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni, .ready_o, .rx_beat_i(rx_beat), .cfg_mac_filter_i, .cfg_mac_i,
    .cfg_profile_we_i, .cfg_profile_i(profile_e'(cfg_profile_i)), .cfg_map_we_i, .cfg_map_dscp_i,
    .cfg_map_prio_i, .cfg_lossless_we_i, .cfg_lossless_i, .cfg_qp_valid_i, .cfg_qp_ready_o,
    .cfg_qp_load_i, .cfg_qp_i(cfg_qp), .record_0_o(r0), .record_1_o(r1),
    .payload_beat_o(payload_beat), .counter_index_i, .counter_count_o
  );

  assign icrc_valid_o = {u_dut.icrc_1.valid, u_dut.icrc_0.valid};
  assign valid_o = {r1.valid, r0.valid};
  assign verdict_o = {r1.verdict, r0.verdict};
  assign reason_o = {r1.reason, r0.reason};
  assign region_o = {r1.region, r0.region};
  assign action_o = {r1.action, r0.action};
  assign answered_o = {r1.answered, r0.answered};
  assign answer_psn_o = {r1.answer_psn, r0.answer_psn};
  assign msn_o = {r1.msn, r0.msn};
  assign ce_o = {r1.ce, r0.ce};
  assign roce_o = {r1.frame.roce, r0.frame.roce};
  assign sized_o = {r1.frame.sized, r0.frame.sized};
  assign icrc_o = {r1.frame.icrc, r0.frame.icrc};
  assign prio_o = {r1.frame.cls.prio, r0.frame.cls.prio};
  assign pcp_mismatch_o = {r1.frame.cls.pcp_mismatch, r0.frame.cls.pcp_mismatch};
  assign lossy_o = {r1.frame.cls.lossy, r0.frame.cls.lossy};
  assign ecn_o = {r1.frame.cls.ecn, r0.frame.cls.ecn};
  assign opcode_o = {r1.frame.hdr.opcode, r0.frame.hdr.opcode};
  assign qpn_o = {r1.frame.hdr.qpn, r0.frame.hdr.qpn};
  assign psn_o = {r1.frame.hdr.psn, r0.frame.hdr.psn};
  assign payload_offset_o = {r1.frame.hdr.payload_offset, r0.frame.hdr.payload_offset};
  assign payload_bytes_o = {r1.frame.hdr.payload_bytes, r0.frame.hdr.payload_bytes};
  assign pad_o = {r1.frame.hdr.pad, r0.frame.hdr.pad};
  assign {payload_ena_o, payload_sop_o, payload_eop_o, payload_err_o, payload_mty_o,
          payload_data_o} = payload_beat;

  // ------------------------------------------------------------ packet numbers, for waves
  function automatic logic [1:0] at_least(logic [NumSegs-1:0] starts);
    return {|(starts & (starts - 1'b1)), |starts};
  endfunction

  logic       accept_0, accept_1;
  logic [1:0] accepted;
  assign accept_0 = r0.valid & r0.verdict == VerdictAccept;
  assign accept_1 = r1.valid & r1.verdict == VerdictAccept;
  assign accepted = {accept_0 & accept_1, accept_0 | accept_1};

  tb_packet_numbers #(.Taps(4)) u_packets (
    .clk_i, .rst_ni, .push_i(at_least(rx_ena_i & rx_sop_i)),
    .push_number_i({rx_packet_1_i, rx_packet_0_i}),
    .take_i({{r1.valid, r0.valid}, {u_dut.judged_1.valid, u_dut.judged_0.valid},
             {u_dut.icrc_1.valid, u_dut.icrc_0.valid},
             {u_dut.parsed_1.valid, u_dut.parsed_0.valid}}),
    .number_o({record_packet_1_o, record_packet_0_o, judged_packet_1_o, judged_packet_0_o,
               icrc_packet_1_o, icrc_packet_0_o, parsed_packet_1_o, parsed_packet_0_o})
  );
  tb_packet_numbers #(.Taps(1)) u_accepted_packets (
    .clk_i, .rst_ni, .push_i(accepted),
    .push_number_i({record_packet_1_o, accept_0 ? record_packet_0_o : record_packet_1_o}),
    .take_i(at_least(payload_ena_o & payload_sop_o)),
    .number_o({payload_packet_1_o, payload_packet_0_o})
  );

endmodule
