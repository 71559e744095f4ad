// SPDX-License-Identifier: Apache-2.0
// Shim for the bench's own tests: ports of awkward widths come out as they went in, byte by byte
// where that shows an order; a register; a constant wider than 1,024 bits; an assertion.

`include "assert.svh"

module tb_pins (
  input  logic           clk_i,
  input  logic           rst_ni,

  input  logic           one_i,
  input  logic [9:0]     ten_i,
  input  logic [63:0]    sixty_four_i,
  input  logic [69:0]    seventy_i,
  input  logic [127:0]   one_twenty_eight_i,
  input  logic [511:0]   five_twelve_i,
  input  logic [1023:0]  ten_twenty_four_i,

  output logic [10:0]    neighbours_o,           // {one_i, ten_i}: shows bits that leak
  output logic [80:0]    seventy_and_ten_o,      // {one_i, seventy_i, ten_i}
  output logic [7:0]     byte_64_o [8],          // byte n of each port
  output logic [7:0]     byte_128_o [16],
  output logic [7:0]     byte_512_o [64],
  output logic [7:0]     byte_1024_o [128],

  input  logic [1023:0]  data_i,
  output logic [1099:0]  bundle_o,               // {12'hABC, data_i, 64'h0123456789ABCDEF}

  input  logic [31:0]    d_i,
  output logic [31:0]    q_o,
  output logic [31:0]    random_o,               // a register that nothing ever sets

  input  logic           low_i                   // must stay low
);

  typedef struct packed {
    logic [11:0]   top;
    logic [1023:0] data;
    logic [63:0]   bottom;
  } bundle_t;

  bundle_t bundle;
  assign bundle   = '{top: 12'hABC, data: data_i, bottom: 64'h0123_4567_89AB_CDEF};
  assign bundle_o = bundle;

  assign neighbours_o      = {one_i, ten_i};
  assign seventy_and_ten_o = {one_i, seventy_i, ten_i};

  for (genvar n = 0; n < 128; n++) begin : gen_byte
    assign byte_1024_o[n] = ten_twenty_four_i[8*n+:8];
    if (n < 64) begin : gen_512
      assign byte_512_o[n] = five_twelve_i[8*n+:8];
    end
    if (n < 16) begin : gen_128
      assign byte_128_o[n] = one_twenty_eight_i[8*n+:8];
    end
    if (n < 8) begin : gen_64
      assign byte_64_o[n] = sixty_four_i[8*n+:8];
    end
  end

  always_ff @(posedge clk_i) q_o <= d_i;
  always_ff @(posedge clk_i) random_o <= random_o;

  `RNIC_ASSERT(StaysLow, !low_i, "low_i is high")

endmodule
