"""The folders of the project, and the errors for folders that cannot be created."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundel.errors import RoundelError
from roundel.paths import cache_dir


def test_cache_that_cannot_be_created_is_reported_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    assert cache_dir("some", "part").is_dir()
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "file"))
    with pytest.raises(RoundelError, match=f"cannot make {tmp_path}/file/some: Not a directory") as caught:
        cache_dir("some")
    assert caught.value.hint == "Set ROUNDEL_CACHE to a writable folder."
