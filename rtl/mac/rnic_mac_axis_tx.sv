// SPDX-License-Identifier: Apache-2.0
// From the segmented bus to a plain 1024-bit AXI4-Stream: every frame begins on byte 0 of a beat.
//
// For MACs and designs that take one packet a beat. tkeep marks the bytes of a frame's last beat
// (all ones before), tlast its end, tuser = 1 with tlast says err: discard it all. Byte n of a beat
// is tdata[8n+7:8n]. A frame of n bytes takes ceil(n / 128) beats, and frames follow each other
// without idle beats wherever the bus brings them fast enough; one clock more where a frame ends on
// a beat that would also complete the next one.
// Beats of a frame may pause where the bus side, or this adapter for a clock between frames, pauses.
// Not promised: line rate for frames just over a multiple of 128 bytes; one frame a beat has none.
//
// Latency 5 clocks. AXI4-Stream: ARM IHI 0051.

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
  step_t     s1_step;
  logic      s1_is_last, s2_spill;             // the beat's last step; the step must wait

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

  always_comb begin
    s1_step = '0;
    s1_step.valid = |s1_left_q;
    for (int s = int'(NumSegs) - 1; s >= 0; s--) if (s1_take[s]) s1_step.start = seg_idx_t'(s);
    for (int s = 0; s < int'(NumSegs); s++) begin
      s1_step.count += seg_count_t'(s1_take[s]);
      s1_step.eop |= s1_take[s] & s1_beat_q.eop[s];
      s1_step.err |= s1_take[s] & s1_beat_q.err[s];
      s1_step.mty |= s1_take[s] ? s1_beat_q.mty[s] : '0;
    end
  end

  assign tx_ready_o = go & !s2_spill & s1_is_last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s1_left_q <= '0;
    else if (go && !s2_spill) s1_left_q <= !s1_is_last ? s1_after :
                                           tx_valid_i ? tx_beat_i.ena : '0;
    if (tx_ready_o) s1_beat_q <= tx_beat_i;
  end

  // ------------------------------------------------------------ s2: where it goes
  // fill: segments of the open frame that wait in the accumulator.
  step_t                           s2_step_q;
  logic [NumSegs-1:0][SegBits-1:0] s2_data_q;
  seg_idx_t                        s2_fill_d, s2_fill_q, s2_rotate;
  seg_count_t                      s2_spill_count, s2_spill_count_q;  // 0: nothing left over
  logic [3:0]                      s2_spill_mty_q;
  logic                            s2_spill_err_q;
  logic [CountBits:0]              s2_sum;
  logic                            s2_full, s2_emits, s2_leaves_spill;

  assign s2_sum = {1'b0, s2_step_q.count} + (CountBits+1)'(s2_fill_q);
  assign s2_full = s2_sum >= (CountBits+1)'(NumSegs);
  assign s2_emits = s2_step_q.valid & (s2_full | s2_step_q.eop);
  assign s2_leaves_spill = s2_step_q.valid & s2_step_q.eop & (s2_sum > (CountBits+1)'(NumSegs));
  // A left over end goes out alone where the step behind it has a beat to give as well.
  assign s2_spill = (s2_spill_count_q != '0) & s2_emits;
  assign s2_spill_count = seg_count_t'(s2_sum - (CountBits+1)'(NumSegs));
  assign s2_fill_d = s2_step_q.eop ? '0 : seg_idx_t'(s2_sum);
  assign s2_rotate = s2_fill_q - s2_step_q.start;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s2_step_q.valid <= 1'b0;
      s2_fill_q <= '0;
      s2_spill_count_q <= '0;
    end else if (go) begin
      if (!s2_spill) begin
        s2_step_q <= s1_step;
        if (s2_step_q.valid) s2_fill_q <= s2_fill_d;
      end
      s2_spill_count_q <= (s2_leaves_spill & !s2_spill) ? s2_spill_count : '0;
    end
    if (go && !s2_spill) begin
      s2_data_q <= s1_beat_q.data;
      s2_spill_mty_q <= s2_step_q.mty;
      s2_spill_err_q <= s2_step_q.err;
    end
  end

  // What s2 decided, for the two stages of data behind it.
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

  // ------------------------------------------------------------ s3: rotate to the place
  plan_t                           s3_plan_q;
  logic [NumSegs-1:0][SegBits-1:0] s3_data_q;
  seg_count_t                      s3_segs_q;
  logic [3:0]                      s3_mty_q;

  logic                            s2_is_spill;
  logic [NumSegs-1:0][SegBits-1:0] s2_rotated;
  assign s2_is_spill = s2_spill_count_q != '0;

  for (genvar s = 0; s < int'(NumSegs); s++) begin : gen_rotate
    seg_idx_t from;
    assign from = seg_idx_t'(s) - s2_rotate;
    assign s2_rotated[s] = s2_data_q[from];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s3_plan_q <= '0;
    else if (go) begin
      s3_plan_q.emits <= s2_is_spill | s2_emits;
      s3_plan_q.spills <= s2_is_spill;
      s3_plan_q.takes <= s2_step_q.valid & !s2_spill;
      s3_plan_q.wraps <= s2_full;
      s3_plan_q.fill <= s2_fill_q;
      s3_plan_q.last <= s2_is_spill | (s2_step_q.eop & !s2_leaves_spill);
      s3_plan_q.err <= s2_is_spill ? s2_spill_err_q : s2_step_q.err;
    end
    if (go) begin
      s3_data_q <= s2_rotated;
      s3_segs_q <= s2_is_spill ? s2_spill_count_q
                               : (s2_step_q.eop & !s2_leaves_spill) ? seg_count_t'(s2_sum)
                                                                    : seg_count_t'(NumSegs);
      s3_mty_q <= s2_is_spill ? s2_spill_mty_q
                              : (s2_step_q.eop & !s2_leaves_spill) ? s2_step_q.mty : '0;
    end
  end

  // ------------------------------------------------------------ s4: merge with what waits
  logic [NumSegs-1:0][SegBits-1:0] s3_merged, acc_q;
  typedef struct packed {
    logic                 user;
    logic                 last;
    logic [BeatBytes-1:0] keep;
    logic [BeatBits-1:0]  data;
  } axis_t;

  logic                            s4_valid_q;
  axis_t                           s4_axis_q;

  always_comb begin
    for (int s = 0; s < int'(NumSegs); s++)
      s3_merged[s] = (seg_idx_t'(s) < s3_plan_q.fill) ? acc_q[s] : s3_data_q[s];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s4_valid_q <= 1'b0;
    else if (go) s4_valid_q <= s3_plan_q.emits;
    if (go) begin
      s4_axis_q.data <= s3_plan_q.spills ? acc_q : s3_merged;
      s4_axis_q.keep <= keep_of(s3_segs_q, s3_mty_q);
      s4_axis_q.last <= s3_plan_q.last;
      s4_axis_q.user <= s3_plan_q.last & s3_plan_q.err;
      if (s3_plan_q.takes) acc_q <= s3_plan_q.wraps ? s3_data_q : s3_merged;
    end
  end

  // ------------------------------------------------------------ out
  axis_t out_axis;

  rnic_skid #(.data_t(axis_t)) u_out (
    .clk_i, .rst_ni,
    .in_valid_i(s4_valid_q), .in_ready_o(go), .in_data_i(s4_axis_q),
    .out_valid_o(m_axis_tvalid_o), .out_ready_i(m_axis_tready_i), .out_data_o(out_axis)
  );
  assign m_axis_tdata_o = out_axis.data;
  assign m_axis_tkeep_o = out_axis.keep;
  assign m_axis_tlast_o = out_axis.last;
  assign m_axis_tuser_o = out_axis.user;

  rnic_seg_chk #(.Tx(1'b1)) u_tx_chk (
    .clk_i, .rst_ni, .valid_i(tx_valid_i), .ready_i(tx_ready_o), .beat_i(tx_beat_i)
  );

  `RNIC_COVER(Spill, go && s2_leaves_spill)
  `RNIC_COVER(SpillAlone, go && s2_spill)

endmodule
