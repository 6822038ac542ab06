"""The folder: sources in order, their descriptions, a test bench with its vectors, constraints, pages."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from roundel import __version__
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.export.bench import Stimulus, stimulus
from roundel.paths import project_root
from roundel.verify.entries import Entry

PROTOCOLS = {"service": "docs/stream-protocol.md", "engine": "docs/block-engines.md"}
TEMPLATES = {
    "README.md": "README.md.j2",
    "{name}.f": "files.f.j2",
    "{name}.core": "description.core.j2",
    "constraints/{name}.sdc": "constraints.sdc.j2",
    "constraints/{name}.xdc": "constraints.xdc.j2",
    "constraints/{name}.lpf": "constraints.lpf.j2",
    "sim/Makefile": "Makefile.j2",
}
BENCHES = {"service": "service_tb.sv.j2", "engine": "engine_tb.sv.j2"}
CLOCK_MHZ = 50
# A link to a place that is not in the folder keeps its words alone.
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?://|#)([^)#]*)(#[^)]*)?\)")


@dataclass(frozen=True)
class Exported:
    """What was written: the folder, the name that its files have, sources and transactions in number."""

    folder: Path
    name: str
    sources: int
    transactions: int


def export(core: Core, out: Path, entries: Sequence[Entry], *, random: int = 40) -> Exported:
    """Write `core` into the folder `out`, which must be empty or not there; it is whole or not there at all.

    The test bench plays the `entries` that the core serves and `random` transactions of the golden model.
    RoundelError for a folder that holds something, a core of a kind without a test bench, and two sources
    of one file name.
    """
    if core.kind not in BENCHES:
        raise RoundelError(
            f"{core.name} is of kind {core.kind!r}, which cannot be exported",
            f"Exported are cores of kind {', '.join(BENCHES)}: see `roundel list`.",
        )
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RoundelError(
            f"{out} is there and not empty", "Name a folder that is not there yet, or empty it."
        )
    names = [path.name for path in core.sources]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise RoundelError(f"{core.name} has two sources of the name {twice[0]}", "Rename one of them.")
    name = core.name.replace(":", "-").replace("-", "_")
    played = stimulus(core, entries, random)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as work:
        folder = Path(work) / "folder"
        _write(core, name, played, folder)
        if out.is_dir():
            out.rmdir()
        folder.rename(out)
    return Exported(out, name, len(names), played.transactions)


def _write(core: Core, name: str, played: Stimulus, folder: Path) -> None:
    for part in ("rtl", "sim", "constraints", "docs"):
        (folder / part).mkdir(parents=True)
    for path in core.sources:
        shutil.copyfile(path, folder / "rtl" / path.name)
    for file, text in played.files.items():
        (folder / "sim" / file).write_text(text)
    root = project_root()
    shutil.copyfile(root / "LICENSE", folder / "LICENSE")
    pages = {page.name: page for page in (core.docs, root / PROTOCOLS[core.kind])}
    for file, page in pages.items():
        text = _page(page.read_text(encoding="utf-8"), set(pages))
        (folder / "docs" / file).write_text(text, encoding="utf-8")
    facts = {
        "core": core,
        "name": name,
        "parameters": dict(core.config.parameters),
        "overrides": _overrides(core),
        "sources": [path.name for path in core.sources],
        "pages": list(pages),
        "played": played,
        "version": __version__,
        "period_ns": 1000 / CLOCK_MHZ,
        "mhz": CLOCK_MHZ,
    }
    templates = Environment(
        loader=PackageLoader("roundel.export"),
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    for file, template in {**TEMPLATES, f"sim/{name}_tb.sv": BENCHES[core.kind]}.items():
        text = templates.get_template(template).render(facts)
        (folder / file.format(name=name)).write_text(text, encoding="utf-8")


def _overrides(core: Core) -> str:
    """Return what stands between the module's name and the instance's: its parameters, or nothing."""
    values = dict(core.config.parameters)
    if not values:
        return ""
    return "#(\n" + ",\n".join(f"  .{key}({value})" for key, value in values.items()) + "\n) "


def _page(text: str, kept: set[str]) -> str:
    """Return a page of docs with links to the pages `kept` beside it; other links become their words."""

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], Path(match[2]).name, match[3] or ""
        return f"[{words}]({target}{anchor})" if target in kept else words

    return _LINK.sub(link, text)
