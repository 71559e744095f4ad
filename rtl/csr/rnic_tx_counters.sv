// SPDX-License-Identifier: Apache-2.0
// The transmit counters: frames and bytes in all, of each opcode and of each priority, completion
// records of each status, ignored doorbells.
//
// One frame, one record and one doorbell a clock, of any kind. count_o belongs to the index_i of 4
// clocks before; indices are those of register window `tx_counters` (address / 8), those without a
// counter read 0. Until ready_o is high, 256 clocks behind a reset, nothing may be counted.

`include "assert.svh"

module rnic_tx_counters
  import rnic_tx_pkg::*;
  import rnic_csr_map_pkg::*;
(
  input  logic        clk_i,
  input  logic        rst_ni,

  output logic        ready_o,

  // Pulses
  input  logic        stat_valid_i,          // a frame
  input  logic [13:0] stat_bytes_i,          // padded, without FCS
  input  logic [7:0]  stat_opcode_i,
  input  queue_t      stat_qid_i,
  input  logic        stat_status_valid_i,   // a completion record
  input  logic [7:0]  stat_status_i,         // 0 to 15
  input  logic        stat_db_ignored_i,

  input  logic [9:0]  index_i,
  output logic [63:0] count_o
);

  localparam int unsigned ByteBits = 14;
  localparam int unsigned NumOpcodes = 256;
  localparam int unsigned NumStatuses = 16;

  // ------------------------------------------------------------ events in flops
  logic                frame_q, record_q, ignored_q;
  logic [ByteBits-1:0] bytes_q;
  logic [7:0]          opcode_q;
  queue_t              qid_q;
  logic [3:0]          status_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frame_q   <= 1'b0;
      record_q  <= 1'b0;
      ignored_q <= 1'b0;
    end else begin
      frame_q   <= stat_valid_i;
      record_q  <= stat_status_valid_i;
      ignored_q <= stat_db_ignored_i;
    end
  end
  always_ff @(posedge clk_i) begin
    bytes_q  <= stat_bytes_i;
    opcode_q <= stat_opcode_i;
    qid_q    <= stat_qid_i;
    status_q <= stat_status_i[3:0];
  end

  // ------------------------------------------------------------ in all
  logic [63:0] frames_q, all_bytes_q, all_ignored_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      frames_q      <= '0;
      all_bytes_q   <= '0;
      all_ignored_q <= '0;
    end else begin
      if (frame_q) frames_q <= frames_q + 1'b1;
      if (frame_q) all_bytes_q <= all_bytes_q + 64'(bytes_q);
      if (ignored_q) all_ignored_q <= all_ignored_q + 1'b1;
    end
  end

  // ------------------------------------------------------------ of each kind
  logic [4:0]  ready;
  logic [63:0] opcode_frames, opcode_bytes, prio_frames, prio_bytes, statuses;

  rnic_counter_bank #(.NumCounters(NumOpcodes), .AmountBits(1)) u_opcode_frames (
    .clk_i, .rst_ni, .ready_o(ready[0]), .add_valid_i(frame_q), .add_index_i(opcode_q),
    .add_amount_i(1'b1), .rd_index_i(index_i[7:0]), .rd_count_o(opcode_frames)
  );
  rnic_counter_bank #(.NumCounters(NumOpcodes), .AmountBits(ByteBits)) u_opcode_bytes (
    .clk_i, .rst_ni, .ready_o(ready[1]), .add_valid_i(frame_q), .add_index_i(opcode_q),
    .add_amount_i(bytes_q), .rd_index_i(index_i[7:0]), .rd_count_o(opcode_bytes)
  );
  rnic_counter_bank #(.NumCounters(NumTxQueues), .AmountBits(1)) u_prio_frames (
    .clk_i, .rst_ni, .ready_o(ready[2]), .add_valid_i(frame_q), .add_index_i(qid_q),
    .add_amount_i(1'b1), .rd_index_i(index_i[2:0]), .rd_count_o(prio_frames)
  );
  rnic_counter_bank #(.NumCounters(NumTxQueues), .AmountBits(ByteBits)) u_prio_bytes (
    .clk_i, .rst_ni, .ready_o(ready[3]), .add_valid_i(frame_q), .add_index_i(qid_q),
    .add_amount_i(bytes_q), .rd_index_i(index_i[2:0]), .rd_count_o(prio_bytes)
  );
  rnic_counter_bank #(.NumCounters(NumStatuses), .AmountBits(1)) u_statuses (
    .clk_i, .rst_ni, .ready_o(ready[4]), .add_valid_i(record_q), .add_index_i(status_q),
    .add_amount_i(1'b1), .rd_index_i(index_i[3:0]), .rd_count_o(statuses)
  );
  assign ready_o = &ready;

  // ------------------------------------------------------------ reading
  // An index belongs to a group where its upper bits are those of the group's first counter.
  localparam logic [9:0] Frames       = TxCountersFramesLow[12:3];
  localparam logic [9:0] Bytes        = TxCountersBytesLow[12:3];
  localparam logic [9:0] Ignored      = TxCountersDoorbellsIgnoredLow[12:3];
  localparam logic [9:0] PrioFrames   = TxCountersPrioFramesLow[12:3];
  localparam logic [9:0] PrioBytes    = TxCountersPrioBytesLow[12:3];
  localparam logic [9:0] Statuses     = TxCountersStatusesLow[12:3];
  localparam logic [9:0] OpcodeFrames = TxCountersOpcodeFramesLow[12:3];
  localparam logic [9:0] OpcodeBytes  = TxCountersOpcodeBytesLow[12:3];

  logic [7:0]  s1_group_q, s2_group_q;
  logic [63:0] s3_total_q, s3_banks_q, count_q;
  always_ff @(posedge clk_i) begin
    s1_group_q <= {index_i[9:8] == OpcodeBytes[9:8], index_i[9:8] == OpcodeFrames[9:8],
                   index_i[9:4] == Statuses[9:4], index_i[9:3] == PrioBytes[9:3],
                   index_i[9:3] == PrioFrames[9:3], index_i == Ignored, index_i == Bytes,
                   index_i == Frames};
    s2_group_q <= s1_group_q;
    s3_total_q <= ({64{s2_group_q[0]}} & frames_q) | ({64{s2_group_q[1]}} & all_bytes_q) |
                  ({64{s2_group_q[2]}} & all_ignored_q);
    s3_banks_q <= ({64{s2_group_q[3]}} & prio_frames) | ({64{s2_group_q[4]}} & prio_bytes) |
                  ({64{s2_group_q[5]}} & statuses) | ({64{s2_group_q[6]}} & opcode_frames) |
                  ({64{s2_group_q[7]}} & opcode_bytes);
    count_q    <= s3_total_q | s3_banks_q;
  end
  assign count_o = count_q;

  `RNIC_ASSERT(StatusInRange, stat_status_valid_i |-> 32'(stat_status_i) < NumStatuses,
               "a completion record has a status that no counter counts")

endmodule
