"""What messages cost beside their blocks: by hand, and of the cores."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.compare.measured import read_results
from roundel.errors import RoundelError
from roundel.lab import Store
from roundel.lab import messages as lab_messages
from roundel.lab.messages import MessageCycles, figures_of, measure_messages
from roundel.lab.stimulus import stimulus_of
from roundel.protocol.stream import Kind
from roundel.report import MessageCurve, message_curves, message_shares
from roundel.report.curve import KEPT
from roundel.report.theme import OURS
from roundel.simulate import Device
from roundel.simulate.beats import beats_of


def test_the_share_of_a_message_is_by_hand() -> None:
    measured = MessageCycles({1: 230, 10: 500}, per_block=30, extra=200)
    assert measured.extra_blocks == pytest.approx(6 + 2 / 3)
    assert measured.share(10) == pytest.approx(0.6)
    assert figures_of(measured)["message_cycles"] == {"1": 230, "10": 500}
    assert MessageCurve(512, 30, 20 / 3).bits_per_cycle(10) == pytest.approx(10 * 512 / 500)


def test_hashes_follow_each_other_with_two_cycles_between_them() -> None:
    """docs/cores/keccak-hash.md: a block is 24 cycles, a message of one block 26."""
    core = find_core("keccak-hash")
    with Device(core) as device:
        measured = measure_messages(device, core.service(), (1, 2, 5))
    assert measured.cycles == {1: 26, 2: 50, 5: 122}
    assert (measured.per_block, measured.extra) == (24, 2)


def test_keys_that_stay_spare_the_key_blocks_and_the_key() -> None:
    """docs/cores/aes-groestl-256.md."""
    core = find_core("groestl-256")
    with Device(core) as device:
        given = measure_messages(device, core.service("mac"), (2, 4, 8))
        kept = measure_messages(device, core.service("mac"), (2, 4, 8), kept_keys=True)
    assert given.per_block == kept.per_block == 20
    assert given.extra - kept.extra >= 2 * given.per_block


def test_what_is_no_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    core = find_core("keccak-hash")
    monkeypatch.setattr(lab_messages, "_period", lambda device, service, n, kept: n * n)
    with Device(core) as device, pytest.raises(RoundelError, match="are not on a line"):
        measure_messages(device, core.service(), (1, 2, 3))


def test_the_command_stores_what_answers_a_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path))
    done = CliRunner().invoke(app, ["messages", "groestl-256", "--service", "mac", "--blocks", "1,2,4,8"])
    assert done.exit_code == 0, done.output
    figure = read_results(Store(tmp_path)).figure("groestl-256:mac:256", "extra-blocks")
    assert figure is not None and figure.value == figure.more["extra_cycles"] / 20 > 5
    assert figure.more["message_cycles"]["8"] == 8 * 20 + figure.more["extra_cycles"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["keccak-hash", "--blocks", "1,2"], "expected 3 sizes or more"),
        (["keccak-hash", "--blocks", "0,1,2"], "each 1 or more"),
        (["keccak-hash", "--blocks", "one"], "expected 3 sizes or more"),
        (["keccak-hash-pip2"], "takes 2 messages at once"),
        (["keyak-hs", "--kept-keys"], "keys of lake-keyak are not kept"),
    ],
)
def test_what_cannot_be_measured_is_named(arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(app, ["messages", *arguments])
    assert isinstance(done.exception, RoundelError) and message in str(done.exception)


def test_the_points_are_drawn_in_the_file(tmp_path: Path) -> None:
    curve, path = MessageCurve(512, 31, 5), tmp_path / "curve.svg"
    message_curves(curve, MessageCurve(512, 30, 6), {1: 210, 4: 300}, "title").write(path)
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    assert path.read_text().count("<circle") == 2
    with pytest.raises(RoundelError, match="no size of message"):
        message_curves(curve, curve, {}, "title")


def test_the_shares_of_messages_have_the_points_of_both_sides(tmp_path: Path) -> None:
    curve, path = MessageCurve(512, 31, 5), tmp_path / "shares.svg"
    ours, kept = MessageCurve(512, 30, 6), MessageCurve(512, 30, 4)
    measured = {OURS: (ours, {1: 210.0, 4: 300.0}), KEPT: (kept, {1: 150.0, 4: 240.0})}
    message_shares(curve, measured, "title").write(path)
    text = path.read_text()
    assert text.count("<circle") == 6 and text.count('class="series"') == 3
    assert "n / (n + 5)" in text and KEPT in text
    assert curve.share(5) == 0.5
    with pytest.raises(RoundelError, match="no size of message"):
        message_shares(curve, {OURS: (ours, {})}, "title")


# docs/cores/aes-groestl-256.md: cycles after the end of the tag before it, for a message of one block.
TIMELINE = {False: (65, 227), True: (47, 179)}


@pytest.mark.parametrize("kept", [False, True])
def test_where_a_short_message_of_the_page_spends_its_cycles(kept: bool) -> None:
    core = find_core("aes-groestl-256")
    stimulus = stimulus_of(core.service("aead", "seal"), 1)
    first = later = tuple(stimulus.segments)
    if kept:
        first, later = (lab_messages._with_session(first, resume=resume) for resume in (False, True))
    answers = stimulus.answers_of(core)
    with Device(core) as device:
        sent = beats_of([*first, *later, *later], core.data_width)
        out = device.run(sent, segments=3 * answers)
    ends = [
        int(cycle)
        for cycle, kind, last in zip(out.cycle, out.user, out.last, strict=True)
        if last and kind == Kind.TAG
    ]
    answered = next(
        int(c) for c, kind in zip(out.cycle, out.user, strict=True) if c > ends[1] and kind == Kind.TEXT
    )
    found = (answered - ends[1], ends[2] - ends[1])
    assert found == TIMELINE[kept]
    page = core.docs.read_text()
    column = 2 + kept
    cells = [
        row.split("|")[column].strip()
        for row in page.splitlines()
        if row.startswith("| after the tag before: ")
    ]
    assert cells == [str(cycles) for cycles in found]
