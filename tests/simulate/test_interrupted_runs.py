"""After an error, Ctrl-C or a wrong argument: a refusal or the right answer, and never a wrong one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from test_aes_front_ends import AD, KEY, LONG_KEY, NONCE, TEXT, Double

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models import gcm
from roundel.models.fortuna import Generator
from roundel.models.motorist import LAKE, Session
from roundel.models.sponge import sha3_256
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import Device, Engine, Stalls, beats_of, hashing, model, open_engine
from roundel.verify.engine import function_of

MESSAGE = [Segment(Kind.TEXT, bytes(range(40))), Segment(Kind.TAG, b"abc")]
BROKEN = "is in the middle of an interrupted run"


def interrupt(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Raise KeyboardInterrupt once, after the library has returned `after` more times."""
    run_slice, left = model.Model._run_slice, [after]

    def interrupted(self: model.Model, *rows: object) -> object:
        reason = run_slice(self, *rows)  # type: ignore[arg-type]
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt
        return reason

    monkeypatch.setattr(model.Model, "_run_slice", interrupted)


def test_a_device_accepts_nothing_after_ctrl_c(
    echo: Callable[..., Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = echo("echo:slow")
    monkeypatch.setattr("roundel.simulate.model.SLICE_CYCLES", 3)
    interrupt(monkeypatch, after=1)
    with pytest.raises(KeyboardInterrupt):
        device.transact(MESSAGE, answers=2)
    for call in (lambda: device.transact(MESSAGE, answers=2), lambda: device.step(1)):
        with pytest.raises(RoundelError, match=f"the device echo:slow {BROKEN}") as error:
            call()
        assert "reset()" in error.value.hint
    device.reset()
    assert device.transact(MESSAGE, answers=2) == MESSAGE


def test_a_silent_run_interrupts_it_too(echo: Callable[..., Device]) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match="silent"):
        device.run(beats_of(MESSAGE, 128), segments=3, max_idle_cycles=10)
    with pytest.raises(RoundelError, match=BROKEN):
        device.step(1)


def test_an_error_before_anything_is_sent_interrupts_nothing(echo: Callable[..., Device]) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match="beats of 16 bits"):
        device.run(beats_of(MESSAGE, 16), segments=3)
    assert device.transact(MESSAGE, answers=2) == MESSAGE


@pytest.mark.parametrize("cycles", [0, -1])
def test_a_reset_without_a_clock_is_refused(echo: Callable[..., Device], cycles: int) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match=f"a reset of {cycles} cycles"):
        device.reset(cycles)
    with pytest.raises(RoundelError, match="a step of -1 cycles"):
        device.step(-1)


def test_a_hash_that_ctrl_c_ended_returns_no_digest(multi: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "GATHER_BYTES", 64)
    monkeypatch.setattr(hashing, "PART_BYTES", 64)
    hash_ = multi.new("sha3_256", b"head")
    with monkeypatch.context() as patch:
        interrupt(patch, after=3)
        with pytest.raises(KeyboardInterrupt):
            hash_.update(bytes(300))
    with pytest.raises(RoundelError, match=BROKEN):
        hash_.digest()
    multi.reset()
    with pytest.raises(RoundelError, match="reset in the middle of this sha3_256"):
        hash_.digest()
    assert multi.sha3_256(bytes(300)) == sha3_256(bytes(300))


def test_a_message_that_ctrl_c_ended_does_not_answer_the_next(
    multi: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        interrupt(patch, after=1)
        with pytest.raises(KeyboardInterrupt):
            multi.encrypt(KEY, KEY, AD, TEXT)
    with pytest.raises(RoundelError, match=BROKEN):
        multi.encrypt(KEY, KEY, AD, TEXT)
    multi.reset()
    assert multi.encrypt(KEY, KEY, AD, TEXT) == Session(LAKE, KEY, KEY).wrap(AD, TEXT)


def test_a_session_survives_an_open_hash(multi: Device) -> None:
    """The error names the remedy, so the remedy must work."""
    reference = Session(LAKE, KEY, KEY)
    session = multi.session(KEY, KEY)
    hash_ = multi.new("sha3_256")
    hash_.update(bytes(hashing.GATHER_BYTES))
    with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
        session.encrypt(AD, TEXT)
    hash_.digest()
    assert session.encrypt(AD, TEXT) == reference.wrap(AD, TEXT)
    with pytest.raises(RoundelError, match="text is of type str"):
        session.encrypt(AD, "text")  # type: ignore[arg-type]
    assert session.encrypt(AD, TEXT) == reference.wrap(AD, TEXT)


def test_a_generator_survives_an_open_hash() -> None:
    device, reference = Double(), Generator()
    reference.reseed(b"seed")
    generator = device.fortuna(b"seed")
    hash_ = device.new("aes_hash")
    hash_.update(bytes(hashing.GATHER_BYTES))
    with pytest.raises(RoundelError, match="in the middle of a aes_hash"):
        generator.fetch(20)
    hash_.digest()
    assert generator.fetch(20) == reference.request(20)
    with pytest.raises(RoundelError, match="seed is of type int"):
        generator.reseed(5)  # type: ignore[arg-type]
    assert generator.fetch(20) == reference.request(20)


def test_a_wrong_argument_does_not_change_whose_key_is_in_the_core() -> None:
    device = Double()
    one, other = device.gcm(KEY), device.gcm(LONG_KEY)
    assert one.encrypt(NONCE, AD, TEXT) == gcm.seal(KEY, NONCE, AD, TEXT)
    with pytest.raises(RoundelError, match="text is of type str"):
        other.encrypt(NONCE, AD, "text")  # type: ignore[arg-type]
    assert other.encrypt(NONCE, AD, TEXT) == gcm.seal(LONG_KEY, NONCE, AD, TEXT)


WRONG_TYPES = [
    (lambda device: device.fortuna(5), "the seed is of type int, expected bytes"),
    (lambda device: device.aes_cmac(16, b""), "the key is of type int"),
    (lambda device: device.aes_cmac(KEY, 3), "the message is of type int"),
    (lambda device: device.aes_hash("text"), "the data of a aes_hash is of type str"),
    (lambda device: device.gcm("k" * 16), "the key is of type str"),
    (lambda device: device.encrypt(KEY, NONCE, None, TEXT), "the associated data is of type NoneType"),
    (lambda device: device.decrypt(KEY, NONCE, AD, TEXT, "t" * 16), "the tag is of type str"),
]


@pytest.mark.parametrize(("call", "text"), WRONG_TYPES, ids=[text for _, text in WRONG_TYPES])
def test_values_without_bytes_are_refused_by_name(call: Callable[[Double], object], text: str) -> None:
    with pytest.raises(RoundelError, match=text):
        call(Double())


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_engine("salsa20-x5")


def blocks_and_answers(engine: Engine, count: int) -> tuple[np.ndarray, list[bytes]]:
    blocks = np.random.default_rng(count).integers(0, 256, (count, engine.core.data_width // 8), np.uint8)
    model_of = function_of(engine.core).compute
    return blocks, [model_of(block.tobytes(), b"") for block in blocks]


def test_an_engine_continues_from_slice_to_slice(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.simulate.model.SLICE_CYCLES", 7)
    blocks, answers = blocks_and_answers(engine, 40)
    engine.reset()
    run = engine.run(blocks, stalls=Stalls(3, source=0.4, sink=0.4))
    assert [block.tobytes() for block in run.blocks] == answers


def test_an_engine_accepts_nothing_after_ctrl_c(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.simulate.model.SLICE_CYCLES", 7)
    blocks, answers = blocks_and_answers(engine, 40)
    engine.reset()
    interrupt(monkeypatch, after=2)
    with pytest.raises(KeyboardInterrupt):
        engine.run(blocks)
    with pytest.raises(RoundelError, match=f"the engine salsa20-x5 {BROKEN}"):
        engine.run(blocks)
    engine.reset()
    assert [block.tobytes() for block in engine.run(blocks).blocks] == answers


def test_an_engine_refuses_other_types_and_shapes(engine: Engine) -> None:
    with pytest.raises(RoundelError, match=r"blocks for salsa20-x5: bytes, expected uint8 \[64, 64\]"):
        engine.run(bytes(64))  # type: ignore[arg-type]
    with pytest.raises(RoundelError, match=r"uint8 \[2, 16\], expected uint8 \[2, 64\]"):
        engine.run(np.zeros((2, 16), np.uint8))


def test_an_engine_writes_a_trace(tmp_path) -> None:
    path = tmp_path / "wave.vcd"
    with open_engine("salsa20-x5", trace=path) as traced:
        blocks, answers = blocks_and_answers(traced, 3)
        assert [block.tobytes() for block in traced.run(blocks).blocks] == answers
        cycle = traced.cycle
    text = path.read_text()
    assert "in_block_i" in text and "out_valid_o" in text
    assert int(text.rsplit("#", 1)[1].split()[0]) == 10 * cycle - 5


def test_ports_of_another_width_than_in_the_catalog_do_not_compile() -> None:
    """With another width, blocks would be copied over the memory after the port."""
    from dataclasses import replace

    core = find_core("salsa20-x5")
    with pytest.raises(RoundelError, match="did not compile") as error:
        Engine(replace(core, data_width=256))
    assert "a block is not as wide as the catalog says" in error.value.hint
