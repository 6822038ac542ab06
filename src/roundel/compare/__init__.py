"""Designs set beside each other, and beside what papers print, from what the lab stored.

`compare(...)` sets cores against each other service by service; `reproduce(...)` answers a paper.
"""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.compare.answers import Reproduction, Verdict
    from roundel.compare.comparison import Comparison, compare
    from roundel.compare.measured import Measured, Results, read_results
    from roundel.compare.reproduce import reproduce

__all__ = [
    "Comparison",
    "Measured",
    "Reproduction",
    "Results",
    "Verdict",
    "compare",
    "read_results",
    "reproduce",
]

import_on_first_use(__name__)
