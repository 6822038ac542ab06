"""The mutations that are chosen by hand, in chosen.toml: corner cases that random choice seldom meets."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.mutate.mutation import Mutation, Operator, with_ids

FILE = Path(__file__).with_name("chosen.toml")


@dataclass(frozen=True)
class Chosen:
    """A mutation, and whether it changes a constant, which needs a model of its own."""

    mutation: Mutation
    is_constant: bool


def chosen_mutations(core: Core) -> list[Chosen]:
    """Return the chosen mutations of a core.

    Raises RoundelError unless the text to change occurs exactly once in the sources of the core.
    """
    found = []
    texts = {path.name: path.read_text() for path in core.sources}
    for entry in tomllib.loads(FILE.read_text())["mutants"]:
        if entry["core"] != core.name:
            continue
        counts = {file: text.count(entry["old"]) for file, text in texts.items()}
        if sum(counts.values()) != 1:
            raise RoundelError(
                f"{FILE.name}: the sources of {core.name} have {entry['old']!r} {sum(counts.values())} times",
                "Choose a text that occurs once.",
            )
        file = max(counts, key=counts.__getitem__)
        text = texts[file]
        start = len(text[: text.index(entry["old"])].encode())
        one = Mutation(
            file,
            text.count("\n", 0, text.index(entry["old"])) + 1,
            Operator.CHOSEN,
            start,
            start + len(entry["old"].encode()),
            entry["old"],
            entry["new"],
            entry.get("statement", False),
        )
        found.append(Chosen(with_ids([one], text)[0], entry.get("constant", False)))
    return found
