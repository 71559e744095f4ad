# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over all C++ sources, in groups (tidy_groups.py), remembering what it has seen.

A group is one translation unit in build/lint/tidy. Its findings are kept there under a hash of
all that they depend on: the sources, every header of the checkout or the build that they include,
the options, .clang-tidy and clang-tidy's version. Headers are judged where they are included.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import tidy_groups
from lint_base import Finding, LintError, run

CONFIG = Path(".clang-tidy")
WORK = Path("build/lint/tidy")
# Since P2468, which GCC 12 does not know, a string does not compare with JSON the way around that
# nlohmann-json 3.11 declares for C++20; it does the way it declares for C++17.
FOR_CLANG = ("-DJSON_HAS_THREE_WAY_COMPARISON=0",)
INCLUDE = re.compile(r'^ *# *include *([<"])([^>"]+)[>"]', re.MULTILINE)
MESSAGE = re.compile(r"(/[^:\s]+):(\d+):\d+: (?:warning|error|fatal error): (.*) \[([\w.,-]+)\]$")


@dataclass
class Options:
    """How the build compiles: folders of headers, macros for all, macros of single files."""

    folders: list[str] = field(default_factory=list)  # -I and -isystem with their values
    macros: dict[str, str] = field(default_factory=dict)
    own_macros: dict[str, dict[str, str]] = field(default_factory=dict)
    compiled: set[str] = field(default_factory=set)

    def arguments(self) -> list[str]:
        macros = [f"-D{name}={value}" for name, value in sorted(self.macros.items())]
        return ["-x", "c++", "-std=c++20", *FOR_CLANG, *macros, *self.folders]

    def search(self) -> list[Path]:
        return [Path(f) for f in self.folders if f.startswith("/") and not f.startswith("/usr/")]


def options_of(database: str, root: str) -> Options:
    """From the build's compile commands (ninja -t compdb)."""
    options = Options()
    values: dict[str, dict[str, str]] = {}
    entries = [e for e in json.loads(database) if e["file"].endswith(".cc")]
    for entry in entries:
        options.compiled.add(entry["file"].removeprefix(root + "/"))
        words = shlex.split(entry["command"])
        macros: dict[str, str] = {}
        pairs = zip(words, words[1:] + [""])
        for word, following in pairs:
            pair = None
            if word in ("-isystem", "-I"):
                pair = [word, following]
            elif word.startswith("-I"):
                pair = ["-I", word[2:]]
            elif word.startswith("-D"):
                name, _, value = word[2:].partition("=")
                macros[name] = value or "1"
            if pair and pair[1] not in options.folders:
                options.folders += pair
        for name, value in macros.items():
            values.setdefault(name, {})[entry["file"].removeprefix(root + "/")] = value
    for name, by_file in values.items():
        if len(set(by_file.values())) == 1:
            options.macros[name] = next(iter(by_file.values()))
            continue
        for file, value in by_file.items():
            options.own_macros.setdefault(file, {})[name] = value
    return options


def unit(files: list[str], options: Options, root: str) -> str:
    """One translation unit that includes FILES, each with the macros it is compiled with."""
    lines = [f"// Made by scripts/lint from {len(files)} files."]
    for file in files:
        macros = options.own_macros.get(file, {})
        lines += [f"#define {name} {value}" for name, value in sorted(macros.items())]
        lines.append(f'#include "{root}/{file}"')
        lines += [f"#undef {name}" for name in sorted(macros)]
    return "\n".join(lines) + "\n"


def parse(output: str, root: str) -> list[Finding]:
    found: set[Finding] = set()
    for line in output.splitlines():
        match = MESSAGE.match(line)
        if match:
            file, number, text, check = match.groups()
            check = check.removesuffix(",-warnings-as-errors")
            found.add(Finding(file.removeprefix(root + "/"), int(number), check, text))
    return sorted(found)


class Tidy:
    def __init__(
        self, program: str, root: str, options: Options, sources: dict[str, str]
    ) -> None:
        self.program = program
        self.root = root
        self.options = options
        self.sources = sources  # text of every .cc and .h of the checkout
        status, version = run([self.program, "--version"])
        if status != 0:
            raise LintError(f"clang-tidy: {version.strip()}")
        self.basis = [CONFIG.read_text("utf-8"), version, *options.arguments()]
        self.remembered = 0
        self.split: list[str] = []
        WORK.mkdir(parents=True, exist_ok=True)

    def dependencies(self, files: list[str]) -> list[Path]:
        """FILES and what they include, as far as it is of the checkout or of the build."""
        found: dict[str, Path] = {}
        todo = [Path(self.root, f) for f in files]
        while todo:
            path = todo.pop()
            if str(path) in found:
                continue
            found[str(path)] = path
            name = str(path).removeprefix(self.root + "/")
            text = self.sources.get(name) or path.read_text("utf-8", errors="replace")
            for _, include in INCLUDE.findall(text):
                for folder in (path.parent, Path(self.root), *self.options.search()):
                    if (folder / include).is_file():
                        todo.append(folder / include)
                        break
        return [found[k] for k in sorted(found)]

    def key(self, files: list[str]) -> str:
        digest = hashlib.sha256()
        for text in [*self.basis, unit(files, self.options, self.root)]:
            digest.update(text.encode() + b"\0")
        for path in self.dependencies(files):
            digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
        return digest.hexdigest()[:32]

    def check(self, files: list[str]) -> list[Finding]:
        key = self.key(files)
        record = WORK / f"{key}.json"
        if record.is_file():
            self.remembered += len(files)
            record.touch()
            return [Finding(*f) for f in json.loads(record.read_text("utf-8"))]
        source = (WORK / f"{key}.{os.getpid()}.cc").absolute()
        source.write_text(unit(files, self.options, self.root), encoding="utf-8")
        config = f"--config-file={CONFIG.absolute()}"
        status, output = run(
            [self.program, "--quiet", config, str(source), "--", *self.options.arguments()]
        )
        source.unlink()
        found = parse(output, self.root)
        broken = [f for f in found if f.check == "clang-diagnostic-error"]
        if broken and len(files) > 1:
            self.split.append(str(broken[0]))
            half = len(files) // 2
            found = sorted({*self.check(files[:half]), *self.check(files[half:])})
        elif status != 0 and not found:
            raise LintError(f"clang-tidy: status {status}: {output.strip()[-500:]}")
        facts = [[f.file, f.line, f.check, f.text] for f in found]
        record.write_text(json.dumps(facts), encoding="utf-8")
        return found

    def check_all(self, files: list[str], parallel: int) -> list[Finding]:
        groups = tidy_groups.deal(files, self.sources)
        groups.sort(key=lambda g: -sum(self.sources[f].count("\n") for f in g))
        with ThreadPoolExecutor(parallel) as pool:
            return sorted({f for found in pool.map(self.check, groups) for f in found})


def forget_old(keep: int = 200) -> None:
    """Only the newest records stay."""
    records = sorted(WORK.glob("*.json"), key=lambda p: -p.stat().st_mtime)
    for old in records[keep:]:
        old.unlink()
