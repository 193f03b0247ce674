"""Uses CuPy to test limits that legs share: shared_peers.py RUN... [--library cupy|numpy] [--fcl PROGRAM]

Each RUN is the output folder of a timed scan of telescopic legs at one orientation, such as

  hexscan --diameter 0.05 --gap 0.02 --free-ends 0.2 --grid 60x60x20 --repeat 9 --output apart
  hexscan --singularity 0.25 --grid 60x60x20 --repeat 9 --output singular
  hexscan --load 0:0:-600 --max-force 250 --grid 60x60x20 --repeat 9 --output forces

The script repeats the record's scan on the same grid. It tests strokes and tilts of joints first. For the remaining
points it computes determinants and singular values of batches of 6 x 6 matrices (linalg.det, linalg.svd). It also
computes the distances of all pairs of legs, and forces from batches of linear systems (linalg.solve). All numbers are
double, some slices at a time. Verdicts go to the host, one byte per point.

Without a GPU, or without CuPy, NumPy replaces it, and the table says so. PROGRAM is hexscan_fcl_peer, which computes
the distances of legs with FCL on all cores. Prints a table in Markdown. Exits with 1 if verdicts differ at more than a
millionth of the points.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

try:
    import numpy as np
except ImportError:
    sys.exit("shared_peers.py: NumPy is missing; bench/peers/README.md names what the peers need")

from scan import rotation_of

POINTS_OF_A_CHUNK = 200_000


def library_of(name: str | None) -> Any:
    """CuPy if it finds a GPU, else NumPy; or the requested one."""
    if name != "numpy":
        try:
            import cupy
            if cupy.cuda.runtime.getDeviceCount() > 0:
                return cupy
            problem = "finds no GPU"
        except Exception as error:  # not installed, or no driver
            problem = f"{type(error).__name__}: {error}"
        if name == "cupy":
            sys.exit(f"shared_peers.py: CuPy {problem}")
        print(f"shared_peers.py: NumPy stands in for CuPy ({problem})", file=sys.stderr)
    return np


class Question:
    """A record's machine and its limits that legs share, as arrays of a library."""

    def __init__(self, record: dict[str, Any], library: Any) -> None:
        machine, request = record["machine"], record["request"]
        if "legs" in machine or machine.get("orientation_order", "zyx") != "zyx" or "obstacles" in machine:
            sys.exit("shared_peers.py: knows telescopic legs alone, and R = Rz Ry Rx")
        if any(joints.get(key) for joints in (machine["base"], machine["platform"])
               for key in ("universal", "max_misalignment_rad")):
            sys.exit("shared_peers.py: knows no universal joints and no rod ends")
        self.library, self.machine = library, machine
        self.turned = rotation = np.array(rotation_of(**request["orientation_rad"]))
        self.base, moving = (np.array(machine[side]["joints_m"]) for side in ("base", "platform"))
        self.joints = moving @ rotation.T
        self.axes = np.array(machine["base"]["axes"]), np.array(machine["platform"]["axes"]) @ rotation.T
        self.cosines = tuple(
            np.array([-2.0 if tilt is None else math.cos(tilt) for tilt in machine[side]["max_tilt_rad"]])
            for side in ("base", "platform"))
        self.centroid = self.joints.mean(axis=0)
        limit = machine.get("singularity") or {}
        self.size = limit.get("length_m") or math.sqrt(((self.joints - self.centroid)**2).sum(axis=1).mean())
        self.grid = [np.linspace(axis["from_m"], axis["to_m"], axis["count"])
                     for axis in (request["grid"][name] for name in "xyz")]
        if limit:
            home = machine["home"]
            turned = np.array(rotation_of(home["roll_rad"], home["pitch_rad"], home["yaw_rad"]))
            legs_at_home = self.legs(np.array([home["position_m"]]), moving @ turned.T, np)
            self.sign = np.sign(np.linalg.det(self.jacobian(*legs_at_home, np)))[0]

    def legs(self, positions: Any, joints: np.ndarray, library: Any) -> tuple[Any, Any, Any]:
        """Vectors of the legs (n, 6, 3), their lengths, and the joints relative to the platform's origin."""
        joints = library.asarray(joints)
        vectors = positions[:, None] + (joints - library.asarray(self.base))
        return vectors, library.sqrt((vectors**2).sum(axis=2)), joints

    def jacobian(self, vectors: Any, lengths: Any, joints: Any, library: Any) -> Any:
        """The inverse Jacobian, (n, 6, 6), at the middle of the platform's joints, with lengths over `size`."""
        directions = vectors / lengths[:, :, None]
        arms = (joints - joints.mean(axis=0)) / self.size
        return library.concatenate([directions, library.cross(arms[None], directions)], axis=2)

    def within_limits(self, vectors: Any, lengths: Any) -> Any:
        library, machine = self.library, self.machine
        verdicts = (lengths >= library.asarray(machine["min_length_m"])) & (lengths <= library.asarray(
            machine["max_length_m"]))
        for axes, cosines in zip(self.axes, self.cosines):
            verdicts &= (vectors * library.asarray(axes)).sum(axis=2) >= library.asarray(cosines) * lengths
        return verdicts.all(axis=1)

    def held(self, vectors: Any, lengths: Any, joints: Any) -> Any:
        """True for positions on home's side of singularities whose conditioning suffices."""
        limit, matrices = self.machine["singularity"], self.jacobian(vectors, lengths, joints, self.library)
        verdicts = self.library.ones(len(matrices), bool)
        if limit["avoid"]:
            verdicts &= self.library.linalg.det(matrices) * self.sign > 0
        if limit["min_conditioning"] > 0:
            values = self.library.linalg.svd(matrices, compute_uv=False)
            verdicts &= values[:, -1] >= limit["min_conditioning"] * values[:, 0]
        return verdicts

    def apart(self, vectors: Any, lengths: Any) -> Any:
        """True for positions at which all legs keep their gaps."""
        library, legs_apart = self.library, self.machine["legs_apart"]
        free = library.minimum(legs_apart["free_ends_m"] / lengths, 0.5)[:, :, None] * vectors
        begins, along = library.asarray(self.base) + free, vectors - 2 * free
        least = legs_apart["diameter_m"] + legs_apart["gap_m"]
        verdicts = library.ones(len(vectors), bool)
        for i, j in itertools.combinations(range(6), 2):
            distances = segment_distances(begins[:, i], along[:, i], begins[:, j], along[:, j], library)
            verdicts &= distances >= least
        return verdicts

    def carried(self, vectors: Any, lengths: Any, joints: Any) -> Any:
        """True for positions at which no leg exceeds its largest force."""
        library, load = self.library, self.machine["load"]
        directions = vectors / lengths[:, :, None]
        rows = library.concatenate([directions, library.cross(joints[None], directions)], axis=2)
        rotated = np.array(load["at_m"]) @ self.turned.T
        wrench = np.concatenate([load["force_n"], np.array(load["torque_nm"]) + np.cross(rotated, load["force_n"])])
        right = library.broadcast_to(-library.asarray(wrench)[None, :, None], (len(rows), 6, 1))
        forces = library.linalg.solve(library.swapaxes(rows, 1, 2), right)[:, :, 0]
        return (abs(forces) <= library.asarray(load["max_force_n"])).all(axis=1)

    def asks(self) -> list[str]:
        machine = self.machine
        asked = {"apart": "legs_apart" in machine, "singularity": "singularity" in machine,
                 "forces": "max_force_n" in machine.get("load", {})}
        return [word for word, is_asked in asked.items() if is_asked]

    def of_positions(self, positions: Any) -> Any:
        """The verdicts of positions, (n, 3)."""
        vectors, lengths, joints = self.legs(positions, self.joints, self.library)
        verdicts = self.within_limits(vectors, lengths)
        asked = {"apart": lambda *legs: self.apart(*legs[:2]), "singularity": self.held, "forces": self.carried}
        for word in self.asks():
            left = self.library.flatnonzero(verdicts)
            if len(left) > 0:
                verdicts[left] = asked[word](vectors[left], lengths[left], joints)
        return verdicts

    def slices(self) -> np.ndarray:
        """All verdicts in host memory, slice by slice."""
        library = self.library
        x, y, z = self.grid
        volume = np.zeros((len(z), len(y) * len(x)), bool)
        at_once = max(1, POINTS_OF_A_CHUNK // (len(y) * len(x)))
        for first in range(0, len(z), at_once):
            some = library.asarray(z[first:first + at_once])
            grid = library.meshgrid(some, library.asarray(y), library.asarray(x), indexing="ij")
            positions = library.stack([axis.ravel() for axis in reversed(grid)], axis=1)
            verdicts = self.of_positions(positions).reshape(len(some), -1)
            volume[first:first + at_once] = verdicts if library is np else verdicts.get()
        return volume


def segment_distances(p: Any, u: Any, q: Any, v: Any, library: Any) -> Any:
    """Distances of the segments from p along u and from q along v (Ericson, Real-Time Collision Detection, 5.1.9)."""

    def dot(a: Any, b: Any) -> Any:
        return (a * b).sum(axis=1)

    between = p - q
    uu, vv, uv, ub, vb = dot(u, u), dot(v, v), dot(u, v), dot(u, between), dot(v, between)
    area = uu * vv - uv * uv
    s = library.clip((uv * vb - vv * ub) / library.where(area > 0, area, 1.0), 0, 1)
    t = library.clip((uv * s + vb) / library.where(vv > 0, vv, 1.0), 0, 1)
    s = library.clip((uv * t - ub) / library.where(uu > 0, uu, 1.0), 0, 1)
    apart = between + s[:, None] * u - t[:, None] * v
    return library.sqrt(dot(apart, apart))


def said_by_slice(folder: Path) -> np.ndarray:
    """The number of reachable points in each slice by hexscan."""
    with open(folder / "radii.csv", newline="") as table:
        return np.array([int(row["reachable_points"]) for row in csv.DictReader(table)])


def row_of(asked: str, who: str, points: int, ms: float, hexscan_ms: float, difference: str) -> str:
    return f"| {asked} | {who} | {points} | {ms:.3g} | {ms / hexscan_ms:.3g} | {difference} |"


def ask_fcl(program: str, folder: Path, asked: str, points: int, hexscan_ms: float) -> bool:
    answer = subprocess.run([program, str(folder / "run.json")], capture_output=True, text=True)
    if answer.returncode == 2:
        sys.exit(f"shared_peers.py: {answer.stderr.strip()}")
    found, said, off = answer.stdout.splitlines()
    difference = int(found.split()[1]) - int(said.split()[1])
    ms = float(found.split()[-2])
    print(row_of(asked, f"FCL, distances alone, {off.split(': ')[1]} off at most", points, ms, hexscan_ms,
                 f"{difference:+d}"), flush=True)
    return answer.returncode == 0


def ask(folder: Path, library: Any, repeat: int, fcl: str | None) -> bool:
    """True if all verdicts of a run equal hexscan's."""
    record = json.loads((folder / "run.json").read_text())
    question = Question(record, library)
    timed, asked = record["timings"]["repeated"], " and ".join(question.asks())
    if timed is None or not asked:
        sys.exit(f"shared_peers.py: {folder} is of a scan without --repeat, or asks nothing of legs together")
    hexscan_ms, points = timed["total_ms"]["median"], math.prod(len(axis) for axis in question.grid)
    print(row_of(asked, f"hexscan, {record['engine']['name']}", points, hexscan_ms, hexscan_ms, ""), flush=True)
    verdicts, times = question.slices(), []
    for _ in range(repeat):
        start = time.perf_counter()
        verdicts = question.slices()
        times.append(1e3 * (time.perf_counter() - start))
    by_slice = verdicts.sum(axis=1) - said_by_slice(folder)
    name = "NumPy in CuPy's place" if library is np else "CuPy"
    print(row_of(asked, name, points, statistics.median(times), hexscan_ms, f"{int(by_slice.sum()):+d}"), flush=True)
    agrees = int(abs(by_slice).sum()) <= points / 1e6
    if fcl and question.asks() == ["apart"]:
        agrees = ask_fcl(fcl, folder, asked, points, hexscan_ms) and agrees
    return agrees


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN")
    parser.add_argument("--library", choices=("cupy", "numpy"), help="by default CuPy where there is a GPU")
    parser.add_argument("--repeat", type=int, default=3, help="timed runs (default 3)")
    parser.add_argument("--fcl", metavar="PROGRAM", help="hexscan_fcl_peer")
    arguments = parser.parse_args()
    library = library_of(arguments.library)
    print("| asked | who | points | ms | × hexscan | surplus |")
    print("|---|---|--:|--:|--:|--:|")
    agree = [ask(run, library, arguments.repeat, arguments.fcl) for run in arguments.runs]
    sys.exit(0 if all(agree) else 1)


if __name__ == "__main__":
    main()
