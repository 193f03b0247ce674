#!/usr/bin/env python3
"""One row of the case study's scan, solved as stage 10 solves it, and checked point by point.

usage: one_row.py [ROW SLICE]      default: row 400 of slice 70
"""

import sys
from math import cos, hypot, radians, sin, sqrt

ROW, SLICE = (int(word) for word in sys.argv[1:] or ("400", "70"))
FIRST, STEP = -0.9, 1.8 / 999
Y, Z = FIRST + ROW * STEP, 1.0 + SLICE * 0.9 / 349
SHORTEST, LONGEST, LIMIT = 1.2, 2.0, cos(radians(33))
JOINTS = [(350, 310), (10, 50), (110, 70), (130, 170), (230, 190), (250, 290)]  # azimuths: base, platform


class Leg:
    def __init__(self, base, platform):
        self.x = 0.7 * cos(radians(platform)) - cos(radians(base))
        self.y = 0.7 * sin(radians(platform)) - sin(radians(base))
        length = hypot(self.x, self.y, 1.45)
        self.axis = self.x / length, self.y / length, 1.45 / length

    def within(self, x):
        vector = x + self.x, Y + self.y, Z
        length = hypot(*vector)
        return SHORTEST <= length <= LONGEST and sum(map(lambda a, b: a * b, vector, self.axis)) >= LIMIT * length

    def cuts(self):
        """The intervals of x within the longest stroke, within the cone, and too short (or None)."""
        (nx, ny, nz), ly = self.axis, Y + self.y
        square = ly * ly + Z * Z
        e = ny * ly + nz * Z
        a, b, c = nx * nx - LIMIT**2, nx * e, e * e - LIMIT**2 * square
        root = sqrt(b * b - a * c)
        half = sqrt(LONGEST**2 - square)
        hole = sqrt(SHORTEST**2 - square) if square < SHORTEST**2 else None
        return [end and (end[0] - self.x, end[1] - self.x)
                for end in ((-half, half), ((-b + root) / a, (-b - root) / a), hole and (-hole, hole))]


def words(cut):
    return f"{cut[0]:7.3f} ...{cut[1]:7.3f}" if cut else "-"


print(f"row {ROW} of slice {SLICE}: y = {Y:.4f} m, z = {Z:.4f} m; x in metres")
print(f"{'leg':<5}{'within longest':<22}{'within the cone':<22}too short")
legs = [Leg(*joints) for joints in JOINTS]
for number, leg in enumerate(legs, 1):
    print(f"{number:<5}{''.join(f'{words(cut):<22}' for cut in leg.cuts()).rstrip()}")

first = max(cut[0] for leg in legs for cut in leg.cuts()[:2])
last = min(cut[1] for leg in legs for cut in leg.cuts()[:2])
holes = [cut for leg in legs for cut in leg.cuts()[2:] if cut]
columns = [i for i in range(1000)
           if first <= FIRST + i * STEP <= last and not any(a < FIRST + i * STEP < b for a, b in holes)]
runs = [[i, max(j for j in columns if j - i == columns.index(j) - columns.index(i))]
        for i in columns if i - 1 not in columns]
print(f"interval {words((first, last))}; runs of columns: {', '.join(f'{a} to {b}' for a, b in runs)}")
by_points = [i for i in range(1000) if all(leg.within(FIRST + i * STEP) for leg in legs)]
print("the same columns as point by point:", "yes" if by_points == columns else "no")
