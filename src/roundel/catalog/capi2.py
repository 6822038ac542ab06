"""FuseSoC CAPI2 descriptions (`.core` files): all of the project, and the sources of one."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from roundel.errors import RoundelError, unknown_name
from roundel.paths import text_of

CAPI2_HEADER = "CAPI=2:"
# libyaml reads ten times faster; wheels for most platforms have it.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Description:
    """One `.core` file: its vendor:library:name without the version, its path, its fields."""

    vlnv: str
    path: Path
    fields: Mapping[str, Any]


def read_descriptions(root: Path, broken: dict[Path, RoundelError] | None = None) -> dict[str, Description]:
    """Return every description below `root`/rtl by vendor:library:name.

    A file that is not CAPI2 or has no name is left out. Its error goes into `broken`.
    """
    descriptions = {}
    for path in sorted((root / "rtl").rglob("*.core")):
        try:
            fields = _read(path)
            vlnv = _base_name(str(field_of(fields, "name", path)))
            descriptions[vlnv] = Description(vlnv, path, fields)
        except RoundelError as error:
            if broken is not None:
                broken[path] = error
    return descriptions


def sources_of(vlnv: str, descriptions: Mapping[str, Description], required_by: Path) -> list[Path]:
    """Return the sources of a description and of its dependencies, dependencies first, without duplicates.

    Paths are absolute if the descriptions' paths are. `required_by` is the file that refers to `vlnv`; the
    RoundelError for an unknown description names it.
    """
    if vlnv not in descriptions:
        raise unknown_name(f"dependency in {required_by}", vlnv, descriptions)
    path, fields = descriptions[vlnv].path, descriptions[vlnv].fields
    ordered: dict[Path, None] = {}
    target = field_of(field_of(fields, "targets", path), "default", path)
    for fileset_name in field_of(target, "filesets", path):
        fileset = field_of(field_of(fields, "filesets", path), fileset_name, path)
        for dependency in fileset.get("depend", []):
            ordered.update(dict.fromkeys(sources_of(_base_name(dependency), descriptions, path)))
        for file in fileset.get("files", []):
            source = path.parent / (file if isinstance(file, str) else next(iter(file)))
            if not source.is_file():
                raise RoundelError(f"{path}: no such source {source.name}", "Correct the fileset.")
            ordered[source] = None
    return list(ordered)


@dataclass(frozen=True)
class CoreFile:
    """What a `.core` file of a user's project says: sources in order, include folders, top, parameters."""

    sources: list[Path]
    include_dirs: tuple[Path, ...]
    top: str | None
    parameters: Mapping[str, Any]


def core_file(path: Path, folder: Path) -> CoreFile:
    """Return what a `.core` file says, its dependencies among those below `folder` included.

    Only files of a hardware description language count. Raises RoundelError for a file that is malformed,
    and for a condition (`tool_x ? (files)`), because only FuseSoC decides those.
    """
    descriptions = {}
    for one in sorted({*folder.rglob("*.core"), path}):
        with contextlib.suppress(RoundelError):  # another file's fault is no fault of this one
            fields = _read(one)
            vlnv = _base_name(str(field_of(fields, "name", one)))
            descriptions[vlnv] = Description(vlnv, one, fields)
    fields = _read(path)
    vlnv = _base_name(str(field_of(fields, "name", path)))
    descriptions[vlnv] = Description(vlnv, path, fields)
    files: dict[Path, bool] = {}
    _collect(vlnv, descriptions, path, files)
    target = field_of(field_of(fields, "targets", path), "default", path)
    includes = dict.fromkeys(one.parent for one, included in files.items() if included)
    return CoreFile(
        [one.resolve() for one, included in files.items() if not included],
        tuple(one.resolve() for one in includes),
        target.get("toplevel"),
        {name: field.get("default") for name, field in fields.get("parameters", {}).items()},
    )


def _collect(
    vlnv: str, descriptions: Mapping[str, Description], required_by: Path, files: dict[Path, bool]
) -> None:
    """Add the files of a description and of its dependencies; the value says whether one is included."""
    if vlnv not in descriptions:
        raise unknown_name(f"dependency in {required_by}", vlnv, descriptions)
    path, fields = descriptions[vlnv].path, descriptions[vlnv].fields
    target = field_of(field_of(fields, "targets", path), "default", path)
    for name in field_of(target, "filesets", path):
        _check_unconditional(name, path)
        fileset = field_of(field_of(fields, "filesets", path), name, path)
        for dependency in fileset.get("depend", []):
            _check_unconditional(dependency, path)
            _collect(_base_name(dependency), descriptions, path, files)
        for file in fileset.get("files", []):
            own, more = (file, {}) if isinstance(file, str) else next(iter(file.items()))
            _check_unconditional(own, path)
            kind = str(more.get("file_type", fileset.get("file_type", "systemVerilogSource")))
            if not kind.lower().startswith(("systemverilog", "verilog", "vhdl")):
                continue
            source = path.parent / own
            if not source.is_file():
                raise RoundelError(f"{path}: no such source {own}", "Correct the fileset.")
            files[source] = bool(more.get("is_include_file"))


def _check_unconditional(text: str, path: Path) -> None:
    if "?" in text:
        raise RoundelError(
            f"{path}: {text!r} is a condition, which only FuseSoC decides",
            "List the sources in roundel.toml instead.",
        )


def field_of(data: Any, key: str, path: Path) -> Any:
    """Return `data[key]`; RoundelError that names the file and the field if the field is missing."""
    if not isinstance(data, dict) or key not in data:
        raise RoundelError(f"{path}: field {key!r} is missing", "Add it.")
    return data[key]


def _read(path: Path) -> Mapping[str, Any]:
    return _parse(text_of(path), path)


# Cached by the text: every point of a grid reads all descriptions, and YAML is slow.
@functools.cache
def _parse(text: str, path: Path) -> Mapping[str, Any]:
    if not text.startswith(CAPI2_HEADER):
        raise RoundelError(f"{path}: the first line is not {CAPI2_HEADER!r}", "Make it a CAPI2 file.")
    try:
        data = yaml.load(text.removeprefix(CAPI2_HEADER), Loader=_LOADER)
    except yaml.YAMLError as error:
        raise RoundelError(f"{path}: {error}", "Correct the YAML.") from error
    if not isinstance(data, dict):
        raise RoundelError(f"{path}: not a mapping", "Make it a CAPI2 file.")
    return data


def _base_name(vlnv: str) -> str:
    """Return vendor:library:name without the version or a leading comparison operator."""
    return ":".join(vlnv.lstrip("<>=~^ ").split(":")[:3])
