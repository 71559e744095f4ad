// SPDX-License-Identifier: Apache-2.0
// Shim: the matrices of rnic_crc_pkg at work. Hold the inputs for a clock: wide sums end in flops
// of their own, which keeps the expressions at a size that compilers digest with sanitizers on.

module tb_rnic_crc_pkg
  import rnic_bus_pkg::*;
  import rnic_crc_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  crc_t                 crc_i,
  input  logic [BeatBits-1:0]  data_i,
  input  int                   bits_i,

  // The register behind crc_i and the whole beat; the same by way of the word basis
  output crc_t                 beat_o,
  output crc_t                 beat_by_words_o,
  // Bits 31, 30, 1 and 0 of the register behind the last segment alone, each a tree of two-input
  // XORs: what Verilator folds into parities. (A reduction over a wide vector it leaves alone.)
  output logic [3:0]           tree_o,

  // crc_i over zeros: bits_i of them; 1, 2, ... 16 bytes by matrix, and taken back over them by the
  // matrix of the negative count and by the inverse of the positive one
  output crc_t                 advance_o,
  output logic [16*32-1:0]     forward_o,
  output logic [16*32-1:0]     back_o,
  output logic [16*32-1:0]     inverse_o,

  // crc_i into the word basis and out of it; over 32 zeros in one step there, and back
  output crc_t                 to_words_o,
  output crc_t                 from_words_o,
  output crc_t                 word_forward_o,
  output crc_t                 word_back_o,
  // crc_i over one zero bit, then out of the word basis: a product of two matrices
  output crc_t                 product_o,

  output crc_t                 preset_o,
  output crc_t                 residue_o
);

  // Waves show the ports: those of the thousands of sums inside would cost more than all the rest.
  // verilator tracing_off

  localparam crc_matrix_t FromWords = from_word_basis();
  localparam crc_matrix_t ToWords = inverse(FromWords);

  // ------------------------------------------------------------------ a beat
  crc_t [NumSegs-1:0] part_q, word_part_q;
  for (genvar s = 0; s < NumSegs; s++) begin : gen_part
    localparam seg_matrix_t Matrix = segment_matrix(int'((NumSegs - 1 - s) * SegBits));
    localparam seg_matrix_t WordMatrix = segment_product(ToWords, Matrix);
    logic [SegBits-1:0] data;
    assign data = data_i[s*SegBits+:SegBits];
    for (genvar i = 0; i < 32; i++) begin : gen_bit
      always_ff @(posedge clk_i) part_q[s][i] <= ^(Matrix[i] & data);
      always_ff @(posedge clk_i) word_part_q[s][i] <= ^(WordMatrix[i] & data);
    end
  end

  localparam crc_matrix_t BeatMatrix = advance_matrix(int'(BeatBits));
  localparam crc_matrix_t BeatWords = advance_matrix(int'(BeatBits) / 32);
  crc_t words;
  always_comb begin
    beat_o = multiply(BeatMatrix, crc_i);
    words = multiply(BeatWords, multiply(ToWords, crc_i));
    for (int s = 0; s < int'(NumSegs); s++) begin
      beat_o ^= part_q[s];
      words ^= word_part_q[s];
    end
  end
  assign beat_by_words_o = multiply(FromWords, words);

  // ------------------------------------------------------------------ a tree of XORs
  // Node n sums nodes 2n + 1 and 2n + 2; the leaves, behind node 126, are the segment's bits.
  localparam seg_matrix_t LastMatrix = segment_matrix(0);
  localparam int unsigned NumSums = SegBits - 1;
  for (genvar i = 0; i < 4; i++) begin : gen_row
    localparam logic [SegBits-1:0] Row = LastMatrix[i < 2 ? i : i + 28];
    for (genvar n = 0; n < NumSums + SegBits; n++) begin : gen_node
      logic x;
      if (n < NumSums) begin : gen_sum
        assign x = gen_row[i].gen_node[2*n+1].x ^ gen_row[i].gen_node[2*n+2].x;
      end else begin : gen_leaf
        assign x = data_i[BeatBits-SegBits+n-NumSums] & Row[n-NumSums];
      end
    end
    always_ff @(posedge clk_i) tree_o[i] <= gen_node[0].x;
  end

  // ------------------------------------------------------------------ zeros
  assign advance_o = crc_advance(crc_i, bits_i);
  for (genvar n = 0; n < 16; n++) begin : gen_bytes
    localparam crc_matrix_t Forward = advance_matrix(8 * (n + 1));
    localparam crc_matrix_t Back = advance_matrix(-8 * (n + 1));
    localparam crc_matrix_t Inverse = inverse(Forward);
    always_ff @(posedge clk_i) forward_o[32*n+:32] <= multiply(Forward, crc_i);
    always_ff @(posedge clk_i) back_o[32*n+:32] <= multiply(Back, crc_i);
    always_ff @(posedge clk_i) inverse_o[32*n+:32] <= multiply(Inverse, crc_i);
  end

  // ------------------------------------------------------------------ the word basis
  localparam crc_matrix_t Product = matrix_product(FromWords, advance_matrix(1));
  crc_t in_words;
  assign in_words = multiply(ToWords, crc_i);
  always_ff @(posedge clk_i) begin
    to_words_o <= in_words;
    from_words_o <= multiply(FromWords, crc_i);
    word_forward_o <= multiply(FromWords, crc_advance(in_words, 1));
    word_back_o <= multiply(FromWords, crc_advance(in_words, -1));
    product_o <= multiply(Product, crc_i);
  end

  assign preset_o = IcrcPreset;
  assign residue_o = Residue;

  logic unused_rst_n;
  assign unused_rst_n = rst_ni;

endmodule
