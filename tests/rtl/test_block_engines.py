"""The block engines in simulation: known answers, random blocks with stalls, cycles, reset."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.lab.cycles import measure_engine_cycles
from roundel.lint import verilator_findings
from roundel.paths import project_root
from roundel.simulate import Engine, Stalls
from roundel.verify.engine import function_of, verify_engine

# Cycles a block back to back, and from the edge that takes a block to the edge that can give it out.
CYCLES = {
    "aes-engine": (10, 12),
    "aes-engine:aes-256": (14, 16),
    "aes-engine:two-phases": (10, 23),
    "aes-engine:four-phases": (10, 45),
    "aes-engine:aes-256-two-phases": (14, 31),
    "aes-engine:aes-256-four-phases": (14, 61),
    "aes-x1": (10, 12),
    "aes-x2": (5, 7),
    "aes-x5": (2, 5),
    "aes-ppl2": (5, 13),
    "aes-ppl5": (2, 16),
    "aes-ppl2:four-phases": (5, 44),
    "aes-ppl5:four-phases": (2, 44),
    "aes-ppl5:two-phases": (2, 24),
    "aes-x1-table": (10, 12),
    "aes-x2-table": (5, 7),
    "aes-x5-table": (2, 5),
    "aes-ppl2-table": (5, 13),
    "aes-ppl5-table": (2, 16),
    "salsa20-x1": (10, 12),
    "salsa20-x2": (5, 7),
    "salsa20-x5": (2, 5),
    "salsa20-ppl2": (5, 13),
    "salsa20-ppl5": (2, 16),
    "salsa20-engine:two-phases": (10, 23),
    "salsa20-engine:four-phases": (10, 45),
    "keccak400-x1": (20, 21),
    "keccak400-x2": (10, 11),
    "keccak400-x5": (4, 5),
    "keccak400-ppl2": (10, 22),
    "keccak400-ppl5": (4, 25),
    "keccak200-x1": (18, 19),
    "keccak800-x1": (22, 23),
    "keccak1600-x1": (24, 25),
    "keccak200-masked": (36, 36),
    "keccak400-masked": (40, 40),
    "keccak1600-masked": (48, 48),
    "aes128-masked": (10, 101),
    "aes256-masked": (14, 141),
}
STALLS = [
    None,
    Stalls(seed=1, source=0.5, sink=0.5),
    Stalls(seed=2, sink=0.95),
    Stalls(seed=3, source=0.95),
    Stalls(seed=4, source=0.9, sink=0.9),
    Stalls(seed=5, source=0.02, sink=0.1),
]

Bytes = NDArray[np.uint8]


@pytest.fixture(params=CYCLES, scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with Engine(load_catalog()[request.param]) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _from_reset(request: pytest.FixtureRequest) -> None:
    if "engine" in request.fixturenames:
        request.getfixturevalue("engine").reset()


def random_blocks(engine: Engine, count: int, seed: int) -> tuple[Bytes, Bytes]:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, (count, engine.core.data_width // 8), dtype=np.uint8)
    return blocks, rng.integers(0, 256, (count, engine.core.key_width // 8), dtype=np.uint8)


def expected(engine: Engine, blocks: Bytes, keys: Bytes) -> list[bytes]:
    model = function_of(engine.core).compute
    return [model(b.tobytes(), k.tobytes()) for b, k in zip(blocks, keys, strict=True)]


def test_every_engine_is_here() -> None:
    assert set(CYCLES) == {name for name, core in load_catalog().items() if core.kind == "engine"}


def test_random_blocks_and_stalls(engine: Engine) -> None:
    # A masked engine takes ten times the cycles, and its model of fresh bits runs in each of them.
    count = 100 if engine.core.name.endswith("-masked") else 400
    blocks, keys = random_blocks(engine, count, seed=17)
    answers = expected(engine, blocks, keys)
    for stalls in STALLS:
        engine.reset()
        # A masked engine waits for fresh bits in every cycle of a block.
        run = engine.run(blocks, keys, stalls=stalls, max_idle_cycles=10_000)
        assert [row.tobytes() for row in run.blocks] == answers, str(stalls)


def test_cycles_are_the_catalog_s_and_depend_on_nothing(engine: Engine) -> None:
    service = engine.core.service()
    per_block, latency = CYCLES[engine.core.name]
    measured = measure_engine_cycles(engine, service)
    assert (measured.per_block, measured.latency) == (per_block, latency)
    assert service.cycles_per_block == per_block
    assert service.block_bits == engine.core.data_width
    blocks, keys = random_blocks(engine, 64, seed=5)
    engine.reset()
    first = engine.run(blocks, keys)
    engine.reset()
    zeros = engine.run(np.zeros_like(blocks), np.zeros_like(keys))
    assert np.array_equal(first.accepted - first.accepted[0], zeros.accepted - zeros.accepted[0])
    assert np.array_equal(first.returned - first.accepted[0], zeros.returned - zeros.accepted[0])
    assert min(first.returned - first.accepted) == latency


def test_a_result_waits_and_nothing_is_lost(engine: Engine) -> None:
    """A sink that never takes stops the engine when it is full; what it took comes out afterwards."""
    blocks, keys = random_blocks(engine, 40, seed=9)
    never = Stalls(seed=1, sink=0.9999999)
    with pytest.raises(
        RoundelError, match=r"silent for 200 cycles: it accepted [1-9]\d? of 40 .* returned 0"
    ):
        engine.run(blocks, keys, stalls=never, max_idle_cycles=200)
    engine.reset()
    run = engine.run(blocks, keys)
    assert [row.tobytes() for row in run.blocks] == expected(engine, blocks, keys)


def test_reset_drops_what_is_in_flight(engine: Engine) -> None:
    blocks, keys = random_blocks(engine, 6, seed=23)
    with pytest.raises(RoundelError, match="silent"):
        engine.run(blocks, keys, max_idle_cycles=1)
    engine.reset()
    run = engine.run(blocks[3:], keys[3:])
    assert [row.tobytes() for row in run.blocks] == expected(engine, blocks[3:], keys[3:])


def test_known_answers(engine: Engine, entries: list[Entry]) -> None:
    report = verify_engine(engine.core, entries, random=20, seed=1)
    assert report.ok, report.failures[:3]
    assert report.served == report.passed > 0
    assert report.served + report.not_served == len(entries)


@pytest.mark.parametrize(
    ("name", "parameters", "said"),
    [
        ("aes-engine", {"KeyBits": 192}, "KeyBits is 192, expected 128 or 256"),
        ("aes-engine", {"Phases": 0}, "Phases is 0, expected 1, 2 or 4"),
        ("aes-engine", {"Phases": 3}, "Phases is 3, expected 1, 2 or 4"),
        ("aes-x1", {"Unroll": 3}, "Unroll is 3 and Stages 1, expected a product that divides 10"),
        ("aes-x1", {"Stages": 0}, "Unroll is 1 and Stages 0, expected"),
        ("aes-x1", {"Unroll": 2, "Stages": 5}, "Passes is 1, expected at least 2"),
        ("aes-ppl5:four-phases", {"Stages": 3}, "Stages is 3, expected 1, 2 or 5"),
        ("aes-ppl5:four-phases", {"Phases": 1}, "Phases is 1, expected 2 or 4"),
        ("salsa20-x1", {"Stages": 4}, "Unroll is 1 and Stages 4, expected"),
        ("salsa20-x1", {"Phases": 3}, "Phases is 3, expected 1, 2 or 4"),
        ("salsa20-x1", {"Phases": 2, "Unroll": 2}, "and 1 if Unroll (2) is more than 1"),
        ("keccak400-x1", {"LaneWidth": 24}, "LaneWidth is 24, expected 8, 16, 32 or 64"),
        ("keccak400-masked", {"LaneWidth": 24}, "LaneWidth is 24, expected 8, 16, 32 or 64"),
        ("aes128-masked", {"KeyBits": 192}, "KeyBits is 192, expected 128 or 256"),
        ("keccak400-x1", {"Unroll": 3}, "Unroll is 3 and Stages 1, expected a product that divides 20"),
    ],
)
def test_a_bad_parameter_dies_at_elaboration_with_the_reason(
    name: str, parameters: dict[str, int], said: str
) -> None:
    core = load_catalog()[name]
    findings = verilator_findings(project_root(), core.sources, core.top, parameters)
    assert [f for f in findings if said in f.message and "USERFATAL" in f.tool], findings
