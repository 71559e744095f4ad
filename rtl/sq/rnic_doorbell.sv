// SPDX-License-Identifier: Apache-2.0
// What a doorbell does to its QP: nothing, a new producer count, or a stop.
//
// Combinational in two steps with a flop behind each: the answer to the inputs of a clock stands 2
// clocks later. Indices are free-running 16-bit counts of blocks.
// A doorbell claims (count - sq_free) blocks. More than the ring holds is an overrun: the QP stops
// behind the blocks of the count before, and later doorbells are without effect. A count behind
// the one before never takes blocks back.

module rnic_doorbell
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_fetch_pkg::*;
(
  input  logic         clk_i,

  input  dscp_map_t    cfg_map_i,

  input  qpn_t         qpn_i,
  input  sq_index_t    count_i,
  input  fetch_state_t state_i,                // of QPN mod NumQps, and so the rest
  input  sq_ctx_t      ctx_i,
  input  logic         error_i,
  input  sq_index_t    sq_free_i,

  output logic         ignored_o,              // no such QP, or it is reset
  output logic         applies_o,              // count_i is the producer count now
  output logic         overrun_o,
  output logic         covers_o,               // with it the next WQE may be read
  output logic         requeue_o,              // nothing is in flight: queue_o is its queue now
  output queue_t       queue_o                 // the map's for the QP's DSCP
);

  logic      s1_known_q, s1_stopped_q, s1_quiet_q;
  sq_index_t s1_claim_q, s1_claim_before_q, s1_there_q, s1_ring_q;
  logic [2:0] s1_need_q;
  queue_t    s1_queue_q;

  logic live, fits, grows;
  assign live = s1_known_q && !s1_stopped_q;
  assign fits = s1_claim_q <= s1_ring_q;
  assign grows = s1_claim_q > s1_claim_before_q;

  always_ff @(posedge clk_i) begin
    s1_known_q        <= state_i.loaded && ctx_i.qpn == qpn_i;
    s1_stopped_q      <= state_i.stopped;
    s1_quiet_q        <= state_i.fetch == state_i.producer && state_i.producer == sq_free_i &&
                         !error_i;
    s1_claim_q        <= count_i - sq_free_i;
    s1_claim_before_q <= state_i.producer - sq_free_i;
    s1_there_q        <= count_i - state_i.fetch;
    s1_ring_q         <= sq_index_t'(1) << ctx_i.ring_log2;
    s1_need_q         <= state_i.need;
    s1_queue_q        <= cfg_map_i[ctx_i.dscp];

    ignored_o <= !s1_known_q;
    applies_o <= live && fits && grows;
    overrun_o <= live && !fits;
    covers_o  <= s1_there_q >= sq_index_t'(s1_need_q);
    requeue_o <= live && s1_quiet_q;
    queue_o   <= s1_queue_q;
  end

endmodule
