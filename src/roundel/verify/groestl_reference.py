"""What a core of AES and Grøstl joined must answer to any sequence of beats that asks for SEAL or OPEN."""

from __future__ import annotations

from roundel.models import aes_groestl
from roundel.protocol.groestl_message import AD_UNIT, CTR_ALONE, NONCE_SIZES, AesGroestl
from roundel.protocol.stream import CONTINUE, STAY, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.message_reference import Illegal, MessageReference


class GroestlReference(MessageReference):
    """A core that follows the rules: takes beats, keeps the answers in order.

    AD comes before TEXT and in whole units. Text is given out a block at a time, so a message that breaks off
    is answered by that of whole blocks, counted from the start of the data; or by all of it when its segment
    has ended. A SEAL with the variant CTR_ALONE ends with its text. Without `aead` there is no other. The
    keys of a message with the bit STAY are there for the next, whether its tag was right or not; any error
    ends that.
    """

    def __init__(self, joined: AesGroestl, *, aead: bool = True) -> None:
        """Start idle."""
        super().__init__()
        self._joined = joined
        self._aead = aead
        self._keys = b"", b""
        self._kept: tuple[bytes, bytes] | None = None
        self._nonce = self._ad = self._body = b""
        self._ended = False  # the text's segment
        self._wanted: tuple[Kind, ...] = ()

    @property
    def _alone(self) -> bool:
        return bool(self._variant & CTR_ALONE)

    def _begin(self) -> None:
        kept, self._kept = self._kept, None
        if self._operation == Operation.SEAL and self._variant == CTR_ALONE:
            self._wanted = (Kind.KEY,)
        elif not self._aead or self._variant & ~(CONTINUE | STAY):
            raise Illegal
        elif not self._variant & CONTINUE:
            self._wanted = (Kind.KEY,)
        elif kept is None:
            raise Illegal
        else:
            self._keys = kept
            self._wanted = (Kind.NONCE,)

    def _take_message(self, beat: Beat) -> None:
        if beat.kind not in self._wanted:
            raise Illegal
        kind = Kind(beat.kind)
        self._wanted = (kind,)
        joined = self._joined
        if kind == Kind.KEY:
            longest = joined.key_bytes + (0 if self._alone else joined.block_bytes)
            key = self._fixed(beat, kind, *range(joined.key_bytes, longest + 1))
            if key is not None:
                self._keys = key[: joined.key_bytes], key[joined.key_bytes :]
                self._wanted = (Kind.NONCE,)
        elif kind == Kind.NONCE:
            nonce = self._fixed(beat, kind, *NONCE_SIZES)
            if nonce is not None:
                self._nonce = nonce
                self._wanted = (Kind.TEXT,) if self._alone else (Kind.AD, Kind.TEXT)
        elif kind == Kind.AD:
            if len(beat.kept) % AD_UNIT:
                raise Illegal
            self._ad += beat.kept
            if beat.last:
                self._wanted = (Kind.TEXT,)
        elif kind == Kind.TEXT:
            self._body += beat.kept
            if beat.last:
                self._ended = True
                self._wanted = (Kind.TAG,)
                if self._alone:
                    self.answers += self._given()
                    self._end()
        else:
            tag = self._fixed(beat, kind, joined.tag_bytes if self._operation == Operation.OPEN else 0)
            if tag is not None:
                text, expected = self._process(self._body)
                if self._variant & STAY:
                    self._kept = self._keys
                self._complete(text, tag, expected)

    def _process(self, text: bytes) -> tuple[bytes, bytes]:
        process = aes_groestl.seal if self._operation == Operation.SEAL else aes_groestl.open_unverified
        return process(self._joined.groestl, self._keys, self._nonce, self._ad, text)

    def _given(self) -> list[Segment]:
        text = self._body
        if not self._ended:
            whole = len(self._ad) + len(text)
            text = text[: max(0, whole - whole % self._joined.block_bytes - len(self._ad))]
            if not text:
                return []
        return [self._text(aes_groestl.cipher(self._keys[0], self._nonce, text))]

    def _forget(self) -> None:
        self._kept = None

    def _end(self) -> None:
        super()._end()
        self._keys = b"", b""
        self._ad = self._body = b""
        self._ended = False
