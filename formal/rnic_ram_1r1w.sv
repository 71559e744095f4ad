// SPDX-License-Identifier: Apache-2.0
// rnic_ram_1r1w: an array. `word` is any one word of it; whatever else is written, a read of it
// gives what was last written there in an earlier clock, 1 clock later, 2 with OutReg.

`include "assert.svh"

module formal_ram_1r1w #(
  parameter int unsigned Width    = 4,
  parameter int unsigned NumWords = 6,
  parameter bit          OutReg   = 1'b0,
  localparam int unsigned AddrBits = $clog2(NumWords)
) (
  input logic                clk_i,
  input logic                wr_en_i,
  input logic [AddrBits-1:0] wr_addr_i,
  input logic [Width-1:0]    wr_data_i,
  input logic                rd_en_i,
  input logic [AddrBits-1:0] rd_addr_i
);

  logic rst_ni;                        // of assertions only: the memory has no reset
  assign rst_ni = 1'b1;

  logic [Width-1:0] rd_data;
  rnic_ram_1r1w #(.Width(Width), .NumWords(NumWords), .OutReg(OutReg)) u_dut (
    .clk_i, .rst_ni, .wr_en_i, .wr_addr_i, .wr_data_i, .rd_en_i, .rd_addr_i, .rd_data_o(rd_data)
  );

  // ------------------------------------------------------------ what should be
  logic [AddrBits-1:0] word_q;         // any, the same all the time
  always_ff @(posedge clk_i) word_q <= word_q;
  always_comb WordExists : assume (32'(word_q) < NumWords);

  // written: since the start; a read before that gives anything. known: the output is of `word`.
  logic             written_q = 1'b0, known_q = 1'b0, known_2_q = 1'b0;
  logic [Width-1:0] value_q, read_q, read_2_q;
  always_ff @(posedge clk_i) begin
    if (wr_en_i && wr_addr_i == word_q) begin
      written_q <= 1'b1;
      value_q   <= wr_data_i;
    end
    if (rd_en_i) begin
      known_q <= written_q && rd_addr_i == word_q;
      read_q  <= value_q;
    end
    known_2_q <= known_q;
    read_2_q  <= read_q;
  end

  logic             known;
  logic [Width-1:0] wanted;
  assign known  = OutReg ? known_2_q : known_q;
  assign wanted = OutReg ? read_2_q : read_q;
  `RNIC_ASSERT(Reads, !known || rd_data == wanted, "a read does not give what was written last")

  // ------------------------------------------------------------ what makes it inductive
  `RNIC_ASSERT(InvWord, !written_q || u_dut.words[word_q] == value_q, "the array lost the word")
  `RNIC_ASSERT(InvRead, !known_q || u_dut.read_q == read_q, "the output flop lost the word")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(ReadMeetsWrite, written_q && wr_en_i && rd_en_i && wr_addr_i == rd_addr_i &&
              rd_addr_i == word_q)
  `RNIC_COVER(Held, known && !rd_en_i)
  `RNIC_COVER(LastWord, known && 32'(word_q) == NumWords - 1)

endmodule
