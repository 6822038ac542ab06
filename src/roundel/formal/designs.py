"""The designs that a proof is about, and those of a core: modules with the values of their parameters.

What is proved of a module with some parameters says nothing of it with others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.formal.core_under_proof import FILE
from roundel.formal.prove import Job
from roundel.paths import cache_path
from roundel.process.known import Known

# Instances of these names are what a design is compared with: they are no designs of a proof.
REFERENCE = "u_expected"

# A module's name, and the values of its parameters by name.
Design = tuple[str, tuple[tuple[str, str], ...]]


def designs_of_job(job: Job) -> frozenset[Design]:
    """Return the modules of the product that the proof's own texts instantiate, as elaborated.

    It is empty for a proof of functions of a package, which has no parameters.
    """
    own = {*job.task.files, FILE}
    product = {name.partition(".")[0] for name in job.sources if name not in own}

    def elaborate() -> Iterator[Any]:
        return _outermost(_top(job.sources, job.task.top, job.task.parameters).body, product)

    return _designs(f"{job.key} {' '.join(job.sources)} without {' '.join(sorted(own))}", elaborate)


def designs_of_core(core: Core) -> frozenset[Design]:
    """Return the core's top, with the parameters of its entry, and all modules below it, as elaborated."""

    def elaborate() -> Iterator[Any]:
        sources = {path.name: core.text(path) for path in core.parts}
        top = _top(sources, core.top, core.config.parameters)
        yield top
        yield from _instances(top.body)

    return _designs(core.simulation_hash, elaborate)


def _designs(key: str, elaborate: Callable[[], Iterable[Any]]) -> frozenset[Design]:
    """Return the designs of the instances that `elaborate` yields. They are kept by `key`, of all texts."""

    def find(_: str) -> list[str]:
        return [json.dumps(one) for one in sorted(set(map(_design, elaborate())))]

    known = _known(cache_path("designs"))
    try:
        return frozenset(map(_design_from, known.facts(key, find)))
    except ValueError:  # a damaged cache
        return frozenset(map(_design_from, known.facts(key, find, again=True)))


@cache
def _known(folder: Path) -> Known:
    from importlib.metadata import version

    return Known(folder, Path(__file__).read_bytes(), version("pyslang").encode())


def _design_from(text: str) -> Design:
    module, values = json.loads(text)
    return str(module), tuple((str(name), str(value)) for name, value in values)


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
