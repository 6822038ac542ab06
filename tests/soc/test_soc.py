"""The demo SoC: firmware on PicoRV32 with a core on its bus, outputs checked by other implementations."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import oracles
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.cmac import CMAC
from typer.testing import CliRunner

from roundel.catalog import Core, find_core, load_catalog
from roundel.cli.app import app_of
from roundel.errors import RoundelError
from roundel.soc import firmware
from roundel.soc.demo import AD, KEY, MESSAGE, NONCE, Compared, counting, demonstrate, ended_well, move
from roundel.soc.firmware import RAM_BYTES, image_of
from roundel.soc.system import build_soc, run_soc
from roundel.soc.wrapper import BUSES
from roundel.verify.run import algorithms_served

HELLO = """
#include "soc.h"
int main(void)
{
    static const uint8_t text[3] = {'a', 'b', 'c'};
    struct roundel_device device;
    const struct roundel_bytes message = {text, sizeof text};
    uint8_t digest[32];
    if (roundel_open_device(&device, &soc_port_interrupts) != ROUNDEL_OK
        || roundel_hash(&device, &roundel_sha3_256, NULL, message, digest, sizeof digest) != ROUNDEL_OK) {
        return 1;
    }
    soc_print_hex(digest, sizeof digest);
    soc_print("\\n");
    soc_print_number(soc_cycles());
    return 0;
}
"""


def other(one: Compared) -> bytes:
    """The output of `cryptography` or pycryptodome for an algorithm that it has."""
    text = counting(MESSAGE, one.bytes)
    if one.algorithm.startswith("kmac"):
        return oracles.kmac(int(one.algorithm[-3:]), counting(KEY, 32), text, 32, b"")
    if one.algorithm == "aes-gcm":
        return AESGCM(counting(KEY, 16)).encrypt(counting(NONCE, 12), text, counting(AD, 16))
    made = CMAC(AES(counting(KEY, 16)))
    made.update(text)
    return made.finalize()


def check(core: Core, bus: str, size: int) -> None:
    """Every service that has a demo, each of two messages."""
    found = demonstrate(core, bus, size)
    for one in found:
        assert one.equal and one.core_cycles < one.software_cycles, one
        if one.algorithm in ("aes-gcm", "aes-cmac", "kmac-128", "kmac-256"):
            assert bytes.fromhex(one.output) == other(one)
    shown = {one.algorithm.replace("sha3-256", "keccak") for one in found}
    served = {algorithm.name for algorithm in algorithms_served(core)}
    assert shown == served & DEMONSTRATED
    assert {one.bytes for one in found} == {64, size}


# What the firmware has in plain C.
HASHES = {"keccak", "ascon-hash256", "groestl-256", "groestl-512"}
MACS = {"kmac-128", "kmac-256", "keccak-mac", "aes-cmac", "hmac-groestl-256", "hmac-groestl-512"}
AEADS = {"ascon-aead128", "aes-gcm", "aes-groestl-256", "aes-groestl-512", "lake-keyak"}
DEMONSTRATED = {*HASHES, *MACS, *AEADS, "aes-128-ctr", "aes-256-ctr", "keccak-prg", "fortuna"}


def test_a_hash_on_axi4_lite() -> None:
    found = demonstrate(find_core("keccak-hash"), "axi4-lite", 200)
    assert [one.bytes for one in found] == [64, 200]
    for one in found:
        assert bytes.fromhex(one.output) == hashlib.sha3_256(counting(MESSAGE, one.bytes)).digest()
        assert one.equal and 10 * one.core_cycles < one.software_cycles


@pytest.mark.slow
def test_a_cipher_on_wishbone() -> None:
    check(find_core("aes-gcm-la"), "wishbone", 100)


LONG = [
    name
    for name, core in load_catalog().items()
    if core.kind == "service" and core.output_width == core.data_width and not core.masked
]


@pytest.mark.long
@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("core", LONG)
def test_all_services_on_both_buses(core: str, bus: str) -> None:
    check(find_core(core), bus, 200)


@pytest.fixture(scope="module")
def program() -> Path:
    return build_soc(find_core("keccak-hash"), "axi4-lite")


def source(folder: Path, text: str) -> Path:
    path = folder / "mine.c"
    path.write_text(text)
    return path


def test_firmware_of_a_user_with_the_interrupt(program: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    run = run_soc(program, image_of(source(tmp_path, HELLO)), on_line=lines.append)
    ended_well(run)
    assert lines[0].strip() == hashlib.sha3_256(b"abc").hexdigest()
    assert 0 < int(lines[1]) <= run.cycles


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 3;", "exit code 3"),
        ("*(volatile int *)0x30000004 = 0; return 0;", "0x30000004"),  # nothing is there
        ("*(volatile int *)0x20000000 = 0; return 0;", "0x20000000"),  # the shell refuses a write to ID
        ("*(volatile char *)0x2000001c = 0; return 0;", "0x2000001c"),  # and fewer than four bytes
        ('__asm__ volatile(".word 0xffffffff"); return 0;', "the processor stopped"),
        ("for (;;) { } return 0;", "did not end within 20,00"),
    ],
)
def test_firmware_that_fails(program: Path, tmp_path: Path, body: str, message: str) -> None:
    image = image_of(source(tmp_path, f"int main(void) {{ {body} }}"))
    with pytest.raises(RoundelError, match=message):
        ended_well(run_soc(program, image, limit_cycles=20_000))


@pytest.mark.parametrize(
    ("core", "bus", "message"),
    [
        ("keccak1600-x1", "axi4-lite", "keccak1600-x1 is not a service core"),
        ("keccak-hash-digest", "wishbone", "keccak-hash-digest answers with 512 bits"),
        ("keccak-hash-masked", "axi4-lite", "keccak-hash-masked is masked"),
        ("keccak-hash", "ahb", "unknown bus 'ahb'"),
        ("kecak-hash", "wishbone", "unknown core 'kecak-hash'\n  Did you mean keccak-hash"),
    ],
)
def test_a_soc_that_cannot_be(core: str, bus: str, message: str) -> None:
    with pytest.raises(RoundelError) as error:
        build_soc(find_core(core), bus)
    assert message in str(error.value)


@pytest.mark.parametrize("bus", BUSES)
def test_a_dma_that_cannot_be(bus: str) -> None:
    with pytest.raises(RoundelError, match=f"no DMA of 48 bits on {bus}"):
        build_soc(find_core("keccak-hash"), bus, dma=48)


def test_firmware_that_cannot_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(name: str, data: bytes) -> str:
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(RoundelError) as error:
            image_of(path)
        return str(error.value)

    assert "firmware is a file of .c, .elf, .bin" in refused("a.hex", b"")
    assert "the RAM has 262144" in refused("a.bin", bytes(RAM_BYTES + 1))
    assert image_of_bytes(tmp_path, bytes(RAM_BYTES)) == bytes(RAM_BYTES)
    assert "no ELF file for RISC-V" in refused("a.elf", b"\x7fELF" + bytes(60))
    assert "does not compile\n" in refused("a.c", b"int main(void) { return x; }")
    large = b"char big[1 << 18]; int main(void) { return big[1]; }"
    assert "too large for the RAM of 256 KiB" in refused("b.c", large)
    with pytest.raises(RoundelError, match="there is no such file"):
        image_of(tmp_path / "none.elf")
    monkeypatch.setattr(firmware, "require", missing)
    assert "ziglang is not installed" in refused("c.c", b"int main(void) { return 0; }")


def image_of_bytes(folder: Path, data: bytes) -> bytes:
    path = folder / "whole.bin"
    path.write_bytes(data)
    return image_of(path)


def missing(*packages: str) -> None:
    raise RoundelError(f"{packages[0]} is not installed")


def test_the_command_prints_both_counts(program: Path) -> None:
    done = CliRunner().invoke(app_of(["soc"]), ["soc", "keccak-hash", "--bytes", "64", "--json"])
    assert done.exit_code == 0, done.output
    (row,) = json.loads(done.stdout)
    assert row["output"] == hashlib.sha3_256(counting(MESSAGE, 64)).hexdigest()
    assert row["equal"] and row["core_cycles"] < row["software_cycles"]


@pytest.mark.slow
@pytest.mark.parametrize("bus", BUSES)
def test_a_hash_with_dma(bus: str) -> None:
    """64 bytes in 250 cycles, and 64 KiB in at least 80 % of the rate of the core."""
    short, long = move(find_core("keccak-hash"), bus, 64)
    assert short.equal and long.equal
    assert (short.bytes, long.bytes) == (64, 65536)
    assert short.alone_cycles < short.again_cycles <= 250
    assert long.alone_cycles < long.again_cycles < long.cycles <= long.alone_cycles / 0.8


@pytest.mark.long
@pytest.mark.parametrize("bus", BUSES)
def test_a_hash_with_dma_of_32_bits(bus: str) -> None:
    """A bus of four bytes a cycle is full for 90 % of the time."""
    _, long = move(find_core("keccak-hash"), bus, 32)
    assert long.equal and long.bytes / 4 < long.cycles <= long.bytes / 4 / 0.9


@pytest.mark.long
@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("dma", [32, 64, 128])
def test_a_packet_with_dma(bus: str, dma: int) -> None:
    """A packet takes at most 1.2 times the cycles of the core."""
    _, packet = move(find_core("aes-gcm-hs"), bus, dma)
    assert packet.equal and packet.bytes == 1500
    assert packet.alone_cycles < packet.again_cycles <= 1.2 * packet.alone_cycles
    text, expected = counting(MESSAGE, 1500), bytes.fromhex(packet.output)
    assert AESGCM(counting(KEY, 16)).encrypt(counting(NONCE, 12), text, counting(AD, 16)) == expected


@pytest.mark.long
@pytest.mark.parametrize("bus", BUSES)
@pytest.mark.parametrize("core", ["ascon-la", "ascon-hs", "groestl-256", "aes-groestl-512", "aes-gcm-la"])
def test_other_cores_with_dma(core: str, bus: str) -> None:
    for one in move(find_core(core), bus, 64):
        assert one.equal and one.alone_cycles < one.again_cycles < one.cycles
