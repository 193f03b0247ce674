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
        sys.exit("usage: count_tests.py RUN_JSON, the record of a scan, as hexscan --grid 100x100x35 --image none leaves it")
    try:
        scan = scan_from_record(json.loads(Path(sys.argv[1]).read_text()))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{sys.argv[1]}: cannot be read as the run.json of a scan ({error!r})")
    points = legs = arcsines = reachable = 0
    for z in scan.z:
        for y in scan.y:
            for x in scan.x:
                points += 1
                for leg in scan.legs:
                    of_leg, passed = tests_of(leg, (x, y, z))
                    legs += 1
                    arcsines += of_leg
                    if not passed:
                        break
                else:
                    reachable += 1
    print(f"{points} points, {100 * reachable / points:.1f} % reachable")
    print(f"legs tested per point: {legs / points:.2f} of 6; arcsines: {arcsines / points:.2f} of 12")


main()
