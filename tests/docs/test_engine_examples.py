"""Worked examples of the engines' pages, held against the simulated engine.

    ```blocks core=aes-engine
    cycle  port  block  key
        0  in    ...    ...
       12  out   ...
    ```

Blocks and keys are hexadecimal numbers, byte 0 rightmost. An engine without keys has none.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from beat_blocks import documents

from roundel.catalog import find_core, load_catalog
from roundel.simulate import Engine

BLOCK = re.compile(r"^```blocks core=(\S+)\n[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [(match[1], match[2]) for page in documents() for match in BLOCK.finditer(page.read_text())]


def test_every_engine_page_has_an_example() -> None:
    shown = {find_core(name).docs for name, _ in EXAMPLES}
    assert shown == {core.docs for core in load_catalog().values() if core.kind == "engine"}


@pytest.mark.parametrize(("name", "text"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_example_on_the_simulated_engine(name: str, text: str) -> None:
    rows = [line.split("#")[0].split() for line in text.splitlines()]
    sent = [row for row in rows if row[1] == "in"]
    got = [row for row in rows if row[1] == "out"]
    core = find_core(name)
    blocks = np.stack([number(row[2], core.data_width) for row in sent])
    keys = np.stack([number(row[3], core.key_width) for row in sent]) if core.key_width else None
    with Engine(core) as engine:
        run = engine.run(blocks, keys)
    start = run.accepted[0]
    assert [int(cycle - start) for cycle in run.accepted] == [int(row[0]) for row in sent]
    assert [int(cycle - start) for cycle in run.returned] == [int(row[0]) for row in got]
    assert [row.tobytes() for row in run.blocks] == [number(r[2], core.data_width).tobytes() for r in got]


def number(text: str, width: int) -> np.ndarray:  # type: ignore[type-arg]
    return np.frombuffer(int(text, 16).to_bytes(width // 8, "little"), np.uint8)
