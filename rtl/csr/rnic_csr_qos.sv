// SPDX-License-Identifier: Apache-2.0
// Register window `qos`: the DSCP map, the lossless mask, and the load of a whole profile.
//
// The outputs change in the clock behind the write; all of a profile's at once. Answers in the
// clock of the request.

module rnic_csr_qos
  import rnic_qos_pkg::*;
  import rnic_csr_map_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,

  // Register access, as rnic_csr_axil gives it
  input  logic             req_i,
  input  logic             write_i,
  input  logic [QosBits-1:2] addr_i,
  input  logic [31:0]      wdata_i,
  output logic             ack_o,
  output logic             err_o,
  output logic [31:0]      rdata_o,

  output dscp_map_t        cfg_map_o,
  output prio_mask_t       cfg_lossless_o
);

  localparam int unsigned RowDscps = 8;
  typedef prio_t [RowDscps-1:0] row_t;

  // ------------------------------------------------------------ which register
  logic                   is_map, is_lossless, is_profile;
  logic [2:0]             row;
  assign is_map      = addr_i[QosBits-1:5] == QosMap[QosBits-1:5];
  assign is_lossless = addr_i == QosLossless[QosBits-1:2];
  assign is_profile  = addr_i == QosProfile[QosBits-1:2];
  assign row         = addr_i[4:2];

  // ------------------------------------------------------------ state
  row_t [7:0]   map_q;
  prio_mask_t   lossless_q;
  logic         write;
  qos_map_t     new_row;
  qos_profile_t new_profile;
  profile_e     profile;

  assign write       = req_i && write_i;
  assign new_row     = wdata_i;
  assign new_profile = wdata_i;
  assign profile     = new_profile.factory ? Factory : Basepod;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      map_q      <= profile_map(Basepod);
      lossless_q <= profile_lossless(Basepod);
    end else if (write && is_profile) begin
      map_q      <= profile_map(profile);
      lossless_q <= profile_lossless(profile);
    end else if (write && is_map) begin
      map_q[row] <= {new_row.prio_7, new_row.prio_6, new_row.prio_5, new_row.prio_4,
                     new_row.prio_3, new_row.prio_2, new_row.prio_1, new_row.prio_0};
    end else if (write && is_lossless) begin
      lossless_q <= wdata_i[NumPriorities-1:0];
    end
  end

  // ------------------------------------------------------------ answer
  row_t     old_row;
  qos_map_t old_word;
  assign old_row = map_q[row];
  always_comb begin
    old_word = '0;
    {old_word.prio_7, old_word.prio_6, old_word.prio_5, old_word.prio_4,
     old_word.prio_3, old_word.prio_2, old_word.prio_1, old_word.prio_0} = old_row;
  end

  assign ack_o   = req_i;
  assign err_o   = !(is_map || is_lossless || is_profile);
  assign rdata_o = is_map ? old_word : is_lossless ? 32'(lossless_q) : '0;

  assign cfg_map_o      = map_q;
  assign cfg_lossless_o = lossless_q;

endmodule
