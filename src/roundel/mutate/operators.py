"""The mutations of a SystemVerilog text. Slang's parser finds the places; nothing is matched as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from roundel.mutate.mutation import Mutation, Operator, with_ids


@dataclass(frozen=True)
class Design:
    """What a text needs of the rest of a core: its modules, enums, inputs, and generate blocks.

    `modules` are those that the core instantiates. `enums` maps a member to the next one of its type.
    `inputs` are pairs of a module and a port. `built` are pairs of a module and the offset of a generate
    block that is in the core.
    """

    modules: Set[str]
    enums: Mapping[str, str]
    inputs: Set[tuple[str, str]]
    built: Set[tuple[str, int]]


SWAPPED = {"&&": "||", "||": "&&", "&": "|", "|": "&", "^": "|", "+": "-", "-": "+"}
RELATIONS = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
REDUCTIONS = {"&": "|", "|": "&", "^": "|"}
# Names of signals that nothing reads.
UNUSED = "unused"
_VECTOR = re.compile(r"(\d+)\s*'\s*[sS]?([bodhBODH])\s*([0-9a-fA-F_]+)")
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16}
_RESET = re.compile(r"rst|reset")
# Nodes with constants, types or checks: nothing in them is mutated.
_SKIPPED = frozenset(
    (
        *("ParameterDeclarationStatement", "ParameterPortList", "AnsiPortList", "TypedefDeclaration"),
        *("ParameterValueAssignment", "ElabSystemTask", "VariableDimension", "DataDeclaration"),
        *("NetDeclaration", "ConcurrentAssertionMember", "ImmediateAssertionMember", "AttributeInstance"),
        *("PackageImportDeclaration", "FunctionPortList", "ModuleHeader", "GenvarDeclaration"),
        *("AssertPropertyStatement", "ImmediateAssertStatement", "EventControlWithExpression"),
        *("SimpleRangeSelect", "ValueRangeExpression", "StringLiteralExpression"),
    )
)
_BINARY = frozenset(
    (
        *("LogicalAndExpression", "LogicalOrExpression", "BinaryAndExpression", "BinaryOrExpression"),
        *("BinaryXorExpression", "AddExpression", "SubtractExpression"),
    )
)
_RELATIONAL = frozenset(
    (
        *("EqualityExpression", "InequalityExpression", "LessThanExpression", "LessThanEqualExpression"),
        *("GreaterThanExpression", "GreaterThanEqualExpression"),
    )
)
_ASSIGNMENTS = frozenset(("AssignmentExpression", "NonblockingAssignmentExpression"))


# Defined for this parser alone.
CHECKED = "ROUNDEL_MUTANT_CHECKED"


def parsed(text: str) -> Any:
    """Return the syntax tree of a text, without what SYNTHESIS hides."""
    from pyslang import Bag
    from pyslang.parsing import PreprocessorOptions
    from pyslang.syntax import SyntaxTree

    options = PreprocessorOptions()
    options.predefines = ["SYNTHESIS", CHECKED]
    source = SyntaxTree.getDefaultSourceManager()
    return SyntaxTree.fromText(text, source, options=Bag([options]))


def mutations_of(file: str, text: str, design: Design) -> list[Mutation]:
    """Return every mutation of the modules in a text, in the order of their places."""
    walk = _Walk(file, text.encode(), design)
    found = sorted(
        (one for member in _members(parsed(text).root) for one in walk.module(member)),
        key=lambda one: (one.start, one.end, one.operator, one.new),
    )
    return with_ids(found, text)


def _kind(node: Any) -> str:
    return str(node.kind).rpartition(".")[2]


def _children(node: Any) -> Iterator[Any]:
    for child in node:
        if type(child).__name__ != "Token":
            yield child


def _members(root: Any) -> Iterator[Any]:
    if _kind(root) == "ModuleDeclaration":
        yield root
    elif _kind(root) == "CompilationUnit":
        yield from (child for child in _children(root) if _kind(child) == "ModuleDeclaration")


class _Walk:
    """A walk over the syntax tree of a module. Methods yield the mutations below a node."""

    def __init__(self, file: str, text: bytes, design: Design) -> None:
        self.file, self.text, self.design = file, text, design
        self.name = ""
        self.in_reset = False
        self.in_index = False

    def module(self, node: Any) -> Iterator[Mutation]:
        self.name = str(node.header.name.valueText)
        if self.name not in self.design.modules:
            return
        for member in node.members:
            yield from self.visit(member)

    def span(self, node: Any) -> tuple[int, int]:
        return node.sourceRange.start.offset, node.sourceRange.end.offset

    def source(self, node: Any) -> str:
        start, end = self.span(node)
        return self.text[start:end].decode()

    def make(self, node: Any, operator: Operator, new: str, *, statement: bool = False) -> Mutation:
        start, end = self.span(node)
        line = self.text.count(b"\n", 0, start) + 1
        return Mutation(self.file, line, operator, start, end, self.source(node), new, statement)

    def below(self, node: Any) -> Iterator[Mutation]:
        for child in _children(node):
            yield from self.visit(child)

    def visit(self, node: Any) -> Iterator[Mutation]:
        kind = _kind(node)
        if kind in _SKIPPED:
            return
        method = getattr(self, f"visit_{kind}", None)
        if method:
            yield from method(node)
        elif kind in _BINARY:
            yield from self.binary(node)
        elif kind in _RELATIONAL:
            new = RELATIONS[node.operatorToken.rawText]
            yield self.make(
                node, Operator.RELATION, f"{self.source(node.left)} {new} {self.source(node.right)}"
            )
            yield from self.below(node)
        elif kind in _ASSIGNMENTS:
            if not self.source(node.left).startswith(UNUSED):
                yield from self.visit(node.right)
        elif kind.startswith("Unary"):
            yield from self.unary(node)
        else:
            yield from self.below(node)

    # Generate blocks, of which only those are visited that the core builds.

    def visit_GenerateBlock(self, node: Any) -> Iterator[Mutation]:
        if (self.name, self.span(node)[0]) in self.design.built:
            for member in node.members:
                yield from self.visit(member)

    def visit_IfGenerate(self, node: Any) -> Iterator[Mutation]:
        yield from self.generated(node.block)
        if node.elseClause:
            yield from self.generated(node.elseClause.clause)

    def visit_LoopGenerate(self, node: Any) -> Iterator[Mutation]:
        yield from self.generated(node.block)

    def visit_CaseGenerate(self, node: Any) -> Iterator[Mutation]:
        for item in node.items:
            yield from self.generated(item.clause)

    def generated(self, node: Any) -> Iterator[Mutation]:
        """Visit a block. Only a block of its own, or an else-if, is visited."""
        if _kind(node) in ("GenerateBlock", "IfGenerate", "CaseGenerate"):
            yield from self.visit(node)

    # Statements.

    def visit_ConditionalStatement(self, node: Any) -> Iterator[Mutation]:
        condition = node.predicate
        text = self.source(condition)
        yield self.make(condition, Operator.NEGATE, f"!({text})")
        for value in ("1'b1", "1'b0"):
            yield self.make(condition, Operator.DECIDE, value)
        yield from self.below(condition)
        before = self.in_reset
        self.in_reset = before or bool(_RESET.search(text))
        yield from self.visit(node.statement)
        self.in_reset = before
        if node.elseClause:
            yield from self.below(node.elseClause)

    def visit_ExpressionStatement(self, node: Any) -> Iterator[Mutation]:
        if _kind(node.expr) in _ASSIGNMENTS:
            yield self.make(node, Operator.DROP_ASSIGNMENT, "", statement=True)
        yield from self.visit(node.expr)

    def visit_ForLoopStatement(self, node: Any) -> Iterator[Mutation]:
        yield from self.visit(node.statement)

    def visit_CaseStatement(self, node: Any) -> Iterator[Mutation]:
        yield from self.visit(node.expr)
        items = [item for item in node.items if _kind(item) in ("StandardCaseItem", "DefaultCaseItem")]
        for item, following in zip(items, items[1:], strict=False):
            new = self.source(following.clause)
            if new != self.source(item.clause):
                yield self.make(item.clause, Operator.BRANCH, new, statement=True)
        for item in items:
            yield from self.visit(item.clause)

    # Instances: only what is connected to an input.

    def visit_HierarchyInstantiation(self, node: Any) -> Iterator[Mutation]:
        module = str(node.type.valueText)
        for instance in _children(node):
            if _kind(instance) != "HierarchicalInstance":
                continue
            for connection in instance.connections:
                if _kind(connection) != "NamedPortConnection" or not connection.expr:
                    continue
                if (module, str(connection.name.valueText)) in self.design.inputs:
                    yield from self.visit(connection.expr)

    # Expressions.

    def visit_InsideExpression(self, node: Any) -> Iterator[Mutation]:
        yield from self.visit(node.expr)
        for element in _children(node.ranges.valueRanges):
            start, end = self.span(element)
            for one in self.visit(element):
                # A part of an element has to stay constant, so that the whole element is selected.
                before, after = self.text[start : one.start].decode(), self.text[one.end : end].decode()
                new, old = f"{before}{one.new}{after}", self.source(element)
                yield replace(one, start=start, end=end, old=old, new=new, in_set=True)

    def visit_ConditionalExpression(self, node: Any) -> Iterator[Mutation]:
        yield self.make(node.predicate, Operator.NEGATE, f"!({self.source(node.predicate)})")
        yield from self.below(node)

    def binary(self, node: Any) -> Iterator[Mutation]:
        left, right = f"({self.source(node.left)})", f"({self.source(node.right)})"
        token = node.operatorToken.rawText
        yield self.make(node, Operator.SWAP, f"{left} {SWAPPED[token]} {right}")
        if token not in "+-":
            yield self.make(node, Operator.DROP_TERM, left)
            yield self.make(node, Operator.DROP_TERM, right)
        yield from self.below(node)

    def unary(self, node: Any) -> Iterator[Mutation]:
        token, operand = node.operatorToken.rawText, self.source(node.operand)
        if token in ("!", "~"):
            yield self.make(node, Operator.DROP_NOT, f"({operand})")
        elif token in REDUCTIONS:
            yield self.make(node, Operator.SWAP, f"{REDUCTIONS[token]}({operand})")
        yield from self.visit(node.operand)

    def visit_CastExpression(self, node: Any) -> Iterator[Mutation]:
        yield from self.visit(node.right)

    def visit_MultipleConcatenationExpression(self, node: Any) -> Iterator[Mutation]:
        yield from self.visit(node.concatenation)

    def visit_InvocationExpression(self, node: Any) -> Iterator[Mutation]:
        if not self.source(node.left).startswith("$") and node.arguments:
            yield from self.visit(node.arguments)

    def visit_NamedArgument(self, node: Any) -> Iterator[Mutation]:
        if node.expr:
            yield from self.visit(node.expr)

    def visit_IdentifierSelectName(self, node: Any) -> Iterator[Mutation]:
        for selector in node.selectors:
            yield from self.visit(selector)

    def visit_ElementSelectExpression(self, node: Any) -> Iterator[Mutation]:
        yield from self.below(node)

    def visit_BitSelect(self, node: Any) -> Iterator[Mutation]:
        yield from self.index(node.expr)

    def visit_AscendingRangeSelect(self, node: Any) -> Iterator[Mutation]:
        yield from self.index(node.left)

    def visit_DescendingRangeSelect(self, node: Any) -> Iterator[Mutation]:
        yield from self.index(node.left)

    def index(self, node: Any) -> Iterator[Mutation]:
        text = self.source(node)
        literal = _kind(node) == "IntegerLiteralExpression"
        if literal:
            value = int(text.replace("_", ""))
            for new in (value + 1, value - 1):
                if new >= 0:
                    yield self.make(node, Operator.INDEX, str(new))
            return
        for sign in "+-":
            yield self.make(node, Operator.INDEX, f"({text}) {sign} 1")
        yield from self.visit(node)

    def visit_IntegerLiteralExpression(self, node: Any) -> Iterator[Mutation]:
        value = int(self.source(node).replace("_", ""))
        for new in (value + 1, value - 1):
            if new >= 0:
                yield self.make(node, self.constant, str(new))

    def visit_IntegerVectorExpression(self, node: Any) -> Iterator[Mutation]:
        found = _VECTOR.fullmatch(self.source(node))
        if not found:
            return
        size, base = int(found[1]), found[2].lower()
        value = int(found[3].replace("_", ""), _BASES[base])
        for new in dict.fromkeys(((value + 1) % (1 << size), (value - 1) % (1 << size))):
            yield self.make(node, self.constant, f"{size}'d{new}")

    def visit_UnbasedUnsizedLiteralExpression(self, node: Any) -> Iterator[Mutation]:
        text = self.source(node)
        if text in ("'0", "'1"):
            yield self.make(node, self.constant, "'1" if text == "'0" else "'0")

    @property
    def constant(self) -> Operator:
        return Operator.RESET if self.in_reset else Operator.CONSTANT

    def visit_IdentifierName(self, node: Any) -> Iterator[Mutation]:
        text = self.source(node)
        if text in self.design.enums:
            yield self.make(node, Operator.ENUM, self.design.enums[text])

    def visit_ScopedName(self, node: Any) -> Iterator[Mutation]:
        text = self.source(node)
        scope, separator, name = text.rpartition("::")
        if separator and name in self.design.enums:
            yield self.make(node, Operator.ENUM, f"{scope}::{self.design.enums[name]}")
        elif not separator:
            yield from self.below(node)
