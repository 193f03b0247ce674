"""Does a machine do its job? Proved, or refuted by a pose. usage: 3_proved_box.py FILE [--plot IMAGE]"""
import sys

import hexscan

machine = hexscan.load(sys.argv[1])
for half_width in (0.05, 0.5, 0.9):
    box = {"x": (-half_width, half_width), "y": (-0.05, 0.05), "z": (1.4, 1.5), "roll": (-0.05, 0.05)}
    proof = hexscan.check(machine, box, clearance=0.01)
    print(f"x up to {half_width:.2f} m: {proof.verdict}, {proof.limit}")
    if proof.counterexample is not None:
        print("  reachable there:", machine.reachable(proof.counterexample))
if "--plot" in sys.argv:
    import hexscan.plot
    axes = hexscan.plot.slice(hexscan.scan(machine, x=(-1, 1, 201), y=(-1, 1, 201), z=1.45))
    for half_width in (0.05, 0.5, 0.9):
        axes.plot([-half_width, half_width], [0, 0], marker="|", label=f"x up to {half_width:.2f} m")
    axes.legend()
    axes.figure.savefig(sys.argv[-1])
