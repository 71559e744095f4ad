// SPDX-License-Identifier: Apache-2.0
// Prepares a beat for the CRC: fields the network may change become ones, bytes outside the IP
// packet zeros (IBTA A17.3.3; zeros add nothing to a CRC whose state is accounted for apart).
//
// Set to ones, counted from the first IP byte:
//   IPv4   1 TOS   8 TTL   10..11 header checksum   26..27 UDP checksum   32 BTH byte 4
//   IPv6   0 (low nibble)..3 class and flow label   7 hop limit   46..47   52 likewise
// With 14 or 18 bytes in front they lie in the frame's first five segments. Where the fifth segment
// is the next frame's first (a frame too short for its own header), the new frame wins.
//
// The IP packet's end may lie anywhere; of one that ends in this half, the segments behind it are
// zeroed up to the next sop. Bytes behind an end in an earlier half are left, and so are idle
// segments elsewhere: they lie in front of a start or behind an end, where nothing sums them.
//
// Latency: lanes and headers 5 clocks, ends 2 clocks, data 1 clock, to data_o.

module rnic_icrc_mask
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_roce_pkg::*;
(
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  lanes_t                            lanes_i,
  input  header_t                           b_i,       // in step with lanes_i
  input  header_t                           c_i,
  input  ends_t                             ends_i,    // 3 clocks behind lanes_i
  input  logic [NumSegs-1:0][SegBits-1:0]   data_i,    // 4 clocks behind lanes_i

  output logic [NumSegs-1:0][SegBits-1:0]   data_o
);

  // ------------------------------------------------------------ the fields, by segment
  localparam int unsigned HeadSegs = 5;
  typedef logic [HeadSegs-1:0][SegBits-1:0] head_bits_t;

  function automatic head_bits_t variant_fields(bit ipv6, int unsigned l2_bytes);
    logic [HeadSegs*SegBits-1:0] ones;
    ones = '0;
    for (int unsigned n = 0; n < HeadSegs * SegBytes - l2_bytes; n++) begin
      if (ipv6 ? (n inside {1, 2, 3, 7, 46, 47, 52}) : (n inside {1, 8, 10, 11, 26, 27, 32}))
        ones[8*(l2_bytes+n) +: 8] = 8'hFF;
    end
    if (ipv6) ones[8*l2_bytes +: 4] = 4'hF;
    return head_bits_t'(ones);
  endfunction

  localparam head_bits_t Ipv4Ones = variant_fields(1'b0, EthBytes);
  localparam head_bits_t Ipv6Ones = variant_fields(1'b1, EthBytes);
  localparam head_bits_t Ipv4TaggedOnes = variant_fields(1'b0, EthBytes + VlanTagBytes);
  localparam head_bits_t Ipv6TaggedOnes = variant_fields(1'b1, EthBytes + VlanTagBytes);

  // ------------------------------------------------------------ s0: what each segment is
  // place: which of its frame's segments, up to the fifth; the type is that frame's.
  localparam logic [2:0] Payload = 3'd7;
  typedef struct packed {
    logic [2:0] place;
    logic       vlan;
    logic       ipv6;
  } kind_t;

  logic [3:0] last_sop_q;              // segments 4..7 of the live beat before
  logic       last_c_vlan_q, last_c_ipv6_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) last_sop_q <= '0;
    else if (lanes_i.live) last_sop_q <= lanes_i.sop[7:4];
    if (lanes_i.live) begin
      last_c_vlan_q <= c_i.info.vlan;
      last_c_ipv6_q <= c_i.ipv6;
    end
  end

  // Bit 4 + s: a frame starts in segment s; 3..0: in 7..4 of the beat before. The type of a frame
  // is known from slot C of the beat before (4..6), from B (7, 0..2) or from C (3..6). In a
  // frame's first segment its own type field says all that matters there.
  logic [10:0] starts, start_vlan, start_ipv6;
  assign starts = {lanes_i.sop[6:0], last_sop_q};
  assign start_vlan = {{4{c_i.info.vlan}}, {4{b_i.info.vlan}}, {3{last_c_vlan_q}}};
  assign start_ipv6 = {{4{c_i.ipv6}}, {4{b_i.ipv6}}, {3{last_c_ipv6_q}}};

  kind_t [NumSegs-1:0] s1_kind_q, s2_kind_q, s3_kind_q, s4_kind_q;

  for (genvar s = 0; s < NumSegs; s++) begin : gen_kind
    // Starts of the frame whose fifth, fourth, third, second segment this one may be.
    logic [3:0] behind, vlan, ipv6;
    kind_t kind;
    assign behind = starts[s+3:s];
    assign vlan = behind & start_vlan[s+3:s];
    assign ipv6 = behind & start_ipv6[s+3:s];
    always_comb begin
      if (lanes_i.sop[s]) kind = '{place: 3'd0, vlan: lanes_i.tag[s], ipv6: lanes_i.ipv6[s]};
      else begin
        kind.vlan = |vlan;
        kind.ipv6 = |ipv6;
        if (behind[3]) kind.place = 3'd1;
        else if (behind[2]) kind.place = 3'd2;
        else if (behind[1]) kind.place = 3'd3;
        else if (behind[0]) kind.place = 3'd4;
        else kind.place = Payload;
      end
    end
    always_ff @(posedge clk_i) s1_kind_q[s] <= kind;
  end

  logic [1:0][3:1]    s1_sop_q, s2_sop_q, s3_sop_q;    // a half's first segment lies behind no end
  always_ff @(posedge clk_i) begin
    s1_sop_q <= {lanes_i.sop[7:5], lanes_i.sop[3:1]};
    s2_sop_q <= s1_sop_q;
    s3_sop_q <= s2_sop_q;
    s2_kind_q <= s1_kind_q;
    s3_kind_q <= s2_kind_q;
    s4_kind_q <= s3_kind_q;
  end

  // ------------------------------------------------------------ s3: where packets end
  // Segments 1..3 of a half that lie behind the end in segment seg and before the next frame.
  function automatic logic [3:1] behind_end(logic valid, logic [1:0] seg, logic [3:1] sop);
    logic [3:1] dead;
    dead[1] = valid & !sop[1] & (seg == 2'd0);
    dead[2] = valid & !sop[2] & (((seg == 2'd0) & !sop[1]) | (seg == 2'd1));
    dead[3] = valid & !sop[3]
            & (((seg == 2'd0) & !sop[1] & !sop[2]) | ((seg == 2'd1) & !sop[2]) | (seg == 2'd2));
    return dead;
  endfunction

  logic [NumSegs-1:0]       s4_dead_q, s4_end_q;
  logic [1:0][SegBytes-1:0] s4_tail_q;         // bytes up to the end, in the end's segment

  function automatic logic [SegBytes-1:0] up_to(logic [3:0] last);
    logic [SegBytes-1:0] keep;
    for (int unsigned b = 0; b < SegBytes; b++) keep[b] = 4'(b) <= last;
    return keep;
  endfunction

  always_ff @(posedge clk_i) begin
    s4_dead_q <= {behind_end(ends_i.hi.valid, ends_i.hi.seg, s3_sop_q[1]), 1'b0,
                  behind_end(ends_i.lo.valid, ends_i.lo.seg, s3_sop_q[0]), 1'b0};
    s4_end_q <= {{4{ends_i.hi.valid}} & (4'd1 << ends_i.hi.seg),
                 {4{ends_i.lo.valid}} & (4'd1 << ends_i.lo.seg)};
    s4_tail_q <= {up_to(ends_i.hi.last), up_to(ends_i.lo.last)};
  end

  // ------------------------------------------------------------ s4: the bytes
  function automatic logic [63:0] byte_enable(logic [7:0] bytes);
    logic [63:0] bits;
    for (int unsigned b = 0; b < 8; b++) bits[8*b +: 8] = {8{bytes[b]}};
    return bits;
  endfunction

  logic [1:0][1:0][63:0] s4_tail_bits;         // [half of the beat][half of the segment]
  for (genvar half = 0; half < 2; half++) begin : gen_tail_bits
    assign s4_tail_bits[half] =
      {byte_enable(s4_tail_q[half][15:8]), byte_enable(s4_tail_q[half][7:0])};
  end

  // In 64-bit words: that is what simulates fast.
  for (genvar s = 0; s < NumSegs; s++) begin : gen_seg
    for (genvar w = 0; w < 2; w++) begin : gen_word
      // IP bytes of a frame's first segment; of the second, where the tag moves the header on.
      localparam logic [63:0] FirstIp = (w == 1) ? 64'hFFFF_0000_0000_0000 : '0;
      localparam logic [63:0] SecondIp = (w == 1) ? '1 : 64'hFFFF_FFFF_FFFF_0000;

      logic [63:0] ones, keep;
      always_comb begin
        ones = '0;
        keep = '1;
        unique case (s4_kind_q[s].place)
          3'd0: begin
            keep = s4_kind_q[s].vlan ? '0 : FirstIp;
            ones = s4_kind_q[s].ipv6 ? Ipv6Ones[0][64*w +: 64] : Ipv4Ones[0][64*w +: 64];
          end
          3'd1: begin
            keep = s4_kind_q[s].vlan ? SecondIp : '1;
            unique case ({s4_kind_q[s].vlan, s4_kind_q[s].ipv6})
              2'b00: ones = Ipv4Ones[1][64*w +: 64];
              2'b01: ones = Ipv6Ones[1][64*w +: 64];
              2'b10: ones = Ipv4TaggedOnes[1][64*w +: 64];
              2'b11: ones = Ipv6TaggedOnes[1][64*w +: 64];
            endcase
          end
          3'd2: if (!s4_kind_q[s].ipv6)
            ones = s4_kind_q[s].vlan ? Ipv4TaggedOnes[2][64*w +: 64] : Ipv4Ones[2][64*w +: 64];
          3'd3: unique case ({s4_kind_q[s].vlan, s4_kind_q[s].ipv6})
            2'b01:   ones = Ipv6Ones[3][64*w +: 64];
            2'b10:   ones = Ipv4TaggedOnes[3][64*w +: 64];
            default: ones = '0;
          endcase
          3'd4: if (s4_kind_q[s].ipv6)
            ones = s4_kind_q[s].vlan ? Ipv6TaggedOnes[4][64*w +: 64] : Ipv6Ones[4][64*w +: 64];
          default: ones = '0;
        endcase
      end

      always_ff @(posedge clk_i) begin
        data_o[s][64*w +: 64] <= (data_i[s][64*w +: 64] | ones) & keep & {64{!s4_dead_q[s]}}
          & (s4_tail_bits[s/HalfSegs][w] | {64{!s4_end_q[s]}});
      end
    end
  end

endmodule
