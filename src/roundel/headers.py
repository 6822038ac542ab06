"""Checks the headers and port comments of the RTL.

A header is the comment at the top of a file. A reader learns the schedule and the neighbors from it, before
the code. Its first lines say what the module does. Labelled lines follow: `Schedule:` (latency, throughput,
when a value is valid), `Interfaces:` (from which module, to which), `Bytes:` (byte order) and `Reference:`
(standard and section). The first two are required in every module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PREFIX = "roundel_"
REQUIRED_LABELS = ("Schedule:", "Interfaces:")
HEADER_LINES = range(5, 21)
# Clock, reset and AXI4-Stream ports need no comment.
_PLAIN_PORT = re.compile(r"clk_i|rst_ni|[sm]_axis_\w+")
_DECLARATION = re.compile(r"^(module|package)\s+(?:automatic\s+)?(`?\w+)", re.MULTILINE)
# A module's name may depend on SYNTHESIS, if it is the model of a vendor's cell.
_NAME_MACRO = re.compile(r"^`define (\w+) (\w+)$", re.MULTILINE)
_PORT = re.compile(r"^\s*(?:input|output|inout)\b[^/]*?(\w+)\s*(?:\[[^\]/]*\]\s*)*,?\s*(?://\s*(.*))?$")


@dataclass(frozen=True)
class Complaint:
    """A problem with a header or a port comment: its line, counted from 1, and the message."""

    line: int
    message: str


def check_source(stem: str, text: str) -> Iterator[Complaint]:
    """Yield the problems with the name, the header and the port comments of one RTL source.

    Args:
        stem: The file's name without its suffix. The module or package must have this name.
        text: The file's text.
    """
    names = {stem, *(f"`{macro}" for macro, name in _NAME_MACRO.findall(text) if name == stem)}
    kinds = {kind for kind, name in _DECLARATION.findall(text) if name in names}
    if not kinds:
        yield Complaint(0, f"declares no module or package {stem}")
        return
    if not stem.startswith(PREFIX):
        yield Complaint(0, f"{stem} does not start with {PREFIX}: names of modules are global")
    if "module" in kinds:
        yield from _check_header(_header(text))
        yield from _check_ports(text.splitlines())


def _header(text: str) -> list[str]:
    """Return the comment lines at the top, without the copyright line and empty lines."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        if (content := line.removeprefix("//").strip()) and not content.startswith("Copyright"):
            lines.append(content)
    return lines


def _check_header(header: list[str]) -> Iterator[Complaint]:
    for label in REQUIRED_LABELS:
        if not any(line.startswith(label) and line != label for line in header):
            yield Complaint(1, f"the header has no line {label}")
    if len(header) not in HEADER_LINES:
        expected = f"{HEADER_LINES.start} to {HEADER_LINES.stop - 1}"
        yield Complaint(1, f"the header has {len(header)} lines, expected {expected}")


def _check_ports(lines: list[str]) -> Iterator[Complaint]:
    for number, line in enumerate(lines, start=1):
        port = _PORT.match(line)
        if port is None or _PLAIN_PORT.fullmatch(port[1]):
            continue
        above = lines[number - 2].strip()
        comment = port[2] or (above.removeprefix("//").strip() if above.startswith("//") else "")
        if not comment:
            yield Complaint(number, f"port {port[1]} has no comment")
        elif comment.endswith(","):
            yield Complaint(number, f"the comment of port {port[1]} ends in a comma: one sentence per port")
