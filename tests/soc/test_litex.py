"""A core in a LiteX SoC: elaborated to Verilog, and run with PicoRV32 and the C driver."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roundel.errors import RoundelError
from roundel.litex import add_roundel, roundel_module
from roundel.paths import project_root
from roundel.simulate.build import build_program
from roundel.soc.firmware import COMPILE, image_of
from roundel.soc.top import processor

PROGRAM = Path(__file__).with_name("litex_program.cpp")
ROM_BYTES, SRAM_BYTES, SRAM = 0x8000, 0x4000, 0x01000000
END = 4
LINK = f"""
ENTRY(_start)
MEMORY {{
  ROM : ORIGIN = 0, LENGTH = {ROM_BYTES}
  RAM : ORIGIN = {SRAM}, LENGTH = {SRAM_BYTES}
}}
SECTIONS {{
  .text : {{ KEEP(*(.text.start)) *(.text .text.*) *(.rodata .rodata.* .srodata .srodata.*) }} > ROM
  .bss (NOLOAD) : {{ *(.bss .bss.* .sbss .sbss.*) }} > RAM
  .data : {{ *(.data .data.* .sdata .sdata.*) }} > RAM
  ASSERT(SIZEOF(.data) == 0, "no loader for data")
  stack_top = ORIGIN(RAM) + LENGTH(RAM);
  /DISCARD/ : {{ *(.eh_frame*) *(.comment) *(.note*) *(.riscv.attributes) }}
}}
"""
START = """
.section .text.start, "ax"
.global _start
_start:
  la sp, stack_top
  call main
1:
  j 1b
"""
FIRMWARE = """
#include "roundel.h"

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++) ((uint8_t *)to)[i] = (uint8_t)byte;
    return to;
}

static void print(uint8_t byte)
{
    while (*(volatile uint32_t *)UART_TXFULL) { }
    *(volatile uint32_t *)UART_RXTX = byte;
}

static uint32_t get(void *context, uint32_t offset)
{
    (void)context;
    return *(volatile uint32_t *)(ROUNDEL_BASE + offset);
}

static void put(void *context, uint32_t offset, uint32_t word)
{
    (void)context;
    *(volatile uint32_t *)(ROUNDEL_BASE + offset) = word;
}

int main(void)
{
    static const uint8_t text[3] = {'a', 'b', 'c'};
    const struct roundel_port port = {get, put, NULL, NULL, 100000u, NULL, NULL};
    const struct roundel_bytes message = {text, sizeof text};
    struct roundel_device device;
    uint8_t digest[32];
    if (roundel_open_device(&device, &port) == ROUNDEL_OK
        && roundel_hash(&device, &roundel_sha3_256, NULL, message, digest, sizeof digest) == ROUNDEL_OK) {
        for (size_t i = 0; i < sizeof digest; i++) {
            print("0123456789abcdef"[digest[i] >> 4]);
            print("0123456789abcdef"[digest[i] & 15]);
        }
    }
    print(4);
    return 0;
}
"""


def soc_of(rom: list[int]) -> Any:
    """A LiteX SoC with PicoRV32, ROM, RAM, a serial port for a simulator, and the core."""
    from litex.build.generic_platform import Pins, Subsignal
    from litex.build.sim import SimPlatform
    from litex.soc.integration.soc_core import SoCCore
    from migen import ClockDomain, Module

    serial = [("source_valid", 1), ("source_ready", 1), ("source_data", 8)]
    serial += [("sink_valid", 1), ("sink_ready", 1), ("sink_data", 8)]
    pins = [Subsignal(name, Pins(bits)) for name, bits in serial]
    platform = SimPlatform(
        "SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1)), ("serial", 0, *pins)], name="litex_top"
    )
    soc = SoCCore(
        platform,
        int(1e6),
        cpu_type="picorv32",
        uart_name="sim",
        integrated_rom_size=ROM_BYTES,
        integrated_rom_init=rom,
        integrated_sram_size=SRAM_BYTES,
    )
    clocks = Module()
    clocks.clock_domains.cd_sys = ClockDomain()
    clocks.comb += [
        clocks.cd_sys.clk.eq(platform.request("sys_clk")),
        clocks.cd_sys.rst.eq(platform.request("sys_rst")),
    ]
    soc.submodules.crg = clocks
    add_roundel(soc, "keccak-hash")
    soc.finalize()
    return soc


def addresses(soc: Any) -> dict[str, int]:
    """The addresses that the firmware needs."""
    uart = soc.csr.regions["uart"]
    return {
        "ROUNDEL_BASE": soc.bus.regions["roundel"].origin,
        "UART_RXTX": uart.origin,
        "UART_TXFULL": uart.origin + 4,
    }


def rom_of(folder: Path, defines: dict[str, int]) -> list[int]:
    for name, text in {"link.ld": LINK, "start.s": START, "main.c": FIRMWARE}.items():
        (folder / name).write_text(text)
    sw, elf = project_root() / "sw", folder / "firmware.elf"
    command = [sys.executable, "-m", "ziglang", "cc", *COMPILE, f"-I{sw}", f"-Wl,-T,{folder / 'link.ld'}"]
    command += [f"-D{name}={value:#x}u" for name, value in defines.items()]
    command += ["-o", str(elf), *map(str, (folder / "start.s", folder / "main.c", sw / "roundel.c"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    image = image_of(elf)[:ROM_BYTES]
    return [int.from_bytes(image[i : i + 4], "little") for i in range(0, ROM_BYTES, 4)]


def test_without_litex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "litex.soc.interconnect", None)
    with pytest.raises(RoundelError, match="LiteX cannot be imported"):
        roundel_module(None, "keccak-hash")


@pytest.mark.slow
def test_firmware_on_a_litex_soc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("litex")
    monkeypatch.chdir(tmp_path)
    first = soc_of([0x13])
    rom = rom_of(tmp_path, addresses(first))
    soc = soc_of(rom)
    assert addresses(soc) == addresses(first) and soc.bus.regions["sram"].origin == SRAM
    verilog = soc.platform.get_verilog(soc, name="litex_top")
    verilog.write(str(tmp_path / "litex_top.v"))
    text = (tmp_path / "litex_top.v").read_text()
    assert "keccak_hash_on_wishbone" in text
    paths = [Path(source) for source, *_ in soc.platform.sources]
    paths = [processor() if path.name == "picorv32.v" else path for path in paths]
    for init in tmp_path.glob("*.init"):  # the SoC reads its memories by name: make the names absolute
        text = text.replace(f'"{init.name}"', f'"{init}"')
    program = build_program("litex", paths, top="litex_top", text=text, program=PROGRAM)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, hashlib.sha3_256(b"abc").hexdigest()), done.stderr
