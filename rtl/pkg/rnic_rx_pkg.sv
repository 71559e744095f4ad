// SPDX-License-Identifier: Apache-2.0
// What the parts of the receive path hand to each other: parsed frames, judged frames, records.
//
// Everything is in slots: slot 0 is the first frame that ends in a beat, slot 1 the second and
// valid only with slot 0. Latencies are in clocks from the beat in which a frame ends.

package rnic_rx_pkg;

  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;

  // From a frame's last segment to the parser's slots, to the frame judged by headers and ICRC, to
  // its record.
  parameter int unsigned ParserCycles = 13;
  parameter int unsigned JudgedCycles = 16;
  parameter int unsigned RecordCycles = 26;

  // ------------------------------------------------------------ verdicts
  typedef enum logic [2:0] {
    VerdictAccept    = 3'd0,     // execute it
    VerdictDuplicate = 3'd1,     // answer again, do not execute
    VerdictRefuse    = 3'd2,     // NAK
    VerdictDrop      = 3'd3,     // silent
    VerdictNotRoce   = 3'd4      // passed over
  } rx_verdict_e;

  // The first that applies decides, in the order of docs/verdicts.md. Codes are for ever: a reason
  // that is added takes the next free one, and one that goes leaves a gap.
  typedef enum logic [5:0] {
    ReasonNone          = 6'd0,
    // Of the frame
    ReasonMacError      = 6'd1,
    ReasonNotForUs      = 6'd2,
    ReasonRoceV1        = 6'd3,
    ReasonNotIp         = 6'd4,
    ReasonIpHeader      = 6'd5,
    ReasonIpOptions     = 6'd6,
    ReasonFragment      = 6'd7,
    ReasonNotUdp        = 6'd8,
    ReasonNotRocePort   = 6'd9,
    ReasonIpLength      = 6'd10,
    ReasonIpChecksum    = 6'd11,
    ReasonUdpLength     = 6'd12,
    // Of the transport header
    ReasonTver          = 6'd13,
    ReasonOpcode        = 6'd14,
    ReasonLength        = 6'd15,
    ReasonIcrc          = 6'd16,
    // Kept for a memory writer that can't keep up
    ReasonRxOverflow    = 6'd17,
    // Of the queue pair
    ReasonQpUnknown     = 6'd18,
    ReasonQpError       = 6'd19,
    ReasonQpType        = 6'd20,
    ReasonAddress       = 6'd21,
    ReasonVlan          = 6'd22,
    ReasonPkey          = 6'd23,
    ReasonQkey          = 6'd24,
    // Of requests
    ReasonPsnAhead      = 6'd25,
    ReasonPsnAheadAgain = 6'd26,
    ReasonPsnDuplicate  = 6'd27,
    ReasonUcGap         = 6'd28,
    ReasonSequence      = 6'd29,
    ReasonLengthPmtu    = 6'd30,
    ReasonLengthDma     = 6'd31,
    ReasonAtomicAlign   = 6'd32,
    // Of responses
    ReasonAckStale      = 6'd33,
    ReasonAckBeyond     = 6'd34,
    ReasonSyndrome      = 6'd35
  } rx_reason_e;
  parameter int unsigned NumReasons = 36;

  typedef enum logic [1:0] {
    RegionNull      = 2'd0,
    RegionExpected  = 2'd1,
    RegionDuplicate = 2'd2,
    RegionAhead     = 2'd3
  } rx_region_e;

  typedef enum logic [3:0] {
    ActionNull        = 4'd0,    // of what is dropped or passed over
    ActionNone        = 4'd1,    // accepted, nothing to answer
    ActionAck         = 4'd2,
    ActionAckAgain    = 4'd3,
    ActionNakSeq      = 4'd4,
    ActionNakInv      = 4'd5,
    ActionRead        = 4'd6,
    ActionReadAgain   = 4'd7,
    ActionAtomic      = 4'd8,
    ActionAtomicAgain = 4'd9,
    ActionCnp         = 4'd10,
    ActionComplete    = 4'd11,   // of responses
    ActionRetry       = 4'd12,
    ActionFail        = 4'd13,
    ActionData        = 4'd14
  } rx_action_e;

  typedef enum logic [1:0] {
    IcrcNull = 2'd0,             // not looked at
    IcrcOk   = 2'd1,
    IcrcBad  = 2'd2
  } icrc_e;

  // ------------------------------------------------------------ what the parser finds
  // The longest extended headers are AtomicETH's 28 bytes. Byte k behind the BTH is ext[8k+7:8k];
  // what is behind the opcode's extended headers is noise.
  parameter int unsigned MaxExtBytes = 28;

  // Noise where the frame is not what the field speaks of.
  typedef struct packed {
    logic [13:0]              frame_bytes;     // as on the bus
    logic                     vlan;            // one tag
    logic [15:0]              tci;             // PCP(3) DEI(1) VID(12)
    logic                     ipv6;
    logic [7:0]               tclass;          // DSCP(6) ECN(2)
    logic [127:0]             src_ip;          // as numbers; IPv4 in the low 32 bits, the others 0
    logic [127:0]             dst_ip;
    opcode_t                  opcode;
    logic                     solicited;
    logic                     ackreq;
    logic [15:0]              pkey;
    qpn_t                     qpn;
    psn_t                     psn;
    logic [8*MaxExtBytes-1:0] ext;
    logic [6:0]               payload_offset;  // of the frame
    logic [13:0]              payload_bytes;   // without pad
    logic [1:0]               pad;
  } rx_hdr_t;

  // roce: section 1 passed, so that opcode, qpn, psn and traffic class mean something; sized:
  // payload_offset, payload_bytes and pad too (the reason is none, or ReasonIcrc and behind it).
  typedef struct packed {
    logic       valid;
    rx_reason_e reason;
    logic       roce;
    logic       sized;
    rx_hdr_t    hdr;
  } rx_parsed_t;

  // ------------------------------------------------------------ judged by headers and ICRC
  typedef struct packed {
    logic       valid;
    rx_reason_e reason;          // none: sections 1 and 2 passed
    logic       roce;
    logic       sized;
    icrc_e      icrc;
    class_t     cls;             // cls.valid is not looked at
    rx_hdr_t    hdr;
  } rx_judged_t;

  // ------------------------------------------------------------ queue pairs, for receivers
  // known: the entry is in use; state then says whether packets are taken. What the configuration
  // leaves out of the addresses is not checked.
  typedef struct packed {
    logic         known;
    qp_state_e    state;
    qpn_t         qpn;
    qp_type_e     qp_type;
    pmtu_code_t   pmtu;
    logic [15:0]  pkey;
    logic [31:0]  qkey;
    logic         check_src;     // the frame's source is the QP's dst_ip
    logic         check_dst;     // the frame's destination is the QP's src_ip
    logic         src_ipv6;      // family of src_ip, of dst_ip
    logic         dst_ipv6;
    logic [127:0] src_ip;        // ours
    logic [127:0] dst_ip;        // the peer's
    logic         check_vlan;
    logic [11:0]  vid;
    psn_t         sq_una;        // the window of responses: from here
    psn_t         sq_psn;        //   to before here
    psn_t         rq_psn;        // first expected PSN
  } rx_qp_ctx_t;

  // ------------------------------------------------------------ records
  // answered: answer_psn and msn mean something. ce: a CE mark to count. The frame is as it was
  // judged; its reason there is a part of the record's.
  typedef struct packed {
    logic         valid;
    rx_verdict_e  verdict;
    rx_reason_e   reason;
    rx_region_e   region;
    rx_action_e   action;
    logic         answered;
    psn_t         answer_psn;
    psn_t         msn;
    logic         ce;
    rx_judged_t   frame;
  } rx_record_t;

  // What a reason of sections 1 and 2 makes of a frame.
  function automatic rx_verdict_e early_verdict(rx_reason_e reason);
    case (reason)
      ReasonNotForUs, ReasonRoceV1, ReasonNotIp, ReasonIpOptions, ReasonFragment, ReasonNotUdp,
      ReasonNotRocePort: return VerdictNotRoce;
      default:           return VerdictDrop;
    endcase
  endfunction

endpackage
