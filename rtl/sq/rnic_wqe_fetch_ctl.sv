// SPDX-License-Identifier: Apache-2.0
// The one place where the send queues' indices change: commands, rewinds, doorbells and turns, one
// at a time.
//
// Each takes 5 clocks from read to written state (a command that changes the error bit waits for
// clocks without error_valid_i), the choice of the next one included. A turn makes at most one run;
// it goes on with a second where the first one ended with the ring, so that no WQE is cut there,
// or where no other QP of its queue waits. Rewinds go before commands, these before the rest;
// doorbells and turns alternate. Behind a reset it clears its state, a QP a clock, before it takes
// anything.
// How indices, runs and stops are meant: docs/blocks/sq.md.

`include "assert.svh"

module rnic_wqe_fetch_ctl
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // power of two, 2 to 1024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  dscp_map_t    cfg_map_i,

  input  logic         db_valid_i,
  output logic         db_ready_o,
  input  qpn_t         db_qpn_i,
  input  sq_index_t    db_count_i,
  output logic         stat_db_ignored_o,

  input  logic         cmd_valid_i,
  output logic         cmd_ready_o,
  input  qp_cmd_t      cmd_i,

  input  logic         error_valid_i,          // taken in every clock
  input  qp_idx_t      error_qp_i,

  input  logic         rewind_valid_i,
  output logic         rewind_ready_o,
  input  sq_rewind_t   rewind_i,

  output qp_idx_t      free_qp_o,
  input  sq_index_t    free_index_i,           // of the free_qp_o of 2 clocks before

  input  logic         turn_valid_i,
  output logic         turn_ready_o,
  input  qp_idx_t      turn_qp_i,
  input  queue_t       turn_qid_i,
  input  logic         turn_flushing_i,
  input  queue_mask_t  others_i,               // a QP waits in the list of the queue

  output logic         push_valid_o,           // back into, or into, a turn list
  output queue_mask_t  push_o,                 // one-hot, or push_flush_o: of QPs in error
  output queue_mask_t  push_flush_o,
  output qp_idx_t      push_qp_o,

  output logic         run_valid_o,
  output fetch_run_t   run_o,
  output logic         read_valid_o,           // with a run of data
  output fetch_read_t  read_o
);

  if (NumQps < 2 || NumQps > MaxQps || (NumQps & (NumQps - 1)) != 0) begin : gen_bad_qps
    $fatal(1, "rnic_wqe_fetch_ctl: NumQps is %0d; it must be a power of two from 2 to 1024",
           NumQps);
  end

  localparam int unsigned QpBits = $clog2(NumQps);
  typedef logic [QpBits-1:0] qp_t;

  // A long message was interrupted: so many turns of its QP then read one WQE each, for what they
  // read ahead may be thrown away.
  localparam logic [3:0] BriefTurns = 4'd15;

  typedef enum logic [2:0] {
    Clear, Idle, Read, Wait, Judge, Decide, Write
  } phase_e;

  typedef enum logic [2:0] {
    OpCommand, OpRewind, OpDoorbell, OpTurn
  } op_e;

  // --- choosing ----------------------------------------------------------------------------------
  phase_e  phase_d, phase_q;
  op_e     op_q;
  qp_idx_t qp_q;
  qp_t     clear_q;
  logic    choose, waits, again, doorbell_first_q, second_q, take_db;

  assign choose = phase_q == Idle || (phase_q == Write && !waits && !again);
  assign take_db = db_valid_i && (doorbell_first_q || !turn_valid_i);
  assign rewind_ready_o = choose;
  assign cmd_ready_o = choose && !rewind_valid_i;
  assign db_ready_o = choose && !rewind_valid_i && !cmd_valid_i && take_db;
  assign turn_ready_o = choose && !rewind_valid_i && !cmd_valid_i && !take_db;

  always_comb begin
    phase_d = phase_q;
    unique case (phase_q)
      Clear:   phase_d = (&clear_q) ? Idle : Clear;
      Read:    phase_d = Wait;
      Wait:    phase_d = Judge;
      Judge:   phase_d = Decide;
      Decide:  phase_d = Write;
      default: begin                           // Idle, Write
        if (again) phase_d = Read;
        else if (choose && (rewind_valid_i || cmd_valid_i || db_valid_i || turn_valid_i))
          phase_d = Read;
        else if (choose) phase_d = Idle;
      end
    endcase
  end

  // What came with it.
  qp_op_e     command_q;
  sq_ctx_t    load_ctx_q;
  sq_rewind_t rewind_q;
  qpn_t       db_qpn_q;
  sq_index_t  db_count_q;
  queue_t     turn_qid_q;
  logic       turn_flushing_q;

  always_ff @(posedge clk_i) begin
    if (choose) begin
      if (rewind_valid_i) {op_q, qp_q} <= {OpRewind, rewind_i.qp};
      else if (cmd_valid_i) {op_q, qp_q} <= {OpCommand, cmd_i.qp};
      else if (take_db) {op_q, qp_q} <= {OpDoorbell, qp_idx_t'(qp_t'(db_qpn_i))};
      else {op_q, qp_q} <= {OpTurn, turn_qp_i};
      command_q       <= cmd_i.op;
      load_ctx_q      <= cmd_i.sq;
      rewind_q        <= rewind_i;
      db_qpn_q        <= db_qpn_i;
      db_count_q      <= db_count_i;
      turn_qid_q    <= turn_qid_i;
      turn_flushing_q <= turn_flushing_i;
    end
    if (!rst_ni) begin
      phase_q          <= Clear;
      clear_q          <= '0;
      doorbell_first_q <= 1'b0;
      second_q         <= 1'b0;
    end else begin
      phase_q <= phase_d;
      clear_q <= clear_q + 1'b1;
      if (choose) doorbell_first_q <= rewind_valid_i || cmd_valid_i || !take_db;
      if (choose || again) second_q <= again;
    end
  end

  // --- the QP's state: read in Read, at hand from Judge on, written in Write ---------------------
  fetch_state_t st, new_st;
  sq_ctx_t      ctx;
  logic         in_error, ctx_write, error_write, error_value;

  rnic_ram_1r1w #(.Width($bits(fetch_state_t)), .NumWords(NumQps), .OutReg(1'b1)) u_state (
    .clk_i, .rst_ni,
    .wr_en_i  (phase_q == Write || phase_q == Clear),
    .wr_addr_i(phase_q == Clear ? clear_q : qp_t'(qp_q)),
    .wr_data_i(phase_q == Clear ? fetch_state_t'(0) : new_st),
    .rd_en_i  (phase_q == Read),
    .rd_addr_i(qp_t'(qp_q)),
    .rd_data_o(st)
  );

  rnic_ram_1r1w #(.Width($bits(sq_ctx_t)), .NumWords(NumQps), .OutReg(1'b1)) u_ctx (
    .clk_i, .rst_ni,
    .wr_en_i  (ctx_write),
    .wr_addr_i(qp_t'(qp_q)),
    .wr_data_i(load_ctx_q),
    .rd_en_i  (phase_q == Read),
    .rd_addr_i(qp_t'(qp_q)),
    .rd_data_o(ctx)
  );

  // Error bits have a RAM of their own, so that each clock's error finds it free.
  rnic_ram_1r1w #(.Width(1), .NumWords(NumQps), .OutReg(1'b1)) u_error (
    .clk_i, .rst_ni,
    .wr_en_i  (error_valid_i || error_write),
    .wr_addr_i(error_valid_i ? qp_t'(error_qp_i) : qp_t'(qp_q)),
    .wr_data_i(error_valid_i || error_value),
    .rd_en_i  (phase_q == Read),
    .rd_addr_i(qp_t'(qp_q)),
    .rd_data_o(in_error)
  );

  assign free_qp_o = qp_q;

  // --- Judge and Decide --------------------------------------------------------------------------
  logic   db_ignored, db_applies, db_overrun, db_covers, db_requeue;
  queue_t db_qid;

  rnic_doorbell u_doorbell (
    .clk_i, .cfg_map_i,
    .qpn_i(db_qpn_q), .count_i(db_count_q), .state_i(st), .ctx_i(ctx), .error_i(in_error),
    .sq_free_i(free_index_i),
    .ignored_o(db_ignored), .applies_o(db_applies), .overrun_o(db_overrun), .covers_o(db_covers),
    .requeue_o(db_requeue), .queue_o(db_qid)
  );

  logic        run_there, run_more, run_at_end, run_odd, run_owner;
  run_blocks_t run_count;
  fetch_read_t run_read;

  rnic_turn_run u_run (
    .clk_i, .state_i(st), .ctx_i(ctx),
    .there_o(run_there), .count_o(run_count), .more_o(run_more), .at_end_o(run_at_end),
    .odd_o(run_odd), .lines_o(run_read.lines), .line_o(run_read.line), .owner_o(run_owner)
  );
  assign run_read.qid = turn_qid_q;

  // A turn goes to a reset's token, over to the list of QPs in error, or to the ring.
  sq_index_t s1_rewind_there_q;
  logic      s2_resumes_q, s2_rewind_there_q, s2_alone_q, s2_moves_q, s2_reads_q, s2_error_write_q;
  logic      s2_loads_q, s2_rewinds_q;
  logic      moves;
  queue_t    s2_load_qid_q;
  assign moves = op_q == OpTurn && st.loaded && in_error && !turn_flushing_q && !second_q;

  always_ff @(posedge clk_i) begin
    s1_rewind_there_q <= st.producer - rewind_q.index;
    s2_rewind_there_q <= s1_rewind_there_q >= sq_index_t'(rewind_q.need);
    s2_alone_q        <= !others_i[turn_qid_q] && st.brief == '0;
    s2_resumes_q      <= rewind_q.resume_bytes != '0;
    s2_load_qid_q     <= cfg_map_i[load_ctx_q.dscp];
    s2_moves_q        <= moves;
    s2_loads_q        <= op_q == OpCommand && command_q == QpLoad;
    s2_rewinds_q      <= op_q == OpRewind && st.loaded;
    s2_reads_q        <= op_q == OpTurn && st.loaded && !moves;
    s2_error_write_q  <= op_q == OpCommand && command_q inside {QpLoad, QpFail};
  end

  // --- Write -------------------------------------------------------------------------------------
  logic is_turn, turn_token, turn_data, turn_stop, goes_on;
  assign is_turn = phase_q == Write && op_q == OpTurn;
  assign turn_token = st.token;
  assign turn_data = s2_reads_q && run_there;
  assign turn_stop = s2_reads_q && !run_there && st.stop_due;
  assign goes_on = !second_q && (run_at_end || s2_alone_q);
  assign again = phase_q == Write && turn_data && run_more && goes_on;

  logic   push;                                // into a list it is not in

  always_comb begin
    new_st = st;
    push = 1'b0;
    unique case (op_q)
      OpCommand: begin
        if (command_q == QpLoad) begin
          new_st = '0;
          new_st.loaded = 1'b1;
          new_st.fresh = 1'b1;
          new_st.need = 3'd1;
          new_st.qid = s2_load_qid_q;
        end else if (command_q == QpKill) begin
          new_st.loaded = 1'b0;
          new_st.token = 1'b1;
          push = !st.listed;
        end
      end
      OpRewind: begin
        if (st.loaded) begin
          new_st.fetch = rewind_q.index;
          new_st.need = rewind_q.need;
          new_st.fresh = 1'b1;
          new_st.stop_due = st.stopped;
          if (rewind_q.need > 3'd1) new_st.wqe_blocks = rewind_q.need;
          if (s2_resumes_q) new_st.brief = BriefTurns;
          push = !st.listed && (s2_rewind_there_q || st.stopped);
        end
      end
      OpDoorbell: begin
        if (db_applies) new_st.producer = db_count_q;
        if (db_overrun) {new_st.stopped, new_st.stop_due} = 2'b11;
        if (db_requeue) new_st.qid = db_qid;
        push = !st.listed && (db_overrun || (db_applies && db_covers));
      end
      default: begin                           // OpTurn
        if (turn_data) begin
          new_st.fetch = st.fetch + sq_index_t'(run_count);
          new_st.brief = st.brief - 4'(st.brief != '0);
        end
        if (turn_data || turn_stop) begin
          new_st.fresh = 1'b0;
          new_st.need = 3'd1;
        end
        new_st.stop_due = st.stop_due && !turn_stop;
        new_st.token = 1'b0;
        push = s2_moves_q || (turn_data && (run_more ? !goes_on : st.stop_due));
        new_st.listed = s2_moves_q || (turn_data && (run_more || st.stop_due));
      end
    endcase
    if (push) new_st.listed = 1'b1;

    if (s2_rewinds_q) new_st.resume_bytes = rewind_q.resume_bytes;
    else if (s2_loads_q || turn_data || turn_stop) new_st.resume_bytes = '0;
    else new_st.resume_bytes = st.resume_bytes;
  end

  logic is_command;
  assign is_command = phase_q == Write && op_q == OpCommand;
  assign ctx_write = is_command && command_q inside {QpLoad, QpUpdate};
  assign error_value = command_q == QpFail;
  assign error_write = phase_q == Write && s2_error_write_q;
  assign waits = s2_error_write_q && error_valid_i;

  queue_mask_t push_list;
  assign push_list = queue_mask_t'(1) << ((op_q == OpDoorbell && db_requeue) ? db_qid : st.qid);

  always_ff @(posedge clk_i) begin
    push_o            <= (in_error && op_q != OpCommand) ? '0 : push_list;
    push_flush_o      <= (in_error && op_q != OpCommand) ? push_list : '0;
    push_qp_o         <= qp_q;
    read_o            <= run_read;
    run_o.qid         <= turn_qid_q;
    run_o.flushing    <= in_error;
    run_o.count       <= turn_data ? run_count : run_blocks_t'(1);
    run_o.odd         <= turn_data && run_odd;
    run_o.kind        <= turn_token ? BlockToken : turn_data ? BlockData : BlockStop;
    run_o.qp          <= qp_q;
    run_o.qpn         <= ctx.qpn;
    run_o.remote_qpn  <= ctx.remote_qpn;
    run_o.qp_type     <= ctx.qp_type;
    run_o.pmtu        <= ctx.pmtu;
    run_o.dscp        <= ctx.dscp;
    run_o.ecn         <= ctx.ecn;
    run_o.owner       <= run_owner;
    run_o.index       <= turn_data ? st.fetch : st.producer;
    run_o.fresh       <= st.fresh;
    run_o.resume_bytes <= st.resume_bytes;
    if (!rst_ni) begin
      push_valid_o      <= 1'b0;
      run_valid_o       <= 1'b0;
      read_valid_o      <= 1'b0;
      stat_db_ignored_o <= 1'b0;
    end else begin
      push_valid_o      <= phase_q == Write && push;
      run_valid_o       <= is_turn && (turn_token || turn_data || turn_stop);
      read_valid_o      <= is_turn && turn_data;
      stat_db_ignored_o <= phase_q == Write && op_q == OpDoorbell && db_ignored;
    end
  end

  `RNIC_ASSERT(LoadedAtRest, is_command && command_q == QpLoad |-> !st.loaded && !st.listed,
               "a QP is loaded that is not reset, or whose reset is under way")
  `RNIC_ASSERT(KilledOnce, is_command && command_q == QpKill |-> !st.token,
               "a QP is reset whose reset is under way")
  `RNIC_ASSERT(NeedInRange, rewind_valid_i |-> rewind_i.need inside {[1:4]},
               "a rewind needs no block, or more than a WQE has")
  `RNIC_ASSERT(OfItsQueue, is_turn |-> st.listed && turn_qid_q == st.qid,
               "a turn of a QP that is in no list, or in another queue's")
  `RNIC_COVER(AgainAtTheEnd, again && run_at_end)
  `RNIC_COVER(AgainAlone, again && !run_at_end)
  `RNIC_COVER(MovedInError, is_turn && s2_moves_q)
  `RNIC_COVER(NothingLeft, is_turn && !turn_token && !s2_moves_q && !turn_data && !turn_stop)

endmodule
