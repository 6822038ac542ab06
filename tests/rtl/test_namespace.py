"""No name of ours is another library's: every core elaborates beside modules that carry theirs."""

from __future__ import annotations

import pyslang
import pytest
from pyslang.ast import Compilation
from pyslang.syntax import SyntaxTree

from roundel.catalog import Core, load_catalog

# Modules and packages of OpenTitan, PULP's common_cells, verilog-axis, secworks and AMD's unisims.
FOREIGN_PACKAGES = (
    "aes_pkg",
    "aes_reg_pkg",
    "kmac_pkg",
    "sha3_pkg",
    "keccak_pkg",
    "cf_math_pkg",
    "ghash_pkg",
)
FOREIGN_MODULES = (
    *("aes", "aes_core", "aes_control", "aes_cipher_core", "aes_sbox", "aes_sbox_canright", "aes_shift_rows"),
    *(
        "aes_mix_columns",
        "aes_key_expand",
        "aes_ghash",
        "ghash",
        "keccak_round",
        "keccak_2share",
        "kmac_core",
    ),
    *("sha3", "sha3pad", "keccak", "keccak_hash", "prim_fifo_sync", "prim_count", "prim_flop", "lane_ram"),
    *("stream_register", "stream_fifo", "spill_register", "fifo_v3", "counter", "round_counter"),
    *("axis_fifo", "axis_register", "salsa20", "DSP48E1", "RAM32M", "LUT6", "FDRE"),
)
# Ports of none of ours: a core that took one of these would not elaborate.
STUBS = "".join(
    [f"package {name}; endpackage\n" for name in FOREIGN_PACKAGES]
    + [f"module {name} (input logic foreign_i); endmodule\n" for name in FOREIGN_MODULES]
)


def errors_of(core: Core, *more: str) -> list[str]:
    """The errors and second definitions that slang finds in a core whose sources are read after `more`."""
    options = pyslang.ast.CompilationOptions()
    options.topModules = {core.top}
    options.paramOverrides = [f"{name}={value}" for name, value in core.config.parameters.items()]
    compilation = Compilation(pyslang.Bag([options]))
    for text in (*more, *(path.read_text() for path in core.sources)):
        compilation.addSyntaxTree(SyntaxTree.fromText(text))
    assert [top.name for top in compilation.getRoot().topInstances] == [core.top]
    # A second definition of a name is a warning only, and the later one counts.
    found = [(str(one.code), one.isError()) for one in compilation.getAllDiagnostics()]
    return [code for code, error in found if error or "Duplicate" in code]


@pytest.mark.parametrize("name", load_catalog())
def test_a_core_elaborates_beside_other_libraries(name: str) -> None:
    assert errors_of(load_catalog()[name], STUBS) == []


def test_a_shared_name_is_an_error() -> None:
    core = load_catalog()["aes-x1"]
    assert errors_of(core) == []
    assert errors_of(core, "module roundel_aes_shift_rows (input logic foreign_i); endmodule\n")
