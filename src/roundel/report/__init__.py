"""Figures made from stored results; nothing here measures anything."""

from roundel.report.figure import throughput_area

__all__ = ["throughput_area"]
