// SPDX-License-Identifier: Apache-2.0
// Queue pair contexts, cut by who uses them, and the commands that change them.
//
// A context's index is QPN mod NumQps; the full QPN is kept beside it and compared.

package rnic_qp_pkg;

  import rnic_roce_pkg::*;

  parameter int unsigned MaxQps = 1024;
  typedef logic [$clog2(MaxQps)-1:0] qp_idx_t;
  typedef logic [23:0] qpn_t;

  // The transport's code in BTH opcode[7:5], low two bits.
  typedef enum logic [1:0] {
    QpRc = 2'd0,
    QpUc = 2'd1,
    QpUd = 2'd3
  } qp_type_e;

  typedef enum logic [1:0] {
    QpReset = 2'd0,
    QpReady = 2'd1,
    QpError = 2'd2
  } qp_state_e;

  // Path MTU as InfiniBand codes it: 1 to 5 for 256 to 4,096 bytes.
  typedef logic [2:0] pmtu_code_t;

  function automatic logic [12:0] pmtu_bytes(pmtu_code_t code);
    return 13'd128 << code;
  endfunction

  // What the send queue needs.
  typedef struct packed {
    qpn_t        qpn;
    qpn_t        remote_qpn;
    qp_type_e    qp_type;
    pmtu_code_t  pmtu;
    logic [5:0]  dscp;
    logic [1:0]  ecn;
    logic [57:0] ring_base;      // address / 64
    logic [3:0]  ring_log2;      // blocks in the ring: 2^4 to 2^15
    psn_t        sq_psn;         // of the first packet
  } sq_ctx_t;

  // What a frame's headers need. MACs and addresses as numbers: the most significant byte is first
  // on the wire; an IPv4 address stands in the low 32 bits.
  typedef struct packed {
    logic [47:0]  src_mac;
    logic [47:0]  dst_mac;       // of the next hop
    logic         vlan;
    logic [11:0]  vid;
    logic         ipv6;
    logic [127:0] src_ip;
    logic [127:0] dst_ip;
    logic [7:0]   ttl;
    logic [19:0]  flow_label;
    logic [15:0]  udp_src_port;
    logic [15:0]  pkey;
    logic         migreq;
  } addr_ctx_t;

  // What becomes of a QP; every part that keeps state of QPs is told, in this order of its life.
  typedef enum logic [1:0] {
    QpLoad   = 2'd0,             // from reset to ready: everything starts anew
    QpUpdate = 2'd1,             // ready to ready: address fields and what sq_ctx_t says of packets
    QpKill   = 2'd2,             // into reset: nothing of it leaves any more
    QpFail   = 2'd3              // into error by software
  } qp_op_e;

  typedef struct packed {
    qp_op_e   op;
    qp_idx_t  qp;
    sq_ctx_t  sq;
  } qp_cmd_t;

endpackage
