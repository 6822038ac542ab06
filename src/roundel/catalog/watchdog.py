"""A service core with a watchdog at its ports: a catalog entry whose top module has both."""

from __future__ import annotations

from dataclasses import replace

from roundel.catalog import Core
from roundel.catalog.model import parameter_literal
from roundel.catalog.ports import ports_of, range_of
from roundel.errors import RoundelError
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import write_atomically

SUFFIX = "-watchdog"
TOP_SUFFIX = "_watched"
WATCHDOG = "rtl/common/roundel_stream_watchdog.sv"
FEWEST = 4
# Cycles, by the width of a beat. No transaction of the library's tests makes a core silent for so long, but
# that a chain of keccak-pq has one answer after up to 255 links.
PATIENCE = {16: 4096, 128: 512}
CHAINS = 8192


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
        RoundelError: The core is no service core, has several streams or is masked, or the patience is below
            4 cycles.
    """
    if core.kind != "service":
        raise RoundelError(
            f"{core.name} does not speak the stream protocol", "A watchdog watches a service core."
        )
    if core.streams > 1:
        raise RoundelError(f"{core.name} has several streams", "The watchdog has no `tid`.")
    if core.masked:
        raise RoundelError(f"{core.name} is masked", "The watchdog has neither two shares nor fresh bits.")
    patience = patience_of(core) if patience is None else patience
    if patience < FEWEST:
        raise RoundelError(f"a patience of {patience} cycles", f"Pass {FEWEST} or more.")
    path = cache_dir("watched", f"{core.name.replace(':', '-')}-{patience}") / f"{core.top}{TOP_SUFFIX}.sv"
    found = replace(
        core,
        name=core.name + SUFFIX,
        top=core.top + TOP_SUFFIX,
        watched=True,
        sources=(*core.sources, project_root() / WATCHDOG, path),
    )
    text = _wrapper(found, patience)
    if not path.is_file() or path.read_text() != text:
        write_atomically(path, text)
    return found


def _wrapper(core: Core, patience: int) -> str:
    """Return the top module of a watched core: the core inside with its parameters, and the watchdog."""
    clock, reset, *streams, stopped = ports_of(core)
    inside = core.top.removesuffix(TOP_SUFFIX)
    own = [f"    .{port.name}({port.name})" for port in (clock, reset)]
    own += ["    .core_rst_no(core_rst_n)", f"    .{stopped.name}({stopped.name})"]
    inner = [f"    .{clock.name}({clock.name})", f"    .{reset.name}(core_rst_n)"]
    for port in streams:
        own += [f"    .{port.name}({port.name})", f"    .core_{port.name}(core_{port.name})"]
        inner.append(f"    .{port.name}(core_{port.name})")
    values = {**core.defaults, **core.config.parameters}
    declared = "".join(f"parameter {name} = {parameter_literal(value)}, " for name, value in values.items())
    passed = ", ".join(f".{name}({name})" for name in values)
    lines = [
        "// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// {inside} and roundel_stream_watchdog, which resets it after Patience silent cycles.",
        "",
        f"module {core.top} #({declared}parameter Patience = {patience}) (",
        ",\n".join(f"  {port.direction}put logic {range_of(port)}{port.name}" for port in ports_of(core)),
        ");",
        "",
        "  logic core_rst_n;",
        *(f"  logic {range_of(port)}core_{port.name};" for port in streams),
        "",
        "  roundel_stream_watchdog #(",
        f"    .InputWidth({core.data_width}), .OutputWidth({core.output_width}), .Patience(Patience)",
        "  ) u_watchdog (",
        ",\n".join(own),
        "  );",
        "",
        f"  {inside} #({passed}) u_core (",
        ",\n".join(inner),
        "  );",
        "",
        "endmodule",
        "",
    ]
    return "\n".join(lines)
