// SPDX-License-Identifier: Apache-2.0
// From the segmented bus to a plain 1024-bit AXI4-Stream: every frame begins on byte 0 of a beat.
//
// For MACs and designs that take one packet a beat. tkeep marks the bytes of a frame's last beat
// (all ones before), tlast its end, tuser = 1 with tlast says err: discard it all. Byte n of a beat
// is tdata[8n+7:8n]. A frame of n bytes takes ceil(n / 128) beats, and frames follow each other
// without idle beats wherever the bus brings them fast enough; one clock more where a frame ends on
// a beat that would also complete the next one.
// Beats of a frame may pause where the bus side does, or this adapter for a clock between frames.
// Not promised: line rate for frames just over a multiple of 128 bytes; one frame a beat has none.
//
// Latency 6 clocks. AXI4-Stream: ARM IHI 0051.

`include "assert.svh"

module rnic_mac_axis_tx
  import rnic_bus_pkg::*;
(
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // From the core
  input  logic                 tx_valid_i,
  output logic                 tx_ready_o,
  input  seg_beat_t            tx_beat_i,

  // To the MAC
  output logic                 m_axis_tvalid_o,
  input  logic                 m_axis_tready_i,
  output logic [BeatBits-1:0]  m_axis_tdata_o,
  output logic [BeatBytes-1:0] m_axis_tkeep_o,
  output logic                 m_axis_tlast_o,
  output logic                 m_axis_tuser_o
);

  localparam int unsigned CountBits = $clog2(NumSegs + 1);
  typedef logic [CountBits-1:0] seg_count_t;
  typedef logic [NumSegs-1:0] seg_mask_t;

  // A step: some segments of one frame, or (count 0) what the frame before left over.
  typedef struct packed {
    logic        valid;
    seg_idx_t    start;                        // first segment in the bus beat
    seg_count_t  count;
    logic        eop;
    logic        err;
    logic [3:0]  mty;
  } step_t;

  logic go;                                    // the output takes a beat, so all stages move

  // ------------------------------------------------------------ s1: cut beats into steps
  seg_beat_t s1_beat_q;
  seg_mask_t s1_left_q, s1_take, s1_after;     // segments of the beat not yet in a step
  logic      s1_is_last, s3_spill;             // the beat's last step; the step must wait

  // Everything from the lowest segment left up to and with the first eop.
  always_comb begin
    logic open;
    open = 1'b1;
    for (int s = 0; s < int'(NumSegs); s++) begin
      s1_take[s] = s1_left_q[s] & open;
      open &= ~(s1_left_q[s] & s1_beat_q.eop[s]);
    end
  end
  assign s1_after = s1_left_q & ~s1_take;
  assign s1_is_last = s1_after == '0;

  assign tx_ready_o = go & !s3_spill & s1_is_last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s1_left_q <= '0;
    else if (go && !s3_spill) s1_left_q <= !s1_is_last ? s1_after :
                                           tx_valid_i ? tx_beat_i.ena : '0;
    if (tx_ready_o) s1_beat_q <= tx_beat_i;
  end

  // ------------------------------------------------------------ s2: what the step is
  seg_beat_t s2_beat_q;
  seg_mask_t s2_take_q;
  step_t     s2_step;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s2_take_q <= '0;
    else if (go && !s3_spill) s2_take_q <= s1_take;
    if (go && !s3_spill) s2_beat_q <= s1_beat_q;
  end

  always_comb begin
    s2_step = '0;
    s2_step.valid = |s2_take_q;
    for (int s = int'(NumSegs) - 1; s >= 0; s--) if (s2_take_q[s]) s2_step.start = seg_idx_t'(s);
    for (int s = 0; s < int'(NumSegs); s++) begin
      s2_step.count += seg_count_t'(s2_take_q[s]);
      s2_step.eop |= s2_take_q[s] & s2_beat_q.eop[s];
      s2_step.err |= s2_take_q[s] & s2_beat_q.err[s];
      s2_step.mty |= s2_take_q[s] ? s2_beat_q.mty[s] : '0;
    end
  end

  // ------------------------------------------------------------ s3: where it goes
  // fill: segments of the open frame that wait in the accumulator.
  step_t                           s3_step_q;
  logic [NumSegs-1:0][SegBits-1:0] s3_data_q;
  seg_idx_t                        s3_fill_d, s3_fill_q, s3_rotate;
  seg_count_t                      s3_spill_count, s3_spill_count_q;  // 0: nothing left over
  logic [3:0]                      s3_spill_mty_q;
  logic                            s3_spill_err_q;
  logic [CountBits:0]              s3_sum;
  logic                            s3_full, s3_emits, s3_leaves_spill;

  assign s3_sum = {1'b0, s3_step_q.count} + (CountBits + 1)'(s3_fill_q);
  assign s3_full = s3_sum >= (CountBits + 1)'(NumSegs);
  assign s3_emits = s3_step_q.valid & (s3_full | s3_step_q.eop);
  assign s3_leaves_spill = s3_step_q.valid & s3_step_q.eop & (s3_sum > (CountBits + 1)'(NumSegs));
  // A left over end goes out alone where the step behind it has a beat to give as well.
  assign s3_spill = (s3_spill_count_q != '0) & s3_emits;
  assign s3_spill_count = seg_count_t'(s3_sum - (CountBits + 1)'(NumSegs));
  assign s3_fill_d = s3_step_q.eop ? '0 : seg_idx_t'(s3_sum);
  assign s3_rotate = s3_fill_q - s3_step_q.start;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s3_step_q.valid <= 1'b0;
      s3_fill_q <= '0;
      s3_spill_count_q <= '0;
    end else if (go) begin
      if (!s3_spill) begin
        s3_step_q <= s2_step;
        if (s3_step_q.valid) s3_fill_q <= s3_fill_d;
      end
      s3_spill_count_q <= (s3_leaves_spill & !s3_spill) ? s3_spill_count : '0;
    end
    if (go && !s3_spill) begin
      s3_data_q <= s2_beat_q.data;
      s3_spill_mty_q <= s3_step_q.mty;
      s3_spill_err_q <= s3_step_q.err;
    end
  end

  // What s3 decided, for the two stages of data behind it.
  typedef struct packed {
    logic                  emits;              // a beat of the stream leaves
    logic                  spills;             // it is what was left over
    logic                  takes;              // the step's segments go into the accumulator
    logic                  wraps;              // those behind the beat start the next one
    seg_idx_t              fill;
    logic                  last;
    logic                  err;
  } plan_t;

  function automatic logic [BeatBytes-1:0] keep_of(seg_count_t segs, logic [3:0] mty);
    logic [BeatBytes-1:0] keep;
    logic [3:0] used;                          // bytes of the last segment, less one
    used = ~mty;
    for (int s = 0; s < int'(NumSegs); s++)
      for (int b = 0; b < int'(SegBytes); b++)
        keep[s*int'(SegBytes)+b] = (seg_count_t'(s + 1) < segs) |
                                   ((seg_count_t'(s + 1) == segs) & (4'(b) <= used));
    return keep;
  endfunction

  // ------------------------------------------------------------ s4: rotate to the place
  plan_t                           s4_plan_q;
  logic [NumSegs-1:0][SegBits-1:0] s4_data_q;
  seg_count_t                      s4_segs_q;
  logic [3:0]                      s4_mty_q;

  logic                            s3_is_spill;
  logic [NumSegs-1:0][SegBits-1:0] s3_rotated;
  assign s3_is_spill = s3_spill_count_q != '0;

  for (genvar s = 0; s < int'(NumSegs); s++) begin : gen_rotate
    seg_idx_t from;
    assign from = seg_idx_t'(s) - s3_rotate;
    assign s3_rotated[s] = s3_data_q[from];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s4_plan_q <= '0;
    else if (go) begin
      s4_plan_q.emits <= s3_is_spill | s3_emits;
      s4_plan_q.spills <= s3_is_spill;
      s4_plan_q.takes <= s3_step_q.valid & !s3_spill;
      s4_plan_q.wraps <= s3_full;
      s4_plan_q.fill <= s3_fill_q;
      s4_plan_q.last <= s3_is_spill | (s3_step_q.eop & !s3_leaves_spill);
      s4_plan_q.err <= s3_is_spill ? s3_spill_err_q : s3_step_q.err;
    end
    if (go) begin
      s4_data_q <= s3_rotated;
      s4_segs_q <= s3_is_spill ? s3_spill_count_q
                               : (s3_step_q.eop & !s3_leaves_spill) ? seg_count_t'(s3_sum)
                                                                    : seg_count_t'(NumSegs);
      s4_mty_q <= s3_is_spill ? s3_spill_mty_q
                              : (s3_step_q.eop & !s3_leaves_spill) ? s3_step_q.mty : '0;
    end
  end

  // ------------------------------------------------------------ s5: merge with what waits
  logic [NumSegs-1:0][SegBits-1:0] s4_merged, acc_q;
  typedef struct packed {
    logic                 user;
    logic                 last;
    logic [BeatBytes-1:0] keep;
    logic [BeatBits-1:0]  data;
  } axis_t;

  logic                            s5_valid_q;
  axis_t                           s5_axis_q;

  always_comb begin
    for (int s = 0; s < int'(NumSegs); s++)
      s4_merged[s] = (seg_idx_t'(s) < s4_plan_q.fill) ? acc_q[s] : s4_data_q[s];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s5_valid_q <= 1'b0;
    else if (go) s5_valid_q <= s4_plan_q.emits;
    if (go) begin
      s5_axis_q.data <= s4_plan_q.spills ? acc_q : s4_merged;
      s5_axis_q.keep <= keep_of(s4_segs_q, s4_mty_q);
      s5_axis_q.last <= s4_plan_q.last;
      s5_axis_q.user <= s4_plan_q.last & s4_plan_q.err;
      if (s4_plan_q.takes) acc_q <= s4_plan_q.wraps ? s4_data_q : s4_merged;
    end
  end

  // ------------------------------------------------------------ out
  axis_t out_axis;

  rnic_skid #(.data_t(axis_t)) u_out (
    .clk_i, .rst_ni,
    .in_valid_i(s5_valid_q), .in_ready_o(go), .in_data_i(s5_axis_q),
    .out_valid_o(m_axis_tvalid_o), .out_ready_i(m_axis_tready_i), .out_data_o(out_axis)
  );
  assign m_axis_tdata_o = out_axis.data;
  assign m_axis_tkeep_o = out_axis.keep;
  assign m_axis_tlast_o = out_axis.last;
  assign m_axis_tuser_o = out_axis.user;

  rnic_seg_chk #(.Tx(1'b1)) u_tx_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_i), .ready_i(tx_ready_o), .beat_i(tx_beat_i)
  );

  `RNIC_COVER(Spill, go && s3_leaves_spill)
  `RNIC_COVER(SpillAlone, go && s3_spill)

endmodule
