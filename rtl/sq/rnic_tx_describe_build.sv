// SPDX-License-Identifier: Apache-2.0
// Last stage of rnic_tx_describe: a decided step and its WQE's fields become a tx_item_t. 2 clocks.
//
// Extended headers in wire order, most significant byte first (IBTA volume 1, 9.3 to 9.5; words of
// four bytes):
//
//   word       0        1        2       3       4       5       6
//   RETH       VA high  VA low   R_Key   length  imm (WRITE_IMM Only)
//   AtomicETH  VA high  VA low   R_Key   swap high, low  compare high, low
//   DETH       Q_Key    source   imm (SEND_IMM)
//   others     imm or key to invalidate, on Last and Only

module rnic_tx_describe_build
  import rnic_roce_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
(
  input  logic          clk_i,

  input  logic          cfg_congestion_i,

  input  queue_t        qid_i,
  input  segment_step_t step_i,
  input  wqe_head_t     head_i,
  input  wqe_verdict_t  verdict_i,

  input  logic          frame_i,
  input  logic          token_i,
  input  logic          flushing_i,
  input  status_code_t  status_i,
  input  psn_t          psn_i,
  input  logic          ack_due_i,

  output tx_item_t      item_o
);

  // The operation's part of a BTH opcode (9.2.1): First, Middle, Last, Only; behind a Last or Only
  // comes its form with immediate, and SEND's with invalidate stand elsewhere.
  function automatic logic [4:0] operation_of(logic [2:0] op, logic first, logic last);
    logic [4:0] base;
    if (op == 3'(WqeRead)) return RcReadRequest[4:0];
    if (op == 3'(WqeCmpSwap)) return RcCompareSwap[4:0];
    if (op == 3'(WqeFetchAdd)) return RcFetchAdd[4:0];
    if (op == 3'(WqeSendInv) && last) return first ? RcSendOnlyInv[4:0] : RcSendLastInv[4:0];
    base = (op inside {3'(WqeWrite), 3'(WqeWriteImm)}) ? RcWriteFirst[4:0] : RcSendFirst[4:0];
    if (!last) return first ? base : base + 5'd1;
    base = base + (first ? 5'd4 : 5'd2);
    return (op inside {3'(WqeSendImm), 3'(WqeWriteImm)}) ? base + 5'd1 : base;
  endfunction

  // --- stage 1: what the packet is ---------------------------------------------------------------
  logic [2:0] op;
  logic       has_imm, has_reth, is_atomic, is_ud, is_single, at_end;
  assign op        = verdict_i.op;
  assign is_ud     = verdict_i.qp_type == QpUd;
  assign is_atomic = op inside {3'(WqeCmpSwap), 3'(WqeFetchAdd)};
  assign is_single = is_atomic || op == 3'(WqeRead);   // one packet, none of the payload's
  assign has_reth  = op == 3'(WqeRead) ||
                     (op inside {3'(WqeWrite), 3'(WqeWriteImm)} && step_i.message_first);
  assign at_end    = step_i.message_last;
  assign has_imm   = op inside {3'(WqeSendImm), 3'(WqeSendInv), 3'(WqeWriteImm)} && at_end;

  logic            s1_has_imm_q, s1_has_reth_q, s1_is_atomic_q, s1_is_ud_q;
  logic            s1_frame_q, s1_dead_end_q;
  wqe_head_t       s1_head_q;
  logic [31:0]     s1_length_q;
  tx_pkt_desc_t    s1_desc_q;
  tx_frag_t        s1_frag_q;
  queue_t          s1_qid_q;
  logic            s1_first_q, s1_last_q, s1_has_frag_q;

  always_ff @(posedge clk_i) begin
    s1_has_imm_q   <= has_imm;
    s1_has_reth_q  <= has_reth;
    s1_is_atomic_q <= is_atomic;
    s1_is_ud_q     <= is_ud;
    s1_frame_q     <= frame_i;
    s1_dead_end_q  <= !frame_i && is_dead_end(wqe_status_e'({4'd0, status_i}));
    s1_head_q      <= head_i;
    s1_length_q    <= verdict_i.length;
    s1_qid_q       <= qid_i;
    s1_first_q     <= step_i.first || !frame_i;
    s1_last_q      <= step_i.last || !frame_i;
    s1_has_frag_q  <= step_i.has_frag && frame_i;

    s1_desc_q               <= '0;
    s1_desc_q.frame         <= frame_i;
    s1_desc_q.token         <= token_i;
    s1_desc_q.qp            <= step_i.qp;
    s1_desc_q.opcode        <= {1'b0, verdict_i.qp_type,
                                operation_of(op, step_i.message_first, at_end)};
    s1_desc_q.solicited     <= head_i.solicited && at_end && !is_single && op != 3'(WqeWrite);
    s1_desc_q.ack_req       <= verdict_i.qp_type == QpRc && (at_end || is_single || ack_due_i);
    s1_desc_q.psn           <= psn_i;
    s1_desc_q.ecn           <= cfg_congestion_i ? 2'd2 : head_i.ecn;
    s1_desc_q.payload_bytes <= frame_i ? step_i.payload_bytes : '0;
    s1_desc_q.last          <= at_end || !frame_i;
    s1_desc_q.flushing      <= flushing_i;
    s1_desc_q.wqe.status    <= frame_i ? StatusOk : wqe_status_e'({4'd0, status_i});

    s1_frag_q.qp          <= step_i.qp;
    s1_frag_q.addr        <= step_i.addr;
    s1_frag_q.bytes       <= step_i.bytes;
    s1_frag_q.first       <= step_i.first;
    s1_frag_q.packet_rows <= rows_of(step_i.payload_bytes);
    s1_frag_q.restart     <= step_i.restart;
    s1_frag_q.adjoins     <= step_i.adjoins;
    s1_frag_q.beyond      <= beyond_of(step_i.last, step_i.beyond, step_i.beyond_127);
    s1_frag_q.message_end <= at_end && step_i.last;
  end

  // --- stage 2: its extended headers -------------------------------------------------------------
  logic [7:0][31:0] words;
  logic [3:0]       num_words;
  logic             has_address;
  assign has_address = s1_has_reth_q || s1_is_atomic_q;

  always_comb begin
    words = '0;
    num_words = 4'(s1_has_imm_q);
    if (has_address) begin
      words[0] = s1_head_q.remote_addr[63:32];
      words[1] = s1_head_q.remote_addr[31:0];
      words[2] = s1_head_q.rkey;
    end else if (s1_is_ud_q) begin
      words[0] = s1_head_q.rkey;
      words[1] = {8'd0, s1_head_q.qpn};
      words[2] = s1_has_imm_q ? s1_head_q.imm : '0;
      num_words = s1_has_imm_q ? 4'd3 : 4'd2;
    end else begin
      words[0] = s1_has_imm_q ? s1_head_q.imm : '0;
    end
    if (s1_has_reth_q) begin
      words[3] = s1_length_q;
      words[4] = s1_has_imm_q ? s1_head_q.imm : '0;
      num_words = s1_has_imm_q ? 4'd5 : 4'd4;
    end else if (s1_is_atomic_q) begin
      words[3] = s1_head_q.swap[63:32];
      words[4] = s1_head_q.swap[31:0];
      words[5] = s1_head_q.compare[63:32];
      words[6] = s1_head_q.compare[31:0];
      num_words = 4'd7;
    end
  end

  tx_pkt_desc_t s1_desc;
  always_comb begin
    s1_desc              = s1_desc_q;
    s1_desc.dest_qp      = s1_head_q.dest_qp;
    s1_desc.dscp         = s1_head_q.dscp;
    s1_desc.prio         = s1_head_q.prio;
    s1_desc.wqe.wr_id    = s1_head_q.wr_id;
    s1_desc.wqe.qpn      = s1_head_q.qpn;
    s1_desc.wqe.opcode   = s1_head_q.opcode;
    s1_desc.wqe.signaled = s1_head_q.signaled;
    s1_desc.wqe.index    = s1_head_q.index;
    s1_desc.wqe.blocks   = s1_dead_end_q ? '0 : s1_head_q.blocks;
    s1_desc.wqe.length   = s1_frame_q ? s1_length_q : '0;
    s1_desc.ext_words    = s1_frame_q ? num_words : '0;
    for (int w = 0; w < int'(MaxExtBytes) / 4; w++) begin
      for (int b = 0; b < 4; b++) begin
        s1_desc.ext[4*w+b] = s1_frame_q ? words[w][8*(3-b)+:8] : '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    item_o.qid      <= s1_qid_q;
    item_o.first    <= s1_first_q;
    item_o.last     <= s1_last_q;
    item_o.has_frag <= s1_has_frag_q;
    item_o.frag     <= s1_frag_q;
    item_o.desc     <= s1_desc;
  end

endmodule
