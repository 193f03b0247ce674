"""A loop of one's own over machines: how long must the legs be at least, that a path is reachable?
usage: 4_longest_legs.py FILE [--plot IMAGE]"""
import math
import sys

import hexscan

machine = hexscan.load(sys.argv[1])
turns = [2 * math.pi * k / 100 for k in range(100)]
path = [[0.2 * math.cos(turn), 0.2 * math.sin(turn), 1.45, 0.1 * math.sin(turn), 0, 0] for turn in turns]
too_short, enough = machine["legs.min"], machine["legs.max"]
while enough - too_short > 1e-6:
    machine["legs.max"] = middle = (too_short + enough) / 2
    if machine.reachable(path).all():
        enough = middle
    else:
        too_short = middle
print(f"legs of {enough:.5f} m suffice")
if "--plot" in sys.argv:
    from matplotlib import pyplot
    figure, axes = pyplot.subplots()
    axes.plot(turns, machine.joint_values(path))
    axes.axhline(enough, color="black", linestyle="--")
    axes.set(xlabel="turn (rad)", ylabel="length of the legs (m)")
    figure.savefig(sys.argv[-1])
