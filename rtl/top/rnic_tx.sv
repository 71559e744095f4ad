// SPDX-License-Identifier: Apache-2.0
// The transmit side whole: work requests in rings in memory become RoCEv2 frames on the bus.
//
// A driver describes queue pairs and rings doorbells through s_axil; WQEs are read over m_axi_sq,
// payload over m_axi_pl; frames leave on tx, in the segmented format of a 400G MAC; completion
// records leave on cpl. Wiring only, in the order of a packet's way:
//
//   registers, QP table -> wqe_fetch -> requester -> tx_sched <-> payload_fetch -> tx_frame -> bus
//
// Rate: one packet a clock, or what wire and payload port carry; every frame without a gap. A
// priority that is paused, full, failing or in reset holds no other. docs/blocks/tx.md, sq.md.

module rnic_tx
  import rnic_axi_pkg::*;
  import rnic_bus_pkg::*;
  import rnic_qos_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_roce_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_wqe_pkg::*;
#(
  parameter int unsigned NumQps = 1024         // contexts; a power of two, 4 to 1,024
) (
  input  logic         clk_i,
  input  logic         rst_ni,

  // Registers: AXI4-Lite
  input  logic         s_axil_awvalid_i,
  output logic         s_axil_awready_o,
  input  logic [15:0]  s_axil_awaddr_i,
  input  logic [2:0]   s_axil_awprot_i,
  input  logic         s_axil_wvalid_i,
  output logic         s_axil_wready_o,
  input  logic [31:0]  s_axil_wdata_i,
  input  logic [3:0]   s_axil_wstrb_i,
  output logic         s_axil_bvalid_o,
  input  logic         s_axil_bready_i,
  output logic [1:0]   s_axil_bresp_o,
  input  logic         s_axil_arvalid_i,
  output logic         s_axil_arready_o,
  input  logic [15:0]  s_axil_araddr_i,
  input  logic [2:0]   s_axil_arprot_i,
  output logic         s_axil_rvalid_o,
  input  logic         s_axil_rready_i,
  output logic [31:0]  s_axil_rdata_o,
  output logic [1:0]   s_axil_rresp_o,

  // WQEs: AXI4 read master, one line a read, ID = queue
  output logic         m_axi_sq_arvalid_o,
  input  logic         m_axi_sq_arready_i,
  output axi_ar_t      m_axi_sq_ar_o,
  input  logic         m_axi_sq_rvalid_i,
  output logic         m_axi_sq_rready_o,
  input  axi_r_t       m_axi_sq_r_i,

  // Payload: AXI4 read master, ID = queue
  output logic         m_axi_pl_arvalid_o,
  input  logic         m_axi_pl_arready_i,
  output axi_ar_t      m_axi_pl_ar_o,
  input  logic         m_axi_pl_rvalid_i,
  output logic         m_axi_pl_rready_o,
  input  axi_r_t       m_axi_pl_r_i,

  // Priorities that are to stop at a packet boundary
  input  queue_mask_t  pause_i,

  // Completion records
  output logic         cpl_valid_o,
  input  logic         cpl_ready_i,
  output completion_t  cpl_data_o,

  // Toward the MAC
  output logic         tx_valid_o,
  input  logic         tx_ready_i,
  output seg_beat_t    tx_beat_o
);

  // ------------------------------------------------------------ registers and QP table
  logic         cfg_enable, cfg_congestion;
  logic [15:0]  cfg_ackreq_every;
  dscp_map_t    cfg_map;
  logic         db_valid, db_ready, stat_db_ignored;
  qpn_t         db_qpn;
  sq_index_t    db_count;
  logic         cmd_fetch_valid, cmd_fetch_ready, cmd_requester_valid, cmd_requester_ready;
  logic         cmd_release_valid, cmd_release_ready;
  qp_cmd_t      cmd;
  logic         token_valid, error_valid;
  qp_idx_t      token_qp, error_qp;
  qp_idx_t      addr_qp, fetched_qp, free_qp_csr;
  addr_ctx_t    addr_ctx;
  sq_index_t    fetched_index, free_index_csr;
  logic         stat_frame_valid, stat_status_valid, idle;
  logic [13:0]  stat_frame_bytes;
  logic [7:0]   stat_frame_opcode;
  queue_t       stat_frame_qid;
  wqe_status_e  stat_status;

  logic         table_ready, counters_ready, commit_valid, commit_ready, commit_pending, look_busy;
  logic [1:0]   commit_state;
  sq_ctx_t      commit_sq;
  addr_ctx_t    commit_addr;
  logic [31:0]  commit_qkey;
  psn_t         commit_sq_una, commit_rq_psn;
  logic [2:0]   commit_result;
  qp_idx_t      look_qp;
  qp_state_e    look_state;
  qpn_t         look_qpn;
  logic [9:0]   counter_index;
  logic [63:0]  counter_count;

  rnic_csr #(.NumQps(NumQps)) u_csr (
    .clk_i, .rst_ni,
    .tables_ready_i(table_ready & counters_ready), .idle_i(idle),
    .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_awaddr_i, .s_axil_wvalid_i, .s_axil_wready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_bresp_o,
    .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_araddr_i, .s_axil_rvalid_o, .s_axil_rready_i,
    .s_axil_rdata_o, .s_axil_rresp_o,
    .cfg_enable_o(cfg_enable), .cfg_congestion_o(cfg_congestion),
    .cfg_ackreq_every_o(cfg_ackreq_every), .cfg_map_o(cfg_map), .cfg_lossless_o(),
    .db_valid_o(db_valid), .db_ready_i(db_ready), .db_qpn_o(db_qpn), .db_count_o(db_count),
    .commit_valid_o(commit_valid), .commit_ready_i(commit_ready), .commit_state_o(commit_state),
    .commit_sq_o(commit_sq), .commit_addr_o(commit_addr), .commit_qkey_o(commit_qkey),
    .commit_sq_una_o(commit_sq_una), .commit_rq_psn_o(commit_rq_psn),
    .commit_pending_i(commit_pending), .commit_result_i(commit_result),
    .look_qp_o(look_qp), .look_state_i(look_state), .look_busy_i(look_busy),
    .look_qpn_i(look_qpn),
    .fetched_qp_o(fetched_qp), .fetched_index_i(fetched_index),
    .free_qp_o(free_qp_csr), .free_index_i(free_index_csr),
    .counter_index_o(counter_index), .counter_count_i(counter_count)
  );

  rnic_qp_table #(.NumQps(NumQps)) u_qp_table (
    .clk_i, .rst_ni, .ready_o(table_ready),
    .commit_valid_i(commit_valid), .commit_ready_o(commit_ready), .commit_state_i(commit_state),
    .commit_sq_i(commit_sq), .commit_addr_i(commit_addr), .commit_qkey_i(commit_qkey),
    .commit_sq_una_i(commit_sq_una), .commit_rq_psn_i(commit_rq_psn),
    .commit_pending_o(commit_pending), .commit_result_o(commit_result),
    .look_qp_i(look_qp), .look_state_o(look_state), .look_busy_o(look_busy),
    .look_qpn_o(look_qpn),
    .cmd_fetch_valid_o(cmd_fetch_valid), .cmd_fetch_ready_i(cmd_fetch_ready),
    .cmd_requester_valid_o(cmd_requester_valid), .cmd_requester_ready_i(cmd_requester_ready),
    .cmd_release_valid_o(cmd_release_valid), .cmd_release_ready_i(cmd_release_ready),
    .cmd_o(cmd),
    .token_valid_i(token_valid), .token_qp_i(token_qp),
    .error_valid_i(error_valid), .error_qp_i(error_qp),
    .addr_qp_i(addr_qp), .addr_ctx_o(addr_ctx),
    .rsp_qp_i('0), .rsp_qkey_o(), .rsp_sq_una_o(), .rsp_rq_psn_o()
  );

  rnic_tx_counters u_tx_counters (
    .clk_i, .rst_ni, .ready_o(counters_ready),
    .stat_valid_i(stat_frame_valid), .stat_bytes_i(stat_frame_bytes),
    .stat_opcode_i(stat_frame_opcode), .stat_qid_i(stat_frame_qid),
    .stat_status_valid_i(stat_status_valid), .stat_status_i(stat_status),
    .stat_db_ignored_i(stat_db_ignored),
    .index_i(counter_index), .count_o(counter_count)
  );

  // ------------------------------------------------------------ send queue
  logic         rewind_valid, rewind_ready, block_valid;
  sq_rewind_t   rewind;
  queue_t       block_qid;
  sq_block_t    block;
  queue_mask_t  block_room, others_waiting, item_room;
  qp_idx_t      free_qp_fetch;
  sq_index_t    free_index_fetch;
  logic         failure_valid, failure_ready, item_valid, item_ready;
  tx_failure_t  failure;
  tx_item_t     item, items [1];
  logic         fetch_idle, requester_idle, sched_idle, payload_idle, frame_idle;

  rnic_wqe_fetch #(.NumQps(NumQps)) u_wqe_fetch (
    .clk_i, .rst_ni,
    .cfg_map_i(cfg_map),
    .db_valid_i(db_valid), .db_ready_o(db_ready), .db_qpn_i(db_qpn), .db_count_i(db_count),
    .stat_db_ignored_o(stat_db_ignored),
    .cmd_valid_i(cmd_fetch_valid), .cmd_ready_o(cmd_fetch_ready), .cmd_i(cmd),
    .error_valid_i(error_valid), .error_qp_i(error_qp),
    .rewind_valid_i(rewind_valid), .rewind_ready_o(rewind_ready), .rewind_i(rewind),
    .free_qp_o(free_qp_fetch), .free_index_i(free_index_fetch),
    .ar_valid_o(m_axi_sq_arvalid_o), .ar_ready_i(m_axi_sq_arready_i), .ar_o(m_axi_sq_ar_o),
    .r_valid_i(m_axi_sq_rvalid_i), .r_ready_o(m_axi_sq_rready_o), .r_i(m_axi_sq_r_i),
    .block_valid_o(block_valid), .block_qid_o(block_qid), .block_o(block),
    .block_room_i(block_room), .others_waiting_o(others_waiting), .idle_o(fetch_idle)
  );

  rnic_requester #(.NumQps(NumQps)) u_requester (
    .clk_i, .rst_ni,
    .cfg_enable_i(cfg_enable), .cfg_ackreq_every_i(cfg_ackreq_every),
    .cfg_congestion_i(cfg_congestion), .cfg_map_i(cfg_map),
    .block_valid_i(block_valid), .block_qid_i(block_qid), .block_i(block),
    .block_room_o(block_room),
    .rewind_valid_o(rewind_valid), .rewind_ready_i(rewind_ready), .rewind_o(rewind),
    .others_waiting_i(others_waiting),
    .cmd_valid_i(cmd_requester_valid), .cmd_ready_o(cmd_requester_ready), .cmd_i(cmd),
    .failure_valid_i(failure_valid), .failure_ready_o(failure_ready), .failure_i(failure),
    .item_valid_o(item_valid), .item_ready_i(item_ready), .item_o(item),
    .item_room_i(item_room),
    .fetched_qp_i(fetched_qp), .fetched_index_o(fetched_index), .idle_o(requester_idle)
  );

  // ------------------------------------------------------------ queues and payload
  assign items[0] = item;

  logic         frag_valid, dead_we, dead, row_rd_en, free_valid;
  queue_t       frag_qid, err_rd_qid, row_rd_qid, free_qid;
  tx_frag_t     frag;
  queue_mask_t  frag_room;
  qp_idx_t      dead_qp;
  row_count_t   written [NumTxQueues];
  logic [9:0]   err_rd_row, row_rd_row;
  logic [7:0]   err_count;
  logic [8*RowBytes-1:0] row_data;
  packet_rows_t free_rows;
  logic         rel_valid, rel_ready, cpl_valid, cpl_ready;
  tx_release_t  rel;
  wqe_end_t     cpl;
  logic [1:0]   left_frames;

  rnic_tx_sched #(.NumQps(NumQps)) u_tx_sched (
    .clk_i, .rst_ni,
    .src_valid_i(item_valid), .src_ready_o(item_ready), .src_item_i(items), .room_o(item_room),
    .ctl_valid_i(1'b0), .ctl_ready_o(), .ctl_qid_i('0), .ctl_desc_i('0),
    .frag_valid_o(frag_valid), .frag_qid_o(frag_qid), .frag_o(frag), .frag_room_i(frag_room),
    .written_i(written), .err_rd_qid_o(err_rd_qid), .err_rd_row_o(err_rd_row),
    .err_count_i(err_count),
    .dead_we_o(dead_we), .dead_qp_o(dead_qp), .dead_o(dead),
    .pause_i,
    .cmd_valid_i(cmd_release_valid), .cmd_ready_o(cmd_release_ready), .cmd_i(cmd),
    .failure_valid_o(failure_valid), .failure_ready_i(failure_ready), .failure_o(failure),
    .token_valid_o(token_valid), .token_qp_o(token_qp),
    .error_valid_o(error_valid), .error_qp_o(error_qp),
    .rel_valid_o(rel_valid), .rel_ready_i(rel_ready), .rel_o(rel),
    .left_frames_i(left_frames),
    .cpl_valid_o(cpl_valid), .cpl_ready_i(cpl_ready), .cpl_o(cpl),
    .free_qp_i(free_qp_fetch), .free_index_o(free_index_fetch),
    .look_qp_i(free_qp_csr), .look_index_o(free_index_csr),
    .stat_status_valid_o(stat_status_valid), .stat_status_o(stat_status), .idle_o(sched_idle)
  );

  rnic_payload_fetch u_payload_fetch (
    .clk_i, .rst_ni,
    .frag_valid_i(frag_valid), .frag_qid_i(frag_qid), .frag_i(frag), .frag_room_o(frag_room),
    .dead_we_i(dead_we), .dead_qp_i(dead_qp), .dead_i(dead),
    .pause_i,
    .ar_valid_o(m_axi_pl_arvalid_o), .ar_ready_i(m_axi_pl_arready_i), .ar_o(m_axi_pl_ar_o),
    .r_valid_i(m_axi_pl_rvalid_i), .r_ready_o(m_axi_pl_rready_o), .r_i(m_axi_pl_r_i),
    .written_o(written), .err_rd_qid_i(err_rd_qid), .err_rd_row_i(err_rd_row),
    .err_count_o(err_count),
    .row_rd_en_i(row_rd_en), .row_rd_qid_i(row_rd_qid), .row_rd_row_i(row_rd_row),
    .row_data_o(row_data),
    .free_valid_i(free_valid), .free_qid_i(free_qid), .free_rows_i(free_rows),
    .idle_o(payload_idle)
  );

  // ------------------------------------------------------------ frames
  rnic_tx_frame u_tx_frame (
    .clk_i, .rst_ni,
    .rel_valid_i(rel_valid), .rel_ready_o(rel_ready), .rel_i(rel),
    .ctx_qp_o(addr_qp), .ctx_i(addr_ctx),
    .row_rd_en_o(row_rd_en), .row_rd_qid_o(row_rd_qid), .row_rd_row_o(row_rd_row),
    .row_data_i(row_data),
    .free_valid_o(free_valid), .free_qid_o(free_qid), .free_rows_o(free_rows),
    .tx_valid_o, .tx_ready_i, .tx_beat_o, .left_frames_o(left_frames),
    .stat_valid_o(stat_frame_valid), .stat_bytes_o(stat_frame_bytes),
    .stat_opcode_o(stat_frame_opcode), .stat_qid_o(stat_frame_qid), .idle_o(frame_idle)
  );

  // ------------------------------------------------------------ completions
  completion_t cpl_in;
  assign cpl_in = completion_of(cpl);

  rnic_skid #(.data_t(completion_t)) u_completions (
    .clk_i, .rst_ni,
    .in_valid_i(cpl_valid), .in_ready_o(cpl_ready), .in_data_i(cpl_in),
    .out_valid_o(cpl_valid_o), .out_ready_i(cpl_ready_i), .out_data_o(cpl_data_o)
  );

  // ------------------------------------------------------------ idle
  // What one part gives another may be seen by neither for a clock or two, so all must have been
  // idle for a while.
  localparam int unsigned IdleCycles = 15;
  logic [3:0] idle_cycles_q;
  logic       all_idle;

  assign all_idle = fetch_idle & requester_idle & sched_idle & payload_idle & frame_idle &
                    !cpl_valid_o;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !all_idle) idle_cycles_q <= '0;
    else if (!idle) idle_cycles_q <= idle_cycles_q + 1'b1;
  end
  assign idle = idle_cycles_q == 4'(IdleCycles);

  rnic_seg_chk #(.Tx(1'b1)) u_tx_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_o), .ready_i(tx_ready_i), .beat_i(tx_beat_o)
  );

endmodule
