// SPDX-License-Identifier: Apache-2.0
// From the sums of a beat to the verdicts on the frames that end in it.
//
// The register after a packet and its ICRC is a constant; so many zero bytes later, at the beat's
// end, it is one of 128. The result of a packet that ends before its frame (Ethernet padding, a
// trailer) waits here for the eop.
//
// Latency: sums 2 clocks, packet ends 3 clocks, frame ends 1 clock, to verdict_*_o. verdict_0_o is
// the first frame that ends in the beat.

module rnic_icrc_check
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  ends_t       ends_i,          // 1 clock ahead of the sums
  input  crc_t        lo_i,
  input  crc_t        hi_i,
  input  frame_end_t  frame_lo_i,      // 1 clock behind the sums
  input  frame_end_t  frame_hi_i,

  output verdict_t    verdict_0_o,
  output verdict_t    verdict_1_o
);

  // ------------------------------------------------------------ s0: what a good packet leaves
  // Index: where in the half the packet's last byte is.
  typedef crc_t [HalfBytes-1:0] residues_t;
  function automatic residues_t residues(int unsigned bytes_behind_half);
    residues_t r;
    for (int n = 0; n < int'(HalfBytes); n++)
      r[n] = crc_advance(Residue, 8 * (int'(HalfBytes) - 1 - n + int'(bytes_behind_half)));
    return r;
  endfunction
  localparam residues_t ResidueLo = residues(HalfBytes);
  localparam residues_t ResidueHi = residues(0);

  ends_t s1_ends_q;
  crc_t  s1_want_lo_q, s1_want_hi_q;

  always_ff @(posedge clk_i) begin
    s1_ends_q <= ends_i;
    s1_ends_q.lo.valid <= ends_i.lo.valid & rst_ni;
    s1_ends_q.hi.valid <= ends_i.hi.valid & rst_ni;
    s1_want_lo_q <= ResidueLo[{ends_i.lo.seg, ends_i.lo.last}];
    s1_want_hi_q <= ResidueHi[{ends_i.hi.seg, ends_i.hi.last}];
  end

  // ------------------------------------------------------------ s1: compare
  logic s2_lo_q, s2_hi_q, s2_lo_ok_q, s2_hi_ok_q;

  always_ff @(posedge clk_i) begin
    s2_lo_ok_q <= lo_i == s1_want_lo_q;
    s2_hi_ok_q <= hi_i == s1_want_hi_q;
    s2_lo_q <= s1_ends_q.lo.valid & rst_ni;
    s2_hi_q <= s1_ends_q.hi.valid & rst_ni;
  end

  // ------------------------------------------------------------ s2: a packet meets its frame
  typedef struct packed {
    logic checked;
    logic ok;
  } result_t;

  result_t waiting_q;                  // of a frame whose packet ended in an earlier beat
  result_t s2_from_lo, s2_frame_lo, s2_frame_hi, s2_waiting;

  always_comb begin
    s2_from_lo = s2_lo_q ? '{checked: 1'b1, ok: s2_lo_ok_q} : waiting_q;
    s2_frame_lo = s2_from_lo;
    // A frame that follows one that ended in the low half has only the high half to end its packet.
    if (s2_hi_q) s2_frame_hi = '{checked: 1'b1, ok: s2_hi_ok_q};
    else if (frame_lo_i.valid) s2_frame_hi = '0;
    else s2_frame_hi = s2_from_lo;
    s2_waiting = frame_hi_i.valid ? '0 : s2_frame_hi;
  end

  verdict_t s2_verdict_lo, s2_verdict_hi;
  assign s2_verdict_lo = '{valid: frame_lo_i.valid, checked: s2_frame_lo.checked,
                           ok: s2_frame_lo.ok, info: frame_lo_i.info};
  assign s2_verdict_hi = '{valid: frame_hi_i.valid, checked: s2_frame_hi.checked,
                           ok: s2_frame_hi.ok, info: frame_hi_i.info};

  always_ff @(posedge clk_i) begin
    verdict_0_o <= frame_lo_i.valid ? s2_verdict_lo : s2_verdict_hi;
    verdict_1_o <= s2_verdict_hi;
    verdict_1_o.valid <= frame_lo_i.valid & frame_hi_i.valid & rst_ni;
    if (!rst_ni) begin
      waiting_q <= '0;
      verdict_0_o.valid <= 1'b0;
    end else waiting_q <= s2_waiting;
  end

endmodule
