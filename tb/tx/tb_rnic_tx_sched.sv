// SPDX-License-Identifier: Apache-2.0
// Shim: the scheduler with three sources, plain ports. What the test does not name of a descriptor
// or a fragment is made from its tag (the low half of wr_id) here, and compared again where it
// comes out (rel_intact_o, frag_intact_o).
//
// decided_*: the order in which packets and commands are decided is the scheduler's choice; the
// test takes it from here and foretells all else.

module tb_rnic_tx_sched
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
#(
  parameter int unsigned NumSources = 3
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic [NumSources-1:0] src_valid_i,
  output logic [NumSources-1:0] src_ready_o,
  input  logic [2:0]            src_qid_i           [NumSources],
  input  logic                  src_first_i         [NumSources],
  input  logic                  src_last_i          [NumSources],
  input  logic                  src_has_frag_i      [NumSources],
  input  logic [9:0]            src_qp_i            [NumSources],
  input  logic                  src_frame_i         [NumSources],
  input  logic                  src_token_i         [NumSources],
  input  logic [7:0]            src_opcode_i        [NumSources],
  input  logic [12:0]           src_payload_bytes_i [NumSources],
  input  logic                  src_wqe_last_i      [NumSources],
  input  logic                  src_flushing_i      [NumSources],
  input  logic [63:0]           src_wr_id_i         [NumSources],
  input  logic [7:0]            src_wqe_opcode_i    [NumSources],
  input  logic [7:0]            src_status_i        [NumSources],
  input  logic                  src_signaled_i      [NumSources],
  input  logic [15:0]           src_index_i         [NumSources],
  input  logic [2:0]            src_blocks_i        [NumSources],
  input  logic [31:0]           src_length_i        [NumSources],
  input  logic [31:0]           src_frag_tag_i      [NumSources],
  output logic [7:0]            room_o,

  input  logic                  ctl_valid_i,
  output logic                  ctl_ready_o,
  input  logic [2:0]            ctl_qid_i,
  input  logic [9:0]            ctl_qp_i,
  input  logic [31:0]           ctl_tag_i,

  output logic                  frag_valid_o,
  output logic [2:0]            frag_qid_o,
  output logic [9:0]            frag_qp_o,
  output logic [31:0]           frag_tag_o,
  output logic                  frag_intact_o,
  input  logic [7:0]            frag_room_i,
  input  logic [10:0]           written_i [8],
  output logic [2:0]            err_rd_qid_o,
  output logic [9:0]            err_rd_row_o,
  input  logic [7:0]            err_count_i,
  output logic                  dead_we_o,
  output logic [9:0]            dead_qp_o,
  output logic                  dead_o,

  input  logic [7:0]            pause_i,
  input  logic                  cmd_valid_i,
  output logic                  cmd_ready_o,
  input  logic [1:0]            cmd_op_i,
  input  logic [9:0]            cmd_qp_i,
  output logic                  failure_valid_o,
  input  logic                  failure_ready_i,
  output logic                  failure_resume_o,
  output logic [9:0]            failure_qp_o,
  output logic [2:0]            failure_qid_o,
  output logic [15:0]           failure_index_o,
  output logic                  token_valid_o,
  output logic [9:0]            token_qp_o,
  output logic                  error_valid_o,
  output logic [9:0]            error_qp_o,

  output logic                  rel_valid_o,
  input  logic                  rel_ready_i,
  output logic                  rel_discard_o,
  output logic [2:0]            rel_qid_o,
  output logic [63:0]           rel_wr_id_o,
  output logic [12:0]           rel_payload_bytes_o,
  output logic                  rel_intact_o,
  input  logic [1:0]            left_frames_i,

  output logic                  cpl_valid_o,
  input  logic                  cpl_ready_i,
  output logic [63:0]           cpl_wr_id_o,
  output logic [23:0]           cpl_qpn_o,
  output logic [7:0]            cpl_opcode_o,
  output logic [7:0]            cpl_status_o,
  output logic                  cpl_signaled_o,
  output logic [15:0]           cpl_index_o,
  output logic [2:0]            cpl_blocks_o,
  output logic [31:0]           cpl_length_o,
  input  logic [9:0]            free_qp_i,
  output logic [15:0]           free_index_o,
  output logic [15:0]           look_index_o,         // of free_qp_i too
  output logic                  stat_status_valid_o,
  output logic [7:0]            stat_status_o,
  output logic                  idle_o,

  output logic                  decided_valid_o,
  output logic                  decided_cmd_o,
  output logic [1:0]            decided_op_o,
  output logic [9:0]            decided_qp_o,
  output logic                  decided_ctl_o,
  output logic [2:0]            decided_qid_o,
  output logic [31:0]           decided_tag_o
);

  // Everything that is not named, from the tag.
  function automatic tx_pkt_desc_t with_tag(tx_pkt_desc_t desc, logic [31:0] tag);
    tx_pkt_desc_t d;
    d           = desc;
    d.solicited = tag[0];
    d.ack_req   = tag[1];
    d.becn      = tag[2];
    d.dest_qp   = tag[23:0] ^ 24'h5A5A5A;
    d.psn       = ~tag[23:0];
    d.dscp      = tag[8:3];
    d.ecn       = tag[4:3];
    d.prio      = tag[7:5];
    d.ext_words = tag[3:0];
    d.ext       = {8{tag * 32'h9E3779B1}};
    return d;
  endfunction

  function automatic tx_frag_t frag_of(logic [9:0] qp, logic [31:0] tag);
    tx_frag_t f;
    f = tx_frag_t'({4{tag * 32'h85EBCA6B}});
    f.qp = qp;
    f.addr = {~tag, tag};
    return f;
  endfunction

  tx_item_t src_item [NumSources];
  for (genvar s = 0; s < int'(NumSources); s++) begin : gen_source
    always_comb begin
      src_item[s] = '0;
      src_item[s].qid = src_qid_i[s];
      src_item[s].first = src_first_i[s];
      src_item[s].last = src_last_i[s];
      src_item[s].has_frag = src_has_frag_i[s];
      src_item[s].frag = frag_of(src_qp_i[s], src_frag_tag_i[s]);
      src_item[s].desc.frame = src_frame_i[s];
      src_item[s].desc.token = src_token_i[s];
      src_item[s].desc.qp = src_qp_i[s];
      src_item[s].desc.opcode = src_opcode_i[s];
      src_item[s].desc.payload_bytes = src_payload_bytes_i[s];
      src_item[s].desc.last = src_wqe_last_i[s];
      src_item[s].desc.flushing = src_flushing_i[s];
      src_item[s].desc.wqe.wr_id = src_wr_id_i[s];
      src_item[s].desc.wqe.qpn = {14'h2A, src_qp_i[s]};
      src_item[s].desc.wqe.opcode = src_wqe_opcode_i[s];
      src_item[s].desc.wqe.status = wqe_status_e'(src_status_i[s]);
      src_item[s].desc.wqe.signaled = src_signaled_i[s];
      src_item[s].desc.wqe.index = src_index_i[s];
      src_item[s].desc.wqe.blocks = src_blocks_i[s];
      src_item[s].desc.wqe.length = src_length_i[s];
      src_item[s].desc = with_tag(src_item[s].desc, src_wr_id_i[s][31:0]);
    end
  end

  tx_pkt_desc_t ctl_desc;
  always_comb begin
    ctl_desc = '0;
    ctl_desc.frame = 1'b1;
    ctl_desc.qp = ctl_qp_i;
    ctl_desc.wqe.wr_id = {32'hFFFF_FFFF, ctl_tag_i};
    ctl_desc = with_tag(ctl_desc, ctl_tag_i);
  end

  tx_frag_t    frag;
  tx_failure_t failure;
  tx_release_t rel;
  wqe_end_t    cpl;
  qp_cmd_t     cmd;
  wqe_status_e stat_status;

  always_comb begin
    cmd = '0;
    cmd.op = qp_op_e'(cmd_op_i);
    cmd.qp = cmd_qp_i;
  end

  rnic_tx_sched #(.NumSources(NumSources)) u_dut (
    .clk_i, .rst_ni,
    .src_valid_i, .src_ready_o, .src_item_i(src_item), .room_o,
    .ctl_valid_i, .ctl_ready_o, .ctl_qid_i, .ctl_desc_i(ctl_desc),
    .frag_valid_o, .frag_qid_o, .frag_o(frag), .frag_room_i, .written_i,
    .err_rd_qid_o, .err_rd_row_o, .err_count_i, .dead_we_o, .dead_qp_o, .dead_o,
    .pause_i, .cmd_valid_i, .cmd_ready_o, .cmd_i(cmd),
    .failure_valid_o, .failure_ready_i, .failure_o(failure),
    .token_valid_o, .token_qp_o, .error_valid_o, .error_qp_o,
    .rel_valid_o, .rel_ready_i, .rel_o(rel), .left_frames_i,
    .cpl_valid_o, .cpl_ready_i, .cpl_o(cpl), .free_qp_i, .free_index_o,
    .look_qp_i(free_qp_i), .look_index_o,
    .stat_status_valid_o, .stat_status_o(stat_status), .idle_o
  );

  assign frag_qp_o = frag.qp;
  assign frag_tag_o = frag.addr[31:0];
  assign frag_intact_o = frag == frag_of(frag.qp, frag.addr[31:0]);
  assign failure_resume_o = failure.resume;
  assign failure_qp_o = failure.qp;
  assign failure_qid_o = failure.qid;
  assign failure_index_o = failure.index;
  assign rel_discard_o = rel.discard;
  assign rel_qid_o = rel.qid;
  assign rel_wr_id_o = rel.desc.wqe.wr_id;
  assign rel_payload_bytes_o = rel.desc.payload_bytes;
  assign rel_intact_o = rel.desc == with_tag(rel.desc, rel.desc.wqe.wr_id[31:0]);
  assign cpl_wr_id_o = cpl.wr_id;
  assign cpl_qpn_o = cpl.qpn;
  assign cpl_opcode_o = cpl.opcode;
  assign cpl_status_o = cpl.status;
  assign cpl_signaled_o = cpl.signaled;
  assign cpl_index_o = cpl.index;
  assign cpl_blocks_o = cpl.blocks;
  assign cpl_length_o = cpl.length;
  assign stat_status_o = stat_status;

  // What is decided in this clock came to the decision in the one before.
  always_ff @(posedge clk_i) begin
    decided_valid_o <= rst_ni && u_dut.u_release.in_valid_i;
    decided_cmd_o   <= u_dut.u_release.in_cmd_i;
    decided_op_o    <= u_dut.u_release.in_cmd_op_i;
    decided_qp_o    <= u_dut.u_release.s0_qp;
    decided_ctl_o   <= u_dut.u_release.in_ctl_i;
    decided_qid_o   <= u_dut.u_release.in_qid_i;
    decided_tag_o   <= u_dut.u_release.in_desc_i.wqe.wr_id[31:0];
  end

endmodule
