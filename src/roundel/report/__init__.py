"""Figures made from stored results; nothing here measures anything."""

from roundel.report.bars import RatioBar, ratio_bars
from roundel.report.figure import throughput_area
from roundel.report.scaling import ScaledPoint, scaling_lines

__all__ = ["RatioBar", "ScaledPoint", "ratio_bars", "scaling_lines", "throughput_area"]
