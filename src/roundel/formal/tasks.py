"""The proofs, and the faults that they must detect: the TOML files of `formal/` as data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError, unknown_name
from roundel.formal.clearing import Marks
from roundel.paths import project_root, text_of

TASKS = Path("formal/tasks")
FAULTS = Path("formal/faults")
TIERS = ("fast", "full")
MODES = ("prove", "bmc")
PROPERTIES = (
    "parts",
    "order",
    "stream",
    "progress",
    "verdict",
    "withheld",
    "commands",
    "keys",
    "timing",
    "clearing",
)
# In the name of a register: numbers of its elements.
_RANGE = re.compile(r"\[(\d+)\.\.(\d+)\]")


@dataclass(frozen=True)
class Task:
    """One proof: `top` with `parameters`, from the descriptions `uses` and the files of `formal/`.

    `mode` is "prove" (for all time, by induction over `depth` steps) or "bmc" (for the first `depth` steps
    from reset). For combinational logic one step is complete. `read` are additional options of read_slang.
    `script` are Yosys commands that run after it. If `core` names a core of the catalog, the task's texts
    have a module `core_under_proof`: that core with the parameters of its entry. The claim does not depend on
    the values of the design's parameters `payload`: widths of words that are moved but not used.
    `proves` are columns of the table of properties (`roundel.formal.properties`), one name or a list in the
    file; the task counts there only for cores of which the tasks `needs` are proved too. With `marks` the run
    proves the model of marks that `roundel.formal.clearing` makes of the core.
    """

    name: str
    what: str
    tier: str
    top: str
    mode: str
    depth: int
    uses: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    read: tuple[str, ...] = ()
    script: tuple[str, ...] = ()
    engine: str = "smtbmc z3"
    time_limit_s: int = 600
    core: str = ""
    payload: tuple[str, ...] = ()
    proves: tuple[str, ...] = ()
    marks: Marks | None = None
    needs: tuple[str, ...] = ()

    @property
    def claim(self) -> str:
        """How far a PASS reaches, for readers."""
        if self.mode == "prove":
            return "for all time"
        return "for all inputs" if self.depth == 1 else f"for {self.depth} cycles"


@dataclass(frozen=True)
class Fault:
    """A fault in the texts of `task`: `old`, which occurs once in `file`, becomes `new`. `what` describes
    it.
    """

    task: str
    what: str
    file: str
    old: str
    new: str

    @property
    def name(self) -> str:
        """The name of a run with this fault."""
        return f"{self.task} ({self.what})"


def load_tasks(root: Path | None = None) -> dict[str, Task]:
    """Return every task of the files in `formal/tasks` by name. A configuration is `name:config`.

    An entry has `configs`, sets of parameters, or `cores`, names of the catalog; each of several cores is a
    configuration of its own. In the marks, a register with a range, `word[0..3]`, has a lemma for each
    number, which replaces `[#]` in the name of the signal: `gen_part[#].used`.

    Raises RoundelError that names the task and the field if a file is malformed, and the task if two files
    have it.
    """
    tasks: dict[str, Task] = {}
    for path in _files(root, TASKS):
        for name, entry in read_toml(path).items():
            cores = entry.pop("cores", [])
            configs = entry.pop("configs", {core if len(cores) > 1 else "": {} for core in cores} or {"": {}})
            for i, (config, parameters) in enumerate(configs.items()):
                entry |= {"core": cores[i]} if cores else {}
                task = _task(path, f"{name}:{config}" if config else name, entry, parameters)
                if task.name in tasks:
                    raise RoundelError(f"{path} [{task.name}]: another file has this task", "Rename one.")
                tasks[task.name] = task
    return tasks


def load_faults(tasks: Mapping[str, Task], root: Path | None = None) -> list[Fault]:
    """Return every fault of the files in `formal/faults`.

    Raises RoundelError for a malformed file, for a task that is not in `tasks`, and for a repeated `what`.
    """
    faults: dict[tuple[str, str], Fault] = {}
    entries = ((path, entry) for path in _files(root, FAULTS) for entry in read_toml(path).get("faults", []))
    for path, entry in entries:
        try:
            fault = Fault(**entry)
        except TypeError as error:
            raise RoundelError(f"{path}: {entry}: {error}", "Correct the entry's fields.") from error
        if fault.task not in tasks:
            raise unknown_name("formal task", fault.task, tasks)
        if (fault.task, fault.what) in faults:
            raise RoundelError(
                f"{path}: {fault.task} has {fault.what!r} twice", "Give each fault its own `what`."
            )
        faults[fault.task, fault.what] = fault
    return list(faults.values())


def changed_text(sources: Mapping[str, str], file: str, old: str, new: str, *, where: str) -> str:
    """Return the text of `file` with `old` replaced by `new`; any white space matches any other.

    RoundelError that names `where` the fault is defined unless `old` occurs exactly once.
    """
    pattern = r"\s+".join(re.escape(word) for word in old.split())
    text, count = re.subn(pattern, lambda _: new, sources.get(file, ""))
    if count != 1:
        raise RoundelError(f"{where}: {file} has {old!r} {count} times, not once", "Choose another text.")
    return text


def select_tasks(tasks: Mapping[str, Task], names: Sequence[str], *, everything: bool = False) -> list[Task]:
    """Return the named tasks (a name without configuration means all of them), or the fast ones, or all."""
    if not names:
        return [task for task in tasks.values() if everything or task.tier == "fast"]
    chosen: dict[str, Task] = {}
    for name in names:
        matching = {key: task for key, task in tasks.items() if name in (key, key.partition(":")[0])}
        if not matching:
            raise unknown_name("formal task", name, tasks)
        chosen.update(matching)
    return list(chosen.values())


def read_toml(path: Path) -> dict[str, Any]:
    """Return a file of `formal`. RoundelError that names the file if it is missing or malformed."""
    try:
        return tomllib.loads(text_of(path))
    except OSError as error:
        raise RoundelError(f"{path}: {error.strerror}", "Restore it from git.") from error
    except tomllib.TOMLDecodeError as error:
        raise RoundelError(f"{path}: {error}", "Correct the TOML.") from error


def _files(root: Path | None, folder: Path) -> list[Path]:
    """Return the TOML files of a folder of `formal`, by name. RoundelError if there are none."""
    found = sorted((root or project_root()).joinpath(folder).glob("*.toml"))
    if not found:
        raise RoundelError(f"{(root or project_root()) / folder}: no TOML file", "Restore it from git.")
    return found


def _task(path: Path, name: str, entry: Mapping[str, object], parameters: Mapping[str, int]) -> Task:
    where = f"{path} [{name}]"
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    values["parameters"] = {**dict(entry.get("parameters") or {}), **parameters}  # type: ignore[call-overload]
    if isinstance(values.get("proves"), str):
        values["proves"] = (values["proves"],)
    try:
        if "marks" in values:
            values["marks"] = Marks.of(_each(values["marks"]))  # type: ignore[arg-type]
        task = Task(name=name, **values)  # type: ignore[arg-type]
    except TypeError as error:
        raise RoundelError(f"{where}: {error}", "Correct the entry's fields.") from error
    _expect(where, "tier", task.tier, TIERS)
    _expect(where, "mode", task.mode, MODES)
    for proved in task.proves:
        _expect(where, "proves", proved, PROPERTIES)
    return task


def _each(marks: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return marks with a lemma for each number of a range: `word[0..3]` only while `gen[#].used`."""
    if not any(_RANGE.search(name) for name in marks.get("only_while", ())):
        return marks
    lemmas: dict[str, str] = {}
    for name, signal in marks["only_while"].items():
        if found := _RANGE.search(name):
            for number in range(int(found[1]), int(found[2]) + 1):
                lemmas[name.replace(found[0], f"[{number}]")] = signal.replace("[#]", f"[{number}]")
        else:
            lemmas[name] = signal
    return {**marks, "only_while": lemmas}


def _expect(where: str, key: str, value: str, allowed: Iterable[str]) -> None:
    if value not in allowed:
        raise RoundelError(f"{where}: {key} is {value!r}", f"Expected {' or '.join(allowed)}.")
