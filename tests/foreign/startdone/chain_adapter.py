"""The chained mixer: known answers by a model, a block at a time."""

from roundel.adapters import start_done

MASK = (1 << 128) - 1
ROUNDS = PARAMETERS.get("ROUNDS", 8)  # noqa: F821 - of the configuration
run = start_done(first="init", start="next", ready="ready", done="valid", data="block", output="digest")


def rotate(value, bits):
    return (value << bits | value >> 128 - bits) & MASK


def model(message):
    state = 0
    for at in range(0, len(message), 16):
        mix = int.from_bytes(message[at : at + 16], "big") ^ state
        for number in range(ROUNDS):
            mix = (rotate(mix, 7) + rotate(mix, 64) & MASK) ^ number
        state ^= mix
    return state.to_bytes(16, "big")


def random_message(rng):
    return rng.randbytes(16 * rng.randrange(1, 6))


answers = [
    (bytes(16), "00000030a3080a000000041103068800"),
    (b"abcdefghijklmnop" * 3, "0f6ab9e59800ea74ab7ec0fdbff69881"),
]
if ROUNDS == 4:
    answers = [(bytes(16), "00000000000001020000000000004102")]
