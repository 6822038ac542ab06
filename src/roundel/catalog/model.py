"""What the catalog knows of a core."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from roundel.catalog.naming import used_modules
from roundel.catalog.tokens import digest_of


@dataclass(frozen=True)
class Service:
    """One thing a core does, at one block size: the unit in which throughput is stated.

    `cycles_per_block` is the figure that the simulation must reproduce exactly for long messages.
    `algorithm` says which one of those behind a service's name (an AEAD may be Lake Keyak or AES-GCM):
    front ends and verification choose by it. With `parameter` the core has the service unless that parameter
    is 0.
    """

    name: str
    variant: str
    block_bits: int
    cycles_per_block: int
    summary: str = ""
    primary: bool = False
    algorithm: str = ""
    parameter: str = ""


@dataclass(frozen=True)
class PaperRow:
    """The row of a published table that a core answers to."""

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

    `summary` is of the source, and so of all its entries; `description` is of this one. `sources` are
    absolute and in compilation order. `kind` is "service" (AXI4-Stream both sides, the stream protocol) or
    "engine" (block in, block out). `data_width` is W or the bits of a block, `key_width` the bits of the key
    that an engine takes with each block, 0 for none. `streams` is the number of message streams that a
    service core tells apart by `tid`, 1 for a core without that port.
    `aliases` are other names that the same core is found by. `targets` are those that it is made for, where
    it needs cells of theirs; none means any.
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
    streams: int = 1
    aliases: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """What the entry is: its configuration where that is told, else its source."""
        return self.config.summary or self.summary

    def made_for(self, target: str) -> bool:
        """Return whether the core can be implemented on a target of that name at all."""
        return not self.targets or target in self.targets

    @property
    def hold_beats(self) -> int | None:
        """Beats of text that the core holds back until their tag is checked; None: it holds nothing back."""
        return self.config.parameters.get("HoldDepth")

    @cached_property
    def parts(self) -> tuple[Path, ...]:
        """Those of the sources that the core is made of: a description lists more than one core uses."""
        texts = {path.name: path.read_text() for path in self.sources}
        named = used_modules({"": self.top}, texts)
        return tuple(path for path in self.sources if path.name in named)

    @cached_property
    def source_hash(self) -> str:
        """SHA-256 over top, parameters and the tokens that synthesis sees, in compilation order (hex).

        Comments, layout, file names and what `ifndef SYNTHESIS` holds are no part of it. Results are keyed
        by it.
        """
        return self._hash(synthesis=True)

    @cached_property
    def simulation_hash(self) -> str:
        """The same over all tokens: assertions for simulation are a part of it."""
        return self._hash(synthesis=False)

    def _hash(self, *, synthesis: bool) -> str:
        tokens = digest_of((path.read_text() for path in self.sources), synthesis=synthesis)
        text = f"{self.top}\0{sorted(self.config.parameters.items())}\0{tokens}"
        return hashlib.sha256(text.encode()).hexdigest()

    def service(self, name: str | None = None, variant: str | None = None) -> Service:
        """Return the named service, or the primary one; raises RoundelError with the nearest names."""
        from roundel.errors import unknown_name

        found = [
            s
            for s in self.services
            if (name is None or s.name == name) and (variant is None or s.variant == variant)
        ]
        if not found:
            raise unknown_name(
                f"service of {self.name}",
                f"{name or '*'}/{variant or '*'}",
                [f"{s.name}/{s.variant}" for s in self.services],
            )
        return next((s for s in found if s.primary), found[0])
