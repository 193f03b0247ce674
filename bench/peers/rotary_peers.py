"""Uses other tools to scan a machine with rotary legs: rotary_peers.py RUN [--only NAME,...]

RUN is the output folder of a timed scan of such a machine whose joints have no limits, such as
`hexscan knaufinator-simulator --grid 1000x1000x350 --repeat 100 --output RUN`. Each peer solves every leg of every
point for the arm's angle theta, and tests its limits. Let l be the leg vector, u and w the arm's directions at 0 and at
90 degrees, r the arm and d the rod. Then theta = atan2(l.w, l.u) -+ acos(g / rho), with g = |l|^2 + r^2 - d^2 and
rho = 2 r hypot(l.u, l.w).

CuPy does so in one elementwise kernel and PyTorch in one compiled step, in single precision. NumPy does so in double,
on some slices in the middle. Verdicts go to the host, one byte per point. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Callable, NamedTuple

try:
    import numpy as np
except ImportError:
    sys.exit("rotary_peers.py: NumPy is missing; bench/peers/README.md names what the peers need")

from scan import rotate, rotation_of

CUPY_BODY = """
    const unsigned int point = static_cast<unsigned int>(i), row = point / columns, slice = row / rows;
    const float px = x[point - row * columns], py = y[row - slice * rows], pz = z[first + slice];
    bool ok = true;
    for (int k = 0; ok && k < 6; ++k) {
        const float* leg = &legs[14 * k];
        const float lx = px + leg[0], ly = py + leg[1], lz = pz + leg[2];
        const float u = lx * leg[3] + ly * leg[4] + lz * leg[5], w = lx * leg[6] + ly * leg[7] + lz * leg[8];
        const float g = lx * lx + ly * ly + lz * lz + leg[10], rho = 2 * leg[9] * sqrtf(u * u + w * w);
        float angle = atan2f(w, u) + leg[13] * acosf(g / rho);
        angle += angle > PI ? -2 * PI : angle < -PI ? 2 * PI : 0;
        ok = fabsf(g) <= rho && angle >= leg[11] && angle <= leg[12];
    }
    reachable = ok;
"""
SLICES_OF_A_CHUNK = 35


class Scan(NamedTuple):
    """The numbers of every leg, (6, 14), and the grid. A leg has the platform joint minus the base joint, u, w, arm,
    r^2 - d^2, the angle's limits, and -1 if the arm is behind, 1 if it is ahead."""

    legs: np.ndarray
    x: np.ndarray
    y: np.ndarray
    z: np.ndarray


def scan_of(record: dict[str, Any]) -> Scan:
    machine, request = record["machine"], record["request"]
    if machine["legs"] != "rotary" or machine.get("orientation_order", "zyx") != "zyx":
        sys.exit("rotary_peers.py: knows rotary legs and R = Rz Ry Rx only")
    for side in ("base", "platform"):
        if any(tilt is not None for tilt in machine[side]["max_tilt_rad"]):
            sys.exit(f"rotary_peers.py: the joints of the {side} have limits, which these peers do not compute")
    rotation = rotation_of(**request["orientation_rad"])
    legs = []
    for i in range(6):
        offset = np.subtract(rotate(rotation, machine["platform"]["joints_m"][i]), machine["base"]["joints_m"][i])
        arm, rod = machine["arm_m"][i], machine["rod_m"][i]
        legs.append([*offset, *(machine[f"{name}_{axis}"][i] for name in ("zero", "up") for axis in "xyz"), arm,
                     arm * arm - rod * rod, machine["angle_from_rad"][i], machine["angle_to_rad"][i],
                     -1 if machine["branch"][i] == "behind" else 1])
    axes = [np.linspace(axis["from_m"], axis["to_m"], axis["count"])
            for axis in (request["grid"][name] for name in "xyz")]
    return Scan(np.array(legs), *axes)


def within_limits(leg: Any, x: Any, y: Any, z: Any, library: Any, acos: Any, atan2: Any) -> Any:
    """One leg's verdicts, as array code."""
    lx, ly, lz = x + leg[0], y + leg[1], z + leg[2]
    u, w = lx * leg[3] + ly * leg[4] + lz * leg[5], lx * leg[6] + ly * leg[7] + lz * leg[8]
    g, rho = lx * lx + ly * ly + lz * lz + leg[10], 2 * leg[9] * library.sqrt(u * u + w * w)
    angle = atan2(w, u) + leg[13] * acos(g / rho)
    angle = library.where(angle > math.pi, angle - 2 * math.pi,
                          library.where(angle < -math.pi, angle + 2 * math.pi, angle))
    return (abs(g) <= rho) & (angle >= leg[11]) & (angle <= leg[12])


def numpy_scan(scan: Scan) -> Callable[[], np.ndarray]:
    def run() -> np.ndarray:
        verdicts = np.ones((len(scan.z), len(scan.y), len(scan.x)), bool)
        with np.errstate(invalid="ignore", divide="ignore"):
            for leg in scan.legs:
                verdicts &= within_limits(leg, scan.x, scan.y[:, None], scan.z[:, None, None], np, np.arccos,
                                          np.arctan2)
        return verdicts

    return run


def cupy_scan(scan: Scan) -> Callable[[], np.ndarray]:
    import cupy as cp
    import cupyx

    kernel = cp.ElementwiseKernel(
        "raw float32 legs, raw float32 x, raw float32 y, raw float32 z, uint32 first, uint32 columns, uint32 rows",
        "bool reachable", CUPY_BODY.replace("PI", "3.14159265f"), "rotary_scan")
    legs, x, y, z = (cp.asarray(array.astype(np.float32)) for array in scan)
    volume = cupyx.empty_pinned((len(z), len(y), len(x)), dtype=bool)
    lanes = [(cp.cuda.Stream(non_blocking=True), cp.empty((SLICES_OF_A_CHUNK, len(y), len(x)), dtype=bool))
             for _ in range(2)]

    def run() -> np.ndarray:
        for number, first in enumerate(range(0, len(z), SLICES_OF_A_CHUNK)):
            stream, room = lanes[number % 2]
            with stream:
                verdicts = room[:len(z) - first]
                kernel(legs, x, y, z, first, len(x), len(y), verdicts)
                verdicts.get(out=volume[first:first + len(verdicts)], blocking=False)
        for stream, _ in lanes:
            stream.synchronize()
        return volume

    return run


def torch_scan(scan: Scan) -> Callable[[], np.ndarray]:
    import torch

    legs = scan.legs.tolist()

    def verdicts_of(x: Any, y: Any, z: Any) -> Any:
        verdicts = within_limits(legs[0], x, y, z, torch, torch.acos, torch.atan2)
        for leg in legs[1:]:
            verdicts = verdicts & within_limits(leg, x, y, z, torch, torch.acos, torch.atan2)
        return verdicts

    compiled = torch.compile(verdicts_of, dynamic=False, fullgraph=True, mode="max-autotune-no-cudagraphs")
    x, y, z = (torch.as_tensor(axis.astype(np.float32)).cuda() for axis in scan[1:])
    volume = torch.empty((len(z), len(y), len(x)), dtype=torch.bool, pin_memory=True)
    streams = [torch.cuda.Stream(), torch.cuda.Stream()]
    torch.cuda.synchronize()

    def run() -> np.ndarray:
        for number, first in enumerate(range(0, len(z), SLICES_OF_A_CHUNK)):
            with torch.cuda.stream(streams[number % 2]):
                some = z[first:first + SLICES_OF_A_CHUNK]
                volume[first:first + len(some)].copy_(compiled(x, y[:, None], some[:, None, None]), non_blocking=True)
        for stream in streams:
            stream.synchronize()
        return volume.numpy()

    return run


def reachable(folder: Path, first: int, slices: int) -> int:
    """The number of reachable points in slices of a scan by hexscan."""
    with open(folder / "radii.csv", newline="") as table:
        counts = [int(row["reachable_points"]) for row in csv.DictReader(table)]
    return sum(counts[first:first + slices])


def row_of(name: str, points: int, ms: float, hexscan_ms_a_point: float, difference: str) -> str:
    return f"| {name} | {points} | {ms:.3g} | {ms / points / hexscan_ms_a_point:.3g} | {difference} |"


def peer_row(name: str, make: Any, folder: Path, scan: Scan, slices: int, repeats: int, hexscan: float) -> str:
    first = (len(scan.z) - slices) // 2
    run = make(scan._replace(z=scan.z[first:first + slices]))
    volume, times = run(), []
    for _ in range(repeats):
        start = time.perf_counter()
        volume = run()
        times.append(1e3 * (time.perf_counter() - start))
    difference = int(volume.sum()) - reachable(folder, first, slices)
    return row_of(name, volume.size, statistics.median(times), hexscan, f"{difference:+d}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--only", default="CuPy,PyTorch,NumPy", help="these peers")
    arguments = parser.parse_args()
    record = json.loads((arguments.run / "run.json").read_text())
    scan = scan_of(record)
    points, timed = len(scan.x) * len(scan.y) * len(scan.z), record["timings"]["repeated"]
    if timed is None:
        sys.exit(f"rotary_peers.py: {arguments.run} is of a scan without --repeat")
    hexscan_ms = timed["total_ms"]["median"]
    peers = {"CuPy": (cupy_scan, len(scan.z), 20), "PyTorch": (torch_scan, len(scan.z), 20),
             "NumPy": (numpy_scan, min(2, len(scan.z)), 1)}
    print("| who | points | ms | × hexscan a point | surplus |")
    print("|---|--:|--:|--:|--:|")
    print(row_of(f"hexscan, {record['engine']['name']}", points, hexscan_ms, hexscan_ms / points, ""))
    for name in arguments.only.split(","):
        make, slices, repeats = peers[name]
        try:
            print(peer_row(name, make, arguments.run, scan, slices, repeats, hexscan_ms / points), flush=True)
        except Exception as error:  # the other peers run anyway
            print(f"| {name} | failed: {type(error).__name__}: {error} | | | |", flush=True)


if __name__ == "__main__":
    main()
