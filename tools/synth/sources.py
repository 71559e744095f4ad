# SPDX-License-Identifier: Apache-2.0
"""What a module consists of: itself, the modules and packages below it, the files they include;
and a hash over all of it.

Read from the text, without any tool: the sources hold one module or package a file, of the file's
name, so that a name of rtl/rnic.f in a file's code is a file that it needs. The hash is taken over
the code as synthesis sees it: neither comments, blanks, assertions nor what only simulation
compiles change it.

    sources = Sources(Path("."))
    print(sources.modules_of("rnic_rx"), sources.hash_of("rnic_rx"))
"""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from pathlib import Path

LIST = Path("rtl/rnic.f")
INCLUDES = Path("rtl/prim")

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|"(?:\\.|[^"\\\n])*"|`\w+|[\w$]+|\S""", re.DOTALL
)
ABSENT = {"`RNIC_ASSERT", "`RNIC_COVER"}  # assert.svh: they are nothing in synthesis


class SourceError(Exception):
    """The sources can't be followed; the text says why."""


class Sources:
    """The sources of a checkout; every file is read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._tokens: dict[Path, list[str]] = {}

    @cached_property
    def files(self) -> dict[str, Path]:
        """Module or package -> file, in the order of rtl/rnic.f."""
        try:
            text = (self._root / LIST).read_text(encoding="utf-8")
        except OSError as error:
            raise SourceError(f"{LIST}: {error.strerror}") from error
        names = (Path(line.strip()) for line in text.splitlines())
        return {path.stem: path for path in names if path.suffix == ".sv"}

    @property
    def modules(self) -> list[str]:
        """All of rtl/rnic.f that is no package."""
        return [name for name in self.files if not is_package(name)]

    def file_of(self, name: str) -> Path:
        if name not in self.files:
            raise SourceError(f"no module {name} in {LIST}")
        return self.files[name]

    def parts_of(self, module: str) -> list[str]:
        """The module and every module and package below it, in the order of rtl/rnic.f."""
        found, waiting = {module}, [module]
        while waiting:
            tokens = self._code(self.file_of(waiting.pop()))
            new = {t for t in tokens if t in self.files} - found
            found |= new
            waiting += new
        return [name for name in self.files if name in found]

    def modules_of(self, module: str) -> list[str]:
        """The modules below a module, in the order of rtl/rnic.f."""
        return [n for n in self.parts_of(module) if n != module and not is_package(n)]

    def hash_of(self, module: str) -> str:
        """The same for the same code, whatever else the checkout holds."""
        files = {self.file_of(name) for name in self.parts_of(module)}
        for file in list(files):
            files |= self._included(file)
        return self._hash(files)

    def own_hash_of(self, module: str) -> str:
        """Of its own file alone."""
        return self._hash({self.file_of(module)})

    def _hash(self, files: set[Path]) -> str:
        digest = hashlib.sha256()
        for file in sorted(files):
            digest.update(f"{file}\n{' '.join(self._code(file))}\n".encode())
        return digest.hexdigest()

    def _included(self, file: Path) -> set[Path]:
        code, found = self._code(file), set()
        for word, name in zip(code, code[1:], strict=False):
            if word == "`include":
                path = INCLUDES / name.strip('"')
                found |= {path} | self._included(path)
        return found

    def _code(self, file: Path) -> list[str]:
        if file not in self._tokens:
            try:
                text = (self._root / file).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise SourceError(f"{file}: {error}") from error
            self._tokens[file] = synthesised(tokens_of(text))
        return self._tokens[file]


def is_package(name: str) -> bool:
    return name.endswith("_pkg")


def tokens_of(text: str) -> list[str]:
    return [m.group() for m in TOKEN.finditer(text) if not m.group("comment")]


def synthesised(tokens: list[str]) -> list[str]:
    """The tokens without assertions, and without what is absent where SYNTHESIS is defined. Other
    conditions stay as they are, both branches."""
    result: list[str] = []
    # For each open `ifdef: [is it about SYNTHESIS, is its code kept].
    open_ifs: list[list[bool]] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        about = bool(open_ifs) and open_ifs[-1][0]
        if token in ("`ifdef", "`ifndef"):
            ours = tokens[at + 1 : at + 2] == ["SYNTHESIS"]
            open_ifs.append([ours, not ours or token == "`ifdef"])
            skip = 2 if ours else 0
        elif token in ("`else", "`endif") and about:
            if token == "`else":
                open_ifs[-1][1] = not open_ifs[-1][1]
            else:
                open_ifs.pop()
            skip = 1
        else:
            if token == "`endif" and open_ifs:
                open_ifs.pop()
            skip = call_length(tokens, at) if token in ABSENT else 0
        if skip == 0 and all(kept for _, kept in open_ifs):
            result.append(token)
        at += max(skip, 1)
    return result


def call_length(tokens: list[str], at: int) -> int:
    """How many tokens the macro call at this place takes; 0 if no parenthesis follows."""
    if tokens[at + 1 : at + 2] != ["("]:
        return 0
    depth = 0
    for end in range(at + 1, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[end], 0)
        if depth == 0:
            return end + 1 - at
    return 0
