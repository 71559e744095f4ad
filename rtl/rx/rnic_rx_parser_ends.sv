// SPDX-License-Identifier: Apache-2.0
// Whose frame ends in a beat, how long it was, and when its header comes out of a lane.
//
// Everything follows from three facts of the bus: frames have at least four segments, ends and
// starts take turns, and only the last start of a beat can stay open. A frame of a lane can end in
// the beat in which it starts only where three more segments fit.
//
// Latency, from the lanes' beat: meet_o 2 clocks (where a header is taken: 1 clock behind the next
// live beat), ends_o 3 clocks. In wire order, end 0 first; two ends a clock.
// Not promised: anything for a stream that breaks the bus rules, but it recovers with reset.

module rnic_rx_parser_ends
  import rnic_bus_pkg::*;
  import rnic_rx_parser_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  lanes_t      lanes_i,         // s1

  output meet_t       meet_o,          // s3, with the lanes' headers
  output frame_end_t  end_0_o,         // s4
  output frame_end_t  end_1_o
);

  typedef logic [9:0] segs_t;          // up to 600 in a frame

  function automatic logic [3:0] pick(logic [3:0] onehot, logic [3:0][3:0] of);
    return (of[0] & {4{onehot[0]}}) | (of[1] & {4{onehot[1]}})
         | (of[2] & {4{onehot[2]}}) | (of[3] & {4{onehot[3]}});
  endfunction

  // ------------------------------------------------------------ s1: starts, ends, owners
  logic       s1_start_lo, s1_start_hi, s1_eop_lo, s1_eop_hi;
  logic       s1_lo_ends_low, s1_lo_ends, s1_hi_ends;
  logic [1:0] s1_lo, s1_hi;            // start segment in its half
  owner_e     s1_owner_0, s1_owner_1;
  segs_t      s1_open_segs_q;          // of the open frame, in the beats before

  assign s1_start_lo = |lanes_i.sop[3:0];
  assign s1_start_hi = |lanes_i.sop[7:4];
  assign s1_eop_lo = |lanes_i.eop[3:0];
  assign s1_eop_hi = |lanes_i.eop[7:4];
  assign s1_lo = half_index(lanes_i.sop[3:1]);
  assign s1_hi = half_index(lanes_i.sop[7:5]);
  assign s1_lo_ends_low = lanes_i.sop[0] & lanes_i.eop[3];
  assign s1_hi_ends = lanes_i.sop[4] & lanes_i.eop[7];
  assign s1_lo_ends = s1_lo_ends_low | (s1_start_lo & s1_eop_hi & !s1_hi_ends);

  always_comb begin
    if (s1_eop_lo)        s1_owner_0 = s1_lo_ends_low ? OwnerLo : OwnerOpen;
    else if (s1_hi_ends)  s1_owner_0 = OwnerHi;
    else if (s1_start_lo) s1_owner_0 = OwnerLo;
    else                  s1_owner_0 = OwnerOpen;
    s1_owner_1 = s1_hi_ends ? OwnerHi : OwnerLo;
  end

  always_ff @(posedge clk_i) begin
    if (lanes_i.live) begin
      if (s1_start_hi)      s1_open_segs_q <= segs_t'(4) - segs_t'(s1_hi);
      else if (s1_start_lo) s1_open_segs_q <= segs_t'(8) - segs_t'(s1_lo);
      else                  s1_open_segs_q <= s1_open_segs_q + segs_t'(8);
    end
  end

  // ------------------------------------------------------------ s2: the beat that is held
  // base + to is the frame's count of segments; base is negative where it starts in this beat.
  logic       s2_valid_0_q, s2_valid_1_q, s2_open_lo_q, s2_open_hi_q;
  owner_e     s2_owner_0_q, s2_owner_1_q;
  segs_t      s2_base_0_q, s2_base_1_q, s2_to_0_q, s2_to_1_q;
  logic [3:0] s2_mty_0_q, s2_mty_1_q;
  logic       s2_err_0_q, s2_err_1_q;

  always_ff @(posedge clk_i) begin
    s2_owner_0_q <= s1_owner_0;
    s2_owner_1_q <= s1_owner_1;
    case (s1_owner_0)
      OwnerLo: s2_base_0_q <= -segs_t'(s1_lo);
      OwnerHi: s2_base_0_q <= -segs_t'(4);
      default: s2_base_0_q <= s1_open_segs_q;
    endcase
    s2_base_1_q <= s1_hi_ends ? -segs_t'(4) : -segs_t'(s1_lo);
    s2_to_0_q <= s1_eop_lo ? segs_t'(half_index(lanes_i.eop[3:1])) + segs_t'(1)
                           : segs_t'(half_index(lanes_i.eop[7:5])) + segs_t'(5);
    s2_to_1_q <= segs_t'(half_index(lanes_i.eop[7:5])) + segs_t'(5);
    s2_mty_0_q <= s1_eop_lo ? pick(lanes_i.eop[3:0], lanes_i.mty[3:0])
                            : pick(lanes_i.eop[7:4], lanes_i.mty[7:4]);
    s2_mty_1_q <= pick(lanes_i.eop[7:4], lanes_i.mty[7:4]);
    s2_err_0_q <= s1_eop_lo ? |(lanes_i.eop[3:0] & lanes_i.err[3:0])
                            : |(lanes_i.eop[7:4] & lanes_i.err[7:4]);
    s2_err_1_q <= |(lanes_i.eop[7:4] & lanes_i.err[7:4]);
    s2_valid_0_q <= lanes_i.live & (s1_eop_lo | s1_eop_hi) & rst_ni;
    s2_valid_1_q <= lanes_i.live & s1_eop_lo & s1_eop_hi & rst_ni;
    if (!rst_ni) begin
      s2_open_lo_q <= 1'b0;
      s2_open_hi_q <= 1'b0;
    end else if (lanes_i.live) begin
      s2_open_lo_q <= s1_start_lo & !s1_start_hi & !s1_lo_ends;
      s2_open_hi_q <= s1_start_hi & !s1_hi_ends;
    end
  end

  // ------------------------------------------------------------ s3, s4: what leaves
  segs_t      s3_segs_0_q, s3_segs_1_q;
  logic [3:0] s3_mty_0_q, s3_mty_1_q;
  logic       s3_err_0_q, s3_err_1_q;

  always_ff @(posedge clk_i) begin
    meet_o.owner_0 <= s2_owner_0_q;
    meet_o.owner_1 <= s2_owner_1_q;
    meet_o.valid_0 <= s2_valid_0_q & rst_ni;
    meet_o.valid_1 <= s2_valid_1_q & rst_ni;
    meet_o.take_lo <= s2_open_lo_q & lanes_i.live & rst_ni;
    meet_o.take_hi <= s2_open_hi_q & lanes_i.live & rst_ni;
    s3_segs_0_q <= s2_base_0_q + s2_to_0_q;
    s3_segs_1_q <= s2_base_1_q + s2_to_1_q;
    {s3_mty_1_q, s3_mty_0_q} <= {s2_mty_1_q, s2_mty_0_q};
    {s3_err_1_q, s3_err_0_q} <= {s2_err_1_q, s2_err_0_q};
    end_0_o.bytes <= {s3_segs_0_q, 4'd0} - frame_bytes_t'(s3_mty_0_q);
    end_1_o.bytes <= {s3_segs_1_q, 4'd0} - frame_bytes_t'(s3_mty_1_q);
    end_0_o.err <= s3_err_0_q;
    end_1_o.err <= s3_err_1_q;
  end

endmodule
