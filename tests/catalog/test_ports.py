"""The ports of every core are those of its source, and its instance elaborates."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pyslang.ast import ArgumentDirection, Compilation, InstanceSymbol
from pyslang.syntax import SyntaxTree

from roundel.catalog import Config, Core, find_core, load_catalog
from roundel.catalog.ports import declarations_of, instance_of, ports_of

DIRECTIONS = {ArgumentDirection.In: "in", ArgumentDirection.Out: "out"}


def elaborated(core: Core) -> tuple[list[str], list[tuple[str, str, int]]]:
    """The errors and warnings of a module that instantiates a core, and the ports of the instance."""
    made = Compilation()
    for path in core.parts:
        made.addSyntaxTree(SyntaxTree.fromFile(str(path)))
    text = f"module user;\n{declarations_of(core)}{instance_of(core)}endmodule\n"
    tree = SyntaxTree.fromText(text)
    made.addSyntaxTree(tree)
    here = tree.root.sourceRange.start.buffer
    user = next(one for one in made.getRoot().topInstances if one.name == "user")
    instances = [one for one in user.body if isinstance(one, InstanceSymbol)]
    ports = [
        (port.name, DIRECTIONS[port.direction], port.type.bitWidth)
        for one in instances
        for port in one.body.portList
    ]
    found = [one for one in made.getAllDiagnostics() if one.isError() or one.location.buffer == here]
    return [str(one.code) for one in found], ports


@pytest.mark.parametrize("name", load_catalog())
def test_the_ports_are_those_of_the_source_and_the_instance_elaborates(name: str) -> None:
    core = find_core(name)
    errors, ports = elaborated(core)
    assert errors == []
    assert ports == [(port.name, port.direction, port.bits) for port in ports_of(core)]
    assert all(port.meaning for port in ports_of(core))


def test_a_parameter_that_the_source_does_not_have_is_an_error() -> None:
    core = replace(find_core("keccak-hash"), config=Config("x", {"NoSuchParameter": 1}))
    assert elaborated(core)[0] == ["DiagCode(ParameterDoesNotExist)"]


def test_an_instance_has_the_parameters_of_its_configuration() -> None:
    assert instance_of(find_core("keccak-hash-base")).startswith(
        "roundel_keccak_hash #(\n  .AsyncReset(1)\n) u_keccak_hash (\n  .clk_i        (clk),\n"
    )
    assert instance_of(find_core("keccak-hash")).startswith("roundel_keccak_hash u_keccak_hash (\n")
    (reset,) = (port for port in ports_of(find_core("keccak-hash-base")) if port.name == "rst_ni")
    assert "asynchronous" in reset.meaning


def test_only_cores_with_several_streams_have_a_stream_port() -> None:
    assert [p.bits for p in ports_of(find_core("keccak-hash-pip2")) if p.name.endswith("tid")] == [1, 1]
    assert [p for p in ports_of(find_core("keccak-hash")) if p.name.endswith("tid")] == []
