#!/usr/bin/env python3
"""Compares every figure that `hexscan check --json` reports about random machines with an oracle of its own.

usage: figures.py HEXSCAN [--machines N] [--seed N] [--only NUMBER] [--jobs N]

The oracle shares no code with hexscan: it computes joint values, tilts, forces, gaps and conditioning with NumPy at
many poses, and walks from the worst of them to worse ones. A figure is wrong if a pose contradicts it: a reachable
pose outside the ranges, an unreachable one in a proved box, a force above its bound. A figure is loose if the oracle
came nowhere near it; loose figures are counted and shown, but no error. --only repeats one machine and prints its file.
Exit code: 0 if no figure was wrong, otherwise 1.
"""

import argparse
import collections
import concurrent.futures
import itertools
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed")
    sys.exit(77)

STANDARD_GRAVITY = 9.80665
LEG_ERROR_M = 1e-5
KINDS = ("telescopic", "slider", "rotary")


def dot(a, b):
    return np.sum(a * b, axis=-1)


def length(a):
    return np.sqrt(dot(a, a))


def rotations(angles):
    """R = Rz Ry Rx for angles of shape (n, 3): roll, pitch, yaw."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(angles).T, np.sin(angles).T
    rows = [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]]
    return np.moveaxis(np.array(rows), 2, 0)


def angle_between(a, b):
    return np.arctan2(length(np.cross(a, b)), dot(a, b))


def segment_distances(a0, a1, b0, b1):
    """Least distances of segments, by the squared distance's minimum on each edge and inside."""
    d, e, r = a1 - a0, b1 - b0, a0 - b0
    dd, ee, de, dr, er = dot(d, d), dot(e, e), dot(d, e), dot(d, r), dot(e, r)
    best = np.full(dd.shape, np.inf)

    def keep(s, t):
        nonlocal best
        best = np.minimum(best, length(r + s[..., None] * d - t[..., None] * e))

    for s in (np.zeros_like(dd), np.ones_like(dd)):
        keep(s, np.clip((er + s * de) / ee, 0, 1))
    for t in (np.zeros_like(dd), np.ones_like(dd)):
        keep(np.clip((t * de - dr) / dd, 0, 1), t)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = (de * er - dr * ee) / (dd * ee - de * de)
        t = (dd * er - de * dr) / (dd * ee - de * de)
    inside = (s > 0) & (s < 1) & (t > 0) & (t < 1)
    keep(np.where(inside, s, 0), np.where(inside, t, np.clip(er / ee, 0, 1)))
    return best


class Machine:
    """A random machine in metres and radians, and its figures at poses of shape (n, 6)."""

    def __init__(self, number):
        self.random = np.random.default_rng(number)
        self.kind = KINDS[number % 3]
        random = self.random
        spread = random.uniform(10, 50)
        ring = lambda radius, first, sway: np.array(
            [[radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a)), 0] for a in first]
        ) + random.normal(0, sway, (6, 3))
        pairs = [120 * k + side * spread / 2 for k in range(3) for side in (-1, 1)]
        other = [120 * k + side * (120 - random.uniform(10, 60)) / 2 for k in range(3) for side in (-1, 1)]
        self.a = ring(1, pairs, 0.02)
        self.b = ring(random.uniform(0.4, 0.9), other, 0.02)
        if self.kind == "slider":
            self.rail = np.array([0, 0, 1.0]) + random.normal(0, 0.1, (6, 3))
            self.rail /= length(self.rail)[:, None]
        if self.kind == "rotary":
            self.arm, self.azimuths = random.uniform(0.2, 0.45), np.radians(
                [a + (90 if i % 2 else -90) for i, a in enumerate(pairs)])
        self.rod = random.uniform(1.1, 1.6)
        self.load = {"mass": random.uniform(10, 100)} if random.random() < 0.6 else None
        self.diameter = random.uniform(0.01, 0.05) if random.random() < 0.4 else None
        self.home = np.array([0, 0, random.uniform(0.7, 1.0) * self.rod, 0, 0, 0])
        lift = self.legs(self.home[None])
        self.lift = lift
        self.rms = math.sqrt(np.mean(dot(self.b - self.b.mean(0), self.b - self.b.mean(0))))
        self.centroid = self.b.mean(0)
        self._choose_limits()

    def _choose_limits(self):
        random = self.random
        value = self.joint_values(self.legs(self.home[None]))[0]
        if self.kind == "telescopic":
            self.low, self.high = value.min() - random.uniform(0.1, 0.4), value.max() + random.uniform(0.1, 0.4)
        elif self.kind == "slider":
            self.low, self.high = np.nanmin(value) - random.uniform(0.1, 0.4), np.nanmax(value) + random.uniform(
                0.1, 0.4)
        else:
            self.low, self.high = -math.radians(random.uniform(40, 80)), math.radians(random.uniform(40, 80))
        self.axis = np.nan_to_num(self.rods(self.legs(self.home[None]))[0], nan=1.0)
        self.axis /= length(self.axis)[:, None]
        self.base_tilt = math.radians(random.uniform(20, 60)) if self.kind != "rotary" and random.random(
        ) < 0.5 else None
        self.platform_tilt = math.radians(random.uniform(20, 60)) if random.random() < 0.5 else None

    def yaml(self):
        degrees = math.degrees
        joints = lambda points: "[" + ", ".join("[{:.17g}, {:.17g}, {:.17g}]".format(*p) for p in points) + "]"
        tilt = lambda limit: "" if limit is None else f", axis: {joints(self.axis)}, max_tilt: {degrees(limit):.17g}"
        legs = f"{{min: {self.low:.17g}, max: {self.high:.17g}"
        if self.kind == "slider":
            legs = (f"{{kind: slider, rod: {self.rod:.17g}, rail: {joints(self.rail)}, "
                    f"travel: [{self.low:.17g}, {self.high:.17g}]")
        if self.kind == "rotary":
            legs = (f"{{kind: rotary, rod: {self.rod:.17g}, arm: {self.arm:.17g}, angle: [{degrees(self.low):.17g}, "
                    f"{degrees(self.high):.17g}], azimuth: [" + ", ".join(
                        f"{degrees(a):.17g}" for a in self.azimuths) + "]")
        if self.diameter is not None:
            legs += f", diameter: {self.diameter:.17g}"
        text = (f"name: machine\nunits: {{length: m, angle: deg}}\nbase: {{joints: {joints(self.a)}"
                f"{tilt(self.base_tilt)}}}\nplatform: {{joints: {joints(self.b)}{tilt(self.platform_tilt)}}}\n"
                f"legs: {legs}}}\nhome: {{z: {self.home[2]:.17g}}}\n")
        if self.load:
            text += f"load: {{mass: {self.load['mass']:.17g}}}\n"
        text += "requirements:\n"
        for i in range(3):
            position, angle = self.random.uniform(0.002, 0.15), self.random.uniform(0.2, 14)
            text += (f"- {{name: box {i}, about: home, x: {position:.6g}, y: {position:.6g}, z: {position:.6g}, "
                     f"roll: {angle:.6g}, pitch: {angle:.6g}, yaw: {angle:.6g}}}\n")
        return text

    def legs(self, poses):
        """Leg vectors (n, 6, 3)."""
        self_r = rotations(poses[:, 3:])
        return poses[:, None, :3] + np.einsum("nij,kj->nki", self_r, self.b) - self.a

    def joint_values(self, legs):
        """Lengths, travels or angles (n, 6); NaN where the rod does not reach."""
        with np.errstate(invalid="ignore"):
            if self.kind == "telescopic":
                return length(legs)
            if self.kind == "slider":
                along = dot(legs, self.rail)
                return along - np.sqrt(self.rod**2 - dot(legs, legs) + along**2)
            x = legs[..., 0] * np.cos(self.azimuths) + legs[..., 1] * np.sin(self.azimuths)
            z = legs[..., 2]
            g = (dot(legs, legs) + self.arm**2 - self.rod**2) / (2 * self.arm * np.hypot(x, z))
            angle = np.arctan2(z, x) - np.arccos(g)
            return (angle + math.pi) % (2 * math.pi) - math.pi

    def feet(self, legs):
        """The feet of the rods as seen from the base joints, and their derivatives by the joint values."""
        if self.kind == "telescopic":
            return np.zeros_like(legs), legs / length(legs)[..., None]
        values = self.joint_values(legs)
        if self.kind == "slider":
            return values[..., None] * self.rail, np.broadcast_to(self.rail, legs.shape)
        cos, sin = np.cos(values), np.sin(values)
        tip = np.stack([cos * np.cos(self.azimuths), cos * np.sin(self.azimuths), sin], -1)
        turn = np.stack([-sin * np.cos(self.azimuths), -sin * np.sin(self.azimuths), cos], -1)
        return self.arm * tip, self.arm * turn

    def rods(self, legs):
        return legs - self.feet(legs)[0]

    def rooms(self, poses):
        """How far each limit is from being violated, at least 0 if kept (n, m), and its joint values."""
        legs = self.legs(poses)
        values, rods = self.joint_values(legs), self.rods(legs)
        rooms = [values - self.low, self.high - values]
        if self.base_tilt is not None:
            rooms.append(self.base_tilt - angle_between(rods, self.axis))
        if self.platform_tilt is not None:
            axes = np.einsum("nij,kj->nki", rotations(poses[:, 3:]), self.axis)
            rooms.append(self.platform_tilt - angle_between(rods, axes))
        rooms = np.concatenate(rooms, 1)
        return np.where(np.isnan(rooms), -np.inf, rooms)

    def room(self, poses):
        return self.rooms(poses).min(1)

    def own_clearance(self, poses):
        """The distance to the nearest violated position, orientation kept; for telescopic legs."""
        legs = self.legs(poses)
        lengths = length(legs)
        rooms = [lengths - self.low, self.high - lengths]
        for limit, axes in ((self.base_tilt, self.axis),
                            (self.platform_tilt,
                             np.einsum("nij,kj->nki", rotations(poses[:, 3:]), self.axis))):
            if limit is not None:
                left = limit - angle_between(legs, axes)
                rooms.append(lengths * np.where(left < math.pi / 2, np.sin(np.clip(left, -math.pi / 2, None)), 1))
        return np.concatenate(rooms, 1).min(1)

    def jacobians(self, poses, at, scale):
        """Rows (u, (R(b - at)) x u / scale), of rods over u . h."""
        legs = self.legs(poses)
        foot, moved = self.feet(legs)
        rods = legs - foot
        u = rods / length(rods)[..., None]
        arms = np.einsum("nij,kj->nki", rotations(poses[:, 3:]), self.b - at)
        rows = np.concatenate([u, np.cross(arms, u) / scale], 2)
        return rows / dot(u, moved)[..., None], u, moved

    def conditioning(self, poses):
        values = np.linalg.svd(np.nan_to_num(self.jacobians(poses, self.centroid, self.rms)[0]), compute_uv=False)
        return values[:, -1] / values[:, 0]

    def side(self, poses):
        return np.sign(np.linalg.det(np.nan_to_num(self.jacobians(poses, self.centroid, self.rms)[0])))

    def forces(self, poses):
        """Along legs or rods, above 0 where compressed; and the motors' torques."""
        jacobians, u, moved = self.jacobians(poses, np.zeros(3), 1)
        static = jacobians * dot(u, moved)[..., None]
        wrench = np.array([0, 0, -self.load["mass"] * STANDARD_GRAVITY, 0, 0, 0])
        loads = np.broadcast_to(-wrench, (len(poses), 6))[..., None]
        forces = np.linalg.solve(np.swapaxes(static, 1, 2), loads)[..., 0]
        return forces, np.abs(forces * dot(u, moved))

    def rates(self, poses):
        _, u, moved = self.jacobians(poses, np.zeros(3), 1)
        return 1 / np.abs(dot(u, moved)).min(1)

    def gaps(self, poses):
        legs = self.legs(poses)
        foot = self.feet(legs)[0]
        bodies = [(self.a + foot, self.a + legs)]
        if self.kind == "rotary":
            bodies.append((np.broadcast_to(self.a, legs.shape), self.a + foot))
        best = np.full(len(poses), np.inf)
        # Two bodies of the same kind have the same distance in either order.
        for (first, (a0, a1)), (second, (b0, b1)) in itertools.combinations_with_replacement(enumerate(bodies), 2):
            pairs = itertools.combinations if first == second else itertools.permutations
            for i, j in pairs(range(6), 2):
                best = np.minimum(best, segment_distances(a0[:, i], a1[:, i], b0[:, j], b1[:, j]))
        return best - (self.diameter or 0)


def pose_of(record):
    return np.array([[*record["position_m"], record["roll_rad"], record["pitch_rad"], record["yaw_rad"]]])


class Box:
    def __init__(self, low, high, random):
        self.low, self.high, self.random = np.array(low), np.array(high), random

    def samples(self, count):
        corners = np.array(list(itertools.product(*zip(self.low, self.high))))
        part = self.random.uniform(0, 1, (count, 6))
        edge = self.random.random((count, 6))
        part = np.where(edge < 0.3, 0, np.where(edge < 0.6, 1, part))
        return np.concatenate([corners, self.low + part * (self.high - self.low)])

    def least(self, figure, count=3000, walks=25):
        """The least value that sampling and walking downhill meets, and its pose. NaN counts as infinite."""
        value = lambda poses: np.nan_to_num(figure(poses), nan=np.inf)
        poses = self.samples(count)
        values = value(poses)
        order = np.argsort(values)[:40]
        poses, values = poses[order], values[order]
        step = 0.2
        for _ in range(walks):
            moves = self.random.normal(0, step, (8, *poses.shape)) * (self.high - self.low)
            moves *= self.random.random(moves.shape) < 0.5
            tried = np.clip(poses + moves, self.low, self.high).reshape(-1, 6)
            met = value(tried).reshape(8, -1)
            best = met.argmin(0)
            better = met.min(0) < values
            poses = np.where(better[:, None], tried.reshape(8, -1, 6)[best, np.arange(len(values))], poses)
            values = np.minimum(values, met.min(0))
            step *= 0.8
        best = values.argmin()
        return values[best], poses[best]


class Judge:
    """Counts what was compared, and collects what is wrong or loose."""

    def __init__(self):
        self.count, self.wrong, self.loose = collections.Counter(), [], []

    def equal(self, what, got, expected, tolerance=1e-6):
        self.count[what] += 1
        if not abs(got - expected) <= tolerance * max(1, abs(expected)):
            self.wrong.append(f"{what}: {got:.9g}, the oracle has {expected:.9g}")

    def at_most(self, what, value, bound, tolerance=1e-7):
        self.count[what] += 1
        if not value <= bound + tolerance * max(1, abs(bound)):
            self.wrong.append(f"{what}: {value:.9g} is met beyond {bound:.9g}")

    def holds(self, what, fact, text):
        self.count[what] += 1
        if not fact:
            self.wrong.append(f"{what}: {text}")

    def near(self, what, got, expected, part):
        self.count[what + ", tight"] += 1
        if not abs(got - expected) <= part * max(abs(got), 1e-9):
            self.loose.append(f"{what}: reported {got:.6g}, the oracle met {expected:.6g}")


def judge_home(machine, home, judge):
    pose = pose_of(home["pose"])
    values = machine.joint_values(machine.legs(pose))[0]
    for i, leg in enumerate(home["legs"]):
        name = {"telescopic": "length_m", "slider": "travel_m", "rotary": "angle_rad"}[machine.kind]
        judge.equal("joint value at home", leg[name], values[i])
    judge.holds("home reachable", home["reachable"] == bool(machine.room(pose)[0] >= 0), str(machine.room(pose)[0]))
    if not home["reachable"]:
        return
    singular = np.linalg.svd(machine.jacobians(pose, machine.centroid, machine.rms)[0][0], compute_uv=False)
    judge.equal("condition", home["inverse_jacobian"]["condition"], singular[0] / singular[-1], 1e-5)
    if home["pose_error"]:
        per_metre = 1 / machine.arm if machine.kind == "rotary" else 1
        inverse = np.linalg.inv(machine.jacobians(pose, np.zeros(3), 1)[0][0]) * LEG_ERROR_M * per_metre
        moved = np.array(list(itertools.product((-1, 1), repeat=6))) @ inverse.T
        judge.equal("pose error", home["pose_error"]["displacement_m"] / LEG_ERROR_M,
                    length(moved[:, :3]).max() / LEG_ERROR_M, 1e-5)
        judge.equal("pose error, rotation", home["pose_error"]["rotation_rad"] / LEG_ERROR_M,
                    length(moved[:, 3:]).max() / LEG_ERROR_M, 1e-5)
    if home.get("forces"):
        forces, torques = machine.forces(pose)
        for i in range(6):
            judge.equal("force at home", home["forces"]["rod_n"][i], forces[0, i], 1e-5)
            if machine.kind == "rotary":
                judge.equal("torque at home", abs(home["forces"]["servo_nm"][i]), torques[0, i], 1e-5)
    if machine.kind == "telescopic" and machine.diameter is None:
        judge.equal("clearance at home", home["least"]["clearance_m"], machine.own_clearance(pose)[0])
    if machine.diameter is not None:
        gaps = [s["asked"] for s in home["shared_limits"] if s["limit"] == "gap"]
        judge.equal("gap at home", min(gaps), machine.gaps(pose)[0])


def judge_travel(machine, report, judge):
    home = pose_of(report["home"]["pose"])
    for axis, name in enumerate(("x", "y", "z", "roll", "pitch", "yaw")):
        travel = report["travel"][name]
        if travel is None or travel["from"] is None or travel["to"] is None:
            continue
        poses = np.repeat(home, 600, 0)
        poses[:, axis] = np.linspace(travel["from"] + 1e-9, travel["to"] - 1e-9, 600)
        room = machine.room(poses).min()
        judge.holds(f"travel of {name}", room >= -1e-7, f"{room:.3g} at a pose within")
        beyond = np.repeat(home, 2, 0)
        beyond[:, axis] = [travel["from"] - 1e-6, travel["to"] + 1e-6]
        judge.holds(f"travel's ends of {name}", (machine.room(beyond) < 0).all(), "it goes on beyond an end")


def judge_ranges(machine, report, judge):
    """Positions at the scan's orientation, on a grid that goes on beyond the ranges, above the base's joints."""
    if report["reachable"] is None or not report["home"]["reachable"]:
        return
    low, high = np.array(report["reachable"]["low_m"]), np.array(report["reachable"]["high_m"])
    if low[2] <= machine.a[:, 2].max() + 0.05:
        return
    steps = 90
    axes = [np.linspace(low[i], high[i], steps) for i in range(3)]
    beyond = [np.concatenate([low[i] - (high - low)[i] * np.linspace(0.3, 1e-3, 9), axes[i],
                              high[i] + (high - low)[i] * np.linspace(1e-3, 0.3, 9)]) for i in range(3)]
    reached = []
    for z in beyond[2][beyond[2] > machine.a[:, 2].max() + 0.05]:
        poses = np.zeros((len(beyond[0]) * len(beyond[1]), 6))
        poses[:, :2] = np.stack(np.meshgrid(beyond[0], beyond[1]), -1).reshape(-1, 2)
        poses[:, 2] = z
        kept = poses[machine.room(poses) >= 1e-9, :3]
        if len(kept):
            reached.append([kept.min(0), kept.max(0)])
    met_low, met_high = np.min([r[0] for r in reached], 0), np.max([r[1] for r in reached], 0)
    for axis in range(3):
        judge.at_most("reachable range", low[axis], met_low[axis])
        judge.at_most("reachable range", met_high[axis], high[axis])
        width = high[axis] - low[axis]
        for apart in (met_low[axis] - low[axis], high[axis] - met_high[axis]):
            judge.near("reachable range", 1, 1 + apart / width, 2.5 / steps)


def judge_conditioning(machine, report, judge):
    hold = report["conditioning"]
    if hold is None:
        return
    pose = np.array([[*hold["least_at_m"], 0, 0, 0]])
    judge.equal("conditioning's place", abs(hold["least"]), machine.conditioning(pose)[0], 1e-5)


def judge_requirement(machine, requirement, home, judge):
    box = Box(requirement["box"]["low"], requirement["box"]["high"], machine.random)
    outcome = requirement["outcome"]
    judge.count["outcome " + outcome.split(":")[0]] += 1
    side = machine.side(pose_of(home["pose"]))[0]
    reached = box.least(machine.room)[0] >= 0
    if outcome.startswith("proved"):
        judge.at_most("proved box", -box.least(machine.room)[0], 0)
        judge.holds("proved box, assembly", (machine.side(box.samples(4000)) == side).all(), "a pose is singular")
        if machine.diameter is not None:
            judge.at_most("proved box, gap", -box.least(machine.gaps, 1000, 12)[0], 0)
    if outcome == "violated":
        met = pose_of(requirement["least"]["pose"])
        of_gap = requirement["least"]["limit"] == "gap"
        room = (machine.gaps if of_gap else machine.room)(met)[0]
        judge.at_most("violated box", room, 0)
        inside = (met[0] >= box.low - 1e-12).all() and (met[0] <= box.high + 1e-12).all()
        judge.holds("violated box", inside, "the pose is outside")
    if outcome == "other assembly" and requirement["other_assembly"]["because"] == "singular":
        other = machine.side(pose_of(requirement["other_assembly"]["pose"]))[0]
        judge.holds("other assembly", other != side, "the pose has home's sign")
    if machine.kind == "telescopic" and outcome.startswith("proved"):
        least = requirement["least"]["clearance_m"]
        met, _ = box.least(machine.own_clearance)
        judge.at_most("least clearance", least, met, 2e-6)
        judge.near("least clearance", least, met, 0.01)
    judge_growth(machine, requirement, box, judge)
    judge_sizes(machine, requirement, box, judge)
    if requirement.get("loads"):
        judge_loads(machine, requirement["loads"], box, reached, judge)
    judge_needs(machine, requirement["needs_of_legs"] or {}, box, reached, judge)


def judge_growth(machine, requirement, box, judge):
    growth = requirement["growth"]
    if growth is None or not growth["kept_to"]:
        return
    middle, half = (box.low + box.high) / 2, (box.high - box.low) / 2 * growth["kept_to"]
    grown = Box(middle - half, middle + half, machine.random)
    judge.at_most("size it could have", -grown.least(machine.room)[0], 0)


def judge_sizes(machine, requirement, box, judge):
    sizes = requirement["least_sizes"]
    if not sizes:
        return
    values = lambda poses: machine.joint_values(machine.legs(poses))
    low = box.least(lambda poses: values(poses).min(1))[0]
    high = -box.least(lambda poses: -values(poses).max(1))[0]
    names = {"telescopic": ("shortest_m", "longest_m"), "slider": ("travel_from_m", "travel_to_m"),
             "rotary": ("angle_from_rad", "angle_to_rad")}[machine.kind]
    for name, met, sign in ((names[0], low, -1), (names[1], high, 1)):
        if sizes.get(name) is None or not math.isfinite(met) or abs(met) > 3.1 and machine.kind == "rotary":
            continue
        judge.at_most(f"least size {name}", sign * met, sign * sizes[name])
        judge.near(f"least size {name}", sizes[name] - sign * 10, met - sign * 10, 0.01)


def judge_loads(machine, loads, box, reached, judge):
    for name, sign in (("push_n", 1), ("pull_n", -1)):
        load = loads[name]
        if load is None or load["met"] is None:
            continue
        forces = lambda poses: (sign * machine.forces(poses)[0]).max(1)
        judge.equal(f"{name} at its pose", load["met"],
                    sign * forces(pose_of(load["pose"]))[0], 1e-4)
        if load["bound"] is None:
            continue
        met = -box.least(lambda poses: -forces(poses))[0]
        if reached:
            judge.at_most(name, met, sign * load["bound"], 1e-6)
            judge.near(name, load["met"], sign * met, 0.01)
            judge.near(name + ", both ends", load["bound"], load["met"], 0.01)


def judge_needs(machine, needs, box, reached, judge):
    figures = {
        "conditioning": (machine.conditioning, 1),
        "rate": (lambda poses: -machine.rates(poses), -1),
        "gap_m": (machine.gaps, 1),
    }
    if not reached:
        return
    for name, need in needs.items():
        if name not in figures or need["proved"] is None:
            continue
        figure, sign = figures[name]
        met = sign * (box.least(figure, 800, 10) if name == "gap_m" else box.least(figure))[0]
        judge.at_most(f"needed {name}", sign * need["proved"], sign * met, 1e-6)
        judge.near(f"needed {name}", need["met"], met, 0.01)
        judge.near(f"needed {name}, both ends", need["proved"], need["met"], 0.01)


def judge_machine(hexscan, number):
    """Everything that is wrong or loose about one machine."""
    judge = Judge()
    machine = Machine(number)
    if np.isnan(machine.joint_values(machine.lift)).any():
        return judge
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "machine.yaml"
        file.write_text(machine.yaml())
        run = subprocess.run([hexscan, "check", str(file), "--json"], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        judge.wrong.append(f"exit code {run.returncode}: {run.stderr}")
        return judge
    report = json.loads(run.stdout)
    with np.errstate(all="ignore"):
        judge_home(machine, report["home"], judge)
        if report["home"]["reachable"]:
            judge_travel(machine, report, judge)
        judge_ranges(machine, report, judge)
        judge_conditioning(machine, report, judge)
        for requirement in report["requirements"]:
            judge_requirement(machine, requirement, report["home"], judge)
    return judge


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hexscan")
    parser.add_argument("--machines", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="number of the first machine")
    parser.add_argument("--only", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    wish = parser.parse_args()
    numbers = range(wish.seed, wish.seed + wish.machines) if wish.only is None else [wish.only]
    if wish.only is not None:
        print(Machine(wish.only).yaml())
    count, wrong, loose = collections.Counter(), 0, collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(wish.jobs) as pool:
        for number, judge in zip(numbers, pool.map(judge_machine, itertools.repeat(wish.hexscan), numbers)):
            count += judge.count
            wrong += len(judge.wrong)
            for text in judge.wrong:
                print(f"WRONG machine {number}: {text}")
            for text in judge.loose:
                loose[text.split(":")[0]] += 1
                if wish.only is not None:
                    print(f"loose: {text}")
    for what in sorted(count):
        print(f"{what}: {count[what]}" + (f", {loose[what[:-7]]} loose" if what.endswith(", tight") else ""))
    print(f"{sum(count.values())} figures compared, {wrong} wrong")
    sys.exit(wrong != 0 or not count)


if __name__ == "__main__":
    main()
