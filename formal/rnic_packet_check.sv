// SPDX-License-Identifier: Apache-2.0
// rnic_packet_check: lengths, alignment and the PSN behind a packet, for every header and PMTU.
//
// Plain statement (docs/verdicts.md section 4: length_pmtu, length_dma, atomic_align; IBTA 9.7.4.1)
// with the division and the multiplication written as such; full widths. A WRITE's DMALen as so
// many packets and the rest: that is what makes "the sum is DMALen" a question of PSN and length.

`include "assert.svh"

module formal_packet_check
  import rnic_rc_pkg::*;
  import rnic_rx_pkg::rx_hdr_t;
(
  input logic              clk_i,
  input logic              load_i,
  input logic [23:0]       psn_i,
  input rx_hdr_t           hdr_i,
  input logic [2:0]        pmtu_i      // of the packet of 2 clocks before
);

  logic rst_ni;
  assign rst_ni = 1'b1;
  always_comb PmtuExists : assume (pmtu_i inside {[3'd1:3'd5]});

  packet_t got;
  rnic_packet_check u_dut (.clk_i, .load_i, .psn_i, .hdr_i, .pmtu_i, .packet_o(got));

  // ------------------------------------------------------------ the packet of 4 clocks before
  logic    [4:1]       runs_q = '0;
  logic    [4:1]       load_q;
  logic    [4:1][23:0] psn_q;
  rx_hdr_t [4:1]       hdr_q;
  logic    [2:1][2:0]  pmtu_q;
  always_ff @(posedge clk_i) begin
    runs_q <= {runs_q[3:1], 1'b1};
    load_q <= {load_q[3:1], load_i};
    psn_q  <= {psn_q[3:1], psn_i};
    hdr_q  <= {hdr_q[3:1], hdr_i};
    pmtu_q <= {pmtu_q[1], pmtu_i};
  end

  logic [4:0]  code;
  logic [7:0]  opcode;
  logic        first, middle, last, only, write, read, atomic, fits_pmtu, fits_dma, aligned, judged;
  logic [31:0] dma, bytes, pmtu;
  logic [32:0] packets;                // that DMALen takes
  rx_hdr_t     h;
  assign h       = hdr_q[4];
  assign opcode  = h.opcode;
  assign code    = opcode[4:0];
  assign first   = code inside {5'h00, 5'h06};
  assign middle  = code inside {5'h01, 5'h07};
  assign last    = code inside {5'h02, 5'h03, 5'h08, 5'h09, 5'h16};
  assign only    = code inside {5'h04, 5'h05, 5'h0A, 5'h0B, 5'h17};
  assign write   = code inside {[5'h06:5'h0B]};
  assign read    = opcode == 8'h0C;
  assign atomic  = opcode inside {8'h13, 8'h14};
  assign dma     = {h.ext[103:96], h.ext[111:104], h.ext[119:112], h.ext[127:120]};
  assign bytes   = 32'(h.payload_bytes);
  assign pmtu    = 32'd128 << pmtu_q[2];
  assign aligned = h.ext[58:56] == 3'b000;
  // ceil(DMALen / PMTU): the PMTU is a power of two.
  assign packets = (33'(dma) + 33'(pmtu) - 33'd1) >> (32'd7 + 32'(pmtu_q[2]));
  // Requests of RC and UC, as sections 2 and 3 let them pass.
  assign judged  = runs_q[4] && !load_q[4] && psn_rule_pkg::known_opcode(opcode) &&
                   !(opcode inside {[8'h0D:8'h12]}) && opcode[7:6] == 2'b00;

  always_comb begin
    fits_pmtu = 1'b1;
    if (first || middle) fits_pmtu = bytes == pmtu && h.pad == 2'd0;
    if (last)            fits_pmtu = bytes >= 32'd1 && bytes <= pmtu;
    if (only)            fits_pmtu = bytes <= pmtu;
    if (read || atomic)  fits_pmtu = bytes == 32'd0;
    fits_dma = 1'b1;
    if (read)            fits_dma = dma <= 32'h8000_0000;
    if (write && first)  fits_dma = dma <= 32'h8000_0000 && dma > pmtu;
    if (write && only)   fits_dma = dma == bytes;
  end

  `RNIC_ASSERT(Pmtu, !judged || got.pmtu_ok == fits_pmtu, "a length against the PMTU")
  `RNIC_ASSERT(Good, !judged || got.good == (fits_pmtu && fits_dma && (!atomic || aligned)),
               "a length against DMALen, or an alignment")
  `RNIC_ASSERT(Next, !judged || !got.good || got.next == 24'(psn_q[4] +
               ((read && packets > 33'd1) ? 24'(packets) : 24'd1)), "the PSN behind it")
  // The Last of a WRITE is packets - 1 behind its First, and brings DMALen - (packets - 1) * PMTU.
  logic [31:0] before_last;
  assign before_last = 32'((packets - 33'd1) << (33'd7 + 33'(pmtu_q[2])));
  `RNIC_ASSERT(Stop, !(judged && write && first && got.good) ||
               (got.stop == 24'(psn_q[4] + 24'(packets) - 24'd1) && packets >= 33'd2 &&
                32'(got.rest) + 32'd1 == dma - before_last), "where a WRITE must end")
  `RNIC_ASSERT(Load, !(runs_q[4] && load_q[4]) || (got.load && got.next == 24'(psn_q[4] + 24'd1) &&
               got.op == op_of(8'h04)), "a load in the shape of a SEND Only")

  `RNIC_COVER(LongRead, judged && read && got.good && packets > 33'd4)
  `RNIC_COVER(LongWrite, judged && write && first && got.good && got.rest == 12'd1)
  `RNIC_COVER(Misaligned, judged && atomic && !got.good && got.pmtu_ok)

endmodule
