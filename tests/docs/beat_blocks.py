"""Worked examples in the documentation: fenced blocks of beats, read into data.

    ```beats core=keccak-hash
    cycle  port    tdata  tkeep  tlast  tuser
        0  s_axis  ...    ffff       1      0   # remark
    ```

Numbers are hexadecimal but for cycle, tlast and tuser. `cycle` may be absent. In place of
core a block may have width=W, when there is no core to run it on. rest=N: the core rests N cycles
behind its reset before the first beat.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from roundel.paths import project_root

BLOCK = re.compile(r"^```beats ([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Beat:
    port: str
    tdata: int
    tkeep: int
    tlast: int
    tuser: int
    cycle: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Block:
    where: str
    options: dict[str, str]
    inputs: list[Beat]
    outputs: list[Beat]

    @property
    def timed(self) -> bool:
        return all(beat.cycle is not None for beat in self.inputs + self.outputs)


def documents() -> list[Path]:
    root = project_root()
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def blocks() -> list[Block]:
    found = []
    for path in documents():
        text = path.read_text()
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            options = dict(option.split("=", 1) for option in match[1].split())
            found.append(_parse(f"{path.relative_to(project_root())}:{line}", options, match[2]))
    return found


def _parse(where: str, options: dict[str, str], text: str) -> Block:
    head, *lines = [line.split("#")[0].split() for line in text.splitlines()]
    beats = []
    for words in lines:
        row = dict(zip(head, words, strict=True))
        cycle = int(row["cycle"]) if "cycle" in row else None
        beats.append(
            Beat(
                row["port"],
                int(row["tdata"], 16),
                int(row["tkeep"], 16),
                int(row["tlast"]),
                int(row["tuser"]),
                cycle,
            )
        )
    inputs = [beat for beat in beats if beat.port == "s_axis"]
    outputs = [beat for beat in beats if beat.port == "m_axis"]
    assert len(inputs) + len(outputs) == len(beats), f"{where}: a port that is neither s_axis nor m_axis"
    return Block(where, options, inputs, outputs)
