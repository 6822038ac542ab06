"""The cores of a user's project: `roundel.toml` as entries of the catalog.

The project file is `roundel.paths.project_file()`. Its cores stand in the catalog like those of Roundel.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roundel.catalog.capi2 import core_file
from roundel.catalog.model import Config, Core, FrontEnd, Service
from roundel.errors import RoundelError, unknown_name
from roundel.paths import PROJECT_FILE, project_file

if TYPE_CHECKING:
    from roundel.catalog.project_file import ConfigEntry, CoreEntry, GuardBounds, ProjectFile

VHDL = (".vhd", ".vhdl")
HINT = "Make one: `roundel init`."


@dataclass(frozen=True)
class Project:
    """A project: its file, and what it says."""

    path: Path
    data: ProjectFile

    @property
    def folder(self) -> Path:
        """The folder that all paths of the file start from."""
        return self.path.parent

    @property
    def include_roundel(self) -> bool:
        """Whether the cores of Roundel stand beside those of the project."""
        return self.data.include_roundel

    @property
    def results(self) -> Path:
        """The folder of published results."""
        return self.folder / self.data.results

    @property
    def guard(self) -> GuardBounds:
        """The bounds of `roundel guard`."""
        return self.data.guard


def open_project() -> Project | None:
    """Return the user's project, or None where there is none.

    Raises RoundelError naming the file and the key of everything that is malformed.
    """
    path = project_file()
    return None if path is None else _read(path, path.read_text(encoding="utf-8", errors="replace"))


# Cached by the text: many functions ask for the catalog.
@functools.lru_cache(maxsize=64)
def _read(path: Path, text: str) -> Project:
    from roundel.catalog.project_file import ProjectFile
    from roundel.checked import read_data

    return Project(path, read_data(path, ProjectFile, HINT))


def cores_of(project: Project) -> Iterator[Core | tuple[str, RoundelError]]:
    """Yield every configuration of every core of a project, or its name and the error."""
    for name, entry in project.data.cores.items():
        try:
            first = _core(project, name, entry)
            yield first
        except RoundelError as error:
            yield name, error
            continue
        for config_name, config in entry.configs.items():
            try:
                yield _configured(project, first, entry, config_name, config)
            except RoundelError as error:
                yield f"{name}:{config_name}", error


def _core(project: Project, name: str, entry: CoreEntry) -> Core:
    where = f"{project.path}: cores, {name}"
    described = None
    if entry.fusesoc is not None:
        described = core_file(_file(project, entry.fusesoc, f"{where}, fusesoc"), project.folder)
    sources = described.sources if described else _sources(project, entry.sources, where)
    includes = [_folder(project, one, f"{where}, include_dirs") for one in entry.include_dirs]
    front_end = entry.front_end or _front_end(sources, where)
    if (front_end == "ghdl") != all(path.suffix.lower() in VHDL for path in sources):
        raise RoundelError(
            f"{where}, front_end: {front_end} cannot read {_odd_one(sources, front_end).name}",
            "ghdl reads .vhd and .vhdl, the others everything else; a core is in one language.",
        )
    parameters = {key: value for key, value in entry.parameters.items()}
    if described:
        _check_parameters(parameters, described.parameters, f"{where}, parameters")
    services = _services(entry)
    return Core(
        name=name,
        summary=entry.summary,
        kind={"stream": "service", "engine": "engine", None: "module"}[entry.protocol],
        vlnv=f"{project.folder.name}:{name}",
        top=_top(entry, described.top if described else None, front_end, where),
        sources=tuple(sources),
        config=Config("default", parameters),  # type: ignore[arg-type]
        configs=("default", *entry.configs),
        data_width=entry.data_width,
        services=services,
        papers=(),
        docs=project.folder / (entry.docs or "README.md"),
        key_width=entry.key_width,
        streams=entry.streams,
        targets=tuple(entry.targets),
        defaults=described.parameters if described else dict.fromkeys(_named_parameters(entry)),
        folder=project.folder,
        front_end=front_end,
        include_dirs=(*includes, *(described.include_dirs if described else ())),
        defines={key: str(value) for key, value in entry.defines.items()},
        clock=entry.clock,
        reset=entry.reset,
        reset_active_high=entry.reset_active == "high",
        adapter=_file(project, entry.adapter, f"{where}, adapter") if entry.adapter else None,
        cocotb=_file(project, entry.cocotb, f"{where}, cocotb") if entry.cocotb else None,
    )


def _configured(
    project: Project, first: Core, entry: CoreEntry, config_name: str, config: ConfigEntry
) -> Core:
    where = f"{project.path}: cores, {first.name}, configs, {config_name}"
    if entry.fusesoc:
        _check_parameters(config.parameters, first.defaults, f"{where}, parameters")
    changes: dict[str, Any] = {
        key: value
        for key in ("variant", "block_bits", "cycles_per_block")
        if (value := getattr(config, key)) is not None
    }
    if changes and len(first.services) > 1:
        raise RoundelError(
            f"{where}: {next(iter(changes))} of a core with several services",
            "Describe the configuration as a core of its own.",
        )
    # What the author states of the core does not hold of other parameters.
    changes = {"cycles_per_block": 0} | changes if config.parameters else changes
    return replace(
        first,
        name=f"{first.name}:{config_name}",
        config=Config(config_name, first.config.parameters | config.parameters, config.summary),  # type: ignore[operator]
        services=tuple(replace(service, **changes) for service in first.services),
        data_width=config.data_width or first.data_width,
        key_width=first.key_width if config.key_width is None else config.key_width,
    )


def _services(entry: CoreEntry) -> tuple[Service, ...]:
    if entry.services:
        return tuple(Service(**one.model_dump()) for one in entry.services)
    return (
        Service(
            name=entry.service,
            variant=entry.variant or entry.service,
            block_bits=entry.block_bits or 0,
            cycles_per_block=entry.cycles_per_block,
            primary=True,
            algorithm=entry.algorithm,
        ),
    )


def _named_parameters(entry: CoreEntry) -> list[str]:
    return [*entry.parameters, *(name for config in entry.configs.values() for name in config.parameters)]


def _check_parameters(named: Any, known: Any, where: str) -> None:
    for name in named:
        if name not in known:
            raise unknown_name(f"parameter in {where}", name, known)


def _top(entry: CoreEntry, described: str | None, front_end: FrontEnd, where: str) -> str:
    top = entry.top or described
    if top is None:
        raise RoundelError(f"{where}, top: missing here and in the .core file", "Add it.")
    return top


def _front_end(sources: list[Path], where: str) -> FrontEnd:
    vhdl = [path for path in sources if path.suffix.lower() in VHDL]
    if vhdl and len(vhdl) < len(sources):
        other = next(path for path in sources if path not in vhdl)
        raise RoundelError(
            f"{where}, sources: {vhdl[0].name} is VHDL and {other.name} is not", "A core is in one language."
        )
    return "ghdl" if vhdl else "slang"


def _odd_one(sources: list[Path], front_end: FrontEnd) -> Path:
    return next(path for path in sources if (path.suffix.lower() in VHDL) != (front_end == "ghdl"))


def _sources(project: Project, patterns: list[str], where: str) -> list[Path]:
    found: dict[Path, None] = {}
    for pattern in patterns:
        if Path(pattern).is_absolute():
            matches = [Path(pattern)]
        elif any(letter in pattern for letter in "*?["):
            matches = sorted(project.folder.glob(pattern))
        else:
            matches = [project.folder / pattern]
        files = [path.resolve() for path in matches if path.is_file()]
        if not files:
            raise RoundelError(f"{where}, sources: no file {pattern}", f"Paths start from {project.folder}.")
        found.update(dict.fromkeys(files))
    return list(found)


def _file(project: Project, name: str, where: str) -> Path:
    path = (project.folder / name).resolve()
    if not path.is_file():
        raise RoundelError(f"{where}: no file {name}", f"Paths start from {project.folder}.")
    return path


def _folder(project: Project, name: str, where: str) -> Path:
    path = (project.folder / name).resolve()
    if not path.is_dir():
        raise RoundelError(f"{where}: no folder {name}", f"Paths start from {project.folder}.")
    return path


def published_folders() -> tuple[Path, ...]:
    """Return the folders of published results of the project and, if it includes them, those of Roundel.

    Without a project there are none. The first is the one that `roundel publish` writes.
    """
    from roundel.paths import published_results_dir

    project = open_project()
    if project is None:
        return ()
    beside = (published_results_dir(),) if project.include_roundel else ()
    return (project.results, *beside)


__all__ = ["PROJECT_FILE", "Project", "cores_of", "open_project", "published_folders"]
