"""Verifies a core of a user's project with its adapter."""

from __future__ import annotations

from roundel.adapters.check import RANDOM_MESSAGES, check
from roundel.adapters.cocotb_bench import run_cocotb
from roundel.catalog import Core
from roundel.verify.report import Failure, Report

# An adapter is Python: it runs fewer messages in a second than the harness of the stream protocol.
MOST_MESSAGES = 5 * RANDOM_MESSAGES


def verify_module(core: Core, *, random: int, seed: int) -> Report:
    """Verify a core with its adapter: its known answers, then random messages, with and without pauses.

    Args:
        core: A core of kind "module" with an adapter or a cocotb bench of the user's own.
        random: The number of random messages, of which at most `MOST_MESSAGES` are run.
        seed: Their seed.

    Returns:
        The counts and the failures. A cocotb bench counts as one known answer. A known answer that is wrong
        with and without pauses counts once.
    """
    if core.cocotb is not None:
        run_cocotb(core)  # the error names the case that fails
        return Report(core.name, 1, 1, 0, 0, {}, 0, 0, seed, ())
    checked = check(core, random=min(random, MOST_MESSAGES), seed=seed)
    origins = list(dict.fromkeys(one.origin for one in checked.wrong))
    known = sum(origin.startswith("known answer") for origin in origins)
    failures = [
        Failure(one.origin, "wrong answer", (one.message,), (one.expected,), (one.got,), stalls=one.stalls)
        for one in checked.wrong
    ]
    return Report(
        core=core.name,
        served=checked.known,
        passed=checked.known - known,
        failed=known,
        not_served=0,
        not_served_algs={},
        random=checked.random,
        random_failed=len(origins) - known,
        seed=seed,
        failures=tuple(failures),
    )
