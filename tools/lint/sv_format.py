# SPDX-License-Identifier: Apache-2.0
"""Holds SystemVerilog against what verible-verilog-format makes of it; can mend it.

Verible says whether there is a space between two tokens, how deep a statement stands, and that
`begin` and `else` do not head a line of their own. The author says where a statement is broken
into lines and sets columns; but a run of spaces must set one: the token behind it begins or ends
where one of a neighbouring line does. sv_format.toml says why it is not the other way round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\])*" | \\\S+
      | [A-Za-z_$`][\w$]* | \d[\w.]* | '[01xzXZ](?!\w) | '[sS]?[bodhBODH][\w?]+
      | [<>=!]=+ | && | [|]{2} | <<+ | >>+ | \*\* | [+-]: | [|]?[-=]> | '\{ | \S""",
    re.VERBOSE | re.DOTALL,
)
# Behind these a statement, declaration or item of a module begins.
OPENS = frozenset({";", "begin", "end", "endcase", "endfunction", "endtask", "endgenerate"})
# These stand on the line that verible puts them on, never at the head of another.
JOINED = frozenset({"begin", "else"})
# Inside these brackets verible spaces these operators, and the author need not: inside {[1:4]},
# {8*Bytes{1'b0}}, {<<8{x}}.
TIGHT = {"[": frozenset({":"}), "{": frozenset({"*", "<<", ">>"})}
NEIGHBOURS = 3  # lines above and below in which a column is looked for


@dataclass(frozen=True)
class Finding:
    line: int
    text: str


@dataclass(frozen=True)
class Token:
    text: str
    start: int
    end: int

    @property
    def is_comment(self) -> bool:
        return self.text.startswith(("//", "/*"))


def tokens(text: str) -> list[Token]:
    return [Token(m.group(), m.start(), m.end()) for m in TOKEN.finditer(text)]


class Columns:
    """Where tokens begin and end in each line, so that a run of spaces can be judged."""

    def __init__(self, text: str, found: list[Token]) -> None:
        self._lines: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in text.split("\n")]
        line, head, at = 0, 0, 0
        for token in found:
            newlines = text.count("\n", at, token.start)
            if newlines:
                line += newlines
                head = text.rindex("\n", 0, token.start) + 1
            at = token.start
            if token.start == head or text[token.start - 1] == " ":
                self._lines[line][0].add(token.start - head)
            self._lines[line][1].add(token.end - head)

    def is_set(self, line: int, start: int, end: int) -> bool:
        near = range(max(0, line - NEIGHBOURS), min(len(self._lines), line + NEIGHBOURS + 1))
        return any(
            start in self._lines[n][0] or end in self._lines[n][1] for n in near if n != line
        )


class Brackets:
    """The brackets that are open."""

    def __init__(self) -> None:
        self._open: list[str] = []

    def take(self, token: Token) -> None:
        if token.text in ("(", "[", "{", "'{"):
            self._open.append(token.text)
        elif token.text in (")", "]", "}") and self._open:
            self._open.pop()

    @property
    def innermost(self) -> str:
        return self._open[-1] if self._open else ""


@dataclass(frozen=True)
class Gap:
    """What stands between two tokens, here and as verible has it."""

    before: Token
    token: Token
    ours: str
    theirs: str
    opens: bool  # a statement begins behind it
    in_column: bool  # its end is a column
    bracket: str  # the innermost open one
    is_port: bool  # `before` is the name in .name(

    @property
    def may_be_tight(self) -> bool:
        pair = {self.before.text, self.token.text}
        return bool(pair & TIGHT.get(self.bracket, frozenset()))

    def finding(self) -> tuple[str, str] | None:
        """What should stand here, and what is wrong; None when it is right."""
        if "\n" in self.ours:
            return self._line_break()
        names = f'"{self.before.text[-20:]}" and "{self.token.text[:20]}"'
        if "\n" in self.theirs:
            return None
        if len(self.ours) > 1 and not (self.in_column or self.token.is_comment):
            return self.theirs[:1] or " ", f"the spaces between {names} set no column"
        if self.theirs and not self.ours and not self.may_be_tight:
            return " ", f"no space between {names}"
        if self.ours == " " and not self.theirs and self.token.text != "[":
            if not (self.is_port and self.in_column):
                return "", f"a space between {names}"
        return None

    def _line_break(self) -> tuple[str, str] | None:
        if "\n" not in self.theirs:
            if self.token.text in JOINED:
                return self.theirs, f'"{self.token.text}" belongs on the line before'
            return None
        if not self.opens or (self.token.is_comment and self.before.is_comment):
            return None
        rows, depth = self.ours.rsplit("\n", 1)
        wanted = self.theirs.rsplit("\n", 1)[1]
        if depth == wanted:
            return None
        return f"{rows}\n{wanted}", f"indented by {len(depth)}, not {len(wanted)}"


def compare(source: str, formatted: str) -> tuple[list[Finding], str]:
    """The findings in SOURCE, given what verible makes of it, and SOURCE without them."""
    ours, theirs = tokens(source), tokens(formatted)
    if [t.text for t in ours] != [t.text for t in theirs]:
        pairs = zip(ours, theirs, strict=False)
        first = next((a for a, b in pairs if a.text != b.text), ours[-1] if ours else None)
        line = source.count("\n", 0, first.start) + 1 if first else 1
        return [Finding(line, "verible changes more than spaces here")], source
    columns, brackets = Columns(source, ours), Brackets()
    findings: list[Finding] = []
    mended = source[: ours[0].start] if ours else source
    opens = False  # the last token that is no comment ends a statement
    for n, token in enumerate(ours):
        if n:
            before = ours[n - 1]
            line = source.count("\n", 0, token.start)
            head = source.rfind("\n", 0, token.start) + 1
            gap = Gap(
                before,
                token,
                source[before.end : token.start],
                formatted[theirs[n - 1].end : theirs[n].start],
                opens,
                columns.is_set(line, token.start - head, token.end - head),
                brackets.innermost,
                n > 1 and ours[n - 2].text == "." and token.text == "(",
            )
            wrong = gap.finding()
            if wrong:
                findings.append(Finding(line + 1, wrong[1]))
            mended += wrong[0] if wrong else gap.ours
        mended += token.text
        brackets.take(token)
        if not token.is_comment:
            opens = token.text in OPENS
    return findings, mended + (source[ours[-1].end :] if ours else "")
