# SPDX-License-Identifier: Apache-2.0
"""The RTL as the solver's front end reads it: a copy of rtl/rnic.f, its assertions made plain.

Yosys reads immediate assertions, but no `|->` and no `|=>`. In the copy each RNIC_ASSERT of that
form says the same without: a |-> b becomes !(a) || (b), a |=> b an assertion about the clock
before (formal/assert.svh). Promises of a module's neighbours, named in proofs.toml, become
assumptions or are left out. A mutant is one edit of this copy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FILE_LIST = Path("rtl/rnic.f")
CALL = re.compile(r"`(RNIC_(?:ASSERT|ASSUME))\(")


class SourceError(Exception):
    """A source that cannot be made ready; the text says where and why."""


@dataclass(frozen=True)
class Edit:
    """A mutant: `search`, which stands once in `file`, becomes `replace`."""

    file: str
    search: str
    replace: str


def rtl_files() -> list[Path]:
    """What rtl/rnic.f lists, in its order."""
    try:
        lines = FILE_LIST.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SourceError(f"{FILE_LIST}: {error.strerror}") from error
    files = [Path(line.strip()) for line in lines if line.strip().endswith(".sv")]
    for file in files:
        if not file.is_file():
            raise SourceError(f"{FILE_LIST} lists {file}, which does not exist")
    return files


def mutated(text: str, edit: Edit) -> str:
    count = text.count(edit.search)
    if count != 1:
        raise SourceError(
            f"{edit.file} holds {count} times what the mutant replaces, and must once:"
            f" {edit.search}"
        )
    return text.replace(edit.search, edit.replace)


def split_call(text: str, start: int) -> tuple[list[str], int]:
    """The arguments of a macro call whose opening parenthesis ends at `start`, and its end."""
    depth, quoted, begin = 0, False, start
    arguments: list[str] = []
    for at in range(start, len(text)):
        char = text[at]
        if char == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            if depth == 0:
                return [*arguments, text[begin:at].strip()], at + 1
            depth -= 1
        elif char == "," and depth == 0:
            arguments.append(text[begin:at].strip())
            begin = at + 1
    raise SourceError("a macro call without end")


def plain(
    text: str, assumed: Iterable[str] = (), ignored: Iterable[str] = (), only: str | None = None
) -> str:
    """`text` with its assertions as Yosys reads them, those named in `assumed` as assumptions,
    those in `ignored` not at all, and with `only` no other assertion."""
    names, without, out, done = set(assumed), set(ignored), [], 0
    for call in CALL.finditer(text):
        line_start = text.rfind("\n", 0, call.start()) + 1
        if "//" in text[line_start : call.start()] or "define" in text[line_start : call.start()]:
            continue
        arguments, end = split_call(text, call.end())
        if len(arguments) != 3:
            raise SourceError(f"{call.group(1)} with {len(arguments)} arguments: {arguments[0]}")
        name, condition, sentence = arguments
        macro = "RNIC_ASSUME" if name in names else call.group(1)
        names.discard(name)
        for operator, suffix in (("|->", ""), ("|=>", "_NEXT")):
            left, found, right = condition.partition(operator)
            if found and suffix:
                macro += suffix
                condition = f"{left.strip()}, ({right.strip()})"
            elif found:
                condition = f"!({left.strip()}) || ({right.strip()})"
        drops = name in without or (only not in (None, name) and macro.startswith("RNIC_ASSERT"))
        said = "" if drops else f"`{macro}({name}, {condition}, {sentence})"
        without.discard(name)
        out += [text[done : call.start()], said]
        done = end
    if missing := names | without:
        raise SourceError(f"no assertion named {', '.join(sorted(missing))}")
    return "".join(out) + text[done:]


def sentences(text: str) -> dict[str, str]:
    """What each RNIC_ASSERT in `text` says, by name."""
    said = {}
    for call in CALL.finditer(text):
        try:
            arguments, _ = split_call(text, call.end())
        except SourceError:
            continue
        if len(arguments) == 3:
            said[arguments[0]] = arguments[2].strip('"')
    return said
