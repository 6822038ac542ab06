"""The targets, as data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from roundel.errors import RoundelError, unknown_name
from roundel.implement.cells import CELLS, cells_target
from roundel.implement.target import ROUTED_ONLY, Pins, PlaceAndRoute, Target

ECP5 = Target(
    name="ecp5",
    device="Lattice ECP5 LFE5U-85F, speed 6, CABGA756",
    synthesis="synth_ecp5 -nodsp",
    no_wide_luts="-nowidelut",
    lut_cells={"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4},
    ff_cells=("TRELLIS_FF",),
    ram_cells=("DP16KD",),
    dsp_cells=("MULT18X18D",),
    level_cells={"LUT4": 1, "PFUMX": 0, "L6MUX21": 0, "CCU2C": 0, "TRELLIS_DPR16X4": 1},
    slice_luts=2,
    slice_ffs=2,
    place_and_route=PlaceAndRoute(
        tool="nextpnr-ecp5",
        arguments=("--85k", "--package", "CABGA756", "--speed", "6", "--out-of-context"),
        luts={"TRELLIS_COMB": 1},
        ffs=("TRELLIS_FF",),
        rams=("DP16KD",),
        dsps=("MULT18X18D",),
    ),
)

_XC7_LUTS = {"INV": 1} | {f"LUT{n}": 1 for n in range(1, 7)}
# LUTs that a distributed memory or shift register occupies (Xilinx UG474, "Distributed RAM").
_XC7_LUT_RAMS = {
    "RAM32X1S": 1,
    "RAM64X1S": 1,
    "RAM32X1D": 2,
    "RAM64X1D": 2,
    "RAM128X1S": 2,
    "RAM128X1D": 4,
    "RAM256X1S": 4,
    "RAM32M": 4,
    "RAM64M": 4,
    "SRL16E": 1,
    "SRLC16E": 1,
    "SRLC32E": 1,
}

XC7 = Target(
    name="xc7",
    device="AMD 7 series, synthesis only (not routed)",
    synthesis="synth_xilinx -flatten -family xc7 -noiopad -noclkbuf -nodsp -nobram",
    no_wide_luts="-nowidelut",
    lut_cells=_XC7_LUTS | _XC7_LUT_RAMS,
    ff_cells=("FDRE", "FDSE", "FDCE", "FDPE"),
    ram_cells=("RAMB18E1", "RAMB36E1"),
    dsp_cells=("DSP48E1",),
    level_cells=_XC7_LUTS
    | dict.fromkeys((*_XC7_LUT_RAMS, "DSP48E1"), 1)
    | dict.fromkeys(("MUXF7", "MUXF8", "CARRY4"), 0),
    slice_luts=4,
    slice_ffs=8,
    lacks=ROUTED_ONLY | {"clock_enables"},
)

# Control pins in a name: E enable, S/R set/reset to clock, SS/SR to the clock, N the falling edge.
_ICE40_FFS = tuple(
    f"SB_DFF{edge}{enable}{reset}"
    for edge in ("", "N")
    for enable in ("", "E")
    for reset in ("", "R", "S", "SR", "SS")
)

ICE40 = Target(
    name="ice40",
    device="Lattice iCE40 HX8K, CT256",
    synthesis="synth_ice40 -device hx",
    no_wide_luts="",
    lut_cells={"SB_LUT4": 1},
    ff_cells=_ICE40_FFS,
    ram_cells=("SB_RAM40_4K", "SB_RAM40_4KNR", "SB_RAM40_4KNW", "SB_RAM40_4KNRNW"),
    dsp_cells=(),
    level_cells={"SB_LUT4": 1, "SB_CARRY": 0},
    slice_luts=8,
    slice_ffs=8,
    place_and_route=PlaceAndRoute(
        tool="nextpnr-ice40",
        arguments=("--hx8k", "--package", "ct256", "--pcf", "pins.pcf"),
        luts={"LUT4 only": 1, "LUT4 and DFF": 1},
        ffs=("LUT4 and DFF", "DFF only"),
        rams=("ICESTORM_RAM",),
        dsps=(),
        # J3 reaches a global buffer.
        pins=Pins("pins.pcf", "set_io clk_i J3\nset_io rst_ni K9\nset_io scan_i B2\nset_io scan_o B5\n"),
    ),
    lacks=frozenset(("wide_luts",)),
    note="No LUT RAM: memories are block RAMs or flip-flops.",
)

_GOWIN_LUTS = Path(__file__).parent / "data" / "gowin_luts.v"
_GOWIN_FFS = tuple(f"DFF{edge}{kind}" for edge in ("", "N") for kind in ("", "S", "R", "P", "C"))

GOWIN = Target(
    name="gowin",
    device="Gowin GW2A-18, GW2A-LV18PG256C8/I7",
    # Pads are for the ports of the harness alone; the command would give the core's ports some as well.
    synthesis="synth_gowin -family gw2a -nodsp -noiopads",
    no_wide_luts="-nowidelut",
    lut_cells={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1, "RAM16SDP4": 8},
    ff_cells=_GOWIN_FFS + tuple(f"{name}E" for name in _GOWIN_FFS),
    ram_cells=("SDPB", "SDPX9B", "DPB", "DPX9B", "SPX9", "SP", "pROM", "pROMX9"),
    dsp_cells=(),
    level_cells={"INV": 0, "LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 0, "RAM16SDP4": 1}
    | dict.fromkeys(("MUX2_LUT5", "MUX2_LUT6", "MUX2_LUT7", "MUX2_LUT8"), 0),
    slice_luts=2,
    slice_ffs=2,
    place_and_route=PlaceAndRoute(
        tool="nextpnr-himbaechel-gowin",
        arguments=(
            *("--device", "GW2A-LV18PG256C8/I7"),
            *("--vopt", "family=GW2A-18"),
            *("--vopt", "cst=pins.cst"),
        ),
        luts={"packed LUT4": 1},
        ffs=("DFF",),
        rams=("BSRAM",),
        dsps=("MULT9X9", "MULT18X18", "MULT36X36"),
        # H11 is a clock pin.
        pins=Pins(
            "pins.cst",
            'IO_LOC "clk_i" H11;\nIO_LOC "rst_ni" T10;\nIO_LOC "scan_i" T3;\nIO_LOC "scan_o" T2;\n',
        ),
    ),
    # nextpnr-himbaechel has no static placer for it.
    lacks=frozenset(("sequential", "placer")),
    after_synthesis=(f"techmap -map {_GOWIN_LUTS.name}", "iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O"),
    cell_map=_GOWIN_LUTS,
    note="LUT as packed, with those that carry chains and LUT RAMs take; LUTs that only lead a signal to a "
    "flip-flop are in `report` alone. The delays are not the vendor's: nextpnr's fmax is above that of the "
    "vendor's tool (by some 20 %, says nextpnr pull request 1345), and block RAMs have no delays at all.",
)

NEXUS = Target(
    name="nexus",
    device="Lattice CrossLink-NX LIFCL-40, speed 9, CABGA400",
    # nextpnr-nexus takes no carry chains (-noccu2). Pads as on Gowin.
    synthesis="synth_nexus -family lifcl -noccu2 -nodsp -noiopad",
    no_wide_luts="-nowidelut",
    lut_cells={"LUT4": 1, "INV": 1, "DPR16X4": 4},
    ff_cells=("FD1P3BX", "FD1P3DX", "FD1P3IX", "FD1P3JX"),
    ram_cells=("PDP16K", "PDPSC16K", "DP16K", "SP16K"),
    dsp_cells=(),
    level_cells={"LUT4": 1, "INV": 1, "WIDEFN9": 0, "DPR16X4": 1},
    slice_luts=2,
    slice_ffs=2,
    place_and_route=PlaceAndRoute(
        tool="nextpnr-nexus",
        # router2, its own choice, finds no way from the clock's pad to its buffer in a design of this size.
        arguments=("--device", "LIFCL-40-9BG400C", "--pdc", "pins.pdc", "--router", "router1"),
        luts={"OXIDE_COMB": 1},
        ffs=("OXIDE_FF",),
        rams=("OXIDE_EBR",),
        dsps=(),
        # L13 reaches a clock buffer.
        pins=Pins(
            "pins.pdc",
            "ldc_set_location -site {L13} [get_ports clk_i]\n"
            "ldc_set_location -site {G13} [get_ports rst_ni]\n"
            "ldc_set_location -site {E12} [get_ports scan_i]\n"
            "ldc_set_location -site {E13} [get_ports scan_o]\n",
        ),
    ),
    lacks=frozenset(("router",)),
    after_synthesis=("iopadmap -bits -inpad IB O:I -outpad OB I:O",),
)

TARGETS: Mapping[str, Target] = {
    target.name: target for target in (ECP5, ICE40, GOWIN, NEXUS, XC7, cells_target())
}


def find_target(name: str) -> Target:
    """Return the target of that name; RoundelError with the nearest names when there is none."""
    if name not in TARGETS:
        raise unknown_name("target", name, TARGETS)
    return TARGETS[name]


def targets_of(names: str, liberty: Path | None = None) -> tuple[Target, ...]:
    """Return the targets named with commas between them, once each; `liberty` is the library of `cells`.

    RoundelError when none is named, one is unknown, or there is a library and no target takes it.
    """
    named = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    if not named:
        raise RoundelError(f"no target is named in {names!r}", "For example: --target ecp5,ice40.")
    if liberty and CELLS not in named:
        raise RoundelError(
            f"--liberty {liberty}, and the targets are {', '.join(named)}", "Add --target cells."
        )
    return tuple(cells_target(liberty) if liberty and name == CELLS else find_target(name) for name in named)
