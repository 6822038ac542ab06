"""Choosing a core: which of those that offer a service is best at a goal within limits.

`choices(...)` are the cores that offer it, `explore(...)` ranks them by their stored rows, and
`without_row(...)` says which have none.
"""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.explore.answer import Design, Exploration, Unmeasured, explore, goal_figure
    from roundel.explore.goals import GOALS, OPTIONS, QUANTITIES, Limit, check_target, find_goal, parse_limit
    from roundel.explore.plan import Work, request_for, without_row, work_of
    from roundel.explore.select import Choice, choices, patterns_of

__all__ = [
    "GOALS",
    "OPTIONS",
    "QUANTITIES",
    "Unmeasured",
    "Choice",
    "Design",
    "Exploration",
    "Limit",
    "Work",
    "check_target",
    "choices",
    "explore",
    "find_goal",
    "goal_figure",
    "parse_limit",
    "patterns_of",
    "request_for",
    "without_row",
    "work_of",
]

import_on_first_use(__name__)
