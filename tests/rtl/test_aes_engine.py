"""The AES block engine in simulation: known answers, random blocks against pycryptodome, stalls, cycles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from Crypto.Cipher import AES
from numpy.typing import NDArray

from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.lab.cycles import measure_engine_cycles
from roundel.lint import verilator_findings
from roundel.paths import project_root
from roundel.simulate import Engine, Stalls
from roundel.verify.entries import CipherEntry, Entry

ENGINES = {name: core for name, core in load_catalog().items() if name.split(":")[0] == "aes-engine"}
# From the edge that takes a block to the edge that can give it out.
LATENCY = {
    "aes-engine": 12,
    "aes-engine:aes-256": 16,
    "aes-engine:two-phases": 23,
    "aes-engine:four-phases": 45,
    "aes-engine:aes-256-two-phases": 31,
    "aes-engine:aes-256-four-phases": 61,
}
STALLS = [
    Stalls(seed=1, source=0.5, sink=0.5),
    Stalls(seed=2, sink=0.95),
    Stalls(seed=3, source=0.95),
    Stalls(seed=4, source=0.9, sink=0.9),
    Stalls(seed=5, source=0.02, sink=0.1),
]

Bytes = NDArray[np.uint8]


@pytest.fixture(params=sorted(ENGINES), scope="module")
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with Engine(ENGINES[request.param]) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _from_reset(engine: Engine) -> None:
    engine.reset()


def random_blocks(engine: Engine, count: int, seed: int) -> tuple[Bytes, Bytes]:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(0, 256, (count, 16), dtype=np.uint8)
    return blocks, rng.integers(0, 256, (count, engine.core.key_width // 8), dtype=np.uint8)


def expected(blocks: Bytes, keys: Bytes) -> list[bytes]:
    return [
        AES.new(key.tobytes(), AES.MODE_ECB).encrypt(block.tobytes())
        for block, key in zip(blocks, keys, strict=True)
    ]


def test_fips_197_appendix_c(engine: Engine) -> None:
    key = bytes(range(engine.core.key_width // 8))
    block = bytes.fromhex("00112233445566778899aabbccddeeff")
    answer = {
        128: "69c4e0d86a7b0430d8cdb78070b4c55a",
        256: "8ea2b7ca516745bfeafc49904b496089",
    }[engine.core.key_width]
    run = engine.run(_row(block), _row(key))
    assert run.blocks[0].tobytes().hex() == answer


@pytest.mark.parametrize("stalls", [None, *STALLS], ids=str)
def test_random_blocks_and_keys(engine: Engine, stalls: Stalls | None) -> None:
    blocks, keys = random_blocks(engine, 400, seed=17)
    run = engine.run(blocks, keys, stalls=stalls)
    assert [row.tobytes() for row in run.blocks] == expected(blocks, keys)


def test_cycles_are_the_catalog_s_and_depend_on_nothing(engine: Engine) -> None:
    service = engine.core.service()
    measured = measure_engine_cycles(engine, service)
    assert (measured.per_block, measured.latency) == (service.cycles_per_block, LATENCY[engine.core.name])
    blocks, keys = random_blocks(engine, 64, seed=5)
    engine.reset()
    first = engine.run(blocks, keys)
    engine.reset()
    zeros = engine.run(np.zeros_like(blocks), np.zeros_like(keys))
    start_first, start_zeros = first.taken[0], zeros.taken[0]
    assert np.array_equal(first.taken - start_first, zeros.taken - start_zeros)
    assert np.array_equal(first.given - start_first, zeros.given - start_zeros)
    assert min(first.given - first.taken) == LATENCY[engine.core.name]


def test_a_result_waits_and_nothing_is_lost(engine: Engine) -> None:
    """A sink that never takes stops the engine when it is full; what it took comes out afterwards."""
    blocks, keys = random_blocks(engine, 40, seed=9)
    never = Stalls(seed=1, sink=0.9999999)
    with pytest.raises(RoundelError, match=r"silent for 300 cycles: it took [1-9]\d? of 40 .* gave 0"):
        engine.run(blocks, keys, stalls=never, max_idle_cycles=300)
    engine.reset()
    run = engine.run(blocks, keys)
    assert [row.tobytes() for row in run.blocks] == expected(blocks, keys)


def test_reset_drops_what_is_in_flight(engine: Engine) -> None:
    blocks, keys = random_blocks(engine, 6, seed=23)
    with pytest.raises(RoundelError, match="silent"):
        engine.run(blocks, keys, max_idle_cycles=3)
    engine.reset()
    run = engine.run(blocks[3:], keys[3:])
    assert [row.tobytes() for row in run.blocks] == expected(blocks[3:], keys[3:])


def test_known_answers(engine: Engine, entries: list[Entry]) -> None:
    wanted = f"AES-{engine.core.key_width}-ECB"
    known = [e for e in entries if isinstance(e, CipherEntry) and e.alg == wanted]
    assert known
    texts = [np.frombuffer(entry.text, np.uint8).reshape(-1, 16) for entry in known]
    keys = [
        np.tile(np.frombuffer(entry.key, np.uint8), (len(text), 1))
        for entry, text in zip(known, texts, strict=True)
    ]
    run = engine.run(np.concatenate(texts), np.concatenate(keys))
    assert run.blocks.tobytes() == b"".join(entry.ciphertext for entry in known)


def _row(data: bytes) -> Bytes:
    return np.frombuffer(data, np.uint8).reshape(1, -1)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"KeyBits": 192}, "KeyBits is 192, expected 128 or 256"),
        ({"Phases": 0}, "Phases is 0, expected 1, 2 or 4"),
        ({"Phases": 3}, "Phases is 3, expected 1, 2 or 4"),
    ],
)
def test_a_bad_parameter_dies_at_elaboration_with_the_reason(parameters: dict[str, int], said: str) -> None:
    core = ENGINES["aes-engine"]
    findings = verilator_findings(project_root(), core.sources, core.top, parameters)
    assert [f for f in findings if said in f.message and "USERFATAL" in f.tool], findings
