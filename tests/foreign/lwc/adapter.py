"""The toy with the LWC hardware API: encryption, decryption, a refused tag, a hash."""

from roundel.adapters import lwc

MASK = (1 << 32) - 1
KEY, NONCE = bytes(range(16)), bytes(range(100, 116))
run = lwc()


def words(data):
    return [int.from_bytes(data[at : at + 4].ljust(4, b"\0"), "big") for at in range(0, len(data), 4)]


def model(message):
    key, text = sum(words(message.get("key", b""))) & MASK, message["text"]
    total, out = key, b""
    sums = words(message.get("nonce", b"")) + words(message.get("ad", b"")) + words(text)
    for word in sums:
        total = ((total << 5 | total >> 27) + word) & MASK
    for at, word in zip(range(len(text), 0, -4), words(text), strict=True):
        out += (word ^ key ^ at).to_bytes(4, "big")[:at]
    tag = total.to_bytes(4, "big")
    return tag if message["op"] == "hash" else out + tag


def encrypted(text, ad=b""):
    return {"op": "encrypt", "key": KEY, "nonce": NONCE, "ad": ad, "text": text}


def blocks(count):
    return encrypted(bytes(4 * count))


def random_message(rng):
    return encrypted(rng.randbytes(rng.randrange(20)), rng.randbytes(rng.randrange(20)))


SEALED = model(encrypted(b"lightweight", b"header"))
OPENED = encrypted(SEALED[:-4], b"header") | {"op": "decrypt", "tag": SEALED[-4:]}
answers = [
    (encrypted(b"lightweight", b"header"), SEALED),
    (OPENED, b"lightweight"),
    (OPENED | {"tag": b"\0\0\0\0"}, None),
    ({"op": "hash", "text": b"abcdef"}, model({"op": "hash", "text": b"abcdef"})),
]
