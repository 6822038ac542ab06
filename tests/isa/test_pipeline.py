"""The estimates by llvm-mca: what it reads, and that it gives the stored figures where it is installed."""

import pytest

from roundel.errors import RoundelError
from roundel.isa import pipeline
from roundel.isa.measure import current_source, pipeline_identity
from roundel.isa.pipeline import MODELS, OLD_VERSION, PAIRS, VERSIONS, cycles_per_permutation, measured_text
from roundel.lab.store import published_store


def test_a_round_of_the_extension_is_35_of_its_stand_in() -> None:
    lines = measured_text("extension").splitlines()
    rounds = lines[lines.index("// LLVM-MCA-BEGIN") + 2 : lines.index("// LLVM-MCA-END")]
    assert len(rounds) == 24 * 35
    assert all(line.split()[0] == "bcax" and line.count(".16b") == 4 for line in rounds)
    assert rounds[0] == "  bcax v13.16b, v0.16b, v1.16b, v2.16b"


@pytest.mark.parametrize("version", [*VERSIONS, OLD_VERSION])
def test_no_register_of_the_kernel_is_kept_within_the_rounds(version: str) -> None:
    text = measured_text(version)
    assert ".Lpermute_24:" in text and "x29" not in text.partition("x0, sp")[2][:200]
    assert "[x0, #" not in text and "str lr" not in text


def test_another_version_is_refused() -> None:
    with pytest.raises(RoundelError, match="no pipeline model is used for avx"):
        measured_text("avx")


def test_a_tool_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pipeline.OVERRIDE, "/bin/true")  # prints no version
    assert pipeline.find_tool() is None
    with pytest.raises(RoundelError, match="no llvm-mca-19 of version"):
        cycles_per_permutation("scalar", "neoverse-n2")


def test_the_stored_estimates_are_of_the_present_kernels() -> None:
    store = published_store()
    for pair in PAIRS:
        record = store.get(pipeline_identity(*pair))
        assert record is not None, "run `roundel isa measure` with llvm-mca installed"
        assert current_source(record["name"], record["version"]) == record["source_hash"]


@pytest.mark.skipif(pipeline.find_tool() is None, reason=f"llvm-mca {pipeline.PINNED} is not installed")
@pytest.mark.parametrize("version", VERSIONS)
def test_the_tool_gives_the_stored_estimates(version: str) -> None:
    for model in MODELS:
        record = published_store().get(pipeline_identity(version, model))
        assert record is not None and cycles_per_permutation(version, model) == record["figures"]["value"]
