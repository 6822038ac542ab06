"""Writing assembly: lines and labels, the frame every kernel has, and copying bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

# The frame, from sp: what the scalar version keeps there, two buffers of a state, saved registers, spills.
STATE_AT = 0
BLOCK_AT = 208
SAVED_AT = 416  # stp reaches 504
OUTPUT_AT = 576
INNER_SAVED_AT = 784
SPILLS_AT = 880
FRAME = 1280


@dataclass
class Assembly:
    """Lines of a program, in order, and a supply of local labels."""

    lines: list[str] = field(default_factory=list)
    _labels: int = 0

    def put(self, text: str) -> None:
        """Add the instructions of `text`, one a line."""
        self.lines += [f"  {line.strip()}" for line in text.strip().splitlines() if line.strip()]

    def note(self, text: str) -> None:
        """Add a comment."""
        self.lines.append(f"  // {text}")

    def label(self, name: str) -> None:
        """Place a label."""
        self.lines.append(f"{name}:")

    def new_label(self, hint: str) -> str:
        """Return a local label that is not used yet."""
        self._labels += 1
        return f".L{hint}_{self._labels}"

    def function(self, name: str) -> None:
        """Begin a function others may call."""
        self.lines += ["", f".global {name}", f"{name}:"]

    def text(self) -> str:
        """Return the program."""
        return "\n".join(self.lines) + "\n"


def enter(asm: Assembly, *, vectors: bool) -> None:
    """Make the frame and save what a function must keep (AAPCS64 section 6.1), `vectors` or not."""
    asm.put(f"sub sp, sp, #{FRAME}")
    _saved(asm, "stp", vectors)


def leave(asm: Assembly, *, vectors: bool) -> None:
    """Undo `enter` and return."""
    _saved(asm, "ldp", vectors)
    asm.put(f"add sp, sp, #{FRAME}\nret")


def _saved(asm: Assembly, operation: str, vectors: bool) -> None:
    for i in range(19, 30, 2):
        asm.put(f"{operation} x{i}, x{i + 1}, [sp, #{SAVED_AT + 8 * (i - 19)}]")
    if vectors:
        asm.put(f"add x9, sp, #{SAVED_AT + 96}")
        for i in range(8, 16, 2):
            asm.put(f"{operation} d{i}, d{i + 1}, [x9, #{8 * (i - 8)}]")


def copy_function(asm: Assembly) -> None:
    """Add .Lcopy: x2 bytes from x1 to x0, both moved on; x2 to x4 are lost."""
    asm.label(".Lcopy")
    asm.put("subs x2, x2, #16\nb.lo .Lcopy_8")
    asm.label(".Lcopy_16")
    asm.put("ldp x3, x4, [x1], #16\nstp x3, x4, [x0], #16\nsubs x2, x2, #16\nb.hs .Lcopy_16")
    asm.label(".Lcopy_8")
    asm.put("tbz x2, #3, .Lcopy_4\nldr x3, [x1], #8\nstr x3, [x0], #8")
    asm.label(".Lcopy_4")
    asm.put("tbz x2, #2, .Lcopy_2\nldr w3, [x1], #4\nstr w3, [x0], #4")
    asm.label(".Lcopy_2")
    asm.put("tbz x2, #1, .Lcopy_1\nldrh w3, [x1], #2\nstrh w3, [x0], #2")
    asm.label(".Lcopy_1")
    asm.put("tbz x2, #0, .Lcopy_0\nldrb w3, [x1], #1\nstrb w3, [x0], #1")
    asm.label(".Lcopy_0")
    asm.put("ret")
