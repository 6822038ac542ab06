"""The tables of Grøstl's model equal its steps in sequence."""

from __future__ import annotations

from random import Random

import pytest

from roundel.models.groestl import GROESTL_256, GROESTL_512, ROUNDS, Groestl


@pytest.mark.parametrize("q", [False, True])
@pytest.mark.parametrize("groestl", [GROESTL_256, GROESTL_512])
def test_a_permutation_is_its_rounds(groestl: Groestl, q: bool) -> None:
    state = Random(1).randbytes(groestl.block_bytes)
    stepwise = state
    for number in range(ROUNDS[groestl.columns]):
        stepwise = groestl.round(stepwise, number, q=q)
    assert groestl.permute(state, q=q) == stepwise
