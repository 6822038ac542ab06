"""Figures made from stored results; nothing here measures anything."""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.report.bars import RatioBar, ratio_bars
    from roundel.report.curve import MessageCurve, message_curves, message_shares
    from roundel.report.ratio_points import RatioPoints, ratio_points
    from roundel.report.scaling import ScaledPoint, scaling_lines
    from roundel.report.scatter import throughput_area

__all__ = [
    "MessageCurve",
    "RatioBar",
    "RatioPoints",
    "ScaledPoint",
    "message_curves",
    "message_shares",
    "ratio_bars",
    "ratio_points",
    "scaling_lines",
    "throughput_area",
]

import_on_first_use(__name__)
