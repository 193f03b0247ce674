"""CuPy: one fused elementwise kernel in single precision, chunks of slices, two streams, pinned host memory.

The geometry is part of the kernel's source, so the compiler sees constants and unrolls the six legs. The test of
a point ends at its first violated limit. While one stream copies its chunk, the other computes.
"""

from __future__ import annotations

from string import Template

import cupy as cp
import cupyx
import numpy as np

from scan import Scan

NAME = "CuPy"
NEEDS_GPU = True
MAX_REPEAT = None

VERSION = cp.__version__

# CuPy defines `i`, the index of the point within the chunk.
BODY = Template("""
    const float legs[6][13] = {$legs};
    const unsigned int point = static_cast<unsigned int>(i);
    const unsigned int row = point / ${columns}u;
    const unsigned int slice = row / ${rows}u;
    const float px = x[point - row * ${columns}u];
    const float py = y[row - slice * ${rows}u];
    const float pz = z[first + slice];
    bool ok = true;
    #pragma unroll
    for (int k = 0; k < 6; ++k) {
        if (ok) {
            const float lx = px + legs[k][0], ly = py + legs[k][1], lz = pz + legs[k][2];
            const float length = sqrtf(lx * lx + ly * ly + lz * lz);
            const float base = legs[k][5] * lx + legs[k][6] * ly + legs[k][7] * lz;
            const float platform = legs[k][9] * lx + legs[k][10] * ly + legs[k][11] * lz;
            ok = length >= legs[k][3] && length <= legs[k][4] && base >= legs[k][8] * length
                 && platform >= legs[k][12] * length;
        }
    }
    reachable = ok;
""")


def kernel_body(scan: Scan) -> str:
    """The kernel's source for one scan. A leg's numbers are in the order of the fields of scan.Leg."""
    rows = []
    for leg in scan.legs:
        numbers = [*leg.offset, leg.min_length, leg.max_length, *leg.base_axis, leg.base_cos,
                   *leg.platform_axis, leg.platform_cos]
        rows.append("{" + ", ".join(f"{number:.9e}f" for number in numbers) + "}")
    return BODY.substitute(legs=", ".join(rows), rows=len(scan.y), columns=len(scan.x))


def gpu_name() -> str | None:
    try:
        return cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    except cp.cuda.runtime.CUDARuntimeError:
        return None


class Peer:
    """Scans into a bool volume in pinned host memory."""

    def __init__(self, scan: Scan) -> None:
        self.kernel = cp.ElementwiseKernel(
            "raw float32 x, raw float32 y, raw float32 z, uint32 first", "bool reachable",
            kernel_body(scan), "hexapod_scan")
        self.x, self.y, self.z = (cp.asarray(np.array(axis, dtype=np.float32)) for axis in scan[1:])
        self.chunks = scan.chunks()
        slices = max(last - first for first, last in self.chunks)
        if slices * len(scan.y) * len(scan.x) >= 2**32:
            raise ValueError("a slice has more points than the kernel's 32-bit index counts")
        self.lanes = [(cp.cuda.Stream(non_blocking=True), cp.empty((slices, *scan.shape[1:]), dtype=bool))
                      for _ in range(2)]
        self.volume = cupyx.empty_pinned(scan.shape, dtype=bool)
        cp.cuda.get_current_stream().synchronize()

    def run(self) -> list[np.ndarray]:
        for number, (first, last) in enumerate(self.chunks):
            stream, buffer = self.lanes[number % 2]
            with stream:
                verdicts = buffer[:last - first]
                self.kernel(self.x, self.y, self.z, first, verdicts)
                verdicts.get(out=self.volume[first:last], blocking=False)
        for stream, _ in self.lanes:
            stream.synchronize()
        return [self.volume]
