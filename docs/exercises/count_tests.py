#!/usr/bin/env python3
"""Counts, point by point, what the kernels of stages 4 to 7 test before they stop: legs, and arcsines.

usage: count_tests.py RUN_JSON      the record of a scan, such as hexscan --grid 100x100x35 --image none leaves;
                                    grids with a row, column and slice out of ten count alike
"""

import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench" / "peers"))

from scan import scan_from_record

CHUNKS = 7  # of stages 3 to 9 on the default grid


def tests_of(leg, point):
    """How many arcsines stage 4 computes for this leg, and whether the point passes it."""
    l = [p + o for p, o in zip(point, leg.offset)]
    length = math.sqrt(sum(c * c for c in l))
    if not leg.min_length <= length <= leg.max_length:
        return 0, False
    if not sum(c * n for c, n in zip(l, leg.base_axis)) >= leg.base_cos * length:
        return 1, False
    return 2, sum(c * n for c, n in zip(l, leg.platform_axis)) >= leg.platform_cos * length


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: count_tests.py RUN_JSON, the record of a scan, as hexscan --grid 100x100x35 --image none "
                 "leaves it")
    try:
        scan = scan_from_record(json.loads(Path(sys.argv[1]).read_text()))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{sys.argv[1]}: cannot be read as the run.json of a scan ({error!r})")
    chunks = [[0, 0] for _ in range(CHUNKS)]  # legs and arcsines
    reachable = 0
    for slice_index, z in enumerate(scan.z):
        tested = chunks[slice_index * CHUNKS // len(scan.z)]
        for y in scan.y:
            for x in scan.x:
                for leg in scan.legs:
                    of_leg, passed = tests_of(leg, (x, y, z))
                    tested[0] += 1
                    tested[1] += of_leg
                    if not passed:
                        break
                else:
                    reachable += 1
    legs, arcsines = (sum(counts) / scan.points for counts in zip(*chunks))
    print(f"{scan.points} points, {100 * reachable / scan.points:.1f} % reachable")
    print(f"legs tested per point: {legs:.2f} of 6; arcsines: {arcsines:.2f} of 12")
    print("legs per point, seventh by seventh of the slices:",
          *(f"{CHUNKS * tested[0] / scan.points:.2f}" for tested in chunks))


main()
