// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite to register windows: one access at a time, each answered by its window when it is done.
//
// An access is held in flops and offered to one window: req_o[w] is high for one clock, all else
// stands until the window answers with one clock of ack_i[w], in the clock of req_o[w] at the
// earliest; err_i and rdata_i count with ack_i. What belongs to no window, and a write without all
// four strobes, is answered with SLVERR here. Reads and writes take turns when both wait.
//
// While open_i is low nothing is taken. About 6 clocks an access, and what the window needs.
// Source: ARM IHI 0022, AXI4-Lite.

`include "assert.svh"

module rnic_csr_axil #(
  parameter int unsigned NumWindows = 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic                        open_i,

  // AXI4-Lite
  input  logic                        s_axil_awvalid_i,
  output logic                        s_axil_awready_o,
  input  logic [15:0]                 s_axil_awaddr_i,
  input  logic                        s_axil_wvalid_i,
  output logic                        s_axil_wready_o,
  input  logic [31:0]                 s_axil_wdata_i,
  input  logic [3:0]                  s_axil_wstrb_i,
  output logic                        s_axil_bvalid_o,
  input  logic                        s_axil_bready_i,
  output logic [1:0]                  s_axil_bresp_o,
  input  logic                        s_axil_arvalid_i,
  output logic                        s_axil_arready_o,
  input  logic [15:0]                 s_axil_araddr_i,
  output logic                        s_axil_rvalid_o,
  input  logic                        s_axil_rready_i,
  output logic [31:0]                 s_axil_rdata_o,
  output logic [1:0]                  s_axil_rresp_o,

  // Windows; select_i says which of them addr_o lies in
  output logic [15:2]                 addr_o,
  input  logic [NumWindows-1:0]       select_i,
  output logic [NumWindows-1:0]       req_o,
  output logic                        write_o,
  output logic [31:0]                 wdata_o,
  input  logic [NumWindows-1:0]       ack_i,
  input  logic [NumWindows-1:0]       err_i,
  input  logic [NumWindows-1:0][31:0] rdata_i
);

  localparam logic [1:0] RespOkay = 2'b00;
  localparam logic [1:0] RespSlverr = 2'b10;

  typedef enum logic [2:0] {
    StIdle,
    StSelect,
    StWait,
    StAnswerWrite,
    StAnswerRead
  } state_e;

  // ------------------------------------------------------------ channels, one word each
  logic        aw_full_q, w_full_q, ar_full_q, open_q;
  logic [15:2] aw_addr_q, ar_addr_q;
  logic [31:0] w_data_q;
  logic [3:0]  w_strb_q;
  logic        start_write, start_read;

  assign s_axil_awready_o = open_q && !aw_full_q;
  assign s_axil_wready_o  = open_q && !w_full_q;
  assign s_axil_arready_o = open_q && !ar_full_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q    <= 1'b0;
      aw_full_q <= 1'b0;
      w_full_q  <= 1'b0;
      ar_full_q <= 1'b0;
    end else begin
      open_q    <= open_i;
      aw_full_q <= (aw_full_q && !start_write) || (s_axil_awvalid_i && s_axil_awready_o);
      w_full_q  <= (w_full_q && !start_write) || (s_axil_wvalid_i && s_axil_wready_o);
      ar_full_q <= (ar_full_q && !start_read) || (s_axil_arvalid_i && s_axil_arready_o);
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_axil_awready_o) aw_addr_q <= s_axil_awaddr_i[15:2];
    if (s_axil_arready_o) ar_addr_q <= s_axil_araddr_i[15:2];
    if (s_axil_wready_o) begin
      w_data_q <= s_axil_wdata_i;
      w_strb_q <= s_axil_wstrb_i;
    end
  end

  // ------------------------------------------------------------ one access
  state_e                state_d, state_q;
  logic                  write_q, was_write_q, partial_q;
  logic [15:2]           addr_q;
  logic [31:0]           wdata_q, rdata_q;
  logic [NumWindows-1:0] req_q, window_q;
  logic [1:0]            resp_q;

  logic        none;
  logic        window_ack, window_err;
  logic [31:0] window_rdata;
  assign none       = !(|select_i) || partial_q;
  assign window_ack = |(ack_i & window_q);
  assign window_err = |(err_i & window_q);
  always_comb begin
    window_rdata = '0;
    for (int unsigned w = 0; w < NumWindows; w++) begin
      if (window_q[w]) window_rdata |= rdata_i[w];
    end
  end

  assign start_write = (state_q == StIdle) && aw_full_q && w_full_q && !(ar_full_q && was_write_q);
  assign start_read  = (state_q == StIdle) && ar_full_q && !start_write;

  always_comb begin
    state_d = state_q;
    case (state_q)
      StIdle: if (start_write || start_read) state_d = StSelect;
      StSelect: begin
        if (!none)        state_d = StWait;
        else if (write_q) state_d = StAnswerWrite;
        else              state_d = StAnswerRead;
      end
      StWait: begin
        if (window_ack) state_d = write_q ? StAnswerWrite : StAnswerRead;
      end
      StAnswerWrite: if (s_axil_bready_i) state_d = StIdle;
      StAnswerRead:  if (s_axil_rready_i) state_d = StIdle;
      default:       state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      was_write_q <= 1'b0;
      req_q       <= '0;
    end else begin
      state_q <= state_d;
      req_q   <= (state_q == StSelect && !none) ? select_i : '0;
      if (state_q == StSelect) was_write_q <= write_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == StIdle) begin
      write_q   <= start_write;
      partial_q <= start_write && w_strb_q != '1;
      addr_q    <= start_write ? aw_addr_q : ar_addr_q;
      wdata_q   <= w_data_q;
    end
    if (state_q == StSelect) begin
      window_q <= select_i;
      rdata_q  <= '0;
      resp_q   <= RespSlverr;
    end
    if (state_q == StWait) begin
      rdata_q <= window_rdata;
      resp_q  <= window_err ? RespSlverr : RespOkay;
    end
  end

  // ------------------------------------------------------------ outputs
  assign addr_o          = addr_q;
  assign write_o         = write_q;
  assign wdata_o         = wdata_q;
  assign req_o           = req_q;
  assign s_axil_bvalid_o = (state_q == StAnswerWrite);
  assign s_axil_bresp_o  = resp_q;
  assign s_axil_rvalid_o = (state_q == StAnswerRead);
  assign s_axil_rresp_o  = resp_q;
  assign s_axil_rdata_o  = rdata_q;

  `RNIC_ASSERT(OneWindow, $onehot0(select_i), "an address lies in two windows")
  `RNIC_ASSERT(AckWhenAsked, ack_i != '0 |-> state_q == StWait && ack_i == window_q,
               "a window answers that was not asked")
  `RNIC_ASSERT(AwHeld, s_axil_awvalid_i && !s_axil_awready_o |=>
               s_axil_awvalid_i && $stable(s_axil_awaddr_i), "AW changed before it was taken")
  `RNIC_ASSERT(WHeld, s_axil_wvalid_i && !s_axil_wready_o |=>
               s_axil_wvalid_i && $stable({s_axil_wdata_i, s_axil_wstrb_i}),
               "W changed before it was taken")
  `RNIC_ASSERT(ArHeld, s_axil_arvalid_i && !s_axil_arready_o |=>
               s_axil_arvalid_i && $stable(s_axil_araddr_i), "AR changed before it was taken")
  `RNIC_COVER(BothWait, state_q == StIdle && aw_full_q && w_full_q && ar_full_q)

endmodule
