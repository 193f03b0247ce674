#!/usr/bin/env python3
"""Exercise 6: the quadratic of one joint along a row, its roots, and the tilt test on both sides of each.

A leg runs along x at ly = 0, lz = 1 m; the joint's axis leans from the vertical towards x; the limit is 30 degrees.
"""

from math import cos, radians, sin, sqrt

LIMIT = cos(radians(30))
LY, LZ = 0.0, 1.0


def within(nx, nz, lx):
    """d |d| >= c |c| q, the test of stage 8."""
    d = nx * lx + nz * LZ
    return d * abs(d) >= LIMIT * abs(LIMIT) * (lx * lx + LY * LY + LZ * LZ)


for tilt in (0, 50, 60, 80):
    nx, nz = sin(radians(tilt)), cos(radians(tilt))
    e = nz * LZ
    a, b, c = nx * nx - LIMIT * LIMIT, nx * e, e * e - LIMIT * LIMIT * (LY * LY + LZ * LZ)
    print(f"axis tilted by {tilt}: A = {a:.4f}, B = {b:.4f}, C = {c:.4f}")
    root = sqrt(b * b - a * c)
    for lx in [-c / (2 * b)] if abs(a) < 1e-12 else sorted([(-b - root) / a, (-b + root) / a]):
        sides = ["in" if within(nx, nz, lx + step) else "out" for step in (-0.01, 0.01)]
        where = "the mirror cone's" if nx * lx + nz * LZ < 0 else "an end"
        print(f"  lx = {lx:.4f}: {where}; before it {sides[0]}, after it {sides[1]}")
