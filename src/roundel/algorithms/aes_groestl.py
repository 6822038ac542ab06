"""AES in counter mode with HMAC-Grøstl, encrypt-then-MAC; and the counter mode alone (RFC 3686)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from roundel.algorithms.aes import CtrEntry
from roundel.algorithms.groestl import OVERHEADS, padded_text, random_mac_key
from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import (
    Data,
    Part,
    Receiver,
    ServiceAlgorithm,
    SingleAnswer,
    Standing,
    Transaction,
    counting_bytes,
    random_messages,
    session_steps,
)
from roundel.algorithms.kinds.entries import Entry
from roundel.errors import RoundelError
from roundel.models import aes_groestl
from roundel.models.aes import BLOCK_BYTES
from roundel.models.groestl import GROESTL_256, GROESTL_512, Groestl
from roundel.protocol.stream import Command, Flag, Kind, Operation, Segment, session_flags

AD_UNIT = 16  # associated data fills its beats of W = 128
NONCE_SIZES = (12, 16)  # RFC 3686's, or the first counter block
# A parameter of the cores with a line of rounds: they send single blocks of text, and keep a key.
LINE_PARAMETER = "KeyBytes"
# The counter has 32 bits. Vectors whose counter carries further belong to another mode.
COUNTER_MODULUS = 1 << aes_groestl.COUNTER_BITS


def _random_nonce(rng: Random) -> bytes:
    """Return a nonce of 12 bytes, or of 16 bytes whose counter may wrap within the message."""
    if rng.random() < 0.6:
        return rng.randbytes(12)
    count = rng.choice([rng.randrange(COUNTER_MODULUS), COUNTER_MODULUS - rng.randint(1, 9)])
    return rng.randbytes(12) + count.to_bytes(4, "big")


def _sent_text(receiver: Receiver, block_bytes: int) -> bytes | None:
    """Return the text that a core has sent: a block at a time, counted from the start of the data.

    All text is sent if its segment has ended.
    """
    text = receiver.data[Kind.TEXT]
    if Kind.TEXT in receiver.begun and receiver.open != Kind.TEXT:
        return text
    before = len(receiver.data.get(Kind.AD, b""))
    total = before + len(text)
    return text[: max(0, total - total % block_bytes - before)] or None


@dataclass(frozen=True, kw_only=True, repr=False)
class _AesGroestl(Aead):
    """AES-CTR and HMAC-Grøstl. A key is AES's, of `cipher_key_bytes` bytes, then HMAC's."""

    cipher_key_bytes: int
    groestl: Groestl

    def process(
        self, state: bytes, operation: Operation, nonce: bytes, ad: bytes, text: bytes
    ) -> tuple[bytes, bytes]:
        keys = state[: self.cipher_key_bytes], state[self.cipher_key_bytes :]
        process = aes_groestl.seal if operation == Operation.SEAL else aes_groestl.open_unverified
        return process(self.groestl, keys, nonce, ad, text)

    def sent_text(self, receiver: Receiver) -> bytes | None:
        return _sent_text(receiver, self.groestl.block_bytes)

    def random_key(self, rng: Random) -> bytes:
        return rng.randbytes(self.cipher_key_bytes) + random_mac_key(rng, self.groestl)

    def random_nonce(self, rng: Random) -> bytes:
        return _random_nonce(rng)

    def random_ad(self, rng: Random, beat_bytes: int) -> bytes:
        return rng.randbytes(AD_UNIT * rng.choice([0, 0, 1, 1, 2, 3, rng.randint(4, 9)]))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message of exactly `blocks` blocks of text with padding: `seal` or `open`."""
        key = bytes(range(self.cipher_key_bytes)) + bytes(self.cipher_key_bytes)
        return self.timed_message(variant, key, b"", padded_text(block_bits, blocks))


@dataclass(frozen=True, kw_only=True, repr=False)
class AesCtr(SingleAnswer):
    """AES-CTR without a MAC: the message has no HMAC key, no data and no tag.

    Encryption and decryption are the same.
    """

    service = "ctr"
    operations = (Operation.SEAL,)
    result = Kind.TEXT
    key_bytes: int

    def on(self, parameters: Mapping[str, Any]) -> ServiceAlgorithm:
        """Return the algorithm with the blocks and kept keys of a core with these parameters."""
        return replace(self, blocks=(BLOCK_BYTES,), keeps="key") if LINE_PARAMETER in parameters else self

    def message(
        self, key: bytes | None, nonce: bytes, text: bytes, *, keep: bool = False
    ) -> tuple[Command, Data]:
        """Return the command and the segments of one message.

        Args:
            key: The key. None resumes the key that the previous message kept.
            nonce: 12 bytes, or 16 for the first counter block.
            text: Any length.
            keep: Whether the key is kept for the next message.

        Raises:
            RoundelError: A key is to be kept or resumed, and the core keeps no keys.
        """
        if (keep or key is None) and not self.keeps:
            raise RoundelError(
                f"the core does not keep the key of {self.name}", "Send the key with every message."
            )
        start = {} if key is None else {Kind.KEY: key}
        flags = Flag.CTR | session_flags(resume=key is None, keep=keep)
        return Command(Operation.SEAL, flags), {**start, Kind.NONCE: nonce, Kind.TEXT: text}

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""
        counter_mode = command.flags & Flag.CTR and self.legal_flags(command, Flag.CTR)
        if not counter_mode or replace(command, flags=0) != Command(Operation.SEAL):
            return None
        key = [] if resumed else [Part(Kind.KEY, (self.key_bytes,))]
        return [*key, Part(Kind.NONCE, NONCE_SIZES), Part(Kind.TEXT)]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the text, and the key."""
        key = data.get(Kind.KEY, kept)
        return aes_groestl.cipher(key, data[Kind.NONCE], data[Kind.TEXT]), key

    def sent_text(self, receiver: Receiver) -> bytes | None:
        """Return the text that a core has sent, one block at a time."""
        return _sent_text(receiver, self.blocks[0])

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the message of a known answer; None if no core serves it."""
        if not isinstance(entry, CtrEntry) or len(entry.key) != self.key_bytes:
            return None
        blocks = -(-len(entry.text) // BLOCK_BYTES)
        if int.from_bytes(entry.first[12:], "big") + blocks > COUNTER_MODULUS:
            return None
        return [self.answered(*self.message(entry.key, entry.first, entry.text), entry.ciphertext)]

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return messages under one key. The last one keeps nothing, or the key if `left_open`."""
        key, requests = rng.randbytes(self.key_bytes), []
        left_open = left_open and bool(self.keeps)
        for resume, keep in session_steps(random_messages(rng) if self.keeps else 1, left_open):
            nonce, text = _random_nonce(rng), self.random_text(rng, beat_bytes)
            requests.append(self.message(None if resume else key, nonce, text, keep=keep))
        return self.transactions(*requests)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message of exactly `blocks` blocks, in any variant."""
        text = counting_bytes(blocks * block_bits // 8)
        return self.request(*self.message(bytes(range(self.key_bytes)), bytes(NONCE_SIZES[0]), text))


def _aead(groestl: Groestl, key_bytes: int) -> _AesGroestl:
    return _AesGroestl(
        name=f"aes-groestl-{8 * groestl.digest_bytes}",
        title=f"AES-{8 * key_bytes}-CTR with HMAC-Grøstl-{8 * groestl.digest_bytes}",
        standing=Standing.RESEARCH,
        source="Rogawski, Gaj: DSD 2012; RFC 3686, RFC 4303 with HMAC-Grøstl",
        blocks=(groestl.block_bytes,),
        overheads=OVERHEADS,
        key_sizes=range(key_bytes, key_bytes + groestl.block_bytes + 1),
        nonce_sizes=NONCE_SIZES,
        usual_nonce=NONCE_SIZES[0],
        ad_sizes=range(0, 1 << 61, AD_UNIT),
        tag_sizes=(groestl.digest_bytes,),
        text_optional=False,
        entry=None,
        cipher_key_bytes=key_bytes,
        groestl=groestl,
    )


def _ctr(groestl: Groestl, key_bytes: int) -> AesCtr:
    return AesCtr(
        name=f"aes-{8 * key_bytes}-ctr",
        title=f"AES-{8 * key_bytes}-CTR",
        standing=Standing.RFC,
        source="RFC 3686",
        blocks=(groestl.block_bytes,),  # of the core, which sends text one block at a time
        overheads=OVERHEADS,
        key_bytes=key_bytes,
    )


AES_GROESTL_256, AES_GROESTL_512 = _aead(GROESTL_256, 16), _aead(GROESTL_512, 32)
AES_128_CTR, AES_256_CTR = _ctr(GROESTL_256, 16), _ctr(GROESTL_512, 32)
ALGORITHMS = (AES_GROESTL_256, AES_GROESTL_512, AES_128_CTR, AES_256_CTR)
