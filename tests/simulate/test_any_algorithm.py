"""The front ends that serve any algorithm with a descriptor, on doubles of cores that obey the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from doubles import FakeDevice

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import Core, Service, find_core
from roundel.errors import RoundelError
from roundel.models import ascon
from roundel.protocol.stream import Operation
from roundel.simulate.aead import AeadMixin, TagRefused
from roundel.simulate.hashing import HashMixin
from roundel.simulate.mac import MacMixin

TEXT, AD = bytes(range(100)), bytes(range(16))


class Double(FakeDevice, HashMixin, MacMixin, AeadMixin):
    """A core of one algorithm."""


def core(service: str, algorithm: str) -> Core:
    services = (Service(service, "", 128, 10, algorithm=algorithm),)
    return replace(find_core("keccak-hash"), name="double", services=services)


@pytest.mark.parametrize("algorithm", algorithms_of(Aead).values(), ids=str)
def test_encrypt_and_decrypt(algorithm: Aead) -> None:
    device = Double(core=core("aead", algorithm.name))
    key, nonce = bytes(next(n for n in range(99) if n in algorithm.key_sizes)), bytes(algorithm.usual_nonce)
    sealed = device.encrypt(key, nonce, AD, TEXT)
    state = algorithm.new_state(key, nonce)
    assert sealed == algorithm.process(state, Operation.SEAL, nonce, AD, TEXT)
    assert device.decrypt(key, nonce, AD, *sealed) == TEXT
    with pytest.raises(TagRefused):
        device.decrypt(key, nonce, b"", *sealed)
    if algorithm.in_sessions:
        with pytest.raises(RoundelError, match=f"keeps sessions of {algorithm}"):
            device.aead_key(key)
    else:
        own = device.aead_key(key)
        assert [own.encrypt(nonce, AD, TEXT) for _ in range(3)] == [sealed] * 3


@pytest.mark.parametrize("algorithm", algorithms_of(Mac).values(), ids=str)
def test_mac(algorithm: Mac) -> None:
    device = Double(core=core("mac", algorithm.name))
    key, iv, size = bytes(algorithm.key_sizes[-1]), bytes(algorithm.iv_bytes), algorithm.usual_tag_bytes
    assert device.mac(key, TEXT, iv=iv) == algorithm.tag(key, iv, TEXT, size, algorithm.suffix)


@pytest.mark.parametrize("algorithm", algorithms_of(Hash).values(), ids=str)
def test_hash(algorithm: Hash) -> None:
    device = Double(core=core("hash", algorithm.name))
    for function in algorithm.functions:
        length = function.digest_bytes or 48  # some algorithms have whole lanes only
        custom = b"custom" if function.sized_custom else b""
        command, data = function.command(length, custom), algorithm.data(TEXT, custom)
        expected = algorithm.compute(command, data, None)[0]
        assert device.new(function.name, TEXT, length=length, custom=custom).digest() == expected


def test_a_customization_string() -> None:
    device = Double(core=core("hash", "ascon-cxof128"))
    digest = device.new("ascon_cxof128", TEXT, length=40, custom=b"custom").digest()
    assert digest == ascon.cxof_128(TEXT, 40, b"custom")
    with pytest.raises(RoundelError, match="a customization string of 257 bytes, expected at most 256"):
        device.new("ascon_cxof128", length=40, custom=bytes(257))


@pytest.mark.parametrize("service", ["aead", "mac"])
def test_an_algorithm_without_descriptor_is_refused_by_its_name(service: str) -> None:
    device = Double()
    device.core = core(service, "nimbus")
    with pytest.raises(RoundelError, match=rf"double serves {service} \(algorithm 'nimbus'\)") as caught:
        device.encrypt(AD, AD, b"", TEXT) if service == "aead" else device.mac(AD, TEXT)
    assert "Known: aes-" in caught.value.hint and "keccak-f" not in caught.value.hint
