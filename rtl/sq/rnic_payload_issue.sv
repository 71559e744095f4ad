// SPDX-License-Identifier: Apache-2.0
// From fragments to reads: queues, gates, turns among them, places, bursts.
//
// Issues one burst or one row count a clock: a fragment that crosses a multiple of 4,096 takes two
// clocks. How a read's beats are to be placed (steer_*) is given in the clock before its address is
// offered, from logic: a flop waits for it.
// At most MaxReads bursts are outstanding, all queues together. A queue that is paused or out of
// rows holds no other one; the address channel not being ready holds all.

`include "assert.svh"

module rnic_payload_issue
  import rnic_axi_pkg::*;
  import rnic_payload_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
#(
  parameter int unsigned MaxReads = 512         // bursts outstanding, 2 to 1,023
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         frag_valid_i,
  input  queue_t       frag_qid_i,
  input  tx_frag_t     frag_i,
  output queue_mask_t  frag_room_o,             // 16 more fit when it has fallen

  input  logic         dead_we_i,
  input  qp_idx_t      dead_qp_i,
  input  logic         dead_i,
  input  queue_mask_t  pause_i,

  input  logic         free_valid_i,
  input  queue_t       free_qid_i,
  input  packet_rows_t free_rows_i,

  output logic         ar_valid_o,
  input  logic         ar_ready_i,
  output axi_ar_t      ar_o,
  input  logic         read_done_i,             // a burst's last beat was taken

  output logic         steer_valid_o,
  output queue_t       steer_qid_o,
  output steer_t       steer_o,
  input  queue_mask_t  steer_room_i,            // 64 more fit when it has fallen

  output logic         busy_o                   // 1 clock late
);

  if (MaxReads < 2 || MaxReads > 1023) begin : gen_bad_max_reads
    $fatal(1, "rnic_payload_issue: MaxReads is %0d; it must be from 2 to 1023", MaxReads);
  end

  localparam int unsigned FragDepth = 64;       // a queue
  localparam int unsigned FragSlack = 20;       // 16 and what is in the flop behind room

  // --- fragments wait, and the gates let them pass -----------------------------------------------
  logic        frag_valid_q;
  queue_mask_t fifo_room, room_q, head_valid, head_pop, gate_busy, pause_q;
  tx_frag_t    head [NumTxQueues];
  qp_idx_t     head_qp [NumTxQueues];
  logic        head_dead [NumTxQueues];
  logic        dead_we, dead_bit, dead_ready;
  qp_idx_t     dead_qp;

  rnic_queue_fifo #(
    .data_t(tx_frag_t), .Depth(FragDepth), .Slack(FragSlack), .PushReg(1'b1)
  ) u_frags (
    .clk_i, .rst_ni,
    .push_valid_i(frag_valid_i), .push_qid_i(frag_qid_i), .push_data_i(frag_i),
    .room_o(fifo_room), .head_valid_o(head_valid), .head_data_o(head), .pop_i(head_pop)
  );

  rnic_payload_dead u_dead (
    .clk_i, .rst_ni,
    .we_i(dead_we_i), .qp_i(dead_qp_i), .dead_i,
    .we_o(dead_we), .qp_o(dead_qp), .dead_o(dead_bit), .ready_o(dead_ready),
    .look_qp_i(head_qp), .look_dead_o(head_dead)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frag_valid_q <= 1'b0;
      room_q       <= '0;
    end else begin
      frag_valid_q <= frag_valid_i;
      room_q       <= dead_ready ? fifo_room : '0;
    end
  end
  always_ff @(posedge clk_i) begin
    pause_q <= pause_i;
  end
  assign frag_room_o = room_q;

  // Passed fragments wait in a small FIFO a queue, from which they are taken in turn.
  typedef struct packed {
    logic     dead;
    tx_frag_t frag;
  } passed_t;

  queue_mask_t passed_any, passed_more, take_d, take_q;
  passed_t     passed [NumTxQueues];

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    logic       gate_valid, gate_ready;
    logic [2:0] level;
    passed_t    gate_out;

    assign head_qp[q] = head[q].qp;

    rnic_payload_gate u_gate (
      .clk_i, .rst_ni,
      .in_valid_i(head_valid[q]), .in_pop_o(head_pop[q]), .in_frag_i(head[q]),
      .in_dead_i(head_dead[q]), .dead_we_i(dead_we), .dead_qp_i(dead_qp), .dead_i(dead_bit),
      .pause_i(pause_q[q]), .steer_room_i(steer_room_i[q]),
      .free_valid_i(free_valid_i && free_qid_i == queue_t'(q)), .free_rows_i,
      .out_valid_o(gate_valid), .out_ready_i(gate_ready), .out_frag_o(gate_out.frag),
      .out_dead_o(gate_out.dead), .busy_o(gate_busy[q])
    );

    rnic_fifo #(.data_t(passed_t), .Depth(4)) u_passed (
      .clk_i, .rst_ni,
      .in_valid_i(gate_valid), .in_ready_o(gate_ready), .in_data_i(gate_out),
      .out_valid_o(passed_any[q]), .out_ready_i(take_q[q]), .out_data_o(passed[q]),
      .level_o(level)
    );
    assign passed_more[q] = level > 3'd1;
  end

  // --- one a clock, in turn ----------------------------------------------------------------------
  // Two halves of four queues each, so that the choice takes four LUT levels. Every queue is the
  // first to be asked in one clock of eight.
  localparam int unsigned Half = NumTxQueues / 2;
  typedef logic [Half-1:0] half_mask_t;

  queue_mask_t wanting;
  half_mask_t  above_q, lo_grant, hi_grant;
  logic        hi_first_q, use_hi, op_room_q, taken_valid;
  queue_t      taken_qid;
  passed_t     taken;

  function automatic half_mask_t lowest(half_mask_t mask);
    return mask & (~mask + 1'b1);
  endfunction

  function automatic half_mask_t choose(half_mask_t mask, half_mask_t above);
    return (|(mask & above)) ? lowest(mask & above) : lowest(mask);
  endfunction

  // Decided one clock ahead of the taking: a queue whose word is being taken needs a second one.
  assign wanting  = op_room_q ? (take_q & passed_more) | (~take_q & passed_any) : '0;
  assign lo_grant = choose(wanting[Half-1:0], above_q);
  assign hi_grant = choose(wanting[NumTxQueues-1:Half], above_q);
  assign use_hi   = hi_first_q ? |wanting[NumTxQueues-1:Half] : !(|wanting[Half-1:0]);
  assign take_d   = {hi_grant & {Half{use_hi}}, lo_grant & {Half{!use_hi}}};

  always_comb begin
    taken_qid = '0;
    taken     = '0;
    for (int q = 0; q < int'(NumTxQueues); q++) begin
      taken_qid |= take_q[q] ? queue_t'(q) : '0;
      taken     |= take_q[q] ? passed[q] : '0;
    end
  end
  assign taken_valid = |take_q;

  logic        place_busy, placed_valid, op_valid, op_pop;
  payload_op_t placed, op;

  rnic_payload_place u_place (
    .clk_i, .rst_ni,
    .frag_valid_i(taken_valid), .frag_qid_i(taken_qid), .frag_i(taken.frag),
    .frag_dead_i(taken.dead),
    .op_valid_o(placed_valid), .op_o(placed), .busy_o(place_busy)
  );

  // Room for all that is between the decision and here, 9 clocks, when op_room_q falls.
  localparam int unsigned OpDepth = 32;
  localparam int unsigned OpFlight = 10;
  logic [$clog2(OpDepth+1)-1:0] op_level;
  logic op_ready;

  rnic_fifo #(.data_t(payload_op_t), .Depth(OpDepth)) u_ops (
    .clk_i, .rst_ni,
    .in_valid_i(placed_valid), .in_ready_o(op_ready), .in_data_i(placed),
    .out_valid_o(op_valid), .out_ready_i(op_pop), .out_data_o(op),
    .level_o(op_level)
  );

  // --- bursts ------------------------------------------------------------------------------------
  typedef logic [9:0] reads_t;
  logic    second_q, credit_q, done_q, fire, skid_ready, ar_fire;
  reads_t  reads_d, reads_q;
  line_t   next_page;
  axi_ar_t ar;

  assign fire     = op_valid && (!op.steer.beats || (skid_ready && credit_q));
  assign ar_fire  = fire && op.steer.beats;
  assign op_pop   = fire && (!op.steer.beats || !op.split || second_q);
  assign reads_d  = reads_q + reads_t'(ar_fire) - reads_t'(done_q);

  assign next_page = {op.line[63:12] + 52'd1, 5'd0};
  always_comb begin
    ar = '{id: op.qid, addr: {op.line, AxiLineShift'(0)}, len: 8'(op.len)};
    if (second_q) begin
      ar.addr = {next_page, AxiLineShift'(0)};
      ar.len  = 8'(op.split_len);
    end
  end

  steer_t steer;
  always_comb begin
    steer = op.steer;
    if (op.split && !second_q) begin
      steer.last_fills = op.steer.first_fills || op.len != '0;
      steer.part       = 1'b0;
    end else if (second_q) begin
      steer.start       = op.steer.rot;
      steer.first_fills = 1'b1;
    end
  end

  rnic_skid #(.data_t(axi_ar_t)) u_ar (
    .clk_i, .rst_ni,
    .in_valid_i(op_valid && op.steer.beats && credit_q), .in_ready_o(skid_ready), .in_data_i(ar),
    .out_valid_o(ar_valid_o), .out_ready_i(ar_ready_i), .out_data_o(ar_o)
  );

  // --- registers ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      above_q       <= '1;
      hi_first_q    <= 1'b0;
      take_q        <= '0;
      op_room_q     <= 1'b0;
      second_q      <= 1'b0;
      reads_q       <= '0;
      credit_q      <= 1'b0;
      done_q        <= 1'b0;
    end else begin
      above_q       <= above_q[Half-2:0] == '0 ? '1 : {above_q[Half-2:0], 1'b0};
      hi_first_q    <= hi_first_q ^ (above_q[Half-2:0] == '0);
      take_q        <= take_d;
      op_room_q     <= 32'(op_level) < OpDepth - OpFlight;
      if (ar_fire) second_q <= !op_pop;
      reads_q       <= reads_d;
      credit_q      <= reads_d < reads_t'(MaxReads);
      done_q        <= read_done_i;
    end
  end
  assign steer_valid_o = fire;
  assign steer_qid_o   = op.qid;
  assign steer_o       = steer;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) busy_o <= 1'b0;
    else busy_o <= frag_valid_q || |head_valid || |gate_busy || |passed_any || place_busy ||
                   op_valid || reads_q != '0;
  end

  `RNIC_ASSERT(OpHasRoom, placed_valid |-> op_ready, "an operation finds no room")
  `RNIC_ASSERT(ReadsInRange, 32'(reads_q) <= MaxReads, "more reads are outstanding than allowed")
  `RNIC_COVER(Split, ar_fire && second_q)
  `RNIC_COVER(NoCredit, op_valid && !credit_q)

endmodule
