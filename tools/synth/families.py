# SPDX-License-Identifier: Apache-2.0
"""The FPGA families that scripts/synth maps for: Yosys's command, and what each cell counts.

A family says what a cell type is. The rule that counts levels (paths.py) is the same for all; only
UltraScale+ has limits, the others answer "what would it cost there".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

# A kind is what the rule knows: lut, muxf, carry, ff, latch, srl, lutram, bram, uram, buffer,
# constant. The first expression that matches the whole type name counts.
Kinds = tuple[tuple[str, str], ...]

AMD_KINDS: Kinds = (
    (r"LUT[1-6]|INV", "lut"),  # an INV is a LUT1
    (r"MUXF[789]", "muxf"),
    (r"CARRY[48]", "carry"),
    (r"FD[RSCP]E(_1)?", "ff"),
    (r"LD[CP]E", "latch"),
    (r"SRL16E|SRLC16E|SRLC32E", "srl"),
    (r"RAM\d+X\d+[SD]|RAM\d+M\d*", "lutram"),
    (r"RAMB(18|36)E[12]", "bram"),
    (r"URAM288(_BASE)?", "uram"),
    (r"BUFG|IBUF|OBUF", "buffer"),
    (r"GND|VCC", "constant"),
)
# LUT sites that a distributed RAM takes; an SRL takes one.
AMD_LUTRAM = {
    "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
    "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1D": 8,
    "RAM32M": 4, "RAM64M": 4, "RAM32M16": 8, "RAM64M8": 8,
}  # fmt: skip
AMD_CLOCKS = frozenset({"C", "CLK", "WCLK", "CLKARDCLK", "CLKBWRCLK"})

# ECP5 (Lattice TN1264): a carry cell is two LUT4; a 16x4 RAM takes three slices of two.
ECP5_KINDS: Kinds = (
    (r"LUT4", "lut"),
    (r"PFUMX|L6MUX21", "muxf"),
    (r"CCU2C", "carry"),
    (r"TRELLIS_FF", "ff"),
    (r"TRELLIS_DPR16X4", "lutram"),
    (r"DP16KD|PDPW16KD", "bram"),
)
ECP5_CLOCKS = frozenset({"CLK", "WCK", "CLKA", "CLKB", "CLKW", "CLKR"})


@dataclass(frozen=True)
class Family:
    """What synthesis for a family is.

    command   Yosys's, {top} is the module
    depth     what has ABC9 map for depth (docs/decisions/0003-mapping-for-depth.md); "" without
    lut       what a LUT is called in tables
    limited   whether limits hold and reports are committed
    """

    name: str
    command: str
    kinds: Kinds
    clocks: frozenset[str]
    lutram_sites: Mapping[str, int]
    carry_luts: int = 0
    depth: str = ""
    lut: str = "LUT6"
    limited: bool = False
    half_bram: frozenset[str] = field(default_factory=frozenset)

    def kind_of(self, cell_type: str) -> str | None:
        return next((kind for p, kind in self.kinds if re.fullmatch(p, cell_type)), None)


def amd(name: str, *, limited: bool = False) -> Family:
    # -noiopad: a module is not a chip. -nodsp: a multiplication counts as the logic that it is.
    return Family(
        name=name,
        command=f"synth_xilinx -family {name} -flatten -noiopad -nodsp -top {{top}}",
        kinds=AMD_KINDS,
        clocks=AMD_CLOCKS,
        lutram_sites=AMD_LUTRAM,
        depth="scratchpad -set synth_xilinx.abc9.W 2000",
        limited=limited,
        half_bram=frozenset({"RAMB18E1", "RAMB18E2"}),
    )


ECP5 = Family(
    name="ecp5",
    command="synth_ecp5 -noiopad -nodsp -top {top}",
    kinds=ECP5_KINDS,
    clocks=ECP5_CLOCKS,
    lutram_sites={"TRELLIS_DPR16X4": 6},
    carry_luts=2,
    lut="LUT4",
)

# xcup: UltraScale+, xcu: UltraScale, xc7: 7 series
FAMILIES = {f.name: f for f in (amd("xcup", limited=True), amd("xcu"), amd("xc7"), ECP5)}
DEFAULT = FAMILIES["xcup"]
