"""The colors that figures and the report have in common, and shapes for services."""

from __future__ import annotations

from collections.abc import Mapping

Colors = tuple[str, str]

FONT = "DejaVu Sans, Verdana, sans-serif"
# (light, dark): a file is drawn in the first and switches to the second where the reader's system does.
SURFACE = ("#fcfcfb", "#1a1a19")
INK = ("#0b0b0b", "#ffffff")
QUIET_INK = ("#5c5b57", "#b8b7af")
GRID = ("#e4e3df", "#33332f")
ISO = ("#a5a49c", "#6e6d66")
COMMON = (SURFACE, INK, QUIET_INK, GRID, ISO)
# The two sides of a comparison.
PAPER, OURS = "paper", "ours"
SIDES: Mapping[str, Colors] = {PAPER: ("#c9c7bf", "#57564f"), OURS: ("#2a78d6", "#3987e5")}
# A service keeps its color and its shape whatever else is in the picture.
OTHER = "other"
SERVICES: Mapping[str, Colors] = {
    "hash": ("#2a78d6", "#3987e5"),
    "mac": ("#128a5f", "#199e70"),
    "aead": ("#4a3aa7", "#9085e9"),
    "prng": ("#b07800", "#c98500"),
    "block": ("#e34948", "#e66767"),
    "ctr": ("#0b8193", "#3fb0c2"),
    "sample": ("#b3467f", "#d55181"),
    OTHER: ("#777777", "#999999"),
}
# Paths around the origin, all of about the same area.
SHAPES: Mapping[str, str] = {
    "hash": "M-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0Z",
    "mac": "M-4.5,-4.5h9v9h-9Z",
    "aead": "M0,-6.3L6.3,0L0,6.3L-6.3,0Z",
    "prng": "M0,-6L5.8,4.6H-5.8Z",
    "block": "M0,6L5.8,-4.6H-5.8Z",
    "ctr": "M6,0L-4.6,5.8V-5.8Z",
    "sample": "M-6,0L4.6,5.8V-5.8Z",
    OTHER: "M-1.8,-5.5h3.6v3.7h3.7v3.6h-3.7v3.7h-3.6v-3.7h-3.7v-3.6h3.7Z",
}
