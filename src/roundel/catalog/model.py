"""The data of a core in the catalog."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from roundel.catalog.naming import used_modules
from roundel.catalog.tokens import digest_of
from roundel.paths import text_of

FrontEnd = Literal["slang", "verilog", "ghdl"]
# How a core that is no service and no engine of ours is shown to be right, and who says what its cycles are.
VERIFIED = "verified, cycles measured"
DECLARED = "cycles as declared by its author"
AREA_ONLY = "area and clock only"
# Files that sources name: those that they include, and those that they fill memories from.
_INCLUDE = re.compile(r'`include\s+"([^"]+)"|\$readmem[hb]\s*\(\s*"([^"]+)"')


def parameter_literal(value: object) -> str:
    """Return a parameter's value as tools read it: a string in quotes."""
    return f'"{value}"' if isinstance(value, str) else str(value)


@dataclass(frozen=True)
class Service:
    """One function of a core at one block size: the unit in which throughput is stated.

    The simulation must reproduce `cycles_per_block` exactly for long messages; 0 means that nobody has
    stated it (only of a core that is not ours). `algorithm` distinguishes
    algorithms with the same service name (an AEAD may be Lake Keyak or AES-GCM); front ends and
    verification choose by it. If `parameter` is set, the core has the service unless that parameter is 0.
    """

    name: str
    variant: str
    block_bits: int
    cycles_per_block: int
    summary: str = ""
    primary: bool = False
    algorithm: str = ""
    parameter: str = ""

    @property
    def functions(self) -> list[str]:
        """The functions that the summary names, such as SHA3-256."""
        pieces = (piece.strip() for piece in self.summary.split(","))
        return [piece for piece in pieces if piece[:1].isupper()]

    @property
    def names(self) -> frozenset[str]:
        """The names that a user may ask for: the service's, the algorithm's and those of the functions."""
        return frozenset({self.name, self.algorithm, *self.functions})


@dataclass(frozen=True)
class PaperRow:
    """The row of a published table to which a core corresponds."""

    paper: str
    table: str
    row: str
    service: str = ""


@dataclass(frozen=True)
class Config:
    """A named set of parameter values of one source."""

    name: str
    parameters: Mapping[str, int] = field(default_factory=dict)
    summary: str = ""


@dataclass(frozen=True)
class Core:
    """A catalog entry: one configuration of one source, ready to simulate or implement.

    `summary` describes the source, and so all its entries; `description` describes this entry. `sources` are
    absolute and in compilation order. `kind` is "service" (AXI4-Stream on both sides, the stream protocol),
    "engine" (block in, block out) or "module" (any ports; an adapter drives them). `data_width` is W, or the
    bits of a block. `key_width` is the number of key bits that an engine takes with each block, 0 for none.
    `in_flight` is the number of blocks in an engine, if its steady state does not repeat within 60 blocks.
    `fresh_width` is the number of fresh bits that a masked core takes in a cycle, 0 for a core without
    masking. The blocks of a masked engine, and the beats of a masked service core, have two shares of
    `data_width` bits.
    `streams` is the number of message streams that a service core distinguishes by `tid`, 1 for a core
    without that port. `aliases` are other names of the same core. `targets` are the only targets of a core
    that needs cells of a vendor; empty means all. `answer_width` is the width of a service core's output
    stream if it is not W, else 0: `output_width` is the width in every case. `watched` is set if a
    watchdog is at the ports of a service core (`roundel.catalog.watchdog`). `defaults` are the parameters
    of the source with their default values.

    The other fields are those of a core of a user's project (`roundel.catalog.project`). `folder` is the
    project's folder, None for a core of ours. `front_end` reads the sources. `reset` is "" for a core without
    one. `adapter` is the Python file that drives the ports, `cocotb` the file of a bench of the user's own.
    """

    name: str
    summary: str
    kind: str
    vlnv: str
    top: str
    sources: tuple[Path, ...]
    config: Config
    configs: tuple[str, ...]
    data_width: int
    services: tuple[Service, ...]
    papers: tuple[PaperRow, ...]
    docs: Path
    key_width: int = 0
    in_flight: int = 1
    fresh_width: int = 0
    streams: int = 1
    aliases: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    answer_width: int = 0
    watched: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)
    folder: Path | None = None
    front_end: FrontEnd = "slang"
    include_dirs: tuple[Path, ...] = ()
    defines: Mapping[str, str] = field(default_factory=dict)
    clock: str = "clk_i"
    reset: str = "rst_ni"
    reset_active_high: bool = False
    adapter: Path | None = None
    cocotb: Path | None = None

    @property
    def output_width(self) -> int:
        """The bits of an output beat."""
        return self.answer_width or self.data_width

    @property
    def masked(self) -> bool:
        """Whether the core computes on two shares."""
        return self.fresh_width > 0

    @property
    def evidence(self) -> str:
        """How the cycles of a core of kind "module" are known; "" for a core that speaks our protocols."""
        if self.kind != "module":
            return ""
        if self.adapter or self.cocotb:
            return VERIFIED
        return DECLARED if any(service.cycles_per_block for service in self.services) else AREA_ONLY

    @property
    def description(self) -> str:
        """The description of the entry: its configuration's if that has one, else its source's."""
        return self.config.summary or self.summary

    def serves(self, algorithm: str) -> bool:
        """Return whether one of the services has the algorithm of that name."""
        return any(service.algorithm == algorithm for service in self.services)

    def made_for(self, target: str) -> bool:
        """Return whether the core can be implemented on the target of that name."""
        return not self.targets or target in self.targets

    @property
    def hold_beats(self) -> int | None:
        """Beats of text that the core holds until their tag is checked; None for a core without a hold."""
        return self.config.parameters.get("HoldDepth")

    @cached_property
    def parts(self) -> tuple[Path, ...]:
        """The sources that the core uses. A description may list sources that only other cores use."""
        texts = {path.name: self.text(path) for path in self.sources}
        used = used_modules({"": self.top}, texts)
        return tuple(path for path in self.sources if path.name in used)

    @cached_property
    def source_hash(self) -> str:
        """SHA-256 (hex) over top, parameters and the tokens that synthesis sees, in compilation order.

        It does not depend on comments, layout, file names or code in `ifndef SYNTHESIS`. Results are keyed
        by it.
        """
        return self._hash(synthesis=True)

    @cached_property
    def simulation_hash(self) -> str:
        """The same hash over all tokens, including assertions for simulation."""
        return self._hash(synthesis=False)

    @cached_property
    def includes(self) -> tuple[Path, ...]:
        """The files that the sources of a user's core name, directly or indirectly, in a fixed order."""
        if self.folder is None:  # a source of ours includes nothing
            return ()
        found: dict[Path, None] = {}
        waiting = list(self.sources)
        while waiting:
            path = waiting.pop(0)
            for names in _INCLUDE.findall(self.text(path)):
                name = names[0] or names[1]
                for folder in (path.parent, *self.include_dirs, self.folder):
                    included = (folder / name).resolve()
                    if included.is_file() and included not in found:
                        found[included] = None
                        waiting.append(included)
                        break
        return tuple(found)

    def text(self, path: Path) -> str:
        """Return a source's text. Ours is UTF-8; a comment of a user's may have another encoding."""
        return text_of(path) if self.folder is None else path.read_text(errors="replace")

    def _hash(self, *, synthesis: bool) -> str:
        texts = [self.text(path) for path in (*self.sources, *self.includes)]
        if self.front_end == "ghdl":
            tokens = hashlib.sha256("\0".join(texts).encode()).hexdigest()
        else:
            tokens = digest_of(texts, synthesis=synthesis)
        text = f"{self.top}\0{sorted(self.config.parameters.items())}\0{tokens}"
        if self.front_end != "slang" or self.defines:
            text += f"\0{self.front_end}\0{sorted(self.defines.items())}"
        return hashlib.sha256(text.encode()).hexdigest()

    def find_service(self, name: str, variant: str) -> Service | None:
        """Return the service of that name and variant, or None."""
        return next((s for s in self.services if (s.name, s.variant) == (name, variant)), None)

    def service(self, name: str | None = None, variant: str | None = None) -> Service:
        """Return the named service, or the primary one; RoundelError with the nearest names if there is
        none.
        """
        from roundel.errors import unknown_name

        matching = [
            s
            for s in self.services
            if (name is None or s.name == name) and (variant is None or s.variant == variant)
        ]
        if not matching:
            raise unknown_name(
                f"service of {self.name}",
                f"{name or '*'}/{variant or '*'}",
                [f"{s.name}/{s.variant}" for s in self.services],
            )
        return next((s for s in matching if s.primary), matching[0])
