"""The lab: cycles (simulated) × area and fmax (implemented) = a measurement, stored and never made twice.

`bench(...)` runs what is missing and gives rows; `stored_rows(...)` gives the rows of what is there.
"""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.lab.bench import Request, bench, missing_runs
    from roundel.lab.progress import Event
    from roundel.lab.query import stored_rows
    from roundel.lab.rows import Row, complete
    from roundel.lab.store import Store, open_store, published_store
    from roundel.lab.strategy import Strategy, find_strategy

__all__ = [
    "Event",
    "Request",
    "Row",
    "Store",
    "Strategy",
    "bench",
    "complete",
    "find_strategy",
    "missing_runs",
    "open_store",
    "published_store",
    "stored_rows",
]

import_on_first_use(__name__)
