"""The firmware on the page, as printed."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from roundel.catalog import find_core
from roundel.paths import project_root
from roundel.soc.demo import ended_well
from roundel.soc.firmware import image_of
from roundel.soc.system import build_soc, run_soc


def test_the_firmware_on_the_page_prints_a_digest(tmp_path: Path) -> None:
    page = (project_root() / "docs" / "integration.md").read_text()
    (text,) = re.findall(r"^```c\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    source = tmp_path / "mine.c"
    source.write_text(text)
    run = run_soc(build_soc(find_core("keccak-hash"), "axi4-lite"), image_of(source))
    ended_well(run)
    assert re.fullmatch(rf"\d+ cycles: {hashlib.sha3_256(b'abc').hexdigest()}\n", run.output)
