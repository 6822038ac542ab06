"""The published form of a record: one flat line of JSON, with the same columns for every kind of run.

In memory a record nests its figures (`record["figures"]["luts"]`). A published line has one column each, and
maps as JSON text, so that a reader of any tool finds the same columns with the same types in every file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
Line = dict[str, Any]

CURRENT, EARLIER_NAMES, STALE = "current", "earlier names", "stale"


@dataclass(frozen=True)
class Column:
    """A column of the published lines.

    `type` is DuckDB's. `within` says where a record keeps the value: "" for the record itself, "figures" or
    "critical_path". JSON columns hold maps or lists as text.
    """

    name: str
    type: str
    unit: str
    meaning: str
    within: str = ""

    @property
    def json(self) -> bool:
        """Whether the value is JSON text."""
        return self.type == "JSON text"


def _column(name: str, type_: str, meaning: str, unit: str = "", within: str = "") -> Column:
    return Column(name, type_, unit, meaning, within)


_TEXT, _COUNT, _NUMBER, _FLAG, _MAP = "VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN", "JSON text"
_F, _P = "figures", "critical_path"
CPU_SECONDS = "cpu_seconds"

COLUMNS = (
    _column("kind", _TEXT, "implementation, placement, cycles, figure or elaboration"),
    _column("core", _TEXT, "the core's name in the catalog, or `simd` for the instruction set extension"),
    _column("config", _TEXT, "the configuration of the core"),
    _column("parameters", _MAP, "the values of the top's parameters that are not at their default"),
    _column("target", _TEXT, "the target; simulation for cycles, elaboration for an elaboration"),
    _column("state", _TEXT, "current, earlier names or stale: how the measured sources relate to today's"),
    _column("device", _TEXT, "the device with its speed grade, or the library of cells"),
    _column("routed", _FLAG, "whether the run ended with a routed design"),
    _column("options", _MAP, "the options of synthesis and of place and route"),
    _column("seed", _COUNT, "the seed of place and route; null where nothing is routed"),
    _column("service", _TEXT, "the service that the cycles are of"),
    _column("variant", _TEXT, "the variant of the service"),
    _column("primary", _FLAG, "whether this is the core's primary service"),
    _column("name", _TEXT, "the name of a figure"),
    _column("version", _TEXT, "the version of a figure"),
    _column("blocks", _MAP, "the sizes of the messages that a figure is of", "blocks"),
    _column("method", _TEXT, "how cycles were counted"),
    _column("failed", _TEXT, "the reason of a failed run; null where the run succeeded"),
    _column("limit_seconds", _NUMBER, "the time limit of a tool that ran out of time", "s"),
    _column("luts", _COUNT, "look-up tables, the harness included", "LUT", _F),
    _column("ffs", _COUNT, "flip-flops, the harness included", "FF", _F),
    _column("rams", _COUNT, "block RAMs", "block RAM", _F),
    _column("dsps", _COUNT, "DSP slices", "DSP", _F),
    _column("slices", _COUNT, "slice equivalents, by `slices_formula`", "slice", _F),
    _column("slices_formula", _TEXT, "how slice equivalents follow from LUTs and flip-flops", within=_F),
    _column("logic_levels", _COUNT, "LUTs on the longest combinational path of the netlist", "level", _F),
    _column("gate_equivalents", _NUMBER, "area on standard cells", "GE", _F),
    _column("harness_luts", _COUNT, "those of `luts` that are the harness's", "LUT", _F),
    _column("harness_ffs", _COUNT, "those of `ffs` that are the harness's", "FF", _F),
    _column("fmax_mhz", _NUMBER, "the highest clock frequency after routing", "MHz", _F),
    _column("estimated_mhz", _NUMBER, "the placer's estimate of it, for a placement", "MHz", _F),
    _column("block_bits", _COUNT, "the size of the service's block", "bit"),
    _column("cycles_per_block", _COUNT, "clock cycles that a block of a long message takes", "cycle", _F),
    _column("latency_cycles", _COUNT, "from the first input beat to the first output beat", "cycle", _F),
    _column("extra_cycles", _COUNT, "what a message costs in addition to its blocks", "cycle", _F),
    _column("value", _NUMBER, "the value of a figure; docs/isa.md and docs/energy.md state units", within=_F),
    _column("more", _MAP, "further values of a figure", within=_F),
    _column("cells", _MAP, "the cells of the netlist by type", "cell", _F),
    _column("report", _MAP, "the implementer's own counts, where they say more", "cell", _F),
    _column("clock", _TEXT, "the clock of the critical path", within=_P),
    _column("total_ns", _NUMBER, "the delay of the critical path", "ns", _P),
    _column("logic_ns", _NUMBER, "the part of it in logic", "ns", _P),
    _column("routing_ns", _NUMBER, "the part of it in routing", "ns", _P),
    _column("levels", _COUNT, "the cells on the critical path", "level", _P),
    _column("nets", _MAP, "the nets of the critical path, register to register", within=_P),
    _column("sources", _MAP, "where these nets were declared when the run was made", within=_P),
    _column("recipe", _MAP, "the commands of the tools; SOURCES, PARAMETERS, TOP and SEED are placeholders"),
    _column("tools", _MAP, "the versions of the tools"),
    _column("command", _TEXT, "the command that measures the row again"),
    _column("seconds", _NUMBER, "the wall time that the tools took; null in newer runs", "s"),
    _column(CPU_SECONDS, _NUMBER, "the CPU time that the tools took; null in older runs", "s"),
    _column("measured_at", "TIMESTAMP", "when the run ended, in UTC"),
    _column("netlist", _TEXT, "digest of the netlist that was placed"),
    _column("elaboration", _TEXT, "digest of the elaborated design, blind to names"),
    _column("source_hash", _TEXT, "digest of the sources' tokens, the top and its parameters"),
    _column("schema", _COUNT, "the version of this format"),
    _column("key", _TEXT, "digest of all that the run's figures depend on"),
)
_BY_PLACE = {(column.within, column.name): column for column in COLUMNS}
# What a successful record of a kind always has, though null.
_ALWAYS = {
    "implementation": ("luts", "slices", "fmax_mhz"),
    "placement": ("luts", "slices", "estimated_mhz"),
}
# Records have the zone of times, lines have not: readers take such a time as a TIMESTAMP.
_UTC = "+00:00"
# Columns that a line has and a record has not.
OF_LINES = ("state", "command")


def tool_seconds(record: Mapping[str, Any]) -> float:
    """Return the seconds that the tools of a run took: CPU time; of older runs wall time; 0 if unknown."""
    return float(record.get(CPU_SECONDS, record.get("seconds", 0.0)))


def line_of(record: Mapping[str, Any], state: str, command: str) -> Line:
    """Return the published line of a record: every column, null where the record has no value."""
    line: Line = dict.fromkeys(column.name for column in COLUMNS)
    nested = {"": record, _F: record.get("figures") or {}, _P: record.get("critical_path") or {}}
    more: Record = {}
    for within, values in nested.items():
        for name, value in values.items():
            if not within and name in ("figures", "critical_path"):
                continue
            column = _BY_PLACE.get((within, name))
            if column is None and within == _F:
                more[name] = value
            elif column is None:
                raise ValueError(f"a record has {name!r}, which is no column")
            else:
                line[name] = _text(value) if column.json and value is not None else value
    line |= {"state": state, "command": command}
    line["measured_at"] = str(record["measured_at"]).removesuffix(_UTC)
    return line | ({"more": _text(more, in_order=True)} if more else {})


def record_of(line: Mapping[str, Any]) -> Record:
    """Return the record of a published line; ValueError where the line is none."""
    if "kind" not in line or "key" not in line:
        raise ValueError("a line without kind and key")
    record: Record = {}
    figures: Record = {}
    path: Record = {}
    places = {"": record, _F: figures, _P: path}
    for column in COLUMNS:
        value: Any = line.get(column.name)
        if value is None or column.name in OF_LINES:
            continue
        if column.json:
            value = json.loads(str(value))
        elif column.name == "measured_at":
            value = f"{value}{_UTC}"
        if column.name == "more":
            figures |= value
        else:
            places[column.within][column.name] = value
    if "failed" not in record and record["kind"] != "elaboration":
        record["figures"] = dict.fromkeys(_ALWAYS.get(record["kind"], ())) | figures
    if record["kind"] in ("implementation", "placement"):
        record.setdefault("seed", None)
        record.setdefault("parameters", {})
        if "failed" not in record:
            record["critical_path"] = path or None
    return record


def text_of(line: Mapping[str, Any]) -> str:
    """Return the canonical text of a line: columns in their order, no spaces, ended by a newline."""
    ordered = {column.name: line[column.name] for column in COLUMNS}
    return json.dumps(ordered, separators=(",", ":"), ensure_ascii=False) + "\n"


def _text(value: Any, *, in_order: bool = False) -> str:
    return json.dumps(value, sort_keys=not in_order, separators=(",", ":"), ensure_ascii=False)
