"""Names of a package that are imported on their first use, so that a command waits only for what it needs."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """A package whose names are imported on their first use. `homes_` has the module of each name."""

    homes_: dict[str, str]

    def __getattr__(self, name: str) -> Any:
        if name not in self.homes_:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        value = getattr(import_module(self.homes_[name]), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        # The import of a submodule binds it in its package: a function of that name keeps its place.
        if not (isinstance(value, ModuleType) and name in self.homes_):
            super().__setattr__(name, value)


def import_on_first_use(package: str) -> None:
    """Make a package import its names on their first use.

    Args:
        package: Its `__name__`. The names are those that its `__init__.py` imports under
            `if TYPE_CHECKING:`, each by `from module import name`.
    """
    module = sys.modules[package]
    assert module.__file__ is not None, package
    homes = {
        alias.name: node.module
        for block in ast.parse(Path(module.__file__).read_text()).body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    vars(module)["homes_"] = homes
    module.__class__ = _Package
