"""What a folder of sources holds: its top modules with their ports, for a first `roundel.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog.project import VHDL
from roundel.catalog.tokens import facts_of
from roundel.errors import RoundelError

SUFFIXES = (".sv", ".v", *VHDL)
# Folders and files that hold test benches and what tools make.
_NOT_HARDWARE = re.compile(
    r"(^|[_-])(tb|test|tests|bench|testbench|sim|build|synth|formal)([_-]|$)", re.IGNORECASE
)
_CLOCK = re.compile(r"^(i_)?a?(clk|clock)(_i|_in)?$", re.IGNORECASE)
_RESET = re.compile(r"^(i_)?a?(rst|reset)(_?n)?(_?i|_in)?$|^(i_)?n_?(rst|reset)$", re.IGNORECASE)
_ACTIVE_LOW = re.compile(r"(rst|reset)_?n|^(i_)?n_?(rst|reset)", re.IGNORECASE)
_ENTITY = re.compile(r"\bentity\s+(\w+)\s+is(.*?)\bend\b", re.IGNORECASE | re.DOTALL)
_VHDL_PORT = re.compile(
    r"(\w+(?:\s*,\s*\w+)*)\s*:\s*(in|out)\s+(\w+)(?:\s*\(\s*(\d+)\s+downto\s+(\d+)\s*\))?", re.IGNORECASE
)


@dataclass(frozen=True)
class FoundPort:
    """A port of a top: its name, whether it is an input, its bits (0 where only elaboration says)."""

    name: str
    is_input: bool
    bits: int


@dataclass(frozen=True)
class Found:
    """A module that no other one instantiates, its ports, and the sources that it needs in order."""

    top: str
    ports: tuple[FoundPort, ...]
    sources: tuple[Path, ...]
    front_end: str
    others: tuple[str, ...]

    @property
    def clock(self) -> str:
        """The port that looks like the clock, or ""."""
        return next((port.name for port in self.ports if port.is_input and _CLOCK.match(port.name)), "")

    @property
    def reset(self) -> str:
        """The port that looks like the reset, or ""."""
        return next((port.name for port in self.ports if port.is_input and _RESET.match(port.name)), "")

    @property
    def reset_active(self) -> str:
        """The level that the name of the reset suggests."""
        return "low" if _ACTIVE_LOW.search(self.reset) else "high"

    @property
    def widest_input(self) -> int:
        """The bits of the widest input: what a block may be."""
        return max((port.bits for port in self.ports if port.is_input), default=0)


def find_sources(folder: Path) -> list[Path]:
    """Return the sources of hardware below a folder, without what looks like a test bench."""
    found = []
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        words = [*inside.parts[:-1], inside.stem]
        if path.suffix.lower() in SUFFIXES and path.is_file() and not any(map(_NOT_HARDWARE.search, words)):
            found.append(path)
    return found


def find_top(sources: Sequence[Path], top: str = "") -> Found:
    """Return the top of sources: the one named, or of those that nothing instantiates the largest.

    Raises RoundelError where there is none.
    """
    if not sources:
        raise RoundelError("no .sv, .v or .vhd file", "Run it in the folder of your sources, or name them.")
    vhdl = [path for path in sources if path.suffix.lower() in VHDL]
    if len(vhdl) == len(sources):
        return _find_entity(vhdl, top)
    return _find_module([path for path in sources if path not in vhdl], top)


def _find_module(sources: Sequence[Path], top: str) -> Found:
    from pyslang.ast import ArgumentDirection, Compilation
    from pyslang.syntax import SyntaxTree

    trees = {path: SyntaxTree.fromFile(str(path)) for path in sources}
    # What slang cannot parse as SystemVerilog may use a new keyword as a name.
    bad = [path for path, tree in trees.items() if any(one.isError() for one in tree.diagnostics)]
    front_end = "verilog" if bad and all(path.suffix == ".v" for path in sources) else "slang"
    made = Compilation()
    for tree in trees.values():
        made.addSyntaxTree(tree)
    tops = {one.name: one for one in made.getRoot().topInstances}
    if top and top not in tops:
        raise RoundelError(f"no module {top} that nothing instantiates", f"Found: {', '.join(sorted(tops))}.")
    if not tops:
        raise RoundelError("no module that nothing instantiates", "Name the sources of one core.")
    cones = {name: _cone(name, sources) for name in tops}
    chosen = top or max(sorted(tops), key=lambda name: len(cones[name]))
    ports = []
    for port in tops[chosen].body.portList:
        if hasattr(port, "direction"):
            ports.append(FoundPort(port.name, port.direction == ArgumentDirection.In, port.type.bitWidth))
    others = tuple(name for name in sorted(tops) if name != chosen)
    return Found(chosen, tuple(ports), tuple(cones[chosen]), front_end, others)


def _cone(top: str, sources: Sequence[Path]) -> list[Path]:
    """Return the sources that a module needs, those that are needed first."""
    texts = {path: path.read_text(errors="replace") for path in sources}
    defines = {
        path: set(
            re.findall(r"^\s*(?:module|package|interface)\s+(?:automatic\s+)?(\w+)", text, re.MULTILINE)
        )
        for path, text in texts.items()
    }
    order: dict[Path, None] = {}
    visiting: set[Path] = set()

    def visit(path: Path) -> None:
        if path in order or path in visiting:
            return
        visiting.add(path)
        used = facts_of(texts[path]).identifiers
        for other in sources:
            if other != path and defines[other] & used:
                visit(other)
        order[path] = None

    for path in sources:
        if top in defines[path]:
            visit(path)
    return list(order)


def _find_entity(sources: Sequence[Path], top: str) -> Found:
    texts = {path: re.sub(r"--.*", "", path.read_text(errors="replace")) for path in sources}
    entities = {name: (path, body) for path, text in texts.items() for name, body in _ENTITY.findall(text)}
    everything = "\n".join(texts.values())
    used = {
        name
        for name in entities
        if re.search(rf"(entity\s+\w+\.|component\s+){name}\b", everything, re.IGNORECASE)
    }
    tops = [name for name in entities if name not in used]
    if top and top not in entities or not entities:
        raise RoundelError(f"no entity {top}".strip(), f"Found: {', '.join(sorted(entities)) or 'none'}.")
    chosen = top or (tops or list(entities))[-1]
    ports = []
    for names, direction, _, high, low in _VHDL_PORT.findall(entities[chosen][1]):
        bits = int(high) - int(low) + 1 if high else 1
        ports += [FoundPort(name.strip(), direction.lower() == "in", bits) for name in names.split(",")]
    # ghdl wants what is used first; a package before its users, the top last.
    ordered = sorted(
        sources, key=lambda path: (path == entities[chosen][0], not _packages(texts[path]), path)
    )
    return Found(chosen, tuple(ports), tuple(ordered), "ghdl", tuple(name for name in tops if name != chosen))


def _packages(text: str) -> bool:
    return re.search(r"^\s*package\s+\w+\s+is", text, re.IGNORECASE | re.MULTILINE) is not None


def project_text(folder: Path, name: str, found: Found, adapter: str) -> str:
    """Return a `roundel.toml` of one core, with comments on what to check."""
    lines = [
        "# A project of Roundel: see docs/your-own-core.md. `roundel init --schema` prints every key.",
        "# include_roundel = true   # the cores of Roundel stand beside",
        "",
        f"[cores.{name}]",
        f'top = "{found.top}"' + (f"   # or: {', '.join(found.others)}" if found.others else ""),
        f"sources = [{_listed(path.relative_to(folder).as_posix() for path in found.sources)}]",
        *([f'front_end = "{found.front_end}"'] if found.front_end == "verilog" else []),
        f'clock = "{found.clock}"' if found.clock else 'clock = ""   # name the clock port',
        f'reset = "{found.reset}"',
        *([f'reset_active = "{found.reset_active}"'] if found.reset else []),
        'service = "block"   # what it does: hash, aead, mac, block',
        f"block_bits = {found.widest_input}   # bits of a block: the widest input",
        f'adapter = "{adapter}"'
        if adapter
        else '# adapter = "adapter.py"   # drives it: known answers, cycles',
    ]
    return "\n".join(lines) + "\n"


def ports_text(found: Found) -> str:
    """Return the ports as lines of a comment."""
    return "".join(
        f"#   {'input ' if port.is_input else 'output'} {port.name}: {port.bits} bits\n"
        for port in found.ports
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
