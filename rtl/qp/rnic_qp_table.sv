// SPDX-License-Identifier: Apache-2.0
// The contexts of all queue pairs, and the commits that change them.
//
// A commit takes a queue pair to a state, with a context; it is copied when it is taken, and worked
// off before the next is taken:
//
//   from \ to   reset          ready                          error
//   reset       nothing        Load, held while it is busy    refused
//   ready       Kill           Update                         Fail
//   error       Kill           refused                        nothing
//
// Load and Update write the context as a whole, then the owners are told by a command that each of
// them takes in its own time; the commit is done when all have. A Kill makes the queue pair busy
// until its token comes back. Update changes addresses, PMTU, DSCP and ECN; what else sq_ctx_t
// holds stays as it was loaded. Addresses hold from the next packet on; the send queue takes the
// others with each WQE that it reads, so that WQEs read ahead keep the old ones, and a message
// keeps its PMTU to its end. A refused commit changes nothing; commit_result_o says why.
//
// Readers of contexts get them 2 clocks after the index. Behind a reset all queue pairs are in
// reset; ready_o is high when that is so, NumQps clocks later.
//
// Not promised: that an Update sees an error that comes behind its commit; that is harmless.

`include "assert.svh"

module rnic_qp_table
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
#(
  parameter int unsigned NumQps = 1024  // power of two, 2 to MaxQps
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  output logic       ready_o,

  // Commit: the queue pair is sq.qpn's
  input  logic       commit_valid_i,
  output logic       commit_ready_o,
  input  logic [1:0] commit_state_i,     // to go to, as qp_state_e
  input  sq_ctx_t    commit_sq_i,
  input  addr_ctx_t  commit_addr_i,
  input  logic [31:0] commit_qkey_i,
  input  psn_t       commit_sq_una_i,
  input  psn_t       commit_rq_psn_i,
  output logic       commit_pending_o,   // the last one is not done
  output logic [2:0] commit_result_o,    // of the last one done: result_e

  // Look at a queue pair; 2 clocks later
  input  qp_idx_t    look_qp_i,
  output qp_state_e  look_state_o,
  output logic       look_busy_o,
  output qpn_t       look_qpn_o,

  // Commands to the owners of state; one for all, taken by each
  output logic       cmd_fetch_valid_o,
  input  logic       cmd_fetch_ready_i,
  output logic       cmd_requester_valid_o,
  input  logic       cmd_requester_ready_i,
  output logic       cmd_release_valid_o,
  input  logic       cmd_release_ready_i,
  output qp_cmd_t    cmd_o,

  // From releasing, at any time
  input  logic       token_valid_i,      // nothing of a killed queue pair is left
  input  qp_idx_t    token_qp_i,
  input  logic       error_valid_i,
  input  qp_idx_t    error_qp_i,

  // Contexts; 2 clocks later
  input  qp_idx_t    addr_qp_i,
  output addr_ctx_t  addr_ctx_o,
  input  qp_idx_t    rsp_qp_i,
  output logic [31:0] rsp_qkey_o,
  output psn_t       rsp_sq_una_o,
  output psn_t       rsp_rq_psn_o
);

  if (NumQps < 2 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_num_qps
    $fatal(1, "rnic_qp_table: NumQps is %0d; it must be a power of two from 2 to 1024", NumQps);
  end

  localparam int unsigned IdxBits = $clog2(NumQps);
  typedef logic [IdxBits-1:0] idx_t;

  typedef enum logic [2:0] {
    ResultGood       = 3'd0,
    ResultType       = 3'd1,
    ResultPmtu       = 3'd2,
    ResultRing       = 3'd3,
    ResultTransition = 3'd4,
    ResultHolder     = 3'd5
  } result_e;

  typedef enum logic [2:0] {
    StIdle,
    StRead,     // tables answer
    StJudge,
    StHold,     // a Load waits for its queue pair
    StStore,    // contexts, and the state where it must lead the command
    StTell,     // owners take the command
    StEnd       // the state where it must follow the command
  } state_e;

  // What a responder and its acknowledge path need.
  typedef struct packed {
    logic [31:0] qkey;
    psn_t        sq_una;
    psn_t        rq_psn;
  } rsp_ctx_t;

  // What an Update leaves as it was loaded.
  typedef struct packed {
    qpn_t        remote_qpn;
    qp_type_e    qp_type;
    logic [57:0] ring_base;
    logic [3:0]  ring_log2;
  } kept_t;

  // ------------------------------------------------------------ the commit, copied
  state_e     state_d, state_q;
  logic       take;
  logic [1:0] to_q;
  sq_ctx_t    sq_q;
  addr_ctx_t  addr_q;
  rsp_ctx_t   rsp_q;
  qp_idx_t    qp;

  assign take = commit_valid_i && commit_ready_o;
  assign qp   = qp_idx_t'(sq_q.qpn & qpn_t'(NumQps - 1));

  always_ff @(posedge clk_i) begin
    if (take) begin
      to_q   <= commit_state_i;
      sq_q   <= commit_sq_i;
      addr_q <= commit_addr_i;
      rsp_q  <= '{qkey: commit_qkey_i, sq_una: commit_sq_una_i, rq_psn: commit_rq_psn_i};
    end
  end

  // ------------------------------------------------------------ states
  logic      states_ready, wr_en;
  qp_state_e wr_state, found_state;
  qpn_t      found_holder;
  logic      found_busy;

  rnic_qp_states #(.NumQps(NumQps), .NumReaders(2)) u_states (
    .clk_i, .rst_ni, .ready_o(states_ready),
    .wr_en_i(wr_en), .wr_qp_i(qp), .wr_state_i(wr_state), .wr_holder_i(sq_q.qpn),
    .wr_clear_error_i(wr_state == QpReady), .wr_set_busy_i(wr_state == QpReset),
    .error_valid_i, .error_qp_i, .token_valid_i, .token_qp_i,
    .rd_qp_i({look_qp_i, qp}),
    .rd_state_o({look_state_o, found_state}), .rd_holder_o({look_qpn_o, found_holder}),
    .rd_busy_o({look_busy_o, found_busy})
  );
  assign ready_o = states_ready;

  // ------------------------------------------------------------ judgement
  // Two stages: what is out of range or foreign, then what the states make of it.
  logic      type_bad_q, pmtu_bad_q, ring_bad_q, foreign_q, found_busy_q;
  qp_state_e found_state_q;
  always_ff @(posedge clk_i) begin
    type_bad_q    <= !(sq_q.qp_type inside {QpRc, QpUc, QpUd});
    pmtu_bad_q    <= sq_q.pmtu < 3'd1 || sq_q.pmtu > 3'd5;
    ring_bad_q    <= sq_q.ring_log2 < 4'd4;
    foreign_q     <= found_holder != sq_q.qpn;
    found_state_q <= found_state;
    found_busy_q  <= found_busy;
  end

  result_e result;
  logic    does;   // a command follows
  qp_op_e  op;
  always_comb begin
    result = ResultGood;
    does   = 1'b0;
    op     = QpKill;
    case (to_q)
      QpReset: begin
        if (found_state_q != QpReset) begin
          if (foreign_q) result = ResultHolder;
          else           does = 1'b1;
        end
      end
      QpReady: begin
        op = (found_state_q == QpReset) ? QpLoad : QpUpdate;
        if (found_state_q != QpReset && foreign_q)     result = ResultHolder;
        else if (found_state_q == QpError)             result = ResultTransition;
        else if (found_state_q == QpReset && type_bad_q) result = ResultType;
        else if (pmtu_bad_q)                           result = ResultPmtu;
        else if (found_state_q == QpReset && ring_bad_q) result = ResultRing;
        else                                           does = 1'b1;
      end
      QpError: begin
        op = QpFail;
        if (found_state_q == QpReset) result = ResultTransition;
        else if (foreign_q)           result = ResultHolder;
        else                          does = found_state_q == QpReady;
      end
      default: result = ResultTransition;
    endcase
  end

  // ------------------------------------------------------------ steps
  localparam int unsigned ReadCycles = 4;  // of StRead and of each look of StHold
  logic    waited;
  logic    tell_fetch_q, tell_requester_q, tell_release_q;
  logic    pending_q;
  qp_op_e  op_q;
  result_e result_q;
  kept_t   kept;

  rnic_pipe #(.Width(1), .Cycles(ReadCycles)) u_wait (
    .clk_i, .rst_ni, .d_i(take), .d_o(waited)
  );

  always_comb begin
    state_d = state_q;
    case (state_q)
      StIdle:  if (take) state_d = StRead;
      StRead:  if (waited) state_d = StJudge;
      StJudge: begin
        if (!does)                state_d = StIdle;
        else if (op == QpLoad)    state_d = StHold;
        else                      state_d = StStore;
      end
      StHold:  if (!found_busy_q) state_d = StStore;
      StStore: state_d = StTell;
      StTell:  if (!tell_fetch_q && !tell_requester_q && !tell_release_q) state_d = StEnd;
      StEnd:   state_d = StIdle;
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q          <= StIdle;
      pending_q        <= 1'b0;
      tell_fetch_q     <= 1'b0;
      tell_requester_q <= 1'b0;
      tell_release_q   <= 1'b0;
      result_q         <= ResultGood;
    end else begin
      state_q          <= state_d;
      pending_q        <= take || (pending_q && state_d != StIdle);
      tell_fetch_q     <= state_q == StStore || (tell_fetch_q && !cmd_fetch_ready_i);
      tell_requester_q <= state_q == StStore || (tell_requester_q && !cmd_requester_ready_i);
      tell_release_q   <= state_q == StStore || (tell_release_q && !cmd_release_ready_i);
      if (state_q == StJudge) result_q <= result;
    end
  end

  // Kill and Fail write the state first, so that none sees ready what is no more; Load last.
  always_ff @(posedge clk_i) if (state_q == StJudge) op_q <= op;
  always_comb begin
    case (op_q)
      QpKill:  wr_state = QpReset;
      QpFail:  wr_state = QpError;
      default: wr_state = QpReady;
    endcase
  end
  assign wr_en = (state_q == StStore && (op_q == QpKill || op_q == QpFail)) ||
                 (state_q == StEnd && op_q == QpLoad);

  // ------------------------------------------------------------ contexts
  logic     wr_addr_ctx, wr_load;
  kept_t    kept_new;
  rsp_ctx_t rsp_found;
  assign wr_load     = state_q == StStore && op_q == QpLoad;
  assign wr_addr_ctx = wr_load || (state_q == StStore && op_q == QpUpdate);
  assign kept_new    = '{remote_qpn: sq_q.remote_qpn, qp_type: sq_q.qp_type,
                         ring_base: sq_q.ring_base, ring_log2: sq_q.ring_log2};

  rnic_ram_1r1w #(.Width($bits(addr_ctx_t)), .NumWords(NumQps), .OutReg(1'b1)) u_addr (
    .clk_i, .rst_ni, .wr_en_i(wr_addr_ctx), .wr_addr_i(idx_t'(qp)), .wr_data_i(addr_q),
    .rd_en_i(1'b1), .rd_addr_i(idx_t'(addr_qp_i)), .rd_data_o(addr_ctx_o)
  );
  rnic_ram_1r1w #(.Width($bits(rsp_ctx_t)), .NumWords(NumQps), .OutReg(1'b1)) u_rsp (
    .clk_i, .rst_ni, .wr_en_i(wr_load), .wr_addr_i(idx_t'(qp)), .wr_data_i(rsp_q),
    .rd_en_i(1'b1), .rd_addr_i(idx_t'(rsp_qp_i)), .rd_data_o(rsp_found)
  );
  rnic_ram_1r1w #(.Width($bits(kept_t)), .NumWords(NumQps), .OutReg(1'b1)) u_kept (
    .clk_i, .rst_ni, .wr_en_i(wr_load), .wr_addr_i(idx_t'(qp)), .wr_data_i(kept_new),
    .rd_en_i(1'b1), .rd_addr_i(idx_t'(qp)), .rd_data_o(kept)
  );
  assign rsp_qkey_o   = rsp_found.qkey;
  assign rsp_sq_una_o = rsp_found.sq_una;
  assign rsp_rq_psn_o = rsp_found.rq_psn;

  // ------------------------------------------------------------ command
  qp_cmd_t cmd_q;
  always_ff @(posedge clk_i) begin
    if (state_q == StStore) begin
      cmd_q <= '{op: op_q, qp: qp, sq: sq_q};
      if (op_q == QpUpdate) begin
        cmd_q.sq.remote_qpn <= kept.remote_qpn;
        cmd_q.sq.qp_type    <= kept.qp_type;
        cmd_q.sq.ring_base  <= kept.ring_base;
        cmd_q.sq.ring_log2  <= kept.ring_log2;
      end
    end
  end

  // ------------------------------------------------------------ outputs
  assign commit_ready_o        = state_q == StIdle && states_ready;
  assign commit_pending_o      = pending_q;
  assign commit_result_o       = result_q;
  assign cmd_o                 = cmd_q;
  assign cmd_fetch_valid_o     = tell_fetch_q;
  assign cmd_requester_valid_o = tell_requester_q;
  assign cmd_release_valid_o   = tell_release_q;

  `RNIC_ASSERT(ErrorInRange, error_valid_i |-> 32'(error_qp_i) < NumQps,
               "an error names a queue pair outside of the table")
  `RNIC_ASSERT(TokenInRange, token_valid_i |-> 32'(token_qp_i) < NumQps,
               "a token names a queue pair outside of the table")
  `RNIC_ASSERT(QuietInSweep, !states_ready |-> !error_valid_i && !token_valid_i,
               "an error or a token comes before the table is ready")
  `RNIC_COVER(Held, state_q == StHold && found_busy_q)
  `RNIC_COVER(TakenAtDifferentTimes, tell_fetch_q && !tell_requester_q)

endmodule
