"""The stored campaigns, `results/faults.json`: one line a core, with the hash of its sources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.faults.campaign import Campaign, Outcome
from roundel.paths import cache_dir, published_results_dir
from roundel.process.atomic import locked, write_atomically

FILE = "faults.json"


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign as it is stored: that of sources with this hash, from this seed."""

    source_hash: str
    seed: int
    scenarios: int
    control_bits: int
    data_bits: int
    places: int
    outcomes: Mapping[str, int]
    data_outcomes: Mapping[str, int]

    @property
    def flips(self) -> int:
        """Flips in the control."""
        return sum(self.outcomes.values())

    def count(self, outcome: Outcome) -> int:
        """Return the flips with an outcome, in the control and in the datapath."""
        return self.outcomes.get(outcome, 0) + self.data_outcomes.get(outcome, 0)


class StoredCampaigns:
    """The campaigns by the names of cores."""

    def __init__(self, path: Path | None = None) -> None:
        """Read the file at `path`, or the project's. RoundelError names the file if it is malformed."""
        self.path = path or published_results_dir() / FILE
        self.campaigns = self._read()

    def record(self, core: Core, campaign: Campaign, seed: int) -> None:
        """Store a campaign in place of an older one of the core."""
        new = StoredCampaign(
            core.source_hash,
            seed,
            len(campaign.scenarios),
            campaign.control_bits,
            campaign.data_bits,
            campaign.places,
            {name: count for name, count in sorted(campaign.outcomes.items())},
            {name: count for name, count in sorted(campaign.data_outcomes.items())},
        )
        with locked(cache_dir("faults") / "stored.lock"):
            self.campaigns = {**self._read(), core.name: new}
            lines = (
                f"{json.dumps(name)}: {json.dumps(vars(one))}" for name, one in sorted(self.campaigns.items())
            )
            write_atomically(self.path, "{\n" + ",\n".join(lines) + "\n}\n")

    def _read(self) -> dict[str, StoredCampaign]:
        if not self.path.is_file():
            return {}
        try:
            return {name: StoredCampaign(**data) for name, data in json.loads(self.path.read_text()).items()}
        except (ValueError, TypeError, AttributeError) as error:
            hint = "Restore it: `git checkout` the file. Or delete it."
            raise RoundelError(f"{self.path}: not a file of campaigns ({error})", hint) from error
