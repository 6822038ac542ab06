"""One text for many mutants: each mutated place has the original and the mutation, and selects one of them.

The selection is a variable that a simulation reads from the environment once, when a model is created. So
one model serves all mutants of a core: a mutant costs a run, and no build.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from roundel.errors import RoundelError
from roundel.mutate.mutation import Mutation
from roundel.mutate.operators import CHECKED

# The environment variable with the number of the active mutant; 0 is the original.
SELECT = "ROUNDEL_MUTANT"
_ACTIVE = "`ROUNDEL_ACTIVE"
_GETENV = f'std::getenv(\\"{SELECT}\\")'
# The value is constant for a model. For the parser that checks mutations it is a variable, too, so that it
# refuses one where the language requires a constant. Other tools see the original.
_PACKAGE = f"""`ifndef ROUNDEL_ACTIVE
`ifdef VERILATOR
`define ROUNDEL_ACTIVE roundel_mutant_pkg::active
package roundel_mutant_pkg;
  int active = $c32("({_GETENV} ? std::atoi({_GETENV}) : 0)");
endpackage
`elsif {CHECKED}
`define ROUNDEL_ACTIVE roundel_mutant_pkg::active
package roundel_mutant_pkg;
  int active = 0;
endpackage
`else
`define ROUNDEL_ACTIVE 0
`endif
`endif
"""
# Parts of the project that a scratch project links to.
_LINKED = (
    *("docs", "formal", "results", "src", "tests"),
    *("pyproject.toml", "README.md", "CHANGELOG.md", ".venv"),
)


def with_schema(text: str, numbered: Mapping[int, Mutation]) -> str:
    """Return a text with all of these mutations, none of which is active without the variable."""
    pieces = ((one, _selected(number, one)) for number, one in numbered.items())
    return _PACKAGE + _replaced(text, pieces)


def with_mutation(text: str, mutation: Mutation) -> str:
    """Return a text with one mutation in place of the original."""
    new = mutation.new or ";"
    return _replaced(text, [(mutation, new if mutation.is_statement else f"({new})")])


def _selected(number: int, one: Mutation) -> str:
    if one.is_statement:
        return f"if ({_ACTIVE} == {number}) begin {one.new} end else begin {one.old} end"
    selected = f"(({_ACTIVE} == {number}) ? ({one.new}) : ({one.old}))"
    # Verilator takes an element that is not constant only if its type has two states.
    return f"longint'{selected}" if one.in_set else selected


def _replaced(text: str, pieces: Iterable[tuple[Mutation, str]]) -> str:
    data = text.encode()
    for one, new in sorted(pieces, key=lambda piece: -piece[0].start):
        if data[one.start : one.end].decode() != one.old:
            raise RoundelError(f"{one.file} changed since the mutation of line {one.line} was made")
        data = data[: one.start] + new.encode() + data[one.end :]
    return data.decode()


def scratch_project(root: Path, folder: Path, texts: Mapping[str, str]) -> Path:
    """Make a project in `folder` that is `root` with other texts of some sources, and return it.

    Args:
        root: The project.
        folder: The new project, which may exist. It gets a copy of `rtl` and links to the rest.
        texts: The new texts by the names of files.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "rtl", folder / "rtl")
    for name in _LINKED:
        if (root / name).exists():
            (folder / name).symlink_to(root / name)
    written = 0
    for path in (folder / "rtl").rglob("*.sv"):
        if path.name in texts:
            path.write_text(texts[path.name])
            written += 1
    if written != len(texts):
        raise RoundelError(f"{len(texts) - written} of the mutated sources are not in {root / 'rtl'}")
    return folder


def disjoint(mutations: Sequence[Mutation]) -> list[Mutation]:
    """Return the mutations without those that overlap an earlier one."""
    chosen: list[Mutation] = []
    for one in mutations:
        if not any(one.overlaps(other) for other in chosen):
            chosen.append(one)
    return chosen
