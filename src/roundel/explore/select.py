"""Which cores of the catalog offer a service, and at which variant each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from roundel.catalog import Core, Service
from roundel.catalog.naming import normalized
from roundel.errors import RoundelError, unknown_name

# Other names of a service than that of the catalog.
SYNONYMS = {
    **{"authenticated encryption": "aead", "authentication": "mac", "block cipher": "block"},
    **{
        "digest": "hash",
        "generator": "prng",
        "random": "prng",
        "rng": "prng",
        "sampler": "sample",
        "xof": "hash",
    },
}


@dataclass(frozen=True)
class Choice:
    """A core and the service of it that is asked for, at one variant."""

    core: Core
    service: Service


def choices(
    catalog: Iterable[Core], wanted: str, variant: str | None = None, cores: Collection[str] = ()
) -> list[Choice]:
    """Return the cores that offer what is `wanted`, each at one variant: its main one, or its first.

    Case, hyphens and underscores in names do not count.

    Args:
        catalog: The cores.
        wanted: A service (`hash`), an algorithm (`aes-gcm`), a function (`SHA3-256`) or the beginning of the
            name of a function (`sha3`).
        variant: A variant (`seal-128`), an algorithm or a function; None means the main one.
        cores: Names of cores, or patterns such as `keccak-*`; empty means all.

    Raises:
        RoundelError: No core offers it. The hint has the nearest names.
    """
    known = list(catalog)
    names = {normalized(synonym): normalized(name) for synonym, name in SYNONYMS.items()}
    word = names.get(normalized(wanted), normalized(wanted))
    every = [Choice(core, service) for core in known for service in core.services]
    offered = [c for c in every if word in map(normalized, c.service.names)]
    if not offered and word:
        offered = [c for c in every if any(normalized(f).startswith(word) for f in c.service.functions)]
    if not offered:
        raise unknown_name("service", wanted, {name for c in every for name in c.service.names})
    if variant is not None:
        found = [c for c in offered if normalized(variant) in map(normalized, _variant_names(c.service))]
        if not found:
            raise unknown_name(
                f"variant of {wanted}", variant, {n for c in offered for n in _variant_names(c.service)}
            )
        offered = found
    for pattern in cores:
        if not any(_fits(c.core, pattern) for c in offered):
            raise unknown_name(f"core that offers {wanted}", pattern, {c.core.name for c in offered})
    if cores:
        offered = [c for c in offered if any(_fits(c.core, pattern) for pattern in cores)]
    chosen: dict[str, Choice] = {}
    for choice in sorted(offered, key=lambda c: not c.service.primary):
        chosen.setdefault(choice.core.name, choice)
    return [chosen[core.name] for core in known if core.name in chosen]


def patterns_of(text: str) -> tuple[str, ...]:
    """Return the names or patterns that a text has, with commas between them; RoundelError for none."""
    patterns = tuple(pattern.strip() for pattern in text.split(",") if pattern.strip())
    if not patterns:
        raise RoundelError("no core is named", "Omit --cores for all, or write --cores 'keccak-*'.")
    return patterns


def _variant_names(service: Service) -> set[str]:
    return {service.variant, service.algorithm, *service.functions}


def _fits(core: Core, pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in (core.name, *core.aliases))
