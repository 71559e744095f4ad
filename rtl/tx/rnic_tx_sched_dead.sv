// SPDX-License-Identifier: Apache-2.0
// One bit a QP, "dead" (failed or being reset), looked up by many at once.
//
// A write in a clock is seen by look-ups from the next clock on; they answer in their own clock.
// Bits are unknown until they are written: a QP is loaded before it has packets.

module rnic_tx_sched_dead
  import rnic_qp_pkg::*;
#(
  parameter int unsigned NumQps   = MaxQps,
  parameter int unsigned NumLooks = 2
) (
  input  logic                clk_i,

  input  logic                we_i,
  input  qp_idx_t             qp_i,
  input  logic                dead_i,

  input  qp_idx_t             look_qp_i [NumLooks],
  output logic [NumLooks-1:0] look_dead_o
);

  // A word holds the bits of the QPs that share their low index bits: so a look-up costs few LUT
  // RAMs, and a write puts back the word with one bit changed. Each copy serves some look-ups.
  localparam int unsigned QpBits    = $clog2(NumQps);
  localparam int unsigned RowBits   = (QpBits < 6) ? QpBits : 6;
  localparam int unsigned NumCols   = 1 << (QpBits - RowBits);
  localparam int unsigned ColBits   = (NumCols == 1) ? 1 : QpBits - RowBits;
  localparam int unsigned CopyLooks = 4;
  localparam int unsigned NumCopies = (NumLooks + CopyLooks - 1) / CopyLooks;
  typedef logic [NumCols-1:0] word_t;

  // One-hot: the QP's bit in its word.
  function automatic word_t bit_of(qp_idx_t qp);
    word_t b;
    for (int unsigned c = 0; c < NumCols; c++) b[c] = (32'(qp) & (NumQps - 1)) >> RowBits == c;
    return b;
  endfunction

  for (genvar k = 0; k < int'(NumCopies); k++) begin : gen_copy
    word_t words [1 << RowBits];
    word_t old_word, new_word;

    assign old_word = words[qp_i[RowBits-1:0]];
    assign new_word = dead_i ? old_word | bit_of(qp_i) : old_word & ~bit_of(qp_i);
    always_ff @(posedge clk_i) if (we_i) words[qp_i[RowBits-1:0]] <= new_word;

    for (genvar n = k * CopyLooks; n < int'(NumLooks) && n < (k + 1) * CopyLooks; n++) begin
      : gen_look
      word_t word;
      assign word = words[look_qp_i[n][RowBits-1:0]];
      if (NumCols == 1) begin : gen_bit
        assign look_dead_o[n] = word[0];
      end else begin : gen_word
        assign look_dead_o[n] = word[look_qp_i[n][RowBits+:ColBits]];
      end
    end
  end

endmodule
