#!/usr/bin/env python3
"""Attacks `hexscan pose --follow` with joint paths through singularities, and reports every jump that is not marked.

usage: follow_attack.py HEXSCAN [--paths N] [--seed N] [--only NUMBER] [--report FILE]

The machines are those that come with hexscan, and random ones of every kind. There are five
families. Paths of `cross` go on beyond the singularity, and those of `return` come back from there. Paths of `touch`
turn at the singular pose, and those of `near` shortly before. Paths of `push` go beyond what the assembly can reach,
and come back.

The oracle shares no code with hexscan. It follows the curve of poses by its arc length in small steps, and watches the
determinant: where the curve folds, the assembly ends, and all later rows must be `lost`. Before that, no row may have
another pose than the oracle. Rows that are lost before the assembly ends are counted. It also counts how often Newton's
method alone, started from the row before, ends in another assembly. Exit code: 0 if nothing was refuted, otherwise 1.
"""

import argparse
import collections
import datetime
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed")
    sys.exit(77)

SHIPPED = ("case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus", "reachy-mini",
           "rubin-camera-hexapod", "simona-flight-simulator")
RANDOM = ("general", "planar", "slider", "rotary")
FOUND = ("found", "other_branch")
PLATFORMS = Path(__file__).resolve().parents[2] / "platforms"
FAMILIES = ("cross", "return", "touch", "push", "near")
LENGTHS = {"m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254}
SAME = 1e-6  # of the machine's size, and radians
MOST_STEPS = 3000  # of the oracle between two rows; some tens are usual
UNDECIDED = 1e-7  # the oracle's smallest singular value at which rounding decides whether a curve folds


def cross_matrix(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def turn(w):
    """The rotation by a vector."""
    angle = np.linalg.norm(w)
    k = cross_matrix(w)
    return np.eye(3) + np.sinc(angle / math.pi) * k + 0.5 * np.sinc(angle / (2 * math.pi))**2 * k @ k


def about(axis, angle):
    return turn(angle * np.eye(3)[axis])


def rotation(angles, order):
    roll, pitch, yaw = (about(axis, angle) for axis, angle in enumerate(angles))
    return yaw @ pitch @ roll if order == "zyx" else roll @ pitch @ yaw


def angles_of(r, order):
    if order == "zyx":
        return math.atan2(r[2, 1], r[2, 2]), math.asin(max(-1, min(1, -r[2, 0]))), math.atan2(r[1, 0], r[0, 0])
    return math.atan2(-r[1, 2], r[2, 2]), math.asin(max(-1, min(1, r[0, 2]))), math.atan2(-r[0, 1], r[0, 0])


class Machine:
    """Lengths in metres, angles in radians. `text` is the machine's file, or its path."""

    def __init__(self, text, kind, a, b, order="zyx", length_unit=1, angle_unit=1, **geometry):
        self.text, self.kind, self.a, self.b, self.order = text, kind, np.array(a), np.array(b), order
        self.length_unit, self.angle_unit = length_unit, angle_unit
        for name, value in geometry.items():
            setattr(self, name, np.array(value))
        self.size = math.sqrt((self.b**2).sum() / 6)

    def foot(self, v):
        """The feet, their derivatives by the joint values, the rods' lengths and those of these."""
        if self.kind == "telescopic":
            return self.a, np.zeros((6, 3)), v, np.ones(6)
        if self.kind == "slider":
            return self.a + v[:, None] * self.rail, self.rail, self.rod, np.zeros(6)
        c, s = np.cos(v)[:, None], np.sin(v)[:, None]
        arm = self.arm[:, None]
        return (self.a + arm * (c * self.zero + s * self.up), arm * (c * self.up - s * self.zero), self.rod,
                np.zeros(6))

    def values(self, p, r):
        """The joint values at a pose; NaN if a rod does not reach."""
        l = p + self.b @ r.T - self.a
        with np.errstate(invalid="ignore"):
            if self.kind == "telescopic":
                return np.linalg.norm(l, axis=1)
            if self.kind == "slider":
                along = (l * self.rail).sum(1)
                return along - self.side * np.sqrt(self.rod**2 - (l * l).sum(1) + along**2)
            x, y = (l * self.zero).sum(1), (l * self.up).sum(1)
            g = ((l * l).sum(1) + self.arm**2 - self.rod**2) / (2 * self.arm * np.hypot(x, y))
            return np.arctan2(y, x) - self.side * np.arccos(g)

    def closing(self, p, r, v):
        """The errors of the rods' lengths, and their derivatives by the pose and by the joint values."""
        foot, moved, d, grown = self.foot(v)
        arms = self.b @ r.T
        l = p + arms - foot
        n = np.linalg.norm(l, axis=1)
        u = l / n[:, None]
        return n - d, np.hstack([u, np.cross(arms, u) / self.size]), -(u * moved).sum(1) - grown

    def step(self, p, r, by):
        return p + by[:3], turn(by[3:6] / self.size) @ r

    def newton(self, p, r, v, most=30):
        """A pose near this one in which the rods close, or None."""
        for _ in range(most):
            off, rows, _ = self.closing(p, r, v)
            try:
                by = np.linalg.solve(rows, -off)
            except np.linalg.LinAlgError:
                return None
            if not np.isfinite(by).all() or np.abs(by).max() > 1e3 * self.size:
                return None
            p, r = self.step(p, r, by)
            if np.abs(by).max() < 1e-12 * self.size:
                return p, r
        return None

    def side_of(self, p, r, v):
        return np.sign(np.linalg.det(self.closing(p, r, v)[1]))

    def far(self, v):
        """A length for a change of joint values."""
        return np.linalg.norm(v) * (self.arm.max() if self.kind == "rotary" else 1)


def shipped(hexscan, name):
    file = PLATFORMS / f"{name}.yaml"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([hexscan, "scan", file, "--grid", "3x3x2", "--output", "out"], cwd=folder, check=True,
                       capture_output=True)
        geometry = json.loads(Path(folder, "out", "run.json").read_text())["machine"]
    home, kind = geometry["home"], geometry.get("legs", "telescopic")
    order = geometry["orientation_order"]
    more = {}
    if kind != "telescopic":
        more["rod"] = geometry["rod_m"]
        more["side"] = [1 if word == "behind" else -1 for word in geometry["branch"]]
    if kind == "slider":
        more["rail"] = np.array([geometry[f"rail_{axis}"] for axis in "xyz"]).T
    if kind == "rotary":
        more["arm"] = geometry["arm_m"]
        more["zero"], more["up"] = (np.array([geometry[f"{key}_{axis}"] for axis in "xyz"]).T for key in ("zero", "up"))
    machine = Machine(str(file), kind, geometry["base"]["joints_m"], geometry["platform"]["joints_m"], order,
                      LENGTHS[geometry["units"]["length"]],
                      math.pi / 180 if geometry["units"]["angle"] == "deg" else 1, **more)
    angles = [home[key] for key in ("roll_rad", "pitch_rad", "yaw_rad")]
    return machine, np.array(home["position_m"]), rotation(angles, order)


def units_of(v):
    return v / np.linalg.norm(v, axis=1)[:, None]


def random_machine(dice, kind):
    """A machine and a pose of it."""
    a, b = dice.uniform(-1, 1, (2, 6, 3))
    p, r = dice.uniform(-1, 1, 3), turn(dice.normal(size=3))
    if kind == "planar":
        a[:, 2] = b[:, 2] = 0
        p[2] = dice.uniform(0.5, 1.5)
    joints = f"base: {{joints: {a.tolist()}}}\nplatform: {{joints: {b.tolist()}}}\n"
    head = "name: random\nunits: {length: m, angle: rad}\n" + joints
    if kind in ("general", "planar"):
        return Machine(head + "legs: {min: 0, max: 100}\n", "telescopic", a, b), p, r
    v = dice.uniform(-0.5, 0.5, 6)
    ends = p + b @ r.T
    if kind == "slider":
        rail = units_of(dice.normal(size=(6, 3)))
        l = ends - a - v[:, None] * rail
        rod, side = np.linalg.norm(l, axis=1), np.where((l * rail).sum(1) > 0, 1, -1)
        words = ["behind" if s > 0 else "ahead" for s in side]
        legs = (f"legs: {{kind: slider, rod: {rod.tolist()}, rail: {rail.tolist()}, travel: [-9, 9], "
                f"branch: [{', '.join(words)}]}}\n")
        return Machine(head + legs, "slider", a, b, rod=rod, rail=rail, side=side), p, r
    zero = units_of(dice.normal(size=(6, 3)))
    up = units_of(np.cross(zero, dice.normal(size=(6, 3))))
    arm = dice.uniform(0.2, 0.6, 6)
    c, s = np.cos(v)[:, None], np.sin(v)[:, None]
    l = ends - a - arm[:, None] * (c * zero + s * up)
    rod, side = np.linalg.norm(l, axis=1), np.where((l * (c * up - s * zero)).sum(1) > 0, 1, -1)
    words = ["behind" if s > 0 else "ahead" for s in side]
    legs = (f"legs: {{kind: rotary, arm: {arm.tolist()}, rod: {rod.tolist()}, zero: {zero.tolist()}, "
            f"up: {up.tolist()}, angle: [-3.1, 3.1], branch: [{', '.join(words)}]}}\n")
    return Machine(head + legs, "rotary", a, b, arm=arm, rod=rod, zero=zero, up=up, side=side), p, r


class JointPath:
    """Joint values that leave an assembly. `rows` is None if the random direction meets no singularity.

    Half of the paths go along a straight line of poses, and half along a straight line of joint values.
    """

    def __init__(self, machine, p, r, dice, family):
        self.machine, self.p, self.r, self.rows = machine, p, r, None
        self._choose_direction(dice)
        fold = self._fold()
        if fold is None:
            return
        count = int(dice.integers(4, 13))
        to = fold
        if family == "near":
            to = fold * (1 - dice.choice([0.1, 0.01, 0.001]))
        if family in ("cross", "return"):
            to = fold * dice.uniform(1.02, 1.8)
        rows = [self.values_at(t) for t in np.linspace(0, to, count)]
        if family == "push":
            rows.append(rows[-1] + self._outward(fold, 10.0**dice.uniform(-6, -1)))
        if family != "cross":
            rows += rows[-2::-1]
        rows = np.array(rows)
        if machine.kind == "rotary":
            rows = np.unwrap(rows, axis=0)
        if np.isfinite(rows).all() and (
                (machine.kind != "telescopic" or rows.min() > 0) and
                (machine.kind != "rotary" or np.abs(rows).max() < 2 * math.pi)):
            self.rows = rows

    def _choose_direction(self, dice):
        machine, p, r = self.machine, self.p, self.r
        self.by_joints = dice.random() < 0.5
        moved = dice.normal(size=3) * machine.size * dice.choice([0.1, 1])
        turned = dice.normal(size=3) * dice.choice([0.3, 1])
        self.pose_at = lambda t: (p + t * moved, turn(t * turned) @ r)
        start = machine.values(p, r)
        change = dice.normal(size=6) * dice.choice([1, 3]) * (1 if machine.kind == "rotary" else machine.size)
        self.values_at = lambda t: start + t * change if self.by_joints else machine.values(*self.pose_at(t))

    def _fold(self):
        """Where the path meets the first singular pose, to rounding."""
        if self.by_joints:
            line = Continuation(self.machine, self.p, self.r, self.values_at(0))
            line.go(self.values_at(1))
            return line.share if line.ended and not line.undecided and line.share > 0.01 else None
        first, low = self._side(0), 0
        for high in np.linspace(0, 2, 101)[1:]:
            side = self._side(high)
            if np.isnan(side):
                return None
            if side != first:
                return self._bisected(first, low, high)
            low = high
        return None

    def _bisected(self, first, low, high):
        for _ in range(60):
            middle = (low + high) / 2
            if self._side(middle) == first:
                low = middle
            else:
                high = middle
        return low

    def _side(self, t):
        p, r = self.pose_at(t)
        v = self.machine.values(p, r)
        return self.machine.side_of(p, r, v) if np.isfinite(v).all() else np.nan

    def _outward(self, fold, far):
        """A change of joint values by so many sizes to where the singular pose's assembly has no pose."""
        machine = self.machine
        if self.by_joints:
            change = self.values_at(fold) - self.values_at(0)
            return change * far * machine.size / machine.far(change)
        p, r = self.pose_at(fold)
        v = machine.values(p, r)
        _, rows, by_value = machine.closing(p, r, v)
        left, _, right = np.linalg.svd(rows)
        weights = left[:, -1] * by_value
        near = 1e-4 * machine.size
        bent = sum((machine.values(*machine.step(p, r, sign * near * right[-1])) - v for sign in (1, -1)), np.zeros(6))
        change = -np.sign(weights @ bent) * weights
        return change * far * machine.size / machine.far(change)


class Continuation:
    """Follows the poses along straight lines between rows of joint values.

    `ended` says that the curve of poses folds: joint values that go on have no pose in this assembly. `share` is the
    part of the last line up to there.
    """

    def __init__(self, machine, p, r, v):
        self.machine, self.p, self.r, self.v = machine, p, r, v
        self.ended, self.undecided, self.least, self.share = False, False, np.inf, 1

    def go(self, to):
        """To the next joint values. `least` is the smallest singular value on the way."""
        machine, start = self.machine, self.v
        self.v, self.least = to, np.inf
        far = machine.far(to - start)
        if self.ended or far == 0:
            return
        self.start, self.along, self.far = start, (to - start) / far, far
        at, h = (self.p, self.r, 0.0), 0.02 * machine.size
        tangent = self._tangent(at, None)
        for _ in range(MOST_STEPS):
            if h < 1e-10 * machine.size:
                break
            reaches = at[2] + h * tangent[6] >= far
            step = (far - at[2]) / tangent[6] if reaches else h
            met, next_tangent = self._stepped(at, tangent, step, reaches)
            if met is None:
                h = step / 2
            elif next_tangent[6] <= 0:
                undecided, least = self.undecided, self.least  # not those of the search for the fold
                self.ended, self.share = True, self._turning_point(at, tangent, step)
                self.undecided, self.least = undecided, least
                return
            elif reaches:
                self.p, self.r = met[:2]
                return
            else:
                at, tangent, h = met, next_tangent, min(1.5 * h, 0.05 * machine.size)
        self.ended = self.undecided = True

    def _stepped(self, at, tangent, step, reaches):
        """The next point and its tangent, or two times None if they differ much."""
        met = self._corrected(at, step * tangent, reaches)
        next_tangent = None if met is None else self._tangent(met, tangent)
        return (None, None) if met is None or next_tangent @ tangent < 0.998 else (met, next_tangent)

    def _turning_point(self, at, tangent, step):
        """The share of the line at the fold, which lies within this step."""
        low, high, most = 0, step, at[2]
        for _ in range(50):
            middle = (low + high) / 2
            met, next_tangent = self._stepped(at, tangent, middle, False)
            if met is None:
                break
            most = max(most, met[2])
            low, high = (middle, high) if next_tangent[6] > 0 else (low, middle)
        return most / self.far

    def _line(self, x):
        return self.start + x * self.along

    def _tangent(self, at, last):
        _, rows, by_value = self.machine.closing(*at[:2], self._line(at[2]))
        tangent = np.linalg.svd(np.column_stack([rows, by_value * self.along]))[2][-1]
        forward = tangent[6] if last is None else tangent @ last
        self.least = min(self.least, np.linalg.svd(rows, compute_uv=False)[-1])
        self.undecided = self.undecided or self.least < UNDECIDED
        return tangent if forward > 0 else -tangent

    def _corrected(self, at, by, reaches):
        """The point of the curve in the plane perpendicular to the step, or at the line's end."""
        p, r = self.machine.step(*at[:2], by)
        x = self.far if reaches else at[2] + by[6]
        size, moved = np.linalg.norm(by), 0
        for _ in range(6):
            off, rows, by_value = self.machine.closing(p, r, self._line(x))
            matrix = np.zeros((7, 7))
            matrix[:6, :6], matrix[:6, 6] = rows, by_value * self.along
            matrix[6] = np.eye(7)[6] if reaches else by / size
            try:
                step = np.linalg.solve(matrix, np.append(-off, 0))
            except np.linalg.LinAlgError:
                return None
            p, r = self.machine.step(p, r, step)
            x += step[6]
            length = np.linalg.norm(step)
            moved += length
            if not moved <= 0.2 * size + 1e-12 * self.machine.size:
                return None
            if length < 1e-12 * self.machine.size:
                return p, r, x
        return None


def answers(hexscan, machine, path):
    """hexscan's rows, with poses as positions in metres and rotation matrices."""
    unit = machine.angle_unit if machine.kind == "rotary" else machine.length_unit
    near = [*(path.p / machine.length_unit), *(np.array(angles_of(path.r, machine.order)) / machine.angle_unit)]
    with tempfile.TemporaryDirectory() as folder:
        name = machine.text
        if "\n" in name:
            name = "m.yaml"
            Path(folder, name).write_text(machine.text)
        Path(folder, "rows.csv").write_text("".join(",".join(map(repr, row)) + "\n"
                                                     for row in (path.rows / unit).tolist()))
        done = subprocess.run([hexscan, "pose", name, "rows.csv", "--follow", "--json", "--near",
                               ",".join(f"{number:.17g}" for number in near)], cwd=folder, check=False,
                              capture_output=True, text=True)
    if done.returncode > 1:
        return None, done.stderr
    rows = []
    for row in json.loads(done.stdout)["rows"]:
        pose = row["poses"][0] if row["poses"] else None
        rows.append((row["status"], pose and (np.array(pose["position_m"]), rotation(
            [pose["roll_rad"], pose["pitch_rad"], pose["yaw_rad"]], machine.order))))
    return rows, ""



def is_same(machine, one, other):
    return (np.linalg.norm(one[0] - other[0]) < SAME * (machine.size + np.linalg.norm(one[0])) and
            np.linalg.norm(one[1] - other[1]) < SAME)


def judged(hexscan, machine, path, count):
    """Compares hexscan's rows with the oracle's. Returns what is wrong, as text."""
    rows, refused = answers(hexscan, machine, path)
    if rows is None:
        return ["refused: " + refused]
    if rows[0][0] not in FOUND or not is_same(machine, rows[0][1], (path.p, path.r)):
        return ["the first row is not the start"]
    side = machine.side_of(path.p, path.r, path.rows[0])
    oracle = Continuation(machine, path.p, path.r, path.rows[0])
    alone, misled, wrong, lost = (path.p, path.r), False, [], False
    for number, (values, (status, pose)) in enumerate(zip(path.rows, rows), 1):
        oracle.go(values)
        answer = machine.newton(*alone, values)
        alone = answer or alone
        misled = misled or bool(answer) and (oracle.ended or not is_same(machine, answer, (oracle.p, oracle.r)))
        count["rows"] += 1
        count["found"] += status in FOUND
        if status == "lost":
            count["early"] += not (lost or oracle.ended or oracle.undecided)
            lost = True
        elif status not in FOUND or lost:
            wrong.append(f"row {number} is {status} after a row that is lost")
        elif oracle.ended:
            wrong.append(f"row {number} is {status}, but the assembly ended")
        elif machine.side_of(*pose, values) != side:
            wrong.append(f"row {number} has another sign of the determinant")
        elif not is_same(machine, pose, (oracle.p, oracle.r)):
            wrong.append(f"row {number} is in another assembly")
    count["paths"] += 1
    count["ended"] += oracle.ended
    count["marked"] += oracle.ended and lost and not wrong
    count["rounding"] += oracle.undecided
    count["newton"] += misled
    return wrong


COLUMNS = {
    "paths": "paths",
    "rows": "rows of joint values",
    "found": "rows with a pose, all the oracle's unless refuted",
    "ended": "paths on which the assembly ends",
    "marked": "paths among these whose rows after that are all lost",
    "early": "paths that are lost before the assembly ends",
    "rounding": "paths that turn at a singular pose to within rounding",
    "newton": "paths on which Newton's method alone gives a pose after the end, or one of another assembly",
}


def next_path(hexscan, seed, number, known):
    """A path through or near a singularity, and its family."""
    dice = np.random.default_rng([seed, number])
    family = FAMILIES[number % len(FAMILIES)]
    kinds = SHIPPED + RANDOM
    kind = kinds[number % len(kinds)]
    for _ in range(1000):
        if kind in SHIPPED:
            if kind not in known:
                known[kind] = shipped(hexscan, kind)
            machine, p, r = known[kind]
        else:
            machine, p, r = random_machine(dice, kind)
        path = JointPath(machine, p, r, dice, family)
        if path.rows is not None:
            return machine, path, kind, family
    sys.exit(f"path {number}: no singularity met in 1000 directions ({kind})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hexscan", type=Path)
    parser.add_argument("--paths", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    hexscan, known, wrong = options.hexscan.resolve(), {}, 0
    counts = collections.defaultdict(collections.Counter)
    for number in range(options.paths) if options.only is None else [options.only]:
        machine, path, kind, family = next_path(hexscan, options.seed, number, known)
        count = collections.Counter()
        found = judged(hexscan, machine, path, count)
        wrong += len(found)
        for text in found:
            print(f"path {number}, {kind}, {family}: {text}", flush=True)
        for group in ("all", family, kind):
            counts[group].update(count)
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    text = [f"# tests/attack/follow_attack.py hexscan --paths {options.paths} --seed {options.seed}",
            f"# {datetime.date.today()}, {models[0] if models else 'unknown processor'}, one core",
            *(f"# {key}: {meaning}" for key, meaning in COLUMNS.items()),
            f"{'':24}" + "".join(f"{key:>9}" for key in COLUMNS)]
    text += [f"{group:24}" + "".join(f"{counts[group][key]:9}" for key in COLUMNS)
             for group in ("all", *FAMILIES, *SHIPPED, *RANDOM)]
    text.append(f"refuted: {wrong}")
    print("\n".join(text))
    if options.report:
        options.report.write_text("\n".join(text) + "\n")
    return 1 if wrong or not counts["all"]["paths"] else 0


if __name__ == "__main__":
    sys.exit(main())
