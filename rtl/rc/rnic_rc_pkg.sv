// SPDX-License-Identifier: Apache-2.0
// How the PSN checker sees packets, and its clocks. What packets do to queue pairs is in
// rnic_responder_pkg.

package rnic_rc_pkg;

  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;

  // In clocks behind the judged frame.
  parameter int unsigned ContextClock  = 2;   // what was configured is there
  parameter int unsigned CheckedClock  = 4;   // the packet has been looked at by itself
  parameter int unsigned ReadClock     = 2;   // the row's address is in front of the table
  parameter int unsigned RowClock      = 5;   // the row in flops
  parameter int unsigned AnswerClock   = 6;   // what the packet would do behind each earlier one
  parameter int unsigned DecideClock   = 7;   // the packet's turn
  parameter int unsigned WriteClock    = 9;   // the new row is in front of the table
  parameter int unsigned CheckerCycles = 10;  // record

  // A row read in ReadClock lacks the writes of this clock and later ones: packets that came up to
  // that many clocks before may be missing. The farthest meets its follower in FirstClock.
  parameter int unsigned FirstClock = DecideClock + 1 - (WriteClock - ReadClock);
  // Messages that packets of one slot can complete in this time, and one more.
  parameter int unsigned CountBits = $clog2(WriteClock - ReadClock + 2);
  typedef logic [CountBits-1:0] count_t;

  // ------------------------------------------------------------ packets
  // A message under way, or what a packet belongs to (none: READ, atomic, everything else).
  typedef enum logic [1:0] {
    OpenNone  = 2'd0,
    OpenSend  = 2'd1,
    OpenWrite = 2'd2
  } open_e;

  // PMTU - 1 at most.
  typedef logic [11:0] chunk_t;

  // From the opcode of a frame that passed section 2. Neither first, middle nor last: alone.
  typedef struct packed {
    logic  rc;                   // requests of RC, UC, UD
    logic  uc;
    logic  ud;
    logic  response;             // to our own requests
    logic  cnp;
    logic  ack;                  // acknowledge or NAK
    logic  read_response;
    logic  read;
    logic  atomic;
    open_e kind;
    logic  first;
    logic  middle;
    logic  last;
  } op_t;

  function automatic op_t op_of(opcode_t opcode);
    op_t        op;
    logic [4:0] code;
    code             = opcode[4:0];
    op.cnp           = opcode[7];
    op.read_response = opcode[7:5] == 3'd0 && code inside {[5'h0D:5'h10]};
    op.ack           = opcode[7:5] == 3'd0 && code == 5'h11;
    op.response      = opcode[7:5] == 3'd0 && code inside {[5'h0D:5'h12]};
    op.rc            = opcode[7:5] == 3'd0 && !(code inside {[5'h0D:5'h12]});
    op.uc            = opcode[7:5] == 3'd1;
    op.ud            = opcode[7:5] == 3'd3;
    op.read          = code == 5'h0C;
    op.atomic        = code inside {5'h13, 5'h14};
    op.kind          = OpenNone;
    if (!op.cnp && code inside {[5'h00:5'h05], 5'h16, 5'h17}) op.kind = OpenSend;
    if (!op.cnp && code inside {[5'h06:5'h0B]})               op.kind = OpenWrite;
    op.first         = code inside {5'h00, 5'h06, 5'h0D};
    op.middle        = code inside {5'h01, 5'h07, 5'h0E};
    op.last          = code inside {5'h02, 5'h03, 5'h08, 5'h09, 5'h0F, 5'h16};
    return op;
  endfunction

  // What is held against other packets.
  typedef struct packed {
    qp_idx_t idx;
    psn_t    psn;
    chunk_t  chunk;              // payload bytes - 1
  } key_t;

  // A packet by itself. load: no packet, but a queue pair that starts anew, in the shape of an
  // accepted SEND Only whose PSN is in front of the first expected one.
  typedef struct packed {
    logic   load;
    op_t    op;
    logic   ackreq;
    logic   pmtu_ok;
    logic   good;                // lengths and alignment, as far as the packet alone tells
    psn_t   next;                // PSN behind it
    psn_t   stop;                // WRITE First: PSN that the Last must have
    chunk_t rest;                //   and its payload bytes - 1
  } packet_t;

  function automatic logic starts(op_t op);
    return !op.middle && !op.last;
  endfunction

  // The message that is under way behind an accepted packet.
  function automatic open_e open_behind(op_t op);
    return (op.first || op.middle) ? op.kind : OpenNone;
  endfunction

  function automatic logic opens_write(op_t op);
    return op.first && op.kind == OpenWrite;
  endfunction

  // The packet's place fits what is under way. UC abandons a message for a new one.
  function automatic logic in_sequence(op_t op, open_e open);
    return starts(op) ? (op.uc || open == OpenNone) : open == op.kind;
  endfunction

  // ------------------------------------------------------------ what a packet alone is told by
  // Section 3. in_table: of this QPN, in any state.
  typedef struct packed {
    logic                   in_table;
    logic                   unknown;
    logic                   error;    // configured so
    logic                   is_rc;    // the queue pair
    rnic_rx_pkg::rx_reason_e reason;  // behind qp_error
  } static_t;

  // Section 6.
  typedef struct packed {
    logic                   stale;
    logic                   beyond;
    logic                   reserved; // syndrome
    rnic_rx_pkg::rx_action_e action;
  } response_t;

endpackage
