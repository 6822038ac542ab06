"""Known answers of Project Wycheproof: groups of tests, each valid, invalid or acceptable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from roundel.verify.rows import Made, Row, malformed

# By the file's algorithm, in lower case: the name of an entry for a key of so many bits, and its fields.
_AEAD = {"key": "key", "iv": "nonce", "aad": "ad", "msg": "msg", "ct": "ct", "tag": "tag"}
_MAC = {"key": "key", "msg": "msg", "tag": "tag"}
_ALGORITHMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "aes-gcm": ("AES-{bits}-GCM", _AEAD),
    "aes-cmac": ("AES-{bits}-CMAC", _MAC),
    "kmac128": ("KMAC128", _MAC),
    "kmac256": ("KMAC256", _MAC),
    "ascon-aead128": ("Ascon-AEAD128", _AEAD),
    "ascon128": ("Ascon-128 v1.2", _AEAD),  # another algorithm than that of SP 800-232
}


def is_wycheproof(content: Any) -> bool:
    """Return whether a JSON document is a file of Wycheproof."""
    known = isinstance(content, dict) and isinstance(content.get("testGroups"), list)
    return known and "algorithm" in content and ("numberOfTests" in content or "schema" in content)


def wycheproof_rows(where: str, content: Mapping[str, Any]) -> Iterator[Made]:
    """Yield the rows of a file, each with its place: that of the test, by its number."""
    algorithm = str(content["algorithm"])
    for number, group in enumerate(content["testGroups"], 1):
        tests = group.get("tests") if isinstance(group, dict) else None
        if not isinstance(tests, list):
            yield malformed(f"{where}: group {number} has no list of tests")
            continue
        for place, test in enumerate(tests, 1):
            if not isinstance(test, dict):
                yield malformed(f"{where}: group {number}, test {place} is not an object")
                continue
            yield _row(f"{where}: test {test.get('tcId', place)}", algorithm, test)


def _row(where: str, algorithm: str, test: Mapping[str, Any]) -> Row:
    pattern, names = _ALGORITHMS.get(algorithm.lower(), (algorithm, {}))
    key = test.get("key")
    bits = 4 * len(key) if isinstance(key, str) else 0
    alg = pattern.format(bits=bits)
    if test.get("result") == "acceptable":
        alg += ", acceptable"  # either answer is right: there is nothing to check
    fields = {own: test[name] for name, own in names.items() if name in test}
    return Row(
        where,
        {"alg": alg, "src": "Wycheproof", "result": test.get("result", "valid"), **fields},
        {own: name for name, own in names.items()},
    )
