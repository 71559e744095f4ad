# SPDX-License-Identifier: Apache-2.0
"""The mutants of one source file, from its syntax tree as pyslang reads it.

Only what a simulation evaluates is mutated: right sides of assignments, statements of always
blocks and functions, inputs of instances. The file is read as synthesis reads it, so assertions,
covers and what only they need are not there. Parameters, types, selects, ranges, loop headers and
case labels are constants of the elaboration: no mutant could be chosen there at run time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyslang
from pyslang import parsing, syntax

from mutant import Mutant

Node = Any


class SourceError(Exception):
    """A source or a module that cannot be mutated; the text says why."""


_SWAPS = {
    "LogicalAndExpression": "||",
    "LogicalOrExpression": "&&",
    "BinaryAndExpression": "|",
    "BinaryOrExpression": "&",
    "BinaryXorExpression": "|",
    "EqualityExpression": "!=",
    "InequalityExpression": "==",
    "LessThanExpression": ">=",
    "LessThanEqualExpression": ">",
    "GreaterThanExpression": "<=",
    "GreaterThanEqualExpression": "<",
    "AddExpression": "-",
    "SubtractExpression": "+",
    "LogicalShiftLeftExpression": ">>",
    "LogicalShiftRightExpression": "<<",
}
_BOUNDARIES = {
    "LessThanExpression": "<=",
    "LessThanEqualExpression": "<",
    "GreaterThanExpression": ">=",
    "GreaterThanEqualExpression": ">",
}
_UNARY = {
    "UnaryLogicalNotExpression": "",
    "UnaryBitwiseNotExpression": "",
    "UnaryBitwiseOrExpression": "&",
    "UnaryBitwiseAndExpression": "|",
    "UnaryBitwiseXorExpression": "|",
}
_PRIMARY = {
    "IdentifierName",
    "IdentifierSelectName",
    "ScopedName",
    "ParenthesizedExpression",
    "IntegerLiteralExpression",
    "IntegerVectorExpression",
    "UnbasedUnsizedLiteralExpression",
    "ConcatenationExpression",
    "InvocationExpression",
    "CastExpression",
}
# Never entered: constants of the elaboration, names, and what a mutant's text would not fit.
_CLOSED = {
    "DataDeclaration",
    "ParameterDeclarationStatement",
    "TypedefDeclaration",
    "PackageImportDeclaration",
    "NamedType",
    "ElementSelect",
    "IdentifierSelectName",
    "ScopedName",
    "RangeList",
    "StreamingConcatenationExpression",
    "EventControlWithExpression",
    "ParameterValueAssignment",
    "ElabSystemTask",
}
_PROCEDURES = {"AlwaysCombBlock", "AlwaysFFBlock"}


def _kind(node: Node) -> str:
    return "" if isinstance(node, parsing.Token) else node.kind.name


def _children(node: Node) -> Iterator[Node]:
    for child in node:
        if child is not None and not isinstance(child, parsing.Token):
            yield child


class Reader:
    """Reads files with one source manager; knows the enumerators of all files read before."""

    def __init__(self, include: Path) -> None:
        self._manager = pyslang.SourceManager()
        self._manager.addUserDirectories(str(include))
        options = parsing.PreprocessorOptions()
        options.predefines = ["SYNTHESIS=1"]
        self._bag = pyslang.Bag([options])
        self._enumerators: dict[str, str] = {}  # of packages: the next one of its type

    def mutants(self, root: Path, file: str) -> list[Mutant]:
        """The mutants of root/file, in the order of their places."""
        tree = syntax.SyntaxTree.fromFile(str(root / file), self._manager, self._bag)
        if any(diagnostic.isError() for diagnostic in tree.diagnostics):
            raise SourceError(f"{file}: this does not parse; try scripts/lint")
        enumerators = dict(_next_enumerators(tree.root))
        if file.endswith("_pkg.sv"):
            self._enumerators |= enumerators
        walk = _Walk(self._manager, root, file, self._enumerators | enumerators)
        walk.outside(tree.root)
        return sorted(walk.found, key=lambda m: (m.start, m.end, m.operator, m.mutated))


def _next_enumerators(node: Node) -> Iterator[tuple[str, str]]:
    if _kind(node) == "EnumType":
        names = [c.name.valueText for c in node.members if _kind(c) == "Declarator"]
        if len(names) > 1:
            yield from zip(names, names[1:] + names[:1], strict=True)
    for child in _children(node):
        yield from _next_enumerators(child)


class _Walk:
    def __init__(
        self, manager: pyslang.SourceManager, root: Path, file: str, enumerators: dict[str, str]
    ) -> None:
        self._manager = manager
        self._bytes = (root / file).read_bytes()
        self._file = file
        self._function = ""
        self._enumerators = enumerators
        self.found: list[Mutant] = []

    def _text(self, node: Node) -> str:
        extent = node.sourceRange
        return self._bytes[extent.start.offset : extent.end.offset].decode()

    def _operand(self, node: Node) -> str:
        text = self._text(node)
        return text if _kind(node) in _PRIMARY else f"({text})"

    def _add(self, node: Node, operator: str, mutated: str) -> None:
        extent = node.sourceRange
        if self._manager.isMacroLoc(extent.start) or self._manager.isMacroLoc(extent.end):
            return
        start, end = extent.start.offset, extent.end.offset
        line = self._bytes.count(b"\n", 0, start) + 1
        original = self._bytes[start:end].decode()
        place = (self._file, start, end, line)
        self.found.append(Mutant(*place, operator, original, mutated, self._function))

    # --- outside of anything that is evaluated ----------------------------------------------------
    def outside(self, node: Node) -> None:
        kind = _kind(node)
        if kind == "ContinuousAssign":
            for assignment in _children(node):
                self._assignment(assignment, comb=True)
        elif kind in _PROCEDURES:
            self._statement(node.statement, comb=kind == "AlwaysCombBlock")
        elif kind == "FunctionDeclaration":
            self._function = self._text(node.prototype.name)
            for item in node.items:
                self._statement(item, comb=True)
            self._function = ""
        elif kind == "NamedPortConnection":
            self._connection(node)
        elif kind not in _CLOSED:
            for child in _children(node):
                self.outside(child)

    def _connection(self, node: Node) -> None:
        name, expression = node.name.valueText, node.expr
        if expression is None or not name.endswith("_i") or name == "clk_i":
            return
        while _kind(expression) in ("SimplePropertyExpr", "SimpleSequenceExpr"):
            expression = expression.expr
        self._stuck(expression)
        self._expression(expression)

    # --- statements -------------------------------------------------------------------------------
    def _statement(self, node: Node, comb: bool, resets: bool = False) -> None:
        kind = _kind(node)
        if kind == "ExpressionStatement":
            if resets:
                self._add(node, "reset", "")
            self._assignment(node.expr, comb)
            if not comb and not resets:
                self._add(node, "stuck", "")
        elif kind == "ConditionalStatement":
            is_reset = self._text(node.predicate) == "!rst_ni"
            if not is_reset:
                self._predicate(node.predicate)
            self._statement(node.statement, comb, resets or (is_reset and not comb))
            if node.elseClause is not None:
                self._statement(node.elseClause.clause, comb, resets)
        elif kind == "CaseStatement":
            self._expression(node.expr)
            for item in node.items:
                self._statement(item.clause, comb, resets)
        elif kind == "ForLoopStatement":
            self._statement(node.statement, comb, resets)
        elif kind == "ReturnStatement":
            if node.returnValue is not None:
                self._stuck(node.returnValue)
                self._expression(node.returnValue)
        elif kind not in _CLOSED:
            for child in _children(node):
                self._statement(child, comb, resets)

    def _assignment(self, node: Node, comb: bool) -> None:
        kind = _kind(node)
        if not kind.endswith("AssignmentExpression") or "unused" in self._text(node.left):
            return
        if comb and kind == "AssignmentExpression":
            self._stuck(node.right)
        self._expression(node.right)

    # --- expressions ------------------------------------------------------------------------------
    def _stuck(self, node: Node) -> None:
        """Not of constants: those have an operator of their own."""
        is_literal = _kind(node) in ("IntegerVectorExpression", "UnbasedUnsizedLiteralExpression")
        if not is_literal and self._text(node) not in self._enumerators:
            self._add(node, "stuck", "'0")
            self._add(node, "stuck", "'1")

    def _predicate(self, node: Node) -> None:
        """Of an if or a ?:; its own parentheses stay."""
        for condition in node.conditions:
            if _kind(condition) != "ConditionalPattern" or condition.matchesClause is not None:
                continue
            expression = condition.expr
            while _kind(expression) == "ParenthesizedExpression":
                expression = expression.expression
            self._add(expression, "condition", f"!({self._text(expression)})")
            self._add(expression, "condition", "1'b1")
            self._add(expression, "condition", "1'b0")
            self._expression(expression, negated=True)

    def _expression(self, node: Node, negated: bool = False) -> None:
        """negated: the negation of the whole is a mutant already."""
        kind = _kind(node)
        if kind in _CLOSED or (kind == "InvocationExpression" and "$" in self._text(node.left)):
            return
        if kind == "ConditionalExpression":
            self._predicate(node.predicate)
            self._expression(node.left)
            self._expression(node.right)
            return
        if kind in ("CastExpression", "MultipleConcatenationExpression"):  # not size or count
            self._expression(node.right if kind == "CastExpression" else node.concatenation)
            return
        if kind in _SWAPS:
            self._binary(node, kind, negated)
        elif kind in _UNARY and not negated:
            self._add(node, "operator", _UNARY[kind] + self._operand(node.operand))
        elif kind.endswith("LiteralExpression") or kind == "IntegerVectorExpression":
            self._literal(node, kind)
        elif kind == "IdentifierName":
            following = self._enumerators.get(self._text(node))
            if following is not None:
                self._add(node, "constant", following)
        else:
            negated = negated and kind == "ParenthesizedExpression"
        for child in _children(node):
            self._expression(child, negated and kind == "ParenthesizedExpression")

    def _binary(self, node: Node, kind: str, negated: bool) -> None:
        left, right = self._operand(node.left), self._operand(node.right)
        swap = _SWAPS[kind]
        if not negated or swap not in ("!=", "==", "<", "<=", ">", ">="):
            self._add(node, "operator", f"{left} {swap} {right}")
        if kind in _BOUNDARIES:
            self._add(node, "off-by-one", f"{left} {_BOUNDARIES[kind]} {right}")
        elif kind in ("AddExpression", "SubtractExpression"):
            self._add(node, "off-by-one", f"({self._text(node)}) + 1'b1")

    def _literal(self, node: Node, kind: str) -> None:
        text = self._text(node)
        if kind == "UnbasedUnsizedLiteralExpression" and text in ("'0", "'1"):
            self._add(node, "constant", "'1" if text == "'0" else "'0")
        elif kind == "IntegerLiteralExpression":
            self._add(node, "constant", str(int(text.replace("_", "")) + 1))
        elif kind == "IntegerVectorExpression" and node.size.rawText:
            width, base = int(node.size.rawText), node.base.rawText.lower()
            if "s" in base:
                return
            radix, form = {"b": (2, "b"), "o": (8, "o"), "d": (10, "d"), "h": (16, "x")}[base[-1]]
            try:
                value = int(node.value.rawText.replace("_", ""), radix)
            except ValueError:  # x, z or ?
                return
            other = (value + 1) % (1 << width)
            self._add(node, "constant", f"{width}'{base[-1]}{other:{form}}")
