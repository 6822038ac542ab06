"""What the operators need of a core: enums, directions of ports, and the generate blocks that it builds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.mutate.operators import Design, parsed


def design_of(core: Core) -> Design:
    """Return what the operators need of a core, as it is elaborated with the parameters of its entry."""
    compilation, top = elaborated(core, {path.name: path.read_text() for path in core.parts})
    enums: dict[str, str] = {}
    for path in core.parts:
        parsed(path.read_text()).root.visit(lambda node: _note_enum(node, enums))
    modules: set[str] = set()
    inputs: set[tuple[str, str]] = set()
    built: set[tuple[str, int]] = set()
    for instance in _instances(top, built):
        name = instance.definition.name
        modules.add(name)
        inputs |= {
            (name, port.name)
            for port in instance.body.portList
            if str(getattr(port, "direction", "")).endswith(".In")
        }
    del compilation
    return Design(modules, enums, inputs, built)


def elaborated(core: Core, texts: dict[str, str]) -> tuple[Any, Any]:
    """Return the compilation of a core with these texts, which must outlive the rest, and its top instance.

    Raises RoundelError with the first error if the core does not elaborate.
    """
    from pyslang import Bag
    from pyslang.ast import Compilation, CompilationOptions

    options = CompilationOptions()
    options.topModules = {core.top}
    options.paramOverrides = [f"{name}={value}" for name, value in core.config.parameters.items()]
    compilation = Compilation(Bag([options]))
    for text in texts.values():
        compilation.addSyntaxTree(parsed(text))
    errors = [one for one in compilation.getAllDiagnostics() if one.isError()]
    if errors:
        raise RoundelError(f"{core.name} does not elaborate: {errors[0].code}")
    return compilation, compilation.getRoot().topInstances[0]


def parameters_of(core: Core, module: str) -> list[dict[str, str]]:
    """Return the sets of values that the parameters of a module have in a core."""
    compilation, top = elaborated(core, {path.name: path.read_text() for path in core.parts})
    found = {
        tuple(sorted((one.name, str(one.value)) for one in instance.body.parameters if one.isPortParam))
        for instance in _instances(top, set())
        if instance.definition.name == module
    }
    del compilation
    return [dict(one) for one in sorted(found)]


def core_path(core: Core, file: str) -> Path:
    """Return the path of a source of a core by its name."""
    return next(path for path in core.sources if path.name == file)


def _note_enum(node: Any, enums: dict[str, str]) -> None:
    if str(getattr(node, "kind", "")).endswith("EnumType"):
        names = [str(member.name.valueText) for member in node.members if type(member).__name__ != "Token"]
        if len(names) > 1:
            enums.update(zip(names, [*names[1:], names[0]], strict=True))


def _instances(instance: Any, built: set[tuple[str, int]]) -> Iterator[Any]:
    """Yield an instance and all below it. Note the generate blocks that are built."""
    yield instance
    for child in _children(instance.body, instance.definition.name, built):
        yield from _instances(child, built)


def _children(scope: Any, module: str, built: set[tuple[str, int]]) -> Iterator[Any]:
    from pyslang.ast import GenerateBlockArraySymbol, GenerateBlockSymbol, InstanceSymbol

    for member in scope:
        if isinstance(member, InstanceSymbol):
            yield member
        elif isinstance(member, GenerateBlockArraySymbol):
            yield from _children(member, module, built)
        elif isinstance(member, GenerateBlockSymbol) and not member.isUninstantiated:
            if member.syntax is not None:
                built.add((module, member.syntax.sourceRange.start.offset))
            yield from _children(member, module, built)
