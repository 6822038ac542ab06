"""The designs that a proof is about, and those of a core: modules with the values of their parameters.

What is proved of a module with some parameters says nothing of it with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from roundel.catalog import Core
from roundel.formal.core_under_proof import FILE
from roundel.formal.prove import Job

# Instances of these names are what a design is compared with: they are no designs of a proof.
REFERENCE = "u_expected"

# A module's name, and the values of its parameters by name.
Design = tuple[str, tuple[tuple[str, str], ...]]

_of_core: dict[str, frozenset[Design]] = {}


def designs_of_job(job: Job) -> frozenset[Design]:
    """Return the modules of the product that the proof's own texts instantiate, as elaborated.

    It is empty for a proof of functions of a package, which has no parameters.
    """
    own = {*job.task.files, FILE}
    product = {name.partition(".")[0] for name in job.sources if name not in own}
    top = _top(job.sources, job.task.top, job.task.parameters)
    return frozenset(_design(one) for one in _outermost(top.body, product))


def designs_of_core(core: Core) -> frozenset[Design]:
    """Return the core's top, with the parameters of its entry, and all modules below it, as elaborated."""
    key = core.name + core.simulation_hash
    if key not in _of_core:
        sources = {path.name: path.read_text() for path in core.parts}
        top = _top(sources, core.top, core.config.parameters)
        _of_core[key] = frozenset(map(_design, [top, *_instances(top.body)]))
    return _of_core[key]


def without(designs: Set[Design], parameters: Set[str]) -> frozenset[Design]:
    """Return the designs without the parameters of these names."""
    return frozenset(
        (module, tuple(value for value in values if value[0] not in parameters)) for module, values in designs
    )


def _top(sources: Mapping[str, str], top: str, parameters: Mapping[str, int]) -> Any:
    from pyslang import Bag
    from pyslang.ast import Compilation, CompilationOptions
    from pyslang.syntax import SyntaxTree

    options = CompilationOptions()
    options.topModules = {top}
    options.paramOverrides = [f"{name}={value}" for name, value in parameters.items()]
    compilation = Compilation(Bag([options]))
    for text in sources.values():
        compilation.addSyntaxTree(SyntaxTree.fromText(text))
    # The instance is valid for as long as its compilation.
    _compilations.append(compilation)
    return compilation.getRoot().topInstances[0]


_compilations: list[Any] = []


def _children(scope: Any) -> Iterator[Any]:
    """Yield the instances of a scope, of its generate blocks too."""
    from pyslang.ast import GenerateBlockArraySymbol, GenerateBlockSymbol, InstanceSymbol

    for member in scope:
        if isinstance(member, InstanceSymbol):
            yield member
        elif isinstance(member, GenerateBlockArraySymbol) or (
            isinstance(member, GenerateBlockSymbol) and not member.isUninstantiated
        ):
            yield from _children(member)


def _instances(scope: Any) -> Iterator[Any]:
    for instance in _children(scope):
        yield instance
        yield from _instances(instance.body)


def _outermost(scope: Any, modules: Set[str]) -> Iterator[Any]:
    """Yield the instances of these modules that are not below another one."""
    for instance in _children(scope):
        if instance.definition.name not in modules:
            yield from _outermost(instance.body, modules)
        elif not instance.name.startswith(REFERENCE):
            yield instance


def _design(instance: Any) -> Design:
    values = ((one.name, str(one.value)) for one in instance.body.parameters if one.isPortParam)
    return instance.definition.name, tuple(sorted(values))
