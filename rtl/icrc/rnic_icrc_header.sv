// SPDX-License-Identifier: Apache-2.0
// Finds the headers of the frames that start in a beat: two slots that together cover any arrival.
//
// Frames have at least four segments, so at most one starts in segments {7 of the beat before, 0,
// 1, 2} (slot B) and one in {3, 4, 5, 6} (slot C). Bytes 12..23 of a frame, which tell type,
// family, traffic class and IP length, lie in its first two segments; with B reaching back by one
// segment they are all at hand in the beat that names the slot.
//
// Latency 4 clocks, two frames a clock. Not promised: any word on UDP or BTH; IP lengths may exceed
// the frame (rnic_icrc_ends judges that).

module rnic_icrc_header
  import rnic_bus_pkg::*;
  import rnic_icrc_pkg::*;
(
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  lanes_t                            lanes_i,
  input  logic [NumSegs-1:0][SegBits-1:0]   data_i,

  output header_t                           b_o,
  output header_t                           c_o
);

  // Bytes 12..23 of a frame, byte 12 + k in bits 8k+7:8k.
  typedef logic [12*8-1:0] head_t;

  // ------------------------------------------------------------ segment 7 of the last live beat
  logic        last_sop_q;
  logic [31:0] last_bytes_q;

  always_ff @(posedge clk_i) begin
    if (lanes_i.live) last_bytes_q <= data_i[7][127:96];
    if (!rst_ni) last_sop_q <= 1'b0;
    else if (lanes_i.live) last_sop_q <= lanes_i.sop[7];
  end

  // ------------------------------------------------------------ one of four segments a slot
  logic       b_valid_q, c_valid_q;
  logic [1:0] b_start, c_start, b_start_q, c_start_q;
  head_t      b_head, c_head, b_head_q, c_head_q;

  always_comb begin
    b_start = {lanes_i.sop[1] | lanes_i.sop[2], lanes_i.sop[0] | lanes_i.sop[2]};
    unique case (b_start)
      2'd0: b_head = {data_i[0][63:0], last_bytes_q};
      2'd1: b_head = {data_i[1][63:0], data_i[0][127:96]};
      2'd2: b_head = {data_i[2][63:0], data_i[1][127:96]};
      2'd3: b_head = {data_i[3][63:0], data_i[2][127:96]};
    endcase
    c_start = {lanes_i.sop[5] | lanes_i.sop[6], lanes_i.sop[4] | lanes_i.sop[6]};
    unique case (c_start)
      2'd0: c_head = {data_i[4][63:0], data_i[3][127:96]};
      2'd1: c_head = {data_i[5][63:0], data_i[4][127:96]};
      2'd2: c_head = {data_i[6][63:0], data_i[5][127:96]};
      2'd3: c_head = {data_i[7][63:0], data_i[6][127:96]};
    endcase
  end

  always_ff @(posedge clk_i) begin
    b_start_q <= b_start;
    c_start_q <= c_start;
    b_head_q <= b_head;
    c_head_q <= c_head;
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      c_valid_q <= 1'b0;
    end else begin
      b_valid_q <= lanes_i.live & (last_sop_q | (|lanes_i.sop[2:0]));
      c_valid_q <= lanes_i.live & (|lanes_i.sop[6:3]);
    end
  end

  // ------------------------------------------------------------ what the bytes say
  rnic_icrc_header_slot #(.FirstSeg(-1)) u_b (
    .clk_i, .rst_ni, .valid_i(b_valid_q), .start_i(b_start_q), .head_i(b_head_q), .header_o(b_o)
  );
  rnic_icrc_header_slot #(.FirstSeg(3)) u_c (
    .clk_i, .rst_ni, .valid_i(c_valid_q), .start_i(c_start_q), .head_i(c_head_q), .header_o(c_o)
  );

endmodule
