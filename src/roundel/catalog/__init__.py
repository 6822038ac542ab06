"""The catalog: every core, read from its FuseSoC `.core` file and the `catalog.toml` beside it."""

from roundel.catalog.load import Broken, broken_entries, find_core, load_catalog
from roundel.catalog.model import Config, Core, PaperRow, Service
from roundel.catalog.naming import used_modules

__all__ = [
    "Broken",
    "Config",
    "Core",
    "PaperRow",
    "Service",
    "broken_entries",
    "find_core",
    "load_catalog",
    "used_modules",
]
