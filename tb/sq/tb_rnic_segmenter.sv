// SPDX-License-Identifier: Apache-2.0
// Shim: one segmenter with plain ports. Piece i of the row lies in word i of its two ports.

module tb_rnic_segmenter
  import rnic_qp_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
(
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             enable_i,
  input  logic             hand_back_i,

  input  logic             order_valid_i,
  output logic             order_pop_o,
  input  logic             order_has_cut_i,
  input  logic             order_cut_fresh_i,
  input  logic [1:0]       order_cut_rows_i,
  input  logic [9:0]       order_cut_qp_i,
  input  logic             order_has_wqe_i,
  input  logic             order_token_i,
  input  logic [5:0]       order_slot_i,
  input  logic [9:0]       order_qp_i,
  input  logic             order_fresh_i,
  input  logic             order_run_first_i,
  input  logic             order_other_qp_i,
  input  logic [2:0]       order_rows_i,
  input  logic [3:0]       order_pieces_i,
  input  logic [31:0]      order_resume_bytes_i,
  input  logic [22:0]      order_behind_i,
  input  logic [12:0]      order_first_bytes_i,
  input  logic [12:0]      order_last_bytes_i,
  input  logic [2:0]       order_pmtu_i,
  input  logic             other_qp_entered_i,

  input  logic             row_valid_i,
  output logic             row_pop_o,
  input  logic [3:0][63:0] row_addr_i,
  input  logic [3:0][31:0] row_bytes_i,

  input  logic             others_waiting_i,
  input  logic             decided_valid_i,
  input  logic [5:0]       decided_slot_i,
  input  logic             decided_good_i,

  output logic             step_valid_o,
  output logic             step_more_o,
  input  logic             step_ready_i,
  output logic [1:0]       step_kind_o,
  output logic [5:0]       step_slot_o,
  output logic [9:0]       step_qp_o,
  output logic             step_fresh_o,
  output logic             step_wqe_first_o,
  output logic             step_message_first_o,
  output logic             step_message_last_o,
  output logic             step_first_o,
  output logic             step_last_o,
  output logic [12:0]      step_payload_bytes_o,
  output logic             step_has_frag_o,
  output logic [63:0]      step_addr_o,
  output logic [12:0]      step_bytes_o,
  output logic [6:0]       step_beyond_o,
  output logic             step_restart_o,
  output logic             step_adjoins_o,

  output logic             busy_o
);

  wqe_order_t    order;
  packet_plan_t  plan;
  piece_row_t    row;
  segment_step_t step;

  assign order = '{has_cut: order_has_cut_i, cut_fresh: order_cut_fresh_i,
                   cut_rows: order_cut_rows_i, cut_qp: order_cut_qp_i, has_wqe: order_has_wqe_i,
                   token: order_token_i,
                   slot: order_slot_i, qp: order_qp_i, fresh: order_fresh_i,
                   run_first: order_run_first_i, other_qp: order_other_qp_i, rows: order_rows_i,
                   no_row: order_rows_i == '0, bare: order_pieces_i == '0,
                   walks: order_pieces_i >= 4'd2,
                   spare_rows: order_pieces_i < 4'd2 && order_rows_i >= 3'd2,
                   pieces: order_pieces_i, plan: plan};
  assign plan = '{resume_bytes: order_resume_bytes_i, resumes: order_resume_bytes_i != '0,
                  behind: order_behind_i, single: order_behind_i == '0,
                  pair: order_behind_i == 23'd1, first_bytes: order_first_bytes_i,
                  last_bytes: order_last_bytes_i, no_bytes: order_first_bytes_i == '0,
                  pmtu: order_pmtu_i};
  for (genvar i = 0; i < 4; i++) begin : gen_piece
    assign row[i] = '{addr: row_addr_i[i], bytes: row_bytes_i[i], empty: row_bytes_i[i] == '0};
  end

  rnic_segmenter u_dut (
    .clk_i, .rst_ni, .cfg_enable_i(enable_i), .hand_back_i,
    .order_valid_i, .order_pop_o, .order_i(order), .order_other_qp_i(other_qp_entered_i),
    .row_valid_i, .row_pop_o, .row_i(row),
    .others_waiting_i, .decided_valid_i, .decided_slot_i, .decided_good_i,
    .step_valid_o, .step_more_o, .step_ready_i, .step_o(step), .busy_o
  );

  assign step_kind_o          = step.kind;
  assign step_slot_o          = step.slot;
  assign step_qp_o            = step.qp;
  assign step_fresh_o         = step.fresh;
  assign step_wqe_first_o     = step.wqe_first;
  assign step_message_first_o = step.message_first;
  assign step_message_last_o  = step.message_last;
  assign step_first_o         = step.first;
  assign step_last_o          = step.last;
  assign step_payload_bytes_o = step.payload_bytes;
  assign step_has_frag_o      = step.has_frag;
  assign step_addr_o          = step.addr;
  assign step_bytes_o         = step.bytes;
  assign step_beyond_o        = beyond_of(step.last, step.beyond, step.beyond_127);
  assign step_restart_o       = step.restart;
  assign step_adjoins_o       = step.adjoins;

endmodule
