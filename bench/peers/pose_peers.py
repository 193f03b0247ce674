"""Compares forward kinematics with LinuxCNC's and with Newton's method in NumPy, on one core.

usage: pose_peers.py FIGURES --linuxcnc FOLDER [--rows N] [--poses FILE]

FIGURES is the program hexscan_pose_figures. It gives the joint values of random reachable poses of LinuxCNC's sample
hexapod, and starts 0.5 % of the machine's size and 3 degrees away, or at home; `far` are poses far from home, started
there. All solvers get the same rows. Rates are by time of the processor. --linuxcnc is a checkout of LinuxCNC, of
which hexscan has no code:

  git clone --depth 1 --branch v2.9.9 https://github.com/LinuxCNC/linuxcnc

It needs a C compiler and NumPy. A row fails if the solver says so, or if its pose has other joint values. --poses
writes what genhexkins answers for random poses, as test data of tests/commands/pose_command_test.py.
"""

import argparse
import csv
import datetime
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

HERE = Path(__file__).resolve().parent
MACHINE = "linuxcnc-hexapod"
INCH = 0.0254
HAL = "configs/sim/axis/vismach/hexapod-sim/kinematics.hal"
SOURCES = ("emc/kinematics/genhexkins.c", "libnml/posemath/_posemath.c", "libnml/posemath/sincos.c")
HEADERS = (".", "rtapi", "hal", "emc/kinematics", "emc/motion", "emc/nml_intf", "emc/tp", "libnml", "libnml/posemath")
SAME = 1e-6  # of a 30 inch strut, and radians


def rotations(angles):
    """R = Rz Ry Rx for angles of shape (n, 3): roll, pitch, yaw."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles).T, np.sin(angles).T
    rows = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]]
    return np.moveaxis(np.array(rows), 2, 0)


class Genhexkins:
    def __init__(self, linuxcnc, folder, settings=""):
        source = linuxcnc / "src"
        self.program, self.hal = folder / "genhexkins_peer", folder / "kinematics.hal"
        (folder / "config.h").touch()  # LinuxCNC's configure script would write it
        self.hal.write_text((linuxcnc / HAL).read_text() + settings)
        subprocess.run(["cc", "-O3", "-march=native", "-DULAPI", f"-I{folder}", *(f"-I{source / h}" for h in HEADERS),
                        HERE / "genhexkins_peer.c", *(source / file for file in SOURCES), "-lm", "-o", self.program],
                       check=True)

    def run(self, what, rows):
        """The results of each row, and the seconds."""
        done = subprocess.run([self.program, self.hal, what], input=np.ascontiguousarray(rows, float).tobytes(),
                              check=True, capture_output=True)
        return np.frombuffer(done.stdout).reshape(len(rows), -1), float(done.stderr)

    def joints(self, side):
        found = dict(re.findall(rf"genhexkins\.{side}\.(\S+)\s+(\S+)", self.hal.read_text()))
        return np.array([[float(found[f"{leg}.{axis}"]) for axis in "xyz"] for leg in range(6)])

    def poses(self, lengths, starts):
        rows = np.hstack([lengths, starts[:, :3], np.degrees(starts[:, 3:])])
        results, seconds = self.run("forward", rows)
        poses = np.hstack([results[:, 2:5], np.radians(results[:, 5:])])
        return np.where(results[:, :1] == 0, poses, np.nan), seconds


def newton(a, b, lengths, starts):
    """Newton's method with rotation vectors, for all rows at once, as users write it."""
    begin = time.process_time()
    p, r = starts[:, :3].copy(), rotations(starts[:, 3:])
    left = np.arange(len(p))
    poses = np.full((len(p), 6), np.nan)
    for _ in range(30):
        arms = np.einsum("nij,kj->nki", r, b)
        legs = p[:, None] + arms - a
        now = np.linalg.norm(legs, axis=2)
        off = now - lengths[left]
        done = np.abs(off).max(axis=1) < 1e-9
        if done.any():
            angles = np.stack([np.arctan2(r[:, 2, 1], r[:, 2, 2]), np.arcsin(np.clip(-r[:, 2, 0], -1, 1)),
                               np.arctan2(r[:, 1, 0], r[:, 0, 0])], axis=1)
            poses[left[done]] = np.hstack([p, angles])[done]
            keep = ~done
            left, p, r, arms, legs, now, off = (array[keep] for array in (left, p, r, arms, legs, now, off))
        if not len(left):
            break
        units = legs / now[:, :, None]
        jacobian = np.concatenate([units, np.cross(arms, units)], axis=2)
        try:
            step = np.linalg.solve(jacobian, -off[:, :, None])[:, :, 0]
        except np.linalg.LinAlgError:
            break
        p = p + step[:, :3]
        angle = np.linalg.norm(step[:, 3:], axis=1)
        axis = step[:, 3:] / np.where(angle > 0, angle, 1)[:, None]
        k = np.zeros((len(p), 3, 3))
        k[:, 0, 1], k[:, 0, 2], k[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
        k -= np.transpose(k, (0, 2, 1))
        r = (np.eye(3) + np.sin(angle)[:, None, None] * k + (1 - np.cos(angle))[:, None, None] * k @ k) @ r
    return poses, time.process_time() - begin


def judged(a, b, lengths, expected, found):
    """Counts of rows that fail, that end in another assembly, and the largest error of the others in inches."""
    r = rotations(found[:, 3:])
    with np.errstate(invalid="ignore"):
        off = np.abs(np.linalg.norm(found[:, None, :3] + np.einsum("nij,kj->nki", r, b) - a, axis=2) - lengths)
        failed = ~(off.max(axis=1) < 1e-6)
        apart = np.linalg.norm(found[:, :3] - expected[:, :3], axis=1)
        turned = np.abs(r - rotations(expected[:, 3:])).max(axis=(1, 2))
    same = ~failed & (apart < 30 * SAME) & (turned < SAME)
    return failed.sum(), (~failed & ~same).sum(), apart[same].max(initial=0)


def rows_of(figures, count, start):
    """Joint values, starts, poses and hexscan's poses, in inches and radians, and hexscan's seconds."""
    done = subprocess.run([figures, HERE.parents[1] / "platforms", "rows", MACHINE, str(count), start], check=True,
                          capture_output=True, text=True)
    rows = np.array([[float(value) for value in line] for line in csv.reader(done.stdout.splitlines())])
    rows[:, [*range(9), *range(12, 15), *range(18, 21)]] /= INCH
    return rows[:, :6], rows[:, 6:12], rows[:, 12:18], rows[:, 18:], float(done.stderr)


def compare(figures, linuxcnc, count):
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    print(f"# bench/peers/pose_peers.py hexscan_pose_figures --linuxcnc linuxcnc --rows {count}\n"
          f"# {datetime.date.today()}, one core of {models[0] if models else 'an unknown processor'}, LinuxCNC v2.9.9, "
          f"NumPy {np.__version__}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        peer = Genhexkins(linuxcnc, Path(folder))
        a, b = peer.joints("base"), peer.joints("platform")
        for start in ("nearby", "home", "far"):
            given = [rows_of(figures, count, start) for _ in range(3)]
            lengths, starts, expected = given[0][:3]
            solvers = {
                "hexscan": [run[3:] for run in given],
                "genhexkins": [peer.poses(lengths, starts) for _ in range(5)],
                "NumPy": [newton(a, b, lengths, starts) for _ in range(3)],
            }
            for name, runs in solvers.items():
                failed, elsewhere, off = judged(a, b, lengths, expected, runs[0][0])
                rates = sorted(count / seconds for _, seconds in runs)
                print(f"from {start}, {count} rows: {name}: {rates[len(rates) // 2]:.3g} rows/s "
                      f"(median of {len(rates)}, {rates[0]:.3g} to {rates[-1]:.3g}), {failed} fail, "
                      f"{elsewhere} in another assembly, others off by {off:.2g} in at most", flush=True)


def write_poses(linuxcnc, file):
    """Poses, genhexkins' strut lengths there, and its pose for these lengths from home."""
    dice = np.random.default_rng(1)
    lines = []
    for spindle, tool in ((0, 0), (2.5, 1.25)):
        settings = f"\nsetp genhexkins.spindle-offset {spindle}\nsetp genhexkins.tool-offset {tool}\n"
        with tempfile.TemporaryDirectory() as folder:
            peer = Genhexkins(linuxcnc, Path(folder), settings)
            poses = np.round(np.array([0, 0, 20, 0, 0, 0]) + dice.uniform(-1, 1, (20, 6)) * [4, 4, 4, 20, 20, 20], 4)
            lengths, _ = peer.run("inverse", poses)
            home = np.tile([0, 0, 20, 0, 0, 0], (len(poses), 1))
            found, _ = peer.run("forward", np.hstack([lengths, home]))
        lines += [[spindle, tool, *pose, *length, *answer[2:]] for pose, length, answer in
                  zip(poses.tolist(), lengths.tolist(), found.tolist()) if answer[0] == 0]
    text = ["# Inverse and forward kinematics of genhexkins, LinuxCNC v2.9.9, with the joints of its sample",
            "# hexapod-sim. Inches and degrees. bench/peers/pose_peers.py --poses writes this file.",
            "spindle,tool,x,y,z,a,b,c," + ",".join(f"strut{leg}" for leg in range(6)) +
            ",found_x,found_y,found_z,found_a,found_b,found_c",
            *(",".join(repr(value) for value in line) for line in lines)]
    file.write_text("\n".join(text) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--linuxcnc", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--poses", type=Path)
    options = parser.parse_args()
    if options.poses:
        write_poses(options.linuxcnc, options.poses)
    else:
        compare(options.figures, options.linuxcnc, options.rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
