// SPDX-License-Identifier: Apache-2.0
// What the parts of rnic_payload_fetch tell each other.

package rnic_payload_pkg;

  import rnic_axi_pkg::*;
  import rnic_tx_pkg::*;

  // A byte's place in a row of the payload buffer, or in a line of memory.
  typedef logic [AxiLineShift-1:0] byte_pos_t;
  typedef logic [63:AxiLineShift] line_t;      // address / 128
  typedef logic [4:0] burst_len_t;             // beats - 1: no burst has more than 32

  // Where the beats of a read go. Byte i of a line goes to byte (i + rot) mod 128 of a row; the
  // place after byte 127 is byte 0 of the queue's next row. Without a read (`beats` low) `rows`
  // rows count as written, in this place of the order.
  typedef struct packed {
    logic         beats;
    packet_rows_t rows;                        // without beats
    byte_pos_t    rot;
    byte_pos_t    start;                       // the first beat's bytes begin here; others at rot
    logic         first_fills;                 // the first beat completes a row
    logic         last_fills;                  // the last beat completes a row (also of one beat)
    logic         part;                        // what then is left is the message's last row
  } steer_t;

  // A fragment on its way to the address channel: one burst, or two around a multiple of 4,096.
  typedef struct packed {
    queue_t       qid;
    line_t        line;
    burst_len_t   len;                         // of the first burst
    logic         split;
    burst_len_t   split_len;                   // of the second
    steer_t       steer;                       // of the whole
  } payload_op_t;

endpackage
