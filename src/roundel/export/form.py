"""The language and the names of exported sources: SystemVerilog as it is, or Verilog-2005; any prefix."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.export.verilog import OWN_PREFIX, convert

SYSTEMVERILOG, VERILOG_2005 = "systemverilog", "verilog-2005"
LANGUAGES = (SYSTEMVERILOG, VERILOG_2005)


@dataclass(frozen=True)
class Form:
    """The sources as they are exported: texts by file name, in order of compilation.

    `models` are those of vendors' cells, for simulation alone. `parameters` are what an instance of `top`
    sets: nothing in Verilog-2005, which has their values.
    """

    language: str
    top: str
    sources: Mapping[str, str]
    models: Mapping[str, str]
    parameters: Mapping[str, object] = field(default_factory=dict)


def form_of(core: Core, language: str, prefix: str, models: Collection[Path]) -> Form:
    """Return the sources of a core in a language, with a prefix.

    Args:
        core: The catalog entry.
        language: One of `LANGUAGES`.
        prefix: What the names of modules, packages and source files begin with.
        models: The sources that are for simulation alone.

    Returns:
        The texts and what an instance needs.

    Raises:
        RoundelError: The language is unknown, the prefix is no identifier, or the core cannot be elaborated.
    """
    if language not in LANGUAGES:
        raise RoundelError(
            f"there is no export in the language {language!r}", f"Languages: {', '.join(LANGUAGES)}."
        )
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", prefix):
        raise RoundelError(
            f"the prefix {prefix!r} does not begin an identifier",
            "A prefix is a letter, then letters, digits and underscores, such as `roundel_` or `acme_`.",
        )

    def named(path: Path) -> str:
        # The converted text instantiates the vendor's cell by its name.
        if language == VERILOG_2005 and path in models:
            return path.stem.removeprefix(OWN_PREFIX).removesuffix("_model").upper()
        return prefix + path.stem.removeprefix(OWN_PREFIX)

    names = {path.stem: named(path) for path in core.parts}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})\b")

    def renamed(path: Path) -> tuple[str, str]:
        text = path.read_text(encoding="utf-8")
        return f"{names[path.stem]}{path.suffix}", pattern.sub(lambda match: names[match[1]], text)

    simulated = dict(renamed(path) for path in core.parts if path in models)
    if language == VERILOG_2005:
        made = convert(core, prefix)
        return Form(language, made.top, {f"{made.top}.v": made.text}, simulated)
    sources = dict(renamed(path) for path in core.parts if path not in models)
    return Form(language, names.get(core.top, core.top), sources, simulated, dict(core.config.parameters))
