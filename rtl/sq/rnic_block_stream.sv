// SPDX-License-Identifier: Apache-2.0
// Runs of read-ahead blocks out to the requester: a queue's in order, queues round robin.
//
// What is given at a time is a line's part of a run, one or two blocks, every 2 clocks: one block a
// clock where runs fill their lines. A queue takes part while block_room_i of it is high and its
// next line is here (a room of one clock may go unseen); from the clock on in which the room is
// low 7 more blocks of it may come (8 are allowed for).
// Queues that hold runs of QPs in error only come after all others, apart from one in FlushShare
// times.
// There is no ready on the runs' side: room_o falls while TurnSlackRuns more fit.

`include "assert.svh"

module rnic_block_stream
  import rnic_axi_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        run_valid_i,
  input  fetch_run_t  run_i,
  output queue_mask_t room_o,
  output queue_mask_t others_o,                // behind the run that is being given, one of another
                                               // QP than the run in front of it
  output qp_idx_t     newest_qp_o [NumTxQueues],

  input  queue_mask_t here_i,                  // the queue's next line is here
  input  queue_mask_t here_two_i,              // and the one behind it
  output queue_mask_t take_o,
  output logic        rd_en_o,
  output queue_t      rd_qid_o,
  output line_row_t   rd_row_o,
  input  logic        line_error_i,            // of the row asked for 2 clocks before
  input  logic [AxiDataBits-1:0] line_i,

  input  queue_mask_t block_room_i,
  output logic        block_valid_o,
  output queue_t      block_qid_o,
  output sq_block_t   block_o
);

  // What must be known of a run to choose it; the rest stands in a RAM.
  typedef struct packed {
    run_blocks_t count;
    logic        odd;
    logic        has_lines;
    logic        flushing;
    logic        other;                        // another QP than the queue's run before
  } head_t;

  // A line's part of a run.
  typedef struct packed {
    line_row_t  row;
    run_row_t   run;
    logic [2:0] offset;                        // of its first block within the run
    logic       half;                          // its first block is the line's second half
    logic       two;
    logic       last;                          // of the run
  } part_t;

  // --- runs in -----------------------------------------------------------------------------------
  run_row_t    in_run [NumTxQueues];
  logic        s1_valid_q;
  queue_t      s1_qid_q;
  head_t       s1_head_q;
  queue_mask_t head_valid, head_pop;
  head_t       head [NumTxQueues];

  always_ff @(posedge clk_i) begin
    s1_qid_q <= run_i.qid;
    s1_head_q <= '{
      count: run_i.count,
      odd: run_i.odd,
      has_lines: run_i.kind == BlockData,
      flushing: run_i.flushing,
      other: newest_qp_o[run_i.qid] != run_i.qp
    };
    if (!rst_ni) s1_valid_q <= 1'b0;
    else         s1_valid_q <= run_valid_i;
  end

  rnic_queue_fifo #(
    .data_t(head_t), .NumQueues(NumTxQueues), .Depth(RunsPerQueue), .Slack(TurnSlackRuns),
    .PushReg(1'b1)
  ) u_heads (
    .clk_i, .rst_ni,
    .push_valid_i(s1_valid_q), .push_qid_i(s1_qid_q), .push_data_i(s1_head_q), .room_o,
    .head_valid_o(head_valid), .head_data_o(head), .pop_i(head_pop)
  );

  // --- choosing: in one clock who may (phase 0), in the next who does (phase 1) ------------------
  // What was given changes its queue's state in the clock behind that, which is a phase 0 again: so
  // it is known of each queue beforehand whether there will be more.
  // Each class has an arbiter, so that a flush's rare turns go round as well; at most one is asked.
  queue_mask_t more_q, more_after_q;           // a part is at hand; if one is given now, another
  queue_mask_t more, ready, flush_only_q, normal, flush, s2_normal_q, s2_flush_q;
  queue_mask_t normal_grant, flush_grant, grant, s3_grant_q, given;
  logic        phase_q, share_due_q, take_flush;
  logic [$clog2(FlushShare)-1:0] share_q;      // given to others since the last of a flush

  assign more = (s3_grant_q & more_after_q) | (~s3_grant_q & more_q);
  assign ready = phase_q ? '0 : block_room_i & more;
  assign normal = ready & ~flush_only_q;
  assign flush = ready & flush_only_q;
  assign take_flush = !(|normal) || (share_due_q && |flush);

  rnic_rr_arbiter #(.Width(NumTxQueues)) u_normal (
    .clk_i, .rst_ni, .en_i(1'b1), .req_i(s2_normal_q), .grant_o(normal_grant)
  );
  rnic_rr_arbiter #(.Width(NumTxQueues)) u_flush (
    .clk_i, .rst_ni, .en_i(1'b1), .req_i(s2_flush_q), .grant_o(flush_grant)
  );
  assign grant = normal_grant | flush_grant;

  assign given = s3_grant_q;                   // in phase 0 only

  always_ff @(posedge clk_i) begin
    s2_normal_q <= take_flush ? '0 : normal;
    s2_flush_q  <= take_flush ? flush : '0;
    if (!rst_ni) begin
      phase_q     <= 1'b0;
      s3_grant_q  <= '0;
      share_q     <= '0;
      share_due_q <= 1'b0;
    end else begin
      phase_q     <= !phase_q;
      // A choice of before a reset falls into phase 0 behind it.
      s3_grant_q  <= phase_q ? grant : '0;
      if (|s2_flush_q) begin
        share_q     <= '0;
        share_due_q <= 1'b0;
      end else if (|s2_normal_q) begin
        share_q     <= share_q + 1'b1;
        share_due_q <= share_due_q || &share_q;
      end
    end
  end

  // --- one queue ---------------------------------------------------------------------------------
  part_t part [NumTxQueues];                   // what a grant takes

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    logic       finishes, loads;
    logic       next_valid_q, run_valid_q;
    head_t      next_q, run_q;                 // run_q.count, .odd: what is left of it
    logic [2:0] offset_q;
    run_row_t   in_run_q, out_run_q;
    line_row_t  row_q;
    logic [$clog2(RunsPerQueue+1)-1:0] others_q, normal_q;
    logic       pushes, two, goes_on, goes_on_with_lines;
    logic       last_d, last_q;                // the part to be given next is the run's last

    assign two = !run_q.odd && run_q.count > 4'd1;

    assign goes_on = !last_q || next_valid_q;
    assign goes_on_with_lines = last_q ? next_q.has_lines : run_q.has_lines;

    assign finishes = given[q] && last_q;
    assign loads = next_valid_q && (!run_valid_q || finishes);
    assign head_pop[q] = head_valid[q] && !next_valid_q;
    assign take_o[q] = given[q] && run_q.has_lines;
    assign pushes = s1_valid_q && s1_qid_q == queue_t'(q);

    always_comb begin
      last_d = last_q;
      if (loads) last_d = next_q.count == 4'd1 || (!next_q.odd && next_q.count == 4'd2);
      else if (given[q]) last_d = run_q.count == 4'd3 || run_q.count == (two ? 4'd4 : 4'd2);
    end

    always_ff @(posedge clk_i) begin
      last_q <= last_d;
      if (head_pop[q]) next_q <= head[q];
      if (loads) begin
        run_q <= next_q;
        offset_q <= '0;
      end else if (given[q]) begin
        run_q.count <= run_q.count - (two ? 4'd2 : 4'd1);
        run_q.odd <= 1'b0;
        run_q.other <= 1'b0;
        offset_q <= offset_q + (two ? 3'd2 : 3'd1);
      end
      more_after_q[q] <= goes_on &&
                         (!goes_on_with_lines || (run_q.has_lines ? here_two_i[q] : here_i[q]));
      if (run_valid_i && run_i.qid == queue_t'(q)) newest_qp_o[q] <= run_i.qp;
      if (!rst_ni) begin
        next_valid_q    <= 1'b0;
        run_valid_q     <= 1'b0;
        more_q[q]       <= 1'b0;
        in_run_q        <= '0;
        out_run_q       <= '0;
        row_q           <= '0;
        others_q        <= '0;
        normal_q        <= '0;
        others_o[q]     <= 1'b0;
        flush_only_q[q] <= 1'b0;
      end else begin
        next_valid_q <= head_pop[q] || (next_valid_q && !loads);
        more_q[q]    <= run_valid_q && (!run_q.has_lines || here_i[q]);
        run_valid_q  <= loads || (run_valid_q && !finishes);
        if (run_valid_i && run_i.qid == queue_t'(q)) in_run_q <= in_run_q + 1'b1;
        if (finishes) out_run_q <= out_run_q + 1'b1;
        if (take_o[q]) row_q <= row_q + 1'b1;
        others_q <= others_q + 8'(pushes && s1_head_q.other) - 8'(given[q] && run_q.other);
        normal_q <= normal_q + 8'(pushes && !s1_head_q.flushing) - 8'(finishes && !run_q.flushing);
        others_o[q] <= others_q != '0;
        flush_only_q[q] <= normal_q == '0;
      end
    end
    assign in_run[q] = in_run_q;
    assign part[q] = '{
      row: row_q, run: out_run_q, offset: offset_q, half: run_q.odd, two: two, last: last_q
    };
  end

  // --- 3: what was taken; 4, 5: line and run from their RAMs; 6: blocks out ----------------------
  logic   s4_valid_q, s5_valid_q, s6_valid_q, s7_valid_q;  // s7: the part's second block
  queue_t s3_qid, s4_qid_q, s5_qid_q, s6_qid_q;
  part_t  s3_part, s4_part_q, s5_part_q, s6_part_q;

  // What the run says of each of its blocks.
  fetch_run_t run;

  rnic_ram_1r1w #(
    .Width($bits(fetch_run_t)), .NumWords(NumTxQueues * RunsPerQueue), .OutReg(1'b1)
  ) u_runs (
    .clk_i, .rst_ni,
    .wr_en_i  (run_valid_i),
    .wr_addr_i({run_i.qid, in_run[run_i.qid]}),
    .wr_data_i(run_i),
    .rd_en_i  (s4_valid_q),
    .rd_addr_i({s4_qid_q, s4_part_q.run}),
    .rd_data_o(run)
  );

  always_comb begin
    s3_qid = '0;
    s3_part = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      s3_qid |= s3_grant_q[q] ? queue_t'(q) : '0;
      s3_part |= s3_grant_q[q] ? part[q] : '0;
    end
  end

  assign rd_en_o = s4_valid_q;
  assign rd_qid_o = s4_qid_q;
  assign rd_row_o = s4_part_q.row;

  sq_index_t first_index;
  logic      half;
  assign first_index = run.index + sq_index_t'(s6_part_q.offset);
  assign half = s7_valid_q || s6_part_q.half;

  always_ff @(posedge clk_i) begin
    {s4_qid_q, s4_part_q} <= {s3_qid, s3_part};
    {s5_qid_q, s5_part_q} <= {s4_qid_q, s4_part_q};
    if (s5_valid_q) {s6_qid_q, s6_part_q} <= {s5_qid_q, s5_part_q};

    block_qid_o <= s6_qid_q;
    block_o <= '{
      kind: run.kind, qp: run.qp, qpn: run.qpn, remote_qpn: run.remote_qpn, qp_type: run.qp_type,
      pmtu: run.pmtu, dscp: run.dscp, ecn: run.ecn, owner: run.owner,
      index: first_index + sq_index_t'(s7_valid_q),
      run_first: s6_part_q.offset == '0 && !s7_valid_q,
      run_last: s6_part_q.last && (s7_valid_q || !s6_part_q.two),
      fresh: run.fresh, resume_bytes: run.resume_bytes,
      read_error: line_error_i && run.kind == BlockData,
      data: half ? line_i[AxiDataBits-1:WqeBlockBits] : line_i[WqeBlockBits-1:0]
    };
    if (!rst_ni) begin
      s4_valid_q    <= 1'b0;
      s5_valid_q    <= 1'b0;
      s6_valid_q    <= 1'b0;
      s7_valid_q    <= 1'b0;
      block_valid_o <= 1'b0;
    end else begin
      s4_valid_q    <= |given;
      s5_valid_q    <= s4_valid_q;
      s6_valid_q    <= s5_valid_q;
      s7_valid_q    <= s6_valid_q && s6_part_q.two;
      block_valid_o <= s6_valid_q || s7_valid_q;
    end
  end

  `RNIC_ASSERT(PartsApart, !(s6_valid_q && s7_valid_q), "two blocks leave in one clock")
  `RNIC_ASSERT(InPhase0, !phase_q || s3_grant_q == '0, "a part is given in phase 1")
  `RNIC_ASSERT(OneClass, s2_normal_q == '0 || s2_flush_q == '0, "both classes are asked")
  `RNIC_COVER(FlushHeldBack, !take_flush && |flush)
  `RNIC_COVER(FlushDue, take_flush && |normal)

endmodule
