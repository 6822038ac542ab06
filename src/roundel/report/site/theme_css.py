"""Colors for light and dark, and drawings that follow them when they stand in the page.

One pair of colors serves both the page and the figures of the documentation (`roundel.report.theme`).
"""

from __future__ import annotations

from roundel.report import scaling
from roundel.report.theme import COMMON, GRID, INK, ISO, QUIET_INK, SERVICES, SIDES, SURFACE, Colors

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
    "ours": SERVICES["hash"],
}


def token_rules() -> str:
    """Return the custom properties of all colors, and the colors of drawings as they are in the dark."""
    properties = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in TOKENS.items())
    drawn = "".join(
        f'.drawing [{attribute}="{light}"]{{{attribute}:light-dark({light},{dark})}}'
        for light, dark in dict.fromkeys((*COMMON, *SERVICES.values(), *SIDES.values(), *scaling.SERIES))
        for attribute in ("fill", "stroke")
    )
    return f":root{{{properties}}}\n{drawn}"
