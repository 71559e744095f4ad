// SPDX-License-Identifier: Apache-2.0
// Section 3 of the verdicts for one slot: is the queue pair there, and is the packet one of its
// own?
//
// Header in clock 0, the queue pair's context in clock 2 (ContextClock), result in clock 4
// (CheckedClock). Every clock one. It knows what was configured: that a queue pair went into error
// by itself is found beside it, and comes between `error` and `reason`.

module rnic_qp_static_check
  import rnic_qp_pkg::*;
  import rnic_rc_pkg::*;
  import rnic_rx_pkg::*;
(
  input  logic       clk_i,

  input  logic       ready_i,    // clock 0: the table is swept
  input  rx_hdr_t    hdr_i,      // clock 0
  input  rx_qp_ctx_t ctx_i,      // clock 2
  output static_t    static_o    // clock 4
);

  // ------------------------------------------------------------ the header waits for the context
  typedef struct packed {
    logic         ready;
    logic         ipv6;
    logic [127:0] src_ip;
    logic [127:0] dst_ip;
    logic [11:0]  vid;           // 0: no VLAN
    logic [2:0]   transport;
    logic [15:0]  pkey;
    qpn_t         qpn;
    logic [31:0]  qkey;          // of UD
  } wanted_t;
  wanted_t s1_q, s2_q;

  always_ff @(posedge clk_i) begin
    s1_q <= '{ready:     ready_i,
              ipv6:      hdr_i.ipv6,
              src_ip:    hdr_i.src_ip,
              dst_ip:    hdr_i.dst_ip,
              vid:       hdr_i.vlan ? hdr_i.tci[11:0] : '0,
              transport: hdr_i.opcode[7:5],
              pkey:      hdr_i.pkey,
              qpn:       hdr_i.qpn,
              qkey:      {hdr_i.ext[7:0], hdr_i.ext[15:8], hdr_i.ext[23:16], hdr_i.ext[31:24]}};
    s2_q <= s1_q;
  end

  // ------------------------------------------------------------ each question by itself
  localparam logic [2:0] TransportCnp = 3'd4;
  logic s3_in_table_q, s3_reset_q, s3_error_q, s3_is_rc_q;
  logic s3_type_q, s3_vlan_q, s3_pkey_q, s3_qkey_q;
  logic [3:0] s3_src_q, s3_dst_q;      // by 32-bit words
  logic s3_src_family_q, s3_dst_family_q, s3_check_src_q, s3_check_dst_q;
  logic connected;
  assign connected = ctx_i.qp_type != QpUd;

  always_ff @(posedge clk_i) begin
    s3_in_table_q <= s2_q.ready && ctx_i.known && s2_q.qpn == ctx_i.qpn;
    s3_reset_q    <= !(ctx_i.state inside {QpReady, QpError});
    s3_error_q    <= ctx_i.state == QpError;
    s3_is_rc_q    <= ctx_i.qp_type == QpRc;
    s3_type_q     <= (s2_q.transport == TransportCnp) ? !connected :
                                                        s2_q.transport != {1'b0, ctx_i.qp_type};
    for (int word = 0; word < 4; word++) begin
      s3_src_q[word] <= s2_q.src_ip[32*word +: 32] != ctx_i.dst_ip[32*word +: 32];
      s3_dst_q[word] <= s2_q.dst_ip[32*word +: 32] != ctx_i.src_ip[32*word +: 32];
    end
    s3_src_family_q <= s2_q.ipv6 != ctx_i.dst_ipv6;
    s3_dst_family_q <= s2_q.ipv6 != ctx_i.src_ipv6;
    s3_check_src_q  <= ctx_i.check_src && connected;
    s3_check_dst_q  <= ctx_i.check_dst && connected;
    s3_vlan_q     <= ctx_i.check_vlan && connected && s2_q.vid != ctx_i.vid;
    s3_pkey_q     <= s2_q.pkey[14:0] != ctx_i.pkey[14:0] || !(s2_q.pkey[15] || ctx_i.pkey[15]);
    s3_qkey_q     <= !connected && s2_q.qkey != ctx_i.qkey;
  end

  // ------------------------------------------------------------ the first that applies
  rx_reason_e reason;
  logic       address;
  assign address = (s3_check_src_q && (s3_src_family_q || s3_src_q != 0)) ||
                   (s3_check_dst_q && (s3_dst_family_q || s3_dst_q != 0));
  always_comb begin
    reason = ReasonNone;
    if (s3_type_q)      reason = ReasonQpType;
    else if (address)   reason = ReasonAddress;
    else if (s3_vlan_q) reason = ReasonVlan;
    else if (s3_pkey_q) reason = ReasonPkey;
    else if (s3_qkey_q) reason = ReasonQkey;
  end

  always_ff @(posedge clk_i) begin
    static_o <= '{in_table: s3_in_table_q,
                  unknown:  !s3_in_table_q || s3_reset_q,
                  error:    s3_error_q,
                  is_rc:    s3_is_rc_q,
                  reason:   reason};
  end

endmodule
