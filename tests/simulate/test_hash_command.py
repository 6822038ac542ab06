import hashlib
import io
import json
import os
import sys
import threading
from pathlib import Path

import oracles
import pytest
from Crypto.Hash import keccak as pycryptodome_keccak

from roundel.cli import main
from roundel.simulate.hashing import Hash


@pytest.fixture
def run(capsys, monkeypatch):
    """Run `roundel hash` with arguments; return exit status, stdout, stderr."""

    def run_(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["roundel", "hash", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as exit_:
            main()
        printed = capsys.readouterr()
        return int(exit_.value.code or 0), printed.out, printed.err

    return run_


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "some text").write_bytes(b"some text " * 1000)
    return [tmp_path / "empty", tmp_path / "some text"]


def test_prints_as_sha3sum_does(run, files) -> None:
    status, out, err = run(*map(str, files))
    assert status == 0
    assert out == "".join(f"{hashlib.sha3_256(f.read_bytes()).hexdigest()}  {f}\n" for f in files)
    assert "2 of 2 equal hashlib; 10,000 bytes in" in err
    assert "cycles/s" in err


def test_standard_input(run) -> None:
    status, out, _ = run("-", "--algorithm", "sha3_512", stdin=b"abc")
    assert (status, out) == (0, f"{hashlib.sha3_512(b'abc').hexdigest()}  -\n")


def test_a_pipe_works_like_a_file(run, tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"abc",))
    writer.start()
    status, out, _ = run(str(pipe))
    writer.join()
    assert (status, out) == (0, f"{hashlib.sha3_256(b'abc').hexdigest()}  {pipe}\n")


def test_json(run, files) -> None:
    status, out, _ = run(str(files[1]), "--json", "--algorithm", "shake_128", "--length", "5")
    row = json.loads(out)[0]
    data = files[1].read_bytes()
    assert status == 0
    assert row["digest"] == row["expected"] == hashlib.shake_128(data).hexdigest(5)
    assert (row["file"], row["core"], row["bytes"]) == (str(files[1]), "keccak-hash", len(data))
    assert row["equal"] is True and row["cycles"] > 24 * len(data) // 168 and row["seconds"] > 0


def test_algorithms_missing_in_hashlib_are_checked_with_the_golden_model(run, files) -> None:
    status, out, err = run(str(files[1]), "--algorithm", "keccak_256")
    data = files[1].read_bytes()
    assert out.split()[0] == pycryptodome_keccak.new(digest_bits=256, data=data).hexdigest()
    assert status == 0 and "1 of 1 equal the golden model" in err


@pytest.mark.parametrize("name", ["cshake_256", "kmac_128", "kmacxof_256", "parallel_hash_xof_128", "kt_256"])
def test_functions_that_the_sender_makes(run, files, name) -> None:
    key = ["--key", "40" * 32] if name.startswith("kmac") else []
    block = ["--block-bytes", "100"] if name.startswith("parallel") else []
    status, out, err = run(
        str(files[1]), "--algorithm", name, "--custom", "c", "--length", "40", *key, *block
    )
    data = files[1].read_bytes()
    expected = {
        "cshake_256": lambda: oracles.cshake(256, data, 40, b"", b"c"),
        "kmac_128": lambda: oracles.kmac(128, b"@" * 32, data, 40, b"c"),
        "kmacxof_256": lambda: oracles.kmac_xof(256, b"@" * 32, data, 40, b"c"),
        "kt_256": lambda: oracles.kt(256, data, 40, b"c"),
        "parallel_hash_xof_128": lambda: oracles.parallel_hash(128, data, 100, 40, b"c", xof=True),
    }[name]().hex()
    assert (status, out) == (0, f"{expected}  {files[1]}\n")
    assert f"keccak-hash {name}: 1 of 1 equal the golden model" in err


def test_turboshake(run, files) -> None:
    status, out, err = run(str(files[1]), "--algorithm", "turboshake_128", "--core", "multi-keccak-hs")
    assert (status, out.split()[0]) == (0, oracles.turboshake(128, files[1].read_bytes(), 32).hex())
    assert "1 of 1 equal the golden model" in err


def test_all_files_are_one_tuple(run, files) -> None:
    status, out, err = run(*map(str, files), "--algorithm", "tuple_hash_128")
    expected = oracles.tuple_hash(128, [f.read_bytes() for f in files], 32, b"").hex()
    assert (status, out) == (0, f"{expected}  {files[0]} {files[1]}\n")
    assert "1 of 1 equal the golden model; 10,000 bytes" in err


def test_a_wrong_digest_is_reported_and_exits_1(run, files, monkeypatch) -> None:
    monkeypatch.setattr(Hash, "digest", lambda self: bytes(self.digest_size))
    status, out, err = run(*map(str, files))
    assert status == 1
    assert out.startswith(64 * "0")
    assert f"{files[0]}: DIFFERS, hashlib says {hashlib.sha3_256(b'').hexdigest()}" in err
    assert "0 of 2 equal" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file"], "'no-such-file' does not exist"),
        (["/"], "'/' is a directory"),
        (["-", "--algorithm", "sha3"], "unknown hash algorithm 'sha3'"),
        (["-", "--core", "keccak-hsah"], "Did you mean keccak-hash"),
        (["-", "--length", "31"], "sha3_256 has 32 bytes, not 31"),
        (["-", "--algorithm", "kmac_128"], "kmac_128 needs --key"),
        (["-", "--algorithm", "kmac_128", "--key", "0x4"], "--key '0x4'"),
        (["-", "--key", "40"], "sha3_256 has no --key"),
        (["-", "--custom", "c"], "sha3_256 has no --custom"),
        (["-", "--algorithm", "kmac_256", "--block-bytes", "8"], "kmac_256 has no --block-bytes"),
        (["-", "--algorithm", "kmac_256", "--key", "40", "--core", "keccak-hash-digest"], "is not keccak"),
    ],
)
def test_mistakes_are_named(run, arguments, message) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
