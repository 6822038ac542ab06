"""`roundel packets`: cycles of packets, the page's figure and figures, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from printed import printed_blocks
from typer.testing import CliRunner

from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.packets import FORMATS, measure_packets
from roundel.paths import project_root
from roundel.report.packet_rates import PacketPoint, packet_lines
from roundel.simulate import Device

DOCS = project_root() / "docs"
PAGE = (DOCS / "packets.md").read_text()
SIZES = (64, 65, 70, 100, 1518, 9000)


@pytest.mark.parametrize("name", FORMATS)
def test_a_packet_takes_the_cycles_of_its_beats(name: str, opened: Callable[[str], Device]) -> None:
    """In aes-gcm-xhs: CMD, NONCE, TAG, and a beat for each block of data and text."""
    rates = measure_packets(opened("aes-gcm-xhs"), name, FORMATS[name], SIZES)
    for rate, size in zip(rates, SIZES, strict=True):
        one = FORMATS[name].sample(size, 0)
        assert rate.cycles == 3 + -(-len(one.ad) // 16) + -(-len(one.text) // 16)
        assert rate.bits_per_cycle == pytest.approx(float(8 * size / rate.cycles))
        assert rate.share == pytest.approx(rate.bits_per_cycle / 128)


@pytest.mark.parametrize("config", ["", ":two-cycles", ":four-cycles"])
def test_the_page_has_the_share_of_short_packets(config: str, opened: Callable[[str], Device]) -> None:
    core = f"aes-gcm-xhs{config}"
    named = f" `{core}` |" if config else ""
    for title, name in (("ESP", "esp"), ("MACsec", "macsec")):
        (rate,) = measure_packets(opened(core), name, FORMATS[name], (64,))
        line = f"| {title}, 64 bytes |{named} {rate.cycles} | {100 * rate.share:.0f} % |"
        assert line in PAGE, line


def test_the_python_of_the_page_runs_as_printed() -> None:
    (example,) = printed_blocks(PAGE, "python")
    assert "assert" in example
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.slow
def test_the_figure_of_the_page_is_that_of_its_command(tmp_path: Path) -> None:
    (words,) = re.findall(r"^roundel (packets .* --figure) docs/packets.svg ", PAGE, re.MULTILINE)
    drawn = tmp_path / "packets.svg"
    done = CliRunner().invoke(app, [*words.split(), str(drawn)])
    assert done.exit_code == 0, done.output
    assert drawn.read_text() == (DOCS / "packets.svg").read_text()


def test_json_has_the_figures_of_each_size() -> None:
    done = CliRunner().invoke(
        app, ["packets", "aes-gcm-xhs", "--format", "esp", "--sizes", "128,64", "--json"]
    )
    assert done.exit_code == 0, done.output
    first, second = json.loads(done.stdout)
    assert (first["bytes"], second["bytes"]) == (64, 128)
    assert first == {
        **{"core": "aes-gcm-xhs", "format": "esp", "bytes": 64, "cycles": 9.0},
        **{"bits_per_cycle": pytest.approx(512 / 9), "share": pytest.approx(4 / 9)},
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("keccak-hash", "keccak-hash has no AES-GCM for packets"),
        ("aes-gcm-xsh", "aes-gcm-xsh"),
        ("aes-gcm-xhs --sizes 63,64", "packets of 63 bytes"),
        ("aes-gcm-xhs --sizes 9001", "packets of 9001 bytes"),
        ("aes-gcm-xhs --sizes short", "--sizes short"),
        ("aes-gcm-xhs --format tls", "tls"),
        ("aes-gcm-xhs --figure packets.png", "a figure is an SVG file"),
    ],
)
def test_what_cannot_be_measured_is_named(arguments: str, message: str) -> None:
    done = CliRunner().invoke(app, ["packets", *arguments.split()])
    assert isinstance(done.exception, RoundelError) and message in str(done.exception)


def test_a_figure_has_a_panel_for_each_format_and_a_line_for_each_core() -> None:
    points = [
        PacketPoint(panel, series, size, 0.5)
        for panel in ("ESP", "MACsec")
        for series in ("one", "two", "three")
        for size in (64, 128)
    ]
    text = packet_lines(points).svg()
    assert text.count('class="series"') == 6 and text.count("<circle") == 12 + 3
    assert text.count("bytes of packet") == 2 and text.count("share of the throughput") == 1
    with pytest.raises(RoundelError, match="no packets to draw"):
        packet_lines([])
    with pytest.raises(RoundelError, match="5 cores, there are colors for 4"):
        packet_lines([PacketPoint("ESP", str(n), 64, 0.5) for n in range(5)])
