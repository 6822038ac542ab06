"""The sizes and rounds of an algorithm, as papers print them of its modes. They come from the models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from roundel.algorithms.keccak_prg import ROUNDS as PRG_CALLS
from roundel.algorithms.lake_keyak import KEY_BYTES as KEYAK_KEY_BYTES
from roundel.models import fortuna, keccak_mac
from roundel.models.aes import BLOCK_BYTES, WIDE_BLOCK_BYTES, Rijndael
from roundel.models.keccak import nominal_rounds
from roundel.models.motorist import LAKE
from roundel.models.motorist import ROUNDS as KEYAK_ROUNDS

STATE_BITS = 1600


@dataclass(frozen=True)
class Setting:
    """The block of the cipher or state of the permutation, the key (0: none), and the rounds."""

    block_bits: int
    key_bits: int
    rounds: int


def _aes(variant: str) -> Setting:
    """Return the setting of AES with a key of the bits that the variant ends in."""
    key_bits = int(variant.rpartition("-")[2])
    return Setting(8 * BLOCK_BYTES, key_bits, Rijndael(bytes(key_bits // 8)).rounds)


def _aes_hash(_variant: str) -> Setting:
    """Return that of Rijndael with wide blocks, whose key is a block of the message."""
    wide = Rijndael(bytes(WIDE_BLOCK_BYTES), WIDE_BLOCK_BYTES)
    return Setting(8 * WIDE_BLOCK_BYTES, 0, wide.rounds)


def _fortuna(_variant: str) -> Setting:
    """Return that of the generator, whose key is its seed."""
    return Setting(8 * BLOCK_BYTES, 0, Rijndael(bytes(fortuna.KEY_BYTES)).rounds)


def _prg(variant: str) -> Setting:
    rounds = int(variant.rpartition("-")[2])
    assert rounds in PRG_CALLS, variant
    return Setting(STATE_BITS, 0, rounds)


_SETTINGS: Mapping[str, Callable[[str], Setting]] = {
    "aes-hash": _aes_hash,
    "aes-cmac": _aes,
    "aes-gcm": _aes,
    "fortuna": _fortuna,
    "keccak": lambda _: Setting(STATE_BITS, 0, nominal_rounds(STATE_BITS)),
    "keccak-digest": lambda _: Setting(STATE_BITS, 0, nominal_rounds(STATE_BITS)),
    "keccak-mac": lambda _: Setting(STATE_BITS, 8 * keccak_mac.KEY_BYTES, nominal_rounds(STATE_BITS)),
    "lake-keyak": lambda _: Setting(LAKE.width, 8 * KEYAK_KEY_BYTES, KEYAK_ROUNDS),
    "keccak-prg": _prg,
}


def setting_of(algorithm: str, variant: str) -> Setting | None:
    """Return the setting of an algorithm of the catalog at a variant of its service, or None."""
    return _SETTINGS[algorithm](variant) if algorithm in _SETTINGS else None
