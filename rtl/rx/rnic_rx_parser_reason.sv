// SPDX-License-Identifier: Apache-2.0
// A frame's headers and its length make its reason: the first that applies, or none.
//
// Where the frame is too short to hold the UDP port, whatever stands there is no port: such a frame
// can't hold its IP packet either, and that is its reason. Latency 2 clocks, a frame a clock.

module rnic_rx_parser_reason
  import rnic_roce_pkg::*;
  import rnic_rx_parser_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic           clk_i,

  input  lane_reasons_t  reasons_i,
  input  frame_end_t     end_i,

  output rx_reason_e     reason_o,
  output frame_bytes_t   bytes_o
);

  // The shortest frame with VLAN tag and IPv6 that holds the destination port.
  localparam frame_bytes_t FarPortBytes =
    frame_bytes_t'(EthBytes + VlanTagBytes + Ipv6Bytes + UdpDstPortOffset + 2);

  logic         err_q, too_long_q, no_port_q, has_early_q, is_port_q;
  rx_reason_e   early_q, late_q;
  frame_bytes_t bytes_q;

  always_ff @(posedge clk_i) begin
    err_q <= end_i.err;
    bytes_q <= end_i.bytes;
    early_q <= reasons_i.early;
    late_q <= reasons_i.late;
    has_early_q <= reasons_i.early != ReasonNone;
    is_port_q <= reasons_i.early == ReasonNotRocePort;
    no_port_q <= reasons_i.port_far & (end_i.bytes < FarPortBytes);
    too_long_q <= reasons_i.ip_short | (reasons_i.need_bytes > 17'(end_i.bytes));
  end

  always_ff @(posedge clk_i) begin
    bytes_o <= bytes_q;
    if (err_q)                                          reason_o <= ReasonMacError;
    else if (has_early_q & !(is_port_q & no_port_q))    reason_o <= early_q;
    else if (too_long_q)                                reason_o <= ReasonIpLength;
    else                                                reason_o <= late_q;
  end

endmodule
