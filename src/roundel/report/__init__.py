"""Figures made from stored results; nothing here measures anything.

What draws is loaded when it is first asked for: the drawing library takes a second, and not all that is here
draws.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roundel.report.bars import RatioBar, ratio_bars
    from roundel.report.curve import MessageCurve, message_curves
    from roundel.report.scaling import ScaledPoint, scaling_lines
    from roundel.report.scatter import throughput_area

__all__ = [
    "MessageCurve",
    "RatioBar",
    "ScaledPoint",
    "message_curves",
    "ratio_bars",
    "scaling_lines",
    "throughput_area",
]
_MODULES = {
    "RatioBar": "bars",
    "ratio_bars": "bars",
    "MessageCurve": "curve",
    "message_curves": "curve",
    "throughput_area": "scatter",
    "ScaledPoint": "scaling",
    "scaling_lines": "scaling",
}


def __getattr__(name: str) -> object:
    """Return what a name of `__all__` stands for."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
