// SPDX-License-Identifier: Apache-2.0
// The ICRC's sums in both bases, what judges them and what writes them, for crc_matrices.cc.
//
// Packets come as rnic_icrc_mask hands them on: bytes outside the packet are zero, variant fields
// ones already. Sums 4 clocks behind the beat, the verdict on ends_i's packet 6, data_o 9.

module formal_crc_matrices
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [NumSegs-1:0]  sop_i,
  input  logic [NumSegs-1:0]  tag_i,
  input  logic [NumSegs-1:0]  ena_i,
  input  logic [NumSegs-1:0]  eop_i,
  input  logic [BeatBits-1:0] data_i,
  input  logic                lo_valid_i,   // where a packet ends in the half: byte 0..63
  input  logic [5:0]          lo_last_i,
  input  logic                hi_valid_i,
  input  logic [5:0]          hi_last_i,

  output logic [31:0]         lo_o,
  output logic [31:0]         hi_o,
  output logic                good_o,       // the packet that ended, its ICRC at its end
  output logic                judged_o,
  output logic                live_o,
  output logic [BeatBits-1:0] data_o
);

  // verilator tracing_off

  ends_t     ends, s3_ends, s4_ends;
  seg_beat_t beat, s7_beat, out;
  crc_t      word_lo, word_hi;
  verdict_t  verdict_0, verdict_1;
  frame_end_t s5_lo, s5_hi;

  assign ends = '{lo: '{valid: lo_valid_i, seg: lo_last_i[5:4], last: lo_last_i[3:0]},
                  hi: '{valid: hi_valid_i, seg: hi_last_i[5:4], last: hi_last_i[3:0]}};
  assign beat = '{ena: ena_i, sop: sop_i, eop: eop_i, err: '0, mty: '0, data: data_i};

  rnic_icrc_sum #(.WordBasis(1'b0)) u_sum (
    .clk_i, .live_i(|ena_i), .sop_i, .tag_i, .data_i(data_i), .lo_o, .hi_o
  );
  rnic_icrc_sum #(.WordBasis(1'b1)) u_word_sum (
    .clk_i, .live_i(|ena_i), .sop_i, .tag_i, .data_i(data_i), .lo_o(word_lo), .hi_o(word_hi)
  );

  rnic_pipe #(.Width($bits(ends_t)), .Cycles(3)) u_ends_s3 (
    .clk_i, .rst_ni, .d_i(ends), .d_o(s3_ends)
  );
  rnic_pipe #(.Width($bits(ends_t)), .Cycles(1)) u_ends_s4 (
    .clk_i, .rst_ni, .d_i(s3_ends), .d_o(s4_ends)
  );
  // A frame ends where its packet does.
  frame_end_t lo_end, hi_end;
  assign lo_end = '{valid: lo_valid_i, info: '0};
  assign hi_end = '{valid: hi_valid_i, info: '0};
  rnic_pipe #(.Width(2 * $bits(frame_end_t)), .Cycles(5)) u_frame_ends (
    .clk_i, .rst_ni, .d_i({hi_end, lo_end}), .d_o({s5_hi, s5_lo})
  );
  rnic_icrc_check u_check (
    .clk_i, .rst_ni, .ends_i(s3_ends), .lo_i(lo_o), .hi_i(hi_o), .frame_lo_i(s5_lo),
    .frame_hi_i(s5_hi), .verdict_0_o(verdict_0), .verdict_1_o(verdict_1)
  );
  assign judged_o = verdict_0.valid;
  assign good_o   = verdict_0.valid && verdict_0.checked && verdict_0.ok;

  rnic_pipe #(.Width($bits(seg_beat_t)), .Cycles(7)) u_beat (
    .clk_i, .rst_ni, .d_i(beat), .d_o(s7_beat)
  );
  rnic_icrc_generate u_generate (
    .clk_i, .rst_ni, .ends_i(s4_ends), .lo_i(word_lo), .hi_i(word_hi), .beat_i(s7_beat),
    .beat_o(out)
  );
  assign live_o = |out.ena;
  assign data_o = out.data;

  logic unused_flags;
  assign unused_flags = ^{out.sop, out.eop, out.err, out.mty, out.ena, verdict_1, verdict_0.info};

endmodule
