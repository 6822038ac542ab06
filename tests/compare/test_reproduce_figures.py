"""Figures that belong to no row: kernels, units, what messages cost."""

from __future__ import annotations

from designs_rows import results
from paper_material import CATALOG, ECP5, paper

from roundel.compare import Results, Verdict, reproduce
from roundel.compare.measured import Figure
from roundel.compare.notes import notes_of


def test_figures_that_belong_to_no_row() -> None:
    claim = {
        "table": None,
        "measure": "instructions per byte",
        "value": 2.0,
        "sense": "above",
        "terms": [{"over": ["k/neon"], "under": ["k/extension"]}],
    }
    figures = [Figure("k", "neon", 30.0), Figure("k", "extension", 20.0), Figure("k", "extension", 10.0, "2")]
    (answer,) = reproduce(paper(claim), CATALOG, ECP5, Results((), figures)).claims
    assert answer.ours is not None and (answer.ours.value, answer.verdict) == (3.0, Verdict.HOLDS)
    found = reproduce(paper(claim), CATALOG, ECP5, Results((), figures[1:]))
    assert found.claims[0].reason == "no figure of k/neon is stored yet"
    assert found.claims[0].verdict is Verdict.MISSING and "k/neon" in found.absent[-1]


MESSAGES = {
    "table": None,
    "measure": "extra blocks",
    "value": 2.0,
    "sense": "below",
    "terms": [{"over": ["core-a:hash:v/extra-blocks-kept-keys"]}],
}


def message_figures(*, present: bool) -> list[Figure]:
    """A stale figure, measured last, and perhaps one of those that the catalog has."""
    name = ("core-a:hash:v", "extra-blocks-kept-keys")
    old = Figure(*name, 9.0, "2026-02", core="core-a", source_hash="before")
    now = Figure(*name, 1.0, "2026-01", core="core-a", source_hash=CATALOG["core-a"].source_hash)
    return [old, *([now] if present else [])]


def test_figures_of_present_sources_go_before_later_ones() -> None:
    found = reproduce(paper(MESSAGES), CATALOG, ECP5, Results((), message_figures(present=True)))
    (answer,) = found.claims
    assert answer.ours is not None and (answer.ours.value, answer.verdict) == (1.0, Verdict.HOLDS)
    assert answer.current and found.stale == () and found.remeasure == ()


def test_figures_of_earlier_sources_are_told_with_what_measures_them() -> None:
    curve = {"name": "f", "caption": "c", "block_bits": 8, "cycles": 1, "extra": 1}
    curve["ours"] = "core-a:hash:v/extra-blocks-kept-keys"
    old = Results((), message_figures(present=False))
    found = reproduce(paper(MESSAGES, curves=[curve]), CATALOG, ECP5, old)
    assert found.stale == ("core-a",) and not found.claims[0].current
    assert found.curves[0].ours is not None and not found.curves[0].ours.current
    command = "roundel messages core-a --service hash --variant v --kept-keys"
    assert found.remeasure == (command,)
    notes = notes_of(found)
    assert "* core-a: the sources have changed since it was measured." in notes
    assert f"Measured again by `{command}`." in notes
    missing = reproduce(paper(MESSAGES), CATALOG, ECP5, results())
    assert command in missing.commands and missing.claims[0].reason.startswith("no figure of core-a:hash:v")


def test_a_figure_of_no_core_of_the_catalog_has_no_sources_to_be_of() -> None:
    figure = Figure("k", "neon", 1.0, core="simd", source_hash="any")
    found = Results((), [figure]).figure("k", "neon", CATALOG)
    assert found is not None and found.current
