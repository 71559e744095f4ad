// SPDX-License-Identifier: Apache-2.0
// Shim: seg_beat_t taken apart and put together, and the sizes of rnic_bus_pkg.

module tb_rnic_bus_pkg
  import rnic_bus_pkg::*;
(
  input  logic           clk_i,
  input  logic           rst_ni,

  // A beat by its fields, and all of it one clock later, flat and by segment
  input  logic [7:0]     ena_i,
  input  logic [7:0]     sop_i,
  input  logic [7:0]     eop_i,
  input  logic [7:0]     err_i,
  input  logic [31:0]    mty_i,
  input  logic [1023:0]  data_i,
  output logic [1087:0]  flat_o,
  input  logic [2:0]     seg_i,
  output logic [3:0]     seg_mty_o,
  output logic [127:0]   seg_data_o,

  // A constant beat, wider than 1,024 bits: fields 11, 22, ... and the byte ramp
  output logic [1087:0]  constant_o,

  output logic [15:0]    num_segs_o,
  output logic [15:0]    seg_bytes_o,
  output logic [15:0]    seg_bits_o,
  output logic [15:0]    beat_bytes_o,
  output logic [15:0]    beat_bits_o,
  output logic [15:0]    min_frame_bytes_o,
  output logic [15:0]    max_frame_bytes_o,
  output logic [15:0]    num_slots_o,
  output logic [15:0]    width_o            // of seg_beat_t
);

  seg_beat_t beat_q;
  always_ff @(posedge clk_i) begin
    beat_q <= '{ena: ena_i, sop: sop_i, eop: eop_i, err: err_i, mty: mty_i, data: data_i};
  end
  assign flat_o = beat_q;
  assign seg_mty_o = beat_q.mty[seg_i];
  assign seg_data_o = beat_q.data[seg_i];

  function automatic logic [BeatBits-1:0] ramp();
    logic [BeatBits-1:0] bits;
    for (int n = 0; n < int'(BeatBytes); n++) bits[8*n+:8] = 8'(n);
    return bits;
  endfunction
  localparam seg_beat_t Constant = '{ena: 8'h11, sop: 8'h22, eop: 8'h33, err: 8'h44,
                                     mty: 32'h7654_3210, data: ramp()};
  assign constant_o = Constant;

  assign num_segs_o = 16'(NumSegs);
  assign seg_bytes_o = 16'(SegBytes);
  assign seg_bits_o = 16'(SegBits);
  assign beat_bytes_o = 16'(BeatBytes);
  assign beat_bits_o = 16'(BeatBits);
  assign min_frame_bytes_o = 16'(MinFrameBytes);
  assign max_frame_bytes_o = 16'(MaxFrameBytes);
  assign num_slots_o = 16'(NumSlots);
  assign width_o = 16'($bits(seg_beat_t));

  logic unused_rst_n;
  assign unused_rst_n = rst_ni;

endmodule
