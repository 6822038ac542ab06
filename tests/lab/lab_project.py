"""A project of its own for the lab: the smallest core that speaks the stream protocol."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core, find_core
from roundel.lab import Store

PROJECT = Path(__file__).parent / "project"


@dataclass(frozen=True)
class Lab:
    """The project's root, its store and its core."""

    root: Path
    store: Store

    @property
    def core(self) -> Core:
        """The core `echo-hash`, read anew."""
        return find_core("echo-hash", self.root)
