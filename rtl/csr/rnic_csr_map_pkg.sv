// SPDX-License-Identifier: Apache-2.0
// Made by scripts/registers from rtl/csr/rnic_csr.rdl: edit that.
//
// Where the windows lie, and in each of them: addresses relative to the window, registers as
// structs, and their bits that are fields.

package rnic_csr_map_pkg;

  // Identity and control
  parameter int unsigned NicBits = 8;
  parameter logic [15:8] NicPage = 8'h0;

  // Priorities
  parameter int unsigned QosBits = 8;
  parameter logic [15:8] QosPage = 8'h1;
  parameter logic [7:0] QosMap = 8'h0;
  parameter logic [7:0] QosLossless = 8'h20;
  parameter logic [7:0] QosProfile = 8'h24;
  typedef struct packed {
    logic _31;
    logic [2:0] prio_7;
    logic _27;
    logic [2:0] prio_6;
    logic _23;
    logic [2:0] prio_5;
    logic _19;
    logic [2:0] prio_4;
    logic _15;
    logic [2:0] prio_3;
    logic _11;
    logic [2:0] prio_2;
    logic _7;
    logic [2:0] prio_1;
    logic _3;
    logic [2:0] prio_0;
  } qos_map_t;
  typedef struct packed {
    logic [23:0] _8;
    logic [7:0] mask;
  } qos_lossless_t;
  typedef struct packed {
    logic [30:0] _1;
    logic factory;
  } qos_profile_t;

  // Doorbell
  parameter int unsigned DoorbellBits = 8;
  parameter logic [15:8] DoorbellPage = 8'h2;
  parameter logic [7:0] DoorbellQpn = 8'h0;
  parameter logic [7:0] DoorbellCount = 8'h4;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] qpn;
  } doorbell_qpn_t;
  typedef struct packed {
    logic [15:0] _16;
    logic [15:0] count;
  } doorbell_count_t;

  // Queue pairs
  parameter int unsigned QpBits = 8;
  parameter logic [15:8] QpPage = 8'h3;
  parameter logic [7:0] QpSelect = 8'h0;
  parameter logic [7:0] QpCommit = 8'h4;
  parameter logic [7:0] QpState = 8'h8;
  parameter logic [7:0] QpHolder = 8'hc;
  parameter logic [7:0] QpIndices = 8'h10;
  parameter logic [7:0] QpContextRemote = 8'h80;
  parameter logic [7:0] QpContextTransport = 8'h84;
  parameter logic [7:0] QpContextTraffic = 8'h88;
  parameter logic [7:0] QpContextFlow = 8'h8c;
  parameter logic [7:0] QpContextVlan = 8'h90;
  parameter logic [7:0] QpContextUdp = 8'h94;
  parameter logic [7:0] QpContextRingLow = 8'h98;
  parameter logic [7:0] QpContextRingHigh = 8'h9c;
  parameter logic [7:0] QpContextSqPsn = 8'ha0;
  parameter logic [7:0] QpContextSqUna = 8'ha4;
  parameter logic [7:0] QpContextRqPsn = 8'ha8;
  parameter logic [7:0] QpContextQkey = 8'hac;
  parameter logic [7:0] QpContextSrcMacLow = 8'hb0;
  parameter logic [7:0] QpContextSrcMacHigh = 8'hb4;
  parameter logic [7:0] QpContextDstMacLow = 8'hb8;
  parameter logic [7:0] QpContextDstMacHigh = 8'hbc;
  parameter logic [7:0] QpContextSrcIp = 8'hc0;
  parameter logic [7:0] QpContextDstIp = 8'hd0;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] qpn;
  } qp_select_t;
  typedef struct packed {
    logic [12:0] _19;
    logic [2:0] result;
    logic [6:0] _9;
    logic pending;
    logic [5:0] _2;
    logic [1:0] state;
  } qp_commit_t;
  typedef struct packed {
    logic [22:0] _9;
    logic busy;
    logic [5:0] _2;
    logic [1:0] state;
  } qp_state_t;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] qpn;
  } qp_holder_t;
  typedef struct packed {
    logic [15:0] free;
    logic [15:0] fetched;
  } qp_indices_t;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] qpn;
  } qp_context_remote_t;
  typedef struct packed {
    logic [15:0] pkey;
    logic [2:0] _13;
    logic migreq;
    logic [3:0] ring_log2;
    logic _7;
    logic [2:0] pmtu;
    logic [1:0] _2;
    logic [1:0] kind;
  } qp_context_transport_t;
  typedef struct packed {
    logic [6:0] _25;
    logic ipv6;
    logic [7:0] ttl;
    logic [5:0] _10;
    logic [1:0] ecn;
    logic [1:0] _6;
    logic [5:0] dscp;
  } qp_context_traffic_t;
  typedef struct packed {
    logic [11:0] _20;
    logic [19:0] label;
  } qp_context_flow_t;
  typedef struct packed {
    logic [14:0] _17;
    logic tag;
    logic [3:0] _12;
    logic [11:0] vid;
  } qp_context_vlan_t;
  typedef struct packed {
    logic [15:0] _16;
    logic [15:0] src_port;
  } qp_context_udp_t;
  typedef struct packed {
    logic [25:0] base;
    logic [5:0] _0;
  } qp_context_ring_low_t;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] psn;
  } qp_context_sq_psn_t;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] psn;
  } qp_context_sq_una_t;
  typedef struct packed {
    logic [7:0] _24;
    logic [23:0] psn;
  } qp_context_rq_psn_t;
  typedef struct packed {
    logic [15:0] _16;
    logic [15:0] mac;
  } qp_context_src_mac_high_t;
  typedef struct packed {
    logic [15:0] _16;
    logic [15:0] mac;
  } qp_context_dst_mac_high_t;
  // Context, as a whole and as words
  parameter int unsigned QpContextWords = 24;
  typedef struct packed {
    logic [3:0][31:0] dst_ip;
    logic [3:0][31:0] src_ip;
    qp_context_dst_mac_high_t dst_mac_high;
    logic [31:0] dst_mac_low;
    qp_context_src_mac_high_t src_mac_high;
    logic [31:0] src_mac_low;
    logic [31:0] qkey;
    qp_context_rq_psn_t rq_psn;
    qp_context_sq_una_t sq_una;
    qp_context_sq_psn_t sq_psn;
    logic [31:0] ring_high;
    qp_context_ring_low_t ring_low;
    qp_context_udp_t udp;
    qp_context_vlan_t vlan;
    qp_context_flow_t flow;
    qp_context_traffic_t traffic;
    qp_context_transport_t transport;
    qp_context_remote_t remote;
  } qp_context_t;
  parameter logic [QpContextWords-1:0][31:0] QpContextMask = {
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'hffffffff,
    32'h0000ffff,
    32'hffffffff,
    32'h0000ffff,
    32'hffffffff,
    32'hffffffff,
    32'h00ffffff,
    32'h00ffffff,
    32'h00ffffff,
    32'hffffffff,
    32'hffffffc0,
    32'h0000ffff,
    32'h00010fff,
    32'h000fffff,
    32'h01ff033f,
    32'hffff1f73,
    32'h00ffffff
  };

  // Transmit counters
  parameter int unsigned TxCountersBits = 13;
  parameter logic [15:13] TxCountersPage = 3'h2;
  parameter logic [12:0] TxCountersFramesLow = 13'h0;
  parameter logic [12:0] TxCountersFramesHigh = 13'h4;
  parameter logic [12:0] TxCountersBytesLow = 13'h8;
  parameter logic [12:0] TxCountersBytesHigh = 13'hc;
  parameter logic [12:0] TxCountersDoorbellsIgnoredLow = 13'h10;
  parameter logic [12:0] TxCountersDoorbellsIgnoredHigh = 13'h14;
  parameter logic [12:0] TxCountersPrioFramesLow = 13'h40;
  parameter logic [12:0] TxCountersPrioFramesHigh = 13'h44;
  parameter logic [12:0] TxCountersPrioBytesLow = 13'h80;
  parameter logic [12:0] TxCountersPrioBytesHigh = 13'h84;
  parameter logic [12:0] TxCountersStatusesLow = 13'h100;
  parameter logic [12:0] TxCountersStatusesHigh = 13'h104;
  parameter logic [12:0] TxCountersOpcodeFramesLow = 13'h800;
  parameter logic [12:0] TxCountersOpcodeFramesHigh = 13'h804;
  parameter logic [12:0] TxCountersOpcodeBytesLow = 13'h1000;
  parameter logic [12:0] TxCountersOpcodeBytesHigh = 13'h1004;

endpackage
