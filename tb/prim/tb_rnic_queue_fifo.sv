// SPDX-License-Identifier: Apache-2.0
// rnic_queue_fifo with 32-bit words; want_i pops whatever of it has a head.

module tb_rnic_queue_fifo #(
  parameter int unsigned NumQueues = 8,
  parameter int unsigned Depth     = 16,
  parameter int unsigned Slack     = 4
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          push_valid_i,
  input  logic [$clog2(NumQueues)-1:0]  push_qid_i,
  input  logic [31:0]                   push_data_i,
  output logic [NumQueues-1:0]          room_o,
  input  logic [NumQueues-1:0]          want_i,
  output logic [NumQueues-1:0]          head_valid_o,
  output logic [NumQueues-1:0][31:0]    head_data_o
);

  logic [31:0] head_data [NumQueues];

  rnic_queue_fifo #(
    .data_t(logic [31:0]), .NumQueues(NumQueues), .Depth(Depth), .Slack(Slack)
  ) u_dut (
    .clk_i, .rst_ni, .push_valid_i, .push_qid_i, .push_data_i, .room_o,
    .head_valid_o, .head_data_o(head_data), .pop_i(want_i & head_valid_o)
  );

  for (genvar q = 0; q < int'(NumQueues); q++) begin : gen_head
    assign head_data_o[q] = head_data[q];
  end

endmodule
