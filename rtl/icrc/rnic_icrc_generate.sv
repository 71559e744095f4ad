// SPDX-License-Identifier: Apache-2.0
// From the sums of a beat to the ICRCs of the packets that end in it, put in their place.
//
// A RoCEv2 packet's length is a multiple of four (the pad sees to it) and frames start on 16-byte
// segments behind 14 or 18 bytes of Ethernet header: so a packet always ends two bytes into a
// 32-bit word of the beat, and its ICRC is the upper half of the word before and the lower half of
// that one. A packet of another length gets no ICRC.
//
// The sums, in the word basis, are taken back by the zero words behind the packet's end. Whatever
// stood in the ICRC's place went through the sum too: what comes out is the right register XOR
// that content, so XORing its inverse into the place leaves the ICRC there, and nothing has to be
// cleared before.
//
// The place may begin in the beat before the one in which the packet ends. So a beat is kept until
// the one that continues its last frame is there: beats leave later where a frame pauses, and never
// change order. Latency where it does not pause: sums 5 clocks, beats 2 clocks, to beat_o.

module rnic_icrc_generate
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_roce_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  input  ends_t      ends_i,           // in step with the sums
  input  crc_t       lo_i,
  input  crc_t       hi_i,
  input  seg_beat_t  beat_i,           // 3 clocks behind the sums

  output seg_beat_t  beat_o
);

  // ------------------------------------------------------------ s0..s2: take back
  // Whole words first, as steps of the word basis: as many as there are words behind the one in
  // which the packet ends. Then into the ordinary basis, with what is the same for all packets:
  // the other half of that word, the ICRC itself, and from the low half the high one.
  localparam crc_matrix_t Back8Words = advance_matrix(-8);
  localparam crc_matrix_t Back4Words = advance_matrix(-4);
  localparam crc_matrix_t Back2Words = advance_matrix(-2);
  localparam crc_matrix_t Back1Word = advance_matrix(-1);
  localparam crc_matrix_t HiBasis =
    matrix_product(advance_matrix(-8 * int'(IcrcBytes + 2)), from_word_basis());
  localparam crc_matrix_t LoBasis = matrix_product(advance_matrix(-8 * int'(HalfBytes)), HiBasis);

  function automatic crc_t back_8_4_words(crc_t crc, logic [1:0] steps);
    crc_t c;
    c = steps[1] ? multiply(Back8Words, crc) : crc;
    return steps[0] ? multiply(Back4Words, c) : c;
  endfunction

  function automatic crc_t back_2_1_words(crc_t crc, logic [1:0] steps);
    crc_t c;
    c = steps[1] ? multiply(Back2Words, crc) : crc;
    return steps[0] ? multiply(Back1Word, c) : c;
  endfunction

  // Word of the half in which a packet ends, if it ends where a RoCEv2 packet does.
  localparam int unsigned HalfWords = HalfBytes / 4;
  typedef logic [HalfWords-1:0] words_t;

  function automatic words_t last_word(half_end_t e);
    words_t w;
    for (int unsigned n = 0; n < HalfWords; n++)
      w[n] = e.valid & (e.last[1:0] == 2'd1) & ({e.seg, e.last[3:2]} == 4'(n));
    return w;
  endfunction

  ends_t  s1_ends_q, s2_ends_q;
  words_t s3_lo_last_q, s3_hi_last_q;
  crc_t   s1_lo_q, s1_hi_q, s2_lo_q, s2_hi_q, s3_lo_q, s3_hi_q;

  always_ff @(posedge clk_i) begin
    s1_lo_q <= back_8_4_words(lo_i, ~ends_i.lo.seg);
    s1_hi_q <= back_8_4_words(hi_i, ~ends_i.hi.seg);
    s1_ends_q <= ends_i;
    s2_lo_q <= back_2_1_words(s1_lo_q, ~s1_ends_q.lo.last[3:2]);
    s2_hi_q <= back_2_1_words(s1_hi_q, ~s1_ends_q.hi.last[3:2]);
    s2_ends_q <= s1_ends_q;
    s3_lo_q <= ~multiply(LoBasis, s2_lo_q);
    s3_hi_q <= ~multiply(HiBasis, s2_hi_q);
    s3_lo_last_q <= last_word(s2_ends_q.lo);
    s3_hi_last_q <= last_word(s2_ends_q.hi);
  end

  // ------------------------------------------------------------ s3: put it in
  // Bit n of lower: the ICRC's last two bytes go into the lower half of word n; bit n + 1 of
  // upper: its first two into the upper half of word n. Bit 0 of upper stands for the last word of
  // the beat before.
  localparam int unsigned BeatWords = BeatBytes / 4;
  logic [BeatWords:0]         s3_lo_upper;
  logic [BeatWords:1]         s3_hi_upper;
  logic [BeatWords-1:0]       s3_lo_lower, s3_hi_lower;
  logic [BeatWords-1:0][31:0] s3_data, s3_patched;

  assign s3_lo_lower = {HalfWords'(0), s3_lo_last_q};
  assign s3_hi_lower = {s3_hi_last_q, HalfWords'(0)};
  assign s3_lo_upper = {1'b0, s3_lo_lower};
  assign s3_hi_upper = {1'b0, s3_hi_lower[BeatWords-1:1]};
  assign s3_data = beat_i.data;

  for (genvar w = 0; w < BeatWords; w++) begin : gen_word
    assign s3_patched[w][31:16] = s3_data[w][31:16] ^ (s3_lo_q[15:0] & {16{s3_lo_upper[w+1]}})
                                                    ^ (s3_hi_q[15:0] & {16{s3_hi_upper[w+1]}});
    assign s3_patched[w][15:0] = s3_data[w][15:0] ^ (s3_lo_q[31:16] & {16{s3_lo_lower[w]}})
                                                  ^ (s3_hi_q[31:16] & {16{s3_hi_lower[w]}});
  end

  // ------------------------------------------------------------ s4: wait for the next beat
  seg_beat_t   kept_q;
  logic        kept_valid_q, kept_open_q, s3_live;
  logic [15:0] late;                 // for the last two bytes of the kept beat

  assign s3_live = |beat_i.ena;
  assign late = s3_lo_q[15:0] & {16{s3_lo_upper[0]}};

  always_ff @(posedge clk_i) begin
    if (s3_live) begin
      kept_q <= beat_i;
      kept_q.data <= s3_patched;
      kept_open_q <= beat_i.ena[NumSegs-1] & !beat_i.eop[NumSegs-1];
    end
    if (!rst_ni) kept_valid_q <= 1'b0;
    else kept_valid_q <= s3_live | (kept_valid_q & kept_open_q);
  end

  always_ff @(posedge clk_i) begin
    beat_o.data <= kept_q.data;
    beat_o.data[NumSegs-1][SegBits-1 -: 16] <= kept_q.data[NumSegs-1][SegBits-1 -: 16] ^ late;
    if (rst_ni & kept_valid_q & (s3_live | !kept_open_q)) begin
      beat_o.ena <= kept_q.ena;
      beat_o.sop <= kept_q.sop;
      beat_o.eop <= kept_q.eop;
      beat_o.err <= kept_q.err;
      beat_o.mty <= kept_q.mty;
    end else begin
      beat_o.ena <= '0;
      beat_o.sop <= '0;
      beat_o.eop <= '0;
      beat_o.err <= '0;
      beat_o.mty <= '0;
    end
  end

endmodule
