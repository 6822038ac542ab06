"""Roundel: synthesizable crypto cores built around round functions, and the lab that measures them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roundel.simulate.device import Device

__version__ = "0.1.0"
__all__ = ["__version__", "open"]


def open(core: str, **options: Any) -> Device:  # the module is the namespace, as in gzip.open
    """Build `core` (a catalog name such as ``"keccak-hash"``) and return it as a simulated device.

    Options are those of :class:`roundel.simulate.device.Device`. Raises `roundel.errors.RoundelError`
    when the core is unknown or cannot be built.
    """
    from roundel.simulate.device import open_device

    return open_device(core, **options)
