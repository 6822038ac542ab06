"""Build hook: a wheel has RTL, driver, published results, proofs' tasks, pages and known answers.

They are below `roundel/checkout/`, laid out as in the checkout. An editable install uses the checkout.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("rtl", "formal", "results", "docs", "sw", "tests/vectors", "README.md", "LICENSE", "pyproject.toml")


class CheckoutHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the parts of the checkout that the package reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add them to a wheel that is not editable."""
        if version == "standard":
            build_data["force_include"].update({part: f"roundel/checkout/{part}" for part in PARTS})
