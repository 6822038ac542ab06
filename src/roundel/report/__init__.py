"""Figures made from stored results; nothing here measures anything."""

from roundel.report.bars import RatioBar, ratio_bars
from roundel.report.figure import throughput_area

__all__ = ["RatioBar", "ratio_bars", "throughput_area"]
