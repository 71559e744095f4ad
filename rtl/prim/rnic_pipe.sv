// SPDX-License-Identifier: Apache-2.0
// A shift register for narrow signals: d_o is d_i, Cycles clocks later.
//
// All stages are reset to zero, so that a valid bit inside starts out false. Wide data that needs
// no reset travels cheaper in rnic_delay.

module rnic_pipe #(
  parameter int unsigned Width = 1,    // bits
  parameter int unsigned Cycles = 1    // at least 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic [Width-1:0]  d_i,
  output logic [Width-1:0]  d_o
);

  if (Width < 1) begin : gen_bad_width
    $fatal(1, "rnic_pipe: Width is %0d; it must be at least 1", Width);
  end
  if (Cycles < 1) begin : gen_bad_cycles
    $fatal(1, "rnic_pipe: Cycles is %0d; it must be at least 1", Cycles);
  end

  logic [Cycles:1][Width-1:0] stage_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) stage_q <= '0;
    else begin
      stage_q[1] <= d_i;
      for (int c = 2; c <= int'(Cycles); c++) stage_q[c] <= stage_q[c-1];
    end
  end

  assign d_o = stage_q[Cycles];

endmodule
