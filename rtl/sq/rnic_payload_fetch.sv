// SPDX-License-Identifier: Apache-2.0
// Payload from host memory: fragments in, rows of packed bytes in the payload buffer.
//
// Whatever the addresses of a message's pieces, its bytes stand in its queue's rows as one stream:
// a packet's payload is the next rows_of(bytes) rows of its queue, from byte 0 of a row. A line of
// memory that two packets of a piece share is read once. Bytes behind the payload in a packet's
// last row are of no meaning.
//
// The queues share nothing but the address channel and its 512 outstanding reads; data of a queue
// comes back in order, of different queues in any. Rows of a whole packet are reserved before its
// first read; at most 1,023 of a queue are in use. Fragments of dead QPs are not read: the rows of
// a packet that begins dead count as written, one begun alive is read whole. pause_i holds reads
// of a queue, but not what belongs to dead QPs.
//
// Rate: a fragment a clock (two clocks where it crosses a multiple of 4,096), a beat a clock.
// Latency: written_o moves 5 clocks behind the clock that takes a row's last beat.
// Beats wait one clock for each count of rows without a read that stands before them in their
// queue: packets of dead QPs, and last packets that lie in a line already read.
//
// Error counts: err_count_o is the number (mod 256) of error beats of the queue up to the one that
// finished the row. It is kept for the last row of every packet; of other rows it may be missing.

module rnic_payload_fetch
  import rnic_axi_pkg::*;
  import rnic_payload_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
#(
  localparam int unsigned RowBits = $clog2(RowsPerQueue)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Fragments; frag_room_o[q] low: 16 more of queue q fit.
  input  logic                   frag_valid_i,
  input  queue_t                 frag_qid_i,
  input  tx_frag_t               frag_i,
  output queue_mask_t            frag_room_o,

  // Which QPs are dead; all are alive after a reset, writes count from 64 clocks behind it.
  input  logic                   dead_we_i,
  input  qp_idx_t                dead_qp_i,
  input  logic                   dead_i,
  input  queue_mask_t            pause_i,

  // AXI4 read channels; ID = queue.
  output logic                   ar_valid_o,
  input  logic                   ar_ready_i,
  output axi_ar_t                ar_o,
  input  logic                   r_valid_i,
  output logic                   r_ready_o,
  input  axi_r_t                 r_i,

  // Rows written of each queue, modulo 2 RowsPerQueue.
  output row_count_t             written_o [NumTxQueues],

  // Error count of a row, 2 clocks later.
  input  queue_t                 err_rd_qid_i,
  input  logic [RowBits-1:0]     err_rd_row_i,
  output logic [7:0]             err_count_o,

  // A row's bytes, 3 clocks later.
  input  logic                   row_rd_en_i,
  input  queue_t                 row_rd_qid_i,
  input  logic [RowBits-1:0]     row_rd_row_i,
  output logic [AxiDataBits-1:0] row_data_o,

  // Rows given back, in order.
  input  logic                   free_valid_i,
  input  queue_t                 free_qid_i,
  input  packet_rows_t           free_rows_i,

  output logic                   idle_o         // no fragment and no read is held here
);

  localparam int unsigned BankRowBits = $clog2(NumTxQueues * RowsPerQueue / 2);

  logic                   steer_valid, read_done, issue_busy, align_busy;
  queue_t                 steer_qid;
  steer_t                 steer;
  queue_mask_t            steer_room, mark_valid;
  row_count_t             mark_row [NumTxQueues];
  logic [7:0]             mark_errors [NumTxQueues];
  logic [1:0]             wr_en;
  logic [BankRowBits-1:0] wr_row [2];
  logic [AxiDataBits-1:0] wr_data [2];

  rnic_payload_issue u_issue (
    .clk_i, .rst_ni,
    .frag_valid_i, .frag_qid_i, .frag_i, .frag_room_o,
    .dead_we_i, .dead_qp_i, .dead_i, .pause_i,
    .free_valid_i, .free_qid_i, .free_rows_i,
    .ar_valid_o, .ar_ready_i, .ar_o, .read_done_i(read_done),
    .steer_valid_o(steer_valid), .steer_qid_o(steer_qid), .steer_o(steer),
    .steer_room_i(steer_room), .busy_o(issue_busy)
  );

  rnic_payload_align u_align (
    .clk_i, .rst_ni,
    .steer_valid_i(steer_valid), .steer_qid_i(steer_qid), .steer_i(steer),
    .steer_room_o(steer_room),
    .r_valid_i, .r_ready_o, .r_i, .read_done_o(read_done),
    .wr_en_o(wr_en), .wr_row_o(wr_row), .wr_data_o(wr_data),
    .written_o,
    .mark_valid_o(mark_valid), .mark_row_o(mark_row), .mark_errors_o(mark_errors),
    .busy_o(align_busy)
  );

  rnic_payload_buffer u_buffer (
    .clk_i, .rst_ni,
    .wr_en_i(wr_en), .wr_row_i(wr_row), .wr_data_i(wr_data),
    .mark_valid_i(mark_valid), .mark_row_i(mark_row), .mark_errors_i(mark_errors),
    .rd_en_i(row_rd_en_i), .rd_qid_i(row_rd_qid_i), .rd_row_i(row_rd_row_i), .row_data_o,
    .err_rd_qid_i, .err_rd_row_i, .err_count_o
  );

  // A word on its way from a queue's RAM to its head shows nowhere for some clocks.
  logic [4:0] quiet_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || issue_busy || align_busy || frag_valid_i) quiet_q <= '0;
    else quiet_q <= quiet_q + 5'(!quiet_q[4]);
  end
  assign idle_o = quiet_q[4];

endmodule
