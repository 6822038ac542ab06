"""The functions of SP 800-185, KT128 and KT256 on a device: the sender's library frames, the core hashes.

A core that serves KMAC or cSHAKE (keccak-kmac) frames these itself, if key, customization string and output
have lengths that it serves. `roundel.simulate.frames` has the objects of the messages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from roundel.algorithms.kmac import CSHAKE, CUSTOM_SIZES, KMAC_128, KMAC_256
from roundel.algorithms.kmac import Kmac as KmacAlgorithm
from roundel.algorithms.sender import SENDER_FUNCTIONS, Mode, SenderFunction
from roundel.errors import RoundelError
from roundel.protocol.stream import ACCEPTED, REFUSED
from roundel.simulate.frames import (
    FramedHash,
    KangarooHash,
    Kmac,
    ParallelHash,
    ServedKmac,
    TupleHash,
    refused,
)
from roundel.simulate.hashing import Algorithm, Hash, HashMixin, output_length
from roundel.simulate.service import BytesLike, as_bytes, describe

KMACS = (KMAC_128, KMAC_256)


class FramedMixin(HashMixin):
    """The hash front end of a device, with the functions whose messages the sender frames."""

    def new(
        self,
        algorithm: str | Algorithm,
        data: BytesLike | None = None,
        *,
        length: int | None = None,
        custom: BytesLike = b"",
        key: BytesLike | None = None,
        function_name: BytesLike = b"",
        block_bytes: int | None = None,
        domain: int | None = None,
    ) -> Hash:
        """Begin a hash, as `hashlib.new` does.

        Args:
            algorithm: A name such as "sha3_256" or "kmac_128", or an `Algorithm` with any rate and suffix
                that the core serves.
            data: The first bytes of the message; of a TupleHash the first element.
            length: Length of the digest in bytes. All but SHA-3, Keccak and Ascon-Hash256 require it.
            custom: The customization string: of SP 800-185, KT128 and KT256 any length, of Ascon-CXOF128 at
                most 256 bytes.
            key: The key of a KMAC. SP 800-185 asks for at least 16 bytes (KMAC128) or 32 (KMAC256).
            function_name: The function name of a cSHAKE, which NIST reserves for its own functions.
            block_bytes: The size of a block of a ParallelHash.
            domain: The domain byte of a TurboSHAKE, 0x01 to 0x7f. The default is 0x1f.

        Returns:
            The hash object: of a KMAC a `Kmac`, of a TupleHash a `TupleHash`.

        Raises:
            RoundelError: The name is unknown, an argument is missing or does not fit the algorithm, or the
                core has no such hash service.
        """
        function = SENDER_FUNCTIONS.get(algorithm) if isinstance(algorithm, str) else None
        if isinstance(algorithm, str) and not function:
            algorithm = self._own_algorithm(algorithm)
        name = algorithm if isinstance(algorithm, str) else algorithm.name
        mode = function.mode if function else None
        own_function_name = as_bytes("the function name", function_name)
        for argument, given, owner in (
            ("key=", key is not None, Mode.KMAC),
            ("function_name=", bool(own_function_name), Mode.CSHAKE),
            ("block_bytes=", block_bytes is not None, Mode.PARALLEL_HASH),
        ):
            if given and mode is not owner:
                raise RoundelError(f"{name} has no {argument}", "Omit the argument.")
            if not given and mode is owner is not Mode.CSHAKE:
                raise RoundelError(f"{name} needs {argument}", "Pass the argument.")
        if domain is not None:
            if isinstance(algorithm, str) or not name.startswith("turboshake"):
                raise RoundelError(f"{name} has no domain=", "Omit the argument.")
            algorithm = dataclasses.replace(algorithm, suffix=domain)
        if function is None:
            return super().new(algorithm, b"" if data is None else data, length=length, custom=custom)
        own_key = as_bytes("the key", b"" if key is None else key)
        self._require("hash", "keccak")
        size = output_length(name, length)
        own_custom = as_bytes("the customization string", custom)
        started: Hash
        if function.mode is Mode.KT:
            started = KangarooHash(self, function, size, own_custom)
            if data is not None:
                started.update(data)
            return started
        if function.mode is Mode.CSHAKE and not own_function_name and self._frames_cshake(own_custom):
            hash_ = next(one for one in CSHAKE.functions if one.name == function.name)
            return super().new(hash_, b"" if data is None else data, length=size, custom=own_custom)
        head = function.head(function=own_function_name, custom=own_custom, key=own_key)
        tail = function.tail(size)
        if (kmac := self._serves_kmac(function, own_key, size, own_custom)) is not None:
            message = kmac.message(own_key, b"", b"", size, custom=own_custom, xof=function.xof)
            started = ServedKmac(self, function, size, kmac.request(*message)[:-1])
        elif block_bytes is not None:
            if block_bytes < 1:
                raise RoundelError(f"blocks of {block_bytes} bytes", "A block has 1 byte or more.")
            started = ParallelHash(self, function, size, head, tail, block_bytes)
        else:
            kinds = {Mode.KMAC: Kmac, Mode.TUPLE_HASH: TupleHash}
            started = kinds.get(function.mode, FramedHash)(self, function, size, head, tail)
        if data is not None:
            started.update(data)
        return started

    def cshake_128(
        self, data: BytesLike, length: int, custom: BytesLike = b"", *, function_name: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of cSHAKE128 of `data`; without `custom` and `function_name` of SHAKE128.

        A core that serves cSHAKE frames the message, if `custom` has 1 to 255 bytes and there is no
        `function_name`. Otherwise the sender's library does.
        """
        return self._cshake(128, data, length, custom, function_name)

    def cshake_256(
        self, data: BytesLike, length: int, custom: BytesLike = b"", *, function_name: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of cSHAKE256 of `data`; see `cshake_128`."""
        return self._cshake(256, data, length, custom, function_name)

    def kmac_128(self, key: BytesLike, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return the KMAC128 of `data`, `length` bytes. The length is part of what is authenticated.

        A core that serves KMAC frames the message: with a key of 1 to 255 bytes, a customization string of at
        most 255, and a tag of 1 to 65535. Otherwise the sender's library does, and the core hashes.
        """
        return self._kmac("kmac_128", key, data, length, custom).digest()

    def kmac_256(self, key: BytesLike, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return the KMAC256 of `data`, `length` bytes; see `kmac_128`."""
        return self._kmac("kmac_256", key, data, length, custom).digest()

    def kmacxof_128(self, key: BytesLike, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of KMACXOF128 of `data`. A longer output begins with a shorter one.

        The core frames the message in the cases of `kmac_128`.
        """
        return self._kmac("kmacxof_128", key, data, length, custom).digest()

    def kmacxof_256(self, key: BytesLike, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of KMACXOF256 of `data`; see `kmacxof_128`."""
        return self._kmac("kmacxof_256", key, data, length, custom).digest()

    def verify_kmac_128(
        self, key: BytesLike, data: BytesLike, tag: BytesLike, custom: BytesLike = b""
    ) -> None:
        """Raise TagRefused unless `tag` is the KMAC128 of `data`.

        A core that serves KMAC compares the tag, if that has 8 or 12 to 64 bytes and key and customization
        string have lengths of `kmac_128`. Otherwise Python compares it with the output of the core, as
        `Kmac.verify` does.
        """
        self._verify_kmac("kmac_128", key, data, tag, custom)

    def verify_kmac_256(
        self, key: BytesLike, data: BytesLike, tag: BytesLike, custom: BytesLike = b""
    ) -> None:
        """Raise TagRefused unless `tag` is the KMAC256 of `data`; see `verify_kmac_128`."""
        self._verify_kmac("kmac_256", key, data, tag, custom)

    def tuple_hash_128(self, items: Iterable[BytesLike], length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of TupleHash128 of a tuple of byte strings."""
        return self._tuple_hash("tuple_hash_128", items, length, custom)

    def tuple_hash_256(self, items: Iterable[BytesLike], length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of TupleHash256 of a tuple of byte strings."""
        return self._tuple_hash("tuple_hash_256", items, length, custom)

    def tuple_hash_xof_128(self, items: Iterable[BytesLike], length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of TupleHashXOF128 of a tuple of byte strings."""
        return self._tuple_hash("tuple_hash_xof_128", items, length, custom)

    def tuple_hash_xof_256(self, items: Iterable[BytesLike], length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of TupleHashXOF256 of a tuple of byte strings."""
        return self._tuple_hash("tuple_hash_xof_256", items, length, custom)

    def parallel_hash_128(
        self, data: BytesLike, block_bytes: int, length: int, custom: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of ParallelHash128 of `data` in blocks of `block_bytes`."""
        return self._parallel_hash("parallel_hash_128", data, block_bytes, length, custom)

    def parallel_hash_256(
        self, data: BytesLike, block_bytes: int, length: int, custom: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of ParallelHash256 of `data` in blocks of `block_bytes`."""
        return self._parallel_hash("parallel_hash_256", data, block_bytes, length, custom)

    def parallel_hash_xof_128(
        self, data: BytesLike, block_bytes: int, length: int, custom: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of ParallelHashXOF128 of `data` in blocks of `block_bytes`."""
        return self._parallel_hash("parallel_hash_xof_128", data, block_bytes, length, custom)

    def parallel_hash_xof_256(
        self, data: BytesLike, block_bytes: int, length: int, custom: BytesLike = b""
    ) -> bytes:
        """Return `length` bytes of ParallelHashXOF256 of `data` in blocks of `block_bytes`."""
        return self._parallel_hash("parallel_hash_xof_256", data, block_bytes, length, custom)

    def turboshake_128(self, data: BytesLike, length: int, domain: int = 0x1F) -> bytes:
        """Return `length` bytes of TurboSHAKE128 of `data`."""
        return self.new("turboshake_128", data, length=length, domain=domain).digest()

    def turboshake_256(self, data: BytesLike, length: int, domain: int = 0x1F) -> bytes:
        """Return `length` bytes of TurboSHAKE256 of `data`."""
        return self.new("turboshake_256", data, length=length, domain=domain).digest()

    def kt_128(self, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of KT128 (KangarooTwelve) of `data`."""
        return self.new("kt_128", data, length=length, custom=custom).digest()

    def kt_256(self, data: BytesLike, length: int, custom: BytesLike = b"") -> bytes:
        """Return `length` bytes of KT256 of `data`."""
        return self.new("kt_256", data, length=length, custom=custom).digest()

    def _cshake(
        self, strength: int, data: BytesLike, length: int, custom: BytesLike, function_name: BytesLike
    ) -> bytes:
        name = f"cshake_{strength}"
        return self.new(name, data, length=length, custom=custom, function_name=function_name).digest()

    def _kmac(self, name: str, key: BytesLike, data: BytesLike, length: int, custom: BytesLike) -> Kmac:
        started = self.new(name, data, length=length, custom=custom, key=key)
        assert isinstance(started, Kmac)
        return started

    def _verify_kmac(
        self, name: str, key: BytesLike, data: BytesLike, tag: BytesLike, custom: BytesLike
    ) -> None:
        given, own_key = as_bytes("the tag", tag), as_bytes("the key", key)
        own_custom = as_bytes("the customization string", custom)
        kmac = self._serves_kmac(SENDER_FUNCTIONS[name], own_key, len(given), own_custom)
        if kmac is None or len(given) not in kmac.verify_sizes:
            self._kmac(name, own_key, data, len(given), own_custom).verify(given)
            return
        text = as_bytes(f"the data of a {name}", data)
        answer = self._exchange(kmac.request(*kmac.message(own_key, b"", text, given, custom=own_custom)))
        if answer == [REFUSED]:
            raise refused(name)
        if answer != [ACCEPTED]:
            raise RoundelError(f"{self.core.name} answered a VERIFY of {name} with {describe(answer)}")

    def _frames_cshake(self, custom: bytes) -> bool:
        """Return whether the core frames a cSHAKE with that customization string and no function name."""
        return self.core.serves(CSHAKE.name) and len(custom) in CSHAKE.custom_sizes

    def _serves_kmac(
        self, function: SenderFunction, key: bytes, length: int, custom: bytes
    ) -> KmacAlgorithm | None:
        """Return the algorithm of the core that makes this KMAC; None if the sender's library frames it."""
        if function.mode is not Mode.KMAC:
            return None
        (kmac,) = (one for one in KMACS if one.rate_bytes == function.rate_bytes)
        fits = len(key) in kmac.key_sizes and len(custom) in CUSTOM_SIZES and length in kmac.tag_sizes
        return kmac if fits and self.core.serves(kmac.name) else None

    def _tuple_hash(self, name: str, items: Iterable[BytesLike], length: int, custom: BytesLike) -> bytes:
        started = self.new(name, length=length, custom=custom)
        for item in items:
            started.update(item)
        return started.digest()

    def _parallel_hash(
        self, name: str, data: BytesLike, block_bytes: int, length: int, custom: BytesLike
    ) -> bytes:
        return self.new(name, data, length=length, custom=custom, block_bytes=block_bytes).digest()
