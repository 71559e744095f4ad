// SPDX-License-Identifier: Apache-2.0
// Finds the frames in what an F-Tile MAC gives: first and last words at the edges of inframe.
//
// A beat leaves for each beat of the MAC and for each clock outside of frames; where the MAC pauses
// within a frame, none does. err: the MAC said error or fcs_error. Behind a reset a frame counts as
// open, without a beginning, up to the first word without inframe. Latency 2 clocks.

`include "assert.svh"

module rnic_mac_ftile_rx_edges
  import rnic_mac_ftile_pkg::*;
(
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // From the MAC
  input  logic                     rx_mac_valid_i,
  input  word_mask_t               rx_mac_inframe_i,
  input  word_empty_t              rx_mac_eop_empty_i,
  input  word_mask_t               rx_mac_fcs_error_i,
  input  logic [NumWords-1:0][1:0] rx_mac_error_i,
  input  word_data_t               rx_mac_data_i,

  // To the limits
  output logic                     next_valid_o,
  output word_mask_t               next_ena_o,
  output word_mask_t               next_sop_o,
  output word_mask_t               next_eop_o,
  output word_groups_t             next_group_sop_o,
  output word_mask_t               next_err_o,      // counts on eop
  output word_empty_t              next_empty_o,    // counts on eop
  output word_data_t               next_data_o
);

  // ------------------------------------------------------------ s1: as the MAC gave it
  logic        s1_valid_q;
  word_mask_t  s1_inframe_q, s1_err_q;
  word_empty_t s1_empty_q;
  word_data_t  s1_data_q;

  always_ff @(posedge clk_i) begin
    s1_valid_q <= rx_mac_valid_i & rst_ni;
    s1_inframe_q <= rx_mac_inframe_i;
    s1_empty_q <= rx_mac_eop_empty_i;
    for (int w = 0; w < int'(NumWords); w++)
      s1_err_q[w] <= rx_mac_fcs_error_i[w] | (|rx_mac_error_i[w]);
    s1_data_q <= rx_mac_data_i;
  end

  // ------------------------------------------------------------ s2: edges
  logic       open_q;                  // a frame goes on from the beat before
  logic       s1_step;
  word_mask_t s1_before, s1_sop;       // before: inframe of the word before

  assign s1_step = s1_valid_q | !open_q;
  assign s1_before = {s1_inframe_q[NumWords-2:0], open_q};
  assign s1_sop = s1_inframe_q & ~s1_before & {NumWords{s1_valid_q}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b1;
    else if (s1_valid_q) open_q <= s1_inframe_q[NumWords-1];
  end

  always_ff @(posedge clk_i) begin
    next_valid_o <= s1_step & rst_ni;
    if (!rst_ni) begin
      next_ena_o <= '0;
      next_sop_o <= '0;
      next_eop_o <= '0;
      next_group_sop_o <= '0;
    end else if (s1_step) begin
      next_ena_o <= (s1_inframe_q | s1_before) & {NumWords{s1_valid_q}};
      next_sop_o <= s1_sop;
      next_eop_o <= ~s1_inframe_q & s1_before & {NumWords{s1_valid_q}};
      for (int g = 0; g < int'(NumWordGroups); g++)
        next_group_sop_o[g] <= |s1_sop[g*int'(WordGroup)+:WordGroup];
    end
    if (s1_step) begin
      next_err_o <= s1_err_q;
      next_empty_o <= s1_empty_q;
      next_data_o <= s1_data_q;
    end
  end

  `RNIC_COVER(PauseInFrame, !s1_valid_q && open_q)
  `RNIC_COVER(NothingButIdle, s1_step && !s1_valid_q)

endmodule
