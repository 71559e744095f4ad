// SPDX-License-Identifier: Apache-2.0
// Follows each frame from its header to the beat in which its IP packet ends, and to its eop.
//
// Two kinds of end leave: the IP packet's last byte (ends_o, what the CRC runs to), and the frame's
// eop with what its header said (frame_lo_o, frame_hi_o). An IP packet that claims more bytes than
// its frame has gets no end, so that it can't claim its neighbour's segments.
//
// Why a half holds at most one end of a kind: frames have at least 60 bytes and an IP packet whose
// length is under 44 (IPv4) or 64 (IPv6) bytes is never an end, so two ends are at least four
// segments apart. From input to frame_*_o 1 clock, to ends_o 3 clocks.

module rnic_icrc_ends
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  lanes_t      lanes_i,
  input  header_t     b_i,
  input  header_t     c_i,

  output frame_end_t  frame_lo_o,
  output frame_end_t  frame_hi_o,
  output ends_t       ends_o
);

  // ------------------------------------------------------------ s0: eop of either half
  function automatic half_end_t half_eop(logic [3:0] eop, logic [3:0][3:0] mty);
    half_end_t e;
    logic [3:0] empty;
    e.valid = |eop;
    e.seg = {eop[2] | eop[3], eop[1] | eop[3]};
    empty = (mty[0] & {4{eop[0]}}) | (mty[1] & {4{eop[1]}})
          | (mty[2] & {4{eop[2]}}) | (mty[3] & {4{eop[3]}});
    e.last = ~empty;
    return e;
  endfunction

  // Which eop can be whose: a frame of slot B that starts in segment 7 (of the beat before) or 0
  // owns an eop in the low half; a frame of slot C that starts in 3 or 4 owns one in the high
  // half. Otherwise such an eop is the frame's before it.
  logic       s0_b_owns_lo, s0_c_owns_hi;
  half_end_t  s0_eop_lo, s0_eop_hi;

  assign s0_eop_lo = half_eop(lanes_i.eop[3:0], lanes_i.mty[3:0]);
  assign s0_eop_hi = half_eop(lanes_i.eop[7:4], lanes_i.mty[7:4]);
  assign s0_b_owns_lo = !b_i.start[1];
  assign s0_c_owns_hi = !c_i.start[1];

  // ------------------------------------------------------------ frames' ends with their header
  frame_info_t info_q;                 // of the newest frame in the beats before

  always_ff @(posedge clk_i) begin
    frame_lo_o.info <= b_i.valid & s0_b_owns_lo ? b_i.info : info_q;
    frame_hi_o.info <= c_i.valid & s0_c_owns_hi ? c_i.info : b_i.valid ? b_i.info : info_q;
    frame_lo_o.valid <= s0_eop_lo.valid & rst_ni;
    frame_hi_o.valid <= s0_eop_hi.valid & rst_ni;
    if (c_i.valid) info_q <= c_i.info;
    else if (b_i.valid) info_q <= b_i.info;
  end

  // ------------------------------------------------------------ s1: does it end here or later?
  // beats_q: how many beats after the next one the end lies, where it lies in a later beat.
  logic        s1_live_q, s1_b_valid_q, s1_c_valid_q, s1_b_owns_lo_q;
  logic        s1_b_here_q, s1_c_here_q, s1_b_later_q, s1_c_later_q;
  logic [9:0]  s1_b_beats_q, s1_c_beats_q;
  logic [6:0]  s1_b_pos_q, s1_c_pos_q;
  half_end_t   s1_eop_lo_q, s1_eop_hi_q;

  always_ff @(posedge clk_i) begin
    s1_b_owns_lo_q <= s0_b_owns_lo;
    s1_b_beats_q <= b_i.last_byte[16:7] - 10'd1;
    s1_c_beats_q <= c_i.last_byte[16:7] - 10'd1;
    s1_b_pos_q <= b_i.last_byte[6:0];
    s1_c_pos_q <= c_i.last_byte[6:0];
    s1_eop_lo_q <= s0_eop_lo;
    s1_eop_hi_q <= s0_eop_hi;
    s1_b_here_q <= b_i.valid & b_i.checkable & (b_i.last_byte[16:7] == '0) & rst_ni;
    s1_c_here_q <= c_i.valid & c_i.checkable & (c_i.last_byte[16:7] == '0) & rst_ni;
    // A frame that is over in this beat has no later end.
    s1_b_later_q <= b_i.checkable & (b_i.last_byte[16:7] != '0)
                  & !(s0_eop_hi.valid | (s0_eop_lo.valid & s0_b_owns_lo));
    s1_c_later_q <= c_i.checkable & (c_i.last_byte[16:7] != '0)
                  & !(s0_eop_hi.valid & s0_c_owns_hi);
    s1_live_q <= lanes_i.live & rst_ni;
    s1_b_valid_q <= b_i.valid & rst_ni;
    s1_c_valid_q <= c_i.valid & rst_ni;
  end

  // ------------------------------------------------------------ s1: the packet that is open
  logic        open_q;                 // its end is still to come
  logic        open_due_q;             // it is due in the next live beat
  logic [9:0]  open_beats_q;
  logic [6:0]  open_pos_q;

  always_ff @(posedge clk_i) begin
    if (s1_live_q) begin
      if (s1_c_valid_q) begin
        open_beats_q <= s1_c_beats_q;
        open_due_q <= s1_c_beats_q == '0;
        open_pos_q <= s1_c_pos_q;
      end else if (s1_b_valid_q) begin
        open_beats_q <= s1_b_beats_q;
        open_due_q <= s1_b_beats_q == '0;
        open_pos_q <= s1_b_pos_q;
      end else begin
        open_beats_q <= open_beats_q - 10'd1;
        open_due_q <= open_beats_q == 10'd1;
      end
    end
    if (!rst_ni) open_q <= 1'b0;
    else if (s1_live_q) begin
      if (s1_c_valid_q) open_q <= s1_c_later_q;
      else if (s1_b_valid_q) open_q <= s1_b_later_q;
      else open_q <= open_q & !open_due_q & !s1_eop_lo_q.valid & !s1_eop_hi_q.valid;
    end
  end

  // ------------------------------------------------------------ s2: the packets that end here
  logic        s1_open_here;
  half_end_t   s2_lo_q, s2_hi_q, s2_eop_lo_q, s2_eop_hi_q;

  assign s1_open_here = s1_live_q & open_q & open_due_q;

  always_ff @(posedge clk_i) begin
    {s2_lo_q.seg, s2_lo_q.last} <= open_q & open_due_q ? open_pos_q[5:0] : s1_b_pos_q[5:0];
    {s2_hi_q.seg, s2_hi_q.last} <= s1_c_here_q ? s1_c_pos_q[5:0]
                                 : s1_b_here_q ? s1_b_pos_q[5:0] : open_pos_q[5:0];
    s2_eop_lo_q <= s1_eop_lo_q;
    s2_eop_hi_q <= s1_eop_hi_q;
    s2_lo_q.valid <= ((s1_open_here & !open_pos_q[6]) | (s1_b_here_q & !s1_b_pos_q[6])) & rst_ni;
    // An eop in the low half ends what was open: it can't go on to the high half.
    s2_hi_q.valid <= ((s1_open_here & open_pos_q[6] & !s1_eop_lo_q.valid)
                    | (s1_b_here_q & s1_b_pos_q[6] & !(s1_eop_lo_q.valid & s1_b_owns_lo_q))
                    | s1_c_here_q) & rst_ni;
  end

  // ------------------------------------------------------------ s3: only inside the frame
  function automatic logic inside_frame(half_end_t packet, half_end_t frame);
    return packet.valid & (!frame.valid | ({packet.seg, packet.last} <= {frame.seg, frame.last}));
  endfunction

  always_ff @(posedge clk_i) begin
    ends_o <= {s2_hi_q, s2_lo_q};
    ends_o.lo.valid <= inside_frame(s2_lo_q, s2_eop_lo_q) & rst_ni;
    ends_o.hi.valid <= inside_frame(s2_hi_q, s2_eop_hi_q) & rst_ni;
  end

endmodule
