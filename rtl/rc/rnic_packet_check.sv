// SPDX-License-Identifier: Apache-2.0
// One packet by itself, for one slot: its lengths against PMTU and DMALen, its alignment, the PSN
// behind it, and where a WRITE that it begins must end.
//
// Header in clock 0, the queue pair's PMTU in clock 2 (ContextClock), packet in clock 4
// (CheckedClock). Every clock one. With load_i it is no packet but a queue pair's new start.
//
// A WRITE's First and Middles carry exactly PMTU bytes, so its DMALen D has one form k * PMTU + L
// with L from 1 to PMTU: the Last carries L bytes and its PSN is the First's plus k. No other sum
// of payloads can be D, and a Middle with that PSN would leave nothing for a Last; kept are the
// two numbers instead of a running sum. k and L - 1 are the upper and lower bits of D - 1.

module rnic_packet_check
  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic       clk_i,

  input  logic       load_i,     // clock 0
  input  psn_t       psn_i,      // clock 0: the packet's; of a load the one in front of the first
  input  rx_hdr_t    hdr_i,      // clock 0
  input  pmtu_code_t pmtu_i,     // clock 2
  output packet_t    packet_o    // clock 4
);

  // ------------------------------------------------------------ RETH: VA(64) R_Key(32) DMALen(32)
  localparam int unsigned DmaLenByte = 12;
  localparam int unsigned VaLowByte  = 7;    // of RETH and AtomicETH
  logic [31:0] dma_bytes;
  assign dma_bytes = {hdr_i.ext[8*DmaLenByte +: 8],     hdr_i.ext[8*(DmaLenByte+1) +: 8],
                      hdr_i.ext[8*(DmaLenByte+2) +: 8], hdr_i.ext[8*(DmaLenByte+3) +: 8]};

  // ------------------------------------------------------------ 1, 2: what needs no context
  logic        s1_load_q, s2_load_q;
  op_t         s1_op_q, s2_op_q;
  psn_t        s1_psn_q, s2_psn_q, s2_next_q;
  logic        s1_ackreq_q, s2_ackreq_q, s1_pad_q, s2_pad_q, s1_aligned_q, s2_aligned_q;
  logic [13:0] s1_bytes_q, s2_bytes_q;
  logic [31:0] s1_dma_q, s2_dma_q, s2_dma_less_1_q;
  logic        s2_dma_zero_q, s2_dma_huge_q, s2_dma_is_bytes_q;

  always_ff @(posedge clk_i) begin
    s1_load_q    <= load_i;
    s1_psn_q     <= psn_i;
    s1_op_q      <= op_of(hdr_i.opcode);
    if (load_i) begin
      s1_op_q    <= op_of(RcSendOnly);
    end
    s1_ackreq_q  <= hdr_i.ackreq;
    s1_pad_q     <= hdr_i.pad != 0;
    s1_aligned_q <= hdr_i.ext[8*VaLowByte +: 3] == 0;
    s1_bytes_q   <= hdr_i.payload_bytes;
    s1_dma_q     <= dma_bytes;

    s2_load_q         <= s1_load_q;
    s2_psn_q          <= s1_psn_q;
    s2_next_q         <= psn_add(s1_psn_q, psn_t'(1));
    s2_op_q           <= s1_op_q;
    s2_ackreq_q       <= s1_ackreq_q;
    s2_pad_q          <= s1_pad_q;
    s2_aligned_q      <= s1_aligned_q;
    s2_bytes_q        <= s1_bytes_q;
    s2_dma_q          <= s1_dma_q;
    s2_dma_less_1_q   <= s1_dma_q - 1'b1;
    s2_dma_zero_q     <= s1_dma_q == 0;
    s2_dma_huge_q     <= s1_dma_q[31] && s1_dma_q[30:0] != 0;
    s2_dma_is_bytes_q <= s1_dma_q == 32'(s1_bytes_q);
  end

  // ------------------------------------------------------------ 3: against the PMTU
  logic    s3_load_q, s3_ackreq_q, s3_pad_q, s3_aligned_q;
  op_t     s3_op_q;
  psn_t    s3_psn_q, s3_next_q, s3_further_q;
  chunk_t  s3_rest_q;
  logic    s3_empty_q, s3_full_q, s3_over_q;
  logic    s3_dma_over_q, s3_dma_huge_q, s3_dma_is_bytes_q;

  logic [12:0]      pmtu;
  logic [1:0]       above;               // bytes over 4,096 and over PMTU's bit
  logic [31:0]      dma_above;           // DMALen from PMTU's bit on
  psn_t             further;             // (DMALen - 1) / PMTU
  always_comb begin
    pmtu      = pmtu_bytes(pmtu_i);
    further   = '0;
    for (int code = 1; code <= 5; code++) begin
      if (pmtu_i == pmtu_code_t'(code)) further = psn_t'(s2_dma_less_1_q >> (7 + code));
    end
  end
  assign above     = {s2_bytes_q[13], s2_bytes_q[12:0] > pmtu};
  assign dma_above = s2_dma_q;

  always_ff @(posedge clk_i) begin
    s3_load_q         <= s2_load_q;
    s3_op_q           <= s2_op_q;
    s3_psn_q          <= s2_psn_q;
    s3_next_q         <= s2_next_q;
    s3_ackreq_q       <= s2_ackreq_q;
    s3_pad_q          <= s2_pad_q;
    s3_aligned_q      <= s2_aligned_q;
    s3_further_q      <= further;
    if (s2_dma_zero_q) s3_further_q <= '0;
    s3_rest_q         <= chunk_t'(s2_dma_less_1_q) & chunk_t'(pmtu - 1'b1);
    s3_empty_q        <= s2_bytes_q == 0;
    s3_full_q         <= s2_bytes_q == {1'b0, pmtu};
    s3_over_q         <= above != 0;
    s3_dma_over_q     <= dma_above > 32'(pmtu);
    s3_dma_huge_q     <= s2_dma_huge_q;
    s3_dma_is_bytes_q <= s2_dma_is_bytes_q;
  end

  // ------------------------------------------------------------ 4: the rules
  logic pmtu_ok, dma_ok;
  always_comb begin
    pmtu_ok = !s3_over_q;
    if (s3_op_q.first || s3_op_q.middle)   pmtu_ok = s3_full_q && !s3_pad_q;
    if (s3_op_q.last)                      pmtu_ok = !s3_over_q && !s3_empty_q;
    if (s3_op_q.read || s3_op_q.atomic)    pmtu_ok = s3_empty_q;
    dma_ok = 1'b1;
    if (s3_op_q.read)                      dma_ok = !s3_dma_huge_q;
    if (s3_op_q.kind == OpenWrite) begin
      if (s3_op_q.first)                   dma_ok = !s3_dma_huge_q && s3_dma_over_q;
      if (starts(s3_op_q) && !s3_op_q.first) dma_ok = s3_dma_is_bytes_q;
    end
  end

  always_ff @(posedge clk_i) begin
    packet_o <= '{load:    s3_load_q,
                  op:      s3_op_q,
                  ackreq:  s3_ackreq_q,
                  pmtu_ok: pmtu_ok,
                  good:    pmtu_ok && dma_ok && (!s3_op_q.atomic || s3_aligned_q),
                  next:    s3_next_q + (s3_op_q.read ? s3_further_q : '0),
                  stop:    s3_psn_q + s3_further_q,
                  rest:    s3_rest_q};
  end

endmodule
