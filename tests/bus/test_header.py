"""Cores between the adapters of a header beat."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench_runner import cases_of, run_bench

from roundel.catalog import find_core
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.soc.header import header_sources, header_wrapper, module_name, packet_of, segment_of

BENCH = Path(__file__).with_name("header_bench.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["keccak-hash", "aes-gcm-la"])
def test_core_with_headers(name: str, tmp_path: Path) -> None:
    core = find_core(name)
    top = tmp_path / "top.sv"
    top.write_text(header_wrapper(core))
    sources = [*dict.fromkeys([*core.sources, *header_sources()]), top]
    digest = digest_of((path.read_text() for path in sources), synthesis=False)
    cases = run_bench(
        BENCH.stem,
        sources,
        module_name(core),
        f"header-{name}-{digest[:16]}",
        tmp_path,
        environment={"ROUNDEL_CORE": name},
    )
    assert len(cases) == cases_of(BENCH) > 0


@pytest.mark.parametrize("width", [16, 128])
def test_a_packet_is_a_header_and_the_bytes(width: int) -> None:
    size = width // 8
    assert packet_of(Segment(Kind.TEXT, b"abc"), width) == b"\x04" + bytes(size - 1) + b"abc"
    assert packet_of(Segment(Kind.TAG), width) == b"\x05" + bytes(size - 1)
    for segment in (Segment(Kind.TEXT, b"abc"), Segment(Kind.TAG), Segment(Kind.CMD, bytes(16))):
        assert segment_of(packet_of(segment, width), width) == segment


def test_a_packet_without_its_header_is_refused() -> None:
    with pytest.raises(RoundelError, match="a packet of 15 bytes, expected 16 or more"):
        segment_of(bytes(15), 128)
    with pytest.raises(RoundelError, match="kind 200 of a packet, expected 0 to 10"):
        segment_of(b"\xc8" + bytes(15), 128)


@pytest.mark.parametrize("name", ["aes-x1", "keccak-hash-pip2", "keccak-hash-digest", "keccak-hash-masked"])
def test_core_without_one_plain_stream_is_refused(name: str) -> None:
    with pytest.raises(RoundelError, match=f"{name} is not a service core with one stream, one width"):
        header_wrapper(find_core(name))
