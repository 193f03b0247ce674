"""Prints the positions that a machine reaches, level and at every tilt up to 5 degrees.
usage: 2_workspace.py FILE [--plot IMAGE]"""
import functools
import math
import sys

import hexscan

machine = hexscan.load(sys.argv[1])
scan = functools.partial(hexscan.scan, machine, x=(-0.9, 0.9, 101), y=(-0.9, 0.9, 101), z=(1.0, 1.9, 31))
level = scan()
tilted = scan(orientations={"tilt": (math.radians(5), 5, 12)}, workspace="total")
for name, workspace in (("level", level), ("tilted", tilted)):
    print(f"{name}: {workspace.points} points, {workspace.volume:.6f} m^3")
if "--plot" in sys.argv:
    import hexscan.plot
    hexscan.plot.slice(tilted).figure.savefig(sys.argv[-1])
