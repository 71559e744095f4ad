# SPDX-License-Identifier: Apache-2.0
"""What slang says of a tree with mutants: those it finds an error in cannot be tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyslang
from pyslang import ast, syntax

from tree import Tree, sources


class SlangError(Exception):
    """An error that is no mutant's."""


def rejected(tree: Tree) -> dict[int, str]:
    """Number and message of each mutant in whose text there is an error."""
    manager = pyslang.SourceManager()
    manager.addUserDirectories(str(tree.root / "rtl/prim"))
    compilation = ast.Compilation()
    files = [str(tree.root / file) for file in sources(tree.root / "rtl/rnic.f")]
    compilation.addSyntaxTree(syntax.SyntaxTree.fromFiles(files, manager))
    engine = pyslang.DiagnosticEngine(manager)
    found: dict[int, str] = {}
    for diagnostic in compilation.getAllDiagnostics():
        if not diagnostic.isError():
            continue
        message = engine.formatMessage(diagnostic)
        numbers = _blamed(tree, manager, diagnostic)
        if not numbers:
            place = manager.getFullyOriginalLoc(diagnostic.location)
            where = f"{_file(tree, manager, place)}:{manager.getLineNumber(place)}"
            raise SlangError(f"slang refuses the RTL itself: {where}: {message}")
        found |= dict.fromkeys(numbers, f"slang: {message}")
    return found


def _blamed(tree: Tree, manager: pyslang.SourceManager, diagnostic: Any) -> set[int]:
    """What the message points at, else what it underlines, else what stands on its line."""
    places = [diagnostic.location, *(extent.start for extent in diagnostic.ranges)]
    for place in map(manager.getFullyOriginalLoc, places):
        if found := tree.at(_file(tree, manager, place), place.offset):
            return found
    place = manager.getFullyOriginalLoc(diagnostic.location)
    line, column = manager.getLineNumber(place), manager.getColumnNumber(place)
    return tree.on_line(_file(tree, manager, place), line, column)


def _file(tree: Tree, manager: pyslang.SourceManager, place: Any) -> str:
    return str(Path(manager.getFullPath(place.buffer)).relative_to(tree.root))
