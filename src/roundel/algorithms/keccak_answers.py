"""Known answers of Keccak: SHA-3, SHAKE, TurboSHAKE, the original one, and of KMAC, cSHAKE and the like."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roundel.algorithms.kinds.entries import DigestEntry, Entry, TagEntry
from roundel.algorithms.kinds.fields import Fields, Head, Rule, is_valid
from roundel.algorithms.sender import SENDER_FUNCTIONS, Mode
from roundel.models import keccak, sp800_185, sponge
from roundel.protocol.stream import SUFFIXES

WIDTH = 1600


@dataclass(frozen=True)
class HashEntry(DigestEntry):
    """A sponge: width and rate in bits, suffix byte, rounds. If `valid` is false, the output must differ."""

    width: int
    rate_bits: int
    suffix: int
    valid: bool = True
    rounds: int = 24


@dataclass(frozen=True)
class CshakeEntry(HashEntry):
    """A cSHAKE as the sponge that a core computes, and its message `text` with both strings."""

    text: bytes = b""
    name: bytes = b""
    custom: bytes = b""


@dataclass(frozen=True)
class KmacEntry(TagEntry):
    """KMAC128 or KMAC256 (`strength`)."""

    strength: int = 128
    custom: bytes = b""
    xof: bool = False

    def as_sent(self) -> HashEntry:
        """Return the sponge that a core computes."""
        rate = (WIDTH - 2 * self.strength) // 8
        text = sp800_185.kmac_input(self.key, self.msg, rate, len(self.tag), self.custom, xof=self.xof)
        head = (self.alg, self.src, self.origin)
        return HashEntry(*head, text, self.tag, WIDTH, 8 * rate, sponge.SUFFIX_CSHAKE, self.valid)


def _parse_fixed(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    bits = int(match["bits"])
    suffix = sponge.SUFFIX_SHA3 if match["name"] == "SHA3" else sponge.SUFFIX_KECCAK
    rate = WIDTH - 2 * bits
    stated = fields.integer("rate", rate)
    fields.check(stated == rate, "rate", str(stated), f"{rate}, the rate of {head[0]}")
    digest = fields.hex_bytes("digest", size=bits // 8)
    size = fields.integer("outlen", len(digest))
    fields.check(size == len(digest), "outlen", str(size), f"{len(digest)}, the digest's bytes")
    return HashEntry(*head, fields.hex_bytes("msg"), digest, WIDTH, rate, suffix)


def _parse_shake(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    digest, rate = fields.output("digest"), WIDTH - 2 * int(match[1])
    return HashEntry(*head, fields.hex_bytes("msg"), digest, WIDTH, rate, sponge.SUFFIX_SHAKE)


def _parse_turboshake(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    digest, rate = fields.output("digest"), WIDTH - 2 * int(match[1])
    domain = fields.integer("domain")
    fields.check(domain in SUFFIXES, "domain", f"{domain:#04x}", "0x01 to 0x7f")
    return HashEntry(*head, fields.hex_bytes("msg"), digest, WIDTH, rate, domain, rounds=sponge.TURBO_ROUNDS)


def _parse_sponge(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    rate, width = int(match[1]), int(match[1]) + int(match[2])
    fields.check(width in keccak.WIDTHS, "alg", head[0], "r + c = 200, 400, 800 or 1600")
    stated = fields.integer("rate", rate)
    fields.check(stated == rate, "rate", str(stated), f"{rate}, as in alg")
    digest = fields.output("digest")
    return HashEntry(*head, fields.hex_bytes("msg"), digest, width, rate, sponge.SUFFIX_KECCAK)


def _parse_kmac(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag, custom = fields.output("tag"), fields.hex_bytes("custom", b"")
    key, msg = fields.hex_bytes("key"), fields.hex_bytes("msg")
    return KmacEntry(*head, key, msg, tag, is_valid(fields), int(match[2]), custom, bool(match[1]))


def _parse_framed(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    """Read a cSHAKE, TupleHash or ParallelHash as the sponge that a core is sent for it.

    That of a ParallelHash has the digests of the blocks, from the golden model.
    """
    digest, custom = fields.output("digest"), fields.hex_bytes("custom", b"")
    names = {"cSHAKE": "cshake", "TupleHash": "tuple_hash", "ParallelHash": "parallel_hash"}
    xof = "_xof" if match["xof"] else ""
    function = SENDER_FUNCTIONS[f"{names[match['family']]}{xof}_{match['strength']}"]
    name = fields.hex_bytes("name", b"")
    text = function.head(function=name, custom=custom)
    plain = not text
    if function.mode is Mode.TUPLE_HASH:
        text += b"".join(map(sp800_185.encode_string, fields.hex_list("items")))
    elif function.mode is Mode.PARALLEL_HASH:
        block_bytes = fields.integer("block")
        fields.check(block_bytes > 0, "block", str(block_bytes), "1 byte or more")
        text += sp800_185.parallel_text(fields.hex_bytes("msg"), function.rate_bytes, block_bytes)
    else:
        text += fields.hex_bytes("msg")
    suffix = function.sent(plain=plain).suffix
    text += function.tail(len(digest))
    sponge_of = (*head, text, digest, WIDTH, 8 * function.rate_bytes, suffix)
    if function.mode is Mode.CSHAKE:
        return CshakeEntry(*sponge_of, text=fields.hex_bytes("msg"), name=name, custom=custom)
    return HashEntry(*sponge_of)


def _parse_sent(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    """Read a sponge as a core is sent it, with its suffix byte."""
    rate, suffix = fields.integer("rate"), fields.integer("suffix")
    fields.check(
        rate % 8 == 0 and 0 < rate < WIDTH, "rate", str(rate), f"whole bytes, less than {WIDTH} bits"
    )
    fields.check(suffix in SUFFIXES, "suffix", f"{suffix:#04x}", "0x01 to 0x7f")
    msg, digest = fields.hex_bytes("msg"), fields.hex_bytes("digest")
    return HashEntry(*head, msg, digest, WIDTH, rate, suffix, is_valid(fields))


PARSERS: tuple[Rule, ...] = (
    (r"(?:SHA3|SHAKE|cSHAKE|KMAC)-\d+, as sent", _parse_sent),
    (r"(?P<name>SHA3|Keccak)-(?P<bits>224|256|384|512)", _parse_fixed),
    (r"SHAKE(128|256)", _parse_shake),
    (r"TurboSHAKE(128|256)", _parse_turboshake),
    (r"Keccak\[r=(\d+),c=(\d+)\]", _parse_sponge),
    (r"KMAC(XOF)?(128|256)", _parse_kmac),
    (r"(?P<family>cSHAKE)(?P<xof>)(?P<strength>128|256)", _parse_framed),
    (r"(?P<family>TupleHash|ParallelHash)(?P<xof>XOF)?(?P<strength>128|256)", _parse_framed),
)
