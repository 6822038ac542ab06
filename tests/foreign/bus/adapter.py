"""A register bus: write the block, start, poll, read the result."""

from roundel.adapters import RegisterBus

bus = RegisterBus(select="cs", write="we", address="address", write_data="write_data", read_data="read_data")


async def run(dut, message):
    answer = b""
    for at in range(0, len(message), 16):
        await bus.write_bytes(dut, 0x10, message[at : at + 16])
        await bus.write_word(dut, 0x08, 1)
        await bus.poll(dut, 0x09, 1)
        answer = await bus.read_bytes(dut, 0x20, 16)
    return answer


def model(message):
    block = [int.from_bytes(message[-16:][at : at + 4], "big") for at in range(0, 16, 4)]
    result = list(block)
    for _ in range(5):
        result = [(word << 3 | word >> 29) & 0xFFFFFFFF ^ block[(i + 1) % 4] for i, word in enumerate(result)]
    return b"".join(word.to_bytes(4, "big") for word in result)


def random_message(rng):
    return rng.randbytes(16)


answers = [(bytes(range(16)), model(bytes(range(16))))]
