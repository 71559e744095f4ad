// SPDX-License-Identifier: Apache-2.0
// A queue pair's moving state, and what packets do to it.
//
// The state is one row of a table. A packet reads its row, and what earlier packets that are still
// under way did to it is laid over that, one after the other: its view. The rules (sections 4 and 5
// of the verdicts) are decided on the view; what a packet did is its effect.

package rnic_responder_pkg;

  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_roce_pkg::*;

  // ------------------------------------------------------------ queue pairs
  // bad: RC: in error; UC: packets were lost or dropped, only First and Only are taken.
  typedef struct packed {
    logic   bad;
    logic   mark;                // RC: a NAK was sent for the open gap
    open_e  open;
    psn_t   expected;
    psn_t   ack;                 // of the newest SEND or WRITE packet in order
    psn_t   msn;
    psn_t   stop;                // of the WRITE under way
    chunk_t rest;
  } row_t;

  // What two packets are to each other, whatever becomes of them.
  typedef struct packed {
    logic same;                  // queue pair
    logic same_write;            //   and the earlier one is a WRITE First
    logic same_data;             //   and the earlier one is a SEND or WRITE
    logic follows;               // the later one's PSN is the earlier one's next
    logic precedes;              // it lies before that
    logic at_stop;               // it is the earlier one's stop
    logic fits_rest;             // its length is the earlier one's rest
  } pair_t;

  // `key` against an earlier packet.
  function automatic pair_t pair_of(key_t key, qp_idx_t earlier_idx, packet_t earlier);
    pair_t pair;
    pair.same       = key.idx == earlier_idx;
    pair.same_write = pair.same && opens_write(earlier.op);
    pair.same_data  = pair.same && earlier.op.kind != OpenNone;
    pair.follows    = key.psn == earlier.next;
    pair.precedes   = psn_before(key.psn, earlier.next);
    pair.at_stop    = key.psn == earlier.stop;
    pair.fits_rest  = key.chunk == earlier.rest;
    return pair;
  endfunction

  // What a packet did. good, ahead: with moved only, without moved only.
  typedef struct packed {
    logic   moved;               // its row is as it left it
    logic   good;                // accepted, or loaded
    logic   ahead;               // RC: it set the NAK mark, if it was not set
    logic   load;
    logic   opens_write;
    logic   sets_ack;
    logic   completes;
    open_e  open;
    psn_t   psn;
    psn_t   next;
    psn_t   stop;
    chunk_t rest;
  } effect_t;

  // The row as a packet sees it: hit_* where an earlier packet was laid over it already, so that
  // the table's has nothing to say any more. Both of completed are to be added to msn: messages of
  // packets in slot 0 and in slot 1.
  typedef struct packed {
    logic       hit;
    logic       bad;
    logic       follows;
    logic       precedes;
    open_e      open;
    psn_t       expected;
    logic       hit_stop;
    logic       at_stop;
    logic       fits_rest;
    psn_t       stop;
    chunk_t     rest;
    logic       hit_ack;
    psn_t       ack;
    logic       hit_mark;
    logic       mark;
    logic         hit_msn;
    psn_t         msn;
    count_t [1:0] completed;
  } view_t;

  // What the packet that moved the row last, if it was good, and the last WRITE First are to this
  // one.
  function automatic pair_t pair_of_view(view_t view);
    return '{same: !view.bad, same_write: 1'b1, same_data: 1'b1, follows: view.follows,
             precedes: view.precedes, at_stop: view.at_stop, fits_rest: view.fits_rest};
  endfunction

  // Bit by bit: a carry chain would be the longer way.
  function automatic count_t plus(count_t count, logic one);
    count_t sum;
    logic   carry;
    carry = one;
    for (int i = 0; i < CountBits; i++) begin
      sum[i] = count[i] ^ carry;
      carry  = carry && count[i];
    end
    return sum;
  endfunction

  // The view with the message of an effect from `slot` counted, if that is of the same queue pair.
  function automatic view_t counted(view_t view, logic same, effect_t effect, logic slot);
    view_t behind;
    behind = view;
    behind.completed[slot] = plus(view.completed[slot],
                                  same && effect.good && effect.completes);
    if (same && effect.load) begin
      behind.hit_msn   = 1'b1;
      behind.msn       = '0;
      behind.completed = '0;
    end
    return behind;
  endfunction

  // The view behind one more packet, of `slot`.
  function automatic view_t seen(view_t view, pair_t pair, effect_t effect, logic slot);
    view_t behind;
    behind = view;
    if (pair.same && effect.moved) begin
      behind.hit      = 1'b1;
      behind.bad      = !effect.good;
      behind.follows  = pair.follows;
      behind.precedes = pair.precedes;
      behind.open     = effect.open;
      behind.expected = effect.next;
    end
    if (pair.same_write && effect.good) begin
      behind.hit_stop  = 1'b1;
      behind.at_stop   = pair.at_stop;
      behind.fits_rest = pair.fits_rest;
      behind.stop      = effect.stop;
      behind.rest      = effect.rest;
    end
    if (pair.same_data && effect.good) begin
      behind.hit_ack = 1'b1;
      behind.ack     = effect.psn;
    end
    if (pair.same && (effect.moved || effect.ahead)) begin
      behind.hit_mark = 1'b1;
      behind.mark     = !effect.moved;
    end
    return counted(behind, pair.same, effect, slot);
  endfunction

  // `key` against the row of its queue pair.
  function automatic pair_t pair_with_row(key_t key, row_t row);
    return '{same: 1'b1, same_write: 1'b1, same_data: 1'b1, follows: key.psn == row.expected,
             precedes: psn_before(key.psn, row.expected), at_stop: key.psn == row.stop,
             fits_rest: key.chunk == row.rest};
  endfunction

  // The view with the row under it.
  function automatic view_t over_row(view_t view, row_t row, pair_t pair);
    view_t over;
    over = view;
    if (!view.hit) begin
      over.bad      = row.bad;
      over.follows  = pair.follows;
      over.precedes = pair.precedes;
      over.open     = row.open;
      over.expected = row.expected;
    end
    if (!view.hit_stop) begin
      over.at_stop   = pair.at_stop;
      over.fits_rest = pair.fits_rest;
      over.stop      = row.stop;
      over.rest      = row.rest;
    end
    if (!view.hit_ack) over.ack = row.ack;
    if (!view.hit_mark) over.mark = row.mark;
    if (!view.hit_msn) over.msn = row.msn;
    return over;
  endfunction

  // ------------------------------------------------------------ a packet's turn
  // What the loop must know of a packet; all false for one that moves nothing.
  typedef struct packed {
    op_t  op;
    logic rc;
    logic uc;
    logic anyway;                // it moves the row whatever that holds: UC, load
    logic restarts;              // and is good whatever that holds: UC First and Only, load
    logic sound;                 // good in itself
  } turn_t;

  // live: sections 1 to 3 passed.
  function automatic turn_t turn_of(packet_t packet, logic live);
    turn_t turn;
    turn.op       = packet.op;
    turn.rc       = live && packet.op.rc;
    turn.uc       = live && packet.op.uc;
    turn.anyway   = turn.uc || packet.load;
    turn.restarts = (turn.uc && starts(packet.op) && packet.good) || packet.load;
    turn.sound    = (turn.rc || turn.uc) && packet.good;
    return turn;
  endfunction

  // What it does if the row is as some good packet of its queue pair left it; beside anyway and
  // restarts, which need no such packet. ends: of the last WRITE First, whichever packets came
  // between.
  typedef struct packed {
    logic moves;
    logic good;                  // if ends holds too
    logic off;                   // RC: PSN ahead, no move; UC: not the expected PSN
    logic ends;                  // Middle or Last of a WRITE, and the PSN and length fit its end
  } answer_t;

  function automatic answer_t answer_of(turn_t turn, pair_t pair, open_e open);
    answer_t answer;
    answer.moves = pair.same && turn.rc && pair.follows;
    answer.good  = pair.same && turn.sound && pair.follows && in_sequence(turn.op, open);
    answer.off   = pair.same && !pair.follows && (turn.uc || (turn.rc && !pair.precedes));
    answer.ends  = pair.same_write;
    if (turn.op.kind == OpenWrite) begin
      if (turn.op.middle) answer.ends = pair.same_write && !pair.at_stop;
      if (turn.op.last)   answer.ends = pair.same_write && pair.at_stop && pair.fits_rest;
    end
    return answer;
  endfunction

  // The answer of slot 1 where slot 0 comes between, if that moves the row.
  function automatic answer_t unless(answer_t answer, logic between);
    answer_t left;
    left = answer;
    if (between) begin
      left.moves = 1'b0;
      left.good  = 1'b0;
    end
    return left;
  endfunction

endpackage
