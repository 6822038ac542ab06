"""Reads the catalog from the tree.

A core is a folder under `rtl/cores/` with `<core>.core` (FuseSoC CAPI2: sources, dependencies, parameters,
top) and `catalog.toml` (fields that CAPI2 does not have). No other file lists sources or parameters.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

from roundel.catalog.capi2 import Description, field_of, read_descriptions, sources_of
from roundel.catalog.model import Config, Core, PaperRow, Service
from roundel.errors import RoundelError, unknown_name
from roundel.paths import project_root


def load_catalog(root: Path | None = None) -> dict[str, Core]:
    """Return every core below `root` (default: the project) by catalog name, in the order of names.

    The default configuration has the source's own name, any other is `name:config`. An entry may have a
    `name` of its own instead, and a page (`docs`) of its own. Raises RoundelError that names the file and
    field if a `.core` or `catalog.toml` is malformed.
    """
    return dict(_load(root or project_root()))


def find_core(name: str, root: Path | None = None) -> Core:
    """Return the core of that name or alias; RoundelError with the nearest names if there is none."""
    catalog = load_catalog(root)
    known = {alias: core for core in catalog.values() for alias in core.aliases} | catalog
    if name not in known:
        raise unknown_name("core", name, known)
    return known[name]


@functools.cache
def _load(root: Path) -> tuple[tuple[str, Core], ...]:
    descriptions = read_descriptions(root)
    cores: dict[str, Core] = {}
    for description in descriptions.values():
        toml_path = description.path.parent / "catalog.toml"
        if toml_path.is_file():
            for core in _cores_of(description, toml_path, descriptions, root):
                cores[core.name] = core
    return tuple(sorted(cores.items()))


def _cores_of(
    description: Description, toml_path: Path, descriptions: Mapping[str, Description], root: Path
) -> list[Core]:
    vlnv, path, data = description.vlnv, description.path, description.fields
    with toml_path.open("rb") as file:
        try:
            extra = tomllib.load(file)
        except tomllib.TOMLDecodeError as error:
            raise RoundelError(f"{toml_path}: {error}", "Correct the TOML.") from error
    head = field_of(extra, "core", toml_path)
    targets = field_of(data, "targets", path)
    top = str(field_of(field_of(targets, "default", path), "toplevel", path))
    known = set(data.get("parameters", {}))
    configs = extra.get("configs") or {"default": {}}
    result = []
    for config_name, config in configs.items():
        parameters = dict(config.get("parameters", {}))
        for parameter in parameters:
            if parameter not in known:
                raise unknown_name(f"parameter in {toml_path} [configs.{config_name}]", parameter, known)
        name = str(field_of(head, "name", toml_path))
        default_name = name if config_name == "default" else f"{name}:{config_name}"
        try:
            result.append(
                Core(
                    name=str(config.get("name", default_name)),
                    summary=str(field_of(head, "summary", toml_path)),
                    kind=str(field_of(head, "kind", toml_path)),
                    vlnv=vlnv,
                    top=top,
                    sources=tuple(sources_of(vlnv, descriptions, path)),
                    config=Config(config_name, parameters, str(config.get("summary", ""))),
                    configs=tuple(configs),
                    data_width=int(config.get("data_width", head.get("data_width", 128))),
                    services=tuple(Service(**s) for s in config.get("services", extra.get("services", []))),
                    papers=tuple(PaperRow(**p) for p in config.get("papers", extra.get("papers", []))),
                    streams=int(config.get("streams", head.get("streams", 1))),
                    aliases=tuple(config.get("aliases", ())),
                    targets=tuple(config.get("targets", head.get("targets", ()))),
                    key_width=int(config.get("key_width", head.get("key_width", 0))),
                    docs=root / "docs" / "cores" / f"{config.get('docs', name)}.md",
                )
            )
        except TypeError as error:
            raise RoundelError(f"{toml_path}: {error}", "Correct the entry's fields.") from error
    return result
