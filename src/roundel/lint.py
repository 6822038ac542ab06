"""Lint of the SystemVerilog: Verilator's -Wall, Verible's style rules and format, headers and names.

`.rules.verible_lint` has the rules, `.verible-format` the format, and `rtl/waivers.vlt` the waivers, one
line each with its reason.
"""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import broken_entries, load_catalog
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.errors import RoundelError
from roundel.headers import check_source
from roundel.packages import require
from roundel.paths import project_root
from roundel.simulate.tools import find_perl, verilator_package

WAIVERS = Path("rtl/waivers.vlt")
RULES = Path(".rules.verible_lint")
FORMAT_FLAGS = Path(".verible-format")
LINE_LENGTH = 110

_VERILATOR_MESSAGE = re.compile(r"%(?:Warning|Error)(?:-(\w+))?: (?:([^:\s]+):(\d+):(?:\d+:)? )?(.*)")
_VERIBLE_MESSAGE = re.compile(r"([^:]+):(\d+):[\d:-]* (.*)")


@dataclass(frozen=True)
class Finding:
    """One finding: `path` relative to the root, `line` from 1 (0 means the whole file)."""

    path: str
    line: int
    message: str
    tool: str

    def __str__(self) -> str:
        """Return the line in the form that editors and CI understand."""
        return f"{self.path}:{self.line}: {self.message} [{self.tool}]"


def rtl_files(root: Path) -> list[Path]:
    """Return every SystemVerilog file of the project (`rtl/` and `formal/`), in order."""
    return sorted(path for folder in ("rtl", "formal") for path in (root / folder).rglob("*.sv"))


def lint(root: Path | None = None) -> list[Finding]:
    """Return the findings of Verilator, Verible and the header rules in the tree, without duplicates."""
    root = root or project_root()
    return list(dict.fromkeys([*catalog_findings(root), *_verilator_findings(root), *text_findings(root)]))


def format_in_place(root: Path | None = None) -> list[str]:
    """Format every file that needs it; return their paths, relative to the root."""
    root = root or project_root()
    files = [str(path.relative_to(root)) for path in rtl_files(root)]
    unformatted = sorted({finding.path for finding in format_findings(root, files)})
    if unformatted:
        _run(
            root,
            [_program("verible-verilog-format"), f"--flagfile={FORMAT_FLAGS}", "--inplace", *unformatted],
        )
    return unformatted


def catalog_findings(root: Path) -> list[Finding]:
    """Return the `.core` files and catalog entries that cannot be used."""
    return [
        Finding(str(one.path.relative_to(root)), 0, f"{one.name}: {one.error.message}", "roundel catalog")
        for one in broken_entries(root)
    ]


def _verilator_findings(root: Path) -> Iterator[Finding]:
    """Lint every module as a top with its default parameters, and every configuration of the catalog."""
    listed = set()
    descriptions = read_descriptions(root)
    for vlnv, description in descriptions.items():
        try:
            sources = sources_of(vlnv, descriptions, description.path)
        except RoundelError as error:
            yield Finding(str(description.path.relative_to(root)), 0, error.message, "roundel catalog")
            continue
        own = [source for source in sources if source.parent == description.path.parent]
        listed.update(own)
        for source in own:
            if not source.stem.endswith("_pkg"):
                yield from verilator_findings(root, sources, source.stem)
    for core in load_catalog(root).values():
        if core.config.parameters:
            yield from verilator_findings(root, core.sources, core.top, core.config.parameters)
    for path in sorted((root / "rtl").rglob("*.sv")):
        if path not in listed:
            yield Finding(str(path.relative_to(root)), 0, "not listed in a .core file", "roundel")


def verilator_findings(
    root: Path, sources: Iterable[Path], top: str, parameters: Mapping[str, int] | None = None
) -> list[Finding]:
    """Return the findings of `verilator --lint-only -Wall` on `top` with these parameter values."""
    package = verilator_package()
    command = [find_perl(), str(package / "bin" / "verilator"), "--lint-only", "-Wall", "--top-module", top]
    command += [f"-G{name}={value}" for name, value in (parameters or {}).items()]
    if (root / WAIVERS).is_file():
        command.append(str(WAIVERS))
    command += [str(path.relative_to(root)) for path in sources]
    done = _run(root, command, {"VERILATOR_ROOT": str(package)})
    found = []
    for line in done.stderr.splitlines():
        message = _VERILATOR_MESSAGE.match(line)
        if message and "Exiting due to" not in line:
            rule, path, number, text = message.groups()
            found.append(
                Finding(path or f"top {top}", int(number or 0), text, f"verilator {rule or 'error'}")
            )
    if done.returncode and not found:
        raise RoundelError(f"verilator failed on {top}: {done.stderr.strip()}", "Run `roundel doctor`.")
    return found


def text_findings(root: Path) -> list[Finding]:
    """Return the findings of Verible and of the header rules on all files."""
    files = [str(path.relative_to(root)) for path in rtl_files(root)]
    return [*style_findings(root, files), *format_findings(root, files), *header_findings(root)]


def style_findings(root: Path, files: list[str]) -> list[Finding]:
    """Return the findings of verible-verilog-lint on `files` (relative to `root`), and lines that are too
    long.
    """
    done = _run(root, [_program("verible-verilog-lint"), f"--rules_config={RULES}", *files])
    lines = (done.stdout + done.stderr).splitlines()
    matches = [match for line in lines if (match := _VERIBLE_MESSAGE.match(line))]
    if done.returncode and not matches:
        raise RoundelError(f"verible-verilog-lint failed: {done.stderr.strip()}", f"Correct {RULES}.")
    # Verible's own rule for line length ignores comments.
    long = [
        Finding(path, number, f"{len(line)} characters, expected at most {LINE_LENGTH}", "line-length")
        for path in files
        for number, line in enumerate((root / path).read_text().splitlines(), start=1)
        if len(line) > LINE_LENGTH
    ]
    return [Finding(match[1], int(match[2]), match[3], "verible") for match in matches] + long


def format_findings(root: Path, files: list[str]) -> list[Finding]:
    """Return a finding for each of `files` that verible-verilog-format would change or cannot read."""
    flags = [f"--flagfile={FORMAT_FLAGS}", "--verify", "--inplace", "--failsafe_success=false"]
    done = _run(root, [_program("verible-verilog-format"), *flags, *files])
    unformatted = [line.split(":")[0] for line in done.stderr.splitlines() if "Needs formatting" in line]
    broken = [match for line in done.stderr.splitlines() if (match := _VERIBLE_MESSAGE.match(line))]
    if done.returncode and not unformatted and not broken:
        raise RoundelError(
            f"verible-verilog-format failed: {done.stderr.strip()}", f"Correct {FORMAT_FLAGS}."
        )
    return [
        *(Finding(path, 0, "not formatted; run `roundel lint --format`", "verible") for path in unformatted),
        *(Finding(match[1], int(match[2]), match[3], "verible") for match in broken),
    ]


def header_findings(root: Path) -> list[Finding]:
    """Return the findings on names, headers and port comments of the sources in `root`/rtl."""
    return [
        Finding(str(path.relative_to(root)), complaint.line, complaint.message, "header")
        for path in sorted((root / "rtl").rglob("*.sv"))
        for complaint in check_source(path.stem, path.read_text())
    ]


def _program(name: str) -> str:
    return str(Path(sysconfig.get_path("scripts")) / name)


def _run(
    root: Path, command: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=root, env={**os.environ, **(environment or {})}, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        require("verible", "verilator")
        raise RoundelError(f"no program {command[0]}", "Run `make setup`.") from error
