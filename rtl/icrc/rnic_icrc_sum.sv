// SPDX-License-Identifier: Apache-2.0
// The CRC of up to two packets that end in a beat and one that goes on, for one matrix's price.
//
// The CRC is linear: each segment's part, advanced to the beat's end, is computed once. Three sums
// pick the segments of the packet that ends in the low half, of the one that ends in the high half,
// and of the one still open; each takes in the preset where its packet starts in this beat, or the
// running state where it comes from earlier beats. Nothing has to know in advance which of them
// means something.
//
// A sum is the register at the beat's end, zero bytes added behind the packet's end; in the
// ordinary basis or in the word basis of rnic_crc_pkg. Latency 4 clocks to lo_o and hi_o. A beat
// without segments changes no state.

module rnic_icrc_sum
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
  import rnic_icrc_pkg::*;
  import rnic_roce_pkg::*;
#(
  parameter bit WordBasis = 1'b0       // lo_o and hi_o in the word basis
) (
  input  logic                              clk_i,

  input  logic                              live_i,
  input  logic [NumSegs-1:0]                sop_i,     // masked with ena
  input  logic [NumSegs-1:0]                tag_i,
  input  logic [NumSegs-1:0][SegBits-1:0]   data_i,    // out of rnic_icrc_mask

  output crc_t                              lo_o,
  output crc_t                              hi_o
);

  // Into the basis of the sums.
  function automatic crc_matrix_t basis();
    return WordBasis ? inverse(from_word_basis()) : advance_matrix(0);
  endfunction
  localparam crc_matrix_t Basis = basis();

  // ------------------------------------------------------------ s0: each segment's part
  // Bits n and n + 64 as a pair: of the pair, a row of the matrix wants neither, one, or the sum,
  // which is made once for all rows. So one 64-bit parity a row does instead of two; the logic is
  // as large either way.
  crc_t [NumSegs-1:0] s1_part_q;

  for (genvar s = 0; s < NumSegs; s++) begin : gen_part
    localparam seg_matrix_t Matrix =
      segment_product(Basis, segment_matrix(int'((NumSegs - 1 - s) * SegBits)));
    logic [63:0] low, high, both;
    assign low = data_i[s][63:0];
    assign high = data_i[s][127:64];
    assign both = low ^ high;
    for (genvar i = 0; i < 32; i++) begin : gen_bit
      localparam logic [63:0] RowLow = Matrix[i][63:0];
      localparam logic [63:0] RowHigh = Matrix[i][127:64];
      always_ff @(posedge clk_i)
        s1_part_q[s][i] <= ^((low & RowLow & ~RowHigh) | (high & RowHigh & ~RowLow)
                           | (both & RowLow & RowHigh));
    end
  end

  // The preset, advanced from the first IP byte to the beat's end.
  typedef crc_t [NumSegs-1:0] presets_t;
  function automatic presets_t presets(int unsigned l2_bytes);
    presets_t p;
    for (int s = 0; s < int'(NumSegs); s++)
      p[s] = multiply(Basis, crc_advance(IcrcPreset,
                                         int'(BeatBits) - 8 * int'(l2_bytes) - s * int'(SegBits)));
    return p;
  endfunction
  localparam presets_t Preset = presets(EthBytes);
  localparam presets_t TaggedPreset = presets(EthBytes + VlanTagBytes);

  // One of a few presets, or nothing, by an encoded choice: a small ROM a bit.
  function automatic crc_t preset(logic [3:0] start, logic tag);
    return start[3] ? '0 : tag ? TaggedPreset[start[2:0]] : Preset[start[2:0]];
  endfunction

  // The newest start in segments 0..4, for the packet that ends in the high half, and in 5..7, for
  // one that can't end in this beat. Two starts are four segments apart, so 0 and 4 is all that can
  // come together; 8 stands for none.
  logic [3:0]         s0_start_hi, s0_start_tail;
  logic               s0_tag_hi, s0_tag_tail;
  logic [NumSegs-1:0] s1_sop_q;
  logic               s1_live_q;
  crc_t               s1_preset_lo_q, s1_preset_hi_q, s1_preset_tail_q;

  always_comb begin
    if (sop_i[4]) s0_start_hi = 4'd4;
    else s0_start_hi = {!(|sop_i[3:0]), 1'b0, sop_i[2] | sop_i[3], sop_i[1] | sop_i[3]};
    s0_tag_hi = sop_i[4] ? tag_i[4] : |(sop_i[3:0] & tag_i[3:0]);
    s0_start_tail = {!(|sop_i[7:5]), 1'b1, !sop_i[5], !sop_i[6]};
    s0_tag_tail = |(sop_i[7:5] & tag_i[7:5]);
  end

  always_ff @(posedge clk_i) begin
    s1_live_q <= live_i;
    s1_sop_q <= sop_i;
    s1_preset_lo_q <= preset({!sop_i[0], 3'd0}, tag_i[0]);
    s1_preset_hi_q <= preset(s0_start_hi, s0_tag_hi);
    s1_preset_tail_q <= preset(s0_start_tail, s0_tag_tail);
  end

  // ------------------------------------------------------------ s1: three sums
  // Of the segments with no start behind them, as far as the sum's packet can reach. What stays
  // open is the packet that started in 5..7; without one it is the packet that might end in the
  // high half.
  logic [3:0]         s1_in_lo;
  logic [NumSegs-1:0] s1_in_hi;
  logic [7:5]         s1_in_tail;

  always_comb begin
    for (int s = 0; s < 4; s++) begin
      s1_in_lo[s] = !(|(s1_sop_q[3:1] & 3'((1 << s) - 1)));
      s1_in_hi[s] = !(|(s1_sop_q[4:1] & 4'(4'hF << s)));
      s1_in_hi[4+s] = !(|(s1_sop_q[7:5] & 3'((1 << s) - 1)));
    end
    s1_in_tail = {1'b1, s1_sop_q[5] | s1_sop_q[6], s1_sop_q[5]};
  end

  function automatic crc_t masked_sum(crc_t [NumSegs-1:0] part, logic [NumSegs-1:0] in);
    crc_t sum;
    sum = '0;
    for (int s = 0; s < int'(NumSegs); s++) sum ^= part[s] & {32{in[s]}};
    return sum;
  endfunction

  crc_t s2_lo_q, s2_hi_q, s2_tail_q;
  logic s2_live_q, s2_goes_on_lo_q, s2_goes_on_hi_q, s2_has_tail_q;

  always_ff @(posedge clk_i) begin
    s2_lo_q <= masked_sum(s1_part_q, {4'b0, s1_in_lo}) ^ s1_preset_lo_q;
    s2_hi_q <= masked_sum(s1_part_q, s1_in_hi) ^ s1_preset_hi_q;
    s2_tail_q <= masked_sum(s1_part_q, {s1_in_tail, 5'b0}) ^ s1_preset_tail_q;
    s2_live_q <= s1_live_q;
    s2_goes_on_lo_q <= !s1_sop_q[0];
    s2_goes_on_hi_q <= !(|s1_sop_q[4:0]);
    s2_has_tail_q <= |s1_sop_q[7:5];
  end

  // ------------------------------------------------------------ s2: the running state
  localparam crc_matrix_t BeatMatrix = advance_matrix(int'(BeatBits) / (WordBasis ? 32 : 1));

  crc_t state_q, s2_advanced, s3_advanced_q;
  crc_t s3_lo_q, s3_hi_q;
  logic s3_goes_on_lo_q, s3_goes_on_hi_q;

  assign s2_advanced = multiply(BeatMatrix, state_q);

  always_ff @(posedge clk_i) begin
    if (s2_live_q) begin
      state_q <= s2_has_tail_q ? s2_tail_q : s2_hi_q ^ (s2_advanced & {32{s2_goes_on_hi_q}});
    end
    s3_advanced_q <= s2_advanced;
    s3_lo_q <= s2_lo_q;
    s3_hi_q <= s2_hi_q;
    s3_goes_on_lo_q <= s2_goes_on_lo_q;
    s3_goes_on_hi_q <= s2_goes_on_hi_q;
  end

  // ------------------------------------------------------------ s3: the packets that end
  always_ff @(posedge clk_i) begin
    lo_o <= s3_lo_q ^ (s3_advanced_q & {32{s3_goes_on_lo_q}});
    hi_o <= s3_hi_q ^ (s3_advanced_q & {32{s3_goes_on_hi_q}});
  end

endmodule
