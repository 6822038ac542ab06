"""The units behind PicoRV32: digests, and cycles that depend on nothing but the length."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.isa import cycles, vkeccak
from roundel.isa.cycles import DIGEST, RATE, VERSIONS, extension_source, sha3_512_cycles
from roundel.isa.layout import round_steps


def test_the_kernel_has_every_round_unrolled() -> None:
    text = extension_source().split("kernel:")[1]
    customs = [line for line in text.splitlines() if line.startswith("k")]
    assert len(customs) == 24 * len(list(round_steps()))


def stand_in(monkeypatch: pytest.MonkeyPatch, cache: Path, *, fails: int = 0) -> list[Path]:
    """Put a slow writer in the place of Verilator; its first `fails` runs stop in the middle of the file."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(cache))
    runs: list[Path] = []

    def call(_command: object, folder: Path, _name: str, _more: object = None) -> str:
        runs.append(folder)
        (folder / "obj").mkdir()
        with (folder / "obj" / "Vsimd_machine").open("w") as file:
            file.write("half ")
            file.flush()
            time.sleep(0.2)
            if len(runs) <= fails:
                raise RoundelError("interrupted", "Run it again.")
            file.write("whole")
        return ""

    monkeypatch.setattr(cycles, "_call", call)
    return runs


def test_the_machine_is_built_once_for_all_who_want_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = stand_in(monkeypatch, tmp_path)
    with ThreadPoolExecutor(3) as pool:
        built = [pool.submit(cycles._binary, "extension") for _ in range(3)]
        assert [one.result().read_text() for one in built] == 3 * ["half whole"]
    assert len(runs) == 1 and not runs[0].exists()


def test_a_build_that_was_broken_off_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, tmp_path, fails=1)
    with pytest.raises(RoundelError, match="interrupted"):
        cycles._binary("extension")
    assert cycles._binary("extension").read_text() == "half whole"


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_digests_and_constant_time(version: str) -> None:
    # The digest is compared with hashlib's where it is taken.
    zeros, others = (sha3_512_cycles(version, bytes([value]) * 150) for value in (0x00, 0xA5))
    assert zeros.blocks == 3 and zeros.cycles == others.cycles
    assert sha3_512_cycles(version, b"").cycles < zeros.cycles


@pytest.mark.slow
def test_the_unit_is_faster_than_the_core_alone() -> None:
    scalar, extension, whole = (sha3_512_cycles(version, b"abc").cycles for version in VERSIONS)
    assert scalar > 6 * extension
    assert extension > 6 * whole


def test_vkeccak_has_the_encoding_of_the_draft() -> None:
    # OP-VE, OPMVV, vs1 = 18, not masked, funct6 = 101001 (Zvknhk, src/zvknhk.adoc).
    assert (vkeccak.vkeccak(0, 0), vkeccak.vkeccak(8, 1)) == (0xA609_2077, 0xA619_2477)
    text = vkeccak.hash_source(RATE, DIGEST)
    assert text.count(".word 0xa6092077") == 1
    assert text.count("sw t0") == DIGEST // 4 and text.count("lw t0") == RATE // 8


@pytest.mark.slow
@pytest.mark.parametrize(("vd", "imm"), [(0, 2), (0, 31), (1, 0), (4, 1)])
def test_a_reserved_form_is_an_illegal_instruction(
    vd: int, imm: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = f"{vkeccak.vkeccak(0, 0):#010x}"
    reserved = vkeccak.hash_source(RATE, DIGEST).replace(word, f"{vkeccak.vkeccak(vd, imm):#010x}")
    monkeypatch.setattr(vkeccak, "hash_source", lambda *_: reserved)
    # The core stops there, so that the mark after the call is never printed.
    with pytest.raises(KeyError):
        sha3_512_cycles("vkeccak", b"abc")
