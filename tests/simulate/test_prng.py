"""`prng` on multi-keccak-hs: the bytes of the golden model for any calls."""

from __future__ import annotations

import hashlib
import random

import pytest

import roundel
from roundel.errors import RoundelError
from roundel.models.keccak_prg import Prg
from roundel.simulate import Device, prng


@pytest.mark.parametrize(("rounds", "model_rounds"), [(24, None), (12, 12)])
@pytest.mark.parametrize("seed", range(4))
def test_any_calls_return_the_bytes_of_the_model(
    multi: Device, rounds: int, model_rounds: int | None, seed: int
) -> None:
    rng = random.Random(seed)
    first = rng.randbytes(rng.choice([0, 16, 200]))
    device, model = multi.prng(first, rounds=rounds), Prg(rounds=model_rounds)
    model.feed(first)
    for _ in range(40):
        size = rng.choice([0, 1, 16, 100, 167, 168, 169, 336, 500])
        match rng.choice(["feed", "fetch", "fetch", "clear"]):
            case "feed":
                data = rng.randbytes(size)
                device.feed(data)
                model.feed(data)
            case "fetch":
                assert device.fetch(size) == model.fetch(size)
            case _:
                device.clear()
                model.clear()
    assert device.fetch(50) == model.fetch(50)


def test_reseed_is_feed(multi: Device) -> None:
    device, model = multi.prng(b"seed"), Prg()
    model.feed(b"seed")
    assert device.fetch(10) == model.fetch(10)
    device.reseed(b"more")
    model.feed(b"more")
    assert device.fetch(10) == model.fetch(10)


def test_long_outputs_need_several_requests(multi: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prng, "REQUEST_BYTES", 2 * 168)
    assert multi.prng(b"seed").fetch(1000) == _model(b"seed", 1000)


def _model(seed: bytes, count: int) -> bytes:
    generator = Prg()
    generator.feed(seed)
    return generator.fetch(count)


def test_a_long_fetch_is_the_same_as_many_short_ones(multi: Device) -> None:
    generator = multi.prng(b"seed")
    assert b"".join(generator.fetch(7) for _ in range(100)) == _model(b"seed", 700)


def test_seed_goes_to_the_core_with_the_next_request(multi: Device) -> None:
    before = multi.cycle
    generator = multi.prng(b"seed")
    generator.feed(bytes(1000))
    assert multi.cycle == before
    generator.clear()
    assert multi.cycle > before


def test_any_other_transaction_ends_a_generator(multi: Device) -> None:
    def another(device: Device) -> None:
        device.prng().fetch(1)

    for disturb in (
        lambda device: device.sha3_256(b""),
        lambda device: device.keccak_mac(bytes(16), bytes(16), b""),
        lambda device: device.encrypt(bytes(16), bytes(16), b"", b""),
        another,
        lambda device: device.reset(),
    ):
        generator = multi.prng(b"seed")
        generator.fetch(1)
        disturb(multi)
        with pytest.raises(RoundelError, match="a generator that has ended"):
            generator.fetch(168)
        with pytest.raises(RoundelError, match="a generator that has ended"):
            generator.feed(b"")


def test_a_generator_ends_a_session(multi: Device) -> None:
    session = multi.session(bytes(16), bytes(16))
    session.encrypt(b"", b"text")
    multi.prng(b"seed").fetch(1)
    with pytest.raises(RoundelError, match="a session that has ended"):
        session.encrypt(b"", b"more")


def test_a_hash_that_is_open_is_not_disturbed(multi: Device) -> None:
    """When it ends, the device is idle again."""
    message = bytes(100_000)
    stream = multi.new("sha3_256", message)
    generator = multi.prng(b"seed")
    for disturb in (
        lambda: generator.fetch(1),
        lambda: multi.keccak_mac(bytes(16), bytes(16), b""),
        lambda: multi.encrypt(bytes(16), bytes(16), b"", b""),
    ):
        with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
            disturb()
    assert stream.digest() == hashlib.sha3_256(message).digest()
    assert generator.fetch(30) == _model(b"seed", 30)


def test_a_hash_that_was_dropped_is_closed(multi: Device) -> None:
    multi.new("sha3_256", bytes(100_000))
    assert multi.prng(b"seed").fetch(30) == _model(b"seed", 30)


def test_close_clears_the_generator(multi: Device) -> None:
    generator = multi.prng(b"seed")
    generator.close()  # nothing was sent to the core yet
    with pytest.raises(RoundelError, match="a generator that has ended"):
        generator.fetch(1)
    generator = multi.prng(b"seed")
    generator.fetch(1)
    before = multi.cycle
    generator.close()
    assert multi.cycle > before
    generator.close()
    with pytest.raises(RoundelError, match="a generator that has ended"):
        generator.clear()


@pytest.mark.parametrize("rounds", [0, 13, 23])
def test_rounds_are_checked(multi: Device, rounds: int) -> None:
    with pytest.raises(RoundelError, match=f"a generator of {rounds} rounds, expected 24 or 12"):
        multi.prng(rounds=rounds)


def test_a_negative_count_is_refused(multi: Device) -> None:
    with pytest.raises(RoundelError, match="a count of -1"):
        multi.prng().fetch(-1)


def test_a_hash_core_has_no_generator() -> None:
    with roundel.open("keccak-hash") as device, pytest.raises(RoundelError, match="no prng service"):
        device.prng()
