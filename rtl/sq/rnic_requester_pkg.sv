// SPDX-License-Identifier: Apache-2.0
// What the parts of rnic_requester hand each other. Layout of a WQE: docs/blocks/sq.md.
//
// A WQE in work has a slot: a row in two memories, one written with its first block (wqe_head_t),
// one with its last (wqe_verdict_t). Its pieces stand in rows of a FIFO, one row a block.

package rnic_requester_pkg;

  import rnic_roce_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;

  // Slots of a queue: more than the blocks that rnic_requester ever holds of it.
  parameter int unsigned WqeSlots = 64;
  typedef logic [$clog2(WqeSlots)-1:0] wqe_slot_t;

  typedef struct packed {
    logic [63:0] addr;
    logic [31:0] bytes;
    logic        empty;                         // bytes is 0
  } piece_t;

  // One block's pieces; a WQE's first block has pieces 0 and 1 only.
  parameter int unsigned PiecesPerRow = 4;
  typedef piece_t [PiecesPerRow-1:0] piece_row_t;
  typedef logic [3:0] piece_count_t;            // 0..14

  // The kind of a status code fits in four bits; 0: nothing wrong.
  typedef logic [3:0] status_code_t;

  // From the first block: what packets and records carry.
  typedef struct packed {
    logic [63:0] wr_id;
    logic [7:0]  opcode;
    logic        signaled;
    logic        solicited;
    logic [31:0] imm;                           // or the key to invalidate
    logic [63:0] remote_addr;
    logic [31:0] rkey;                          // UD: Q_Key
    logic [63:0] compare;                       // 0 in FETCH_ADD
    logic [63:0] swap;                          // or add
    qpn_t        qpn;
    qpn_t        dest_qp;
    logic [5:0]  dscp;
    logic [1:0]  ecn;
    prio_t       prio;
    sq_index_t   index;
    logic [2:0]  blocks;
    logic [31:0] resume_bytes;
    pmtu_code_t  pmtu;
  } wqe_head_t;

  // From the first block, too: what the check and the segmenter look at.
  typedef struct packed {
    block_kind_e kind;
    qp_idx_t     qp;
    qp_type_e    qp_type;
    pmtu_code_t  pmtu;
    logic        fresh;                         // first block of a fresh run
    logic        run_first;
    logic        other_qp;                      // not the QP of the block before in the queue
    logic [31:0] resume_bytes;
    logic        read_error;                    // of any block so far
    logic [7:0]  opcode;
    logic        is_inline;
    logic [7:0]  pieces;
    logic [1:0]  blocks_less_1;
    logic        owner_wrong;
    logic        unaligned;                     // remote address, modulo 8
  } wqe_fields_t;

  // Known once the last block is there.
  typedef struct packed {
    logic         token;
    status_code_t status;
    qp_type_e     qp_type;
    logic [2:0]   op;                           // opcode, where the status is good
    psn_t         psns;                         // of a READ's response
    logic [31:0]  length;
  } wqe_verdict_t;

  // The packets of a message, or of what is left of it.
  typedef struct packed {
    logic [31:0]  resume_bytes;                 // to pass over first
    logic         resumes;                      // that is not 0
    logic [22:0]  behind;                       // packets behind the first
    logic         single;                       // behind is 0
    logic         pair;                         // behind is 1
    payload_len_t first_bytes;                  // of the first packet
    payload_len_t last_bytes;                   // of the last
    logic         no_bytes;                     // first_bytes is 0
    pmtu_code_t   pmtu;                         // sizes those between
  } packet_plan_t;

  // An order to a segmenter: a WQE, or that the one before it was cut off behind its first blocks,
  // or both, the cut first.
  typedef struct packed {
    logic         has_cut;
    logic         cut_fresh;
    logic [1:0]   cut_rows;
    qp_idx_t      cut_qp;
    logic         has_wqe;
    logic         token;                        // the WQE is none, but a reset's token
    wqe_slot_t    slot;                         // the cut one's is the slot before
    qp_idx_t      qp;
    logic         fresh;                        // first block of a fresh run
    logic         run_first;                    // first block of a run
    logic         other_qp;                     // not the QP of the block before in the queue
    logic [2:0]   rows;                         // 0: it has no blocks (stop, token)
    logic         no_row;                       // rows is 0
    piece_count_t pieces;                       // to walk through, 0 without payload
    logic         bare;                         // pieces is 0
    logic         walks;                        // pieces are 2 or more
    logic         spare_rows;                   // rows are 2 or more, and it does not walk
    packet_plan_t plan;
  } wqe_order_t;

  // What a segmenter makes of it, one a clock.
  typedef enum logic [1:0] {
    StepPacket   = 2'd0,
    StepTurnCut  = 2'd1,                        // the turn is over; addr: bytes sent so far
    StepBlockCut = 2'd2                         // to be read again: blocks are missing, or it was
                                                // handed back
  } step_kind_e;

  typedef struct packed {
    step_kind_e   kind;
    wqe_slot_t    slot;
    qp_idx_t      qp;
    logic         fresh;
    logic         wqe_first;                    // first step of the order
    logic         message_first;                // packet begins its message
    logic         message_last;                 // packet ends its message
    logic         first;                        // of its packet
    logic         last;                         // of its packet
    payload_len_t payload_bytes;                // of its packet
    logic         has_frag;
    logic [63:0]  addr;
    payload_len_t bytes;
    logic [6:0]   beyond;                       // of the piece, with last
    logic [3:0]   beyond_127;                   // any of these set: more than 127 bytes
    logic         restart;
    logic         adjoins;
  } segment_step_t;

  function automatic logic [6:0] beyond_of(logic last, logic [6:0] beyond, logic [3:0] beyond_127);
    if (!last) return '0;
    return (beyond_127 != '0) ? '1 : beyond;
  endfunction

  // What changes a QP from outside of its stream of WQEs.
  typedef enum logic [2:0] {
    OpNone   = 3'd0,
    OpLoad   = 3'd1,                            // starts anew with a PSN
    OpKill   = 3'd2,                            // nothing more until the token
    OpFail   = 3'd3,                            // flush
    OpResume = 3'd4                             // flush, from an index on
  } requester_op_e;

  typedef struct packed {
    requester_op_e op;
    qp_idx_t       qp;
    psn_t          psn;                         // OpLoad
    sq_index_t     index;                       // OpResume
  } requester_event_t;

endpackage
