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

  // Rows of one LUT RAM; the columns are written one by one, and share their ports.
  localparam int unsigned QpBits  = $clog2(NumQps);
  localparam int unsigned RowBits = (QpBits < 6) ? QpBits : 6;
  localparam int unsigned NumCols = 1 << (QpBits - RowBits);
  localparam int unsigned ColBits = (NumCols == 1) ? 1 : QpBits - RowBits;

  logic [NumLooks-1:0][NumCols-1:0] looked;

  for (genvar c = 0; c < int'(NumCols); c++) begin : gen_col
    logic bits [1 << RowBits];
    logic write;
    assign write = we_i && (NumCols == 1 || qp_i[RowBits+:ColBits] == ColBits'(c));
    always_ff @(posedge clk_i) if (write) bits[qp_i[RowBits-1:0]] <= dead_i;
    for (genvar n = 0; n < int'(NumLooks); n++) begin : gen_look
      assign looked[n][c] = bits[look_qp_i[n][RowBits-1:0]];
    end
  end

  for (genvar n = 0; n < int'(NumLooks); n++) begin : gen_answer
    if (NumCols == 1) assign look_dead_o[n] = looked[n][0];
    else              assign look_dead_o[n] = looked[n][look_qp_i[n][RowBits+:ColBits]];
  end

endmodule
