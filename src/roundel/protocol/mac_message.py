"""The segments of a MAC transaction. `docs/stream-protocol.md` and the cores' pages describe them."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.protocol.groestl_message import SUITE_256, SUITE_512, AesGroestl
from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits


@dataclass(frozen=True)
class MacAlgorithm:
    """A MAC by its name in the catalog: sizes in bytes, and the command's variant and suffix.

    `iv_bytes` is 0 for a MAC without an initial value. `keeps_keys`: the core can keep a key for the next
    message.
    """

    name: str
    key_sizes: tuple[int, ...]
    iv_bytes: int
    max_tag_bytes: int
    variant: int = 0
    suffix: int = 0
    min_tag_bytes: int = 1
    keeps_keys: bool = False

    def segments(
        self, key: bytes | None, iv: bytes, message: bytes, tag_bytes: int, *, keep: bool = False
    ) -> list[Segment]:
        """Return the segments of one transaction.

        Args:
            key: The key. None resumes the key that the previous message kept.
            iv: `iv_bytes` bytes.
            message: Any length.
            tag_bytes: Length of the tag in bytes.
            keep: Whether the key is kept for the next message.

        Raises:
            RoundelError: A size is not the algorithm's, or the algorithm keeps no keys.
        """
        if (keep or key is None) and not self.keeps_keys:
            problem = f"a core does not keep the key of {self.name}"
            raise RoundelError(problem, "Send the key with every message.")
        if key is not None and len(key) not in self.key_sizes:
            few = len(self.key_sizes) < 3
            expected = " or ".join(map(str, self.key_sizes)) if few else f"at most {max(self.key_sizes)}"
            raise RoundelError(f"a key of {len(key)} bytes, expected {expected}")
        if len(iv) != self.iv_bytes:
            raise RoundelError(f"an iv of {len(iv)} bytes, expected {self.iv_bytes or 'none'}")
        if not self.min_tag_bytes <= tag_bytes <= self.max_tag_bytes:
            expected = f"{self.min_tag_bytes} to {self.max_tag_bytes}"
            raise RoundelError(f"a tag of {tag_bytes} bytes, expected {expected}")
        variant = self.variant | session_bits(resume=key is None, keep=keep)
        command = Command(Operation.MAC, variant, self.suffix, tag_bytes)
        nonce = [Segment(Kind.NONCE, iv)] if self.iv_bytes else []
        return [
            Segment(Kind.CMD, command.pack()),
            *([] if key is None else [Segment(Kind.KEY, key)]),
            *nonce,
            Segment(Kind.TEXT, message),
        ]


KECCAK_MAC = MacAlgorithm(
    "keccak-mac", key_sizes=(16,), iv_bytes=16, max_tag_bytes=136, variant=17, suffix=0x01
)
AES_CMAC = MacAlgorithm("aes-cmac", key_sizes=(16, 32), iv_bytes=0, max_tag_bytes=16)


def hmac_groestl(suite: AesGroestl) -> MacAlgorithm:
    """Return HMAC-Grøstl: keys of at most a block, which a core can keep; tags as long as the digest."""
    sizes = tuple(range(suite.block_bytes + 1))
    tag = suite.tag_bytes
    return MacAlgorithm(
        suite.mac_name, sizes, iv_bytes=0, max_tag_bytes=tag, min_tag_bytes=tag, keeps_keys=True
    )


HMAC_GROESTL_256, HMAC_GROESTL_512 = hmac_groestl(SUITE_256), hmac_groestl(SUITE_512)
