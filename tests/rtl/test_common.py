"""The cells of rtl/common: what they do is proved in formal/; here, what they refuse."""

from __future__ import annotations

import pytest

from roundel.lint import verilator_findings
from roundel.paths import project_root


@pytest.mark.parametrize(
    ("cell", "parameters", "said"),
    [
        ("roundel_stream_register", {"Width": 0}, "Width is 0, expected at least 1"),
        ("roundel_stream_fifo", {"Width": 0}, "Width is 0, expected at least 1"),
        ("roundel_stream_fifo", {"Depth": 0}, "Depth is 0, expected a power of two from 2"),
        ("roundel_stream_fifo", {"Depth": 1}, "Depth is 1, expected a power of two from 2"),
        ("roundel_stream_fifo", {"Depth": 12}, "Depth is 12, expected a power of two from 2"),
        ("roundel_round_counter", {"Last": 0, "Width": 1}, "Last is 0"),
        (
            "roundel_round_counter",
            {"Last": 23, "Width": 4},
            "Last is 23, expected 1 to 2^Width - 1 with Width = 4",
        ),
    ],
)
def test_a_bad_parameter_dies_at_elaboration_with_the_reason(cell, parameters, said):
    findings = elaborate(cell, parameters)
    assert [f for f in findings if said in f.message and "USERFATAL" in f.tool], findings


@pytest.mark.parametrize(
    ("cell", "parameters"),
    [
        ("roundel_stream_register", {"Width": 1, "Skid": 1}),
        ("roundel_stream_register", {"Width": 149, "Skid": 0}),
        ("roundel_stream_fifo", {"Width": 1, "Depth": 2}),
        ("roundel_stream_fifo", {"Width": 149, "Depth": 64}),
        ("roundel_round_counter", {"Last": 1, "Width": 1}),
        ("roundel_round_counter", {"Last": 10, "Width": 8}),
    ],
)
def test_the_ends_of_the_range_are_lint_clean(cell, parameters):
    assert elaborate(cell, parameters) == []


def elaborate(cell, parameters):
    root = project_root()
    return verilator_findings(root, [root / "rtl" / "common" / f"{cell}.sv"], cell, parameters)
