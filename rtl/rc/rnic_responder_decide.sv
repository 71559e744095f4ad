// SPDX-License-Identifier: Apache-2.0
// The loop: what the two packets whose turn it is do to their queue pairs, given what the packets
// of the clock before did.
//
// Latency 1 clock, two packets a clock, no reset: it forgets what is more than two clocks old.
// Nothing is compared here. The answers are ready before: behind the row as it is seen, behind
// slot 0 or slot 1 of the clock before, behind the other slot, should that packet have been good;
// here one is selected. Behind a bad packet there is only what needs no good one.

module rnic_responder_decide
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::*;
(
  input  logic          clk_i,

  // The two packets, behind all but the packets below
  input  turn_t   [1:0] turn_i,
  input  answer_t [1:0] answer_view_i,
  input  logic    [1:0] bad_view_i,

  // Behind the packets of the clock before: [packet][earlier one]
  input  pair_t   [1:0][1:0] pair_i,
  input  answer_t [1:0][1:0] answer_i,

  // Slot 1 behind slot 0; of its answers above those are taken out that slot 0 comes between
  input  pair_t         pair_10_i,
  input  answer_t       answer_10_i,

  // In the next clock
  output logic    [1:0] moved_o,        // the queue pair's state is as the packet left it
  output logic    [1:0] good_o,         //   it was accepted or loaded
  output logic    [1:0] off_o,          // not the PSN that was expected (answer_t)
  output logic    [1:0] bad_before_o    // the row was bad before the packet, whatever that is
);

  logic [1:0] moved_q, good_q, off_q, bad_before_q;

  // Written as sums of products: as nested selections a tool selects first and judges behind that,
  // which is the longer way. Answers are there only for packets of one queue pair (answer_of).

  // ------------------------------------------------------------ behind all but the other slot
  // free[e]: slot e of the clock before left the row alone.
  logic [1:0] moves, good, ends, off, bad;
  for (genvar s = 0; s < 2; s++) begin : gen_slot
    logic [1:0] free, keeps;
    answer_t    a1, a0, view;
    assign free  = {!(pair_i[s][1].same && moved_q[1]), !(pair_i[s][0].same && moved_q[0])};
    assign keeps = {!(pair_i[s][1].same_write && good_q[1]),
                    !(pair_i[s][0].same_write && good_q[0])};
    assign a1    = answer_i[s][1];
    assign a0    = answer_i[s][0];
    assign view  = answer_view_i[s];

    assign moves[s] = (good_q[1] && a1.moves) ||
                      (free[1] && ((good_q[0] && a0.moves) || (free[0] && view.moves)));
    assign good[s]  = (good_q[1] && a1.good) ||
                      (free[1] && ((good_q[0] && a0.good) || (free[0] && view.good)));
    assign off[s]   = (good_q[1] && a1.off) ||
                      (free[1] && ((good_q[0] && a0.off) || (free[0] && view.off)));
    assign bad[s]   = (!free[1] && !good_q[1]) ||
                      (free[1] && ((!free[0] && !good_q[0]) || (free[0] && bad_view_i[s])));
    assign ends[s]  = (good_q[1] && a1.ends) ||
                      (keeps[1] && ((good_q[0] && a0.ends) || (keeps[0] && view.ends)));
  end

  // ------------------------------------------------------------ slot 0
  logic moved_0, good_0;
  assign moved_0 = turn_i[0].anyway || moves[0];
  assign good_0  = turn_i[0].restarts || (good[0] && ends[0]);

  // ------------------------------------------------------------ slot 1
  // Behind slot 0 if that moved the row. Where it does, slot 1 has no `moves` and `good` for what
  // was before (unless()), so that these need not wait for that.
  logic moved_1, good_1, good_behind, behind_0, off_1, bad_1;
  assign good_behind = answer_10_i.good && (pair_10_i.same_write ? answer_10_i.ends : ends[1]);
  assign behind_0    = pair_10_i.same && moved_0;

  assign moved_1 = turn_i[1].anyway || (good_0 && answer_10_i.moves) || moves[1];
  assign good_1  = turn_i[1].restarts || (good_0 && good_behind) || (good[1] && ends[1]);
  assign off_1   = (good_0 && answer_10_i.off) || (!behind_0 && off[1]);
  assign bad_1   = behind_0 ? !good_0 : bad[1];

  // ------------------------------------------------------------ decided
  always_ff @(posedge clk_i) begin
    moved_q      <= {moved_1, moved_0};
    good_q       <= {good_1, good_0};
    off_q        <= {off_1, off[0]};
    bad_before_q <= {bad_1, bad[0]};
  end

  assign moved_o      = moved_q;
  assign good_o       = good_q;
  assign off_o        = off_q;
  assign bad_before_o = bad_before_q;

endmodule
