"""The folder: sources in order, descriptions, a test bench with its vectors, constraints, scripts, pages."""

from __future__ import annotations

import functools
import re
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from roundel import __version__
from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Core
from roundel.catalog.ports import instance_of, ports_of
from roundel.errors import RoundelError
from roundel.export.bench import Stimulus, stimulus
from roundel.export.equal import Proof, prove_equal
from roundel.export.form import SYSTEMVERILOG, VERILOG_2005, Form, form_of
from roundel.export.verilog import OWN_PREFIX
from roundel.implement import find_target
from roundel.paths import project_root

PROTOCOLS = {"service": "docs/stream-protocol.md", "engine": "docs/block-engines.md"}
TEMPLATES = {
    "README.md": "README.md.j2",
    "{name}.f": "files.f.j2",
    "{name}.core": "description.core.j2",
    "sim/Makefile": "Makefile.j2",
    "scripts/vivado.tcl": "vivado.tcl.j2",
    "scripts/{name}.qip": "quartus.qip.j2",
    "scripts/quartus.tcl": "quartus.tcl.j2",
    "scripts/radiant.tcl": "radiant.tcl.j2",
    "scripts/diamond.tcl": "diamond.tcl.j2",
    "scripts/gowin.tcl": "gowin.tcl.j2",
    "scripts/yosys.ys": "yosys.ys.j2",
    "vhdl/{top}_component.vhd": "component.vhd.j2",
    "vhdl/{top}_instance.vhd": "instance.vhd.j2",
}
BENCHES = {"service": "service_tb.sv.j2", "engine": "engine_tb.sv.j2"}
CLOCK_MHZ = 50
# What the tools of a target read constraints in; those of all others read SDC.
FORMATS = {"xc7": "xdc", "ecp5": "lpf"}
OTHERS_FORMAT = "sdc"
# What Verilator need not warn of, with the reasons.
WAIVERS = "waivers.vlt"
CONVERTED_WAIVERS = """\
`verilator_config
// Yosys writes a test for zero as the negation of a vector, and priority selectors as `casez`.
// WIDTH is the rule of all releases of Verilator 5. Later ones divide it.
lint_off -rule WIDTH -file "*.v"
lint_off -rule CASEOVERLAP -file "*.v"
"""
# The parts of a core's page that say how to use it: what they refer to, a user needs as well.
USED_BY = ("Ports", "Transactions")
_PART = re.compile(r"^## (.+)$", re.MULTILINE)
# A link to a place that is not in the folder keeps its words alone.
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?://|#)([^)#]*)(#[^)]*)?\)")


@dataclass(frozen=True)
class Exported:
    """What was written: the folder, the name that its files have, sources and transactions in number.

    A model of a vendor's cell, for simulation alone, is not one of the sources. `proof` is None if none was
    wanted.
    """

    folder: Path
    name: str
    sources: int
    transactions: int
    proof: Proof | None


def export(
    core: Core,
    out: Path,
    entries: Sequence[Entry],
    *,
    random: int = 40,
    language: str = SYSTEMVERILOG,
    prefix: str = OWN_PREFIX,
    prove: bool = False,
) -> Exported:
    """Write a core with its test bench, constraints and pages into a folder.

    Args:
        core: A service core or a block engine.
        out: The folder. It is empty or does not exist; it gets everything, or nothing where this fails.
        entries: Known answers. The test bench plays those that the core serves.
        random: The number of random transactions that the test bench plays, made by the golden model.
        language: "systemverilog" for the sources as they are, "verilog-2005" for one file that has this
            configuration alone.
        prefix: What the names of all modules, packages and source files begin with.
        prove: Whether to prove first that the Verilog-2005 equals the source (`roundel.export.equal`).

    Returns:
        The folder, the name of its files, and the counts of sources and transactions.

    Raises:
        RoundelError: The folder is not empty or cannot be written, the core is of a kind without a test
            bench, two of its sources have the same file name, the language is not one of the two, the prefix
            is no identifier, or the proof fails.
    """
    if core.kind not in BENCHES:
        raise RoundelError(
            f"{core.name} is of kind {core.kind!r}, which cannot be exported",
            f"Exported are cores of kind {', '.join(BENCHES)}: see `roundel list`.",
        )
    named, out = out, out.resolve()  # the folder that a link names; messages have the user's name
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RoundelError(f"{named} exists and is not empty", "Name a new folder, or empty this one.")
    names = [path.name for path in core.parts]
    if duplicates := sorted({name for name in names if names.count(name) > 1}):
        raise RoundelError(f"{core.name} has two sources of the name {duplicates[0]}", "Rename one of them.")
    if prove and language != VERILOG_2005:
        raise RoundelError(
            f"an export in {language} has the sources themselves: there is nothing to prove",
            f"Add --language {VERILOG_2005}, or leave out --prove.",
        )
    form = form_of(core, language, prefix, cell_models(core))
    proof = prove_equal(core, "".join(form.sources.values()), form.top) if prove else None
    name = core.name.replace(":", "-").replace("-", "_")
    vectors = stimulus(core, entries, random)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        # A folder that is there stays: somebody may stand in it, and its own may not be ours to write in.
        temporary = tempfile.TemporaryDirectory(prefix=".export-", dir=out if out.is_dir() else out.parent)
    except OSError as error:
        raise RoundelError(
            f"cannot write {named}: {error.strerror}", "Name a folder that you can create."
        ) from error
    with temporary as work:
        folder = Path(work) / "folder"
        _write(core, name, vectors, form, folder)
        if out.is_dir():
            for part in folder.iterdir():
                part.rename(out / part.name)
        else:
            folder.rename(out)
    return Exported(named, name, len(form.sources), vectors.transactions, proof)


def cell_models(core: Core) -> tuple[Path, ...]:
    """Return the sources of `core` that model a cell of a target that it is made for.

    Simulation needs them; the vendor's synthesis knows the cell itself, and a second one is in its way.
    The model of the cell DSP48E1 is the source `roundel_dsp48e1_model.sv`, and likewise for other cells.
    """
    cells: set[str] = set()
    for target in map(find_target, core.targets):
        cells.update(target.lut_cells, target.ff_cells, target.ram_cells, target.dsp_cells)
    models = {f"roundel_{cell.lower()}_model" for cell in cells}
    return tuple(path for path in core.parts if path.stem in models)


def formats(core: Core) -> list[str]:
    """Return the formats of constraints that the targets of `core` take; all where it names no target."""
    if not core.targets:
        return [OTHERS_FORMAT, *FORMATS.values()]
    return sorted({FORMATS.get(target, OTHERS_FORMAT) for target in core.targets})


def pages(core: Core) -> dict[str, Path]:
    """Return the pages that go along, by file name, the core's own first, the protocol's last.

    Between them stand those that say what the own one leaves to them: whatever page of a core its `USED_BY`
    parts link to, what those of that page link to, and so on.
    """
    found: dict[str, Path] = {}
    waiting = [core.docs]
    while waiting:
        page = waiting.pop(0)
        if page.name in found:
            continue
        found[page.name] = page
        for part in _parts(page.read_text(encoding="utf-8"), USED_BY):
            targets = [page.parent / match[2] for match in _LINK.finditer(part) if match[2].endswith(".md")]
            waiting += [target for target in targets if target.resolve().parent == core.docs.parent]
    protocol = project_root() / PROTOCOLS[core.kind]
    return {**found, protocol.name: protocol}


def _parts(text: str, wanted: Collection[str]) -> list[str]:
    """Return the text of those parts of a page."""
    _, *rest = _PART.split(text)
    return [part for head, part in zip(rest[::2], rest[1::2], strict=True) if head in wanted]


def _write(core: Core, name: str, played: Stimulus, form: Form, folder: Path) -> None:
    for part in ("rtl", "sim", "constraints", "docs", "scripts", "vhdl"):
        (folder / part).mkdir(parents=True)
    for part, files in (("rtl", form.sources), ("sim", form.models), ("sim", played.files)):
        for file, text in files.items():
            (folder / part / file).write_text(text, encoding="utf-8")
    root = project_root()
    shutil.copyfile(root / "LICENSE", folder / "LICENSE")
    if form.language == SYSTEMVERILOG:
        shutil.copyfile(root / "rtl" / WAIVERS, folder / "sim" / WAIVERS)
    else:
        (folder / "sim" / WAIVERS).write_text(CONVERTED_WAIVERS, encoding="utf-8")
    kept = pages(core)
    for file, page in kept.items():
        text = _page(page.read_text(encoding="utf-8"), kept)
        (folder / "docs" / file).write_text(text, encoding="utf-8")
    ports = ports_of(core)
    facts = {
        "core": core,
        "name": name,
        "top": form.top,
        "language": form.language,
        "parameters": form.parameters,
        "overrides": _overrides(form.parameters),
        "sources": list(form.sources),
        "models": list(form.models),
        "waivers": WAIVERS,
        "formats": formats(core),
        "async_reset": bool(core.config.parameters.get("AsyncReset")),
        "instance": instance_of(core, form.top, form.parameters),
        "ports": ports,
        "pages": list(kept),
        "played": played,
        "version": __version__,
        "period_ns": 1000 / CLOCK_MHZ,
        "mhz": CLOCK_MHZ,
    }
    constraints = {f"constraints/{name}.{end}": f"constraints.{end}.j2" for end in formats(core)}
    for file, template in {**TEMPLATES, **constraints, f"sim/{name}_tb.sv": BENCHES[core.kind]}.items():
        text = _templates().get_template(template).render(facts)
        (folder / file.format(name=name, top=form.top)).write_text(text, encoding="utf-8")


@functools.cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("roundel.export"),
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )


def _overrides(values: Mapping[str, object]) -> str:
    """Return what stands between the module's name and the instance's: its parameters, or nothing."""
    if not values:
        return ""
    return "#(\n" + ",\n".join(f"  .{key}({value})" for key, value in values.items()) + "\n) "


def _page(text: str, kept: Collection[str]) -> str:
    """Return a page of docs with links to the pages `kept` beside it; other links become their words."""

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], Path(match[2]).name, match[3] or ""
        return f"[{words}]({target}{anchor})" if target in kept else words

    return _LINK.sub(link, text)
