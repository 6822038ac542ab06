"""Simulates a core: Verilator model, stream harness, device, and the front ends of the services."""

from roundel.simulate.aead import AeadSession, MessageKey, TagRefused
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.build import build_model
from roundel.simulate.device import Device, open_device
from roundel.simulate.engine import Engine, EngineRun, open_engine
from roundel.simulate.frames import Kmac, TupleHash
from roundel.simulate.hashing import ALGORITHMS, Algorithm, Hash
from roundel.simulate.model import Stalls
from roundel.simulate.prng import FortunaGenerator, KeccakGenerator

__all__ = [
    "ALGORITHMS",
    "AeadSession",
    "Algorithm",
    "Beats",
    "Device",
    "Engine",
    "EngineRun",
    "FortunaGenerator",
    "Hash",
    "KeccakGenerator",
    "Kmac",
    "MessageKey",
    "Stalls",
    "TagRefused",
    "TupleHash",
    "beats_of",
    "build_model",
    "open_device",
    "open_engine",
    "segments_of",
]
