// SPDX-License-Identifier: Apache-2.0
// For waves: carries packets' numbers, which no hardware knows, beside a pipeline that keeps their
// order. Two a clock go in, and at each tap each packet that passes takes the next one, however
// many clocks later; 0 where none passes. Up to Depth packets between the way in and a tap.

module tb_packet_numbers #(
  parameter int unsigned Depth = 256,          // a power of two
  parameter int unsigned Taps  = 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  input  logic [1:0]                 push_i,   // bit 1 only with bit 0
  input  logic [1:0][31:0]           push_number_i,

  input  logic [Taps-1:0][1:0]       take_i,   // bit 1 only with bit 0
  output logic [Taps-1:0][1:0][31:0] number_o
);

  localparam int unsigned PtrBits = $clog2(Depth);

  logic [31:0]        ring_q [Depth];
  logic [PtrBits-1:0] push_q, push_second;

  assign push_second = push_q + 1'b1;

  always_ff @(posedge clk_i) begin
    if (push_i[0]) ring_q[push_q] <= push_number_i[0];
    if (push_i[1]) ring_q[push_second] <= push_number_i[1];
    if (!rst_ni) push_q <= '0;
    else push_q <= push_q + PtrBits'(push_i[0]) + PtrBits'(push_i[1]);
  end

  for (genvar tap = 0; tap < Taps; tap++) begin : gen_tap
    logic [PtrBits-1:0] take_q, take_second;

    assign take_second = take_q + 1'b1;
    assign number_o[tap][0] = take_i[tap][0] ? ring_q[take_q] : '0;
    assign number_o[tap][1] = take_i[tap][1] ? ring_q[take_second] : '0;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) take_q <= '0;
      else take_q <= take_q + PtrBits'(take_i[tap][0]) + PtrBits'(take_i[tap][1]);
    end
  end

endmodule
