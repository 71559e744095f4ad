// SPDX-License-Identifier: Apache-2.0
// Second half of rnic_segmenter: walks through a message's packets and pieces, one step a clock.
//
// A packet of k pieces takes k clocks; an empty piece takes a clock and makes no step, nor do
// pieces behind the message's end. Bytes sent in earlier turns are passed over like a packet of
// which nothing is sent. Packets are cut by length alone (IBTA volume 1, 9.7).
// A message may be left only in front of a packet: when its turn is over (a step says so), or when
// rnic_tx_describe finds that nothing of it will leave (silently). Where that was found of the last
// order, the next one's first packet is waited for before another is made, so that a flush of long
// messages does not fill the way that all queues share.
// An order that is handed back makes one step, StepBlockCut, and no packet.

`include "assert.svh"

module rnic_segmenter_walk
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
  import rnic_segmenter_pkg::*;
(
  input  logic          clk_i,
  input  logic          rst_ni,

  input  logic          cfg_enable_i,         // low: no order is begun but a token,
  input  logic          hand_back_i,          // and with this high, each is handed back

  input  logic          feed_valid_i,
  output logic          feed_ready_o,
  input  feed_t         feed_i,

  input  logic          others_waiting_i,     // another QP of the queue, not yet read
  input  logic          order_other_qp_i,     // an order with other_qp has entered the queue

  input  logic          decided_valid_i,      // a packet of the order in this slot was judged: it
  input  wqe_slot_t     decided_slot_i,       // leaves, or else nothing more of the order will
  input  logic          decided_good_i,

  output logic          step_valid_o,
  input  logic          step_ready_i,
  output segment_step_t step_o,

  output logic          busy_o                // inside an order
);

  // A turn is over at this many bytes.
  localparam int unsigned TurnShift = 16;
  localparam int unsigned BehindBits = $clog2(WqeSlots) + 1;

  // --- state -------------------------------------------------------------------------------------
  // The piece in work; gives: it is not empty, or its message is.
  logic         valid_d, valid_q, inside_q, last_piece_q, gives_d, gives_q, used_d, used_q;
  logic [63:0]  addr_d, addr_q;
  logic [31:0]  bytes_d, bytes_q;
  // The packet in work, or what is passed over (skip): bytes left, bytes in all, packets behind it.
  logic [31:0]  left_d, left_q;
  payload_len_t payload_d, payload_q;
  logic         no_payload_q, message_first_d, message_first_q;
  logic [22:0]  behind_d, behind_q;
  logic         is_last_d, is_last_q, next_is_last_d, next_is_last_q;
  logic         skip_d, skip_q;
  logic         first_d, first_q, wqe_first_d, wqe_first_q, restart_d, restart_q;
  // The order.
  step_kind_e   kind_q;
  wqe_slot_t    slot_q;
  qp_idx_t      qp_q;
  logic         fresh_q, drain_d, drain_q;
  logic         waits, back, back_q;           // handed back: all that begins, this one
  logic         may_begin_q, disabled_q;
  logic         quit_d, quit_q;                // abort or back
  logic         abort_d, abort_q, hold_d, hold_q, careful_q, decided;
  payload_len_t last_bytes_q;
  pmtu_code_t   pmtu_q;
  logic [31:0]  sent_d, sent_q;
  // The turn.
  logic [TurnShift:0] turn_d, turn_q;
  logic               waiting_q;
  logic [BehindBits-1:0] others_d, others_q;  // orders behind this one with another QP than before

  assign decided = decided_valid_i && decided_slot_i == slot_q;

  // --- this step ---------------------------------------------------------------------------------
  logic [32:0] over, under;                   // piece minus packet, packet minus piece
  logic        packet_ends, piece_ends, packet_done;
  assign over        = {1'b0, bytes_q} - {1'b0, left_q};
  assign under       = {1'b0, left_q} - {1'b0, bytes_q};
  assign packet_ends = !over[32];
  assign piece_ends  = !under[32];
  assign packet_done = packet_ends && !skip_q;

  // In front of a packet the order may be left: silently, or because its turn is over.
  logic quits, leaves, cuts, order_ends, makes_step, goes;
  assign quits      = quit_q || (turn_q[TurnShift] && waiting_q && !no_payload_q);
  assign leaves     = quits && first_q && !skip_q && !drain_q;
  assign cuts       = leaves && !abort_q;
  assign makes_step = !drain_q && !skip_q && ((quits && first_q) ? !abort_q : gives_q);
  assign order_ends = leaves || (packet_done && is_last_q);
  assign goes       = valid_q && step_ready_i && !(hold_q && first_q);

  logic wants, comes, comes_start, takes, starts;
  assign wants  = !valid_q || (goes && (drain_q || order_ends || piece_ends));
  assign waits  = feed_i.needs_enable && !may_begin_q;
  assign back   = feed_i.needs_enable && disabled_q;
  assign comes  = feed_valid_i && !waits;
  assign takes  = wants && comes;
  assign comes_start = comes && feed_i.start;
  assign starts = wants && comes_start;
  assign feed_ready_o = wants && !waits;

  // --- the piece behind it -----------------------------------------------------------------------
  always_comb begin
    valid_d = wants ? comes : 1'b1;
    addr_d  = wants ? feed_i.piece.addr : addr_q + 64'(left_q);
    bytes_d = wants ? feed_i.piece.bytes : over[31:0];
    gives_d = !wants || !feed_i.piece.empty ||
              (feed_i.start ? feed_i.plan.no_bytes : no_payload_q);
    used_d  = !wants && !skip_q;
    drain_d = goes ? (drain_q || order_ends) && !last_piece_q : drain_q;
  end

  // --- the packet behind it ----------------------------------------------------------------------
  payload_len_t next_payload;
  assign next_payload = (skip_q ? is_last_q : next_is_last_q) ? last_bytes_q :
                        payload_len_t'(pmtu_bytes(pmtu_q));

  always_comb begin
    left_d          = packet_ends ? 32'(next_payload) : under[31:0];
    payload_d       = packet_ends ? next_payload : payload_q;
    behind_d        = behind_q - 23'(packet_done);
    is_last_d       = packet_done ? next_is_last_q : is_last_q;
    next_is_last_d  = packet_done ? behind_q == 23'd2 : next_is_last_q;
    skip_d          = skip_q && !packet_ends;
    first_d         = packet_ends || (first_q && !makes_step);
    restart_d       = restart_q && !packet_done;
    wqe_first_d     = wqe_first_q && !makes_step;
    message_first_d = message_first_q && !packet_done;
    sent_d          = sent_q + (packet_done ? 32'(payload_q) : '0);
    turn_d          = turn_q;
    if (goes && packet_done && !drain_q && !turn_q[TurnShift]) begin
      turn_d = turn_q + (TurnShift + 1)'(payload_q);
    end
    abort_d = abort_q || (decided && !decided_good_i);
    quit_d  = quit_q || (decided && !decided_good_i);
    hold_d  = (hold_q && !decided) || (goes && makes_step && wqe_first_q && careful_q);
    if (starts) begin
      left_d          = feed_i.plan.resumes ? feed_i.plan.resume_bytes :
                        32'(feed_i.plan.first_bytes);
      payload_d       = feed_i.plan.first_bytes;
      behind_d        = feed_i.plan.behind;
      is_last_d       = feed_i.plan.single;
      next_is_last_d  = feed_i.plan.pair;
      skip_d          = feed_i.plan.resumes && !back;
      first_d         = 1'b1;
      restart_d       = 1'b1;
      wqe_first_d     = 1'b1;
      message_first_d = !feed_i.plan.resumes;
      sent_d          = feed_i.plan.resume_bytes;
      abort_d         = 1'b0;
      quit_d          = back;
      hold_d          = 1'b0;
      if (feed_i.run_first) turn_d = '0;
    end
    others_d = others_q + BehindBits'(order_other_qp_i) - BehindBits'(starts && feed_i.other_qp);
  end

  // --- registers ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      inside_q  <= 1'b0;
      drain_q   <= 1'b0;
      others_q  <= '0;
      waiting_q <= 1'b0;
      careful_q <= 1'b0;
      may_begin_q <= 1'b0;
      disabled_q  <= 1'b1;
    end else begin
      valid_q   <= valid_d;
      if (takes) inside_q <= !feed_i.last;
      drain_q   <= drain_d;
      others_q  <= others_d;
      waiting_q <= others_waiting_i || others_q != '0;
      if (decided_valid_i) careful_q <= !decided_good_i;
      may_begin_q <= cfg_enable_i || hand_back_i;
      disabled_q  <= !cfg_enable_i;
    end
    abort_q <= abort_d;
    quit_q  <= quit_d;
    hold_q  <= hold_d;
    turn_q  <= turn_d;
    if (goes || (!valid_q && comes)) begin
      addr_q  <= addr_d;
      bytes_q <= bytes_d;
      gives_q <= gives_d;
      used_q  <= used_d;
    end
    if (goes || (!valid_q && comes_start)) begin
      left_q          <= left_d;
      payload_q       <= payload_d;
      behind_q        <= behind_d;
      is_last_q       <= is_last_d;
      next_is_last_q  <= next_is_last_d;
      skip_q          <= skip_d;
      first_q         <= first_d;
      restart_q       <= restart_d;
      wqe_first_q     <= wqe_first_d;
      message_first_q <= message_first_d;
      sent_q          <= sent_d;
    end
    if (takes) last_piece_q <= feed_i.last;
    if (starts) begin
      kind_q       <= back ? StepBlockCut : feed_i.kind;
      back_q       <= back;
      slot_q       <= feed_i.slot;
      qp_q         <= feed_i.qp;
      fresh_q      <= feed_i.fresh;
      no_payload_q <= feed_i.plan.no_bytes;
      last_bytes_q <= feed_i.plan.last_bytes;
      pmtu_q       <= feed_i.plan.pmtu;
    end
  end

  // --- the step ----------------------------------------------------------------------------------
  assign step_valid_o = goes && makes_step;

  always_comb begin
    step_o.kind          = (cuts && !back_q) ? StepTurnCut : kind_q;
    step_o.slot          = slot_q;
    step_o.qp            = qp_q;
    step_o.fresh         = fresh_q;
    step_o.wqe_first     = wqe_first_q;
    step_o.message_first = message_first_q;
    step_o.message_last  = is_last_q;
    step_o.first         = first_q;
    step_o.last          = packet_ends || cuts;
    step_o.payload_bytes = payload_q;
    step_o.has_frag      = !no_payload_q && !cuts;
    step_o.addr          = cuts ? 64'(sent_q) : addr_q;
    step_o.bytes         = packet_ends ? left_q[12:0] : bytes_q[12:0];
    step_o.beyond        = over[6:0];
    step_o.beyond_127    = {|over[31:25], |over[24:19], |over[18:13], |over[12:7]};
    step_o.restart       = restart_q;
    step_o.adjoins       = used_q;
  end

  assign busy_o = valid_q || inside_q;

  `RNIC_ASSERT(PiecesSuffice, goes && !drain_q && piece_ends && last_piece_q |-> order_ends,
               "a message is longer than its pieces")
  `RNIC_ASSERT(StartsBehindLast, starts && valid_q |-> last_piece_q,
               "an order begins inside of another")
  `RNIC_COVER(TurnCut, goes && cuts)
  `RNIC_COVER(HandedBack, goes && cuts && back_q)
  `RNIC_COVER(Abort, goes && leaves && abort_q)
  `RNIC_COVER(Holds, valid_q && hold_q && first_q)
  `RNIC_COVER(SkipEndsInPiece, goes && skip_q && packet_ends && !piece_ends)
  `RNIC_COVER(SkipEndsWithPiece, goes && skip_q && packet_ends && piece_ends)

endmodule
