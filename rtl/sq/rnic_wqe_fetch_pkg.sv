// SPDX-License-Identifier: Apache-2.0
// What the parts of rnic_wqe_fetch tell each other.

package rnic_wqe_fetch_pkg;

  import rnic_axi_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;

  parameter int unsigned LinesPerQueue = 512;  // of the line store
  parameter int unsigned RunsPerQueue = 128;   // read ahead
  parameter int unsigned MaxRunBlocks = 8;
  parameter int unsigned MaxRunLines = 4;      // a run from a line's second half has 7 blocks

  // Lines and runs that are kept free before a turn begins: the turn itself and those under way
  // whose places are not yet counted, each of at most two runs.
  parameter int unsigned TurnSlackLines = 8 * MaxRunLines;
  parameter int unsigned TurnSlackRuns = 12;

  // Of the turns that any others could take, at most one in so many goes to a QP in error.
  parameter int unsigned FlushShare = 128;

  typedef logic [$clog2(LinesPerQueue)-1:0] line_row_t;
  typedef logic [$clog2(RunsPerQueue)-1:0]  run_row_t;
  typedef logic [3:0]                       run_blocks_t;  // 0..8
  typedef logic [2:0]                       run_lines_t;   // 0..4
  typedef logic [63-AxiLineShift:0]         line_addr_t;   // address / 128

  // What is kept of each QP.
  typedef struct packed {
    logic       loaded;                        // ready or in error
    logic       token;                         // a reset's token waits for its turn
    logic       listed;                        // in a turn list, or having its turn
    logic       stopped;                       // behind a doorbell overrun: producer stays
    logic       stop_due;                      // the stop has not been sent since the last rewind
    logic       fresh;                         // the next run is the first since load or rewind
    queue_t     qid;
    sq_index_t  producer;
    sq_index_t  fetch;                         // next block to read
    logic [2:0] need;                          // blocks that must be there before it is read; 1..4
    logic [2:0] wqe_blocks;                    // blocks a WQE, as the last cut told; 0: not known
    logic [3:0] brief;                         // turns that read one WQE only: long messages
    logic [31:0] resume_bytes;
  } fetch_state_t;

  // A run as the block stream needs it.
  typedef struct packed {
    queue_t      qid;
    logic        flushing;                     // its QP is in error
    run_blocks_t count;                        // 1..8; 1 for a stop or a token
    logic        odd;                          // the first block is the second half of its line
    block_kind_e kind;
    qp_idx_t     qp;
    qpn_t        qpn;
    qpn_t        remote_qpn;
    qp_type_e    qp_type;
    pmtu_code_t  pmtu;
    logic [5:0]  dscp;
    logic [1:0]  ecn;
    logic        owner;
    sq_index_t   index;                        // of its first block
    logic        fresh;
    logic [31:0] resume_bytes;
  } fetch_run_t;

  // The lines of a run, to be read.
  typedef struct packed {
    queue_t     qid;
    line_addr_t line;
    run_lines_t lines;                         // 1..4
  } fetch_read_t;

endpackage
