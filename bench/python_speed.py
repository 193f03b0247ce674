"""Measures the Python module's cost, compared with the C++ library and NumPy. Prints a table.
usage: PYTHONPATH=BUILD/python python_speed.py REACHABLE_POSES     the program of bench/reachable_poses.cpp, built
"""
import os
import subprocess
import sys
import time
from typing import NamedTuple

import numpy as np

import hexscan

POSES = 10_000_000


class Cost(NamedTuple):
    """The shortest of several times, in seconds: by the wall clock, and of CPU time. While other programs run, only the
    CPU time is meaningful."""
    clock: float
    cpu: float

    def __str__(self):
        return f"{self.clock:.4f} s ({self.cpu:.4f} s of processors)"


def best_of(times, work):
    costs = []
    for _ in range(times):
        clock, cpu = time.perf_counter(), time.process_time()
        work()
        costs.append((time.perf_counter() - clock, time.process_time() - cpu))
    return Cost(*(min(column) for column in zip(*costs)))


def joints(machine, side):
    """The case study's pairs on a circle, in leg order."""
    pairs = {"base": [0, 0, 1, 1, 2, 2], "platform": [-1, 0, 0, 1, 1, 2]}[side]
    sides = {"base": [-1, 1] * 3, "platform": [1, -1] * 3}[side]
    azimuth, spread = machine[side + ".azimuth"], machine[side + ".spread"]
    angle = azimuth + np.array(pairs) * (2 * np.pi / 3) + np.array(sides) * spread / 2
    radius = machine[side + ".radius"]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(6, machine[side + ".height"])], axis=1)


def reachable_by_numpy(machine, poses):
    """Tests all poses at once: strokes and tilts of all legs, with axes along the legs at home."""
    base, top = joints(machine, "base"), joints(machine, "platform")
    axes = machine.home[:3] + top - base
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    (cr, cp, cy), (sr, sp, sy) = np.cos(poses[:, 3:]).T, np.sin(poses[:, 3:]).T
    rows = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr,
                                                                        sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]]
    reachable = np.ones(len(poses), bool)
    for a, b, n in zip(base, top, axes):
        leg = [poses[:, k] + (row[0] * b[0] + row[1] * b[1] + row[2] * b[2] - a[k]) for k, row in enumerate(rows)]
        length = np.sqrt(leg[0] ** 2 + leg[1] ** 2 + leg[2] ** 2)
        turned = [row[0] * n[0] + row[1] * n[1] + row[2] * n[2] for row in rows]
        reachable &= (length >= machine["legs.min"]) & (length <= machine["legs.max"])
        for axis, tilt in ((n, machine["base.max_tilt"]), (turned, machine["platform.max_tilt"])):
            reachable &= leg[0] * axis[0] + leg[1] * axis[1] + leg[2] * axis[2] >= np.cos(tilt) * length
    return reachable


def ask_many_poses(machine, poses, cores):
    module = best_of(5, lambda: machine.reachable(poses))
    numpy = best_of(1, lambda: reachable_by_numpy(machine, poses))
    agree = (machine.reachable(poses[:1_000_000]) == reachable_by_numpy(machine, poses[:1_000_000])).mean()
    print(f"reachable, {POSES} poses: {module}; NumPy {numpy}")
    print(f"  {numpy.clock / module.clock:.0f} times as fast; by time of processors shared by {cores} cores, "
          f"{numpy.cpu / (module.cpu / cores):.0f} times; the same verdicts: {agree:.6%}")
    if len(sys.argv) > 1:
        told = subprocess.run([sys.argv[1], str(POSES)], check=True, capture_output=True, text=True).stdout
        library = Cost(*map(float, told.split()))
        print(f"  in C++ {library}: the module takes {module.clock / library.clock:.2f} times that, "
              f"{module.cpu / library.cpu:.2f} times by time of processors")
    some = machine.home + (poses[:100_000] - machine.home) * 0.5
    print(f"travel, {len(some)} poses: {best_of(1, lambda: machine.travel(some))}")


def ask_on_a_device(machine, poses):
    try:
        import cupy
        there, room = cupy.asarray(poses), cupy.empty(len(poses), bool)
    except Exception as missing:
        print(f"on a device: not measured ({missing})")
        return
    print(f"on a device: {best_of(10, lambda: machine.reachable(there, out=room))}")


def find_poses(machine, poses):
    """Starts 0.5 % of the longest leg and 3 degrees away."""
    known = machine.home + (poses[:1_000_000] - machine.home) * 0.5
    values, starts = machine.joint_values(known), known + [0.005 * machine["legs.max"], 0, 0, 0, np.radians(3), 0]
    cost = best_of(5, lambda: machine.pose(values, near=starts))
    off = np.abs(machine.pose(values, near=starts)[0] - known).max()
    print(f"pose, {len(known)} rows: {cost}; {len(known) / cost.clock:.3g} per second, {len(known) / cost.cpu:.3g} per "
          f"second of one core; off by at most {off:.2g}")


def scan_all(machine):
    print(f"default scan to runs: {best_of(5, lambda: hexscan.scan(machine, device='cpu').runs)}")
    print(f"  without them: {best_of(5, lambda: hexscan.scan(machine, device='cpu'))}")
    found = hexscan.scan(machine, device="cpu")._found
    size = found.mask().size
    fill = best_of(5, lambda: np.empty(size, np.uint8).fill(1))
    mask = best_of(5, found.mask)
    print(f"  mask: {mask}; its bytes set: {fill}; {mask.cpu / fill.cpu:.2f} times by time of processors")


def start():
    code = ("import time; t, c = time.perf_counter(), time.process_time(); import hexscan; "
            "print(time.perf_counter() - t, time.process_time() - c)")
    told = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split()
            for _ in range(5)]
    print(f"import: {Cost(*(min(map(float, column)) for column in zip(*told)))}")


def main():
    cores = len(os.sched_getaffinity(0))
    machine = hexscan.platform()
    random = np.random.default_rng(1)
    poses = machine.home + random.uniform(-1, 1, (POSES, 6)) * [0.3, 0.3, 0.3, 0.2, 0.2, 0.2]
    ask_many_poses(machine, poses, cores)
    ask_on_a_device(machine, poses)
    find_poses(machine, poses)
    del poses
    scan_all(machine)
    start()


main()
