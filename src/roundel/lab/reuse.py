"""What place and route has made of a netlist before.

A comment, the name of a file, a function that has moved: such a change makes other sources and the same
netlist. Place and route is a function of the netlist, its options, the seed and the tool's version: it would
come to the same figures, an hour later.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from roundel.implement import WRITE_NETLIST
from roundel.lab.store import Record, Store, holds, key_of

# What a run came to, beside its identity.
_RESULT = ("options", "device", "routed", "figures", "critical_path", "seconds", "measured_at", "failed")


def result_of_same_netlist(
    store: Store, identity: Mapping[str, Any], netlist: str, *, failures: bool, limit_seconds: float
) -> Record | None:
    """Return what an earlier run of other sources came to with the netlist of this digest, or None.

    It names that run (`placed_as`, its key) and when it was measured; it does not name places in the sources,
    for they may have moved. With `failures` it may be a failure (`failed`) with `limit_seconds` at least.
    """
    wanted = _behind_netlist(identity)
    if wanted is None:
        return None
    own, found = key_of(identity), None
    for record in store.beside(identity):
        if record.get("netlist") != netlist or record["key"] == own or _behind_netlist(record) != wanted:
            continue
        if "failed" not in record:
            return _carried(record)
        if failures and holds(record, limit_seconds):
            found = _carried(record)
    return found


def _behind_netlist(record: Mapping[str, Any]) -> list[Any] | None:
    """Return what figures depend on beside the netlist; None where nothing is placed."""
    commands = list(record.get("commands", ()))
    if WRITE_NETLIST not in commands:
        return None
    return [record["kind"], record["seed"], record["tools"], commands[commands.index(WRITE_NETLIST) :]]


def _carried(record: Record) -> Record:
    result = {name: record[name] for name in (*_RESULT, "limit_seconds") if name in record}
    if path := result.get("critical_path"):
        result["critical_path"] = {**path, "sources": []}
    return result | {"netlist": record["netlist"], "placed_as": record.get("placed_as", record["key"])}
