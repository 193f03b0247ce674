"""The total workspace of a set of orientations in CuPy and PyTorch: set_peers.py RUN_JSON [SLICES].

RUN_JSON is the record of `hexscan --orientation ... --workspace total`. Both peers test every point at every orientation
in single precision: CuPy in one elementwise kernel that leaves a point at its first broken limit, PyTorch with one
compiled step per orientation. They do so on a few slices of the grid, in its middle. Prints a CSV.
"""

from __future__ import annotations

import copy
import itertools
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

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
        "raw float32 legs_in, int32 orientations, raw float32 x, raw float32 y, raw float32 z, uint32 columns, uint32 rows",
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


def main() -> None:
    record = json.loads(Path(sys.argv[1]).read_text())
    slices = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    legs = legs_of_set(record)
    axes = grid(record, slices)
    print("peer,slices,orientations,reachable,ms,decided_per_s")
    for name, make in (("CuPy", cupy_scan), ("PyTorch", torch_scan)):
        try:
            run = make(legs, *axes)
            run()
            start = time.perf_counter()
            volume = run()
            seconds = time.perf_counter() - start
            print(f"{name},{slices},{len(legs)},{int(volume.sum())},{1e3 * seconds:.2f},"
                  f"{volume.size * len(legs) / seconds:.3g}", flush=True)
        except Exception as error:  # the other peer still runs
            print(f"{name},failed: {type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    main()
