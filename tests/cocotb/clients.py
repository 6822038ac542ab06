"""The service cores as the bus tests know them: their exchanges and their registers."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from random import Random

import exchanges
from registers import REGISTERS, Registers
from stream_bench import Exchange

from roundel.catalog import Core, find_core


@dataclass(frozen=True)
class Client:
    """A service core by its catalog name."""

    name: str

    @property
    def registers(self) -> Registers:
        return REGISTERS[self.name]

    @functools.cached_property
    def core(self) -> Core:
        return find_core(self.name)

    @functools.cached_property
    def known(self) -> tuple[Exchange, ...]:
        """Exchanges that each show something."""
        return exchanges.known(self.core)

    @functools.cached_property
    def illegal(self) -> tuple[Exchange, ...]:
        """Exchanges, each with an error."""
        return exchanges.illegal(self.core)

    def legal(self, rng: Random) -> Exchange:
        """Return a random exchange."""
        return exchanges.legal(self.core, rng)


CLIENTS = {name: Client(name) for name in REGISTERS}
