"""The catalog: what it reads from a tree, and its errors for a malformed one."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundel.catalog import broken_entries, find_core, load_catalog
from roundel.errors import RoundelError
from roundel.implement import TARGETS
from roundel.lint import catalog_findings
from roundel.paths import project_root

LIBRARY = """CAPI=2:
name: roundel:test:library:0.1.0
filesets:
  rtl:
    files: [library_pkg.sv, shared.sv]
targets:
  default: {filesets: [rtl]}
"""
CORE = """CAPI=2:
name: roundel:test:thing:0.1.0
filesets:
  rtl:
    files: [thing.sv]
    depend: [">=roundel:test:library:0.1.0"]
parameters:
  Depth: {datatype: int, default: 2}
targets:
  default: {filesets: [rtl], toplevel: thing}
"""
CATALOG = """
[core]
name = "thing"
summary = "a thing"
kind = "service"

[configs.default]
parameters = {}

[configs.deep]
parameters = { Depth = 8 }

[[services]]
name = "hash"
variant = "r1088"
block_bits = 1088
cycles_per_block = 24
primary = true
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a project with one library and one core that uses it, in two configurations."""
    files = {
        "rtl/library/library.core": LIBRARY,
        "rtl/library/library_pkg.sv": "package library_pkg; endpackage\n",
        "rtl/library/shared.sv": "module shared; endmodule\n",
        "rtl/cores/thing/thing.core": CORE,
        "rtl/cores/thing/thing.sv": "module thing #(parameter int Depth = 2); endmodule\n",
        "rtl/cores/thing/catalog.toml": CATALOG,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def change(tree: Path, name: str, old: str, new: str) -> None:
    path = tree / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def copy_core(tree: Path, name: str, other: str) -> None:
    """Add the same core under another name."""
    folder = tree / "rtl" / "cores"
    (folder / other).mkdir()
    for path in (folder / name).iterdir():
        text = path.read_text().replace(name, other)
        (folder / other / path.name.replace(name, other)).write_text(text)


def test_sources_come_in_compilation_order(tree: Path) -> None:
    core = find_core("thing", tree)
    assert [path.name for path in core.sources] == ["library_pkg.sv", "shared.sv", "thing.sv"]
    assert core.top == "thing"


def test_a_configuration_is_an_entry_of_its_own(tree: Path) -> None:
    assert list(load_catalog(tree)) == ["thing", "thing:deep"]
    deep = find_core("thing:deep", tree)
    assert deep.config.parameters == {"Depth": 8}
    assert deep.sources == find_core("thing", tree).sources
    assert deep.source_hash != find_core("thing", tree).source_hash


def test_source_hash_is_of_the_text(tree: Path) -> None:
    before = find_core("thing", tree).source_hash
    change(tree, "rtl/library/shared.sv", "endmodule", "wire w; endmodule")
    load_catalog.__globals__["_load"].cache_clear()
    assert find_core("thing", tree).source_hash != before


def test_unknown_core_names_the_nearest(tree: Path) -> None:
    with pytest.raises(RoundelError, match="thign") as caught:
        find_core("thign", tree)
    assert "thing" in caught.value.hint


def test_unknown_service_names_the_known(tree: Path) -> None:
    with pytest.raises(RoundelError, match="hsah") as caught:
        find_core("thing", tree).service("hsah")
    assert "hash/r1088" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("rtl/cores/thing/thing.core", "CAPI=2:", "CAPI=1:", "the first line is not 'CAPI=2:'"),
        ("rtl/cores/thing/thing.core", "name: roundel", "title: roundel", "field 'name' is missing"),
        ("rtl/cores/thing/thing.core", ", toplevel: thing", "", "field 'toplevel' is missing"),
        ("rtl/cores/thing/thing.core", "[thing.sv]", "[thong.sv]", "no such source thong.sv"),
        ("rtl/cores/thing/thing.core", "test:library", "test:libary", "unknown dependency"),
        ("rtl/cores/thing/thing.core", "files: [", "files: [[", "thing.core"),
        ("rtl/cores/thing/catalog.toml", "Depth = 8", "Dpeth = 8", "Dpeth"),
        ("rtl/cores/thing/catalog.toml", "summary", "sumary", "field 'summary' is missing"),
        ("rtl/cores/thing/catalog.toml", "block_bits", "block_bit", "block_bit"),
        ("rtl/cores/thing/catalog.toml", "[core]", "[core", "catalog.toml"),
    ],
)
def test_malformed_fields_are_named(tree: Path, name: str, old: str, new: str, message: str) -> None:
    """The error is that of the core. Other cores, and other configurations of the core, can be used."""
    copy_core(tree, "thing", "other")
    change(tree, name, old, new)
    of_one_entry = "Depth" in old
    assert list(load_catalog(tree)) == ["other", "other:deep", *(["thing"] if of_one_entry else [])]
    with pytest.raises(RoundelError) as caught:
        find_core("thing:deep", tree)
    assert message in str(caught.value)
    assert Path(name).parent.name in str(caught.value)
    broken = broken_entries(tree)
    assert {one.name.partition(":")[0] for one in broken} == {"thing"}
    assert message in str(broken[0].error)
    (finding, *_) = catalog_findings(tree)
    assert finding.path.startswith("rtl/cores/thing/") and finding.message.startswith("thing")


def test_a_broken_library_breaks_only_the_cores_that_use_it(tree: Path) -> None:
    copy_core(tree, "thing", "other")
    change(tree, "rtl/cores/other/other.core", '    depend: [">=roundel:test:library:0.1.0"]\n', "")
    change(tree, "rtl/library/library.core", "CAPI=2:", "CAPI=1:")
    assert list(load_catalog(tree)) == ["other", "other:deep"]
    assert [one.name for one in broken_entries(tree)] == ["rtl/library/library.core", "thing"]
    with pytest.raises(RoundelError, match="unknown dependency"):
        find_core("thing", tree)


def test_every_core_of_the_project_is_complete() -> None:
    assert broken_entries() == ()
    catalog = load_catalog()
    assert catalog
    for core in catalog.values():
        assert core.docs.is_file(), core.name
        assert core.service().cycles_per_block > 0
        assert all(path.is_relative_to(project_root() / "rtl") for path in core.sources)


def test_a_core_made_for_a_target_names_a_known_target() -> None:
    made_for = {core.name: core.targets for core in load_catalog().values() if core.targets}
    assert made_for == dict.fromkeys(
        (
            "keccak-hash-dsp",
            "keccak-hash-dsp-pip",
            "keccak-hash-dsp-pip:one-level",
            "keccak-hash-dsp-pip:three-levels",
        ),
        ("xc7",),
    )
    assert {name for targets in made_for.values() for name in targets} <= set(TARGETS)
