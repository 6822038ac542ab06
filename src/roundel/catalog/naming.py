"""Which sources are a part of which: by the names of modules and packages in their texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path


def used_modules(own: Mapping[str, str], used: Mapping[str, str]) -> dict[str, str]:
    """Return those of `used` that `own` name, directly or not, in the order of `used`.

    Both map file names to texts. A file is called as its module or package (lint holds it). A module that a
    parameter leaves out is named all the same.
    """
    wanted: set[str] = set()
    texts = list(own.values())
    while texts:
        words = set(re.findall(r"\w+", texts.pop()))
        new = {name for name in used if Path(name).stem in words} - wanted
        wanted |= new
        texts += [used[name] for name in new]
    return {name: text for name, text in used.items() if name in wanted}
