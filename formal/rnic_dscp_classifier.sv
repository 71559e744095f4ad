// SPDX-License-Identifier: Apache-2.0
// rnic_dscp_classifier: what is said of a frame is what map and mask said of its DSCP when it came.
//
// Plain statement (RFC 2474: the traffic class byte is DSCP(6) ECN(2); IEEE 802.1Q: PCP). `dscp` is
// any one DSCP; kept are its priority and the lossless mask, as profiles and writes make them. For
// a frame with this DSCP, in either slot, 2 clocks later: that priority; whether a tag's PCP is
// another; whether it is outside the mask; the ECN bits. Since any DSCP may be the one, this is
// exhaustive: every DSCP, ECN, tag and PCP under every map and mask that can be configured.

`include "assert.svh"

module formal_dscp_classifier
  import rnic_qos_pkg::class_t, rnic_qos_pkg::profile_e;
(
  input logic            clk_i,
  input logic            rst_ni,
  input logic            cfg_profile_we_i,
  input logic            cfg_factory_i,
  input logic            cfg_map_we_i,
  input logic [5:0]      cfg_map_dscp_i,
  input logic [2:0]      cfg_map_prio_i,
  input logic            cfg_lossless_we_i,
  input logic [7:0]      cfg_lossless_i,
  input logic [1:0]      valid_i,
  input logic [1:0][7:0] tclass_i,
  input logic [1:0]      vlan_i,
  input logic [1:0][2:0] pcp_i
);

  `RNIC_STARTS_IN_RESET

  class_t [1:0] found;
  rnic_dscp_classifier u_dut (
    .clk_i, .rst_ni, .cfg_profile_we_i, .cfg_profile_i(profile_e'(cfg_factory_i)),
    .cfg_map_we_i, .cfg_map_dscp_i, .cfg_map_prio_i, .cfg_lossless_we_i, .cfg_lossless_i,
    .frame_0_valid_i(valid_i[0]), .frame_0_tclass_i(tclass_i[0]), .frame_0_vlan_i(vlan_i[0]),
    .frame_0_pcp_i(pcp_i[0]),
    .frame_1_valid_i(valid_i[1]), .frame_1_tclass_i(tclass_i[1]), .frame_1_vlan_i(vlan_i[1]),
    .frame_1_pcp_i(pcp_i[1]),
    .class_0_o(found[0]), .class_1_o(found[1])
  );

  // ------------------------------------------------------------ what should be
  logic [5:0] dscp_q;                  // any, the same all the time
  always_ff @(posedge clk_i) dscp_q <= dscp_q;

  // Basepod: DSCP 46 on priority 3, which alone is lossless; all else on 0. Factory: the upper half
  // of the DSCP, so 46 on 5; nothing is lossless.
  logic [2:0] priority_q, basepod, factory;
  logic [7:0] lossless_q;
  assign basepod = (dscp_q == 6'd46) ? 3'd3 : 3'd0;
  assign factory = dscp_q[5:3];
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (cfg_profile_we_i && !cfg_factory_i)) begin
      priority_q <= basepod;
      lossless_q <= 8'b0000_1000;
    end else if (cfg_profile_we_i) begin
      priority_q <= factory;
      lossless_q <= 8'b0000_0000;
    end else begin
      if (cfg_map_we_i && cfg_map_dscp_i == dscp_q) priority_q <= cfg_map_prio_i;
      if (cfg_lossless_we_i) lossless_q <= cfg_lossless_i;
    end
  end

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    logic [2:1]      valid_q, mine_q, mismatch_q, lossy_q;
    logic [2:1][2:0] prio_q;
    logic [2:1][1:0] ecn_q;
    always_ff @(posedge clk_i) begin
      valid_q    <= {valid_q[1] && rst_ni, valid_i[s] && rst_ni};
      mine_q     <= {mine_q[1], tclass_i[s][7:2] == dscp_q};
      prio_q     <= {prio_q[1], priority_q};
      mismatch_q <= {mismatch_q[1], vlan_i[s] && pcp_i[s] != priority_q};
      lossy_q    <= {lossy_q[1], !lossless_q[priority_q]};
      ecn_q      <= {ecn_q[1], tclass_i[s][1:0]};
    end

    logic judged;
    assign judged = valid_q[2] && mine_q[2];
    `RNIC_ASSERT(Comes, found[s].valid == valid_q[2], "not one answer to a frame, 2 clocks later")
    `RNIC_ASSERT(Priority, !judged || found[s].prio == prio_q[2], "not the map's priority")
    `RNIC_ASSERT(Mismatch, !judged || found[s].pcp_mismatch == mismatch_q[2],
                 "a PCP that differs is not told, or one that does not is")
    `RNIC_ASSERT(Lossy, !judged || found[s].lossy == lossy_q[2],
                 "a priority outside the mask is not told, or one inside is")
    `RNIC_ASSERT(Ecn, !judged || found[s].ecn == ecn_q[2], "not the frame's ECN bits")

    `RNIC_COVER(LossyMismatch, judged && lossy_q[2] && mismatch_q[2] && prio_q[2] == 3'd6)
    `RNIC_COVER(Lossless, judged && !lossy_q[2] && prio_q[2] == 3'd7 && dscp_q == 6'd63)
  end

  // ------------------------------------------------------------ what makes it inductive
  logic [63:0][2:0] map;
  assign map = u_dut.map_q;
  `RNIC_ASSERT(InvMap, map[dscp_q] == priority_q && u_dut.lossless_q == lossless_q,
               "map or mask are not as they were configured")

  `RNIC_COVER(Factory, priority_q == 3'd5 && dscp_q == 6'd46 && lossless_q == '0)

endmodule
