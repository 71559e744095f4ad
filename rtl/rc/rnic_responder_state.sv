// SPDX-License-Identifier: Apache-2.0
// The moving state of all queue pairs, for two packets a clock to any two of them, one and the same
// included: slot 1 sees it as slot 0 leaves it. No stall.
//
// Keys in clock 0, packets in clock 5, all that is found in clock 9 (WriteClock). A load must be
// the first that a queue pair sees; until then its row means nothing. So nothing is reset: rst_ni
// serves assertions.
//
//   clock 2 to 5   row out of the table              0 to 6   each packet against each earlier one
//   clock 1 to 6   earlier packets, as they are decided, laid over the view; in 6 the row under it
//   clock 6        what the packet would do behind that, and behind each of the last three
//   clock 7        the loop: decided
//   clock 7, 8     the last three laid over the view: MSN, expected PSN, NAK mark
//   clock 9        new row into the table

module rnic_responder_state
  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_responder_pkg::*;
  import rnic_roce_pkg::*;
#(
  parameter int unsigned NumQps = 1024
) (
  input  logic          clk_i,
  input  logic          rst_ni,

  input  key_t    [1:0] key_i,         // clock 0: of the packets
  input  logic          load_i,        // clock 0: slot 1 is no packet, but a load
  input  key_t          load_key_i,
  input  packet_t [1:0] packet_i,      // clock 5
  input  logic    [1:0] live_i,        // clock 5: sections 1 to 3 passed, as configured

  // Clock 9
  output packet_t [1:0] packet_o,
  output psn_t    [1:0] psn_o,
  output view_t   [1:0] view_o,        // before the packet
  output psn_t    [1:0] msn_o,         // after it
  output logic    [1:0] moved_o,
  output logic    [1:0] good_o,
  output logic    [1:0] off_o,
  output logic    [1:0] bad_before_o
);

  localparam int unsigned IdxBits = $clog2(NumQps);
  localparam int unsigned EffectClock = DecideClock + 1;

  // ------------------------------------------------------------ packets on their way
  key_t    [1:0]                            key_1;
  key_t    [WriteClock:1][1:0]              key_q;
  packet_t [WriteClock:AnswerClock][1:0]    packet_q;
  turn_t   [DecideClock:AnswerClock][1:0]   turn_q;

  assign key_1 = {load_i ? load_key_i : key_i[1], key_i[0]};
  always_ff @(posedge clk_i) begin
    key_q    <= {key_q[WriteClock-1:1], key_1};
    packet_q <= {packet_q[WriteClock-1:AnswerClock], packet_i};
    turn_q   <= {turn_q[AnswerClock], turn_of(packet_i[1], live_i[1]),
                 turn_of(packet_i[0], live_i[0])};
  end

  // ------------------------------------------------------------ each against each earlier one
  // pair_q[k][s][e]: of slot s in clock k against slot e in EffectClock. No earlier packet is of
  // any weight for a load, so the first compares need not wait to know of it.
  pair_t [DecideClock:FirstClock][1:0][1:0] pair_q;
  pair_t [EffectClock:AnswerClock]          pair_10_q;
  pair_t [1:0][1:0]                         pair_answer_q;

  for (genvar s = 0; s < 2; s++) begin : gen_pair
    for (genvar e = 0; e < 2; e++) begin : gen_earlier
      for (genvar k = FirstClock; k <= DecideClock; k++) begin : gen_clock
        key_t key;
        if (k == 1) begin : gen_port
          assign key = key_i[s];
        end else begin : gen_flop
          assign key = key_q[k-1][s];
        end
        always_ff @(posedge clk_i) begin
          pair_q[k][s][e] <= pair_of(key, key_q[DecideClock][e].idx, packet_q[DecideClock][e]);
        end
      end
      // The nearest ones, a clock before they meet in DecideClock and EffectClock.
      always_ff @(posedge clk_i) begin
        pair_answer_q[s][e] <= pair_of(key_q[AnswerClock-1][s], key_q[AnswerClock][e].idx,
                                       packet_q[AnswerClock][e]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    pair_10_q <= {pair_10_q[DecideClock:AnswerClock],
                  pair_of(key_q[AnswerClock-1][1], key_q[AnswerClock-1][0].idx, packet_i[0])};
  end

  // ------------------------------------------------------------ the table
  logic  [1:0] row_we;
  row_t  [1:0] row_new, row_found;
  row_t  [AnswerClock:RowClock][1:0] row_q;
  pair_t [1:0] pair_row_q;

  rnic_ram_2r2w #(.Width($bits(row_t)), .NumWords(NumQps)) u_rows (
    .clk_i, .rst_ni,
    .wr_en_i(row_we),
    .wr_addr_i({key_q[WriteClock][1].idx[IdxBits-1:0], key_q[WriteClock][0].idx[IdxBits-1:0]}),
    .wr_data_i(row_new),
    .rd_addr_i({key_q[ReadClock][1].idx[IdxBits-1:0], key_q[ReadClock][0].idx[IdxBits-1:0]}),
    .rd_data_o(row_found)
  );
  always_ff @(posedge clk_i) begin
    row_q <= {row_q[RowClock], row_found};
    for (int s = 0; s < 2; s++) begin
      pair_row_q[s] <= pair_with_row(key_q[RowClock][s], row_q[RowClock][s]);
    end
  end

  // ------------------------------------------------------------ views
  view_t   [WriteClock:FirstClock+1][1:0] view_q;
  view_t   [DecideClock:FirstClock][1:0]  view_d;
  effect_t [1:0]                          effect;
  view_t   [1:0]                          view_9_d;
  logic    [1:0][CountBits:0]             completed_q;

  for (genvar s = 0; s < 2; s++) begin : gen_view
    for (genvar k = FirstClock; k <= DecideClock; k++) begin : gen_clock
      view_t was, now;
      if (k == FirstClock) begin : gen_new
        assign was = '0;
      end else begin : gen_next
        assign was = view_q[k][s];
      end
      assign now = seen(seen(was, pair_q[k][s][0], effect[0], 1'b0), pair_q[k][s][1], effect[1],
                        1'b1);
      if (k == AnswerClock) begin : gen_row
        assign view_d[k][s] = over_row(now, row_q[k][s], pair_row_q[s]);
      end else begin : gen_no_row
        assign view_d[k][s] = now;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    view_q[EffectClock:FirstClock+1] <= view_d;
    view_q[WriteClock] <= view_9_d;
    for (int s = 0; s < 2; s++) begin
      completed_q[s] <= (CountBits + 1)'(view_9_d[s].completed[1]) +
                        (CountBits + 1)'(view_9_d[s].completed[0]);
    end
  end
  // Before the packets; only their own messages are counted already.
  assign view_9_d[0] = counted(view_q[EffectClock][0], 1'b1, effect[0], 1'b1);
  assign view_9_d[1] = counted(seen(view_q[EffectClock][1], pair_10_q[EffectClock], effect[0],
                                    1'b0), 1'b1, effect[1], 1'b1);

  // ------------------------------------------------------------ the loop
  logic    [1:0]      moved, good, off, bad_before, bad_view;
  answer_t [1:0]      answer_view_q;
  answer_t [1:0][1:0] answer_q;
  answer_t            answer_10_q;

  answer_t [1:0]      answer_view_d;
  answer_t [1:0][1:0] answer_d;
  for (genvar s = 0; s < 2; s++) begin : gen_answer
    view_t view;
    assign view             = view_d[AnswerClock][s];
    assign bad_view[s]      = view_q[DecideClock][s].bad;
    assign answer_view_d[s] = answer_of(turn_q[AnswerClock][s], pair_of_view(view), view.open);
    for (genvar e = 0; e < 2; e++) begin : gen_earlier
      assign answer_d[s][e] = answer_of(turn_q[AnswerClock][s], pair_answer_q[s][e],
                                        open_behind(packet_q[DecideClock][e].op));
    end
  end

  // Slot 0 may come between slot 1 and what was before. If both are RC, the row cannot make both
  // move unless they are of one PSN, and then slot 0 moves it whenever slot 1 could.
  logic same_psn_q, between;
  always_ff @(posedge clk_i) begin
    same_psn_q <= key_q[AnswerClock-1][1].psn == key_q[AnswerClock-1][0].psn;
  end
  assign between = pair_10_q[AnswerClock].same &&
                   (turn_q[AnswerClock][0].anyway || (turn_q[AnswerClock][0].rc && same_psn_q));

  always_ff @(posedge clk_i) begin
    answer_view_q <= {unless(answer_view_d[1], between), answer_view_d[0]};
    answer_q      <= {unless(answer_d[1][1], between), unless(answer_d[1][0], between),
                      answer_d[0]};
    answer_10_q   <= answer_of(turn_q[AnswerClock][1], pair_10_q[AnswerClock],
                               open_behind(packet_q[AnswerClock][0].op));
  end

  rnic_responder_decide u_decide (
    .clk_i, .turn_i(turn_q[DecideClock]), .answer_view_i(answer_view_q), .bad_view_i(bad_view),
    .pair_i(pair_q[DecideClock]), .answer_i(answer_q),
    .pair_10_i(pair_10_q[DecideClock]), .answer_10_i(answer_10_q),
    .moved_o(moved), .good_o(good), .off_o(off), .bad_before_o(bad_before)
  );

  // ------------------------------------------------------------ effects
  for (genvar s = 0; s < 2; s++) begin : gen_effect
    op_t     op;          // a clock before
    packet_t packet;
    logic    opens_write_q, sets_ack_q, completes_q;
    open_e   open_q;
    assign op     = packet_q[DecideClock][s].op;
    assign packet = packet_q[EffectClock][s];

    always_ff @(posedge clk_i) begin
      opens_write_q <= opens_write(op);
      sets_ack_q    <= op.kind != OpenNone;
      completes_q   <= !op.first && !op.middle && !packet_q[DecideClock][s].load;
      open_q        <= open_behind(op);
    end
    assign effect[s] = '{moved:       moved[s],
                         good:        good[s],
                         ahead:       off[s] && packet.op.rc,
                         load:        packet.load,
                         opens_write: opens_write_q,
                         sets_ack:    sets_ack_q,
                         completes:   completes_q,
                         open:        open_q,
                         psn:         key_q[EffectClock][s].psn,
                         next:        packet.next,
                         stop:        packet.stop,
                         rest:        packet.rest};
  end

  // ------------------------------------------------------------ new rows
  logic    [1:0] moved_q, good_q, off_q, bad_before_q, writes_q;
  effect_t [1:0] effect_q;
  always_ff @(posedge clk_i) begin
    moved_q      <= moved;
    good_q       <= good;
    off_q        <= off;
    bad_before_q <= bad_before;
    effect_q     <= effect;
    writes_q     <= moved | {effect[1].ahead, effect[0].ahead};
  end

  for (genvar s = 0; s < 2; s++) begin : gen_row
    view_t   view;
    effect_t did;
    psn_t    msn;
    logic    keeps;
    assign view   = view_q[WriteClock][s];
    assign did    = effect_q[s];
    assign keeps  = !did.moved;
    assign msn    = view.msn + psn_t'(completed_q[s]);

    assign row_new[s] = '{bad:      keeps ? view.bad : !did.good,
                          mark:     keeps,
                          open:     keeps ? view.open : did.open,
                          expected: keeps ? view.expected : did.next,
                          ack:      (did.good && did.sets_ack) ? did.psn : view.ack,
                          msn:      msn,
                          stop:     (did.good && did.opens_write) ? did.stop : view.stop,
                          rest:     (did.good && did.opens_write) ? did.rest : view.rest};
    assign row_we[s]  = writes_q[s];

    assign view_o[s]  = view;
    assign msn_o[s]   = msn;
    assign psn_o[s]   = did.psn;
  end

  // ------------------------------------------------------------ outputs
  assign packet_o     = packet_q[WriteClock];
  assign moved_o      = moved_q;
  assign good_o       = good_q;
  assign off_o        = off_q;
  assign bad_before_o = bad_before_q;

endmodule
