// SPDX-License-Identifier: Apache-2.0
// What travels through the transmit path: packets as descriptors, and pieces of their payload.

package rnic_tx_pkg;

  import rnic_roce_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;

  // A queue a priority. Every store on the way is cut by queue, so that none can fill another's.
  parameter int unsigned NumTxQueues = 8;
  typedef logic [$clog2(NumTxQueues)-1:0] queue_t;
  typedef logic [NumTxQueues-1:0] queue_mask_t;

  parameter int unsigned MaxPayloadBytes = 4096;
  parameter int unsigned MaxExtBytes = 32;
  typedef logic [$clog2(MaxPayloadBytes+1)-1:0] payload_len_t;

  // The payload buffer: rows of one beat, RowsPerQueue for each queue. A packet's payload fills
  // whole rows from byte 0; its last row may be part full. Row counts run modulo
  // 2 RowsPerQueue.
  parameter int unsigned RowBytes = 128;
  parameter int unsigned RowsPerQueue = 1024;
  typedef logic [$clog2(RowsPerQueue):0] row_count_t;
  typedef logic [5:0] packet_rows_t;            // 0..32

  function automatic packet_rows_t rows_of(payload_len_t bytes);
    return packet_rows_t'((bytes + payload_len_t'(RowBytes - 1)) >> $clog2(RowBytes));
  endfunction

  // A packet to send, or (frame = 0) a WQE's end or a reset's token on its way behind the packets
  // that went before.
  typedef struct packed {
    logic                        frame;
    logic                        token;
    qp_idx_t                     qp;
    opcode_t                     opcode;
    logic                        solicited;
    logic                        ack_req;
    logic                        becn;
    qpn_t                        dest_qp;
    psn_t                        psn;
    logic [5:0]                  dscp;
    logic [1:0]                  ecn;
    prio_t                       prio;          // the map's for the DSCP: PCP of a tagged frame
    logic [3:0]                  ext_words;     // extended headers, 0..8 words of 4 bytes
    logic [MaxExtBytes-1:0][7:0] ext;           // in wire order, byte 0 first; zero behind them
    payload_len_t                payload_bytes; // 0..4096
    logic                        last;          // of its WQE
    logic                        flushing;      // made while its QP was being flushed
    wqe_end_t                    wqe;           // of every packet, for an end at any of them
  } tx_pkt_desc_t;

  // A run of payload bytes in host memory, in the order in which they are sent.
  typedef struct packed {
    qp_idx_t      qp;
    logic [63:0]  addr;
    payload_len_t bytes;                        // 1..4096
    logic         first;                        // of its packet
    packet_rows_t packet_rows;                  // of its packet
    logic         restart;                      // its packet begins a message, or goes on with one
                                                // whose earlier packets are not the queue's newest
    logic         adjoins;                      // goes on where the queue's fragment before ended,
                                                // in the same piece; never with restart
    logic [6:0]   beyond;                       // bytes of the piece behind it, 127 if more
    logic         message_end;                  // the message's last fragment
  } tx_frag_t;

  // What a source gives rnic_tx_sched: packets, each as one item or more in a row. The first has
  // the descriptor; each fragment of the payload is an item, a packet without payload has one item.
  typedef struct packed {
    queue_t       qid;
    logic         first;
    logic         last;
    logic         has_frag;
    tx_frag_t     frag;
    tx_pkt_desc_t desc;                         // with first
  } tx_item_t;

  // What leaves rnic_tx_sched for the packet builder, in bus order.
  typedef struct packed {
    logic         discard;                      // no frame: only frees the rows
    queue_t       qid;
    tx_pkt_desc_t desc;
  } tx_release_t;

  // What releasing finds out of a QP, for the send queue.
  typedef struct packed {
    logic      resume;                          // 0: it failed, its WQEs are to be flushed from now
                                                // 1: its dead end is undone, flush from index on
    qp_idx_t   qp;
    queue_t    qid;
    sq_index_t index;
  } tx_failure_t;

endpackage
