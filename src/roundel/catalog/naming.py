"""Names: of cores as users write them, and of modules and packages in sources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from roundel.catalog.tokens import facts_of


def used_modules(own: Mapping[str, str], used: Mapping[str, str]) -> dict[str, str]:
    """Return the part of `used` that `own` names, directly or indirectly, in the order of `used`.

    Both map file names to texts. A file has the name of its module or package (lint checks this). A module
    in a generate block that a parameter disables counts as used.
    """
    reached: set[str] = set()
    texts = list(own.values())
    names: dict[str, set[str]] = {}
    for name in used:
        names.setdefault(Path(name).stem, set()).add(name)
    while texts:
        identifiers = facts_of(texts.pop()).identifiers  # a module that only a comment names is not used
        new = set().union(*(names[stem] for stem in names.keys() & identifiers)) - reached
        reached |= new
        texts += [used[name] for name in new]
    return {name: text for name, text in used.items() if name in reached}


def normalized(name: str) -> str:
    """Return a name without case, accents and punctuation: `SHA3-256` and `sha3_256` are the same name."""
    return "".join(letter for letter in name.casefold().replace("ø", "oe") if letter.isalnum())
