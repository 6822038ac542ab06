"""Facts that are kept: found once, found again when the file is damaged or of other code."""

from __future__ import annotations

from pathlib import Path

from roundel.process.known import Known


def test_facts_are_kept_and_damage_is_found(tmp_path: Path) -> None:
    found: list[str] = []

    def find(text: str) -> list[str]:
        found.append(text)
        return [text.upper()]

    first = Known(tmp_path / "kept", b"code")
    assert [first.facts(text, find) for text in "aab"] == [["A"], ["A"], ["B"]]
    first.keep()
    second = Known(tmp_path / "kept", b"code")
    assert second.facts("a", find) == ["A"] and found == ["a", "b"]
    assert second.facts("a", find, again=True) == ["A"] and found == ["a", "b", "a"]
    second.keep()
    assert len(list((tmp_path / "kept").iterdir())) == 1
    for damage in ("", "[]", '{"x": 1}', '{"x": [1, 2]}', second.path.read_text()[:-3]):
        second.path.write_text(damage)
        assert Known(tmp_path / "kept", b"code").facts("b", find) == ["B"]


def test_other_code_finds_again_and_removes_what_is_kept(tmp_path: Path) -> None:
    old = Known(tmp_path, b"code")
    assert old.facts("a", lambda text: ["old"]) == ["old"]
    old.keep()
    new = Known(tmp_path, b"new code")
    assert new.facts("a", lambda text: ["new"]) == ["new"]
    new.keep()
    assert list(tmp_path.iterdir()) == [new.path]


def test_without_a_writable_folder_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    known = Known(tmp_path / "file" / "folder", b"code")
    assert known.facts("a", lambda text: ["fact"]) == ["fact"]
    known.keep()
