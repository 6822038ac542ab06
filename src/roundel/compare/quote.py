"""Figures that the text of a cause quotes: read from the paper and from the store, never typed.

A quotation stands in braces: `{ours area of aes-gcm-la/aead}`, `{paper cycles of aes-gcm-la/aead}`,
`{figure sha3-512/neon}`, or a quotient of two, `{ours area of a/hash / ours area of b/hash}`. The target is
that of the answer, or the one named: `{ours levels of salsa20-x1/block @ xc7}`. Of several rows of the paper
it is the first, or that of the named device: `{paper levels of salsa20-x1/block @ Spartan-6}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from roundel.compare.evidence import Bench
from roundel.compare.measured import Measured
from roundel.errors import RoundelError
from roundel.papers import PublishedRow
from roundel.papers.model import CHOSEN

_QUOTED = re.compile(r"\{([^{}]+)\}")
_OF = re.compile(r"(ours|paper) ([a-zA-Z ]+) of (\S+)(?: @ (\S+))?")

OURS: Mapping[str, Callable[[Measured], float | None]] = {
    "area": lambda m: m.area,
    "MHz": lambda m: m.fmax.value if m.fmax else None,
    "cycles": lambda m: m.cycles_per_block,
    "latency": lambda m: m.latency_cycles,
    "levels": lambda m: m.logic_levels,
    "logic share": lambda m: m.logic_share,
    "FFs": lambda m: m.ffs,
    "DSPs": lambda m: m.dsps,
    "Mbps": lambda m: m.throughput.value if m.throughput else None,
}
THEIRS: Mapping[str, Callable[[PublishedRow], float | None]] = {
    "area": lambda row: row.area,
    "MHz": lambda row: row.mhz,
    "cycles": lambda row: row.cycles,
    "levels": lambda row: row.more.get("levels"),
    "DSPs": lambda row: row.more.get("dsps"),
    "Mbps": lambda row: 1000 * row.gbps,
}


def quoted_or_less(text: str, bench: Bench) -> str:
    """Return a text with its figures; where one is not stored, its sentences that quote none."""
    sentences = re.split(r"(?<=\.) (?=[A-Z])", text)
    return quoted(text, bench) or " ".join(one for one in sentences if not _QUOTED.search(one))


def quoted(text: str, bench: Bench) -> str:
    """Return a text with the figures that it quotes; nothing where one of them is not stored.

    Raises:
        RoundelError: A quotation is malformed, or the paper has no such row.
    """
    lacking = False

    def figure(match: re.Match[str]) -> str:
        nonlocal lacking
        parts = [_value(part, bench) for part in match[1].split(" / ")]
        if any(part is None for part in parts):
            lacking = True
            return ""
        first, *rest = [part for part in parts if part is not None]
        return f"{first / rest[0]:.2f}" if rest else _written(first)

    found = _QUOTED.sub(figure, text)
    return "" if lacking else found


def _written(value: float) -> str:
    return f"{value:.0f}" if float(value).is_integer() or abs(value) >= 1000 else f"{value:.3g}"


def _value(quotation: str, bench: Bench) -> float | None:
    if quotation.startswith("figure "):
        figure = bench.figure(quotation.removeprefix("figure "))
        return None if figure is None else figure.value
    match = _OF.fullmatch(quotation)
    if match is None or match[2] not in (OURS if match[1] == "ours" else THEIRS):
        raise RoundelError(
            f"{bench.paper.id}: no quotation {quotation!r}", "Write it as roundel.compare.quote says."
        )
    if match[1] == "ours":
        measured = bench.find(match[3], match[4] or CHOSEN)
        return OURS[match[2]](measured) if isinstance(measured, Measured) else None
    rows = [row for table in bench.paper.tables for row in table.rows if row.core and row.part == match[3]]
    row = next((row for row in rows if match[4] in (None, row.device)), None)
    if row is None:
        raise RoundelError(f"{bench.paper.id}: no row has {match[3]!r}", "Correct the quotation.")
    return THEIRS[match[2]](row)
