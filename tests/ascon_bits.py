"""SP 800-232 again, bit by bit: strings of bits, the S-box as a table. It shares nothing with the model."""

from __future__ import annotations

# Table 6: the S-box of each column, with the bit of S0 as the most significant one.
SBOX = bytes.fromhex("040b1f141a150902" "1b0508121d03061c" "1e13070e000d1118" "100c0119160a0f17")  # fmt: skip
# Equations 8 to 12.
ROTATIONS = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)]
# Table 14.
IVS = {"AEAD128": "00001000808c0001", "Hash256": "0000080100cc0002"}
IVS |= {"XOF128": "0000080000cc0003", "CXOF128": "0000080000cc0004"}

Bits = list[int]


def bits_of(data: bytes) -> Bits:
    """Return the bits of a byte string. Bit 0 of a byte is its least significant one (appendix A.1)."""
    return [byte >> i & 1 for byte in data for i in range(8)]


def bytes_of(bits: Bits) -> bytes:
    return bytes(sum(bits[i + j] << j for j in range(8)) for i in range(0, len(bits), 8))


def permute(state: Bits, rounds: int) -> Bits:
    for index in range(16 - rounds, 16):
        constant = (0xF - (index - 4)) % 16 << 4 | (
            index - 4
        ) % 16  # f0, e1, … 4b; before them 3c, 2d, 1e, 0f
        words = [state[i : i + 64] for i in range(0, 320, 64)]
        for i in range(8):
            words[2][i] ^= constant >> i & 1
        columns = [SBOX[16 * a + 8 * b + 4 * c + 2 * d + e] for a, b, c, d, e in zip(*words, strict=True)]
        words = [[column >> 4 - i & 1 for column in columns] for i in range(5)]
        state = [
            word[i] ^ word[(i + a) % 64] ^ word[(i + b) % 64]
            for word, (a, b) in zip(words, ROTATIONS, strict=True)
            for i in range(64)
        ]
    return state


def parse(data: Bits, rate: int) -> list[Bits]:
    """Return the blocks of the padded string: 1, then 0s (algorithms 1 and 2)."""
    padded = [*data, 1]
    padded += [0] * (-len(padded) % rate)
    return [padded[i : i + rate] for i in range(0, len(padded), rate)]


def add(state: Bits, data: Bits, start: int = 0) -> Bits:
    end = start + len(data)
    return state[:start] + [a ^ b for a, b in zip(state[start:end], data, strict=True)] + state[end:]


def seal(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> bytes:
    """Return ciphertext and tag of Ascon-AEAD128 (algorithm 3)."""
    k = bits_of(key)
    state = permute(_iv("AEAD128") + k + bits_of(nonce), 12)
    state = add(state, k, 192)
    for block in parse(bits_of(ad), 128) if ad else []:
        state = permute(add(state, block), 8)
    state = add(state, [1], 319)
    ciphertext: Bits = []
    *full, last = parse(bits_of(text), 128)
    for block in full:
        state = add(state, block)
        ciphertext += state[:128]
        state = permute(state, 8)
    state = add(state, last)
    ciphertext += state[:128]
    state = permute(add(state, k, 128), 12)
    tag = [a ^ b for a, b in zip(state[192:], k, strict=True)]
    return bytes_of(ciphertext[: 8 * len(text)] + tag)


def digest(name: str, message: bytes, outlen: int, custom: bytes = b"") -> bytes:
    """Return `outlen` bytes of Ascon-Hash256, -XOF128 or -CXOF128 (algorithms 5 to 7)."""
    blocks = parse(bits_of(message), 64)
    if name == "CXOF128":
        blocks = [bits_of((8 * len(custom)).to_bytes(8, "little")), *parse(bits_of(custom), 64), *blocks]
    state = permute(_iv(name) + [0] * 256, 12)
    for block in blocks:
        state = permute(add(state, block), 12)
    output: Bits = []
    while len(output) < 8 * outlen:
        output += state[:64]
        state = permute(state, 12)
    return bytes_of(output)[:outlen]


def _iv(name: str) -> Bits:
    value = int(IVS[name], 16)
    return [value >> i & 1 for i in range(64)]
