"""The RTL of every core with Lake Keyak: forgeries."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from transactions import check_forgeries

from roundel.simulate.device import Device

# The number of messages per core. One in ten is unchanged.
FORGERIES = {"keyak-hs": 3000, "multi-keccak-hs": 2000, "keyak-la": 500, "multi-keccak-la": 500}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORGERIES)
def test_a_bit_flipped_anywhere_is_refused(name: str, opened: Callable[[str], Device]) -> None:
    """The bit is in ciphertext, tag, data, nonce or key."""
    check_forgeries(opened(name), FORGERIES[name])
