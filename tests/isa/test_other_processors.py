"""The emulators of A32 and x86-64: counts, classes, refusals; VEX instructions against a real processor."""

import ctypes
import mmap
import random
from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.isa import vex
from roundel.isa.assemble import Program, link
from roundel.isa.definition import INSTRUCTIONS, X86
from roundel.isa.emulator_arm32 import Arm32Machine
from roundel.isa.emulator_x86 import X86Machine, classify, nop
from roundel.isa.kernels.arm32 import Arm32
from roundel.isa.kernels.avx import Avx

_C = "int f(unsigned char *);\nint kernel(unsigned char *p) { return f(p); }\n"
_VALUES = [random.Random(5).getrandbits(128) for _ in range(3)]
_LOAD = "\n".join(f"  vmovdqu xmm{i + 1}, xmmword ptr [rdi + {16 * i}]" for i in range(3))
_STORE = "  vmovdqu xmmword ptr [rdi + 48], {}\n  ret\n"
_HAS_AVX = Path("/proc/cpuinfo").is_file() and " avx " in Path("/proc/cpuinfo").read_text()

# Every VEX instruction that a kernel has, with operands as kernels write them: what is tested is xmm4.
_INSTRUCTIONS = (
    "vpxor xmm4, xmm1, xmm2",
    "vpxor xmm4, xmm1, xmmword ptr [rdi + 32]",
    "vpor xmm4, xmm1, xmm2",
    "vpandn xmm4, xmm1, xmm2",
    "vpaddq xmm4, xmm1, xmm1",
    "vpunpcklqdq xmm4, xmm1, xmm2",
    "vpunpckhqdq xmm4, xmm1, xmm2",
    "vpalignr xmm4, xmm1, xmm2, 8",
    "vpblendw xmm4, xmm1, xmm2, 0xf0",
    "vpshufb xmm4, xmm1, xmmword ptr [rip + .Lorder]",
    "vpsrlq xmm4, xmm1, 19",
    "vpsllq xmm4, xmm1, 45",
    "vpslldq xmm4, xmm1, 8",
    "vbroadcastss xmm4, dword ptr [rdi + 4]",
    "vmovdqa xmm4, xmm3",
    "vmovdqa xmm12, xmm3\n  vmovdqa xmm4, xmm12",
    "vmovq xmm4, xmm1",
    "vmovq xmm4, qword ptr [rdi + 24]",
    "mov rax, qword ptr [rdi + 8]\n  vmovq xmm4, rax",
    "vmovlps xmm4, xmm1, qword ptr [rdi + 40]",
    "vmovhps xmm4, xmm1, qword ptr [rdi + 40]",
    "mov rax, qword ptr [rdi + 8]\n  vpinsrq xmm4, xmm1, rax, 0",
    "mov rax, qword ptr [rdi + 8]\n  vpinsrq xmm4, xmm1, rax, 1",
    "vmovdqa xmm4, xmm3\n  vpextrb byte ptr [rdi + 17], xmm1, 8\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "vpextrw word ptr [rdi + 18], xmm1, 4\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "vpextrd dword ptr [rdi + 20], xmm1, 2\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "vpextrq qword ptr [rdi + 24], xmm1, 1\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "vmovlps qword ptr [rdi + 24], xmm1\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "vmovhps qword ptr [rdi + 24], xmm1\n  vmovdqu xmm4, xmmword ptr [rdi + 16]",
    "sub rsp, 48\n  vmovdqu xmmword ptr [rsp + 16], xmm2\n  vpxor xmm4, xmm1, xmmword ptr [rsp + 16]"
    "\n  add rsp, 48",
)


def _x86(body: str) -> Program:
    order = ".balign 16\n.Lorder: .byte 7, 0, 1, 2, 3, 4, 5, 6, 0x80, 9, 15, 11, 12, 13, 14, 8\n"
    text = f".intel_syntax noprefix\n.text\n.global f\nf:\n{body}\n{order}"
    return link(_C, text, Avx.compile)


def _arm(body: str) -> Program:
    return link(_C, f".syntax unified\n.arm\n.text\n.global f\nf:\n{body}\n", Arm32.compile)


def _memory() -> bytes:
    return b"".join(value.to_bytes(16, "little") for value in _VALUES) + bytes(16)


def _emulated(program: Program) -> tuple[bytes, X86Machine]:
    machine = X86Machine(program)
    at = machine.put(_memory())
    machine.call("f", at)
    return machine.get(at, 64), machine


@pytest.mark.skipif(not _HAS_AVX, reason="this processor has no AVX")
@pytest.mark.parametrize("instruction", _INSTRUCTIONS, ids=lambda text: text.split("\n")[0])
def test_each_vex_instruction_is_as_on_a_processor(instruction: str) -> None:
    program = _x86(f"{_LOAD}\n  {instruction}\n{_STORE.format('xmm4')}")
    code = mmap.mmap(-1, len(program.code), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(program.code)
    data = ctypes.create_string_buffer(_memory(), 64)
    start = ctypes.addressof(ctypes.c_char.from_buffer(code)) + program.symbols["f"]
    ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(start)(ctypes.addressof(data))
    assert _emulated(program)[0] == data.raw


def test_the_list_above_has_every_vex_instruction() -> None:
    tested = set()
    for instruction in _INSTRUCTIONS:
        program = _x86(f"{_LOAD}\n  {instruction}\n{_STORE.format('xmm4')}")
        for at in program.vex:
            found = vex.decode(program.code[at : at + 15])
            tested.add((found.map, found.opcode, found.prefix))
    assert tested >= set(vex.KNOWN)


@pytest.mark.parametrize("memory", [False, True], ids=["register", "memory"])
@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_each_custom_instruction_is_executed_as_defined(instruction: object, memory: bool) -> None:
    n, m, k = _VALUES
    word = X86.bytes(instruction.code, 12, 1, 2, 3, index=23, memory=16 if memory else None)
    custom = f"  .byte {', '.join(f'{byte:#04x}' for byte in word)}"
    push = "  sub rsp, 48\n  vmovdqu xmmword ptr [rsp + 16], xmm2\n  vpxor xmm2, xmm2, xmm2"
    body = f"{push}\n{custom}\n  add rsp, 48" if memory else custom
    output, machine = _emulated(_x86(f"{_LOAD}\n{body}\n{_STORE.format('xmm12')}"))
    assert int.from_bytes(output[48:], "little") == instruction.execute(n, m, k, 23)
    assert machine.retired["custom"] == 1


def test_sse_and_vex_instructions_share_the_registers() -> None:
    n, m, k = _VALUES
    body = "  vpxor xmm4, xmm1, xmm2\n  pxor xmm4, xmm3\n  vpxor xmm5, xmm4, xmm1\n  movdqa xmm4, xmm5"
    output, machine = _emulated(_x86(f"{_LOAD}\n{body}\n{_STORE.format('xmm4')}"))
    assert int.from_bytes(output[48:], "little") == m ^ k
    assert machine.retired["vector"] == 2 and machine.retired["scalar"] == 2


def test_counts_of_x86_are_exact() -> None:
    body = f"  mov ecx, 5\n1:\n  vpxor xmm1, xmm1, xmm2\n  dec ecx\n  jnz 1b\n{_STORE.format('xmm1')}"
    _output, machine = _emulated(_x86(body))
    assert machine.retired == {"scalar": 1 + 5, "vector": 5, "branch": 6, "memory": 1}


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("4889e5", "scalar"),
        ("488b4708", "memory"),
        ("0fb60f", "memory"),
        ("0fb6c8", "scalar"),
        ("c3", "branch"),
        ("0f84aa000000", "branch"),
        ("ffd0", "branch"),
        ("4157", "memory"),
        ("48034708", "scalar"),
    ],
)
def test_classes_of_x86(code: str, kind: str) -> None:
    assert classify(bytes.fromhex(code) + bytes(8)) == kind


@pytest.mark.parametrize("length", range(3, 16))
def test_a_nop_of_any_length_is_one_instruction(length: int) -> None:
    text = ", ".join(f"{byte:#04x}" for byte in nop(length))
    _output, machine = _emulated(_x86(f"  .byte {text}\n  ret"))
    assert machine.retired.total() == 2 and len(nop(length)) == length


def test_counts_of_arm_are_exact() -> None:
    body = "mov r1, #0\n1: add r1, r1, r0\nsubs r0, r0, #1\nbne 1b\nstrh r1, [sp, #-8]\nmov r0, r1\nbx lr"
    machine = Arm32Machine(_arm(body))
    assert machine.call("f", 10) == 55
    assert machine.retired == {"scalar": 2 + 2 * 10, "branch": 11, "memory": 1}


def test_a_broken_calling_convention_is_told() -> None:
    for body in ("mov r4, #1\nbx lr", "sub sp, sp, #8\nbx lr"):
        with pytest.raises(RoundelError, match="does not keep|does not give back"):
            Arm32Machine(_arm(body)).call("f")
    for body in ("  mov rbx, 1\n  ret", "  push rdi\n  mov rax, qword ptr [rsp + 8]\n  jmp rax"):
        with pytest.raises(RoundelError, match="does not keep|does not give back"):
            _emulated(_x86(body))


def test_a_vex_instruction_that_was_not_marked_is_refused() -> None:
    with pytest.raises(RoundelError, match="not in the table"):
        _emulated(_x86("1: vpxor xmm1, xmm2, xmm3\n  ret"))


def test_an_instruction_that_is_not_known_is_refused() -> None:
    with pytest.raises(RoundelError, match="VEX map 1, opcode 0xfe"):
        _emulated(_x86("  vpaddd xmm1, xmm2, xmm3\n  ret"))
    with pytest.raises(RoundelError, match="not of VEX"):
        vex.decode(bytes(16))
