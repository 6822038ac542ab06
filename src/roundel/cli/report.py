"""`roundel report`: everything stored as one page, and its tables as files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import TARGET_NAMES
from roundel.errors import RoundelError
from roundel.process.atomic import write_atomically

if TYPE_CHECKING:
    from roundel.compare import Reproduction
    from roundel.report.svg import Figure

PAGE = "index.html"


def report(
    out: Annotated[
        Path | None,
        typer.Option(
            help="The folder to write into; build/report, or .roundel/report of a project of yours.",
            metavar="DIR",
        ),
    ] = None,
    target: Annotated[
        str, typer.Option(help=f"The target of the rows compared with papers: {TARGET_NAMES}.")
    ] = "ecp5",
) -> None:
    """Write a page of all rows, papers and cores that needs no network, and its tables as files beside it.

    In a project of your own it is in .roundel/report.
    """
    from roundel import __version__
    from roundel.catalog import load_catalog
    from roundel.catalog.project import open_project
    from roundel.compare import read_results, reproduce
    from roundel.formal import Ledger, proofs_of
    from roundel.implement import find_target
    from roundel.isa import claims
    from roundel.lab import open_store
    from roundel.papers import find_paper, paper_names
    from roundel.paths import project_root, report_dir
    from roundel.report.site import Material, build
    from roundel.report.site.markdown_html import read_documents

    chosen, store, catalog = find_target(target), open_store(), load_catalog()
    results = read_results(store)
    if not results.rows:
        raise RoundelError(f"no results in {store.root}", "Measure first: `roundel bench CORE`.")
    folder = _folder(out or report_dir())
    project = open_project()
    papers = paper_names() if project is None or project.include_roundel else ()  # of our cores only
    reproductions = [reproduce(find_paper(name), catalog, chosen, results) for name in papers]
    ledger = Ledger()
    files = build(
        Material(
            version=__version__,
            rows=results.rows,
            catalog=catalog,
            reproductions=reproductions,
            figures={one.paper.id: _figures(one) for one in reproductions},
            appendices={claims.PAPER: claims.appendix(store)},
            core_documents=read_documents(project_root(), catalog),
            root=_address(project_root(), folder),
            proofs={name: proofs_of(core, ledger) for name, core in catalog.items()},
        )
    )
    for name, text in files.items():
        _write(folder / name, text)
    print(folder / PAGE)


def _address(project: Path, folder: Path) -> str | None:
    """Return the relative address of the project from a folder inside it, or None from elsewhere."""
    project, folder = project.resolve(), folder.resolve()
    return Path(os.path.relpath(project, folder)).as_posix() if folder.is_relative_to(project) else None


def _folder(path: Path) -> Path:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "Name a folder that can be written: --out DIR."
        raise RoundelError(f"{path}: cannot be the report's folder ({error.strerror})", hint) from error
    return path


def _write(path: Path, text: str) -> None:
    try:
        write_atomically(path, text)
    except OSError as error:
        hint = "Name a folder that can be written: --out DIR."
        raise RoundelError(f"{path}: cannot be written ({error.strerror})", hint) from error


def _figures(one: Reproduction) -> dict[str, Figure]:
    """Return the paper's figures by caption."""
    from roundel.cli.paper_figures import drawn

    return {
        f"{one.paper.id.upper()}: {'figure ' * name[:1].isdigit()}{name}": figure
        for name, figure in drawn(one).items()
    }
