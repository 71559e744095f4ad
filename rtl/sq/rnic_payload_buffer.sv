// SPDX-License-Identifier: Apache-2.0
// The payload buffer: RowsPerQueue rows of 128 bytes for each queue, and each row's error count.
//
// Even rows lie in bank 0, odd ones in bank 1: two rows are written a clock, one in each, and one
// is read. row_data_o follows rd_en_i, rd_qid_i, rd_row_i by 3 clocks. It has a value in clocks
// that follow a read by 3 only.
// err_count_o follows err_rd_* by 2 clocks: the count noted with the mark of that row. Rows that
// got no mark of their own (all but the last of those that end in one clock) have none.

module rnic_payload_buffer
  import rnic_axi_pkg::*;
  import rnic_tx_pkg::*;
#(
  localparam int unsigned RowBits     = $clog2(RowsPerQueue),
  localparam int unsigned BankRowBits = $clog2(NumTxQueues * RowsPerQueue / 2)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic [1:0]             wr_en_i,
  input  logic [BankRowBits-1:0] wr_row_i [2],
  input  logic [AxiDataBits-1:0] wr_data_i [2],

  input  queue_mask_t            mark_valid_i,
  input  row_count_t             mark_row_i [NumTxQueues],   // number of the row behind it
  input  logic [7:0]             mark_errors_i [NumTxQueues],

  input  logic                   rd_en_i,
  input  queue_t                 rd_qid_i,
  input  logic [RowBits-1:0]     rd_row_i,
  output logic [AxiDataBits-1:0] row_data_o,

  input  queue_t                 err_rd_qid_i,
  input  logic [RowBits-1:0]     err_rd_row_i,
  output logic [7:0]             err_count_o
);

  // --- rows --------------------------------------------------------------------------------------
  logic [AxiDataBits-1:0] bank_data [2];
  logic                   s1_odd_q, s2_odd_q;

  for (genvar b = 0; b < 2; b++) begin : gen_bank
    rnic_ram_1r1w #(.Width(AxiDataBits), .NumWords(1 << BankRowBits), .OutReg(1'b1)) u_rows (
      .clk_i, .rst_ni,
      .wr_en_i(wr_en_i[b]), .wr_addr_i(wr_row_i[b]), .wr_data_i(wr_data_i[b]),
      .rd_en_i(rd_en_i && rd_row_i[0] == 1'(b)), .rd_addr_i({rd_qid_i, rd_row_i[RowBits-1:1]}),
      .rd_data_o(bank_data[b])
    );
  end

  always_ff @(posedge clk_i) begin
    s1_odd_q   <= rd_row_i[0];
    s2_odd_q   <= s1_odd_q;
    row_data_o <= bank_data[s2_odd_q];
  end

  // --- error counts, at the number of the row behind ---------------------------------------------
  logic [7:0]         errors [NumTxQueues];
  logic [RowBits-1:0] err_place;
  queue_t             s1_qid_q;
  assign err_place = err_rd_row_i + 1'b1;

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_errors
    rnic_ram_1r1w #(.Width(8), .NumWords(RowsPerQueue)) u_errors (
      .clk_i, .rst_ni,
      .wr_en_i(mark_valid_i[q]), .wr_addr_i(mark_row_i[q][RowBits-1:0]),
      .wr_data_i(mark_errors_i[q]),
      .rd_en_i(1'b1), .rd_addr_i(err_place), .rd_data_o(errors[q])
    );
  end

  always_ff @(posedge clk_i) begin
    s1_qid_q    <= err_rd_qid_i;
    err_count_o <= errors[s1_qid_q];
  end

endmodule
