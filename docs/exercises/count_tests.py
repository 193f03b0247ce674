#!/usr/bin/python3
"""Counts, point by point, what the kernels of stages 4 to 7 test before they stop: legs, and arcsines. Needs NumPy.

usage: count_tests.py RUN_JSON      the record of a scan, such as hexscan --image none leaves; the counts of a coarser
                                    grid are a few per cent less, because more of its points lie on its sides
"""

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "peers"))

from scan import scan_from_record

CHUNKS = 7  # of stages 3 to 9 on the default grid
LIMITS = ("a stroke", "a base joint", "a platform joint")


class Counts:
    """Sums over points: tested legs, arcsines, and the limit that stopped the test."""

    def __init__(self):
        self.legs = self.arcsines = self.reachable = 0
        self.stopped_by = dict.fromkeys(LIMITS, 0)

    def add(self, other):
        self.legs += other.legs
        self.arcsines += other.arcsines
        self.reachable += other.reachable
        for limit in LIMITS:
            self.stopped_by[limit] += other.stopped_by[limit]


def slice_counts(scan, z):
    """Tests a slice as stage 4 does: leg by leg, stroke first, of the points that are still within all limits."""
    counts = Counts()
    x, y = (a.ravel() for a in np.meshgrid(scan.x, scan.y))
    for leg in scan.legs:
        counts.legs += x.size
        l = [x + leg.offset[0], y + leg.offset[1], np.full_like(x, z + leg.offset[2])]
        length = np.sqrt(sum(c * c for c in l))
        within = (leg.min_length <= length) & (length <= leg.max_length)
        tests = [within,
                 sum(c * n for c, n in zip(l, leg.base_axis)) >= leg.base_cos * length,
                 sum(c * n for c, n in zip(l, leg.platform_axis)) >= leg.platform_cos * length]
        kept = np.ones(x.size, dtype=bool)
        for limit, passed in zip(LIMITS, tests):
            counts.stopped_by[limit] += int(np.count_nonzero(kept & ~passed))
            if limit != LIMITS[0]:
                counts.arcsines += int(np.count_nonzero(kept))
            kept &= passed
        x, y = x[kept], y[kept]
    counts.reachable = x.size
    return counts


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: count_tests.py RUN_JSON, the record of a scan, as hexscan --image none leaves it")
    try:
        scan = scan_from_record(json.loads(Path(sys.argv[1]).read_text()))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{sys.argv[1]}: cannot be read as the run.json of a scan ({error!r})")
    chunks = [Counts() for _ in range(CHUNKS)]
    for slice_index, z in enumerate(scan.z):
        chunks[slice_index * CHUNKS // len(scan.z)].add(slice_counts(scan, z))
    whole = Counts()
    for chunk in chunks:
        whole.add(chunk)
    print(f"{scan.points} points, {100 * whole.reachable / scan.points:.1f} % reachable")
    print(f"legs tested per point: {whole.legs / scan.points:.3f} of 6; arcsines: "
          f"{whole.arcsines / scan.points:.3f} of 12")
    print("legs per point in each seventh of the slices:",
          *(f"{CHUNKS * chunk.legs / scan.points:.2f}" for chunk in chunks))
    print("points stopped by:", ", ".join(f"{limit} {whole.stopped_by[limit]}" for limit in LIMITS))


main()
