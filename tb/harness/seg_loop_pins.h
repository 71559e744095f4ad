// SPDX-License-Identifier: Apache-2.0
#pragma once

// The four buses of the bench facing itself (tb_seg_loop.sv).

#include <Vtb_seg_loop.h>

#include "tb/harness/seg_bus.h"

namespace rnic::tb {

inline SegPins rx_in_pins(Vtb_seg_loop& m) {
  return {.data = &m.rx_in_data_i,
          .ena = &m.rx_in_ena_i,
          .sop = &m.rx_in_sop_i,
          .eop = &m.rx_in_eop_i,
          .err = &m.rx_in_err_i,
          .mty = &m.rx_in_mty_i};
}
inline SegPins rx_out_pins(Vtb_seg_loop& m) {
  return {.data = &m.rx_out_data_o,
          .ena = &m.rx_out_ena_o,
          .sop = &m.rx_out_sop_o,
          .eop = &m.rx_out_eop_o,
          .err = &m.rx_out_err_o,
          .mty = &m.rx_out_mty_o};
}
inline SegPins tx_in_pins(Vtb_seg_loop& m) {
  return {.data = &m.tx_in_data_i,
          .ena = &m.tx_in_ena_i,
          .sop = &m.tx_in_sop_i,
          .eop = &m.tx_in_eop_i,
          .err = &m.tx_in_err_i,
          .mty = &m.tx_in_mty_i,
          .valid = &m.tx_in_valid_i,
          .ready = &m.tx_in_ready_o};
}
inline SegPins tx_out_pins(Vtb_seg_loop& m) {
  return {.data = &m.tx_out_data_o,
          .ena = &m.tx_out_ena_o,
          .sop = &m.tx_out_sop_o,
          .eop = &m.tx_out_eop_o,
          .err = &m.tx_out_err_o,
          .mty = &m.tx_out_mty_o,
          .valid = &m.tx_out_valid_o,
          .ready = &m.tx_out_ready_i};
}

}  // namespace rnic::tb
