// SPDX-License-Identifier: Apache-2.0
// Memory with one write and one read port on one clock, written so that tools infer block RAM.
//
// Latency: rd_data_o belongs to the rd_addr_i of 1 clock before, with OutReg of 2 clocks before,
// and stays while rd_en_i is low. A read in the clock of a write to the same word gives the old
// contents; the next clock's read gives the new. Contents are not reset.
// rst_ni serves the assertions only.

`include "assert.svh"

module rnic_ram_1r1w #(
  parameter int unsigned Width    = 32,    // bits
  parameter int unsigned NumWords = 1024,  // at least 2
  parameter bit          OutReg   = 1'b0,  // second output flop: the block RAM's own, for speed
  // Derived; not to be set.
  parameter int unsigned AddrBits = $clog2(NumWords)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic                wr_en_i,
  input  logic [AddrBits-1:0] wr_addr_i,
  input  logic [Width-1:0]    wr_data_i,

  input  logic                rd_en_i,
  input  logic [AddrBits-1:0] rd_addr_i,
  output logic [Width-1:0]    rd_data_o
);

  if (Width < 1) begin : gen_bad_width
    $fatal(1, "rnic_ram_1r1w: Width is %0d; it must be at least 1", Width);
  end
  if (NumWords < 2) begin : gen_bad_num_words
    $fatal(1, "rnic_ram_1r1w: NumWords is %0d; it must be at least 2", NumWords);
  end

  logic [Width-1:0] words [NumWords];
  logic [Width-1:0] read_q;

  always_ff @(posedge clk_i) begin
    if (wr_en_i) words[wr_addr_i] <= wr_data_i;
    if (rd_en_i) read_q <= words[rd_addr_i];
  end

  if (OutReg) begin : gen_out_reg
    logic [Width-1:0] out_q;
    always_ff @(posedge clk_i) out_q <= read_q;
    assign rd_data_o = out_q;
  end else begin : gen_no_out_reg
    assign rd_data_o = read_q;
  end

  `RNIC_ASSERT(WriteInRange, wr_en_i |-> 32'(wr_addr_i) < NumWords,
               "a write is outside of the memory")
  `RNIC_ASSERT(ReadInRange, rd_en_i |-> 32'(rd_addr_i) < NumWords,
               "a read is outside of the memory")

endmodule
