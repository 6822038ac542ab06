"""Reading the catalog from the tree.

A core is a folder under `rtl/cores/`: `<core>.core` (FuseSoC CAPI2: sources, dependencies, parameters,
top) and `catalog.toml` (what CAPI2 has no field for). No other file lists sources or parameters.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import yaml

from roundel.catalog.model import Config, Core, PaperRow, Service
from roundel.errors import RoundelError, unknown_name
from roundel.paths import project_root

CAPI2_HEADER = "CAPI=2:"


def load_catalog(root: Path | None = None) -> dict[str, Core]:
    """Return every core below `root` (default: the project) by catalog name, in name order.

    The default configuration of a source has the source's own name, any other is `name:config`.
    Raises RoundelError for a `.core` or `catalog.toml` that is malformed, naming the file and field.
    """
    return dict(_load(root or project_root()))


def core_names() -> list[str]:
    """Return the catalog names in order."""
    return list(load_catalog())


def find_core(name: str, root: Path | None = None) -> Core:
    """Return the core of that catalog name; RoundelError with the nearest names when there is none."""
    catalog = load_catalog(root)
    if name not in catalog:
        raise unknown_name("core", name, catalog)
    return catalog[name]


@functools.cache
def _load(root: Path) -> tuple[tuple[str, Core], ...]:
    descriptions = {}
    for path in sorted((root / "rtl").rglob("*.core")):
        data = _read_capi2(path)
        descriptions[_base_name(str(_field(data, "name", path)))] = (path, data)
    cores: dict[str, Core] = {}
    for vlnv, (path, data) in descriptions.items():
        toml_path = path.parent / "catalog.toml"
        if toml_path.is_file():
            for core in _cores_of(vlnv, path, data, toml_path, descriptions):
                cores[core.name] = core
    return tuple(sorted(cores.items()))


def _cores_of(
    vlnv: str, path: Path, data: dict[str, Any], toml_path: Path, descriptions: dict[str, Any]
) -> list[Core]:
    with toml_path.open("rb") as file:
        try:
            extra = tomllib.load(file)
        except tomllib.TOMLDecodeError as error:
            raise RoundelError(f"{toml_path}: {error}", "Correct the TOML.") from error
    head = _field(extra, "core", toml_path)
    targets = _field(data, "targets", path)
    top = str(_field(_field(targets, "default", path), "toplevel", path))
    known = set(data.get("parameters", {}))
    configs = extra.get("configs") or {"default": {}}
    result = []
    for config_name, config in configs.items():
        parameters = dict(config.get("parameters", {}))
        for parameter in parameters:
            if parameter not in known:
                raise unknown_name(f"parameter in {toml_path} [configs.{config_name}]", parameter, known)
        name = str(_field(head, "name", toml_path))
        try:
            result.append(
                Core(
                    name=name if config_name == "default" else f"{name}:{config_name}",
                    summary=str(_field(head, "summary", toml_path)),
                    kind=str(_field(head, "kind", toml_path)),
                    vlnv=vlnv,
                    top=top,
                    sources=tuple(_sources(vlnv, descriptions, path)),
                    config=Config(config_name, parameters, str(config.get("summary", ""))),
                    configs=tuple(configs),
                    data_width=int(head.get("data_width", 128)),
                    services=tuple(Service(**s) for s in config.get("services", extra.get("services", []))),
                    papers=tuple(PaperRow(**p) for p in extra.get("papers", [])),
                    docs=project_root() / "docs" / "cores" / f"{name}.md",
                )
            )
        except TypeError as error:
            raise RoundelError(f"{toml_path}: {error}", "Correct the entry's fields.") from error
    return result


def _sources(vlnv: str, descriptions: dict[str, Any], wanted_by: Path) -> list[Path]:
    """Return the sources of a description and of all it depends on, dependencies first, each once."""
    if vlnv not in descriptions:
        raise unknown_name(f"dependency in {wanted_by}", vlnv, descriptions)
    path, data = descriptions[vlnv]
    ordered: dict[Path, None] = {}
    for fileset_name in _field(_field(_field(data, "targets", path), "default", path), "filesets", path):
        fileset = _field(_field(data, "filesets", path), fileset_name, path)
        for dependency in fileset.get("depend", []):
            ordered.update(dict.fromkeys(_sources(_base_name(dependency), descriptions, path)))
        for file in fileset.get("files", []):
            source = path.parent / (file if isinstance(file, str) else next(iter(file)))
            if not source.is_file():
                raise RoundelError(f"{path}: no such source {source.name}", "Correct the fileset.")
            ordered[source] = None
    return list(ordered)


def _read_capi2(path: Path) -> dict[str, Any]:
    text = path.read_text()
    if not text.startswith(CAPI2_HEADER):
        raise RoundelError(f"{path}: the first line is not {CAPI2_HEADER!r}", "Make it a CAPI2 file.")
    try:
        data = yaml.safe_load(text.removeprefix(CAPI2_HEADER))
    except yaml.YAMLError as error:
        raise RoundelError(f"{path}: {error}", "Correct the YAML.") from error
    if not isinstance(data, dict):
        raise RoundelError(f"{path}: not a mapping", "Make it a CAPI2 file.")
    return data


def _field(data: Any, key: str, path: Path) -> Any:
    if not isinstance(data, dict) or key not in data:
        raise RoundelError(f"{path}: field {key!r} is missing", "Add it.")
    return data[key]


def _base_name(vlnv: str) -> str:
    """Return vendor:library:name without the version or a leading comparison operator."""
    return ":".join(vlnv.lstrip("<>=~^ ").split(":")[:3])
