import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import beats_of, segments_of
from roundel.simulate.beats import Beats, full_beats, interleaved

segments = st.lists(
    st.builds(Segment, kind=st.integers(0, 9), data=st.binary(max_size=70)), min_size=1, max_size=6
)


@given(segments, st.sampled_from([16, 128]))
def test_segments_survive_conversion_to_beats(sent: list[Segment], width: int) -> None:
    assert segments_of(beats_of(sent, width)) == sent


def test_layout_of_beats() -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(range(1, 19))), Segment(Kind.AD)], 128)
    assert beats.data.tolist() == [
        list(range(1, 17)),
        [17, 18] + 14 * [0],  # byte 0 first, unused bytes zero
        16 * [0],
    ]
    assert beats.keep.tolist() == [0xFFFF, 0b11, 0]
    assert beats.user.tolist() == [Kind.TEXT, Kind.TEXT, Kind.AD]
    assert beats.last.tolist() == [False, True, True]
    assert beats.cycle.tolist() == [-1, -1, -1]


def test_a_segment_that_fills_its_beats_ends_with_a_full_one() -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(32))], 128)
    assert beats.keep.tolist() == [0xFFFF, 0xFFFF]
    assert beats.last.tolist() == [False, True]


def test_no_segments_are_no_beats() -> None:
    assert len(beats_of([], 128)) == 0
    assert segments_of(Beats.empty(0, 128)) == []


def test_a_final_beat_without_bytes_closes_a_segment() -> None:
    beats = Beats.concatenate(
        [full_beats(Kind.TEXT, bytes(range(16)), 128), beats_of([Segment(Kind.TEXT)], 128)]
    )
    assert segments_of(beats) == [Segment(Kind.TEXT, bytes(range(16)))]


def test_full_beats_share_the_memory_of_their_data() -> None:
    data = bytearray(64)
    beats = full_beats(Kind.TEXT, data, 128)
    data[17] = 5
    assert beats.data[1, 1] == 5
    with pytest.raises(RoundelError, match="65 bytes"):
        full_beats(Kind.TEXT, bytes(65), 128)


def test_open_and_mixed_segments_are_refused() -> None:
    with pytest.raises(RoundelError, match="does not close"):
        segments_of(full_beats(Kind.TEXT, bytes(16), 128))
    mixed = beats_of([Segment(Kind.TEXT, bytes(32))], 128)
    mixed.user[1] = Kind.AD
    with pytest.raises(RoundelError, match="beat 1 changes the kind"):
        segments_of(mixed)


def test_any_pattern_of_keep_is_read_literally() -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(range(16)))], 128)
    beats.keep[:] = 0b1010
    assert segments_of(beats)[0].data == bytes([1, 3])
    assert np.all(beats[0:1].keep == beats.keep)


def test_streams_are_mixed_in_the_order_of_turns_and_separated_again() -> None:
    streams = [beats_of([Segment(Kind.TEXT, bytes([tid] * size))], 128) for tid, size in ((0, 40), (1, 64))]
    mixed = interleaved(streams, [1, 0, 0, 1, 1, 0, 1])
    assert list(mixed.user >> 4) == [1, 0, 0, 1, 1, 0, 1]
    for tid, stream in enumerate(streams):
        own = mixed.of_stream(tid)
        assert segments_of(own) == segments_of(stream) and (own.keep == stream.keep).all()
