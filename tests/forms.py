"""A transaction of every form that an algorithm has, by a name that says what is special in it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence

from transactions import (
    OPEN,
    SEAL,
    Make,
    commanded,
    counted,
    customized_mac,
    digested,
    generated,
    message,
    moved,
    sampled,
    sequence,
    some,
    squeezed,
    tagged,
    usual,
    verified,
)

from roundel.algorithms.aes_groestl import AesCtr
from roundel.algorithms.keccak import KeccakHash
from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.base import ServiceAlgorithm
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.kinds.prng import Prng
from roundel.algorithms.kinds.sample import Samplers
from roundel.algorithms.kmac import Kmac
from roundel.algorithms.ml_kem import CHAIN, ML_KEM_HASH, chain_bytes, chain_command


def few(sizes: Sequence[int]) -> Sequence[int]:
    """Return all lengths, or of more than eight the first two, one in the middle, and the last."""
    return sizes if len(sizes) <= 8 else [*sizes[:2], sizes[len(sizes) // 2], sizes[-1]]


def forms(algorithm: ServiceAlgorithm) -> dict[str, Make]:
    """Return one transaction, or a few that belong together, of every form that an algorithm has."""
    block = algorithm.blocks[0]
    match algorithm:
        case Hash():
            return _forms_of_hash(algorithm)
        case Mac():
            lengths = {
                "": (150, some(algorithm.tag_sizes)[0]),
                " of nothing": (0, some(algorithm.tag_sizes)[-1]),
            }
            made = {
                f"MAC{name}, key of {key}": tagged(algorithm, key, size, tag)
                for name, (size, tag) in lengths.items()
                for key in some(algorithm.key_sizes)
            }
            for tag in few(algorithm.verify_sizes):
                key = algorithm.key_sizes[-1]
                made[f"VERIFY, tag of {tag}, accepted"] = verified(algorithm, key, 40, tag, forged=False)
                made[f"VERIFY, tag of {tag}, refused"] = verified(algorithm, key, 40, tag, forged=True)
            if algorithm.keeps:
                made["VERIFY, twice under a key"] = verified(
                    algorithm, 20, 70, algorithm.verify_sizes[0], forged=True, messages=2
                )
                made["MAC, twice under a key"] = tagged(algorithm, 20, 70, algorithm.tag_sizes[0], messages=2)
            if isinstance(algorithm, Kmac):
                made |= {
                    f"MAC, customization string of {custom}, XOF {xof}": customized_mac(
                        algorithm, custom, xof=xof
                    )
                    for custom, xof in ((0, True), (1, False), (32, True), (255, False))
                }
            return made
        case Prng():
            sizes = [size for size in (32, 200) if size in algorithm.seed_sizes(False)]
            later = 4 if 4 in algorithm.seed_sizes(True) else 0
            flags = [n for n in range(algorithm.flags + 1) if n & algorithm.flags == n]
            return {
                **{f"PRNG, flags {n}": generated(algorithm, n, sizes[-1], block) for n in flags},
                "PRNG, no output": generated(algorithm, 0, sizes[0], 0),
                "PRNG twice": generated(algorithm, 0, 32, 40, later),
            }
        case Samplers():
            return {
                f"{one.name} of {count}": sampled(algorithm, one, count)
                for one in algorithm.samplers
                for count in (1, 3)
                if count <= one.most
            }
        case AesCtr():
            made = {f"CTR of {size}": counted(algorithm, 12, size) for size in (100, 0)}
            if algorithm.keeps:
                made["CTR, kept until the last message"] = counted(algorithm, 16, 40, 3)
                kept = counted(algorithm, 12, 20, left=True)
                made["CTR, another key"] = sequence(kept, counted(algorithm, 12, 20))
            return made
        case Aead():
            return _forms_of_aead(algorithm)
    raise AssertionError(f"no forms of {algorithm}: add them here")


def _forms_of_hash(algorithm: Hash) -> dict[str, Make]:
    rate, command = algorithm.blocks[0], usual(algorithm)
    made = {
        "hash": digested(algorithm, command, 2 * rate + 28),
        "hash of nothing": digested(algorithm, command, 0),
        "hash, up to the last byte of a block": digested(algorithm, command, rate - 1),
    }
    if (fixed := [f for f in algorithm.functions if f.digest_bytes])[1:]:
        longest = fixed[-1]
        made[longest.name] = digested(
            algorithm, longest.command(longest.digest_bytes or 0), longest.rate_bytes
        )
    if algorithm.functions[0].sized_custom:
        for function, size in itertools.product(algorithm.functions, (1, 32, 255)):
            customized = function.command(32, bytes(size))
            made[f"{function.name}, customization string of {size}"] = digested(algorithm, customized, 30)
    elif algorithm.functions[0].custom_sizes:
        made["customization string"] = lambda rng: algorithm.transactions(
            (command, algorithm.data(rng.randbytes(20), rng.randbytes(30)))
        )
    for function in [f for f in algorithm.functions if f.digest_bytes is None][:1]:
        if 0 in algorithm.sizes:
            made["no output"] = digested(algorithm, commanded(function, 0), 40)
        made["long output"] = digested(algorithm, commanded(function, 400), 5)
        if isinstance(algorithm, KeccakHash) and algorithm.keeps:
            command, block = function.command(16), function.rate_bytes
            made["squeezed again"] = squeezed(algorithm, command, 200, 16, 2 * block + 1, 0, block)
            kept = squeezed(algorithm, command, 40, 16, left=True)
            made["kept sponge, then a hash"] = sequence(kept, digested(algorithm, command, 5))
            made["kept sponge, then its last block"] = squeezed(algorithm, command, 40, 0, block)
    if isinstance(algorithm, KeccakHash) and algorithm.saves:
        made["state saved"] = moved(algorithm, command, 2 * rate, load=False, save=True)
        made["state loaded"] = moved(algorithm, command, rate + 28, load=True, save=False)
        made["state loaded, another one saved"] = moved(algorithm, command, 3 * rate, load=True, save=True)
    if algorithm.name == ML_KEM_HASH.name and CHAIN in algorithm.codes:
        made["chain of 3"] = digested(algorithm, chain_command(16, 3), chain_bytes(16))
    return made


def _forms_of_aead(algorithm: Aead) -> dict[str, Make]:
    text, nonce = algorithm.blocks[0] + 24, algorithm.usual_nonce
    keys = some(algorithm.key_sizes)
    part, much, most = (size - (0 if size in algorithm.ad_sizes else size % 16) for size in (20, 100, 250))
    long, form = keys[-1], functools.partial(message, algorithm, forged=False)
    made = {
        **{f"SEAL, key of {key}": form(SEAL, key, nonce, part, text) for key in keys},
        "SEAL, empty": form(SEAL, keys[0], nonce, 0, 0),
        "SEAL, data only": form(SEAL, long, nonce, most, 0),
        "SEAL, much data": form(SEAL, long, nonce, much, 30),
        "OPEN, accepted": form(OPEN, keys[0], nonce, part, text),
        "OPEN, refused": form(OPEN, long, nonce, part, text, forged=True),
        "OPEN, refused, no text": form(OPEN, long, nonce, 0, 0, forged=True),
        "kept until the last message": form(SEAL, long, nonce, part, 40, messages=3),
        "the last one refused": form(OPEN, keys[0], nonce, 0, 50, forged=True, messages=2),
        "another key": sequence(form(SEAL, long, nonce, 0, 20), form(OPEN, keys[0], nonce, 0, 20)),
    }
    if algorithm.keeps == "session":  # a refused tag ends it
        made["OPEN, refused, to be kept"] = form(OPEN, keys[0], nonce, part, text, forged=True, left=True)
    for size in algorithm.tag_sizes[:-1]:
        made[f"SEAL, tag of {size}"] = form(SEAL, long, nonce, part, text, tag=size)
        made[f"OPEN, tag of {size}, accepted"] = form(OPEN, long, nonce, part, text, tag=size)
        made[f"OPEN, tag of {size}, refused"] = form(OPEN, long, nonce, part, text, tag=size, forged=True)
    for other in {8, 16, 20}:
        if other != nonce and other in algorithm.nonce_sizes:
            made[f"nonce of {other} bytes"] = form(SEAL, keys[0], other, 0, 17)
    return made
