// SPDX-License-Identifier: Apache-2.0
// The rules for one packet at one queue pair, said plainly: sections 3 to 7 of docs/verdicts.md,
// in their order, one packet after the other, without clocks. What the queue pair remembers is in
// moving_t. IBTA volume 1: PSN regions 9.7.2, 9.7.4.1; NAK codes 9.7.5.1 and 9.7.5.2.7; lengths
// and opcode sequence 9.7.4.1; UC 9.8.2; P_Key 10.9; CNP A17.9.3. It shares the enumerations of
// the record with the RTL, no function and no constant besides.

package psn_rule_pkg;

  import rnic_rx_pkg::*;
  import rnic_qp_pkg::QpReady, rnic_qp_pkg::QpError;
  import rnic_qp_pkg::QpRc, rnic_qp_pkg::QpUc, rnic_qp_pkg::QpUd;

  typedef enum logic [1:0] {None = 2'd0, Send = 2'd1, Write = 2'd2} message_e;

  typedef struct packed {
    logic        error;                // RC: a NAK 0x61 was sent
    logic        gap;                  // UC: a packet was lost or dropped
    logic        nak_sent;             // RC: for the gap that is open
    message_e    open;                 // message in progress
    logic [23:0] expected;
    logic [23:0] ack;                  // PSN of the newest SEND or WRITE packet in order
    logic [23:0] msn;
    logic [31:0] left;                 // bytes that the WRITE in progress still has to bring
  } moving_t;

  typedef struct packed {
    rx_verdict_e verdict;
    rx_reason_e  reason;
    rx_region_e  region;
    rx_action_e  action;
    logic        answered;
    logic [23:0] answer_psn;
    logic [23:0] msn;
    logic        ce;
  } said_t;

  typedef struct packed {
    said_t   said;
    moving_t after;
  } judgement_t;

  // Opcodes that exist, of RC, UC, UD and the CNP.
  function automatic logic known_opcode(logic [7:0] opcode);
    return opcode <= 8'h14 || opcode inside {8'h16, 8'h17} || opcode inside {[8'h20:8'h2B]} ||
           opcode inside {8'h64, 8'h65, 8'h81};
  endfunction

  // Reasons of sections 1 and 2: what the checker is given. Codes are not in the order of checks.
  function automatic logic is_early(rx_reason_e reason);
    return reason inside {[ReasonMacError:ReasonIcrc]};
  endfunction

  function automatic logic not_roce(rx_reason_e reason);
    return reason inside {ReasonNotForUs, ReasonRoceV1, ReasonNotIp, ReasonIpOptions,
                          ReasonFragment, ReasonNotUdp, ReasonNotRocePort};
  endfunction

  // A queue pair as it is loaded.
  function automatic moving_t fresh(rx_qp_ctx_t qp);
    moving_t m;
    m          = '0;
    m.open     = None;
    m.expected = qp.rq_psn;
    m.ack      = qp.rq_psn - 24'd1;
    return m;
  endfunction

  // Section 3; ReasonNone where it passes.
  function automatic rx_reason_e section_3(rx_qp_ctx_t qp, logic error, rx_hdr_t h);
    logic [2:0]  transport;
    logic [11:0] vid;
    logic        connected, fits, src_ok, dst_ok;
    logic [31:0] qkey;
    transport = h.opcode[7:5];
    vid       = h.vlan ? h.tci[11:0] : 12'd0;
    connected = qp.qp_type == QpRc || qp.qp_type == QpUc;
    fits      = (transport == 3'b000 && qp.qp_type == QpRc) ||
                (transport == 3'b001 && qp.qp_type == QpUc) ||
                (transport == 3'b011 && qp.qp_type == QpUd) || (transport == 3'b100 && connected);
    dst_ok    = !qp.check_dst || (h.ipv6 == qp.src_ipv6 && h.dst_ip == qp.src_ip);
    src_ok    = !qp.check_src || (h.ipv6 == qp.dst_ipv6 && h.src_ip == qp.dst_ip);
    qkey      = {h.ext[7:0], h.ext[15:8], h.ext[23:16], h.ext[31:24]};
    if (!qp.known || qp.qpn != h.qpn)                           return ReasonQpUnknown;
    if (qp.state != QpReady && qp.state != QpError)             return ReasonQpUnknown;
    if (qp.state == QpError || error)                           return ReasonQpError;
    if (!fits)                                                  return ReasonQpType;
    if (connected && !(dst_ok && src_ok))                       return ReasonAddress;
    if (connected && qp.check_vlan && vid != qp.vid)            return ReasonVlan;
    if (h.pkey[14:0] != qp.pkey[14:0] || (!h.pkey[15] && !qp.pkey[15])) return ReasonPkey;
    if (!connected && qkey != qp.qkey)                          return ReasonQkey;
    return ReasonNone;
  endfunction

  // DMALen, the last word of the RETH (9.3.3): VA(64) R_Key(32) DMALen(32).
  function automatic logic [31:0] dma_len(rx_hdr_t h);
    return {h.ext[103:96], h.ext[111:104], h.ext[119:112], h.ext[127:120]};
  endfunction

  // The whole of sections 1 to 7 for one frame.
  function automatic judgement_t judge(rx_qp_ctx_t qp, moving_t m, rx_judged_t f);
    judgement_t   j;
    rx_reason_e   qp_reason, wrong;
    logic [4:0]   code;
    logic         rc_request, uc_request, response, read, atomic, read_response;
    logic         first, middle, last, only, send, write, starts, in_order, ahead, lost, aligned;
    message_e     kind;
    logic [31:0]  pmtu, dma, bytes, left;
    logic [7:0]   syndrome;
    logic [23:0]  packets, from_una, to_next;
    logic         fits_sequence, fits_pmtu, fits_dma;

    // -------------------------------------------------- the packet by its opcode (9.2.1)
    code          = f.hdr.opcode[4:0];
    read_response = f.hdr.opcode inside {[8'h0D:8'h10]};
    response      = f.hdr.opcode inside {[8'h0D:8'h12]};
    rc_request    = f.hdr.opcode[7:5] == 3'b000 && !response;
    uc_request    = f.hdr.opcode[7:5] == 3'b001;
    read          = f.hdr.opcode == 8'h0C;
    atomic        = f.hdr.opcode inside {8'h13, 8'h14};
    first         = code inside {5'h00, 5'h06};
    middle        = code inside {5'h01, 5'h07};
    last          = code inside {5'h02, 5'h03, 5'h08, 5'h09, 5'h16};
    only          = code inside {5'h04, 5'h05, 5'h0A, 5'h0B, 5'h17};
    send          = code inside {[5'h00:5'h05], 5'h16, 5'h17};
    write         = code inside {[5'h06:5'h0B]};
    kind          = send ? Send : write ? Write : None;
    starts        = first || only || read || atomic;

    // -------------------------------------------------- lengths
    pmtu    = 32'd128 << qp.pmtu;
    bytes   = 32'(f.hdr.payload_bytes);
    dma     = dma_len(f.hdr);
    left    = (first ? dma : m.left) - bytes;
    aligned = f.hdr.ext[58:56] == 3'b000;      // low byte of the VA
    packets = 24'd1;
    if (read && dma > pmtu) packets = 24'((dma + pmtu - 32'd1) >> (32'd7 + 32'(qp.pmtu)));

    fits_sequence = starts ? (uc_request || m.open == None) : m.open == kind;
    fits_pmtu = 1'b1;
    if (first || middle) fits_pmtu = bytes == pmtu && f.hdr.pad == 2'd0;
    if (last)            fits_pmtu = bytes >= 32'd1 && bytes <= pmtu;
    if (only)            fits_pmtu = bytes <= pmtu;
    if (read || atomic)  fits_pmtu = bytes == 32'd0;
    fits_dma = 1'b1;
    if (read || (write && (first || only))) fits_dma = dma <= 32'h8000_0000;
    if (write && first && dma <= pmtu)                    fits_dma = 1'b0;
    if (write && only && dma != bytes)                    fits_dma = 1'b0;
    if (write && last && left != 32'd0)                   fits_dma = 1'b0;
    if (write && middle && m.left <= bytes)               fits_dma = 1'b0;

    wrong = ReasonNone;
    if (!fits_sequence)            wrong = ReasonSequence;
    else if (!fits_pmtu)           wrong = ReasonLengthPmtu;
    else if (!fits_dma)            wrong = ReasonLengthDma;
    else if (atomic && !aligned)   wrong = ReasonAtomicAlign;

    // -------------------------------------------------- nothing decided yet
    j.after           = m;
    j.said.verdict    = VerdictDrop;
    j.said.reason     = ReasonNone;
    j.said.region     = RegionNull;
    j.said.action     = ActionNull;
    j.said.answer_psn = f.hdr.psn;
    j.said.ce = f.reason == ReasonNone && qp.known && qp.qpn == f.hdr.qpn && f.cls.ecn == 2'b11 &&
                ((send && (rc_request || uc_request)) || (write && (rc_request || uc_request)) ||
                 f.hdr.opcode inside {8'h64, 8'h65} || read_response);

    qp_reason = section_3(qp, m.error && qp.qp_type == QpRc, f.hdr);
    in_order  = f.hdr.psn == m.expected;
    ahead     = !in_order && 24'(f.hdr.psn - m.expected) < 24'h80_0000;
    lost      = m.gap || !in_order;

    if (f.reason != ReasonNone) begin
      j.said.reason = f.reason;
      if (not_roce(f.reason)) j.said.verdict = VerdictNotRoce;
    end else if (qp_reason != ReasonNone) begin
      j.said.reason = qp_reason;
    end else if (f.hdr.opcode == 8'h81) begin
      j.said.verdict = VerdictAccept;
      j.said.action  = ActionCnp;

      // -------------------------------------------------- section 4: RC requests
    end else if (rc_request && ahead) begin
      j.said.region = RegionAhead;
      if (m.nak_sent) begin
        j.said.reason = ReasonPsnAheadAgain;
      end else begin
        j.said.verdict    = VerdictRefuse;
        j.said.reason     = ReasonPsnAhead;
        j.said.action     = ActionNakSeq;
        j.said.answer_psn = m.expected;
        j.after.nak_sent  = 1'b1;
      end
    end else if (rc_request && !in_order) begin
      j.said.verdict = VerdictDuplicate;
      j.said.reason  = ReasonPsnDuplicate;
      j.said.region  = RegionDuplicate;
      j.said.action  = read ? ActionReadAgain : atomic ? ActionAtomicAgain : ActionAckAgain;
      if (!read && !atomic) j.said.answer_psn = m.ack;
    end else if (rc_request) begin
      j.said.region = RegionExpected;
      if (wrong != ReasonNone) begin
        j.said.verdict = VerdictRefuse;
        j.said.reason  = wrong;
        j.said.action  = ActionNakInv;
        j.after.error  = 1'b1;
      end else begin
        j.said.verdict   = VerdictAccept;
        j.said.action    = read ? ActionRead : atomic ? ActionAtomic
                         : f.hdr.ackreq ? ActionAck : ActionNone;
        j.after.nak_sent = 1'b0;
        j.after.expected = m.expected + packets;
        if (kind != None) j.after.ack = f.hdr.psn;
        if (last || only || read || atomic) j.after.msn = m.msn + 24'd1;
      end

      // -------------------------------------------------- section 5: UC, UD
    end else if (uc_request) begin
      j.after.expected = f.hdr.psn + 24'd1;
      if (lost && (middle || last))  j.said.reason = ReasonUcGap;
      else if (wrong != ReasonNone)  j.said.reason = wrong;
      else begin
        j.said.verdict = VerdictAccept;
        j.said.action  = ActionNone;
      end
      j.after.gap = j.said.reason != ReasonNone;
    end else if (f.hdr.opcode inside {8'h64, 8'h65}) begin
      if (bytes > pmtu) j.said.reason = ReasonLengthPmtu;
      else begin
        j.said.verdict = VerdictAccept;
        j.said.action  = ActionNone;
      end

      // -------------------------------------------------- section 6: responses
    end else begin
      from_una = f.hdr.psn - qp.sq_una;
      to_next  = f.hdr.psn - qp.sq_psn;
      syndrome = f.hdr.ext[7:0];
      if (from_una[23])        j.said.reason = ReasonAckStale;
      else if (!to_next[23])   j.said.reason = ReasonAckBeyond;
      else if (f.hdr.opcode == 8'h11) begin
        if (syndrome <= 8'h1F)                          j.said.action = ActionComplete;
        else if (syndrome <= 8'h3F)                     j.said.action = ActionRetry;
        else if (syndrome == 8'h60)                     j.said.action = ActionRetry;
        else if (syndrome inside {[8'h61:8'h63]})       j.said.action = ActionFail;
        else                                            j.said.reason = ReasonSyndrome;
      end else begin
        j.said.action = ActionData;
        if (f.hdr.opcode inside {8'h0D, 8'h0E} && (bytes != pmtu || f.hdr.pad != 2'd0)) begin
          j.said.reason = ReasonLengthPmtu;
        end
        if (f.hdr.opcode == 8'h0F && (bytes == 32'd0 || bytes > pmtu)) begin
          j.said.reason = ReasonLengthPmtu;
        end
        if (f.hdr.opcode == 8'h10 && bytes > pmtu) j.said.reason = ReasonLengthPmtu;
      end
      if (j.said.reason == ReasonNone) j.said.verdict = VerdictAccept;
      else                             j.said.action = ActionNull;
    end

    // -------------------------------------------------- the message in progress behind it
    if (j.said.verdict == VerdictAccept && (rc_request || uc_request)) begin
      j.after.open = (first || middle) ? kind : None;
      j.after.left = left;
    end
    j.said.answered = rc_request && !(j.said.action inside {ActionNull, ActionNone}) &&
                      j.said.region != RegionNull;
    j.said.msn      = j.after.msn;
    return j;
  endfunction

endpackage
