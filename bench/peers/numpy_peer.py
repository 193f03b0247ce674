"""NumPy: single precision, one slice after the other, in tiles of rows that stay in the cache.

Terms of a single coordinate are computed once per leg and slice. Every array operation writes into an existing
buffer, and a tile ends as soon as none of its points can be reachable.
"""

from __future__ import annotations

import numpy as np

from scan import NO_LIMIT, Leg, Scan

NAME = "NumPy"
NEEDS_GPU = False
MAX_REPEAT = 2
TILE_POINTS = 32_000

VERSION = np.__version__


def gpu_name() -> str | None:
    return None


class Peer:
    """Scans into a bool volume on the host."""

    def __init__(self, scan: Scan) -> None:
        self.legs = scan.legs
        self.x = np.array(scan.x)
        self.y = np.array(scan.y)[:, None]
        self.z = scan.z
        self.volume = np.zeros(scan.shape, dtype=bool)
        self.tile_rows = max(1, min(len(scan.y), TILE_POINTS // len(scan.x)))
        tile = (self.tile_rows, len(scan.x))
        self.length, self.sine, self.limit = (np.empty(tile, dtype=np.float32) for _ in range(3))
        self.passed = np.empty(tile, dtype=bool)

    def run(self) -> list[np.ndarray]:
        for z, verdicts in zip(self.z, self.volume):
            self._scan_slice(z, verdicts)
        return [self.volume]

    def _scan_slice(self, z: float, verdicts: np.ndarray) -> None:
        parts = [LegInSlice(leg, self.x, self.y, z) for leg in self.legs]
        for first in range(0, len(self.y), self.tile_rows):
            rows = slice(first, first + self.tile_rows)
            tile = verdicts[rows]
            tile.fill(True)
            for part in parts:
                self._scan_tile(part, rows, tile)
                if not tile.any():
                    break

    def _scan_tile(self, part: LegInSlice, rows: slice, tile: np.ndarray) -> None:
        """Clears the verdicts of a tile's points at which this leg violates a limit."""
        n = len(tile)
        length, sine, limit, passed = self.length[:n], self.sine[:n], self.limit[:n], self.passed[:n]
        np.add(part.x_sq, part.yz_sq[rows], out=length)
        np.sqrt(length, out=length)
        tile &= np.greater_equal(length, part.min_length, out=passed)
        tile &= np.less_equal(length, part.max_length, out=passed)
        for along_x, along_yz, cos in part.joints:
            np.add(along_x, along_yz[rows], out=sine)
            np.multiply(length, cos, out=limit)
            tile &= np.greater_equal(sine, limit, out=passed)


class LegInSlice:
    """The terms of a leg's test that are the same for a column or a row of one slice, in single precision."""

    def __init__(self, leg: Leg, x: np.ndarray, y: np.ndarray, z: float) -> None:
        lx, ly, lz = x + leg.offset[0], y + leg.offset[1], z + leg.offset[2]
        self.x_sq = (lx * lx).astype(np.float32)
        self.yz_sq = (ly * ly + lz * lz).astype(np.float32)
        self.min_length = np.float32(leg.min_length)
        self.max_length = np.float32(leg.max_length)
        self.joints = [
            ((axis[0] * lx).astype(np.float32), (axis[1] * ly + axis[2] * lz).astype(np.float32),
             np.float32(cos))
            for axis, cos in ((leg.base_axis, leg.base_cos), (leg.platform_axis, leg.platform_cos))
            if cos != NO_LIMIT]
