"""Reads the catalog: the cores of Roundel from its tree, those of a user's project from `roundel.toml`.

A core is a folder under `rtl/cores/` with `<core>.core` (FuseSoC CAPI2: sources, dependencies, parameters,
top) and `catalog.toml` (fields that CAPI2 does not have). No other file lists sources or parameters.
"""

from __future__ import annotations

import functools
import shlex
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog.capi2 import Description, field_of, read_descriptions, sources_of
from roundel.catalog.model import Config, Core, PaperRow, Service
from roundel.catalog.naming import normalized
from roundel.catalog.project import Project, cores_of, open_project
from roundel.errors import RoundelError, nearest_names, unknown_name
from roundel.paths import project_root, text_of


@dataclass(frozen=True)
class Broken:
    """A description or catalog entry that cannot be used: the core's name or the file, and the error."""

    name: str
    path: Path
    error: RoundelError


def load_catalog(root: Path | None = None) -> dict[str, Core]:
    """Return every core by catalog name, in the order of names.

    These are the cores below `root`. Without it they are the cores of the user's project, and those of
    Roundel where there is no project or it includes them.

    The default configuration has the source's own name, any other is `name:config`. An entry may have a
    `name` of its own instead, and a page (`docs`) of its own. Entries that are malformed are left out;
    `broken_entries` has their errors.
    """
    return dict(_everything(root)[0])


def fresh_catalog(root: Path) -> dict[str, Core]:
    """Return the catalog of a project whose files may have changed since they were read last."""
    return dict(_load.__wrapped__(root)[0])


def broken_entries(root: Path | None = None) -> tuple[Broken, ...]:
    """Return every `.core` file and entry of `load_catalog` that is malformed, with the error."""
    return _everything(root)[1]


def find_core(name: str, root: Path | None = None) -> Core:
    """Return a core.

    Args:
        name: Its name or an alias. Case, hyphens and underscores do not count.
        root: The project; None means the project of this package.

    Raises:
        RoundelError: No core has the name, or its entry is broken. The hint has the nearest names.
    """
    catalog = load_catalog(root)
    known = {alias: core for core in catalog.values() for alias in core.aliases} | catalog
    if name in known:
        return known[name]
    spellings = {normalized(one): core for one, core in known.items()}
    if (spelling := normalized(name)) in spellings:
        return spellings[spelling]
    for broken in broken_entries(root):
        if broken.name in (name, name.partition(":")[0]):
            raise broken.error
    raise _unknown_core(name, catalog.values(), known)


def _unknown_core(name: str, cores: Iterable[Core], known: Iterable[str]) -> RoundelError:
    offered = {one for core in cores for service in core.services for one in service.names}
    nearest = nearest_names(name, {*known, *offered})
    if any(normalized(one).startswith(normalized(name)) for one in offered) and normalized(name):
        hint = f"`roundel explore {shlex.quote(name)}` ranks the cores that serve it."
    elif nearest and nearest[0] not in known:
        hint = f"Did you mean {nearest[0]}? `roundel explore {nearest[0]}` ranks the cores that serve it."
    elif nearest := [one for one in nearest if one in known]:
        hint = f"Did you mean {' or '.join(nearest)}?"
    else:
        families = sorted({one.name.partition("-")[0].rstrip("0123456789") for one in cores})
        hint = f"`roundel list` has all; their names begin with {', '.join(families)}."
    return RoundelError(f"unknown core {name!r}", hint)


def _everything(root: Path | None) -> tuple[tuple[tuple[str, Core], ...], tuple[Broken, ...]]:
    project = open_project() if root is None else None
    if project is None:
        return _load(root or project_root())
    cores, broken = _load(project_root()) if project.include_roundel else ((), ())
    taken = {alias for _, core in cores for alias in (core.name, *core.aliases)}
    own, own_broken = _project_cores(project, taken)
    return tuple(sorted((*cores, *own))), (*broken, *own_broken)


def _project_cores(project: Project, taken: set[str]) -> tuple[list[tuple[str, Core]], list[Broken]]:
    cores: list[tuple[str, Core]] = []
    broken: list[Broken] = []
    spellings = {normalized(name): name for name in taken}
    for found in cores_of(project):
        name, error = (found.name, None) if isinstance(found, Core) else found
        if (same := spellings.get(normalized(name))) is not None:
            error = RoundelError(
                f"{project.path}: cores, {name}: Roundel has a core {same}", "Give yours another name."
            )
        if error is None and isinstance(found, Core):
            cores.append((name, found))
        elif error is not None:
            broken.append(Broken(name, project.path, error))
    return cores, broken


@functools.cache
def _load(root: Path) -> tuple[tuple[tuple[str, Core], ...], tuple[Broken, ...]]:
    malformed: dict[Path, RoundelError] = {}
    descriptions = read_descriptions(root, malformed)
    cores: dict[str, Core] = {}
    broken = []
    for path, error in malformed.items():
        catalog = (path.parent / "catalog.toml").is_file()
        broken.append(Broken(_name_of(path) if catalog else str(path.relative_to(root)), path, error))
    for description in descriptions.values():
        path = description.path.parent / "catalog.toml"
        if path.is_file():
            try:
                for entry in _cores_of(description, path, descriptions, root):
                    if isinstance(entry, Core):
                        cores[entry.name] = entry
                    else:
                        broken.append(entry)
            except RoundelError as error:
                broken.append(Broken(_name_of(path), path, error))
    return tuple(sorted(cores.items())), tuple(broken)


def _name_of(path: Path) -> str:
    """Return the name of a core whose files are malformed: its folder's, as the catalog spells it."""
    return path.parent.name.replace("_", "-")


def _cores_of(
    description: Description, toml_path: Path, descriptions: Mapping[str, Description], root: Path
) -> Iterator[Core | Broken]:
    """Yield every configuration of one source."""
    path, data = description.path, description.fields
    try:
        extra = tomllib.loads(text_of(toml_path))
    except tomllib.TOMLDecodeError as error:
        raise RoundelError(f"{toml_path}: {error}", "Correct the TOML.") from error
    head = field_of(extra, "core", toml_path)
    targets = field_of(data, "targets", path)
    top = str(field_of(field_of(targets, "default", path), "toplevel", path))
    sources = tuple(sources_of(description.vlnv, descriptions, path))
    name = str(field_of(head, "name", toml_path))
    known = set(data.get("parameters", {}))
    configs = extra.get("configs") or {"default": {}}
    for config_name, config in configs.items():
        default_name = name if config_name == "default" else f"{name}:{config_name}"
        try:
            parameters = dict(config.get("parameters", {}))
            for parameter in parameters:
                if parameter not in known:
                    raise unknown_name(f"parameter in {toml_path} [configs.{config_name}]", parameter, known)
            yield Core(
                name=str(config.get("name", default_name)),
                summary=str(field_of(head, "summary", toml_path)),
                kind=str(field_of(head, "kind", toml_path)),
                vlnv=description.vlnv,
                top=top,
                sources=sources,
                config=Config(config_name, parameters, str(config.get("summary", ""))),
                configs=tuple(configs),
                data_width=int(config.get("data_width", head.get("data_width", 128))),
                services=tuple(Service(**s) for s in config.get("services", extra.get("services", []))),
                papers=tuple(PaperRow(**p) for p in config.get("papers", extra.get("papers", []))),
                in_flight=int(config.get("in_flight", 1)),
                streams=int(config.get("streams", head.get("streams", 1))),
                aliases=tuple(config.get("aliases", ())),
                targets=tuple(config.get("targets", head.get("targets", ()))),
                key_width=int(config.get("key_width", head.get("key_width", 0))),
                fresh_width=int(config.get("fresh_width", head.get("fresh_width", 0))),
                answer_width=int(config.get("output_width", head.get("output_width", 0))),
                defaults={key: field.get("default") for key, field in data.get("parameters", {}).items()},
                docs=root / "docs" / "cores" / f"{config.get('docs', name)}.md",
            )
        except RoundelError as error:
            yield Broken(default_name, toml_path, error)
        except (TypeError, ValueError, AttributeError) as error:
            problem = RoundelError(f"{toml_path}: {error}", "Correct the entry's fields.")
            yield Broken(default_name, toml_path, problem)
