"""The row of a core's service as each commit of the results had it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from roundel.catalog import Core, Service
from roundel.compare.commands import retry_hint, row_command
from roundel.compare.measured import Measured, Results, failures_of
from roundel.errors import RoundelError
from roundel.implement import Target
from roundel.lab import Store
from roundel.lab.columns import Record
from roundel.lab.published import record_of_file, records_of
from roundel.lab.rows import rows_of
from roundel.lab.sources import current_records, file_of
from roundel.lab.store import folder_of
from roundel.spread import Spread

WORKING_TREE = "working tree"


@dataclass(frozen=True)
class Commit:
    """A commit that changed the results: its short name, the day, the first line of its message."""

    name: str
    date: str = ""
    subject: str = ""


@dataclass(frozen=True)
class Epoch:
    """The row from a commit on. `against` is this row over the one before: see `history`."""

    commit: Commit
    measured: Measured
    against: Spread | None


@dataclass(frozen=True)
class History:
    """A core's service on a target over the commits, oldest first. `shallow`: the older ones are not here."""

    core: str
    service: str
    variant: str
    target: str
    epochs: tuple[Epoch, ...]
    shallow: bool


def history(core: Core, service: Service, target: Target, store: Store) -> History:
    """Return the row of a service after each commit that changed it, then the row of today.

    Of the rows that a commit has, one is chosen as `compare` does, by what had been measured last. Commits
    before the published files have a file a run; they are read as well.

    Args:
        core: The core.
        service: One of its services.
        target: The target of the row.
        store: The store. Its published folder is in a git checkout.

    Returns:
        The epochs, oldest first. `against` is throughput per LUT over that of the epoch before, or area where
        nothing is routed. `current` of a row says whether its sources are those of today.

    Raises:
        RoundelError: The results are in no git checkout, or there is no row.
    """
    root, folder = store.published, folder_of(core.name)
    if root is None:
        raise RoundelError("no published results", "The history is read from the commits of the results.")
    places = file_of(core), f"{folder}/"  # today, and in commits before the published files
    commits = _commits(root, places)
    trees = [_tree(root, commit.name, places) for commit in commits]
    contents = _contents(root, {blob for tree in trees for blob in tree.values()})
    states: list[tuple[Commit, list[Record]]] = [
        (
            commit,
            [
                record
                for name, blob in sorted(tree.items())
                for record in _records(root / name, contents[blob])
                if folder_of(record["core"]) == folder
            ],
        )
        for commit, tree in zip(commits, trees, strict=True)
    ]
    current = [record for record in current_records(store) if folder_of(record["core"]) == folder]
    states.append((Commit(WORKING_TREE), current))
    epochs: list[Epoch] = []
    for commit, records in states:
        measured = _row_of(records, core, service, target)
        before = epochs[-1].measured if epochs else None
        if measured is None:
            continue
        if measured == before:  # the same figures, of sources that have another hash by now
            epochs[-1] = replace(epochs[-1], measured=measured)
        else:
            epochs.append(Epoch(commit, measured, _against(measured, before)))
    if not epochs:
        command = row_command(core, service, target)
        failure = Results((), failures=failures_of(current)).failure(core, target)
        raise RoundelError(
            f"no row of {core.name} {service.name}/{service.variant} on {target.name} in {root}, "
            f"nor in its commits{f' ({failure.reason})' if failure else ''}",
            retry_hint(failure.reason, command) if failure else f"Measure it: `{command}`.",
        )
    shallow = _git(root, "rev-parse", "--is-shallow-repository").strip() == b"true"
    return History(core.name, service.name, service.variant, target.name, tuple(epochs), shallow)


def _row_of(records: Iterable[Record], core: Core, service: Service, target: Target) -> Measured | None:
    # All rows count as earlier ones here: what stood at the time is what had been measured last.
    rows = [{**row, "current": False} for row in rows_of(records)]
    measured = Results(rows).find(core, service, target)
    if measured is None:
        return None
    return measured.of_sources(core.source_hash)


def _against(measured: Measured, before: Measured | None) -> Spread | None:
    if before is None:
        return None
    if measured.per_lut is None or before.per_lut is None:
        return Spread.exact(measured.area / before.area)
    return measured.per_lut / before.per_lut


def _commits(root: Path, places: Sequence[str]) -> list[Commit]:
    """Return the commits that changed the results of a core, oldest first."""
    log = _git(root, "log", "--reverse", "--format=%h%x00%cs%x00%s", "--", *places, unborn=b"")
    return [Commit(*line.split("\0", 2)) for line in log.decode(errors="replace").splitlines()]


def _tree(root: Path, commit: str, places: Sequence[str]) -> dict[str, str]:
    """Return the result files of a commit for a core: path below `root` to blob."""
    listing = _git(root, "ls-tree", "-r", "-z", commit, "--", *places)
    tree = {}
    for entry in filter(None, listing.decode(errors="replace").split("\0")):
        head, _, path = entry.partition("\t")
        if path.endswith((".jsonl", ".json")):
            tree[path] = head.split()[2]
    return tree


def _records(path: Path, content: bytes) -> list[Record]:
    """Return the records of a file of a commit; what is no record is left out."""
    text = content.decode(errors="replace")
    if path.suffix == ".jsonl":
        return list(records_of(text, str(path), problems=lambda _: None))
    return [] if (record := record_of_file(text)) is None else [record]


def _contents(root: Path, blobs: Iterable[str]) -> Mapping[str, bytes]:
    """Return the contents of blobs, each read once."""
    wanted = sorted(blobs)
    output = _git(root, "cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in wanted).encode())
    contents = {}
    position = 0
    for blob in wanted:
        end = output.index(b"\n", position)
        size = int(output[position:end].split()[2])
        contents[blob] = output[end + 1 : end + 1 + size]
        position = end + 1 + size + 1
    return contents


def _git(root: Path, *arguments: str, stdin: bytes = b"", unborn: bytes | None = None) -> bytes:
    """Return what git prints, run in `root`; `unborn` in a repository that has no commit yet.

    What the environment says of another repository (within a hook, say) does not count.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command: Sequence[str] = ("git", "--literal-pathspecs", *arguments)
    try:
        done = subprocess.run(command, cwd=root, input=stdin, capture_output=True, env=environment)
    except FileNotFoundError as error:
        missing = "git is not on PATH" if root.is_dir() else f"no results in {root}"
        raise RoundelError(missing, "The history is read from the commits of the results.") from error
    if done.returncode == 0:
        return done.stdout
    text = done.stderr.decode(errors="replace").strip()
    if unborn is not None and "does not have any commits" in text:
        return unborn
    reason = text.partition("\n")[0] or "git says no more"
    raise RoundelError(
        f"{root} is in no git checkout that can be read ({reason})",
        "The history is read from the commits of the results: run it in a clone of the project.",
    )
