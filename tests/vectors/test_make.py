"""The known answers of this folder are what make.py makes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

HERE = Path(__file__).parent
MOST_BYTES = 400_000


def test_make_gives_the_same_files(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE.parent), *sys.path])}
    command = [sys.executable, str(HERE / "make.py"), str(tmp_path)]
    subprocess.run(command, check=True, timeout=120, env=environment)
    made = {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}
    kept = {path.name: path.read_bytes() for path in HERE.glob("*.json")}
    assert sorted(made) == sorted(kept)
    for name in kept:
        assert made[name] == kept[name], f"{name} is not what make.py makes: run it again"
    assert sum(map(len, kept.values())) < MOST_BYTES


def test_readme_names_every_file() -> None:
    text = (HERE / "README.md").read_text(encoding="utf-8")
    for path in HERE.glob("*.json"):
        assert path.name in text


def test_bouncy_castle_checked_the_answers_of_ascon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))
    import make
    import make_ascon

    def digest(entries: list[make.Entry]) -> str:
        return hashlib.sha256(make.text_of(entries).encode()).hexdigest()

    assert digest(make_ascon.entries(Random(make.SEED + 20))) == make_ascon.CHECKED
    assert digest(make_ascon.every_length()) == make_ascon.CHECKED_EVERY_LENGTH
