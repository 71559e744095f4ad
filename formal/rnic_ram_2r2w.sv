// SPDX-License-Identifier: Apache-2.0
// rnic_ram_2r2w: an array with two writes and two reads a clock, port 1 the later writer. `word` is
// any one word of it; a read of it on either port gives, 2 clocks later, what was written there
// last in a clock before the read.

`include "assert.svh"

module formal_ram_2r2w #(
  parameter int unsigned Width    = 2,
  parameter int unsigned NumWords = 8,
  localparam int unsigned AddrBits = $clog2(NumWords)
) (
  input logic                     clk_i,
  input logic [1:0]               wr_en_i,
  input logic [1:0][AddrBits-1:0] wr_addr_i,
  input logic [1:0][Width-1:0]    wr_data_i,
  input logic [1:0][AddrBits-1:0] rd_addr_i
);

  logic rst_ni;                        // of assertions only: the memory has no reset
  assign rst_ni = 1'b1;

  logic [1:0][Width-1:0] rd_data;
  rnic_ram_2r2w #(.Width(Width), .NumWords(NumWords)) u_dut (
    .clk_i, .rst_ni, .wr_en_i, .wr_addr_i, .wr_data_i, .rd_addr_i, .rd_data_o(rd_data)
  );

  // ------------------------------------------------------------ what should be
  logic [AddrBits-1:0] word_q;         // any, the same all the time
  always_ff @(posedge clk_i) word_q <= word_q;

  logic [1:0]       hits;
  logic             written_q = 1'b0;
  logic [Width-1:0] value_q;
  assign hits = {wr_en_i[1] && wr_addr_i[1] == word_q, wr_en_i[0] && wr_addr_i[0] == word_q};
  always_ff @(posedge clk_i) begin
    if (hits != '0) begin
      written_q <= 1'b1;
      value_q   <= hits[1] ? wr_data_i[1] : wr_data_i[0];
    end
  end

  logic [2:1][1:0]            known_q = '0;
  logic [2:1][1:0][Width-1:0] read_q;
  always_ff @(posedge clk_i) begin
    for (int r = 0; r < 2; r++) begin
      known_q[1][r] <= written_q && rd_addr_i[r] == word_q;
      read_q[1][r]  <= value_q;
    end
    known_q[2] <= known_q[1];
    read_q[2]  <= read_q[1];
  end

  for (genvar r = 0; r < 2; r++) begin : gen_read
    `RNIC_ASSERT(Reads, !known_q[2][r] || rd_data[r] == read_q[2][r],
                 "a read does not give what was written last")
  end

  // ------------------------------------------------------------ what makes it inductive
  // The copies hold it where the port that wrote last is the one that the table is about to name.
  localparam int unsigned ColBits = AddrBits / 2;
  localparam int unsigned RowBits = AddrBits - ColBits;
  logic [RowBits-1:0]    row;
  logic [ColBits-1:0]    col;
  logic [2**RowBits-1:0][2**ColBits-1:0] live_next, live;
  logic                  live_bit, from_1_q;
  logic [2**ColBits-1:0] live_row;
  assign row = word_q[AddrBits-1:ColBits];
  assign col = word_q[ColBits-1:0];
  assign live_next = u_dut.live_d;
  assign live = u_dut.live_q;
  assign live_row = live_next[row];
  assign live_bit = live_row[col];     // as it stands for reads of the next clock's table
  always_ff @(posedge clk_i) if (hits != '0) from_1_q <= hits[1];

  `RNIC_ASSERT(InvLive, !written_q || live_bit == from_1_q, "the table names the other port")
  `RNIC_ASSERT(InvCopies, !written_q || (from_1_q ?
               u_dut.gen_write[1].gen_read[0].u_copy.words[word_q] == value_q &&
               u_dut.gen_write[1].gen_read[1].u_copy.words[word_q] == value_q :
               u_dut.gen_write[0].gen_read[0].u_copy.words[word_q] == value_q &&
               u_dut.gen_write[0].gen_read[1].u_copy.words[word_q] == value_q),
               "a copy lost the word")

  // ------------------------------------------------------------ that it is about something
  `RNIC_COVER(BothWrite, &hits)
  `RNIC_COVER(BothReadBehindBoth, &known_q[2] && read_q[2][0] == '1)
  `RNIC_COVER(ReadMeetsWrite, written_q && hits == 2'b01 && rd_addr_i[1] == word_q)

endmodule
