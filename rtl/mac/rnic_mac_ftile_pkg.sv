// SPDX-License-Identifier: Apache-2.0
// The client bus of Intel's F-Tile 400G MAC as it is here: 16 words of 8 bytes a beat.
//
// Source: F-Tile Ethernet Hard IP User Guide (683023), 7.4 and 7.5, "MAC segmented client
// interface". Its segments are called words here, since the segments of this project are 16 bytes.
//   - word w is data[64w+63:64w], its first byte on the wire in the lowest bits (7.4.1)
//   - a frame begins where inframe rises from one word to the next and ends in the word where it
//     falls: inframe is 1 in all words of a frame but the last, so the next frame may begin in the
//     very next word, and a frame has at least two words (4.2.1, "Frame Padding": 9 bytes)
//   - eop_empty (unused bytes), error and fcs_error count in that last word

package rnic_mac_ftile_pkg;

  parameter int unsigned NumWords = 16;
  parameter int unsigned WordBytes = 8;
  parameter int unsigned WordBits = 8 * WordBytes;

  typedef logic [NumWords-1:0] word_mask_t;
  typedef logic [$clog2(NumWords)-1:0] word_idx_t;
  typedef logic [NumWords-1:0][2:0] word_empty_t;
  typedef logic [NumWords-1:0][WordBits-1:0] word_data_t;

  // Words in groups of four, where a prefix over all 16 would be deep.
  parameter int unsigned WordGroup = 4;
  parameter int unsigned NumWordGroups = NumWords / WordGroup;
  typedef logic [NumWordGroups-1:0] word_groups_t;

  // A beat on its way to our bus. Frames begin and end where the MAC had them; ena covers all of a
  // frame's words, the last one too. Two sop are at least 8 words apart. Where a beat is not valid,
  // the MAC gave nothing within a frame; all else is zero then.
  typedef struct packed {
    logic       valid;
    word_mask_t ena;
    word_mask_t sop;
    word_mask_t eop;
    word_mask_t begun;                 // a sop in this word or before it in its group
  } word_beat_t;

  // Its words, which count where ena is set.
  typedef struct packed {
    logic                sop;
    logic                eop;
    logic                err;          // on eop only
    logic [2:0]          empty;        // on eop only
    logic [WordBits-1:0] data;
  } word_t;
  typedef word_t [NumWords-1:0] words_t;

  // How far behind their place at the MAC words may be put, in words: what the rows have room for.
  parameter int unsigned NumRows = 8;
  parameter int unsigned MaxDelay = NumWords * (NumRows - 2);

  typedef logic [$clog2(NumRows)-1:0] row_idx_t;
  typedef logic [$clog2(MaxDelay+1)-1:0] delay_t;

  // Where the words of one beat go: up to three frames, the one that was open and two that begin.
  // Word i of a part goes to word (i + delay) behind the beginning of the row `row`.
  typedef struct packed {
    logic       valid;                 // row is complete with this and leaves
    row_idx_t   row;
    delay_t     open_delay;
    delay_t     first_delay;
    delay_t     second_delay;
    word_mask_t open_words;
    word_mask_t first_words;
    word_mask_t second_words;
  } placing_t;

endpackage
