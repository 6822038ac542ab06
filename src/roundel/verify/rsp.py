"""Known answers of NIST's `.rsp` files (CAVP): lines `NAME = VALUE`, in groups of `[NAME = VALUE]`.

The format does not name the algorithm in a field. It is in the name of the file, as NIST names it, or in the
comments at the head of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from roundel.verify.rows import Made, Row, malformed, other

SOURCE = "NIST CAVP"
FAILURE = "FAIL = "  # the line FAIL stands for it: a test whose tag is wrong
_SETTING = re.compile(r"\[\s*([^=\]]+?)\s*(?:=\s*([^\]]*?)\s*)?\]")
_FIELD = re.compile(r"([A-Za-z][\w ]*?)\s*=\s*(.*?)\s*")
# What the name of a file, or a comment, says of the algorithm.
_ALGORITHMS = (
    (re.compile(r"SHA3[-_](224|256|384|512)", re.IGNORECASE), "SHA3-{0}"),
    (re.compile(r"SHAKE(128|256)", re.IGNORECASE), "SHAKE{0}"),
    (re.compile(r"GCM", re.IGNORECASE), "GCM"),
    (re.compile(r"CMAC", re.IGNORECASE), "CMAC"),
    (re.compile(r"(?<![A-Z])ECB", re.IGNORECASE), "ECB"),
    (re.compile(r"(?<![A-Z])CTR", re.IGNORECASE), "CTR"),
)
_FOREIGN = re.compile(r"TDES|T?DES3|TECB|TCTR|TCMAC|CMAC\w*TDES", re.IGNORECASE)


def rsp_rows(path: Path, text: str) -> Iterator[Made]:
    """Yield a row for each test of a file."""
    lines = text.splitlines()
    algorithm = _algorithm(path, lines)
    if algorithm is None:
        yield malformed(
            f"{path}: no algorithm in the file's name or in its comments",
            "Name the file as NIST does: SHA3_256ShortMsg.rsp, gcmDecrypt128.rsp, ECBVarTxt128.rsp.",
        )
        return
    settings: dict[str, str] = {}
    for number, block in _blocks(lines, settings):
        where = f"{path}: line {number}"
        fields: dict[str, str] = {}
        broken = ""
        for line in block:
            match = _FIELD.fullmatch(FAILURE if line == FAILURE.split()[0] else line)
            broken = broken or ("" if match else line)
            fields |= {match[1].lower(): match[2]} if match else {}
        if broken:
            yield malformed(f"{where}: {broken[:60]!r} is no field", "Expected NAME = VALUE.")
            continue
        if row := _row(where, algorithm, fields, settings):
            yield row


def _algorithm(path: Path, lines: list[str]) -> str | None:
    comments = " ".join(line for line in lines[:12] if line.startswith("#"))
    for text in (path.stem, comments):
        if _FOREIGN.search(text):
            return "TDES"
        for pattern, name in _ALGORITHMS:
            if match := pattern.search(text):
                return name.format(*match.groups())
    return None


def _blocks(lines: list[str], settings: dict[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each test with the number of the first; `settings` has those of its group."""
    block: list[str] = []
    first = 0
    for number, line in enumerate([*lines, ""], 1):
        text = line.split("#")[0].strip()
        setting = _SETTING.fullmatch(text)
        if block and (not text or setting):
            yield first, block
            block = []
        if setting:
            settings[setting[1].lower()] = setting[2] or ""
            for one in ("encrypt", "decrypt"):
                if setting[1].lower() == one:
                    settings["direction"] = one
        elif text:
            first = first if block else number
            block.append(text)


def _row(where: str, algorithm: str, fields: Mapping[str, str], settings: Mapping[str, str]) -> Made | None:
    if algorithm.startswith("SHA"):
        return _hash(where, algorithm, fields)
    if algorithm in ("ECB", "CTR"):
        if {"plaintext", "ciphertext", "key"} - set(fields):
            return _incomplete(where, fields, "KEY, PLAINTEXT and CIPHERTEXT")
        value = {"key": fields["key"], "msg": fields["plaintext"], "ct": fields["ciphertext"]}
        names = {"key": "KEY", "msg": "PLAINTEXT", "ct": "CIPHERTEXT", "iv": "IV"}
        if algorithm == "CTR":
            value["iv"] = fields.get("iv", "")
        return _made(where, f"AES-{4 * len(value['key'])}-{algorithm}", value, names)
    if algorithm == "GCM":
        return _gcm(where, fields)
    if algorithm == "CMAC":
        return _cmac(where, fields)
    return other(where, algorithm, SOURCE)


def _hash(where: str, algorithm: str, fields: Mapping[str, str]) -> Made | None:
    output = fields.get("md", fields.get("output"))
    if "seed" in fields or (output is None and set(fields) == {"msg"}):
        return None  # the start of a Monte Carlo test
    if output is not None and "msg" not in fields:
        return other(where, f"{algorithm}, Monte Carlo", SOURCE)
    if output is None:
        return _incomplete(where, fields, "Msg, and MD or Output")
    msg = fields["msg"]
    if "len" in fields:
        if not fields["len"].isdigit():
            return malformed(f"{where}: field Len: {fields['len']!r}", "Expected the bits of Msg.")
        bits = int(fields["len"])
        if bits % 8:
            return other(where, f"{algorithm}, messages that are no whole bytes", SOURCE)
        if 4 * len(msg) < bits:
            return malformed(f"{where}: field Msg: {4 * len(msg)} bits", f"Expected {bits}, as Len says.")
        msg = msg[: bits // 4]
    value = {"msg": msg, "digest": output}
    return _made(where, algorithm, value, {"msg": "Msg", "digest": "MD" if "md" in fields else "Output"})


def _gcm(where: str, fields: Mapping[str, str]) -> Made:
    names = {"key": "Key", "nonce": "IV", "ad": "AAD", "msg": "PT", "ct": "CT", "tag": "Tag"}
    # An invalid test has the line FAIL in place of its plaintext.
    valid = "fail" not in fields
    absent = [name for own, name in names.items() if name.lower() not in fields and (valid or own != "msg")]
    if absent:
        return _incomplete(where, fields, ", ".join(absent))
    value = {own: fields[name.lower()] for own, name in names.items() if name.lower() in fields}
    return _made(where, f"AES-{4 * len(value['key'])}-GCM", {**value, "result": _result(valid)}, names)


def _cmac(where: str, fields: Mapping[str, str]) -> Made:
    names = {"key": "Key", "msg": "Msg", "tag": "Mac"}
    absent = [name for name in names.values() if name.lower() not in fields]
    if absent:
        return _incomplete(where, fields, ", ".join(absent))
    value = {own: fields[name.lower()] for own, name in names.items()}
    if fields.get("mlen") == "0":
        value["msg"] = ""
    valid = not fields.get("result", "P").upper().startswith("F")
    return _made(where, f"AES-{4 * len(value['key'])}-CMAC", {**value, "result": _result(valid)}, names)


def _result(valid: bool) -> str:
    return "valid" if valid else "invalid"


def _incomplete(where: str, fields: Mapping[str, str], expected: str) -> Made:
    return malformed(f"{where}: a test of {', '.join(fields) or 'no fields'}", f"Expected {expected}.")


def _made(where: str, alg: str, value: Mapping[str, str], names: Mapping[str, str]) -> Row:
    return Row(where, {"alg": alg, "src": SOURCE, **value}, names)
