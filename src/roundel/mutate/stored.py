"""The stored mutants, `results/mutants.json`: one line for each, by core, with the hash of its sources."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.mutate.campaign import Fate, Mutant
from roundel.paths import cache_dir, published_results_dir
from roundel.process.atomic import locked, write_atomically

FILE = "mutants.json"


@dataclass(frozen=True)
class StoredMutant:
    """A mutant as it is stored. `by` is the check that detected it, or why it is equivalent."""

    id: str
    file: str
    line: int
    operator: str
    old: str
    new: str
    fate: str
    by: str

    @property
    def summary(self) -> str:
        """The mutant in one line."""
        change = f"{self.old} -> {self.new or 'nothing'}"
        return f"{self.id} {self.file}:{self.line}: {self.operator}: {change}"


@dataclass(frozen=True)
class StoredMutants:
    """The mutants of a core: those of sources with this hash, chosen by this seed."""

    source_hash: str
    seed: int
    mutants: tuple[StoredMutant, ...]

    def count(self, fate: Fate) -> int:
        """Return the number of mutants with a fate."""
        return sum(one.fate == fate for one in self.mutants)

    @property
    def killed_by(self) -> Counter[str]:
        """The detected mutants by the kind of check: verify, test or formal."""
        return Counter(one.by.partition(":")[0] for one in self.mutants if one.fate == Fate.KILLED)

    @property
    def survivors(self) -> list[StoredMutant]:
        """The mutants that no check detected."""
        return [one for one in self.mutants if one.fate == Fate.SURVIVED]


class MutantFile:
    """The stored mutants by the names of cores."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at `path`, or the project's. RoundelError names the file if it is malformed."""
        self.path = path or published_results_dir() / FILE
        self.cores = self._read()

    def record(self, core: Core, mutants: Sequence[Mutant], seed: int) -> None:
        """Store the mutants of a core in place of older ones."""
        rows = tuple(map(_stored, mutants))
        with locked(cache_dir("mutate") / "stored.lock"):
            self.cores = {**self._read(), core.name: StoredMutants(core.simulation_hash, seed, rows)}
            write_atomically(self.path, "{\n" + ",\n".join(map(_text, sorted(self.cores.items()))) + "\n}\n")

    def _read(self) -> dict[str, StoredMutants]:
        if not self.path.is_file():
            return {}
        try:
            return {name: _core(data) for name, data in json.loads(self.path.read_text()).items()}
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            hint = "Restore it: `git checkout` the file. Or delete it."
            raise RoundelError(f"{self.path}: not a file of mutants ({error})", hint) from error


def _stored(mutant: Mutant) -> StoredMutant:
    one = mutant.mutation
    old, new = (" ".join(text.split()) for text in (one.old, one.new))
    return StoredMutant(one.id, one.file, one.line, one.operator, old, new, mutant.fate, mutant.by)


def _core(data: Any) -> StoredMutants:
    rows = tuple(StoredMutant(**row) for row in data["mutants"])
    return StoredMutants(data["source_hash"], data["seed"], rows)


def _text(item: tuple[str, StoredMutants]) -> str:
    name, core = item
    rows = ",\n".join(f"  {json.dumps(vars(row))}" for row in core.mutants)
    head = f'{json.dumps(name)}: {{"source_hash": {json.dumps(core.source_hash)}, "seed": {core.seed}'
    return f'{head}, "mutants": [\n{rows}\n]}}'
