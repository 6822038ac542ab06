"""The keyed mixer, with a key for each block."""

from roundel.adapters import valid_ready

MASK = (1 << 64) - 1
run = valid_ready(
    in_valid="in_valid",
    in_ready="in_ready",
    out_valid="out_valid",
    out_ready="out_ready",
    output="out_data",
)


def blocks(count):
    return [{"in_data": bytes([i] * 8), "key": bytes([255 - i] * 8)} for i in range(count)]


def model(message):
    answer = b""
    for block in message:
        state, key = (int.from_bytes(block[name], "big") for name in ("in_data", "key"))
        for _ in range(6):
            state = ((state << 11 | state >> 53) & MASK) + (key ^ 0x0123456789ABCDEF) & MASK
        answer += state.to_bytes(8, "big")
    return answer


def random_message(rng):
    return [{"in_data": rng.randbytes(8), "key": rng.randbytes(8)} for _ in range(rng.randrange(1, 9))]


answers = [(blocks(1), "c317e5c2b1828fe4")]
