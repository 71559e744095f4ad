// SPDX-License-Identifier: Apache-2.0
// Packs the beats of the read channel into rows: rotate, join with what the queue has left over,
// write. A beat a clock, of any queue, the same one in every clock too.
//
// A row is written when it is full, and when a burst ends inside of it: so the row that a message
// ends with stands in the buffer before it is known to be the last. For that a queue's row behind
// its newest one must be free to be written. Rows r and r + 1 of a queue lie in different banks,
// so that one beat may write both.
// Bytes behind a message's end in its last row are of no meaning.
//
// written_o counts a queue's rows modulo 2 RowsPerQueue, 5 clocks behind the beat that fills them.
// mark_valid_o tells of each queue whose count moved: its row mark_row_o - 1 is done, with
// mark_errors_o (mod 256) error beats up to now.
//
// A beat waits (r_ready_o low) while its queue's rows without beats are counted, one step a clock.

`include "assert.svh"

module rnic_payload_align
  import rnic_axi_pkg::*;
  import rnic_payload_pkg::*;
  import rnic_tx_pkg::*;
#(
  localparam int unsigned BankRowBits = $clog2(NumTxQueues * RowsPerQueue / 2)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  input  logic                   steer_valid_i,
  input  queue_t                 steer_qid_i,
  input  steer_t                 steer_i,
  output queue_mask_t            steer_room_o,  // 64 more fit when it has fallen

  input  logic                   r_valid_i,
  output logic                   r_ready_o,
  input  axi_r_t                 r_i,
  output logic                   read_done_o,   // a burst's last beat was taken

  output logic [1:0]             wr_en_o,       // bank 0: even rows
  output logic [BankRowBits-1:0] wr_row_o [2],
  output logic [AxiDataBits-1:0] wr_data_o [2],

  output row_count_t             written_o [NumTxQueues],

  output queue_mask_t            mark_valid_o,
  output row_count_t             mark_row_o [NumTxQueues],
  output logic [7:0]             mark_errors_o [NumTxQueues],

  output logic                   busy_o         // 1 clock late
);

  localparam int unsigned SteerDepth = 1024;    // a queue: rows to count and reads outstanding
  localparam int unsigned SteerSlack = 64;
  localparam int unsigned RowBits = $clog2(RowsPerQueue);
  typedef logic [AxiDataBits-1:0] row_data_t;

  // Byte i goes to byte i - bytes, around the corner.
  function automatic row_data_t rotate_down(row_data_t data, byte_pos_t bytes);
    return row_data_t'({data, data} >> {bytes, 3'd0});
  endfunction

  // --- s0: beats and the steers of their bursts --------------------------------------------------
  typedef struct packed {
    queue_mask_t to;                            // its queue, decoded
    axi_r_t      r;
  } beat_t;

  logic   s0_valid, s0_ready;
  beat_t  in_beat, s0_beat;
  axi_r_t s0_r;

  assign in_beat = '{to: queue_mask_t'(1) << r_i.id, r: r_i};
  assign s0_r = s0_beat.r;

  rnic_skid #(.data_t(beat_t)) u_r (
    .clk_i, .rst_ni,
    .in_valid_i(r_valid_i), .in_ready_o(r_ready_o), .in_data_i(in_beat),
    .out_valid_o(s0_valid), .out_ready_i(s0_ready), .out_data_o(s0_beat)
  );

  queue_mask_t head_valid, head_pop;
  steer_t      head [NumTxQueues];

  rnic_queue_fifo #(
    .data_t(steer_t), .Depth(SteerDepth), .Slack(SteerSlack), .PushReg(1'b1)
  ) u_steers (
    .clk_i, .rst_ni,
    .push_valid_i(steer_valid_i), .push_qid_i(steer_qid_i), .push_data_i(steer_i),
    .room_o(steer_room_o), .head_valid_o(head_valid), .head_data_o(head), .pop_i(head_pop)
  );

  // --- s1: what each queue makes of this clock ---------------------------------------------------
  queue_mask_t  hit, held, fills, part;
  byte_pos_t    start [NumTxQueues];
  byte_pos_t    rot [NumTxQueues];
  row_count_t   row [NumTxQueues];              // rows ended so far: number of the one being filled

  for (genvar q = 0; q < int'(NumTxQueues); q++) begin : gen_queue
    steer_t       steer_q;
    logic         held_q, first_q, moved_q, load, count, done;
    row_count_t   row_q, written_q;
    logic [7:0]   errors_q;
    packet_rows_t rows, s4_rows;

    assign hit[q] = s0_valid && s0_beat.to[q] && held_q && steer_q.beats;
    assign count = held_q && !steer_q.beats;
    assign done = (hit[q] && s0_r.last) || count;
    assign load = head_valid[q] && (done || !held_q);
    assign head_pop[q] = load;
    assign held[q] = held_q;

    assign fills[q] = s0_r.last ? steer_q.last_fills : !first_q || steer_q.first_fills;
    assign part[q] = s0_r.last && steer_q.part;
    assign start[q] = first_q ? steer_q.start : steer_q.rot;
    assign rot[q] = steer_q.rot;
    assign row[q] = row_q;

    always_comb begin
      rows = '0;
      if (hit[q])       rows = packet_rows_t'(fills[q]) + packet_rows_t'(part[q]);
      else if (count) rows = steer_q.rows;
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        held_q    <= 1'b0;
        first_q   <= 1'b1;
        row_q     <= '0;
        written_q <= '0;
        errors_q  <= '0;
        moved_q   <= 1'b0;
      end else begin
        held_q    <= load || (held_q && !done);
        if (hit[q]) first_q <= s0_r.last;
        row_q     <= row_q + row_count_t'(rows);
        errors_q  <= errors_q + 8'(hit[q] && s0_r.resp[1]);
        moved_q   <= rows != '0;
        written_q <= written_q + row_count_t'(s4_rows);
      end
    end
    always_ff @(posedge clk_i) if (load) steer_q <= head[q];

    rnic_pipe #(.Width($bits(packet_rows_t)), .Cycles(3)) u_rows (
      .clk_i, .rst_ni, .d_i(rows), .d_o(s4_rows)
    );

    assign written_o[q]     = written_q;
    assign mark_valid_o[q]  = moved_q;
    assign mark_row_o[q]    = row_q;
    assign mark_errors_o[q] = errors_q;
  end

  assign s0_ready = |hit;
  assign read_done_o = r_valid_i && r_ready_o && r_i.last;

  // --- s1 ----------------------------------------------------------------------------------------
  logic               s1_valid_q, s1_fills_q, s1_last_q;
  queue_t             s1_qid_q;
  byte_pos_t          s1_down_q, s1_start_q;    // down: -rot
  logic [RowBits-1:0] s1_row_q;
  row_data_t          s1_data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s1_valid_q <= 1'b0;
    else         s1_valid_q <= s0_ready;
  end
  always_ff @(posedge clk_i) begin
    s1_qid_q   <= s0_r.id;
    s1_last_q  <= s0_r.last;
    s1_fills_q <= fills[s0_r.id];
    s1_down_q  <= -rot[s0_r.id];
    s1_start_q <= start[s0_r.id];
    s1_row_q   <= row[s0_r.id][RowBits-1:0];
    s1_data_q  <= s0_r.data;
  end

  // --- s2: rotate by 0 to 15 ---------------------------------------------------------------------
  logic               s2_valid_q, s2_fills_q, s2_last_q;
  queue_t             s2_qid_q;
  logic [6:4]         s2_down_q;
  logic [RowBits-1:0] s2_row_q;
  logic [RowBits-1:1] s2_next_row_q;            // in its bank
  row_data_t          s2_data_q, s2_keep_q;     // keep: of the row as it was before

  always_ff @(posedge clk_i) begin
    if (!rst_ni) s2_valid_q <= 1'b0;
    else         s2_valid_q <= s1_valid_q;
  end
  always_ff @(posedge clk_i) begin
    s2_qid_q      <= s1_qid_q;
    s2_last_q     <= s1_last_q;
    s2_fills_q    <= s1_fills_q;
    s2_down_q     <= s1_down_q[6:4];
    s2_row_q      <= s1_row_q;
    s2_next_row_q <= s1_row_q[RowBits-1:1] + (RowBits - 1)'(s1_row_q[0]);
    s2_keep_q     <= ~({AxiDataBits{1'b1}} << {s1_start_q, 3'd0});
    s2_data_q     <= rotate_down(s1_data_q, byte_pos_t'(s1_down_q[3:0]));
  end

  // --- s3: rotate by multiples of 16 -------------------------------------------------------------
  logic               s3_valid_q, s3_write_q, s3_next_q, s3_fills_q, s3_odd_q;
  queue_t             s3_qid_q;
  logic [RowBits-1:1] s3_row_q, s3_next_row_q;  // in their banks
  row_data_t          s3_data_q, s3_keep_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      s3_valid_q <= 1'b0;
      s3_write_q <= 1'b0;
      s3_next_q  <= 1'b0;
    end else begin
      s3_valid_q <= s2_valid_q;
      s3_write_q <= s2_valid_q && (s2_fills_q || s2_last_q);
      s3_next_q  <= s2_valid_q && s2_fills_q && s2_last_q;
    end
  end
  always_ff @(posedge clk_i) begin
    s3_qid_q      <= s2_qid_q;
    s3_fills_q    <= s2_fills_q;
    s3_odd_q      <= s2_row_q[0];
    s3_row_q      <= s2_row_q[RowBits-1:1];
    s3_next_row_q <= s2_next_row_q;
    s3_keep_q     <= s2_keep_q;
    s3_data_q     <= rotate_down(s2_data_q, {s2_down_q, 4'd0});
  end

  // --- s4: join and write ------------------------------------------------------------------------
  row_data_t left [NumTxQueues];                // bytes of the row that is being filled
  row_data_t s3_joined;

  assign s3_joined = (left[s3_qid_q] & s3_keep_q) | (s3_data_q & ~s3_keep_q);
  always_ff @(posedge clk_i) begin
    if (s3_valid_q) left[s3_qid_q] <= s3_fills_q ? s3_data_q : s3_joined;
  end

  assign wr_en_o[0]   = s3_odd_q ? s3_next_q : s3_write_q;
  assign wr_en_o[1]   = s3_odd_q ? s3_write_q : s3_next_q;
  assign wr_row_o[0]  = {s3_qid_q, s3_odd_q ? s3_next_row_q : s3_row_q};
  assign wr_row_o[1]  = {s3_qid_q, s3_odd_q ? s3_row_q : s3_next_row_q};
  assign wr_data_o[0] = s3_odd_q ? s3_data_q : s3_joined;
  assign wr_data_o[1] = s3_odd_q ? s3_joined : s3_data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) busy_o <= 1'b0;
    else busy_o <= s0_valid || s1_valid_q || s2_valid_q || s3_valid_q || |held || |head_valid;
  end

  `RNIC_COVER(Waits, s0_valid && !s0_ready)
  `RNIC_COVER(TwoRows, s3_next_q)

endmodule
