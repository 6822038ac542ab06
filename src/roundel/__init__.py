"""Roundel: synthesizable crypto cores built around round functions, and the lab that measures them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roundel.simulate.device import Device

__version__ = "1.0.0rc1"
__all__ = ["__version__", "open"]


def open(core: str, **options: Any) -> Device:  # the module is the namespace, as in gzip.open
    """Build a service core, and return it as a simulated device.

    Args:
        core: Name in the catalog, such as ``"keccak-hash"``.
        **options: The keyword arguments of :class:`roundel.simulate.device.Device`.

    Returns:
        The device, reset and ready.

    Raises:
        roundel.errors.RoundelError: The core is unknown, is not a service core, or cannot be built.
    """
    from roundel.simulate.device import open_device

    return open_device(core, **options)
