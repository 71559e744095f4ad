// SPDX-License-Identifier: Apache-2.0
// Register window `qp`: the context words, their commit as a whole, and a look at a queue pair.
//
// A commit is offered with all that the words say, and answered when it was taken. Every other
// access takes LookCycles, in which the tables have answered for the selected queue pair.

`include "assert.svh"

module rnic_csr_qp
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_csr_map_pkg::*;
(
  input  logic              clk_i,
  input  logic              rst_ni,

  // Register access, as rnic_csr_axil gives it
  input  logic              req_i,
  input  logic              write_i,
  input  logic [QpBits-1:2] addr_i,
  input  logic [31:0]       wdata_i,
  output logic              ack_o,
  output logic              err_o,
  output logic [31:0]       rdata_o,

  // Commit
  output logic              commit_valid_o,
  input  logic              commit_ready_i,
  output logic [1:0]        commit_state_o,
  output sq_ctx_t           commit_sq_o,
  output addr_ctx_t         commit_addr_o,
  output logic [31:0]       commit_qkey_o,
  output psn_t              commit_sq_una_o,
  output psn_t              commit_rq_psn_o,
  input  logic              commit_pending_i,
  input  logic [2:0]        commit_result_i,

  // The selected queue pair; the tables answer 2 clocks later
  output qpn_t              look_qpn_o,
  input  qp_state_e         look_state_i,
  input  logic              look_busy_i,
  input  qpn_t              look_holder_i,
  input  logic [15:0]       look_fetched_i,
  input  logic [15:0]       look_free_i
);

  localparam int unsigned LookCycles = 4;  // 1 more than the tables', and 1 for the words' mux
  localparam int unsigned ContextBits = 7;
  typedef logic [ContextBits-1:2] word_idx_t;

  // ------------------------------------------------------------ which register
  logic      is_context, is_select, is_commit, is_state, is_holder, is_indices;
  word_idx_t word;
  assign word       = addr_i[ContextBits-1:2];
  assign is_context = addr_i[QpBits-1:ContextBits] == QpContextRemote[QpBits-1:ContextBits] &&
                      32'(word) < QpContextWords;
  assign is_select  = addr_i == QpSelect[QpBits-1:2];
  assign is_commit  = addr_i == QpCommit[QpBits-1:2];
  assign is_state   = addr_i == QpState[QpBits-1:2];
  assign is_holder  = addr_i == QpHolder[QpBits-1:2];
  assign is_indices = addr_i == QpIndices[QpBits-1:2];

  // ------------------------------------------------------------ what is written
  logic [QpContextWords-1:0][31:0] context_q;
  qp_select_t                      new_select;
  qp_commit_t                      new_commit;
  qpn_t                            select_q;
  logic [1:0]                      asked_q;
  logic                            write, commits, commit_valid_q;

  assign new_select = wdata_i;
  assign new_commit = wdata_i;
  assign write      = req_i && write_i;
  assign commits    = write && is_commit;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      context_q      <= '0;
      select_q       <= '0;
      asked_q        <= '0;
      commit_valid_q <= 1'b0;
    end else begin
      for (int unsigned w = 0; w < QpContextWords; w++) begin
        if (write && is_context && word == word_idx_t'(w)) begin
          context_q[w] <= wdata_i & QpContextMask[w];
        end
      end
      if (write && is_select) select_q <= new_select.qpn;
      if (commits) asked_q <= new_commit.state;
      commit_valid_q <= commits || (commit_valid_q && !commit_ready_i);
    end
  end

  // ------------------------------------------------------------ what the words say
  qp_context_t ctx;
  assign ctx = context_q;

  assign commit_valid_o  = commit_valid_q;
  assign commit_state_o  = asked_q;
  assign commit_qkey_o   = ctx.qkey;
  assign commit_sq_una_o = ctx.sq_una.psn;
  assign commit_rq_psn_o = ctx.rq_psn.psn;
  assign commit_sq_o = '{
    qpn:        select_q,
    remote_qpn: ctx.remote.qpn,
    qp_type:    qp_type_e'(ctx.transport.kind),
    pmtu:       ctx.transport.pmtu,
    dscp:       ctx.traffic.dscp,
    ecn:        ctx.traffic.ecn,
    ring_base:  {ctx.ring_high, ctx.ring_low.base},
    ring_log2:  ctx.transport.ring_log2,
    sq_psn:     ctx.sq_psn.psn
  };
  assign commit_addr_o = '{
    src_mac:      {ctx.src_mac_high.mac, ctx.src_mac_low},
    dst_mac:      {ctx.dst_mac_high.mac, ctx.dst_mac_low},
    vlan:         ctx.vlan.tag,
    vid:          ctx.vlan.vid,
    ipv6:         ctx.traffic.ipv6,
    src_ip:       ctx.src_ip,
    dst_ip:       ctx.dst_ip,
    ttl:          ctx.traffic.ttl,
    flow_label:   ctx.flow.label,
    udp_src_port: ctx.udp.src_port,
    pkey:         ctx.transport.pkey,
    migreq:       ctx.transport.migreq
  };

  // ------------------------------------------------------------ answer
  logic [31:0] context_word_q, rdata_q;
  logic        looked, known_q;
  qp_commit_t  commit_word;
  qp_state_t   state_word;

  always_comb begin
    commit_word         = '0;
    commit_word.state   = asked_q;
    commit_word.pending = commit_pending_i;
    commit_word.result  = commit_result_i;
    state_word          = '0;
    state_word.state    = look_state_i;
    state_word.busy     = look_busy_i;
  end

  rnic_pipe #(.Width(1), .Cycles(LookCycles)) u_look (
    .clk_i, .rst_ni, .d_i(req_i && !commits), .d_o(looked)
  );

  always_ff @(posedge clk_i) begin
    known_q        <= is_context || is_select || is_commit ||
                      (!write_i && (is_state || is_holder || is_indices));
    context_word_q <= is_context ? context_q[word] : '0;
    rdata_q        <= context_word_q | ({32{is_select}} & 32'(select_q)) |
                      ({32{is_commit}} & commit_word) | ({32{is_state}} & state_word) |
                      ({32{is_holder}} & 32'(look_holder_i)) |
                      ({32{is_indices}} & {look_free_i, look_fetched_i});
  end

  assign ack_o      = looked || (commit_valid_q && commit_ready_i);
  assign err_o      = !known_q;
  assign rdata_o    = rdata_q;
  assign look_qpn_o = select_q;

  `RNIC_COVER(CommitHeld, commit_valid_q && !commit_ready_i)

endmodule
