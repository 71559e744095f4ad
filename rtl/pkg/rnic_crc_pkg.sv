// SPDX-License-Identifier: Apache-2.0
// CRC-32 as matrices over GF(2), computed at elaboration (polynomial 0x04C11DB7, bits least
// significant first, as in IEEE 802.3 clause 3.2.9; the ICRC is defined in IBTA A17.3.3).
//
// The register is kept reflected: bit 0 leaves first. A data bit and the register meet in
//   crc' = (crc >> 1) ^ ((crc[0] ^ bit) ? Poly : 0)
// which is linear, so the register after a whole beat is the XOR of one 32-bit constant for each
// set data bit and one for each set register bit. Every constant here is some value advanced over
// zero bits; a negative count takes it back.
//
// A matrix is stored as rows: bit i of the product is ^(row[i] & vector).

package rnic_crc_pkg;

  import rnic_bus_pkg::*;

  typedef logic [31:0] crc_t;
  typedef logic [31:0][31:0] crc_matrix_t;          // rows of a 32 x 32 matrix
  typedef logic [31:0][SegBits-1:0] seg_matrix_t;   // rows of a 32 x 128 matrix

  parameter crc_t Poly = 32'hEDB8_8320;
  // Register after eight bytes of ones from an all-ones start: the ICRC's preset.
  parameter crc_t IcrcPreset = 32'hDEBB_20E3;
  // Register after any packet and its own (inverted) ICRC.
  parameter crc_t Residue = 32'hDEBB_20E3;

  // crc advanced over `bits` zero bits; taken back over -bits when negative.
  function automatic crc_t crc_advance(crc_t crc, int bits);
    crc_t c;
    c = crc;
    for (int i = 0; i < bits; i++) c = (c >> 1) ^ (c[0] ? Poly : '0);
    for (int i = 0; i < -bits; i++) c = c[31] ? {c[30:0] ^ Poly[30:0], 1'b1} : {c[30:0], 1'b0};
    return c;
  endfunction

  // Matrix that advances the register over `bits` zero bits (negative: takes it back).
  function automatic crc_matrix_t advance_matrix(int bits);
    crc_matrix_t rows;
    crc_t column;
    for (int j = 0; j < 32; j++) begin
      column = crc_advance(crc_t'(1) << j, bits);
      for (int i = 0; i < 32; i++) rows[i][j] = column[i];
    end
    return rows;
  endfunction

  // Matrix from the 128 data bits of a segment to the register, advanced over the `bits` zero bits
  // that follow the segment.
  function automatic seg_matrix_t segment_matrix(int bits);
    seg_matrix_t rows;
    crc_t column;
    column = crc_advance(Poly, bits);
    for (int j = int'(SegBits) - 1; j >= 0; j--) begin
      for (int i = 0; i < 32; i++) rows[i][j] = column[i];
      column = crc_advance(column, 1);
    end
    return rows;
  endfunction

  // ------------------------------------------------------------ the word basis
  // Squaring is linear in a field of characteristic 2, so s -> s^32 is a matrix: it maps the
  // register of the "word basis" to the ordinary one and turns one zero bit there into 32 here.
  // Written in that basis a step over a 32-bit word is a plain shift with feedback, and a step
  // back over a few words is cheap, where in the ordinary basis it is a dense matrix.
  function automatic crc_matrix_t from_word_basis();
    crc_matrix_t rows;
    crc_t column;
    for (int j = 0; j < 32; j++) begin
      column = crc_advance(32'h8000_0000, 32 * (31 - j));   // bit j stands for x^(31-j)
      for (int i = 0; i < 32; i++) rows[i][j] = column[i];
    end
    return rows;
  endfunction

  // Gauss-Jordan elimination; the matrix must be invertible.
  function automatic crc_matrix_t inverse(crc_matrix_t matrix);
    crc_matrix_t a, b;
    logic [31:0] row;
    a = matrix;
    for (int i = 0; i < 32; i++) b[i] = 32'd1 << i;
    for (int j = 0; j < 32; j++) begin
      for (int i = j; i < 32; i++) begin
        if (a[i][j] && !a[j][j]) begin
          row = a[i]; a[i] = a[j]; a[j] = row;
          row = b[i]; b[i] = b[j]; b[j] = row;
        end
      end
      for (int i = 0; i < 32; i++) begin
        if (i != j && a[i][j]) begin
          a[i] ^= a[j];
          b[i] ^= b[j];
        end
      end
    end
    return b;
  endfunction

  function automatic crc_matrix_t matrix_product(crc_matrix_t a, crc_matrix_t b);
    crc_matrix_t rows;
    for (int i = 0; i < 32; i++) begin
      rows[i] = '0;
      for (int k = 0; k < 32; k++) if (a[i][k]) rows[i] ^= b[k];
    end
    return rows;
  endfunction

  function automatic seg_matrix_t segment_product(crc_matrix_t a, seg_matrix_t b);
    seg_matrix_t rows;
    for (int i = 0; i < 32; i++) begin
      rows[i] = '0;
      for (int k = 0; k < 32; k++) if (a[i][k]) rows[i] ^= b[k];
    end
    return rows;
  endfunction

  // Product of a matrix and the register.
  function automatic crc_t multiply(crc_matrix_t rows, crc_t crc);
    crc_t product;
    for (int i = 0; i < 32; i++) product[i] = ^(rows[i] & crc);
    return product;
  endfunction

endpackage
