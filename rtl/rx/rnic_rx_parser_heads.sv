// SPDX-License-Identifier: Apache-2.0
// Lines up the first 106 bytes of the frames that start in a beat, one lane for each half of it.
//
// Such a frame's headers lie in its own beat and the next live one. The last live beat is held; in
// every clock each lane shows what it and the beat at the input hold. When that is a header, and
// whose, rnic_rx_parser_ends knows: a frame that ends in its own beat has all of it there already,
// an open one when the next live beat comes. What lies behind a frame's end is noise.
//
// Latency 2 clocks from the next live beat (a frame of one beat: from any next beat).

module rnic_rx_parser_heads
  import rnic_bus_pkg::*;
  import rnic_rx_parser_pkg::*;
(
  input  logic                            clk_i,

  input  lanes_t                          lanes_i,
  input  logic [NumSegs-1:0][SegBits-1:0] data_i,

  output head_t                           lo_o,
  output logic                            lo_tag_o,
  output head_t                           hi_o,
  output logic                            hi_tag_o
);

  // ------------------------------------------------------------ the last live beat
  logic [NumSegs-1:0][SegBits-1:0] held_data_q;
  logic [1:0]                      held_lo_q, held_hi_q;      // start segment in its half
  logic                            held_lo_tag_q, held_hi_tag_q;

  always_ff @(posedge clk_i) begin
    if (lanes_i.live) begin
      held_data_q <= data_i;
      held_lo_q <= half_index(lanes_i.sop[3:1]);
      held_hi_q <= half_index(lanes_i.sop[7:5]);
      held_lo_tag_q <= |(lanes_i.sop[3:0] & lanes_i.tag[3:0]);
      held_hi_tag_q <= |(lanes_i.sop[7:4] & lanes_i.tag[7:4]);
    end
  end

  // ------------------------------------------------------------ one of four places a lane
  // What lane hi's last place needs: HeadBytes from segment 7 on.
  localparam int unsigned ReachBytes = (NumSegs - 1) * SegBytes + HeadBytes;
  // Places are unpacked: in a packed array of 848-bit elements Verilator 5.006 looks for the last
  // one's end a word behind it.
  logic [8*ReachBytes-1:0] reach;
  head_t                   lo_places [HalfSegs], hi_places [HalfSegs];

  assign reach = (8 * ReachBytes)'({data_i, held_data_q});

  for (genvar s = 0; s < HalfSegs; s++) begin : gen_place
    assign lo_places[s] = reach[s*SegBits +: 8*HeadBytes];
    assign hi_places[s] = reach[(HalfSegs + s)*SegBits +: 8*HeadBytes];
  end

  always_ff @(posedge clk_i) begin
    lo_o <= lo_places[held_lo_q];
    hi_o <= hi_places[held_hi_q];
    lo_tag_o <= held_lo_tag_q;
    hi_tag_o <= held_hi_tag_q;
  end

endmodule
