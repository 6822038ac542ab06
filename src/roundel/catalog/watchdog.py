"""A service core with a watchdog at its ports: a catalog entry whose top module has both."""

from __future__ import annotations

from dataclasses import replace

from roundel.catalog import Core
from roundel.catalog.model import parameter_literal
from roundel.errors import RoundelError
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import write_atomically

SUFFIX = "-watchdog"
WATCHDOG = "rtl/common/roundel_stream_watchdog.sv"
# Cycles. No transaction of the library's tests makes a core silent for so long; tests/verify checks it.
FEWEST = 4
PATIENCE = {16: 4096, 128: 512}
CHAINS = 8192
"""keccak-pq: a chain of 255 links is one answer."""


def patience_of(core: Core) -> int:
    """Return the patience of a core's watchdog, in cycles, that is longer than any silence of the core."""
    parameters = {**core.defaults, **core.config.parameters}
    return CHAINS if parameters.get("SlhDsa") else PATIENCE[core.data_width]


def watched(core: Core, patience: int | None = None) -> Core:
    """Return a service core with a watchdog between it and its ports.

    Args:
        core: A service core.
        patience: The cycles of silence after which the core is reset; None for `patience_of` the core.

    Raises:
        RoundelError: The core is no service core or has several streams, or the patience is below 4 cycles.
    """
    if core.kind != "service":
        raise RoundelError(
            f"{core.name} does not speak the stream protocol", "A watchdog watches a service core."
        )
    if core.streams > 1:
        raise RoundelError(f"{core.name} has several streams", "The watchdog has no `tid`.")
    patience = patience_of(core) if patience is None else patience
    if patience < FEWEST:
        raise RoundelError(f"a patience of {patience} cycles", f"Pass {FEWEST} or more.")
    top = f"{core.top}_watched"
    path = cache_dir("watched", f"{core.name.replace(':', '-')}-{patience}") / f"{top}.sv"
    text = _wrapper(core, top, patience)
    if not path.is_file() or path.read_text() != text:
        write_atomically(path, text)
    return replace(
        core,
        name=core.name + SUFFIX,
        top=top,
        watched=True,
        sources=(*core.sources, project_root() / WATCHDOG, path),
    )


def _wrapper(core: Core, top: str, patience: int) -> str:
    """Return the top module: the core with its parameters, and the watchdog."""
    widths = {"s": core.data_width, "m": core.output_width}
    ports, signals, own, inner = [], [], [], []
    for side, width in widths.items():
        forward, back = ("input ", "output") if side == "s" else ("output", "input ")
        for name, bits in {"tdata": width, "tkeep": width // 8, "tlast": 1, "tuser": 4, "tvalid": 1}.items():
            dimension = f"[{bits - 1}:0] " if bits > 1 else ""
            ports.append(f"  {forward} logic {dimension}{side}_axis_{name}")
            signals.append(f"  logic {dimension}core_{side}_axis_{name};")
        ports.append(f"  {back} logic {side}_axis_tready")
        signals.append(f"  logic core_{side}_axis_tready;")
        for name in ("tdata", "tkeep", "tlast", "tuser", "tvalid", "tready"):
            own += [f"    .{side}_axis_{name}({side}_axis_{name})"]
            own += [f"    .core_{side}_axis_{name}(core_{side}_axis_{name})"]
            inner.append(f"    .{side}_axis_{name}(core_{side}_axis_{name})")
    values = {**core.defaults, **core.config.parameters}
    declared = "".join(f"parameter {name} = {parameter_literal(value)}, " for name, value in values.items())
    passed = ", ".join(f".{name}({name})" for name in values)
    lines = [
        "// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// {core.top} and roundel_stream_watchdog, which resets it after Patience silent cycles.",
        "",
        f"module {top} #({declared}parameter Patience = {patience}) (",
        ",\n".join(["  input  logic clk_i", "  input  logic rst_ni", *ports, "  output logic stopped_o"]),
        ");",
        "",
        "  logic core_rst_n;",
        *signals,
        "",
        "  roundel_stream_watchdog #(",
        f"    .InputWidth({widths['s']}), .OutputWidth({widths['m']}), .Patience(Patience)",
        "  ) u_watchdog (",
        "    .clk_i(clk_i),\n    .rst_ni(rst_ni),\n    .core_rst_no(core_rst_n),\n    .stopped_o(stopped_o),",
        ",\n".join(own),
        "  );",
        "",
        f"  {core.top} #({passed}) u_core (",
        ",\n".join(["    .clk_i(clk_i)", "    .rst_ni(core_rst_n)", *inner]),
        "  );",
        "",
        "endmodule",
        "",
    ]
    return "\n".join(lines)
