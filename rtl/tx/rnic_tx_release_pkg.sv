// SPDX-License-Identifier: Apache-2.0
// What rnic_tx_release decides of a packet or a command, by the mode of its queue pair.
//
// The modes:
//   alive    its packets become frames
//   failed   a payload read error inside a WQE: all up to that WQE's end is dropped (its record
//            went with the failed packet)
//   flushed  whatever still comes as packets is dropped, each WQE gives a "flushed" record
//   killed   everything is dropped without records, up to the token that ends the reset
//
//             read error in a last packet, error record, QpFail
//           ┌───────────────────────────────────────┐
//   alive ──┤                                       ├──► flushed
//           └► failed ── the WQE's last packet ─────┘            any mode ── QpKill ──► killed
//             read error before                                  any mode ── QpLoad ──► alive
//
// A dead end (a WQE that cannot be read) that comes while its QP is being flushed was found by
// looking at what a flush does not look at: no record, and the send queue is told to go on there.
// One that comes as a part of a failed WQE gives its record: behind it nothing can be read.
// A token leaves the mode as it is: until QpLoad nothing of the QP may leave.

package rnic_tx_release_pkg;

  import rnic_qp_pkg::*;

  typedef enum logic [1:0] {
    Alive   = 2'd0,
    Failed  = 2'd1,
    Flushed = 2'd2,
    Killed  = 2'd3
  } mode_e;

  // What a WQE's end is reported as.
  typedef enum logic [2:0] {
    EndNone,
    EndDone,                                    // all its frames are sent
    EndReadError,
    EndFlushed,
    EndAsSaid,                                  // by its descriptor
    EndToken
  } end_e;

  // What is looked at, and what follows from it.
  typedef struct packed {
    logic   cmd;
    qp_op_e cmd_op;
    logic   ctl;
    logic   frame;
    logic   token;
    logic   last;
    logic   flushing;
    logic   dead_end;
    logic   rows;
  } event_t;

  typedef struct packed {
    mode_e mode;                                // from now on
    logic  mode_we;
    end_e  ending;                              // of data only
    logic  frame;
    logic  discard;                             // rows are freed unread
    logic  fails;
    logic  resumes;
  } decision_t;

  function automatic decision_t decide(mode_e mode, logic read_error, event_t e);
    decision_t d;
    logic dropped;
    dropped   = mode != Alive || read_error;
    d.mode    = mode;
    d.ending  = EndNone;
    d.frame   = !e.cmd && e.frame && !dropped;
    d.discard = e.rows && dropped;
    d.fails   = 1'b0;
    d.resumes = 1'b0;
    if (e.cmd) begin
      unique case (e.cmd_op)
        QpLoad:  d.mode = Alive;
        QpKill:  d.mode = Killed;
        QpFail:  if (mode == Alive) d.mode = Flushed;
        default: ;
      endcase
    end else if (e.ctl) begin
      d.ending = EndNone;
    end else if (e.token) begin
      d.ending = EndToken;
    end else begin
      unique case (mode)
        Alive: begin
          if (!e.frame) begin
            d.ending = EndAsSaid;
            d.mode = Flushed;
          end else if (read_error) begin
            d.ending = EndReadError;
            d.fails = 1'b1;
            d.mode = e.last ? Flushed : Failed;
          end else if (e.last) begin
            d.ending = EndDone;
          end
        end
        Failed: begin
          if (e.last) begin
            d.mode = Flushed;
            if (!e.frame && e.dead_end) d.ending = EndAsSaid;
          end
        end
        Flushed: begin
          if (!e.frame && e.flushing) d.ending = EndAsSaid;  // its requester flushes already
          else if (!e.frame && e.dead_end) d.resumes = 1'b1;
          else if (e.last) d.ending = EndFlushed;
        end
        default: ;                              // Killed
      endcase
    end
    d.mode_we = e.cmd || d.mode != mode;
    return d;
  endfunction

endpackage
