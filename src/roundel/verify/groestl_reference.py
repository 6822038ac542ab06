"""The answer of a core of AES with Grøstl to any sequence of beats with SEAL or OPEN."""

from __future__ import annotations

from roundel.models import aes_groestl
from roundel.protocol.groestl_message import AD_UNIT, CTR_ONLY, NONCE_SIZES, AesGroestl
from roundel.protocol.stream import KEEP, RESUME, Kind, Operation, Segment
from roundel.verify.cases import Beat
from roundel.verify.message_reference import Illegal, MessageReference


class GroestlReference(MessageReference):
    """A model of the rules: accepts beats, and keeps the answers in order.

    AD comes before TEXT, and fills its beats of 16 bytes. Text is sent one block at a time. So the answer
    to an aborted message has the text of full blocks, counted from the start of the data; or all text if
    its segment has ended. A SEAL with the variant CTR_ONLY ends with its text. Without `aead` only this
    SEAL is legal. With the bit KEEP, the keys are kept for the next message, whether the tag was right or
    wrong. Any error clears them.
    """

    def __init__(self, suite: AesGroestl, *, aead: bool = True) -> None:
        """Start idle."""
        super().__init__()
        self._suite = suite
        self._aead = aead
        self._keys = b"", b""
        self._kept_keys: tuple[bytes, bytes] | None = None
        self._nonce = self._ad = self._body = b""
        self._ended = False  # whether the text's segment has ended
        self._expected: tuple[Kind, ...] = ()

    @property
    def _ctr_only(self) -> bool:
        return bool(self._variant & CTR_ONLY)

    def _begin(self) -> None:
        kept, self._kept_keys = self._kept_keys, None
        if self._operation == Operation.SEAL and self._variant == CTR_ONLY:
            self._expected = (Kind.KEY,)
        elif not self._aead or self._variant & ~(RESUME | KEEP):
            raise Illegal
        elif not self._variant & RESUME:
            self._expected = (Kind.KEY,)
        elif kept is None:
            raise Illegal
        else:
            self._keys = kept
            self._expected = (Kind.NONCE,)

    def _accept_message(self, beat: Beat) -> None:
        if beat.kind not in self._expected:
            raise Illegal
        kind = Kind(beat.kind)
        self._expected = (kind,)
        suite = self._suite
        if kind == Kind.KEY:
            longest = suite.key_bytes + (0 if self._ctr_only else suite.block_bytes)
            key = self._fixed(beat, kind, *range(suite.key_bytes, longest + 1))
            if key is not None:
                self._keys = key[: suite.key_bytes], key[suite.key_bytes :]
                self._expected = (Kind.NONCE,)
        elif kind == Kind.NONCE:
            nonce = self._fixed(beat, kind, *NONCE_SIZES)
            if nonce is not None:
                self._nonce = nonce
                self._expected = (Kind.TEXT,) if self._ctr_only else (Kind.AD, Kind.TEXT)
        elif kind == Kind.AD:
            if len(beat.kept) % AD_UNIT:
                raise Illegal
            self._ad += beat.kept
            if beat.last:
                self._expected = (Kind.TEXT,)
        elif kind == Kind.TEXT:
            self._body += beat.kept
            if beat.last:
                self._ended = True
                self._expected = (Kind.TAG,)
                if self._ctr_only:
                    self.answers += self._sent_text()
                    self._end()
        else:
            tag = self._fixed(beat, kind, suite.tag_bytes if self._operation == Operation.OPEN else 0)
            if tag is not None:
                text, expected = self._process(self._body)
                if self._variant & KEEP:
                    self._kept_keys = self._keys
                self._complete(text, tag, expected)

    def _process(self, text: bytes) -> tuple[bytes, bytes]:
        process = aes_groestl.seal if self._operation == Operation.SEAL else aes_groestl.open_unverified
        return process(self._suite.groestl, self._keys, self._nonce, self._ad, text)

    def _sent_text(self) -> list[Segment]:
        text = self._body
        if not self._ended:
            total = len(self._ad) + len(text)
            text = text[: max(0, total - total % self._suite.block_bytes - len(self._ad))]
            if not text:
                return []
        return [self._text(aes_groestl.cipher(self._keys[0], self._nonce, text))]

    def _clear(self) -> None:
        self._kept_keys = None

    def _end(self) -> None:
        super()._end()
        self._keys = b"", b""
        self._ad = self._body = b""
        self._ended = False
