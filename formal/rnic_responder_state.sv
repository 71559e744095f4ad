// SPDX-License-Identifier: Apache-2.0
// rnic_responder_state: what two packets a clock meet and do at their queue pairs is what they
// would one after the other, slot 0 before slot 1, the same queue pair in both slots included.
//
// Plain statement (docs/verdicts.md, sections 4 and 5; IBTA 9.7.2, 9.7.4.1, 9.8.2): `step` below,
// one packet at one queue pair. A WRITE is counted in packets: how many are still to come and how
// long the last is; that these are DMALen is shown for rnic_packet_check. `mine` is any one queue
// pair's index; packets of others are any.
//
// Widths do not matter to the rule, so PSNs are 4 bits here and lengths 1 (proofs.toml). Bounded:
// a load and packets in the clocks behind it, two each, as many as can be under way at once.

`include "assert.svh"

module formal_responder_state
  import rnic_qp_pkg::qp_idx_t;
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::view_t, rnic_responder_pkg::row_t;
  import rnic_roce_pkg::psn_t, rnic_roce_pkg::PsnBits;
#(
  parameter int unsigned NumQps = 4,
  localparam int unsigned IdxBits = $clog2(NumQps)
) (
  input logic                    clk_i,
  // Two packets: queue pair, PSN, payload bytes - 1, BTH opcode, sections 1 to 3 passed, lengths
  // and alignment right, response packets of a READ, packets of a WRITE behind its First
  input logic [1:0][IdxBits-1:0] idx_i,
  input psn_t   [1:0]            psn_i,
  input chunk_t [1:0]            chunk_i,
  input logic   [1:0][7:0]       opcode_i,
  input logic   [1:0]            live_i,
  input logic   [1:0]            sound_i,
  input psn_t   [1:0]            packets_i,
  input psn_t   [1:0]            further_i,
  input chunk_t [1:0]            rest_i,
  // Or, in slot 1, a load: PSN in front of the first expected one, of RC or UC
  input logic                    load_i,
  input logic                    load_rc_i
);

  logic rst_ni;                        // of assertions only: nothing here is reset
  assign rst_ni = 1'b1;

  localparam psn_t Half = psn_t'(1) << (PsnBits - 1);

  // ------------------------------------------------------------ the rule
  typedef struct packed {
    logic   bad;                       // RC: in error; UC: packets were lost
    logic   nak_sent;
    open_e  open;
    psn_t   expected;
    psn_t   ack;
    psn_t   msn;
    psn_t   to_come;                   // packets of the WRITE in progress
    chunk_t rest;                      //   and bytes - 1 of its last
  } state_t;

  typedef struct packed {
    logic   live;
    logic   rc;
    logic   load;
    op_t    op;
    logic   sound;
    psn_t   psn;
    chunk_t chunk;
    psn_t   next;
    psn_t   further;
    chunk_t rest;
  } packet_in_t;

  typedef struct packed {
    logic   in_order;
    logic   ahead;
    logic   good;
    state_t after;
  } outcome_t;

  function automatic outcome_t step(state_t m, packet_in_t p);
    outcome_t o;
    logic     starts_new, ends_right, message_fits;
    o.after    = m;
    o.in_order = p.psn == m.expected;
    o.ahead    = !o.in_order && psn_t'(p.psn - m.expected) < Half;
    starts_new   = !p.op.middle && !p.op.last;
    ends_right   = 1'b1;
    if (p.op.kind == OpenWrite && p.op.middle) ends_right = m.to_come > psn_t'(1);
    if (p.op.kind == OpenWrite && p.op.last) begin
      ends_right = m.to_come == psn_t'(1) && p.chunk == m.rest;
    end
    if (p.rc) message_fits = starts_new ? m.open == OpenNone : m.open == p.op.kind && ends_right;
    else      message_fits = starts_new || (!m.bad && o.in_order && m.open == p.op.kind &&
                                            ends_right);
    o.good = p.sound && message_fits;
    if (p.load) begin
      o.after          = '0;
      o.after.open     = OpenNone;
      o.after.expected = p.next;
      o.after.ack      = p.psn;
    end else if (p.live && p.rc && !m.bad && o.ahead) begin
      o.after.nak_sent = 1'b1;
    end else if (p.live && (!p.rc || (!m.bad && o.in_order))) begin
      o.after.expected = p.next;
      o.after.nak_sent = 1'b0;
      o.after.bad      = !o.good;
      if (o.good) begin
        if (p.op.kind != OpenNone)        o.after.ack = p.psn;
        if (!p.op.first && !p.op.middle)  o.after.msn = m.msn + psn_t'(1);
        o.after.open = (p.op.first || p.op.middle) ? p.op.kind : OpenNone;
        if (p.op.kind == OpenWrite && p.op.first) begin
          o.after.to_come = p.further;
          o.after.rest    = p.rest;
        end else if (p.op.kind == OpenWrite && p.op.middle) begin
          o.after.to_come = m.to_come - psn_t'(1);
        end
      end
    end
    return o;
  endfunction

  // ------------------------------------------------------------ packets
  packet_in_t [1:0] packet;
  always_comb begin
    for (int s = 0; s < 2; s++) begin
      packet[s].op      = op_of(opcode_i[s]);
      packet[s].load    = 1'b0;
      packet[s].live    = live_i[s] && (packet[s].op.rc || packet[s].op.uc);
      packet[s].rc      = packet[s].op.rc;
      packet[s].sound   = sound_i[s];
      packet[s].psn     = psn_i[s];
      packet[s].chunk   = chunk_i[s];
      packet[s].next    = psn_i[s] + (packet[s].op.read ? packets_i[s] : psn_t'(1));
      packet[s].further = further_i[s];
      packet[s].rest    = rest_i[s];
    end
    if (load_i) begin
      packet[1].op   = op_of(8'h04);   // as rnic_packet_check writes it
      packet[1].load = 1'b1;
      packet[1].live = 1'b0;
      packet[1].next = psn_i[1] + psn_t'(1);
    end
  end

  for (genvar s = 0; s < 2; s++) begin : gen_legal
    always_comb begin
      Exists    : assume (psn_rule_pkg::known_opcode(opcode_i[s]));
      Packets   : assume (packets_i[s] != '0 && packets_i[s] <= Half);
      Further   : assume (!(packet[s].sound && packet[s].op.first) ||
                          (further_i[s] != '0 && further_i[s] <= Half));
    end
  end

  // ------------------------------------------------------------ the design
  packet_t    [1:0] packet_0, found;
  packet_t    [5:1][1:0] packet_q;
  logic       [5:1][1:0] live_q = '0;
  key_t       [1:0] key;
  psn_t       [1:0] psn_9, msn_9;
  view_t      [1:0] view_9;
  logic       [1:0] moved_9, good_9, off_9, bad_before_9;
  always_comb begin
    for (int s = 0; s < 2; s++) begin
      key[s] = '{idx: qp_idx_t'(idx_i[s]), psn: psn_i[s], chunk: chunk_i[s]};
      packet_0[s] = '{load: packet[s].load, op: packet[s].op, ackreq: 1'b0, pmtu_ok: 1'b0,
                      good: packet[s].sound, next: packet[s].next,
                      stop: psn_t'(psn_i[s] + further_i[s]), rest: rest_i[s]};
    end
  end
  always_ff @(posedge clk_i) begin
    packet_q <= {packet_q[4:1], packet_0};
    live_q   <= {live_q[4:1], packet[1].live, packet[0].live};
  end

  rnic_responder_state #(.NumQps(NumQps)) u_dut (
    .clk_i, .rst_ni, .key_i(key), .load_i, .load_key_i(key[1]),
    .packet_i(packet_q[5]), .live_i(live_q[5]),
    .packet_o(found), .psn_o(psn_9), .view_o(view_9), .msn_o(msn_9), .moved_o(moved_9),
    .good_o(good_9), .off_o(off_9), .bad_before_o(bad_before_9)
  );

  // ------------------------------------------------------------ the rule, in the packets' clock
  logic [IdxBits-1:0] mine_q;          // any, the same all the time
  always_ff @(posedge clk_i) mine_q <= mine_q;

  state_t         state_q, between, behind;
  logic           loaded_q = 1'b0, is_rc_q;
  logic     [1:0] is_mine;
  outcome_t [1:0] outcome;
  always_comb begin
    is_mine    = {idx_i[1] == mine_q, idx_i[0] == mine_q};
    outcome[0] = step(state_q, packet[0]);
    between    = is_mine[0] ? outcome[0].after : state_q;
    outcome[1] = step(between, packet[1]);
    behind     = is_mine[1] ? outcome[1].after : between;
  end
  always_ff @(posedge clk_i) begin
    state_q <= behind;
    if (load_i && is_mine[1]) begin
      loaded_q <= 1'b1;
      is_rc_q  <= load_rc_i;
    end
  end
  // Section 3 lets only a queue pair's own kind of packet pass, and none before the first load.
  for (genvar s = 0; s < 2; s++) begin : gen_own
    always_comb begin
      OwnKind : assume (!(is_mine[s] && packet[s].live) || (loaded_q && packet[s].rc == is_rc_q));
    end
  end

  // ------------------------------------------------------------ what must be found, 9 clocks later
  typedef struct packed {
    logic     known;                   // mine, behind the first load, no load itself
    logic     live;
    logic     rc;
    state_t   was;
    outcome_t outcome;
  } due_t;
  due_t [9:1][1:0] due_q;
  always_ff @(posedge clk_i) begin
    due_q[9:2]  <= due_q[8:1];
    due_q[1][0] <= due_t'{is_mine[0] && loaded_q, packet[0].live, packet[0].rc, state_q,
                          outcome[0]};
    due_q[1][1] <= due_t'{is_mine[1] && loaded_q && !packet[1].load, packet[1].live, packet[1].rc,
                          between, outcome[1]};
  end
  logic [9:1] runs_q = '0;
  always_ff @(posedge clk_i) runs_q <= {runs_q[8:1], 1'b1};

  for (genvar s = 0; s < 2; s++) begin : gen_slot
    due_t d;
    logic any, rc, uc;
    assign d   = due_q[9][s];
    assign any = runs_q[9] && d.known;
    assign rc  = any && d.live && d.rc && !d.was.bad;
    assign uc  = any && d.live && !d.rc;

    `RNIC_ASSERT(BadBefore, !any || !(d.rc == is_rc_q || d.live) ||
                 bad_before_9[s] == d.was.bad, "in error, or not, against the rule")
    `RNIC_ASSERT(Ahead, !rc || off_9[s] == d.outcome.ahead, "ahead, or not, against the rule")
    `RNIC_ASSERT(InOrder, !rc || moved_9[s] == d.outcome.in_order,
                 "expected, or not, against the rule")
    `RNIC_ASSERT(Good, !(rc && d.outcome.in_order) || good_9[s] == d.outcome.good,
                 "accepted, or not, against the rule")
    `RNIC_ASSERT(NakSent, !(rc && d.outcome.ahead) || view_9[s].mark == d.was.nak_sent,
                 "a NAK too many or too few for one gap")
    `RNIC_ASSERT(Expected, !(rc && d.outcome.ahead) || view_9[s].expected == d.was.expected,
                 "another PSN is expected")
    `RNIC_ASSERT(AckPsn, !(rc && !d.outcome.ahead && !d.outcome.in_order) ||
                 view_9[s].ack == d.was.ack, "another PSN was accepted last")
    `RNIC_ASSERT(Open, !(rc && d.outcome.in_order) || view_9[s].open == d.was.open,
                 "another message is in progress")
    `RNIC_ASSERT(Msn, !rc || msn_9[s] == d.outcome.after.msn, "another MSN")
    `RNIC_ASSERT(UcGood, !uc || good_9[s] == d.outcome.good, "taken, or not, against the rule")
    `RNIC_ASSERT(UcGap, !uc || d.was.bad || off_9[s] == !d.outcome.in_order,
                 "a gap, or none, against the rule")
    `RNIC_ASSERT(UcOpen, !uc || d.was.bad || !d.outcome.in_order ||
                 view_9[s].open == d.was.open, "another message is in progress")

    // ---------------------------------------------------------- that it is about something
    `RNIC_COVER(SecondLastOfWrite, rc && d.outcome.good && d.was.open == OpenWrite &&
                d.outcome.after.open == OpenNone && d.was.msn != '0)
    `RNIC_COVER(NakOnce, rc && d.outcome.ahead && d.was.nak_sent)
    `RNIC_COVER(Refused, rc && d.outcome.in_order && !d.outcome.good)
    `RNIC_COVER(UcLost, uc && !d.outcome.good && d.was.bad)
  end
  `RNIC_COVER(BothInOrder, gen_slot[0].rc && gen_slot[1].rc && due_q[9][0].outcome.good &&
              due_q[9][1].outcome.good && due_q[9][1].was.open != OpenNone)

  // ------------------------------------------------------------ what the solver is helped by
  // was_q[n]: the state before the packets of n + 1 clocks ago.
  localparam int unsigned Back = 14;
  state_t [Back-1:0] was_q;
  logic   [Back-1:0] was_loaded_q = '0, was_rc_q;
  always_ff @(posedge clk_i) begin
    was_q        <= {was_q[Back-2:0], state_q};
    was_loaded_q <= {was_loaded_q[Back-2:0], loaded_q};
    was_rc_q     <= {was_rc_q[Back-2:0], is_rc_q};
  end

  function automatic logic same_write(state_t m, psn_t stop, chunk_t rest);
    return m.open != OpenWrite || (stop == psn_t'(m.expected + m.to_come - psn_t'(1)) &&
                                   rest == m.rest);
  endfunction

  // A row, against the state that it should hold. In error only that counts.
  function automatic logic fits(row_t r, state_t m, logic rc);
    if (r.bad != m.bad) return 1'b0;
    if (rc && m.bad) return 1'b1;
    if (r.expected != m.expected) return 1'b0;
    if (rc && (r.mark != m.nak_sent || r.ack != m.ack || r.msn != m.msn)) return 1'b0;
    return m.bad || (r.open == m.open && same_write(m, r.stop, r.rest));
  endfunction

  // The row in the table is the state as the packets of 10 clocks ago and before left it; the rows
  // on their way out of it are older by as many clocks.
  row_t [1:0][1:0] copies;             // [write port][read port]
  row_t   row;
  logic   live;
  localparam int unsigned ColBits = IdxBits / 2;
  localparam int unsigned RowBits = IdxBits - ColBits;
  logic [2**RowBits-1:0][2**ColBits-1:0] live_table;
  logic [2**ColBits-1:0]                 live_row;
  assign live_table = u_dut.u_rows.live_d;
  assign live_row   = live_table[mine_q[IdxBits-1:ColBits]];
  assign live       = live_row[mine_q[ColBits-1:0]];
  for (genvar r = 0; r < 2; r++) begin : gen_copy
    assign copies[0][r] = u_dut.u_rows.gen_write[0].gen_read[r].u_copy.words[mine_q];
    assign copies[1][r] = u_dut.u_rows.gen_write[1].gen_read[r].u_copy.words[mine_q];
  end
  assign row  = copies[live][0];
  `RNIC_ASSERT(InvRow, !was_loaded_q[8] || (row == copies[live][1] &&
               fits(row, was_q[8], was_rc_q[8])), "the row is not what the rule remembers")
  `RNIC_ASSERT(InvToCome, !loaded_q || state_q.bad || state_q.open != OpenWrite ||
               (state_q.to_come != '0 && state_q.to_come <= Half), "a WRITE with nothing to come")
  `RNIC_ASSERT(InvLoaded, !was_loaded_q[0] || (loaded_q), "loaded once, not for ever")

  // What comes at the packets in clock n: mine, and of the kind that counts.
  logic [9:1][1:0] mine_at_q, live_at_q;
  always_ff @(posedge clk_i) begin
    mine_at_q <= {mine_at_q[8:1], is_mine};
    live_at_q <= {live_at_q[8:1], packet[1].live, packet[0].live};
  end

  // All views reflect the packets up to clock 8, so one and the same state: the one before the
  // packets of 7 clocks ago.
  state_t now;
  logic   now_known, now_rc;
  assign now       = was_q[6];
  assign now_known = was_loaded_q[6];
  assign now_rc    = was_rc_q[6];
  for (genvar s = 0; s < 2; s++) begin : gen_inv
    // Effects, in clock 8.
    due_t d;
    logic any;
    assign d   = due_q[8][s];
    assign any = runs_q[8] && d.known;
    `RNIC_ASSERT(InvEffect, !any || !d.live || (d.rc && d.was.bad) ||
                 (u_dut.moved[s] == (!d.rc || d.outcome.in_order) &&
                  (d.rc && !d.outcome.in_order || u_dut.good[s] == d.outcome.good) &&
                  (!d.rc || u_dut.off[s] == d.outcome.ahead)), "an effect is not the rule's")
    `RNIC_ASSERT(InvNoEffect, !(any && (!d.live || (d.rc && d.was.bad))) ||
                 (!u_dut.moved[s] && !u_dut.effect[s].ahead), "an effect of what has none")
    // The view in clock 6, of which the packet's turn is decided.
    view_t  v;
    psn_t   psn;
    chunk_t chunk;
    logic   at;
    assign v     = u_dut.view_d[6][s];
    assign psn   = u_dut.key_q[6][s].psn;
    assign chunk = u_dut.key_q[6][s].chunk;
    assign at    = runs_q[6] && mine_at_q[6][s] && now_known;
    `RNIC_ASSERT(InvViewBad, !at || v.bad == now.bad, "the view is in error, or not")
    `RNIC_ASSERT(InvViewPsn, !at || (now_rc && now.bad) || (v.expected == now.expected &&
                 v.follows == (psn == now.expected) &&
                 v.precedes == (psn_t'(psn - now.expected) >= Half)), "the view's PSN")
    `RNIC_ASSERT(InvViewRc, !at || !now_rc || now.bad || (v.ack == now.ack &&
                 v.mark == now.nak_sent), "the view of the answers")
    `RNIC_ASSERT(InvViewOpen, !at || now.bad || (v.open == now.open &&
                 same_write(now, v.stop, v.rest) && (now.open != OpenWrite ||
                 (v.at_stop == (psn == v.stop) && v.fits_rest == (chunk == v.rest)))),
                 "the view of the message")
  end

endmodule
