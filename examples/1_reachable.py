"""Is this pose reachable, and if not, why? Lengths in metres, angles in radians.
usage: 1_reachable.py FILE X Y Z ROLL PITCH YAW [--plot IMAGE]"""
import sys

import hexscan

machine = hexscan.load(sys.argv[1])
pose = [float(word) for word in sys.argv[2:8]]
limit = machine.why_not(pose)
print("reachable" if limit == 0 else f"not reachable: {machine.limits[limit]}")
print(f"clearance {machine.clearance(pose):.6f} m")
print("legs", *[f"{length:.6f}" for length in machine.joint_values(pose)])
if "--plot" in sys.argv and limit == 0:
    import hexscan.plot
    hexscan.plot.travel(machine, pose).figure.savefig(sys.argv[-1])
