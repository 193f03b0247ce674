#!/usr/bin/env python3
"""Compares all poses of random machines with those that PHCpack finds.

usage: compare_with_phcpack.py HEXSCAN --work FILE [--machines N] [--blackbox N] [--seed N] [--report FILE]
                               [--fixture FILE]

Needs NumPy and PHCpack's program `phc`: apt install python3-numpy phcpack (https://github.com/janverschelde/PHCpack).

The machines are telescopic, with 12 joints and a pose at random. PHCpack gets a polynomial system in Study parameters,
which shares no formula with hexscan. The first machines are left to its blackbox solver (phc -b). The others take a
faster homotopy (phc -p) from one general complex system. PHCpack must find 40 complex roots, which are all. If it does
not, the platform's frame is turned and it is asked again. hexscan must list each real root once and nothing else, and
call its list complete.

Each machine is one line of --work. A run that was interrupted computes only machines that have no line. --fixture
writes ten machines, as test data of tests/pose. Exit code: 0 if all lists agree, otherwise 1.
"""

import argparse
import collections
import datetime
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOTS = 40
MOST_RUNS = 8
SAME = 1e-6  # of position in metres and of rotation matrices
FIXTURES = 10


def rotation(q):
    """The rotation matrix of a quaternion w, x, y, z of any length. Complex quaternions are not conjugated."""
    w, x, y, z = q
    return np.array([[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]]) / (q @ q)


def from_left(v):
    """The matrix of q -> v q for a quaternion v."""
    w, x, y, z = v
    return np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])


def from_right(v):
    """The matrix of q -> q v for a quaternion v."""
    w, x, y, z = v
    return np.array([[w, -x, -y, -z], [x, w, z, -y], [y, -z, w, x], [z, y, -x, w]])


def random_machine(seed, number):
    """Base joints, platform joints and leg lengths in metres."""
    dice = np.random.default_rng([seed, number])
    base, joints = dice.uniform(-1, 1, (2, 6, 3))
    turned, position = rotation(dice.normal(size=4)), dice.uniform(-1, 1, 3)
    return base, joints, np.linalg.norm(position + joints @ turned.T - base, axis=1)


def forms(base, joints, lengths):
    """Seven quadratic forms of Study parameters (x, y), zero at a pose with rotation x and position p = 2 y conj(x).

    A leg's length is |p + x b conj(x) - a|. Times x, this is the norm of 2 y + x b - a x. All but the first leg are
    given as differences from the first, in which y y cancels. The last form is Study's quadric x y.
    """
    legs = []
    for a, b, d in zip(base, joints, lengths):
        vector = np.hstack([from_right([0, *b]) - from_left([0, *a]), 2 * np.eye(4)])
        form = vector.T @ vector
        form[:4, :4] -= d * d * np.eye(4)
        legs.append(form)
    return differences(legs)


def differences(legs):
    quadric = np.zeros((8, 8))
    quadric[:4, 4:] = quadric[4:, :4] = np.eye(4)
    return np.array([legs[0]] + [form - legs[0] for form in legs[1:]] + [quadric])


NAMES = ("", "x1", "x2", "x3", "y0", "y1", "y2", "y3")  # x0 is 1


def as_text(system):
    text = [str(len(system))]
    for form in system:
        terms = []
        for i in range(8):
            for j in range(i, 8):
                factor = complex(form[i, j] * (1 if i == j else 2))
                if abs(factor) > 1e-14:
                    number = f"+({factor.real:+.17g}{factor.imag:+.17g}*i)" if factor.imag else f"{factor.real:+.17g}"
                    terms.append("*".join([number, *filter(None, (NAMES[i], NAMES[j]))]))
        text.append("\n".join(terms) + ";")
    return "\n".join(text) + "\n"


def start_system(folder):
    """Writes a system with 40 roots, from which the others are reached.

    Its forms have random complex coefficients wherever those of legs have coefficients, so every straight line from
    them to those of a machine is general.
    """
    dice = np.random.default_rng(5)
    legs = []
    for _ in range(6):
        form = np.zeros((8, 8), complex)
        for block in (np.s_[:4, :4], np.s_[:4, 4:]):
            form[block] = np.exp(2j * np.pi * dice.random((4, 4)))
        form[:4, :4] += form[:4, :4].T
        form[:4, 4:] -= form[:4, 4:].T
        form[4:, :4], form[4:, 4:] = form[:4, 4:].T, np.eye(4)
        legs.append(form)
    system = as_text(differences(legs))
    Path(folder, "in").write_text(system)
    subprocess.run(["phc", "-b", "-01", "in", "out"], cwd=folder, check=True, capture_output=True)
    text = Path(folder, "out").read_text()
    blocks = re.split(r"(?m)^solution \d+ :", text[text.rindex("THE SOLUTIONS"):])
    regular = [block.split("\n==")[0] for block in blocks if "complex regular ==" in block]
    if len(regular) != ROOTS:
        sys.exit(f"the start system has {len(regular)} roots; must be {ROOTS}")
    lines = [f"solution {number} :{block}\n== err : 1.0E-15 = rco : 1.0E-02 = res : 1.0E-15 =="
             for number, block in enumerate(regular, 1)]
    roots = re.sub(r"(?m)^t : .*", "t :  0.00000000000000E+00   0.00000000000000E+00", "\n".join(lines))
    return f"{system}\n\nTHE SOLUTIONS :\n\n{ROOTS} 7\n{'=' * 75}\n{roots}\n{'=' * 75}\n"


ROOT = re.compile(r"the solution for t :\n((?:[^\n=]*:[^\n=]*\n)+)")


def roots_in(text):
    """All that an output of phc lists, diverged paths too."""
    roots = []
    for block in ROOT.findall(text[text.rindex("THE SOLUTIONS"):]):
        values = {"": 1}
        for line in block.splitlines():
            name, value = line.split(":")
            values[name.strip()] = complex(*map(float, value.split()))
        roots.append(np.array([values[name] for name in NAMES]))
    return roots


def polished(system, root):
    """The root to which Newton's method leads, or None. The parameters are scaled to one largest component of x."""
    for _ in range(30):
        if not np.isfinite(root).all() or np.abs(root).max() > 1e8:
            return None
        largest = np.argmax(np.abs(root[:4]))
        root = root / root[largest]
        free = np.delete(np.arange(8), largest)
        try:
            step = np.linalg.solve((2 * system @ root)[:, free], (system @ root) @ root)
        except np.linalg.LinAlgError:
            return None
        root[free] -= step
        last = np.abs(step).max() / np.abs(root).max()
        if last < 1e-14:
            break
    return root if last < 1e-9 and abs(root[:4] @ root[:4]) > 1e-9 else None


def pose_of(root):
    """Position and rotation matrix of a root: twelve numbers, complex in general."""
    x, y = root[:4], root[4:]
    conjugate = x * np.array([1, -1, -1, -1])
    return np.concatenate([(2 * from_left(y) @ conjugate)[1:] / (x @ x), rotation(x).ravel()])


def apart(a, b):
    return np.abs(a - b).max()


def poses_of_phcpack(base, joints, lengths, seed, start):
    """All complex poses, and how often phc ran. Without a start system, by the blackbox solver."""
    found, dice = [], np.random.default_rng(seed)
    for run in range(1, MOST_RUNS + 1):
        turned = np.eye(3) if run == 1 else rotation(dice.normal(size=4))
        other = forms(base, joints @ turned.T, lengths)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "in").write_text(as_text(other))
            Path(folder, "start").write_text(start or "")
            answers = "n\nstart\n" + 6 * "0\n" if start else ""
            subprocess.run(["phc", "-p" if start else "-b", f"-0{run}", "in", "out"], cwd=folder, check=True,
                           capture_output=True, input=answers, text=True)
            roots = roots_in(Path(folder, "out").read_text())
        for root in roots:
            root = polished(other, root)
            if root is None:
                continue
            pose = pose_of(root)
            pose[3:] = (pose[3:].reshape(3, 3) @ turned).ravel()
            if all(apart(pose, known) > SAME * max(1, np.abs(pose).max()) for known in found):
                found.append(pose)
        if len(found) >= ROOTS:
            break
    return found, run


def poses_of_hexscan(hexscan, base, joints, lengths):
    """Position and rotation matrix of each pose, and whether there are no others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "m.yaml").write_text("name: general\nunits: {length: m, angle: deg}\n"
                                          f"base: {{joints: {base.tolist()}}}\n"
                                          f"platform: {{joints: {joints.tolist()}}}\nlegs: {{min: 0, max: 10}}\n")
        done = subprocess.run([hexscan, "pose", "m.yaml", ",".join(map(repr, lengths.tolist())), "--all", "--json"],
                              cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode > 1:
        sys.exit(f"{done.args} ended with {done.returncode}: {done.stderr}")
    row = json.loads(done.stdout)["rows"][0]
    poses = []
    for pose in row["poses"]:
        half = np.array([pose["yaw_rad"], pose["pitch_rad"], pose["roll_rad"]]) / 2
        (cy, cp, cr), (sy, sp, sr) = np.cos(half), np.sin(half)
        turned = from_left([cy, 0, 0, sy]) @ from_left([cp, 0, sp, 0]) @ np.array([cr, sr, 0, 0])
        poses.append(np.concatenate([pose["position_m"], rotation(turned).ravel()]))
    return poses, row["complete"]


def compared(hexscan, seed, number, start):
    machine = random_machine(seed, number)
    every, runs = poses_of_phcpack(*machine, [seed, number, 1], start)
    poses, complete = poses_of_hexscan(hexscan, *machine)
    imaginary = [np.abs(pose.imag).max() for pose in every]
    real = [pose.real for pose, off in zip(every, imaginary) if off < SAME]
    matches = [[apart(ours, theirs) for theirs in real] for ours in poses]
    near = np.array(matches).reshape(len(poses), len(real)) < SAME
    return {
        "machine": number,
        "option": "-p" if start else "-b",
        "runs": runs,
        "roots": len(every),
        "real": len(real),
        "hexscan": len(poses),
        "complete": complete,
        "missing": int((near.sum(axis=0) == 0).sum()),
        "twice": int((near.sum(axis=0) > 1).sum()),
        "invented": int((near.sum(axis=1) == 0).sum()),
        "apart": max((min(row) for row in matches if row), default=0.0),
        "imaginary": min((off for off in imaginary if off >= SAME), default=None),
        "poses": [pose.tolist() for pose in real],
    }


def agrees(line):
    return (line["complete"] and line["roots"] == ROOTS and line["real"] == line["hexscan"] and
            not line["missing"] + line["twice"] + line["invented"])


def processor():
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{models[0] if models else platform.machine()}, one core"


def report(lines, command):
    counts = collections.Counter(line["real"] for line in lines)
    apart_m = sorted(line["apart"] for line in lines)
    version = subprocess.run(["phc", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    text = [f"# {command}", f"# {datetime.date.today()}, {processor()}, {version}",
            f"machines: {len(lines)}",
            f"agreeing: {sum(map(agrees, lines))}",
            f"complete according to hexscan: {sum(line['complete'] for line in lines)}",
            f"real poses of PHCpack: {sum(line['real'] for line in lines)}",
            f"real poses of hexscan: {sum(line['hexscan'] for line in lines)}",
            *(f"{fault}: {sum(line[fault] for line in lines)}" for fault in ("missing", "twice", "invented")),
            f"machines with {ROOTS} complex roots: {sum(line['roots'] == ROOTS for line in lines)}",
            f"machines for which phc ran more than once: {sum(line['runs'] > 1 for line in lines)}",
            f"machines left to phc -b: {sum(line['option'] == '-b' for line in lines)}, "
            f"to phc -p: {sum(line['option'] == '-p' for line in lines)}",
            f"largest difference of a pose (m, rotation matrix): median {apart_m[len(lines) // 2]:.2g}, "
            f"most {apart_m[-1]:.2g}",
            f"least imaginary part of a complex root: {min(line['imaginary'] or 9 for line in lines):.2g}",
            "real poses: machines", *(f"  {real}: {counts[real]}" for real in sorted(counts))]
    text += [f"DIFFERENT: {json.dumps({k: v for k, v in line.items() if k != 'poses'})}"
             for line in lines if not agrees(line)]
    return "\n".join(text) + "\n"


def fixture(lines, seed):
    """Machines with as many different numbers of poses as possible, as the first lines of the text say."""
    counts, ranked = collections.Counter(), []
    for line in filter(agrees, lines):
        counts[line["real"]] += 1
        ranked.append((counts[line["real"]], line["real"], line))
    picked = [line for *_, line in sorted(ranked, key=lambda entry: entry[:2])[:FIXTURES]]
    text = ["# Random machines and all of their poses, found by PHCpack (tests/attack/compare_with_phcpack.py).",
            "# machine NUMBER POSES; six lines: base joint, platform joint, length of a leg (m); a line for each pose:",
            "# position (m), rotation matrix by rows"]
    for line in picked:
        text.append(f"machine {line['machine']} {line['real']}")
        base, joints, lengths = random_machine(seed, line["machine"])
        text += [" ".join(map(repr, [*a, *b, d])) for a, b, d in
                 zip(base.tolist(), joints.tolist(), lengths.tolist())]
        text += [" ".join(f"{value:.15g}" for value in pose) for pose in line["poses"]]
    return "\n".join(text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hexscan", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--machines", type=int, default=1000)
    parser.add_argument("--blackbox", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path)
    parser.add_argument("--fixture", type=Path)
    options = parser.parse_args()
    # A line without an end was interrupted.
    kept = [] if not options.work.exists() else [
        line for line in options.work.read_text().splitlines(keepends=True) if line.endswith("\n")]
    options.work.write_text("".join(kept))
    known = {line["machine"]: line for line in map(json.loads, kept)}
    with tempfile.TemporaryDirectory() as folder:
        start = start_system(folder)
    for number in range(options.machines):
        if number in known:
            continue
        line = known[number] = compared(options.hexscan.resolve(), options.seed, number,
                                        start if number >= options.blackbox else None)
        with options.work.open("a") as file:
            file.write(json.dumps(line) + "\n")
        if not agrees(line):
            print({key: value for key, value in line.items() if key != "poses"}, flush=True)
    lines = [known[number] for number in range(options.machines)]
    command = (f"tests/attack/compare_with_phcpack.py hexscan --work FILE --machines {options.machines} "
               f"--blackbox {options.blackbox} --seed {options.seed}")
    text = report(lines, command)
    print(text, end="")
    if options.report:
        options.report.write_text(text)
    if options.fixture:
        options.fixture.write_text(fixture(lines, options.seed))
    return 0 if all(map(agrees, lines)) else 1


if __name__ == "__main__":
    sys.exit(main())
