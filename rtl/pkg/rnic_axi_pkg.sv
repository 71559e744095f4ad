// SPDX-License-Identifier: Apache-2.0
// AXI4 read channels as the two read masters use them (ARM IHI 0022): 128-byte beats, incrementing
// bursts, addresses that are multiples of 128. ID = queue, so data of one queue returns in order.

package rnic_axi_pkg;

  parameter int unsigned AxiDataBits = 1024;
  parameter int unsigned AxiLineBytes = AxiDataBits / 8;
  parameter int unsigned AxiLineShift = 7;       // log2(AxiLineBytes)
  parameter logic [2:0] AxiSize128 = 3'd7;       // ARSIZE
  parameter logic [1:0] AxiBurstIncr = 2'd1;     // ARBURST
  parameter int unsigned AxiBoundaryLines = 32;  // no burst crosses 4 KiB

  typedef struct packed {
    logic [2:0]  id;
    logic [63:0] addr;
    logic [7:0]  len;                            // beats - 1
  } axi_ar_t;

  typedef struct packed {
    logic [2:0]             id;
    logic [1:0]             resp;                // bit 1 set: SLVERR or DECERR
    logic                   last;
    logic [AxiDataBits-1:0] data;                // byte n of the line is data[8n+7:8n]
  } axi_r_t;

endpackage
