# SPDX-License-Identifier: Apache-2.0
"""Deals C++ sources into few translation units, for clang-tidy.

What clang-tidy costs is reading GoogleTest, fmt and the standard library, and walking through them
check by check: 6 to 16 s for a file of 200 lines. So many sources become one unit that includes
them all. Two sources with a name of their own in common (a helper in an unnamed namespace) must
not meet; which names a file has is guessed from how it looks, and tidy.py splits a group that does
not compile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

LINES = 7000  # in one group, at most

# Names a file declares at a line's beginning: outside of any function or class.
NAMES = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^(?:class|struct|enum class|enum|union) +(?P<name>\w+)\b(?! *;)",
        r"^using (?P<name>\w+) =",
        r"^namespace (?P<name>\w+) =",
        r"^#define (?P<name>\w+)",
        r"^(?P<name>main)\(",
        r"^(?!using |namespace |class |struct |enum |union |return |template |TEST|INSTANT|MATCHER)"
        r"[A-Za-z_][^\n(={;]*?[ &*>](?P<name>[A-Za-z_]\w*)(?= *[(={;\[])",
        r"^(?:MATCHER|MATCHER_P\d?)\((?P<name>\w+)",
        r"^(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P)\((?P<name>\w+, *\w+)",
    )
]
DEFINED_ONCE = re.compile(r"k?[A-Z]")  # constants and types, as they are spelled here
MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{", re.MULTILINE)
USING = re.compile(r"^using (?!namespace|enum)[\w:]*?(\w+);", re.MULTILINE)
# "using enum" and "using namespace" reach from one file into the next.
SPREADS = re.compile(r"^using (?:namespace|enum) ([\w:]+)", re.MULTILINE)
USING_SPACE = re.compile(r"^ *using namespace ([\w:]+);", re.MULTILINE)
USING_ENUM = re.compile(r"^using enum [\w:]*?(\w+);", re.MULTILINE)
ENUM = re.compile(r"^enum class (\w+)[^{;]*\{([^}]*)\}", re.MULTILINE)
INCLUDE = re.compile(r'^#include [<"]([^">]+)[">]', re.MULTILINE)


def names(text: str) -> set[str]:
    return {m["name"] for pattern in NAMES for m in pattern.finditer(text)}


@dataclass
class Spaced:
    """Names with their file's namespace. Two meet when one's namespace contains the other's."""

    full: set[str] = field(default_factory=set)  # rnic::tb::name
    reach: set[str] = field(default_factory=set)  # that, rnic::name and ::name

    def add(self, space: str, found: Iterable[str]) -> None:
        parts = space.split("::") if space else []
        for name in found:
            spelled = ["::".join([*parts[:n], name]) for n in range(len(parts) + 1)]
            self.full.add(spelled[-1])
            self.reach.update(spelled)

    def meets(self, other: Spaced) -> bool:
        return bool(self.full & other.reach or other.full & self.reach)


@dataclass
class Names:
    """What a source brings, and what the headers that it includes bring."""

    own: Spaced = field(default_factory=Spaced)
    private: Spaced = field(default_factory=Spaced)  # own, in none of its headers
    headers: Spaced = field(default_factory=Spaced)
    used: Spaced = field(default_factory=Spaced)  # by using declarations
    foreign: set[str] = field(default_factory=set)  # used, and in none of its headers
    defined: dict[str, str] = field(default_factory=dict)  # constant or type: its header

    def clashes(self, other: Names) -> bool:
        return (
            self.own.meets(other.own)
            or self.private.meets(other.headers)
            or other.private.meets(self.headers)
            or bool(self.used.full & other.own.full or other.used.full & self.own.full)
            or bool(self.foreign & other.headers.full or other.foreign & self.headers.full)
            or any(other.defined.get(n, h) != h for n, h in self.defined.items())
        )


def space_of(text: str) -> str:
    space = NAMESPACE.search(text)
    return space[1] if space else ""


def names_of(file: str, texts: Mapping[str, str]) -> Names:
    """The names of FILE, one of TEXTS, whose includes are from the root of the checkout."""
    text = texts[file]
    found, in_headers, enums = Names(), set(), {}
    seen: set[str] = set()
    todo = INCLUDE.findall(text)
    while todo:
        header = todo.pop()
        if header in seen or header not in texts:
            continue
        seen.add(header)
        todo += INCLUDE.findall(texts[header])
        of_header = names(texts[header])
        in_headers |= of_header
        enums |= dict(ENUM.findall(texts[header]))
        space = space_of(texts[header])
        found.headers.add(space, of_header)
        found.used.add(space, USING.findall(texts[header]))
        found.defined |= {f"{space}::{n}": header for n in of_header if DEFINED_ONCE.match(n)}
    own, space = names(text), space_of(text)
    unspaced = own & {"main", *MACRO.findall(text)}
    found.own.add(space, own - unspaced)
    found.own.add("", unspaced)
    found.private.add(space, own - unspaced - in_headers)
    found.private.add("", unspaced)
    found.used.add(space, USING.findall(text))
    for enum in USING_ENUM.findall(text):
        found.used.add(space, re.findall(r"\bk[A-Z]\w*", enums.get(enum, "")))
    for outer in USING_SPACE.findall(text):
        inside = [n.rpartition("::") for n in found.headers.full]
        found.used.add(space, {name for of, _, name in inside if of.endswith(outer)})
    found.foreign = found.used.full - found.headers.full
    return found


@dataclass
class Group:
    files: list[str] = field(default_factory=list)
    members: list[Names] = field(default_factory=list)
    lines: int = 0

    def takes(self, found: Names, lines: int) -> bool:
        if not self.files:
            return True
        return self.lines + lines <= LINES and not any(found.clashes(m) for m in self.members)

    def add(self, file: str, found: Names, lines: int) -> None:
        self.files.append(file)
        self.members.append(found)
        self.lines += lines


def deal(files: Iterable[str], texts: Mapping[str, str]) -> list[list[str]]:
    """FILES in groups; a file goes into the first group that takes it. TEXTS has headers too."""
    groups: list[Group] = []
    for file in sorted(files):
        found, lines = names_of(file, texts), texts[file].count("\n")
        group = next((g for g in groups if g.takes(found, lines)), None)
        if group is None:
            group = Group()
            groups.append(group)
        group.add(file, found, lines)
    # What spreads comes last in its group.
    return [sorted(g.files, key=lambda f: (bool(SPREADS.search(texts[f])), f)) for g in groups]
