// SPDX-License-Identifier: Apache-2.0
// Register window `doorbell`: the write of a producer count rings, and is answered when it was
// taken.
//
// Not promised: that the queue pair exists; whoever takes the doorbell looks at that.

`include "assert.svh"

module rnic_csr_doorbell
  import rnic_csr_map_pkg::*;
(
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // Register access, as rnic_csr_axil gives it
  input  logic                    req_i,
  input  logic                    write_i,
  input  logic [DoorbellBits-1:2] addr_i,
  input  logic [31:0]             wdata_i,
  output logic                    ack_o,
  output logic                    err_o,
  output logic [31:0]             rdata_o,

  output logic                    db_valid_o,
  input  logic                    db_ready_i,
  output logic [23:0]             db_qpn_o,
  output logic [15:0]             db_count_o
);

  logic is_qpn, is_count, rings;
  assign is_qpn   = addr_i == DoorbellQpn[DoorbellBits-1:2];
  assign is_count = addr_i == DoorbellCount[DoorbellBits-1:2];
  assign rings    = req_i && write_i && is_count;

  doorbell_qpn_t   new_qpn;
  doorbell_count_t new_count;
  assign new_qpn   = wdata_i;
  assign new_count = wdata_i;

  logic        valid_q;
  logic [23:0] qpn_q;
  logic [15:0] count_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      qpn_q   <= '0;
    end else begin
      valid_q <= rings || (valid_q && !db_ready_i);
      if (req_i && write_i && is_qpn) qpn_q <= new_qpn.qpn;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rings) count_q <= new_count.count;
  end

  assign ack_o   = (req_i && !rings) || (valid_q && db_ready_i);
  assign err_o   = !(is_qpn || is_count);
  assign rdata_o = is_qpn ? 32'(qpn_q) : '0;

  assign db_valid_o = valid_q;
  assign db_qpn_o   = qpn_q;
  assign db_count_o = count_q;

  `RNIC_COVER(Held, valid_q && !db_ready_i)

endmodule
