// SPDX-License-Identifier: Apache-2.0
// Section 6 of the verdicts for one slot: a response against the window of our own requests.
//
// Header in clock 0, the queue pair's window in clock 2 (ContextClock), result in clock 4
// (CheckedClock). Every clock one. Lengths are rnic_packet_check's. It completes nothing.

module rnic_response_check
  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic      clk_i,

  input  rx_hdr_t   hdr_i,       // clock 0
  input  psn_t      sq_una_i,    // clock 2: the oldest unacknowledged
  input  psn_t      sq_psn_i,    // clock 2: the next to send
  output response_t response_o   // clock 4
);

  psn_t       s1_psn_q, s2_psn_q;
  logic       s1_ack_q, s2_ack_q, s3_ack_q;
  logic [7:0] s1_syndrome_q, s2_syndrome_q, s3_syndrome_q;
  logic       s3_stale_q, s3_beyond_q;

  always_ff @(posedge clk_i) begin
    s1_psn_q      <= hdr_i.psn;
    s1_ack_q      <= hdr_i.opcode == RcAcknowledge;
    s1_syndrome_q <= hdr_i.ext[7:0];
    s2_psn_q      <= s1_psn_q;
    s2_ack_q      <= s1_ack_q;
    s2_syndrome_q <= s1_syndrome_q;
    s3_stale_q    <= psn_before(s2_psn_q, sq_una_i);
    s3_beyond_q   <= !psn_before(s2_psn_q, sq_psn_i);
    s3_ack_q      <= s2_ack_q;
    s3_syndrome_q <= s2_syndrome_q;
  end

  // AETH syndromes: 0x00 + credits ACK, 0x20 + timer RNR NAK, 0x60 NAK sequence, 0x61 to 0x63 NAKs
  // that end the request.
  rx_action_e action;
  logic       reserved;
  always_comb begin
    action   = ActionData;
    reserved = 1'b0;
    if (s3_ack_q) begin
      case (s3_syndrome_q[7:5])
        3'd0:    action = ActionComplete;
        3'd1:    action = ActionRetry;
        3'd3: begin
          action   = (s3_syndrome_q[1:0] == 0) ? ActionRetry : ActionFail;
          reserved = s3_syndrome_q[4:2] != 0;
        end
        default: reserved = 1'b1;
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    response_o <= '{stale:    s3_stale_q,
                    beyond:   s3_beyond_q,
                    reserved: reserved,
                    action:   action};
  end

endmodule
