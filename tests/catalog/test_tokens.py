"""The tokens that results are keyed by: comments and layout change no key, code does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundel.catalog import Config, Core
from roundel.catalog.tokens import digest_of, facts_of, synthesized, tokens_of
from roundel.process.known import Known

TEXT = """// A counter.
module counter #(parameter int Width = 4) (input logic clk_i, output logic [Width-1:0] count_o);
  always_ff @(posedge clk_i) count_o <= count_o + 4'd1;
`ifndef SYNTHESIS
  initial assert (Width > 0);
`endif
endmodule
"""


def test_comments_and_layout_change_no_digest() -> None:
    other = "/* Counts. */\n" + TEXT.replace("// A counter.\n", "").replace(" <= ", "  <=\n    ")
    for synthesis in (True, False):
        assert digest_of([TEXT], synthesis=synthesis) == digest_of([other], synthesis=synthesis)


@pytest.mark.parametrize(
    ("old", "new"),
    [("4'd1", "4'd2"), ("count_o + ", "count_o - "), ("posedge", "negedge"), ("Width = 4", "Width = 5")],
)
def test_a_token_changes_both_digests(old: str, new: str) -> None:
    changed = TEXT.replace(old, new)
    assert changed != TEXT
    for synthesis in (True, False):
        assert digest_of([TEXT], synthesis=synthesis) != digest_of([changed], synthesis=synthesis)


def test_synthesis_does_not_see_assertions_for_simulation() -> None:
    changed = TEXT.replace("Width > 0", "Width > 1")
    assert digest_of([TEXT], synthesis=True) == digest_of([changed], synthesis=True)
    assert digest_of([TEXT], synthesis=False) != digest_of([changed], synthesis=False)


def test_the_order_of_texts_matters() -> None:
    assert digest_of(["a b", "c"], synthesis=True) != digest_of(["c", "a b"], synthesis=True)
    assert digest_of(["a b", "c"], synthesis=True) != digest_of(["a", "b c"], synthesis=True)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a `ifdef SYNTHESIS b `else c `endif d", "a b d"),
        ("a `ifndef SYNTHESIS b `else c `endif d", "a c d"),
        ("a `ifdef OTHER b `else c `endif d", "a `ifdef OTHER b `else c `endif d"),
        ("`ifndef SYNTHESIS `ifdef OTHER b `else c `endif `endif d", "d"),
        ("`ifdef OTHER b `ifdef SYNTHESIS c `endif `endif d", "`ifdef OTHER b c `endif d"),
        ("`ifdef SYNTHESIS a `elsif OTHER b `else c `endif d", "a d"),
        ("`ifndef SYNTHESIS a `elsif OTHER b `else c `endif d", "`ifdef OTHER b `else c `endif d"),
        ('a "// no comment" // a comment', 'a "// no comment"'),
    ],
)
def test_conditions_on_synthesis_are_decided(text: str, seen: str) -> None:
    assert list(synthesized(tokens_of(text))) == tokens_of(seen)


def test_the_end_of_a_definition_matters() -> None:
    assert tokens_of("`define A b\nc") != tokens_of("`define A b c")
    assert tokens_of("`define A b\nc") == tokens_of("`define A b // words\n\n c")


def test_the_hash_of_a_core_depends_on_tokens_and_not_on_names_of_files(tmp_path: Path) -> None:
    def core(name: str, text: str) -> Core:
        path = tmp_path / name
        path.write_text(text)
        return Core("c", "", "engine", "v", "top", (path,), Config("default"), (), 8, (), (), tmp_path)

    mine = core("a.sv", "module top; endmodule")
    assert core("b.sv", "module top; // words\nendmodule").source_hash == mine.source_hash
    assert core("a.sv", "module top; wire a; endmodule").source_hash != mine.source_hash
    checked = core("c.sv", "module top;\n`ifndef SYNTHESIS\ninitial assert (1);\n`endif\nendmodule")
    assert checked.source_hash == mine.source_hash
    assert checked.simulation_hash != mine.simulation_hash


def test_a_damaged_cache_changes_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = [digest_of([TEXT], synthesis=synthesis) for synthesis in (True, False)]
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path))
    facts_of.cache_clear()
    monkeypatch.setattr(Known, "facts", _damaged(Known.facts))
    assert [digest_of([TEXT], synthesis=synthesis) for synthesis in (True, False)] == digests
    facts_of.cache_clear()


def _damaged(facts: Callable[..., list[str]]) -> Callable[..., list[str]]:
    """Return what a file with other content would answer."""

    def facts_or_not(
        known: Known, text: str, find: Callable[[str], list[str]], *, again: bool = False
    ) -> list[str]:
        return facts(known, text, find, again=True) if again else ["no digest"]

    return facts_or_not
