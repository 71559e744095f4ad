// SPDX-License-Identifier: Apache-2.0
// One lookup of rnic_dscp_classifier. Latency 2 clocks: the map's word, then what follows from it.
// Map and mask are those of the clock in which the frame enters.

module rnic_dscp_lookup
  import rnic_qos_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  dscp_map_t   map_i,
  input  prio_mask_t  lossless_i,

  input  logic        valid_i,
  input  logic [7:0]  tclass_i,
  input  logic        vlan_i,
  input  logic [2:0]  pcp_i,

  output class_t      class_o
);

  logic       s1_valid_q, s1_vlan_q;
  logic [2:0] s1_pcp_q;
  logic [1:0] s1_ecn_q;
  prio_t      s1_prio_q;
  prio_mask_t s1_lossless_q;

  always_ff @(posedge clk_i) begin
    s1_valid_q <= valid_i & rst_ni;
    s1_vlan_q <= vlan_i;
    s1_pcp_q <= pcp_i;
    s1_ecn_q <= tclass_i[1:0];
    s1_prio_q <= map_i[tclass_i[7:2]];
    s1_lossless_q <= lossless_i;
  end

  always_ff @(posedge clk_i) begin
    class_o.valid <= s1_valid_q & rst_ni;
    class_o.prio <= s1_prio_q;
    class_o.pcp_mismatch <= s1_vlan_q & (s1_pcp_q != s1_prio_q);
    class_o.lossy <= !s1_lossless_q[s1_prio_q];
    class_o.ecn <= s1_ecn_q;
  end

endmodule
