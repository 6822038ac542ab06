"""The tables of states on the pages of the low-area AES cores are the list that is proved."""

from __future__ import annotations

import re

import aes_la_states
import pytest


@pytest.mark.parametrize(("core", "other_services"), aes_la_states.PAGES.items())
def test_page_has_the_proved_list(core: str, other_services: bool) -> None:
    text = aes_la_states.page_of(core).read_text(encoding="utf-8")
    assert aes_la_states.with_table(text, other_services) == text


def test_every_state_is_in_the_list_with_states_that_follow() -> None:
    rows = aes_la_states.states()
    names = [row.name for row in rows]
    package = aes_la_states.PACKAGE.read_text(encoding="utf-8")
    declared = package.split("typedef enum logic [5:0] {")[1].split("} state_e;")[0]
    assert names == re.findall(r"^ +(St\w+)", declared, re.MULTILINE)
    assert all(row.following and set(row.following) <= set(names) for row in rows)


def test_states_of_other_services_are_not_on_the_page_of_aes_gcm() -> None:
    gcm, multi = aes_la_states.table(False), aes_la_states.table(True)
    assert "StLoadBlock" in multi
    assert "StLoadBlock" not in gcm
    assert "| StGhash | a block to GHASH | 4 | StGhashLengths, " in gcm
    assert "| 9 or 17 | StCipherStart, StClear |" in gcm
