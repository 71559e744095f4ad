// SPDX-License-Identifier: Apache-2.0
// Shim: the receive counters with plain ports; of records, what they count. Slot 0 lies in the low
// part of each port.

module tb_rnic_rx_counters
  import rnic_rx_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  output logic        ready_o,

  input  logic [1:0]  valid_i,
  input  logic [5:0]  verdict_i,
  input  logic [11:0] reason_i,
  input  logic [1:0]  ce_i,
  input  logic [1:0]  roce_i,
  input  logic [1:0]  mismatch_i,
  input  logic [1:0]  lossy_i,
  input  logic [5:0]  prio_i,
  input  logic [15:0] opcode_i,
  input  logic [27:0] bytes_i,

  input  logic [8:0]  index_i,
  output logic [63:0] count_o
);

  rx_record_t record_0, record_1;

  always_comb begin
    record_0 = rx_record_t'('0);
    record_0.valid                  = valid_i[0];
    record_0.verdict                = rx_verdict_e'(verdict_i[2:0]);
    record_0.reason                 = rx_reason_e'(reason_i[5:0]);
    record_0.ce                     = ce_i[0];
    record_0.frame.roce             = roce_i[0];
    record_0.frame.cls.pcp_mismatch = mismatch_i[0];
    record_0.frame.cls.lossy        = lossy_i[0];
    record_0.frame.cls.prio         = prio_i[2:0];
    record_0.frame.hdr.opcode       = opcode_i[7:0];
    record_0.frame.hdr.frame_bytes  = bytes_i[13:0];
  end
  always_comb begin
    record_1 = rx_record_t'('0);
    record_1.valid                  = valid_i[1];
    record_1.verdict                = rx_verdict_e'(verdict_i[5:3]);
    record_1.reason                 = rx_reason_e'(reason_i[11:6]);
    record_1.ce                     = ce_i[1];
    record_1.frame.roce             = roce_i[1];
    record_1.frame.cls.pcp_mismatch = mismatch_i[1];
    record_1.frame.cls.lossy        = lossy_i[1];
    record_1.frame.cls.prio         = prio_i[5:3];
    record_1.frame.hdr.opcode       = opcode_i[15:8];
    record_1.frame.hdr.frame_bytes  = bytes_i[27:14];
  end

  rnic_rx_counters u_dut (
    .clk_i, .rst_ni, .ready_o, .record_0_i(record_0), .record_1_i(record_1), .index_i, .count_o
  );

endmodule
