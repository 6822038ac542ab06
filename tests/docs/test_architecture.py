"""docs/architecture.md: its table of what each part knows, against what the parts import."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from roundel.paths import project_root

SOURCE = project_root() / "src" / "roundel"
PAGE = (project_root() / "docs" / "architecture.md").read_text()
# Common ground: any part may know it.
COMMON = ("checked", "errors", "lazy", "packages", "paths", "process", "protocol", "spread", "table")
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


def knows() -> dict[str, str]:
    """What stands in the table's last column by part, without the remark behind a semicolon."""
    rows = re.findall(r"^\| `(?:roundel\.)?([^`]+)` \|.*\| ([^|]+) \|$", PAGE, re.MULTILINE)
    return {part: cell.partition(";")[0].strip() for part, cell in rows}


def named(cell: str) -> set[str]:
    return set() if cell.startswith("nothing") else set(cell.split(", ")) - {"`rtl/`"}


def imported(package: str) -> set[str]:
    """The parts that the modules of a package import, wherever they do it, without the common ground."""
    modules = {name for path in (SOURCE / package).rglob("*.py") for name in modules_of(path)}
    parts = {module.split(".")[1] for module in modules if module.startswith("roundel.")}
    own = {part for part in parts if any(fnmatch(part, name) for name in COMMON)}
    return parts - own - {package}


def modules_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            # A name of `roundel` itself is a part or one of its own, such as the version.
            inner = [alias.name for alias in node.names if (SOURCE / alias.name).exists()]
            yield from (
                [f"roundel.{name}" for name in inner] if node.module == "roundel" else [node.module or ""]
            )


def test_every_package_is_in_the_table() -> None:
    assert set(PACKAGES) <= set(knows())


@pytest.mark.parametrize("package", [name for name in PACKAGES if name != "cli"])
def test_a_part_imports_what_the_table_says_it_knows(package: str) -> None:
    cell = knows()[package]
    # simulate has the models through Grøstl's messages, which are common ground: its remark says so.
    assert named(cell) == imported(package), cell


def test_the_common_ground_is_told() -> None:
    told = PAGE.partition("Common ground")[2].partition("\n\n")[0]
    for name in COMMON:
        assert name in told, name
