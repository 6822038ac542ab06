"""Source lists by FuseSoC description, for what works on parts of cores: lint and formal."""

from __future__ import annotations

from pathlib import Path

from roundel.catalog.load import _base_name, _field, _read_capi2, _sources
from roundel.paths import project_root


def descriptions(root: Path | None = None) -> dict[str, Path]:
    """Return the path of every `.core` file below `rtl/` by its vendor:library:name."""
    return {name: path for name, (path, _) in _read_all(root or project_root()).items()}


def sources_of(vlnv: str, wanted_by: Path, root: Path | None = None) -> list[Path]:
    """Return the sources of a description and of all it depends on, in compilation order, absolute.

    `wanted_by` is the file that asks: it is named in the RoundelError for an unknown description.
    """
    return _sources(vlnv, _read_all(root or project_root()), wanted_by)


def _read_all(root: Path) -> dict[str, tuple[Path, dict[str, object]]]:
    found = {}
    for path in sorted((root / "rtl").rglob("*.core")):
        data = _read_capi2(path)
        found[_base_name(str(_field(data, "name", path)))] = (path, data)
    return found
