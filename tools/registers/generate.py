# SPDX-License-Identifier: Apache-2.0
"""Makes every file that follows from rtl/csr/rnic_csr.rdl; scripts/registers calls it.

    python tools/registers/generate.py OUTPUT      writes below the folder OUTPUT
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from peakrdl_regblock import RegblockExporter
from peakrdl_regblock.cpuif.passthrough import PassthroughCpuif
from peakrdl_regblock.udps import ALL_UDPS
from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, Node, RegfileNode, RegNode

SOURCE = Path("rtl/csr/rnic_csr.rdl")
NOTE = f"Made by scripts/registers from {SOURCE}: edit that."
COLUMNS = 100


def compile_map() -> AddrmapNode:
    compiler = RDLCompiler()
    for udp in ALL_UDPS:
        compiler.register_udp(udp)
    compiler.compile_file(str(SOURCE))
    return compiler.elaborate().top


# --- names, and walks over the tree ---------------------------------------------------------------
def path_of(node: Node) -> list[str]:
    """The names from the top down to the node."""
    parent = node.parent
    if parent is None or parent.parent is None:
        return []
    return [*path_of(parent), node.inst_name]


def camel(path: list[str]) -> str:
    return "".join(word.capitalize() for name in path for word in name.split("_"))


def snake(path: list[str]) -> str:
    return "_".join(path)


def text_of(node: Node, name: str) -> str:
    """A property's text on one line."""
    return " ".join((node.get_property(name) or "").split())


def groups_of(top: AddrmapNode) -> Iterator[AddrmapNode | RegfileNode]:
    yield from top.children()


def registers_of(node: Node) -> Iterator[RegNode]:
    """In address order; one node stands for all elements of an array."""
    for child in node.children():
        if isinstance(child, RegNode):
            yield child
        elif isinstance(child, RegfileNode):
            yield from registers_of(child)


def array_of(reg: RegNode) -> tuple[int, int]:
    """How many there are and their distance; (1, 0) for one outside of arrays."""
    node: Node = reg
    while node.parent is not None:
        if getattr(node, "is_array", False):
            (count,) = node.array_dimensions
            return count, node.array_stride
        node = node.parent
    return 1, 0


def first_address(reg: RegNode) -> int:
    """Of the register, or of its array's first element."""
    node: Node | None = reg
    address = 0
    while node is not None and node.parent is not None:
        address += node.raw_address_offset
        node = node.parent
    return address


def mask_of(fields: list[FieldNode]) -> int:
    return sum(((1 << field.width) - 1) << field.low for field in fields)


def reset_of(reg: RegNode) -> int | None:
    """None where a field's value after reset is not the register's own."""
    values = [field.get_property("reset") for field in reg.fields()]
    if None in values:
        return None
    return sum(value << field.low for value, field in zip(values, reg.fields(), strict=True))


# --- PeakRDL's part: the plain registers ----------------------------------------------------------
def wrapped(line: str) -> list[str]:
    """SystemVerilog code cut to COLUMNS; a comment behind it goes first."""
    line = line.rstrip()
    if len(line) <= COLUMNS:
        return [line]
    code, _, comment = line.partition("//")
    indent = " " * (len(line) - len(line.lstrip()))
    lines = [f"{indent}//{comment}"] if comment else []
    rest = code.rstrip()
    while len(rest) > COLUMNS:
        cut = rest.rindex(" ", len(indent) + 8, COLUMNS)
        lines.append(rest[:cut])
        rest = f"{indent}        {rest[cut + 1:]}"
    return [*lines, rest]


def plain_registers(nic: AddrmapNode, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        RegblockExporter().export(
            nic, scratch, cpuif_cls=PassthroughCpuif, module_name="rnic_csr_nic",
            package_name="rnic_csr_nic_pkg", address_width=8, default_reset_activelow=True,
            err_if_bad_addr=True, err_if_bad_rw=True)
        for name in ("rnic_csr_nic.sv", "rnic_csr_nic_pkg.sv"):
            lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}"]
            for line in Path(scratch, name).read_text(encoding="utf-8").splitlines():
                lines += wrapped(line)
            Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")


# --- the windows: addresses and layouts for SystemVerilog -----------------------------------------
def struct_of(reg: RegNode) -> list[str]:
    """A packed struct of 32 bits; what no field covers is called _n after its lowest bit."""
    members: list[tuple[int, str]] = []
    free = 0
    for field in reg.fields():
        if field.low > free:
            members.append((field.low - free, f"_{free}"))
        members.append((field.width, field.inst_name))
        free = field.high + 1
    if free < 32:
        members.append((32 - free, f"_{free}"))
    return [f"    logic [{width - 1}:0] {name};" if width > 1 else f"    logic {name};"
            for width, name in reversed(members)]


def map_package(top: AddrmapNode) -> str:
    lines = ["// SPDX-License-Identifier: Apache-2.0", f"// {NOTE}", "//",
             "// Where the windows lie, and in each of them: addresses relative to the window,"
             " registers as",
             "// structs, and their bits that are fields.", "", "package rnic_csr_map_pkg;"]
    for group in groups_of(top):
        name, size = camel(path_of(group)), 1 << (group.size - 1).bit_length()
        bits = max(8, size.bit_length() - 1)
        lines += ["", f"  // {text_of(group, 'name')}",
                  f"  parameter int unsigned {name}Bits = {bits};",
                  f"  parameter logic [15:{bits}] {name}Page = {16 - bits}'h"
                  f"{group.absolute_address >> bits:x};"]
        if group.inst_name == "nic":
            continue
        for reg in registers_of(group):
            lines.append(f"  parameter logic [{bits - 1}:0] {camel(path_of(reg))} = {bits}'h"
                         f"{first_address(reg) - group.absolute_address:x};")
        for reg in registers_of(group):
            if [field.width for field in reg.fields()] == [32]:
                continue
            kind = f"{snake(path_of(reg))}_t"
            lines += ["  typedef struct packed {", *struct_of(reg), f"  }} {kind};"]
        for child in group.children():
            if isinstance(child, RegfileNode) and child.inst_name == "context":
                lines += words_of(child)
    return "\n".join([*lines, "", "endpackage", ""])


def words_of(regfile: RegfileNode) -> list[str]:
    """All registers of a regfile as one struct, the first one in the lowest bits."""
    members: list[str] = []
    masks: list[int] = []
    for reg in registers_of(regfile):
        count, _ = array_of(reg)
        kind = f"{snake(path_of(reg))}_t"
        if [field.width for field in reg.fields()] == [32]:
            kind = "logic [31:0]"
        if count > 1:
            kind = f"logic [{count - 1}:0][31:0]"
        members.append(f"    {kind} {reg.inst_name};")
        masks += [mask_of(list(reg.fields()))] * count
    name = path_of(regfile)
    return [f"  // {text_of(regfile, 'name')}, as a whole and as words",
            f"  parameter int unsigned {camel(name)}Words = {len(masks)};",
            "  typedef struct packed {", *reversed(members), f"  }} {snake(name)}_t;",
            f"  parameter logic [{camel(name)}Words-1:0][31:0] {camel(name)}Mask = {{",
            *(f"    32'h{mask:08x}{',' if i + 1 < len(masks) else ''}"
              for i, mask in enumerate(reversed(masks))),
            "  };"]


# --- C++ ------------------------------------------------------------------------------------------
HEADER_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// {note}
#pragma once

// Addresses and fields of the registers. What they do: docs/registers.md.
//
// Not a driver: who uses them has the bus.
//
//   bus.write(kNicControl, kNicControlEnable.put(1) | kNicControlCongestionControl.put(1));
//   uint32_t pending = kQpCommitPending.get(bus.read(kQpCommit));

#include <cstdint>

namespace rnic::csr {{

// Bits of a register, in one piece.
struct Field {{
  uint32_t low;    // number of its lowest bit
  uint32_t width;  // bits

  constexpr uint32_t mask() const noexcept {{
    return (width == 32 ? ~uint32_t{{0}} : (uint32_t{{1}} << width) - 1) << low;
  }}
  // The bits of a word that make the field `value`; what does not fit is cut off.
  constexpr uint32_t put(uint32_t value) const noexcept {{ return (value << low) & mask(); }}
  constexpr uint32_t get(uint32_t word) const noexcept {{ return (word & mask()) >> low; }}
}};

// What any register can be asked for in general.
struct Register {{
  const char* name;
  uint32_t address;
  uint32_t readable;  // bits
  uint32_t writable;
  bool has_reset;  // its value after reset is `reset`, else it is somebody else's
  uint32_t reset;
}};
"""


def cpp_header(top: AddrmapNode) -> str:
    lines = HEADER_HEAD.format(note=NOTE).splitlines()
    table: list[str] = []
    for group in groups_of(top):
        lines += ["", f"// {text_of(group, 'name')}"]
        for reg in registers_of(group):
            name, (count, stride) = path_of(reg), array_of(reg)
            address = first_address(reg)
            if count > 1:
                lines += [f"constexpr uint32_t {snake(name)}(uint32_t n) noexcept {{",
                          f"  return {address:#06x} + {stride} * n;  // n below {count}", "}"]
            else:
                lines.append(f"inline constexpr uint32_t k{camel(name)} = {address:#06x};")
            whole = [field.width for field in reg.fields()] == [32]
            for field in [] if whole else reg.fields():
                lines.append(f"inline constexpr Field k{camel([*name, field.inst_name])}"
                             f"{{{field.low}, {field.width}}};")
            fields, reset = list(reg.fields()), reset_of(reg)
            masks = (f"{mask_of([f for f in fields if f.is_sw_readable]):#010x}, "
                     f"{mask_of([f for f in fields if f.is_sw_writable]):#010x}, "
                     f"{'false' if reset is None else 'true'}, {reset or 0:#x}")
            for n in range(count if group.inst_name != "tx_counters" else 0):
                index = f"[{n}]" if count > 1 else ""
                table.append(f'    {{"{".".join(name)}{index}", {address + stride * n:#06x}, '
                             f"{masks}}},")
    lines += ["", "// All of them but the counters.", "inline constexpr Register kRegisters[] = {",
              *table, "};", "", "}  // namespace rnic::csr", ""]
    return "\n".join(lines)


# --- the page -------------------------------------------------------------------------------------
PAGE_HEAD = f"""\
<!-- {NOTE} -->
# Registers

AXI4-Lite, 32-bit data, 16-bit byte addresses. Whole words only: a write without all four strobes,
an address where nothing is, and a direction that a register does not have are answered with
SLVERR and do nothing. Bits that no field covers read 0; write 0 there. Accesses are worked off
one at a time, in the order in which they are taken. Behind a reset none is taken before the
tables are cleared, as many clocks later as the table has contexts, 256 at least.

## Use

**A queue pair.** Write its QPN to `qp.select`, its context, then the state to `qp.commit`. Read
`qp.commit` until `pending` is 0; `result` tells. The words were copied when the commit was
answered and may be written again at once. From reset to ready everything is loaded and the send
queue starts at index 0; from ready to ready the addresses change from the next packet on, PMTU,
DSCP and ECN with the next WQE that is read, and the rest of the context is not looked at.

**Its end.** Commit reset: no frame of it starts afterwards, what is queued is discarded, and
`busy` in `qp.state` falls when nothing of it is left. Only then does a commit to ready go on.
After an error it takes a reset to be ready again.

**A doorbell.** Write `doorbell.qpn`, then the producer count to `doorbell.count`; for the same
queue pair again the count alone.

**A counter.** Read `low`, then `high`, with no other counter's `low` in between.

**Start and stop.** Behind a reset `control.enable` is 0: set up everything, then set it. To
drain, clear it and read `status.idle` until it is 1.
"""


def access_of(field: FieldNode) -> str:
    return "rw" if field.is_sw_readable and field.is_sw_writable else (
        "r" if field.is_sw_readable else "w")


def page(top: AddrmapNode) -> str:
    lines = PAGE_HEAD.splitlines()
    for group in groups_of(top):
        lines += ["", f"## {text_of(group, 'name')}: `{group.inst_name}`, "
                  f"{group.absolute_address:#06x}", ""]
        if text_of(group, "desc"):
            lines += [text_of(group, "desc"), ""]
        lines += ["| address | register | bits | field | | reset | |",
                  "|---|---|---|---|---|---|---|"]
        for reg in registers_of(group):
            lines += rows_of(group, reg)
    return "\n".join([*lines, ""])


def rows_of(group: Node, reg: RegNode) -> list[str]:
    count, stride = array_of(reg)
    address = f"{first_address(reg):#06x}" + (f" + {stride} n" if count > 1 else "")
    name = f"`{'.'.join(path_of(reg)[1:])}`" + (f", n = 0..{count - 1}" if count > 1 else "")
    about = text_of(reg, "name")
    if isinstance(reg.parent, RegfileNode) and group.inst_name == "tx_counters":
        about = f"{text_of(reg.parent, 'name')}, {about[0].lower()}{about[1:]}"
    if text_of(reg, "desc"):
        about += f". {text_of(reg, 'desc')}"
    rows = [f"| {address} | {name} | | | | | {about} |"]
    for field in reversed(list(reg.fields())):
        bits = f"{field.high}:{field.low}" if field.width > 1 else f"{field.low}"
        reset = field.get_property("reset")
        rows.append(f"| | | {bits} | `{field.inst_name}` | {access_of(field)} | "
                    f"{'' if reset is None else f'{reset:#x}'} | {text_of(field, 'desc')} |")
    return rows


def main() -> int:
    output = Path(sys.argv[1])
    top = compile_map()
    csr = output / "rtl/csr"
    csr.mkdir(parents=True, exist_ok=True)
    (output / "docs").mkdir(exist_ok=True)
    plain_registers(top.get_child_by_name("nic"), csr)
    (csr / "rnic_csr_map_pkg.sv").write_text(map_package(top), encoding="utf-8")
    (csr / "rnic_csr.h").write_text(cpp_header(top), encoding="utf-8")
    (output / "docs/registers.md").write_text(page(top), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
