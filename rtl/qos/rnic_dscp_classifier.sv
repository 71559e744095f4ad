// SPDX-License-Identifier: Apache-2.0
// DSCP to priority through the site's map, two frames a clock.
//
// Each slot's traffic class byte is DSCP(6) ECN(2) (RFC 2474, RFC 3168); with a tag, its PCP (IEEE
// 802.1Q) should be the map's priority. A DSCP that the map puts outside the lossless mask is
// reported, not refused: dropping silently is what a NIC and a switch with different maps do.
//
// Latency 2 clocks, order kept. The map and mask start as the basepod profile; a profile is loaded,
// an entry or the mask written in any clock, and holds for slots that enter in later clocks. A
// profile load wins over writes in the same clock.

module rnic_dscp_classifier
  import rnic_qos_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  // Configuration
  input  logic          cfg_profile_we_i,
  input  profile_e      cfg_profile_i,
  input  logic          cfg_map_we_i,
  input  logic [5:0]    cfg_map_dscp_i,
  input  prio_t         cfg_map_prio_i,
  input  logic          cfg_lossless_we_i,
  input  prio_mask_t    cfg_lossless_i,

  // Frames, in wire order
  input  logic          frame_0_valid_i,
  input  logic [7:0]    frame_0_tclass_i,
  input  logic          frame_0_vlan_i,
  input  logic [2:0]    frame_0_pcp_i,
  input  logic          frame_1_valid_i,
  input  logic [7:0]    frame_1_tclass_i,
  input  logic          frame_1_vlan_i,
  input  logic [2:0]    frame_1_pcp_i,

  output class_t        class_0_o,
  output class_t        class_1_o
);

  // ------------------------------------------------------------ the map
  dscp_map_t  map_q;
  prio_mask_t lossless_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      map_q <= profile_map(Basepod);
      lossless_q <= profile_lossless(Basepod);
    end else if (cfg_profile_we_i) begin
      map_q <= profile_map(cfg_profile_i);
      lossless_q <= profile_lossless(cfg_profile_i);
    end else begin
      if (cfg_map_we_i) map_q[cfg_map_dscp_i] <= cfg_map_prio_i;
      if (cfg_lossless_we_i) lossless_q <= cfg_lossless_i;
    end
  end

  // ------------------------------------------------------------ lookups
  rnic_dscp_lookup u_slot_0 (
    .clk_i, .rst_ni, .map_i(map_q), .lossless_i(lossless_q), .valid_i(frame_0_valid_i),
    .tclass_i(frame_0_tclass_i), .vlan_i(frame_0_vlan_i), .pcp_i(frame_0_pcp_i),
    .class_o(class_0_o)
  );
  rnic_dscp_lookup u_slot_1 (
    .clk_i, .rst_ni, .map_i(map_q), .lossless_i(lossless_q), .valid_i(frame_1_valid_i),
    .tclass_i(frame_1_tclass_i), .vlan_i(frame_1_vlan_i), .pcp_i(frame_1_pcp_i),
    .class_o(class_1_o)
  );

endmodule
