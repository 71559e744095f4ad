// SPDX-License-Identifier: Apache-2.0
// Register window of 64-bit counters: reading a low word latches the high one.
//
// Counter i stands at 8 i. count_i belongs to the index_o of ReadCycles clocks before. A read takes
// ReadCycles + 1 clocks.

module rnic_csr_counters #(
  parameter int unsigned Bits = 13,       // of the window's addresses
  parameter int unsigned ReadCycles = 4   // at least 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  // Register access, as rnic_csr_axil gives it
  input  logic            req_i,
  input  logic            write_i,
  input  logic [Bits-1:2] addr_i,
  output logic            ack_o,
  output logic            err_o,
  output logic [31:0]     rdata_o,

  output logic [Bits-4:0] index_o,
  input  logic [63:0]     count_i
);

  logic        read;
  logic [31:0] low_q, high_q;

  rnic_pipe #(.Width(1), .Cycles(ReadCycles)) u_read (
    .clk_i, .rst_ni, .d_i(req_i), .d_o(read)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) high_q <= '0;
    else if (read && !addr_i[2] && !write_i) high_q <= count_i[63:32];
  end
  always_ff @(posedge clk_i) low_q <= count_i[31:0];

  rnic_pipe #(.Width(1), .Cycles(1)) u_ack (.clk_i, .rst_ni, .d_i(read), .d_o(ack_o));

  assign index_o = addr_i[Bits-1:3];
  assign err_o   = write_i;
  assign rdata_o = addr_i[2] ? high_q : low_q;

endmodule
