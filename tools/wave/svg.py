# SPDX-License-Identifier: Apache-2.0
"""A timing diagram as SVG: the same diagram gives the same bytes. Follows the reader's dark mode.

Why not a package: those that draw timing diagrams know clocks of one width, so that one long name
makes all columns wide, and no bus whose beat holds parts of two packets.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from timing import Cell, Diagram, Lane

CHAR = 6.7  # width of a character of a value, in pixels
ROW, HEAD, SEGMENT, GAP, NARROWEST, WIDEST_TEXT = 24, 24, 9, 26, 22, 150
TOP, LEFT, RIGHT = 64, 12, 12
HEIGHT = {"head": HEAD, "line": ROW, "value": ROW, "segments": 8 * SEGMENT + 8}

STYLE = """\
text{font:12px sans-serif;fill:#24292f}.t{font-size:15px;font-weight:bold}.h{font-weight:bold}
.v{font:11px monospace;text-anchor:middle}.n{font:9px monospace;text-anchor:middle;fill:#57606a}
.s{font:9px sans-serif;text-anchor:middle;fill:#fff}.c{font:11px monospace;fill:#57606a}
.l{text-anchor:end}.bg{fill:#fff}.grid{stroke:#eaeef2}
.wave{fill:none;stroke:#24292f;stroke-width:1.3}.wave.idle{stroke:#afb8c1}
.val{fill:#ddf4ff;stroke:#54aeff}.hot{fill:#ffe3b3;stroke:#d97706}
.p0{fill:#54789c}.p1{fill:#8a9db3}.ph{fill:#d97706}.none{fill:#f0f3f6}
.edge{stroke:#24292f;stroke-width:2}.gap{fill:#fff;fill-opacity:.75}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.n,.c{fill:#8d96a0}.s{fill:#fff}
.bg{fill:#0d1117}.grid{stroke:#21262d}.wave{stroke:#e6edf3}.wave.idle{stroke:#484f58}
.val{fill:#0c2d4a;stroke:#388bfd}.hot{fill:#5a3a06;stroke:#f0a030}.none{fill:#1b2129}
.edge{stroke:#e6edf3}.gap{fill:#0d1117}}"""


class _Layout:
    """Where each column begins; the last entry is where they end."""

    def __init__(self, diagram: Diagram):
        self.columns = diagram.columns()
        labels = [len(lane.label) for lane in diagram.lanes if lane.kind != "head"]
        self.label_width = LEFT + 16 + int(6.2 * max(labels, default=0))
        widths = [GAP if column is None else NARROWEST for column in self.columns]
        for lane in diagram.lanes:
            if lane.kind == "value":
                for first, last, cell in runs(lane, self.columns):
                    _widen(widths, self.columns, first, last, cell.text)
        self.x = [self.label_width]
        for width in widths:
            self.x.append(self.x[-1] + width)

    @property
    def right(self) -> int:
        return self.x[-1]


def _widen(
    widths: list[int], columns: list[int | None], first: int, last: int, text: str
) -> None:
    wanted = min(int(CHAR * len(text)) + 11, WIDEST_TEXT)
    missing = wanted - sum(widths[first : last + 1])
    own = [i for i in range(first, last + 1) if columns[i] is not None]
    if missing > 0:
        for i in own:
            widths[i] += -(-missing // len(own))


def cell_at(lane: Lane, columns: list[int | None], index: int) -> Cell:
    """A gap shows what is on both its sides."""
    column = columns[index]
    return lane.cells[column if column is not None else columns[index - 1] or 0]


def runs(lane: Lane, columns: list[int | None]) -> Iterator[tuple[int, int, Cell]]:
    """Stretches of columns with one value, those without one left out."""
    at = 0
    for cell, group in groupby(range(len(columns)), lambda i: cell_at(lane, columns, i)):
        count = len(list(group))
        if not cell.is_idle:
            yield at, at + count - 1, cell
        at += count


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _fit(text: str, width: int) -> str:
    room = int((width - 8) / CHAR)
    return text if len(text) <= room else text[: max(room - 1, 0)] + "…"


def _widest_part(layout: _Layout, first: int, last: int) -> tuple[int, int]:
    """Of these columns the widest stretch without a gap."""
    parts, left = [], layout.x[first]
    for i in range(first, last + 1):
        if layout.columns[i] is None:
            parts.append((left, layout.x[i]))
            left = layout.x[i + 1]
    parts.append((left, layout.x[last + 1]))
    return max(parts, key=lambda part: part[1] - part[0])


def _clock(layout: _Layout, y: int) -> str:
    path = f"M{layout.x[0]},{y + 18}"
    for left, right, column in zip(layout.x, layout.x[1:], layout.columns):
        middle = (left + right) // 2
        path += f"H{middle}" if column is None else f"H{middle}V{y + 5}H{right}V{y + 18}"
        path += f"H{right}" if column is None else ""
    return f'<path class="wave" d="{path}"/>'


def _line(lane: Lane, layout: _Layout, y: int) -> Iterator[str]:
    level = {"1": y + 4, "0": y + 20}
    path = ""
    for i, (left, right) in enumerate(zip(layout.x, layout.x[1:])):
        at = level.get(cell_at(lane, layout.columns, i).text, y + 12)
        path += f"M{left},{at}" if not path else f"L{left + 3},{at}"
        path += f"H{right}"
    yield f'<path class="wave" d="{path}"/>'


def _value(lane: Lane, layout: _Layout, y: int, packet: int | None) -> Iterator[str]:
    yield (
        f'<path class="wave idle" d="M{layout.x[0]},{y + 12}H{layout.right}"/>'
    )
    for first, last, cell in runs(lane, layout.columns):
        a, b = layout.x[first], layout.x[last + 1]
        kind = "hot" if packet is not None and cell.packet == packet else "val"
        yield (
            f'<path class="{kind}" d="M{a},{y + 12}L{a + 4},{y + 3}H{b - 4}L{b},{y + 12}'
            f'L{b - 4},{y + 21}H{a + 4}Z"/>'
        )
        a, b = _widest_part(layout, first, last)
        yield _text((a + b) / 2, y + 16, _fit(cell.text, b - a), "v")


def _segments(lane: Lane, layout: _Layout, y: int, packet: int | None) -> Iterator[str]:
    named: set[int] = set()
    for i, (left, right) in enumerate(zip(layout.x, layout.x[1:])):
        if layout.columns[i] is None:
            named = set()  # behind a gap once more
        segments = cell_at(lane, layout.columns, i).segments
        at = 0
        for owner, group in groupby(segments, key=lambda s: s[0]):
            parts = list(group)
            top, height = y + 4 + at * SEGMENT, len(parts) * SEGMENT
            at += len(parts)
            kind = "none" if owner < 0 else f"p{owner % 2}"
            kind = "ph" if packet is not None and owner == packet else kind
            yield (
                f'<rect class="{kind}" x="{left + 1}" y="{top}" width="{right - left - 2}"'
                f' height="{height}"/>'
            )
            if "<" in parts[0][1]:
                yield f'<path class="edge" d="M{left + 1},{top + 1}H{right - 1}"/>'
            if ">" in parts[-1][1]:
                yield f'<path class="edge" d="M{left + 1},{top + height - 1}H{right - 1}"/>'
            if owner >= 0 and owner not in named and layout.columns[i] is not None:
                named.add(owner)
                yield _text((left + right) / 2, top + height / 2 + 3, str(owner), "s")


def _axis(diagram: Diagram, layout: _Layout, bottom: int) -> Iterator[str]:
    for left, right, column in zip(layout.x, layout.x[1:], layout.columns):
        if column is None:
            continue
        yield f'<path class="grid" d="M{left},{TOP - 14}V{bottom}"/>'
        number = diagram.clocks[column] - diagram.origin
        yield _text((left + right) / 2, TOP - 18, str(number), "n")


def _gaps(diagram: Diagram, layout: _Layout, bottom: int) -> Iterator[str]:
    shown = layout.columns
    for i, column in enumerate(shown):
        if column is not None:
            continue
        left = layout.x[i]
        before, behind = shown[i - 1] or 0, shown[i + 1] or 0
        yield (
            f'<rect class="gap" x="{left + 4}" y="{TOP - 12}" width="{GAP - 8}"'
            f' height="{bottom - TOP + 12}"/>'
        )
        yield _text(left + GAP / 2, TOP - 18, f"+{behind - before - 1}", "n")


def render(diagram: Diagram) -> str:
    layout = _Layout(diagram)
    body: list[str] = []
    headings: list[str] = []  # above the gaps
    y = TOP
    body += [_text(layout.label_width - 10, y + 16, "clock", "l"), _clock(layout, y - 2)]
    y += ROW
    for lane in diagram.lanes:
        if lane.kind == "head":
            headings.append(_text(LEFT, y + 17, lane.label, "h"))
        else:
            height = HEIGHT[lane.kind]
            body.append(_text(layout.label_width - 10, y + height // 2 + 4, lane.label, "l"))
            if lane.kind == "line":
                body += _line(lane, layout, y)
            elif lane.kind == "value":
                body += _value(lane, layout, y, diagram.packet)
            else:
                body += _segments(lane, layout, y, diagram.packet)
        y += HEIGHT[lane.kind]
    bottom = y + 4
    foot = f"{diagram.command}"
    clocks = f"clock 0 is clock {diagram.origin} of the run" if diagram.origin else ""
    text_width = max(7.2 * len(foot), 8.8 * len(diagram.title))
    width = max(layout.right + RIGHT, LEFT * 2 + int(text_width))
    height = bottom + 30 + (16 if clocks else 0)
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">',
        f"<title>{escape(diagram.title)}</title>",
        f"<style>{STYLE}</style>",
        '<rect class="bg" width="100%" height="100%"/>',
        _text(LEFT, 24, diagram.title, "t"),
    ]
    tail = [*_gaps(diagram, layout, bottom), *headings, _text(LEFT, bottom + 18, foot, "c")]
    if clocks:
        tail.append(_text(LEFT, bottom + 34, clocks, "c"))
    lines = [*head, *_axis(diagram, layout, bottom), *body, *tail, "</svg>", ""]
    return "\n".join(lines)
