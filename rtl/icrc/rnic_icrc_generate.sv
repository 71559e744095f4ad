// SPDX-License-Identifier: Apache-2.0
// From the sums of a beat to the ICRCs of the packets that end in it, put in their place.
//
// The sums, in the word basis, are taken back by the zero bytes behind the packet's end and by the
// four of the ICRC itself. Whatever stood in its place went through the sum too: what comes out is
// the right register XOR that content, so XORing its inverse into the place leaves the ICRC there and
// nothing has to be cleared before.
//
// The place may begin up to three bytes before the beat in which the packet ends. A beat is kept
// until the one that follows it inside the frame is there; so beats leave 1 clock later where a
// frame has a gap, and never change order. Frames without a packet end pass unchanged.
//
// Latency: sums 7 clocks, beats 2 clocks, to beat_o.

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
  input  seg_beat_t  beat_i,           // 5 clocks behind the sums

  output seg_beat_t  beat_o
);

  // ------------------------------------------------------------------ s0..s3: take back
  // Zero bytes behind the end: the inverse of the last byte's index in its half, and a half more
  // from the low one. First whole words, as steps of the word basis; then into the ordinary basis,
  // with what is the same for all packets of a half; then single bytes.
  localparam crc_matrix_t Back8Words = advance_matrix(-8);
  localparam crc_matrix_t Back4Words = advance_matrix(-4);
  localparam crc_matrix_t Back2Words = advance_matrix(-2);
  localparam crc_matrix_t Back1Word = advance_matrix(-1);
  localparam crc_matrix_t HiBasis = matrix_product(advance_matrix(-8 * int'(IcrcBytes)), from_word_basis());
  localparam crc_matrix_t LoBasis = matrix_product(advance_matrix(-8 * int'(HalfBytes)), HiBasis);
  localparam crc_matrix_t Back2Bytes = advance_matrix(-2 * 8);
  localparam crc_matrix_t Back1Byte = advance_matrix(-1 * 8);

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

  function automatic crc_t back_2_1_bytes(crc_t crc, logic [1:0] steps);
    crc_t c;
    c = steps[1] ? multiply(Back2Bytes, crc) : crc;
    return steps[0] ? multiply(Back1Byte, c) : c;
  endfunction

  ends_t s1_ends_q, s2_ends_q, s3_ends_q, s4_ends_q;
  crc_t  s1_lo_q, s1_hi_q, s2_lo_q, s2_hi_q, s3_lo_q, s3_hi_q, s4_lo_q, s4_hi_q;

  always_ff @(posedge clk_i) begin
    s1_lo_q <= back_8_4_words(lo_i, ~ends_i.lo.seg);
    s1_hi_q <= back_8_4_words(hi_i, ~ends_i.hi.seg);
    s2_lo_q <= back_2_1_words(s1_lo_q, ~s1_ends_q.lo.last[3:2]);
    s2_hi_q <= back_2_1_words(s1_hi_q, ~s1_ends_q.hi.last[3:2]);
    s3_lo_q <= multiply(LoBasis, s2_lo_q);
    s3_hi_q <= multiply(HiBasis, s2_hi_q);
    s4_lo_q <= ~back_2_1_bytes(s3_lo_q, ~s3_ends_q.lo.last[1:0]);
    s4_hi_q <= ~back_2_1_bytes(s3_hi_q, ~s3_ends_q.hi.last[1:0]);
    s1_ends_q <= ends_i;
    s2_ends_q <= s1_ends_q;
    s3_ends_q <= s2_ends_q;
    s4_ends_q <= s3_ends_q;
  end

  // ------------------------------------------------------------------ s3..s4: find the place
  // The ICRC's bytes by position modulo 4: it ends in any of them.
  function automatic crc_t rotated(crc_t icrc, logic [1:0] last);
    unique case (last)
      2'd0: return {icrc[23:0], icrc[31:24]};
      2'd1: return {icrc[15:0], icrc[31:16]};
      2'd2: return {icrc[7:0], icrc[31:8]};
      2'd3: return icrc;
    endcase
  endfunction

  // The bytes it takes: up to the last in that word of the half, behind that position in the word
  // before. Byte 4 + n of the result is byte n of the half; the first four lie in front of it.
  localparam int unsigned HalfWords = HalfBytes / 4;
  localparam int unsigned ReachBytes = HalfBytes + 4;
  typedef logic [HalfWords-1:0] words_t;
  typedef logic [ReachBytes-1:0] reach_t;

  function automatic words_t last_word(half_end_t e);
    words_t w;
    for (int unsigned n = 0; n < HalfWords; n++) w[n] = e.valid & ({e.seg, e.last[3:2]} == 4'(n));
    return w;
  endfunction

  function automatic reach_t place(words_t last, logic [1:0] last_byte);
    reach_t p;
    for (int unsigned n = 0; n <= HalfWords; n++) begin
      for (int unsigned k = 0; k < 4; k++) begin
        p[4*n+k] = ((n > 0) & last[n > 0 ? n - 1 : 0] & (2'(k) <= last_byte))
                 | ((n < HalfWords) & last[n < HalfWords ? n : 0] & (2'(k) > last_byte));
      end
    end
    return p;
  endfunction

  words_t s4_lo_last_q, s4_hi_last_q;
  crc_t   s5_lo_q, s5_hi_q;
  reach_t s5_lo_place_q, s5_hi_place_q;

  always_ff @(posedge clk_i) begin
    s4_lo_last_q <= last_word(s3_ends_q.lo);
    s4_hi_last_q <= last_word(s3_ends_q.hi);
    s5_lo_q <= rotated(s4_lo_q, s4_ends_q.lo.last[1:0]);
    s5_hi_q <= rotated(s4_hi_q, s4_ends_q.hi.last[1:0]);
    s5_lo_place_q <= place(s4_lo_last_q, s4_ends_q.lo.last[1:0]);
    s5_hi_place_q <= place(s4_hi_last_q, s4_ends_q.hi.last[1:0]);
  end

  // ------------------------------------------------------------------ s5: put it in
  logic [BeatBytes-1:0]     s5_lo_bytes, s5_hi_bytes;
  logic [BeatBytes/4-1:0][31:0] s5_data, s5_patched;

  assign s5_lo_bytes = {HalfBytes'(0), s5_lo_place_q[ReachBytes-1:4]};
  assign s5_hi_bytes = {s5_hi_place_q, (HalfBytes - 4)'(0)};
  assign s5_data = beat_i.data;

  function automatic logic [31:0] byte_enable(logic [3:0] bytes);
    return {{8{bytes[3]}}, {8{bytes[2]}}, {8{bytes[1]}}, {8{bytes[0]}}};
  endfunction

  for (genvar w = 0; w < BeatBytes / 4; w++) begin : gen_word
    assign s5_patched[w] = s5_data[w] ^ (s5_lo_q & byte_enable(s5_lo_bytes[4*w +: 4]))
                                      ^ (s5_hi_q & byte_enable(s5_hi_bytes[4*w +: 4]));
  end

  // ------------------------------------------------------------------ s6: wait for the next beat
  seg_beat_t kept_q;
  logic      kept_valid_q, kept_open_q, s5_live;
  logic [31:0] late;                   // for the last four bytes of the beat before

  assign s5_live = |beat_i.ena;
  assign late = s5_lo_q & byte_enable(s5_lo_place_q[3:0]);

  always_ff @(posedge clk_i) begin
    if (s5_live) begin
      kept_q <= beat_i;
      kept_q.data <= s5_patched;
      kept_open_q <= beat_i.ena[NumSegs-1] & !beat_i.eop[NumSegs-1];
    end
    if (!rst_ni) kept_valid_q <= 1'b0;
    else kept_valid_q <= s5_live | (kept_valid_q & kept_open_q);
  end

  always_ff @(posedge clk_i) begin
    beat_o.data <= kept_q.data;
    beat_o.data[NumSegs-1][SegBits-1 -: 32] <= kept_q.data[NumSegs-1][SegBits-1 -: 32]
                                             ^ (late & {32{kept_open_q}});
    if (rst_ni & kept_valid_q & (s5_live | !kept_open_q)) begin
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
