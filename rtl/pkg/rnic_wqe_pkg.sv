// SPDX-License-Identifier: Apache-2.0
// Work queue elements, their blocks, and how they end. Layouts: docs/blocks/sq.md.

package rnic_wqe_pkg;

  import rnic_qp_pkg::*;

  parameter int unsigned WqeBlockBytes = 64;
  parameter int unsigned WqeBlockBits = 8 * WqeBlockBytes;
  parameter int unsigned MaxPieces = 14;
  parameter int unsigned MaxWqeBlocks = 4;

  typedef logic [15:0] sq_index_t;             // free-running count of blocks

  typedef enum logic [7:0] {
    WqeSend     = 8'd0,
    WqeSendImm  = 8'd1,
    WqeSendInv  = 8'd2,
    WqeWrite    = 8'd3,
    WqeWriteImm = 8'd4,
    WqeRead     = 8'd5,
    WqeCmpSwap  = 8'd6,
    WqeFetchAdd = 8'd7
  } wqe_opcode_e;

  typedef enum logic [7:0] {
    StatusOk              = 8'd0,
    StatusSent            = 8'd1,
    StatusBadOpcode       = 8'd2,
    StatusOpcodeForType   = 8'd3,
    StatusPieces          = 8'd4,
    StatusLength          = 8'd5,
    StatusAtomicAlign     = 8'd6,
    StatusFlagUnsupported = 8'd7,
    StatusReadError       = 8'd8,
    StatusWqeReadError    = 8'd9,
    StatusOwner           = 8'd10,
    StatusDoorbellOverrun = 8'd11,
    StatusFlushed         = 8'd12
  } wqe_status_e;

  // Statuses behind which nothing more of the queue can be read.
  function automatic logic is_dead_end(wqe_status_e status);
    return status inside {StatusWqeReadError, StatusOwner, StatusDoorbellOverrun};
  endfunction

  // How a WQE ended, from which its completion record is made. A dead end carries the block as it
  // was read (wr_id, opcode, flags): its record shows none of it, but where an earlier WQE's error
  // turns it into a flushed one, that record does.
  typedef struct packed {
    logic [63:0] wr_id;
    qpn_t        qpn;
    logic [7:0]  opcode;                        // as in the WQE
    wqe_status_e status;
    logic        signaled;
    sq_index_t   index;                         // of the WQE's first block
    logic [2:0]  blocks;                        // that become free with it; 0 behind a dead end
    logic [31:0] length;                        // bytes of the message
  } wqe_end_t;

  // A completion record as it stands in memory, byte n in bits 8n+7:8n, numbers little-endian:
  //   0 wr_id (8)   8 QPN (3)   11 opcode   12 status   13 flags, bit 0 signaled
  //   14 index of the WQE's first block (2)   16 length (4)   20 reserved, zero
  parameter int unsigned CompletionBytes = 32;
  typedef logic [8*CompletionBytes-1:0] completion_t;

  function automatic completion_t completion_of(wqe_end_t e);
    return {96'd0, e.length, e.index, 7'd0, e.signaled, e.status, e.opcode, e.qpn, e.wr_id};
  endfunction

  // What a block read from a ring is: data, or a mark in the stream of its queue.
  typedef enum logic [1:0] {
    BlockData  = 2'd0,
    BlockStop  = 2'd1,                          // the place of a doorbell overrun
    BlockToken = 2'd2                           // behind it nothing of the QP's life before reset
  } block_kind_e;

  // One block, with what the queue pair says of it. Blocks come in runs: one QP, ascending indices.
  typedef struct packed {
    block_kind_e             kind;
    qp_idx_t                 qp;
    qpn_t                    qpn;
    qpn_t                    remote_qpn;
    qp_type_e                qp_type;
    pmtu_code_t              pmtu;
    logic [5:0]              dscp;
    logic [1:0]              ecn;
    logic                    owner;             // owner bit of a WQE that starts here
    sq_index_t               index;
    logic                    run_first;
    logic                    run_last;
    logic                    fresh;             // run: the first since a load or a rewind of the QP
    logic [31:0]             resume_bytes;      // fresh run: sent of its first WQE in earlier turns
    logic                    read_error;        // AXI error on this block's line
    logic [WqeBlockBits-1:0] data;
  } sq_block_t;

  // Back to a WQE of a QP: read it and what follows again.
  typedef struct packed {
    qp_idx_t     qp;
    sq_index_t   index;                         // of its first block
    logic [31:0] resume_bytes;                  // sent of it so far
    logic [2:0]  need;                          // blocks that must be there before it is read; 1..4
  } sq_rewind_t;

endpackage
