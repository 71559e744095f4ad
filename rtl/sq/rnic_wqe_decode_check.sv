// SPDX-License-Identifier: Apache-2.0
// Second half of rnic_wqe_decode: the sum of a WQE's pieces, what is wrong with it, and how many
// packets it makes. One block a clock; 8 clocks from a block to its order.
//
// What is wrong is said by the first that applies of: block not read (9), owner (10), opcode (2),
// opcode for the QP's type (3), inline (7), pieces (4), length (5), atomic's alignment (6). Owner
// bits are judged here, though in a flush nobody looks at them: that is known further on only.

`include "assert.svh"

module rnic_wqe_decode_check
  import rnic_roce_pkg::*;
  import rnic_qp_pkg::*;
  import rnic_wqe_pkg::*;
  import rnic_tx_pkg::*;
  import rnic_requester_pkg::*;
(
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  queue_t       qid_i,
  input  piece_row_t   row_i,
  input  logic [1:0]   nth_i,                  // block of its WQE
  input  logic         last_i,
  input  wqe_slot_t    slot_i,
  input  wqe_fields_t  fields_i,
  input  logic         cut_i,
  input  logic         cut_fresh_i,
  input  logic [1:0]   cut_rows_i,
  input  qp_idx_t      cut_qp_i,

  output logic         order_valid_o,
  output queue_t       order_qid_o,
  output wqe_order_t   order_o,
  output wqe_verdict_t verdict_o,

  output logic         busy_o
);

  localparam int unsigned Stages = 8;
  localparam logic [31:0] MaxMessageBytes = 32'h8000_0000;

  // 14 pieces of 32 bits.
  typedef logic [35:0] sum_t;

  // What a block says beside its pieces travels along.
  typedef struct packed {
    queue_t      qid;
    logic [1:0]  nth;
    logic        last;
    wqe_slot_t   slot;
    wqe_fields_t fields;
    logic        cut;
    logic        cut_fresh;
    logic [1:0]  cut_rows;
    qp_idx_t     cut_qp;
  } along_t;

  along_t along_q [1:Stages-1];
  logic [Stages-1:1] valid_q;

  always_ff @(posedge clk_i) begin
    along_q[1] <= '{qid: qid_i, nth: nth_i, last: last_i, slot: slot_i, fields: fields_i,
                    cut: cut_i, cut_fresh: cut_fresh_i, cut_rows: cut_rows_i, cut_qp: cut_qp_i};
    for (int s = 2; s < int'(Stages); s++) along_q[s] <= along_q[s-1];
    if (!rst_ni) begin
      valid_q <= '0;
      order_valid_o <= 1'b0;
    end else begin
      valid_q <= {valid_q[Stages-2:1], valid_i};
      order_valid_o <= valid_q[Stages-1] && (along_q[Stages-1].last || along_q[Stages-1].cut);
    end
  end

  // --- stages 1 to 3: the block's pieces that count, summed --------------------------------------
  logic [3:0][31:0] s1_bytes_q;
  logic [1:0][32:0] s2_sum_q;
  logic [33:0]      s3_sum_q;
  logic [3:0]       counted;

  // Piece i of block n is piece 4n - 2 + i of the WQE, of block 0 piece i.
  for (genvar i = 0; i < int'(PiecesPerRow); i++) begin : gen_counted
    logic [3:0] number;
    assign number = {nth_i, 2'd0} - ((nth_i == '0) ? 4'd0 : 4'd2) + 4'(i);
    assign counted[i] = number < fields_i.pieces[3:0] && !(nth_i == '0 && i >= 2);
  end

  always_ff @(posedge clk_i) begin
    for (int i = 0; i < int'(PiecesPerRow); i++) begin
      s1_bytes_q[i] <= counted[i] ? row_i[i].bytes : '0;
    end
    s2_sum_q[0] <= 33'(s1_bytes_q[0]) + 33'(s1_bytes_q[1]);
    s2_sum_q[1] <= 33'(s1_bytes_q[2]) + 33'(s1_bytes_q[3]);
    s3_sum_q    <= 34'(s2_sum_q[0]) + 34'(s2_sum_q[1]);
  end

  // --- stage 4: the WQE's sum so far -------------------------------------------------------------
  sum_t sum_q [NumTxQueues];
  sum_t s3_total, s4_total_q;

  assign s3_total = ((along_q[3].nth == '0) ? '0 : sum_q[along_q[3].qid]) + sum_t'(s3_sum_q);

  always_ff @(posedge clk_i) begin
    if (valid_q[3]) sum_q[along_q[3].qid] <= s3_total;
    s4_total_q <= s3_total;
  end

  // --- stage 5: what may be wrong, each for itself -----------------------------------------------
  wqe_fields_t f;
  logic        is_atomic, is_ud;
  logic [1:0]  needed_less_1;
  assign f         = along_q[4].fields;
  assign is_atomic = f.opcode[2:1] == 2'b11;
  assign is_ud     = f.qp_type == QpUd;

  always_comb begin
    unique case (f.pieces[3:0])
      4'd0, 4'd1, 4'd2:          needed_less_1 = 2'd0;
      4'd3, 4'd4, 4'd5, 4'd6:    needed_less_1 = 2'd1;
      4'd7, 4'd8, 4'd9, 4'd10:   needed_less_1 = 2'd2;
      default:                   needed_less_1 = 2'd3;
    endcase
  end

  // Allowed on UC: SEND and WRITE, with immediate or without; on UD: the same SENDs.
  logic for_type;
  always_comb begin
    unique case (f.qp_type)
      QpRc:    for_type = 1'b1;
      QpUc:    for_type = f.opcode[2:0] inside {3'd0, 3'd1, 3'd3, 3'd4};
      default: for_type = f.opcode[2:0] inside {3'd0, 3'd1};
    endcase
  end

  logic s5_bad_opcode_q, s5_bad_type_q, s5_bad_pieces_q, s5_too_long_q, s5_over_pmtu_q;
  logic s5_not_8_q, s5_is_atomic_q;
  logic [32:0] s5_rest_q;                       // bytes still to send; negative: fewer than none
  sum_t        s5_total_q;
  logic        s5_resumes_q;

  always_ff @(posedge clk_i) begin
    s5_bad_opcode_q <= f.opcode[7:3] != '0;
    s5_bad_type_q   <= !for_type;
    s5_bad_pieces_q <= f.pieces > 8'(MaxPieces) || f.blocks_less_1 != needed_less_1 ||
                       (is_atomic && f.pieces[3:0] != 4'd1);
    s5_too_long_q   <= s4_total_q > sum_t'(MaxMessageBytes);
    s5_over_pmtu_q  <= is_ud && s4_total_q > sum_t'(pmtu_bytes(f.pmtu));
    s5_not_8_q      <= s4_total_q != sum_t'(8);
    s5_is_atomic_q  <= is_atomic;
    s5_rest_q       <= {1'b0, s4_total_q[31:0]} - {1'b0, f.resume_bytes};
    s5_resumes_q    <= f.resume_bytes != '0;
    s5_total_q      <= s4_total_q;
  end

  // --- stage 6: which of them is said ------------------------------------------------------------
  status_code_t s5_status, s6_status_q;
  logic         s5_has_payload, s6_has_payload_q, s6_none_q;
  logic [31:0]  s6_rest_less_1_q, s6_length_q;
  logic         s5_bad_length;

  // A WQE that shrank below what was already sent of it, behind the driver's own back.
  logic        s5_shrank;
  logic [32:0] s5_rest_less_1;
  assign s5_rest_less_1 = s5_rest_q - 1'b1;
  assign s5_shrank      = s5_resumes_q && s5_rest_less_1[32];
  assign s5_bad_length = s5_too_long_q || s5_over_pmtu_q || s5_shrank ||
                         (s5_is_atomic_q && s5_not_8_q);

  always_comb begin
    s5_status = '0;
    if (along_q[5].fields.kind == BlockStop) s5_status = status_code_t'(StatusDoorbellOverrun);
    else if (along_q[5].fields.read_error)   s5_status = status_code_t'(StatusWqeReadError);
    else if (along_q[5].fields.owner_wrong)  s5_status = status_code_t'(StatusOwner);
    else if (s5_bad_opcode_q)                s5_status = status_code_t'(StatusBadOpcode);
    else if (s5_bad_type_q)                  s5_status = status_code_t'(StatusOpcodeForType);
    else if (along_q[5].fields.is_inline)    s5_status = status_code_t'(StatusFlagUnsupported);
    else if (s5_bad_pieces_q)                s5_status = status_code_t'(StatusPieces);
    else if (s5_bad_length)                  s5_status = status_code_t'(StatusLength);
    else if (s5_is_atomic_q && along_q[5].fields.unaligned)
                                             s5_status = status_code_t'(StatusAtomicAlign);
  end
  assign s5_has_payload = along_q[5].fields.opcode[2:0] < 3'd5;

  always_ff @(posedge clk_i) begin
    s6_status_q      <= s5_status;
    s6_has_payload_q <= s5_has_payload;
    s6_rest_less_1_q <= s5_rest_less_1[31:0];
    s6_none_q        <= s5_rest_q[31:0] == '0;
    s6_length_q      <= s5_total_q[31:0];
  end

  // --- stages 7 and 8: packets ------------------------------------------------------------------
  wqe_fields_t  s6_f;
  logic         s6_walks;
  logic [22:0]  s6_behind;
  payload_len_t s6_last;
  logic [12:0]  s6_mask;

  assign s6_f = along_q[6].fields;
  assign s6_walks = s6_has_payload_q && s6_status_q == '0 && s6_f.kind == BlockData;
  assign s6_mask = pmtu_bytes(s6_f.pmtu) - 1'b1;
  assign s6_last = s6_none_q ? '0 : (s6_rest_less_1_q[12:0] & s6_mask) + 1'b1;
  always_comb begin
    unique case (s6_f.pmtu)
      3'd1:    s6_behind = s6_rest_less_1_q[30:8];
      3'd2:    s6_behind = 23'(s6_rest_less_1_q[30:9]);
      3'd3:    s6_behind = 23'(s6_rest_less_1_q[30:10]);
      3'd4:    s6_behind = 23'(s6_rest_less_1_q[30:11]);
      default: s6_behind = 23'(s6_rest_less_1_q[30:12]);
    endcase
    if (s6_none_q) s6_behind = '0;
  end

  logic         s7_walks_q;
  logic [22:0]  s7_behind_q;
  payload_len_t s7_last_q;
  status_code_t s7_status_q;
  logic [31:0]  s7_length_q;
  wqe_fields_t  s7_f;
  packet_plan_t s7_plan;
  logic         s7_many;
  assign s7_f    = along_q[7].fields;
  assign s7_many = s7_walks_q && s7_f.pieces[3:1] != '0;

  always_ff @(posedge clk_i) begin
    s7_walks_q  <= s6_walks;
    s7_behind_q <= s6_behind;
    s7_last_q   <= s6_walks ? s6_last : '0;
    s7_status_q <= s6_status_q;
    s7_length_q <= s6_length_q;
  end

  always_comb begin
    s7_plan.resume_bytes = s7_walks_q ? s7_f.resume_bytes : '0;
    s7_plan.resumes      = s7_walks_q && s7_f.resume_bytes != '0;
    s7_plan.behind       = s7_behind_q;         // no matter where single
    s7_plan.single       = !s7_walks_q || s7_behind_q == '0;
    s7_plan.pair         = s7_walks_q && s7_behind_q == 23'd1;
    s7_plan.first_bytes  = s7_plan.single ? s7_last_q : payload_len_t'(pmtu_bytes(s7_f.pmtu));
    s7_plan.last_bytes   = s7_last_q;
    s7_plan.no_bytes     = s7_last_q == '0;
    s7_plan.pmtu         = s7_f.pmtu;
  end

  always_ff @(posedge clk_i) begin
    order_qid_o        <= along_q[7].qid;
    order_o.has_cut    <= along_q[7].cut;
    order_o.cut_fresh  <= along_q[7].cut_fresh;
    order_o.cut_rows   <= along_q[7].cut_rows;
    order_o.cut_qp     <= along_q[7].cut_qp;
    order_o.has_wqe    <= along_q[7].last;
    order_o.token      <= along_q[7].last && s7_f.kind == BlockToken;
    order_o.slot       <= along_q[7].slot;
    order_o.qp         <= s7_f.qp;
    order_o.fresh      <= s7_f.fresh;
    order_o.run_first  <= s7_f.run_first;
    order_o.other_qp   <= s7_f.other_qp;
    order_o.rows       <= (s7_f.kind == BlockData) ? 3'(along_q[7].nth) + 1'b1 : '0;
    order_o.no_row     <= s7_f.kind != BlockData;
    order_o.pieces     <= s7_walks_q ? s7_f.pieces[3:0] : '0;
    order_o.bare       <= !s7_walks_q || s7_f.pieces[3:0] == '0;
    order_o.walks      <= s7_many;
    order_o.spare_rows <= !s7_many && along_q[7].nth != '0 && s7_f.kind == BlockData;
    order_o.plan       <= s7_plan;
    verdict_o.token    <= s7_f.kind == BlockToken;
    verdict_o.status   <= s7_status_q;
    verdict_o.qp_type  <= s7_f.qp_type;
    verdict_o.op       <= s7_f.opcode[2:0];
    verdict_o.psns     <= psn_t'(s7_behind_q) + 1'b1;
    verdict_o.length   <= s7_length_q;
  end

  assign busy_o = valid_i || (|valid_q) || order_valid_o;

endmodule
