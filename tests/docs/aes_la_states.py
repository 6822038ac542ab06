"""The sequence of states of the low-area AES cores, read from the list that is proved of them.

`python tests/docs/aes_la_states.py` writes the tables of the cores' pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "formal/aes_la_states_check.sv"
PACKAGE = ROOT / "rtl/aes_la/roundel_aes_la_pkg.sv"
# The page, and whether the core has the states of the services other than AES-GCM.
PAGES = {"aes-gcm-la": False, "multi-aes-la": True}
MARKS = ("<!-- states begin -->\n", "<!-- states end -->\n")

_DECLARED = re.compile(r"^ +(St\w+),? +// (.+)$", re.MULTILINE)
_CASE = re.compile(r"^ {6}((?:St\w+, )*St\w+): ", re.MULTILINE)
_OTHER_SERVICES = "// States of the other services."


@dataclass(frozen=True)
class State:
    """A state: what it does, its cycles, and which states may follow.

    The cycles are those of the proof: 0 where they depend on beats, on the cipher or on the output.
    """

    name: str
    does: str
    cycles: str
    following: tuple[str, ...]
    other_services: bool


def states() -> list[State]:
    """Return the states in the order of their declaration."""
    declared = (
        PACKAGE.read_text(encoding="utf-8").split("typedef enum logic [5:0] {")[1].split("} state_e;")[0]
    )
    check = CHECK.read_text(encoding="utf-8")
    following = _cases(check.split("function automatic logic may_follow")[1].split("endfunction")[0])
    cycles = _cases(check.split("function automatic logic [5:0] cycles_of")[1].split("endfunction")[0])
    others = declared.index(_OTHER_SERVICES)
    return [
        State(
            name=match[1],
            does=match[2],
            cycles=_cycles(cycles.get(match[1], "")),
            following=tuple(re.findall(r"\bSt\w+", following[match[1]])),
            other_services=match.start() > others,
        )
        for match in _DECLARED.finditer(declared)
    ]


def _cases(body: str) -> dict[str, str]:
    """Return what each state selects in the case statement of a function."""
    cases = list(_CASE.finditer(body))
    ends = [*(one.start() for one in cases[1:]), body.index("default")]
    return {
        name: body[match.end() : end]
        for match, end in zip(cases, ends, strict=True)
        for name in match[1].split(", ")
    }


def _cycles(selected: str) -> str:
    """Return the cycles of a state as the page has them."""
    numbers = sorted(int(number) for number in re.findall(r"6'd(\d+)", selected))
    return " or ".join(map(str, numbers)) or "–"


def table(other_services: bool) -> str:
    """Return the table of a page in Markdown."""
    shown = [state for state in states() if other_services or not state.other_services]
    names = {state.name for state in shown}
    lines = ["| state | what it does | cycles | next state |", "|---|---|---|---|"]
    for state in shown:
        following = ", ".join(name for name in state.following if name in names)
        lines.append(f"| {state.name} | {state.does} | {state.cycles} | {following} |")
    return "\n".join(lines) + "\n"


def page_of(name: str) -> Path:
    """Return the page of a core."""
    return ROOT / "docs/cores" / f"{name}.md"


def with_table(text: str, other_services: bool) -> str:
    """Return the text of a page with its table made again."""
    before, rest = text.split(MARKS[0])
    return f"{before}{MARKS[0]}{table(other_services)}{MARKS[1]}{rest.split(MARKS[1])[1]}"


if __name__ == "__main__":
    for core, others in PAGES.items():
        page = page_of(core)
        page.write_text(with_table(page.read_text(encoding="utf-8"), others), encoding="utf-8")
