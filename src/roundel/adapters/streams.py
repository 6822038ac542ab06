"""Ready adapters for streams: words with valid and ready, AXI4-Stream, and the LWC hardware API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from roundel.adapters.dut import Dut
from roundel.adapters.ready import ByteOrder, Run
from roundel.errors import RoundelError


@dataclass(frozen=True)
class Side:
    """The ports of one side of a stream; "" for a port that the core does not have."""

    data: str
    valid: str
    ready: str = ""
    last: str = ""
    keep: str = ""


Word = tuple[int, int, bool]  # data, keep, last


def words_of(dut: Dut, packet: bytes, side: Side, byte_order: ByteOrder) -> list[Word]:
    """Return a packet as words. Without a `keep` port it has to fill its last word."""
    size = dut.bits(side.data) // 8
    if size == 0 or len(packet) % size and not side.keep:
        raise RoundelError(
            f"a packet of {len(packet)} bytes on {side.data}, whose words have {size}", "Pad the message."
        )
    words = []
    for at in range(0, max(len(packet), 1), size):
        part = packet[at : at + size]
        full = part + bytes(size - len(part))
        # Byte 0 has the lowest bit of keep where it is in the lowest bits of data.
        ones = (1 << len(part)) - 1
        keep = ones if byte_order == "little" else ones << (size - len(part))
        words.append((int.from_bytes(full, byte_order), keep, at + size >= len(packet)))
    return words


async def send(dut: Dut, side: Side, words: Sequence[Word], *, stamp: bool = True) -> None:
    """Send words with valid and ready. Between them valid pauses in some of the checks."""
    for data, keep, last in words:
        while dut.pause():
            await dut.clock()
        dut[side.data] = data
        for port, value in ((side.keep, keep), (side.last, last)):
            if port:
                dut[port] = value
        dut[side.valid] = 1
        await dut.clock()
        while side.ready and not dut[side.ready]:
            await dut.clock()
        if stamp:
            dut.accepted()
        dut[side.valid] = 0


async def receive(dut: Dut, side: Side) -> Word:
    """Return the next word of an output. Ready pauses in some of the checks."""
    while True:
        taking = not (side.ready and dut.pause())
        if side.ready:
            dut[side.ready] = taking
        await dut.clock()
        if taking and dut[side.valid]:
            dut.returned()
            keep = dut[side.keep] if side.keep else (1 << dut.bits(side.data) // 8) - 1
            return dut[side.data], keep, bool(side.last and dut[side.last])


def kept_bytes(dut: Dut, side: Side, word: Word, byte_order: ByteOrder) -> bytes:
    """Return the bytes of a word that its keep names."""
    size = dut.bits(side.data) // 8
    data = word[0].to_bytes(size, byte_order)
    bits = [word[1] >> i & 1 for i in range(size)]
    chosen = bits if byte_order == "little" else bits[::-1]
    return bytes(byte for byte, keep in zip(data, chosen, strict=True) if keep)


def stream(
    *,
    source: Side,
    sink: Side,
    answer_bytes: int = 0,
    packets: int = 1,
    constants: Mapping[str, int] | None = None,
    byte_order: ByteOrder = "little",
) -> Run:
    """Return the adapter of a core with a stream of words in and a stream of words out.

    A message is bytes, or a list of packets of bytes; `last` ends a packet. The answer is the bytes that come
    until as many packets as `packets` have ended.

    Args:
        source: The ports of the input.
        sink: The ports of the output.
        answer_bytes: The length of the answer of a core whose output has no `last`.
        packets: How many packets answer a message.
        constants: Other inputs, with their values.
        byte_order: "little" puts byte 0 in the lowest bits, as AXI4-Stream does.
    """

    async def run(dut: Dut, message: bytes | Sequence[bytes]) -> bytes:
        for name, value in (constants or {}).items():
            dut[name] = value
        parts = [message] if isinstance(message, bytes | bytearray) else message
        words = [word for part in parts for word in words_of(dut, part, source, byte_order)]
        dut.start(send(dut, source, words))
        answer, ended = b"", 0
        while ended < packets if sink.last else len(answer) < answer_bytes:
            word = await receive(dut, sink)
            answer += kept_bytes(dut, sink, word, byte_order)
            ended += word[2]
        if sink.ready:
            dut[sink.ready] = 0
        return answer

    return run


def axi_stream(
    *,
    source: str = "s_axis",
    sink: str = "m_axis",
    suffixes: tuple[str, str] = ("", ""),
    answer_bytes: int = 0,
    packets: int = 1,
    constants: Mapping[str, int] | None = None,
    byte_order: ByteOrder = "little",
) -> Run:
    """Return the adapter of a core with AXI4-Stream on both sides (see `stream`).

    Args:
        source: How the names of the input's ports begin, before `_tdata`, `_tvalid`, `_tready`.
        sink: The same of the output.
        suffixes: How the names of inputs and of outputs of the core end, such as ("_i", "_o").
        answer_bytes: The length of the answer of a core whose output has no tlast.
        packets: How many packets answer a message.
        constants: Other inputs, such as `s_axis_tuser`, with their values.
        byte_order: "little" is that of AXI4-Stream.
    """

    def side(dut: Dut, prefix: str, forward: str, back: str) -> Side:
        names = {word: f"{prefix}_t{word}{forward}" for word in ("data", "valid", "last", "keep")}
        names["ready"] = f"{prefix}_tready{back}"
        has = {word: name if name in dut.ports else "" for word, name in names.items()}
        for word in ("data", "valid"):
            has[word] = names[word]  # the error for a port that is missing names it
        return Side(**has)

    async def run(dut: Dut, message: bytes | Sequence[bytes]) -> bytes:
        into, out = suffixes
        chosen = stream(
            source=side(dut, source, into, out),
            sink=side(dut, sink, out, into),
            answer_bytes=answer_bytes,
            packets=packets,
            constants=constants,
            byte_order=byte_order,
        )
        answer: bytes = await chosen(dut, message)
        return answer

    return run


# The LWC hardware API (Kaps and others, version 1.2): instructions, types of segments, status.
_ENCRYPT, _DECRYPT, _LOAD_KEY, _ACTIVATE_KEY, _HASH = 0x2, 0x3, 0x4, 0x7, 0x8
_AD, _PLAINTEXT, _CIPHERTEXT, _HASH_MESSAGE, _TAG, _KEY, _NONCE = 0x1, 0x4, 0x5, 0x7, 0x8, 0xC, 0xD
_SUCCESS, _FAILURE = 0xE, 0xF
_END_OF_INPUT, _END_OF_TYPE, _LAST = 4, 2, 1
_MOST_BYTES = (1 << 16) - 1


def lwc(*, prefixes: tuple[str, str, str] = ("pdi", "sdi", "do")) -> Run:
    """Return the adapter of a core with the LWC hardware API, of any width of words.

    A message is a mapping: `op` is "encrypt", "decrypt" or "hash"; `text` the text, and for the first two
    `key`, `nonce`, `ad`, and for decryption `tag`, all bytes. The answer is the ciphertext with the tag, the
    plaintext, or the digest; None where the core refuses the tag.
    """
    public, secret, out = (Side(f"{p}_data", f"{p}_valid", f"{p}_ready") for p in prefixes)

    async def run(dut: Dut, message: Mapping[str, bytes | str]) -> bytes | None:
        keys, texts = lwc_words(message, dut.bits(public.data), dut.bits(secret.data))
        if keys:
            dut.start(send(dut, secret, keys, stamp=False))
        dut.start(send(dut, public, texts))
        size = dut.bits(out.data) // 8
        answer = b""
        while True:
            header = (await receive(dut, out))[0].to_bytes(size, "big")
            while len(header) < 4 and header[0] >> 4 not in (_SUCCESS, _FAILURE):
                header += (await receive(dut, out))[0].to_bytes(size, "big")
            if header[0] >> 4 in (_SUCCESS, _FAILURE):
                dut[out.ready] = 0
                return answer if header[0] >> 4 == _SUCCESS else None
            length = int.from_bytes(header[2:4], "big")
            data = b""
            while len(data) < length:
                data += (await receive(dut, out))[0].to_bytes(size, "big")
            answer += data[:length]

    return run


def lwc_words(
    message: Mapping[str, bytes | str], public_bits: int, secret_bits: int
) -> tuple[list[Word], list[Word]]:
    """Return the words of a message on the secret and on the public input of the LWC hardware API."""

    def part(name: str) -> bytes:
        value = message.get(name, b"")
        if not isinstance(value, bytes | bytearray) or len(value) > _MOST_BYTES:
            raise RoundelError(f"{name} of an LWC message: at most {_MOST_BYTES} bytes", "Pass bytes.")
        return bytes(value)

    operation = message.get("op")
    text = part("text")
    segments: list[tuple[int, bytes]]
    if operation == "hash":
        instructions, segments = [_HASH], [(_HASH_MESSAGE, text)]
    elif operation == "encrypt":
        instructions = [_ACTIVATE_KEY, _ENCRYPT]
        segments = [(_NONCE, part("nonce")), (_AD, part("ad")), (_PLAINTEXT, text)]
    elif operation == "decrypt":
        instructions = [_ACTIVATE_KEY, _DECRYPT]
        segments = [(_NONCE, part("nonce")), (_AD, part("ad")), (_CIPHERTEXT, text), (_TAG, part("tag"))]
    else:
        raise RoundelError(f"op {operation!r} of an LWC message", "It is encrypt, decrypt or hash.")
    # The input ends with the last segment that has data; a tag is no part of it.
    ends = max((i for i, (kind, data) in enumerate(segments) if data and kind != _TAG), default=0)
    public = [_instruction(code, public_bits) for code in instructions]
    for number, (kind, data) in enumerate(segments):
        flags = _END_OF_TYPE | (_LAST if number == len(segments) - 1 else 0)
        flags |= _END_OF_INPUT if kind != _TAG and number >= ends else 0
        public.append(bytes([kind << 4 | flags, 0, *len(data).to_bytes(2, "big")]))
        public.append(data)
    secret = []
    if operation != "hash":
        key = part("key")
        flags = _END_OF_INPUT | _END_OF_TYPE | _LAST
        header = bytes([_KEY << 4 | flags, 0, *len(key).to_bytes(2, "big")])
        secret = [_instruction(_LOAD_KEY, secret_bits), header, key]
    return _cut(secret, secret_bits), _cut(public, public_bits)


def _instruction(code: int, bits: int) -> bytes:
    return bytes([code << 4]) + bytes(bits // 8 - 1)


def _cut(pieces: Sequence[bytes], bits: int) -> list[Word]:
    """Return pieces as words, each piece filled up with zeros to whole words."""
    size = bits // 8
    words = []
    for piece in pieces:
        for at in range(0, len(piece), size):
            words.append((int.from_bytes(piece[at : at + size].ljust(size, b"\0"), "big"), 0, False))
    return words
