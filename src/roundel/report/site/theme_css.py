"""Colors for light and dark, and drawings that follow them when they stand in the page.

One pair of colors serves both the page and the figures of the documentation (`roundel.report.theme`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from roundel.report import bars, scaling
from roundel.report.figure import OTHER_SERVICE, SERVICES
from roundel.report.theme import GRID, INK, ISO, QUIET_INK, SURFACE, Colors

# (light, dark) of what the page has beyond the figures' colors.
TOKENS: dict[str, Colors] = {
    "surface": SURFACE,
    "ink": INK,
    "quiet": QUIET_INK,
    "grid": GRID,
    "iso": ISO,
    "edge": ("#83827a", "#7d7c75"),
    "raised": ("#f3f2ee", "#242423"),
    "accent": ("#1a5aa8", "#8ebdf5"),
    "focus": ("#b3470b", "#ffb27a"),
    "holds": ("#156b3a", "#74d29c"),
    "fails": ("#a8251c", "#ff9a8d"),
    "open": ("#7a5100", "#e7bd60"),
    "band": ("#dfeadf", "#2b3b30"),
    **{f"s-{name}": colors for name, (colors, _) in SERVICES.items()},
    "s-other": OTHER_SERVICE[0],
}

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_SPOKEN = re.compile(r' (?:aria-[a-z]+|role)="[^"]*"')
_NAMED = re.compile(r'(\bid="|url\(#)')


def token_rules() -> str:
    """Return the custom properties of all colors, and the colors of drawings as they are in the dark."""
    properties = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in TOKENS.items())
    drawn = "".join(
        f'.drawing [{attribute}="{light}"]{{{attribute}:light-dark({light},{dark})}}'
        for light, dark in _drawn_colors()
        for attribute in ("fill", "stroke")
    )
    return f":root{{{properties}}}\n{drawn}"


def inlined(svg: str, caption: str, prefix: str) -> Markup:
    """Return a drawing's SVG for a place in the page: the page's colors, one name, ids of its own."""
    body = _SPOKEN.sub("", _STYLE.sub("", svg))
    body = re.sub(r' xmlns(?::xlink)?="[^"]*"', "", body)
    body = _NAMED.sub(lambda match: f"{match[1]}{prefix}-", body)
    label = f'<svg role="img" aria-label="{escape(caption)}" '
    return Markup(body.replace("<svg ", label, 1))  # made by the project's own figures


def _drawn_colors() -> Iterable[Colors]:
    return dict.fromkeys((SURFACE, INK, QUIET_INK, GRID, ISO, *bars.COLORS.values(), *scaling.SERIES))
