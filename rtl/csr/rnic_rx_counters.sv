// SPDX-License-Identifier: Apache-2.0
// The receive counters: frames and bytes in all, frames of each verdict, reason, opcode and
// priority, CE marks, PCP mismatches, RoCE frames on lossy priorities.
//
// Two records a clock, of any kind. count_o belongs to the index_i of 5 clocks before and holds all
// records of 5 clocks before that one or earlier; indices are those of rnic_rx_counters_pkg. Until
// ready_o is high, 257 clocks behind a reset, nothing is counted. Every frame has one verdict, so
// the verdicts add up to the frames.

`include "assert.svh"

module rnic_rx_counters
  import rnic_qos_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;
  import rnic_rx_counters_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  output logic         ready_o,

  input  rx_record_t   record_0_i,
  input  rx_record_t   record_1_i,

  input  rx_counter_t  index_i,
  output logic [63:0]  count_o
);

  localparam int unsigned ByteBits = 14;
  // Counters of a bank: those of codes that are never counted stay 0.
  localparam int unsigned VerdictCodes = 2 ** $bits(rx_verdict_e);
  localparam int unsigned ReasonCodes = 2 ** $bits(rx_reason_e);
  localparam int unsigned NumOpcodes = 256;

  // ------------------------------------------------------------ events in flops
  logic [1:0]               frame_q, reason_valid_q, roce_q, ce_q, mismatch_q, lossy_q;
  rx_verdict_e [1:0]        verdict_q;
  rx_reason_e [1:0]         reason_q;
  opcode_t [1:0]            opcode_q;
  prio_t [1:0]              prio_q;
  logic [1:0][ByteBits-1:0] bytes_q;

  logic             ready_q;
  rx_record_t [1:0] record;
  assign record = {record_1_i, record_0_i};

  always_ff @(posedge clk_i) begin
    for (int s = 0; s < 2; s++) begin
      logic valid, roce;
      valid = record[s].valid & ready_q;
      roce = valid & record[s].frame.roce;
      frame_q[s]        <= valid;
      reason_valid_q[s] <= valid && record[s].reason != ReasonNone;
      roce_q[s]         <= roce;
      ce_q[s]           <= valid & record[s].ce;
      mismatch_q[s]     <= roce & record[s].frame.cls.pcp_mismatch;
      lossy_q[s]        <= roce & record[s].frame.cls.lossy;
      verdict_q[s]      <= record[s].verdict;
      reason_q[s]       <= record[s].reason;
      opcode_q[s]       <= record[s].frame.hdr.opcode;
      prio_q[s]         <= record[s].frame.cls.prio;
      bytes_q[s]        <= valid ? record[s].frame.hdr.frame_bytes : '0;
    end
  end

  // ------------------------------------------------------------ in all: the clock's sum, then all
  function automatic logic [1:0] both(logic [1:0] events);
    return 2'(events[0]) + 2'(events[1]);
  endfunction

  logic [1:0]        s1_frames_q, s1_ces_q, s1_mismatches_q, s1_lossy_q;
  logic [ByteBits:0] s1_bytes_q;
  logic [63:0]       frames_q, all_bytes_q, ces_q, mismatches_q, all_lossy_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s1_frames_q     <= '0;
      s1_ces_q        <= '0;
      s1_mismatches_q <= '0;
      s1_lossy_q      <= '0;
      s1_bytes_q      <= '0;
      frames_q        <= '0;
      all_bytes_q     <= '0;
      ces_q           <= '0;
      mismatches_q    <= '0;
      all_lossy_q     <= '0;
    end else begin
      s1_frames_q     <= both(frame_q);
      s1_ces_q        <= both(ce_q);
      s1_mismatches_q <= both(mismatch_q);
      s1_lossy_q      <= both(lossy_q);
      s1_bytes_q      <= (ByteBits + 1)'(bytes_q[0]) + (ByteBits + 1)'(bytes_q[1]);
      frames_q        <= frames_q + 64'(s1_frames_q);
      all_bytes_q     <= all_bytes_q + 64'(s1_bytes_q);
      ces_q           <= ces_q + 64'(s1_ces_q);
      mismatches_q    <= mismatches_q + 64'(s1_mismatches_q);
      all_lossy_q     <= all_lossy_q + 64'(s1_lossy_q);
    end
  end

  // ------------------------------------------------------------ of each kind
  logic [3:0]  ready;
  logic [63:0] s3_verdicts, s3_reasons, s3_opcodes, s3_priorities;

  rnic_counter_pair #(.NumCounters(VerdictCodes)) u_verdicts (
    .clk_i, .rst_ni, .ready_o(ready[0]), .add_valid_i(frame_q), .add_index_i(verdict_q),
    .add_amount_i(2'b11), .rd_index_i(index_i[2:0]), .rd_count_o(s3_verdicts)
  );
  rnic_counter_pair #(.NumCounters(ReasonCodes)) u_reasons (
    .clk_i, .rst_ni, .ready_o(ready[1]), .add_valid_i(reason_valid_q), .add_index_i(reason_q),
    .add_amount_i(2'b11), .rd_index_i(index_i[5:0]), .rd_count_o(s3_reasons)
  );
  rnic_counter_pair #(.NumCounters(NumOpcodes)) u_opcodes (
    .clk_i, .rst_ni, .ready_o(ready[2]), .add_valid_i(roce_q), .add_index_i(opcode_q),
    .add_amount_i(2'b11), .rd_index_i(index_i[7:0]), .rd_count_o(s3_opcodes)
  );
  rnic_counter_pair #(.NumCounters(NumPriorities)) u_priorities (
    .clk_i, .rst_ni, .ready_o(ready[3]), .add_valid_i(roce_q), .add_index_i(prio_q),
    .add_amount_i(2'b11), .rd_index_i(index_i[2:0]), .rd_count_o(s3_priorities)
  );

  always_ff @(posedge clk_i) ready_q <= (&ready) & rst_ni;
  assign ready_o = ready_q;

  // ------------------------------------------------------------ reading
  // An index belongs to a group where its upper bits are those of the group's first counter.
  logic [8:0]  s0_group, s3_group;
  logic [63:0] s4_total_q, s4_banks_q, count_q;

  assign s0_group = {index_i[8] == RxOpcodes[8], index_i[8:6] == RxReasons[8:6],
                     index_i[8:3] == RxPriorities[8:3], index_i[8:3] == RxVerdicts[8:3],
                     index_i == RxLossyRoce, index_i == RxPcpMismatch, index_i == RxCe,
                     index_i == RxBytes, index_i == RxFrames};
  rnic_pipe #(.Width(9), .Cycles(3)) u_group (.clk_i, .rst_ni, .d_i(s0_group), .d_o(s3_group));

  always_ff @(posedge clk_i) begin
    s4_total_q <= ({64{s3_group[0]}} & frames_q) | ({64{s3_group[1]}} & all_bytes_q) |
                  ({64{s3_group[2]}} & ces_q) | ({64{s3_group[3]}} & mismatches_q) |
                  ({64{s3_group[4]}} & all_lossy_q);
    s4_banks_q <= ({64{s3_group[5]}} & s3_verdicts) | ({64{s3_group[6]}} & s3_priorities) |
                  ({64{s3_group[7]}} & s3_reasons) | ({64{s3_group[8]}} & s3_opcodes);
    count_q    <= s4_total_q | s4_banks_q;
  end
  assign count_o = count_q;

  `RNIC_ASSERT(SlotsInOrder, record_1_i.valid |-> record_0_i.valid,
               "slot 1 has a record and slot 0 none")

endmodule
