"""The version: the same in every file that states it, and what `roundel --version` prints."""

from __future__ import annotations

import re
import tomllib

import yaml
from typer.testing import CliRunner

import roundel
from roundel.cli.app import app
from roundel.doctor import TOOLS
from roundel.packages import pins
from roundel.paths import project_root


def test_the_version_is_the_same_everywhere() -> None:
    root = project_root()
    version = tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    assert roundel.__version__ == version
    assert yaml.safe_load((root / "CITATION.cff").read_text())["version"] == version
    newest = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None and newest[1].rstrip(",") == version


def test_version_names_the_pinned_tools() -> None:
    lines = CliRunner().invoke(app, ["--version"]).stdout.splitlines()
    assert lines[0] == f"roundel {roundel.__version__}"
    pinned = {pin.package: pin.version for pin in pins()}
    assert lines[1:] == [f"  {tool} {pinned[tool]}" for tool in TOOLS]
