"""Computes the volumes of a study's machines in CuPy: sweep_peer.py HEXSCAN STUDY [MACHINES].

One elementwise kernel tests every grid point of a machine in single precision and ends a point at its first violated
limit. A sum counts the reachable points. Machines follow each other on the device, which returns only their counts. The
machines come from `hexscan sweep STUDY --export N`, and hexscan also counts their reachable points. Prints a CSV.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from scan import scan_from_record
from set_peers import CUPY_BODY


def record_of(hexscan: str, study: str, machine: int, folder: Path) -> dict[str, Any]:
    """The run.json of one machine."""
    text = subprocess.run([hexscan, "sweep", study, "--export", str(machine)], check=True, capture_output=True).stdout
    platform = folder / f"machine_{machine}.yaml"
    platform.write_bytes(text)
    output = folder / str(machine)
    subprocess.run([hexscan, str(platform), "--image", "none", "--page", "none", "--quiet", "--output", str(output)],
                   check=True, capture_output=True)
    return json.loads((output / "run.json").read_text())


def legs_of(record: dict[str, Any]) -> list[list[float]]:
    return [[*leg.offset, leg.min_length, leg.max_length, *leg.base_axis, leg.base_cos, *leg.platform_axis,
             leg.platform_cos] for leg in scan_from_record(record).legs]


def counter(grid: list[np.ndarray]) -> Any:
    import cupy as cp

    kernel = cp.ElementwiseKernel(
        "raw float32 legs_in, int32 orientations, raw float32 x, raw float32 y, raw float32 z, "
        "uint32 columns, uint32 rows",
        "bool reachable", "const float* const legs = &legs_in[0];" + CUPY_BODY, "workspace")
    x, y, z = (cp.asarray(axis) for axis in grid)
    volume = cp.empty((len(z), len(y), len(x)), dtype=cp.bool_)

    def count(machines: np.ndarray) -> np.ndarray:
        on_gpu = cp.asarray(machines)
        counts = cp.empty(len(machines), dtype=cp.int64)
        for k in range(len(machines)):
            kernel(on_gpu[k], 1, x, y, z, len(x), len(y), volume)
            counts[k] = volume.sum()
        return counts.get()

    return count


def main() -> None:
    hexscan, study = sys.argv[1:3]
    wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    with tempfile.TemporaryDirectory() as folder:
        records = [record_of(hexscan, study, machine, Path(folder)) for machine in range(wanted)]
    scan = scan_from_record(records[0])
    count = counter([np.array(axis, dtype=np.float32) for axis in (scan.x, scan.y, scan.z)])
    machines = np.array([legs_of(record) for record in records], dtype=np.float32)
    expected = np.array([record["counts"]["reachable_points"] for record in records])
    counted = count(machines)
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        count(machines)
        seconds.append(time.perf_counter() - start)
    median = sorted(seconds)[len(seconds) // 2]
    print("peer,machines,points,median_ms,machines_per_second,largest_difference")
    print(f"CuPy,{len(machines)},{scan.points},{1e3 * median:.2f},{len(machines) / median:.4g},"
          f"{int(abs(counted - expected).max())}")


if __name__ == "__main__":
    main()
