"""Which tools run, and their versions as results record them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache

from roundel.errors import RoundelError, unknown_name
from roundel.packages import package_version, require

CHOICES = ("wheel", "native")
_NATIVE = " (native)"


@dataclass(frozen=True)
class Toolchain:
    """Where place and route comes from: the pinned wheel, so that a result can be had again, or PATH."""

    choice: str = "wheel"

    def __post_init__(self) -> None:
        """Refuse a choice that there is not."""
        if self.choice not in CHOICES:
            raise unknown_name("tool choice", self.choice, CHOICES)

    def program(self, tool: str) -> str:
        """Return the name of the program that stands for `tool`, as a shell would find it."""
        return f"yowasp-{tool}" if self.choice == "wheel" else tool

    def launcher(self, tool: str) -> list[str]:
        """Return the argument list that starts `tool`; RoundelError when it is not installed."""
        if self.choice == "wheel":
            require(f"yowasp-{tool}")
            module = f"yowasp_{tool.replace('-', '_')}"
            entry = f"run_{tool.replace('-', '_')}"
            return [sys.executable, "-c", f"import sys, {module} as m; sys.exit(m.{entry}(sys.argv[1:]))"]
        found = shutil.which(tool)
        if found is None:
            raise RoundelError(
                f"no {tool} on PATH", "Install it, or keep --tool at 'wheel' to use the pinned one."
            )
        return [found]

    def version(self, tool: str) -> str:
        """Return name and version of the program that stands for `tool`."""
        if self.choice == "wheel":
            return package_version(f"yowasp-{tool}")
        return _native_version(tool, *self.launcher(tool))


@lru_cache
def _native_version(tool: str, path: str) -> str:
    text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    # What stands there is what its builder wrote: a tag, a package's version or a commit.
    found = re.search(r"\(Version ([^)]+)\)", text.stdout + text.stderr)
    if found is None:
        raise RoundelError(
            f"{path} --version prints no version", "Keep --tool at 'wheel': results are stored by version."
        )
    return f"{tool} {found[1].strip()}{_NATIVE}"


def is_native(version: str) -> bool:
    """Return whether a version as results record it is that of a tool on PATH."""
    return version.endswith(_NATIVE)
