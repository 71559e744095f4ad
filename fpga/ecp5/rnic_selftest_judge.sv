// SPDX-License-Identifier: Apache-2.0
// Compares what the receive path says of each frame with what was wanted, and remembers.
//
// A frame that is missing, too many, late or in the wrong slot is a difference, as is any wrong
// field. seen_o.passed rises when 2^PassLog2 frames were judged and none differed; failed rises
// with the first difference and takes passed away. Until the next reset both stay.
//
// Latency: 4 clocks to seen_o.

module rnic_selftest_judge
  import rnic_rx_pkg::*;
  import rnic_selftest_pkg::*;
#(
  parameter int unsigned PassLog2 = 24         // frames to pass, as a power of two; 1 to 31
) (
  input  logic   clk_i,
  input  logic   rst_ni,

  input  word_t  want_0_i,
  input  word_t  want_1_i,
  input  word_t  said_0_i,
  input  word_t  said_1_i,

  output seen_t  seen_o
);

  if (PassLog2 < 1 || PassLog2 > 31) begin : gen_bad_pass
    $fatal(1, "rnic_selftest_judge: PassLog2 is %0d; 1 to 31 are possible", PassLog2);
  end

  // ------------------------------------------------------------ s1: field by field
  typedef struct packed {
    logic       frame;
    logic       wants_roce;
    logic       wants_sized;
    logic       valid;
    logic [3:0] first;                         // reason, icrc, roce, sized
    logic [2:0] roce;                          // opcode, qpn, psn
    logic       sized;                         // payload_bytes
  } diff_t;

  function automatic diff_t compare(word_t want, word_t said);
    compare.frame = want.valid;
    compare.wants_roce = want.valid & want.roce;
    compare.wants_sized = want.valid & want.sized;
    compare.valid = want.valid != said.valid;
    compare.first = {want.reason != said.reason, want.icrc != said.icrc,
                     want.roce != said.roce, want.sized != said.sized};
    compare.roce = {want.opcode != said.opcode, want.qpn != said.qpn,
                    want.psn != said.psn};
    compare.sized = want.payload_bytes != said.payload_bytes;
  endfunction

  diff_t s1_diff_0_q, s1_diff_1_q;
  logic  s1_ok_q, s1_bad_q, s1_refused_q;

  always_ff @(posedge clk_i) begin
    s1_diff_0_q <= compare(want_0_i, said_0_i);
    s1_diff_1_q <= compare(want_1_i, said_1_i);
    s1_ok_q <= (said_0_i.valid & (said_0_i.icrc == IcrcOk)) |
               (said_1_i.valid & (said_1_i.icrc == IcrcOk));
    s1_bad_q <= (said_0_i.valid & (said_0_i.icrc == IcrcBad)) |
                (said_1_i.valid & (said_1_i.icrc == IcrcBad));
    s1_refused_q <= (said_0_i.valid & (said_0_i.icrc == IcrcNull)) |
                    (said_1_i.valid & (said_1_i.icrc == IcrcNull));
  end

  // ------------------------------------------------------------ s2: frame by frame
  function automatic logic differs(diff_t d);
    return d.valid | (d.frame & (|d.first)) | (d.wants_roce & (|d.roce)) |
           (d.wants_sized & d.sized);
  endfunction

  logic       s2_differs_0_q, s2_differs_1_q, s2_ok_q, s2_bad_q, s2_refused_q;
  logic [1:0] s2_frames_q;

  always_ff @(posedge clk_i) begin
    s2_differs_0_q <= differs(s1_diff_0_q) & rst_ni;
    s2_differs_1_q <= differs(s1_diff_1_q) & rst_ni;
    s2_frames_q <= {s1_diff_1_q.frame & rst_ni, s1_diff_0_q.frame & rst_ni};
    s2_ok_q <= s1_ok_q & rst_ni;
    s2_bad_q <= s1_bad_q & rst_ni;
    s2_refused_q <= s1_refused_q & rst_ni;
  end

  // ------------------------------------------------------------ s3, s4: remember
  logic [PassLog2:0] s3_count_q;               // stops at the top bit
  seen_t             s3_seen_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s3_count_q <= '0;
      s3_seen_q <= '0;
      seen_o <= '0;
    end else begin
      if (!s3_count_q[PassLog2])
        s3_count_q <= s3_count_q + (PassLog2+1)'({s2_frames_q[1] & s2_frames_q[0],
                                                  s2_frames_q[1] ^ s2_frames_q[0]});
      s3_seen_q.passed <= s3_count_q[PassLog2];
      s3_seen_q.failed <= s3_seen_q.failed | s2_differs_0_q | s2_differs_1_q;
      s3_seen_q.icrc_ok <= s3_seen_q.icrc_ok | s2_ok_q;
      s3_seen_q.icrc_bad <= s3_seen_q.icrc_bad | s2_bad_q;
      s3_seen_q.refused <= s3_seen_q.refused | s2_refused_q;
      s3_seen_q.pair <= s3_seen_q.pair | (&s2_frames_q);
      seen_o <= s3_seen_q;
      seen_o.passed <= s3_seen_q.passed & !s3_seen_q.failed;
    end
  end

endmodule
