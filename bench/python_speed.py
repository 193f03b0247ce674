"""What the module for Python costs, beside the library in C++ and NumPy. Prints a table.
usage: PYTHONPATH=BUILD/python python_speed.py REACHABLE_POSES     the program of bench/reachable_poses.cpp, built
"""
import subprocess
import sys
import time

import numpy as np

import hexscan

POSES = 10_000_000


def best_of(times, work):
    """The shortest of some times, in seconds."""
    seconds = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def joints(machine, side):
    """The case study's pairs on a circle, in leg order."""
    pairs = {"base": [0, 0, 1, 1, 2, 2], "platform": [-1, 0, 0, 1, 1, 2]}[side]
    sides = {"base": [-1, 1] * 3, "platform": [1, -1] * 3}[side]
    azimuth, spread = machine[side + ".azimuth"], machine[side + ".spread"]
    angle = azimuth + np.array(pairs) * (2 * np.pi / 3) + np.array(sides) * spread / 2
    radius = machine[side + ".radius"]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle), np.full(6, machine[side + ".height"])], axis=1)


def reachable_by_numpy(machine, poses):
    """All poses at once: strokes and tilts of all legs, the axes along the legs at home."""
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


def main():
    machine = hexscan.platform()
    random = np.random.default_rng(1)
    poses = machine.home + random.uniform(-1, 1, (POSES, 6)) * [0.3, 0.3, 0.3, 0.2, 0.2, 0.2]
    module = best_of(5, lambda: machine.reachable(poses))
    agree = (machine.reachable(poses[:1_000_000]) == reachable_by_numpy(machine, poses[:1_000_000])).mean()
    numpy = best_of(1, lambda: reachable_by_numpy(machine, poses))
    print(f"reachable, {POSES} poses: {module:.3f} s; NumPy {numpy:.2f} s, {numpy / module:.0f} times")
    print(f"  the same verdicts: {agree:.6%}")
    if len(sys.argv) > 1:
        library = float(subprocess.run([sys.argv[1], str(POSES)], check=True, capture_output=True, text=True).stdout)
        print(f"  in C++ {library:.3f} s: the module takes {module / library:.2f} times that")
    some = machine.home + (poses[:100_000] - machine.home) * 0.5
    print(f"travel, {len(some)} poses: {best_of(1, lambda: machine.travel(some)):.2f} s")
    print(f"default scan to runs: {best_of(5, lambda: hexscan.scan(machine, device='cpu').runs) * 1e3:.1f} ms")
    print(f"  without them: {best_of(5, lambda: hexscan.scan(machine, device='cpu')) * 1e3:.1f} ms")
    found = hexscan.scan(machine, device="cpu")._found
    size = found.mask().size
    fill = best_of(5, lambda: np.empty(size, np.uint8).fill(1))
    mask = best_of(5, found.mask)
    print(f"  mask: {mask * 1e3:.1f} ms; its bytes set: {fill * 1e3:.1f} ms, {mask / fill:.2f} times")
    code = "import time; t = time.perf_counter(); import hexscan; print(time.perf_counter() - t)"
    starts = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout for _ in range(5)]
    print(f"import: {min(map(float, starts)):.3f} s")


main()
