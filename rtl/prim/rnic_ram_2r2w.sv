// SPDX-License-Identifier: Apache-2.0
// Memory with two reads and two writes in every clock, to any words.
//
// Latency: rd_data_o[i] belongs to the rd_addr_i[i] of 2 clocks before; one multiplexer stands
// between the last flops and the port. A read sees the writes of all earlier clocks and none of its
// own clock. When both ports write one word in one clock, port 1 wins (slot 1 is the later frame).
// Contents are not reset: a word is unknown until it has been written. rst_ni serves assertions.
//
// Block RAM has one write port, so each of the four (write port, read port) pairs has a copy of the
// memory, and a live-value table of flops says for each word which write port wrote it last:
//
//   clock t    write:  copies written, address decoded        read: address to the copies
//   clock t+1          decoded word's live bit is set               table row chosen (upper bits)
//   clock t+2          -                                            bit chosen, copy chosen
//
// Reads of clock t thus meet, in copies and table alike, the writes up to clock t-1.

`include "assert.svh"

module rnic_ram_2r2w #(
  parameter int unsigned Width    = 32,    // bits
  parameter int unsigned NumWords = 1024,  // power of two, 4 to 1024
  // Derived; not to be set.
  parameter int unsigned AddrBits = $clog2(NumWords)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  input  logic [1:0]               wr_en_i,
  input  logic [1:0][AddrBits-1:0] wr_addr_i,
  input  logic [1:0][Width-1:0]    wr_data_i,

  input  logic [1:0][AddrBits-1:0] rd_addr_i,
  output logic [1:0][Width-1:0]    rd_data_o
);

  if (Width < 1) begin : gen_bad_width
    $fatal(1, "rnic_ram_2r2w: Width is %0d; it must be at least 1", Width);
  end
  if (NumWords < 4 || NumWords > 1024 || (NumWords & (NumWords - 1)) != 0) begin : gen_bad_words
    $fatal(1, "rnic_ram_2r2w: NumWords is %0d; it must be a power of two from 4 to 1024", NumWords);
  end

  // --- four copies: [write port][read port] ------------------------------------------------------
  logic [1:0][1:0][Width-1:0] copy_data;

  for (genvar w = 0; w < 2; w++) begin : gen_write
    for (genvar r = 0; r < 2; r++) begin : gen_read
      rnic_ram_1r1w #(.Width(Width), .NumWords(NumWords), .OutReg(1'b1)) u_copy (
        .clk_i, .rst_ni,
        .wr_en_i  (wr_en_i[w]),
        .wr_addr_i(wr_addr_i[w]),
        .wr_data_i(wr_data_i[w]),
        .rd_en_i  (1'b1),
        .rd_addr_i(rd_addr_i[r]),
        .rd_data_o(copy_data[w][r])
      );
    end
  end

  // --- live-value table --------------------------------------------------------------------------
  // Bit set: port 1 wrote the word last. A row is what the first multiplexer chooses.
  localparam int unsigned ColBits = AddrBits / 2;
  localparam int unsigned RowBits = AddrBits - ColBits;

  // The address of a write, decoded in halves: 64 flops do for 1,024 words.
  logic [1:0][2**RowBits-1:0]            row_d, row_q;
  logic [1:0][2**ColBits-1:0]            col_d, col_q;
  logic [2**RowBits-1:0][2**ColBits-1:0] live_d, live_q;

  always_comb begin
    row_d = '0;
    col_d = '0;
    for (int w = 0; w < 2; w++) begin
      row_d[w][wr_addr_i[w][AddrBits-1:ColBits]] = wr_en_i[w];
      col_d[w][wr_addr_i[w][ColBits-1:0]]        = 1'b1;
    end
    for (int r = 0; r < 2 ** RowBits; r++) begin
      live_d[r] = (live_q[r] & ~(row_q[0][r] ? col_q[0] : '0)) | (row_q[1][r] ? col_q[1] : '0);
    end
  end

  always_ff @(posedge clk_i) begin
    row_q  <= row_d;
    col_q  <= col_d;
    live_q <= live_d;
  end

  // --- read: row, then bit, then copy ------------------------------------------------------------
  for (genvar r = 0; r < 2; r++) begin : gen_live
    logic [AddrBits-1:0]   s1_addr_q;
    logic [ColBits-1:0]    s2_col_q;
    logic [2**ColBits-1:0] s2_row_q;

    always_ff @(posedge clk_i) begin
      s1_addr_q <= rd_addr_i[r];
      s2_col_q  <= s1_addr_q[ColBits-1:0];
      s2_row_q  <= live_q[s1_addr_q[AddrBits-1:ColBits]];
    end

    assign rd_data_o[r] = copy_data[s2_row_q[s2_col_q]][r];
  end

  `RNIC_COVER(SameWordTwice, (&wr_en_i) && wr_addr_i[0] == wr_addr_i[1])
  `RNIC_COVER(ReadMeetsWrite, wr_en_i[0] && rd_addr_i[1] == wr_addr_i[0])

endmodule
