"""A paper's table of modes beside what our cores serve, by the catalog and the golden models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from roundel.catalog import Core
from roundel.compare.answers import ModeAnswer, ServedMode, Verdict
from roundel.papers import Mode, ModeTable


def mode_answers(tables: Iterable[ModeTable], catalog: Mapping[str, Core]) -> tuple[ModeAnswer, ...]:
    """Return the answer to each line of tables of modes."""
    return tuple(_answer(table.name, mode, catalog) for table in tables for mode in table.modes)


def _answer(table: str, mode: Mode, catalog: Mapping[str, Core]) -> ModeAnswer:
    served = tuple(_served(mode, catalog))
    lacking = [core for core in mode.cores if core not in {one.core for one in served}]
    if lacking:
        reason = f"no service {mode.service} {mode.variant} of {mode.algorithm} in {', '.join(lacking)}"
        return ModeAnswer(table, mode, served, Verdict.MISSING, reason)
    other = [one for one in served if one.numbers != numbers(mode)]
    if other:
        said = "; ".join(f"{one.core} has {_words(one.numbers)}" for one in other)
        why = mode.why or f"Ours is another setting: {said}, the paper {_words(numbers(mode))}."
        return ModeAnswer(table, mode, served, Verdict.FAILS, said, why)
    return ModeAnswer(table, mode, served, Verdict.HOLDS, f"in {' and '.join(mode.cores)}")


def _served(mode: Mode, catalog: Mapping[str, Core]) -> Iterator[ServedMode]:
    """Yield what each core has of a mode."""
    from roundel.algorithms.settings import setting_of  # the golden models, which no row needs

    for name in mode.cores:
        for service in catalog[name].services if name in catalog else ():
            found = (service.name, service.algorithm, service.variant)
            if found != (mode.service, mode.algorithm, mode.variant):
                continue
            setting = setting_of(service.algorithm, service.variant)
            if setting is not None:
                rate = service.block_bits if mode.rate is not None else None
                yield ServedMode(name, setting.block_bits, setting.key_bits, setting.rounds, rate)


def numbers(mode: Mode) -> tuple[int, int, int, int | None]:
    """Return what is compared of a mode: block, key, rounds and rate."""
    return mode.block, mode.key, mode.rounds, mode.rate


def _words(found: tuple[int, int, int, int | None]) -> str:
    block, key, rounds, rate = found
    words = f"a block of {block} bits, a key of {key}, {rounds} rounds"
    return words + (f", a rate of {rate}" if rate else "")
