// SPDX-License-Identifier: Apache-2.0
// An endless, legal stream of received frames, each with what must be said of it.
//
// Trains of rows from the ROM (rnic_selftest_rom_pkg) in random order, with idle beats anywhere,
// also inside frames. Of a frame that may be broken one in four is: a random bit of its last
// segment changes, and the ICRC is wanted bad. While inject_i is high no such change is told, so
// that whoever judges must find a difference. want_*_o belong to beat_o.
//
// The order repeats after 2^32 - 1 clocks. Not promised: a random order without clustering.

module rnic_selftest_source
  import rnic_bus_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_selftest_pkg::*;
  import rnic_selftest_rom_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       inject_i,

  output seg_beat_t  beat_o,
  output word_t      want_0_o,
  output word_t      want_1_o
);

  // ------------------------------------------------------------ chance
  // x^32 + x^22 + x^2 + x + 1, four steps a clock (period unchanged: 4 and 2^32 - 1 share no
  // factor).
  logic [31:0] lfsr_d, lfsr_q;

  always_comb begin
    lfsr_d = lfsr_q;
    for (int i = 0; i < 4; i++)
      lfsr_d = {lfsr_d[30:0], lfsr_d[31] ^ lfsr_d[21] ^ lfsr_d[1] ^ lfsr_d[0]};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) lfsr_q <= 32'h1;
    else         lfsr_q <= lfsr_d;
  end

  // ------------------------------------------------------------ s0: which row
  row_idx_t                s0_row_q;
  logic                    s0_go;                // else an idle beat
  logic [TrainIdxBits-1:0] s0_train;

  assign s0_go = lfsr_q[2:0] != '0;
  assign s0_train = lfsr_q[3 +: TrainIdxBits];

  always_ff @(posedge clk_i) begin
    if (!rst_ni)    s0_row_q <= '0;
    else if (s0_go) s0_row_q <= TrainLast[s0_row_q] ? TrainFirst[s0_train] : s0_row_q + 1'b1;
  end

  // ------------------------------------------------------------ s1, s2: the row
  logic [$bits(row_t)-1:0] rows [NumRows] = Rows;
  logic [$bits(row_t)-1:0] s1_row_q;
  row_t                    s2_row_q;
  logic                    s1_go_q, s2_go_q;

  always_ff @(posedge clk_i) begin
    s1_row_q <= rows[s0_row_q];
    s2_row_q <= s1_row_q;
    s1_go_q <= s0_go & rst_ni;
    s2_go_q <= s1_go_q & rst_ni;
  end

  // ------------------------------------------------------------ s2: break some
  logic [NumSegs-1:0]      s2_first_eop, s2_break;
  logic                    s2_break_0, s2_break_1;
  logic [7:0]              s2_bit;
  logic [NumSegs-1:0][7:0] s2_flip;
  word_t                   s2_want_0, s2_want_1;

  assign s2_first_eop = s2_row_q.eop & (~s2_row_q.eop + 1'b1);
  assign s2_break_0 = s2_row_q.may_break[0] & (lfsr_q[7:6] == '0);
  assign s2_break_1 = s2_row_q.may_break[1] & (lfsr_q[9:8] == '0);
  assign s2_break = (s2_first_eop & {NumSegs{s2_break_0}}) |
                    (s2_row_q.eop & ~s2_first_eop & {NumSegs{s2_break_1}});
  assign s2_bit = 8'h1 << lfsr_q[12:10];
  for (genvar s = 0; s < NumSegs; s++) begin : gen_flip
    assign s2_flip[s] = s2_bit & {8{s2_break[s]}};
  end

  // What is wanted of a frame, broken or not.
  function automatic word_t wanted(word_t want, logic go, logic broken);
    wanted = want;
    wanted.valid = want.valid & go;
    if (broken) begin
      wanted.reason = ReasonIcrc;
      wanted.icrc = IcrcBad;
    end
  endfunction

  assign s2_want_0 = wanted(s2_row_q.want[0], s2_go_q, s2_break_0 & !inject_i);
  assign s2_want_1 = wanted(s2_row_q.want[1], s2_go_q, s2_break_1 & !inject_i);

  // ------------------------------------------------------------ s3: out
  always_ff @(posedge clk_i) begin
    beat_o.ena <= s2_row_q.ena & {NumSegs{s2_go_q & rst_ni}};
    beat_o.sop <= s2_row_q.sop & {NumSegs{s2_go_q}};
    beat_o.eop <= s2_row_q.eop & {NumSegs{s2_go_q}};
    beat_o.mty <= s2_row_q.mty & {4*NumSegs{s2_go_q}};
    beat_o.err <= '0;
    for (int s = 0; s < int'(NumSegs); s++)
      beat_o.data[s] <= s2_row_q.data[s] ^ SegBits'(s2_flip[s]);
    want_0_o <= s2_want_0;
    want_1_o <= s2_want_1;
    if (!rst_ni) begin
      want_0_o.valid <= 1'b0;
      want_1_o.valid <= 1'b0;
    end
  end

endmodule
