// SPDX-License-Identifier: Apache-2.0
// Where each of the receive counters stands: the index that reads it.

package rnic_rx_counters_pkg;

  parameter int unsigned NumRxCounters = 512;     // indices; those without a counter read 0
  typedef logic [$clog2(NumRxCounters)-1:0] rx_counter_t;

  parameter rx_counter_t RxFrames      = 9'd0;
  parameter rx_counter_t RxBytes       = 9'd1;    // padded, without FCS
  // Of RoCE frames
  parameter rx_counter_t RxCe          = 9'd2;
  parameter rx_counter_t RxPcpMismatch = 9'd3;
  parameter rx_counter_t RxLossyRoce   = 9'd4;
  // The first of a group; rx_verdict_e, the priority, rx_reason_e, the opcode is added. Groups
  // start at a multiple of the power of two that holds them.
  parameter rx_counter_t RxVerdicts    = 9'd8;
  parameter rx_counter_t RxPriorities  = 9'd16;   // of RoCE frames
  parameter rx_counter_t RxReasons     = 9'd64;
  parameter rx_counter_t RxOpcodes     = 9'd256;  // of RoCE frames

endpackage
