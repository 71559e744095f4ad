// SPDX-License-Identifier: Apache-2.0
// What the two halves of rnic_segmenter hand each other.

package rnic_segmenter_pkg;

  import rnic_qp_pkg::*;
  import rnic_requester_pkg::*;

  // One piece; the fields from `kind` to `plan` count where `start` is set.
  typedef struct packed {
    logic         start;                 // first piece of its order
    logic         last;                  // last piece of its order
    logic         needs_enable;          // with start: it begins while enabled only (no token)
    step_kind_e   kind;                  // StepPacket or StepBlockCut
    wqe_slot_t    slot;
    qp_idx_t      qp;
    logic         fresh;
    logic         run_first;
    logic         other_qp;
    packet_plan_t plan;
    piece_t       piece;
  } feed_t;

endpackage
