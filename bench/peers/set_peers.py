"""Finds the total workspace of a set of orientations with other tools: set_peers.py SETS_CSV WHOLE SMALL [KDL_PEER]

WHOLE and SMALL are output folders of `hexscan --orientation ... --workspace total`, on the whole grid and on a small
one. SETS_CSV is the output of hexscan_set_figures in the same run. CuPy and PyTorch test every point at every
orientation in single precision, on a few slices in the middle of the whole grid. CuPy does so in one elementwise
kernel, which ends a point at its first violated limit, PyTorch with one compiled step per orientation. KDL_PEER
(hexscan_kdl_peer) does so on the small grid with a robotics library on all CPU cores. Prints a table in Markdown.
"""

from __future__ import annotations

import copy
import csv
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

try:
    import numpy as np
except ImportError:
    sys.exit("set_peers.py: NumPy is missing; bench/peers/README.md names what the peers need")

from scan import scan_from_record

CUPY_BODY = """
    const unsigned int point = static_cast<unsigned int>(i), row = point / columns, slice = row / rows;
    const float px = x[point - row * columns], py = y[row - slice * rows], pz = z[slice];
    bool ok = true;
    for (int o = 0; ok && o < orientations; ++o) {
        const float* leg = legs + 78 * o;
        for (int k = 0; ok && k < 6; ++k, leg += 13) {
            const float lx = px + leg[0], ly = py + leg[1], lz = pz + leg[2];
            const float length = sqrtf(lx * lx + ly * ly + lz * lz);
            const float base = leg[5] * lx + leg[6] * ly + leg[7] * lz;
            const float platform = leg[9] * lx + leg[10] * ly + leg[11] * lz;
            ok = length >= leg[3] && length <= leg[4] && base >= leg[8] * length && platform >= leg[12] * length;
        }
    }
    reachable = ok;
"""


def angles(value: Any) -> list[float]:
    if not isinstance(value, dict):
        return [value]
    return list(np.linspace(value["from"], value["to"], value["points"]))


def legs_of_set(record: dict[str, Any]) -> np.ndarray:
    """The numbers of all legs at all orientations: (orientations, 6, 13)."""
    asked = record["request"]["orientation_rad"]
    single = copy.deepcopy(record)
    every = []
    for roll, pitch, yaw in itertools.product(*(angles(asked[name]) for name in ("roll", "pitch", "yaw"))):
        single["request"]["orientation_rad"] = {"roll": roll, "pitch": pitch, "yaw": yaw}
        every.append([[*leg.offset, leg.min_length, leg.max_length, *leg.base_axis, leg.base_cos,
                       *leg.platform_axis, leg.platform_cos] for leg in scan_from_record(single).legs])
    return np.array(every, dtype=np.float32)


def grid(record: dict[str, Any], slices: int) -> list[np.ndarray]:
    level = copy.deepcopy(record)
    level["request"]["orientation_rad"] = {"roll": 0, "pitch": 0, "yaw": 0}
    scan = scan_from_record(level)
    first = (len(scan.z) - slices) // 2
    return [np.array(axis, dtype=np.float32) for axis in (scan.x, scan.y, scan.z[first:first + slices])]


def cupy_scan(legs: np.ndarray, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    import cupy as cp

    kernel = cp.ElementwiseKernel(
        "raw float32 legs_in, int32 orientations, raw float32 x, raw float32 y, raw float32 z, "
        "uint32 columns, uint32 rows",
        "bool reachable", "const float* const legs = &legs_in[0];" + CUPY_BODY, "total_workspace")
    on_gpu = [cp.asarray(array) for array in (legs, x, y, z)]
    volume = cp.empty((len(z), len(y), len(x)), dtype=cp.bool_)

    def run() -> np.ndarray:
        kernel(on_gpu[0], len(legs), *on_gpu[1:], len(x), len(y), volume)
        return volume.get()

    return run


def torch_scan(legs: np.ndarray, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Any:
    import torch

    on_gpu = torch.as_tensor(legs).cuda()
    px, py, pz = torch.as_tensor(x).cuda(), torch.as_tensor(y).cuda()[:, None], torch.as_tensor(z).cuda()[:, None, None]

    def step(reachable: Any, orientation: Any) -> Any:
        for k in range(6):
            leg = orientation[k]
            lx, ly, lz = px + leg[0], py + leg[1], pz + leg[2]
            length = torch.sqrt(lx * lx + ly * ly + lz * lz)
            reachable = (reachable & (length >= leg[3]) & (length <= leg[4])
                         & (leg[5] * lx + leg[6] * ly + leg[7] * lz >= leg[8] * length)
                         & (leg[9] * lx + leg[10] * ly + leg[11] * lz >= leg[12] * length))
        return reachable

    compiled = torch.compile(step, dynamic=False, fullgraph=True)

    def run() -> np.ndarray:
        reachable = torch.ones((len(z), len(y), len(x)), dtype=torch.bool, device="cuda")
        for orientation in on_gpu:
            reachable = compiled(reachable, orientation)
        return reachable.cpu().numpy()

    return run


def reachable(folder: Path, first: int = 0, slices: int | None = None) -> int:
    """The number of reachable points in slices of a scan by hexscan."""
    with open(folder / "radii.csv", newline="") as table:
        counts = [int(row["reachable_points"]) for row in csv.DictReader(table)]
    return sum(counts[first:first + slices if slices else None])


def row_of(name: str, positions: int, orientations: int, ms: float, difference: str) -> str:
    return (f"| {name} | {positions} | {orientations} | {ms:.3g} | {1e3 * positions * orientations / ms:.2e} "
            f"| {difference} |")


def hexscan_row(figures: Path, positions: int) -> str:
    with open(figures, newline="") as table:
        rows = csv.DictReader(line for line in table if not line.startswith("#"))
        case = next(row for row in rows if row["case"] == "total-21")
    return row_of("hexscan, GPU", positions, int(case["orientations"]), float(case["median_ms"]), "")


def gpu_row(name: str, make: Any, whole: Path, slices: int, repeats: int) -> str:
    record = json.loads((whole / "run.json").read_text())
    legs, axes = legs_of_set(record), grid(record, slices)
    run = make(legs, *axes)
    times, volume = [], run()
    for _ in range(repeats):
        start = time.perf_counter()
        volume = run()
        times.append(1e3 * (time.perf_counter() - start))
    first = (record["request"]["grid"]["z"]["count"] - slices) // 2
    difference = int(volume.sum()) - reachable(whole, first, slices)
    return row_of(name, volume.size, len(legs), statistics.median(times), f"{difference:+d}")


def kdl_row(program: str, small: Path, repeats: int) -> str:
    record = json.loads((small / "run.json").read_text())
    orientations = len(legs_of_set(record))
    positions = math.prod(axis["count"] for axis in record["request"]["grid"].values())
    runs = [subprocess.run([program, str(small / "run.json")], check=True, capture_output=True, text=True).stdout
            for _ in range(repeats)]
    counts, times = zip(*((int(count), float(ms)) for count, ms in (run.split(",") for run in runs)))
    cores = len(os.sched_getaffinity(0))
    return row_of(f"KDL, {cores} processor cores", positions, orientations, statistics.median(times),
                  f"{counts[0] - reachable(small):+d}")


def main() -> None:
    figures, whole, small = (Path(word) for word in sys.argv[1:4])
    record = json.loads((whole / "run.json").read_text())
    whole_positions = math.prod(axis["count"] for axis in record["request"]["grid"].values())
    peers: list[tuple[str, Callable[[], str]]] = [
        ("hexscan", lambda: hexscan_row(figures, whole_positions)),
        ("CuPy", lambda: gpu_row("CuPy", cupy_scan, whole, 4, 3)),
        ("PyTorch", lambda: gpu_row("PyTorch", torch_scan, whole, 4, 3))]
    if len(sys.argv) > 4:
        peers.append(("KDL", lambda: kdl_row(sys.argv[4], small, 3)))
    print("| who | positions | set | ms | decided/s | surplus |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, row in peers:
        try:
            print(row(), flush=True)
        except Exception as error:  # the other peers run anyway
            print(f"| {name} | failed: {type(error).__name__}: {error} | | | | |", flush=True)


if __name__ == "__main__":
    main()
