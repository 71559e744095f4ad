// SPDX-License-Identifier: Apache-2.0
// DSCP to priority maps, as sites agree on them between NICs and switches.

package rnic_qos_pkg;

  parameter int unsigned NumPriorities = 8;
  typedef logic [2:0] prio_t;
  typedef prio_t [63:0] dscp_map_t;             // index: DSCP
  typedef logic [NumPriorities-1:0] prio_mask_t;

  // The two maps that ship. Basepod: DSCP 46 on lossless priority 3, all else on 0. Factory: the
  // class selector, DSCP / 8 (so 46 on 5), nothing lossless.
  typedef enum logic {
    Basepod = 1'b0,
    Factory = 1'b1
  } profile_e;

  function automatic dscp_map_t profile_map(profile_e profile);
    dscp_map_t map;
    for (int unsigned dscp = 0; dscp < 64; dscp++) begin
      if (profile == Factory) map[dscp] = prio_t'(dscp >> 3);
      else map[dscp] = (dscp == 46) ? prio_t'(3) : '0;
    end
    return map;
  endfunction

  function automatic prio_mask_t profile_lossless(profile_e profile);
    return (profile == Factory) ? '0 : prio_mask_t'(1 << 3);
  endfunction

  // What the classifier says of one frame.
  typedef struct packed {
    logic       valid;
    prio_t      prio;            // the map's, of the DSCP
    logic       pcp_mismatch;    // tagged, and the tag's PCP is another priority
    logic       lossy;           // that priority is outside the lossless mask
    logic [1:0] ecn;
  } class_t;

endpackage
