"""The segments of a MAC transaction. `docs/stream-protocol.md` and the cores' pages are the prose."""

from __future__ import annotations

from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.protocol.groestl_message import JOINED_256, JOINED_512, AesGroestl
from roundel.protocol.stream import Command, Kind, Operation, Segment, session_bits


@dataclass(frozen=True)
class MacAlgorithm:
    """A MAC by its name in the catalog: sizes in bytes, and the command's variant and suffix.

    `iv_bytes` is 0 where there is no initial value. `keeps_keys`: a key may stay for the next message.
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
        self, key: bytes | None, iv: bytes, message: bytes, tag_bytes: int, *, stay: bool = False
    ) -> list[Segment]:
        """Return the transaction that asks for `tag_bytes` bytes of tag; RoundelError for other sizes.

        `key` is None to go on with that of the message before, which `stay` has kept.
        """
        if (stay or key is None) and not self.keeps_keys:
            raise RoundelError(f"a key of {self.name} does not stay", "Give it with every message.")
        if key is not None and len(key) not in self.key_sizes:
            few = len(self.key_sizes) < 3
            expected = " or ".join(map(str, self.key_sizes)) if few else f"at most {max(self.key_sizes)}"
            raise RoundelError(f"a key of {len(key)} bytes, expected {expected}")
        if len(iv) != self.iv_bytes:
            raise RoundelError(f"an iv of {len(iv)} bytes, expected {self.iv_bytes or 'none'}")
        if not self.min_tag_bytes <= tag_bytes <= self.max_tag_bytes:
            expected = f"{self.min_tag_bytes} to {self.max_tag_bytes}"
            raise RoundelError(f"a tag of {tag_bytes} bytes, expected {expected}")
        variant = self.variant | session_bits(goes_on=key is None, stays=stay)
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


def hmac_groestl(joined: AesGroestl) -> MacAlgorithm:
    """Return HMAC-Grøstl: keys up to a block, which may stay, whole tags."""
    sizes = tuple(range(joined.block_bytes + 1))
    tag = joined.tag_bytes
    return MacAlgorithm(
        joined.mac_name, sizes, iv_bytes=0, max_tag_bytes=tag, min_tag_bytes=tag, keeps_keys=True
    )


HMAC_GROESTL_256, HMAC_GROESTL_512 = hmac_groestl(JOINED_256), hmac_groestl(JOINED_512)
