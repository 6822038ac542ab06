"""Reads known answers from JSON files: a list of objects with `alg`, `src` and the algorithm's fields.

Byte strings are hex, first byte first. An entry of a known algorithm has its own type, with checked fields.
Any other entry is an `OtherEntry`, so that it can be counted. tests/vectors/README.md describes the fields.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from roundel.errors import RoundelError
from roundel.models import keccak, sponge
from roundel.verify.aes_vectors import AES_PARSERS
from roundel.verify.entries import (
    AeadEntry,
    Entry,
    HashEntry,
    KmacEntry,
    MacEntry,
    Message,
    OtherEntry,
    PermutationEntry,
    PrgEntry,
    PrgOperation,
)
from roundel.verify.fields import Fields, Head, Parser, is_valid
from roundel.verify.groestl_vectors import GROESTL_PARSERS
from roundel.verify.salsa20_vectors import SALSA20_PARSERS


def load(path: Path) -> list[Entry]:
    """Return the entries of a file, or of all *.json of a directory in the order of their names.

    Raises RoundelError that names the file, the entry's number (from 1) and the malformed field.
    """
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        if not files:
            raise RoundelError(f"no *.json in {path}", "Pass a vector file or a directory of vector files.")
        return [entry for file in files for entry in load(file)]
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RoundelError(
            f"{path}: {error.strerror}", "Pass a vector file or a directory of vector files."
        ) from error
    except UnicodeDecodeError as error:
        raise RoundelError(
            f"{path}: not UTF-8 at byte {error.start}", "A vector file is JSON text."
        ) from error
    except ValueError as error:  # JSONDecodeError, or an integer of too many digits
        raise RoundelError(
            f"{path}: not JSON: {error}", "A vector file is a JSON list of objects."
        ) from error
    if not isinstance(data, list):
        raise RoundelError(f"{path}: not a list", "A vector file is a JSON list of objects.")
    return [_entry(Fields(f"{path}: entry {number}", value)) for number, value in enumerate(data, 1)]


def _entry(fields: Fields) -> Entry:
    alg = fields.text("alg")
    head = (alg, fields.text("src", ""), fields.where)
    for pattern, parse in _PARSERS:
        match = pattern.fullmatch(alg)
        if match:
            return parse(head, match, fields)
    return OtherEntry(*head)


def _permutation(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    width, rounds = int(match[2]), int(match[3])
    fields.check(width in keccak.WIDTHS, "alg", f"width {width}", "200, 400, 800 or 1600")
    limit = keccak.nominal_rounds(width)
    fields.check(rounds <= limit, "alg", f"{rounds} rounds", f"at most {limit} for that width")
    size = width // 8
    return PermutationEntry(
        *head,
        width,
        rounds,
        bool(match[1]),
        fields.hex_bytes("state", size=size),
        fields.hex_bytes("out", size=size),
    )


def _sha3(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    return _fixed_hash(head, int(match[1]), sponge.SUFFIX_SHA3, fields)


def _keccak(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    return _fixed_hash(head, int(match[1]), sponge.SUFFIX_KECCAK, fields)


def _fixed_hash(head: Head, bits: int, suffix: int, fields: Fields) -> Entry:
    rate = 1600 - 2 * bits
    stated = fields.integer("rate", rate)
    fields.check(stated == rate, "rate", str(stated), f"{rate}, the rate of {head[0]}")
    digest = fields.hex_bytes("digest", size=bits // 8)
    size = fields.integer("outlen", len(digest))
    fields.check(size == len(digest), "outlen", str(size), f"{len(digest)}, the digest's bytes")
    return HashEntry(*head, 1600, rate, suffix, fields.hex_bytes("msg"), digest)


def _shake(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    rate = 1600 - 2 * int(match[1])
    digest = _digest(fields)
    return HashEntry(*head, 1600, rate, sponge.SUFFIX_SHAKE, fields.hex_bytes("msg"), digest)


def _sponge(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    rate, capacity = int(match[1]), int(match[2])
    fields.check(rate + capacity in keccak.WIDTHS, "alg", head[0], "r + c = 200, 400, 800 or 1600")
    stated = fields.integer("rate", rate)
    fields.check(stated == rate, "rate", str(stated), f"{rate}, as in alg")
    digest = _digest(fields)
    return HashEntry(*head, rate + capacity, rate, sponge.SUFFIX_KECCAK, fields.hex_bytes("msg"), digest)


def _digest(fields: Fields) -> bytes:
    digest = fields.hex_bytes("digest")
    size = fields.integer("outlen", len(digest))
    fields.check(len(digest) == size, "digest", f"{len(digest)} bytes", f"{size}, as outlen says")
    return digest


def _kmac(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    tag = fields.hex_bytes("tag")
    size = fields.integer("outlen", len(tag))
    fields.check(len(tag) == size, "tag", f"{len(tag)} bytes", f"{size}, as outlen says")
    return KmacEntry(
        *head,
        int(match[1]),
        fields.hex_bytes("key"),
        fields.hex_bytes("custom", b""),
        fields.hex_bytes("msg"),
        tag,
        is_valid(fields),
    )


def _mac(head: Head, _: re.Match[str], fields: Fields) -> Entry:
    tag, block = fields.hex_bytes("tag"), fields.hex_bytes("block", b"")
    fields.check(not block or block.startswith(tag), "block", block.hex(), "a value that starts with tag")
    key, iv = fields.hex_bytes("key", size=16), fields.hex_bytes("iv", size=16)
    return MacEntry(*head, key, iv, fields.hex_bytes("msg"), tag, block)


def _prg(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    width, rate, capacity = (int(group) for group in match.groups())
    fields.check(width in keccak.WIDTHS and rate + capacity == width, "alg", head[0], "r + c = b")
    fields.check(rate % 8 == 2, "alg", f"rate {rate}", "2 more than a multiple of 8")
    operations = []
    for item in fields.items("ops"):
        name = item.text("op")
        item.check(name in ("feed", "fetch", "forget"), "op", repr(name), "`feed`, `fetch` or `forget`")
        data = b""
        if name == "feed":
            data = item.hex_bytes("data")
        elif name == "fetch":
            data = item.hex_bytes("out", size=item.integer("n"))
        operations.append(PrgOperation(name, data))
    rounds = fields.integer("rounds", keccak.nominal_rounds(width))
    return PrgEntry(*head, width, rate, rounds, tuple(operations))


def _aead(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    family = "Keyak" if match["keyak"] else "Ketje"
    instance = match["keyak"] or match["ketje"]
    key, nonce = fields.hex_bytes("key"), fields.hex_bytes("nonce")
    if not match["session"]:
        return AeadEntry(*head, family, instance, key, nonce, (_message(fields),))
    return AeadEntry(
        *head,
        family,
        instance,
        key,
        nonce,
        tuple(_message(item) for item in fields.items("wraps")),
        fields.flag("tag_flag"),
        fields.flag("forget_start"),
        fields.hex_bytes("start_tag", b""),
    )


def _message(fields: Fields) -> Message:
    text = fields.hex_bytes("msg")
    return Message(
        fields.hex_bytes("ad"),
        text,
        fields.hex_bytes("ct", size=len(text)),
        fields.hex_bytes("tag"),
        fields.flag("forget"),
    )


_PARSERS: tuple[tuple[re.Pattern[str], Parser], ...] = (
    (re.compile(r"Keccak-p(\*?)\[(\d+),(\d+)\]"), _permutation),
    (re.compile(r"SHA3-(224|256|384|512)"), _sha3),
    (re.compile(r"Keccak-(224|256|384|512)"), _keccak),
    (re.compile(r"SHAKE(128|256)"), _shake),
    (re.compile(r"Keccak\[r=(\d+),c=(\d+)\]"), _sponge),
    (re.compile(r"KMAC(128|256)"), _kmac),
    (re.compile(r"KeccakMAC-r1088"), _mac),
    (re.compile(r"SpongePRG\[b=(\d+),r=(\d+),c=(\d+)\]"), _prg),
    (
        re.compile(
            r"(?:(?P<keyak>Lake|River|Sea|Ocean|Lunar)Keyak|Ketje(?P<ketje>Jr|Sr|Minor|Major))-v2(?P<session>-session)?"
        ),
        _aead,
    ),
    *AES_PARSERS,
    *SALSA20_PARSERS,
    *GROESTL_PARSERS,
)
