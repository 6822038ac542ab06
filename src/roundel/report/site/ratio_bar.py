"""A ratio of ours over the paper's as a small drawing: where it lies, how far it reaches, what agrees."""

from __future__ import annotations

import math
from dataclasses import dataclass

from roundel.papers.claim import Sense
from roundel.spread import Spread

WIDTH_PX = 132
# The drawing reaches from an eighth of the paper's figure to eight times of it.
REACH = 8.0


@dataclass(frozen=True)
class RatioDrawing:
    """Positions in pixels on a logarithmic axis with the paper's figure in the middle.

    The band from `band_from` to `band_to` agrees with the paper; ours is at `at`, with its bounds `low` and
    `high`. `beyond`: -1 or 1 where ours lies outside the drawing, on that side.
    """

    band_from: float
    band_to: float
    at: float
    low: float
    high: float
    beyond: int
    width: int = WIDTH_PX


def ratio_drawing(ours: Spread, reference: float, sense: Sense, tolerance: float) -> RatioDrawing:
    """Return the drawing of `ours` about `reference`; `sense` and `tolerance` as the verdict takes them."""
    if sense == "about":
        band = (1 / tolerance, tolerance)
    else:
        band = (1.0, REACH) if sense == "above" else (1 / REACH, 1.0)
    quotient = ours.value / reference
    low, high = (quotient, quotient) if ours.one_seed else (ours.low / reference, ours.high / reference)
    return RatioDrawing(
        band_from=_at(band[0]),
        band_to=_at(band[1]),
        at=_at(quotient),
        low=_at(low),
        high=_at(high),
        beyond=-1 if quotient < 1 / REACH else 1 if quotient > REACH else 0,
    )


def _at(quotient: float) -> float:
    """Return the pixel of a quotient, at the edge for what lies beyond."""
    within = min(max(quotient, 1 / REACH), REACH)
    return round(WIDTH_PX * (math.log(within, REACH) + 1) / 2, 1)
