#!/usr/bin/env python3
"""Compares hexscan with 16 machines of public repositories: joint values at home, and the travel that two sources name.

usage: machines_test.py HEXSCAN [--table]

Each machine file names its source and what the source publishes. The oracle is the formula of the sources: the angle of
an arm is asin(L / sqrt(M^2 + N^2)) - atan2(N, M), a leg is as long as the distance of its joints.
"""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TO_M = {"m": 1, "cm": 1e-2, "mm": 1e-3, "in": 0.0254}

# The joint value at home that the source publishes, in degrees or in the file's unit, and how far the source rounds.
PUBLISHED_AT_HOME = {
    "amperka": (0, 2e-4),
    "casagrande": (0, 2),
    "duck-ros": (181, 0.1),
    "korgo": (0, 2.2),
    "marginally-clever": (0, 1e-4),
    "nichub-1": (0, 1e-6),
    "nichub-3": (0, 1e-5),
}
# Travel of single axes from home that the source publishes, as x, y, z in mm and roll, pitch, yaw in degrees, and the
# largest difference. The first source calls its values maxima under ideal conditions, so hexscan reaches them at least.
PUBLISHED_TRAVEL = {
    "nichub-1": ([(-24, 24), (-24, 24), (-11, 16), (-12, 12), (-12, 12), (-43, 43)], None),
    "nichub-3": ([(-53, 53), (-58, 52), (-20, 23), (-25, 28), (-26, 26), (-63, 63)], 2),
}
# Outcomes of requirements that files take from their sources. Where the last fails, the source reports clipped servos.
OUTCOMES = {"bterai": "proved", "devincody": "violated"}


def numbers(text):
    return [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


class Machine:
    """The numbers of a machine file of this folder."""

    def __init__(self, path):
        text = path.read_text(encoding="utf-8")
        self.unit = TO_M[re.search(r"length: (\w+)", text).group(1)]
        base, platform = text.split("platform:\n", 1)
        self.base = [numbers(line) for line in re.findall(r"^    - \[(.*)\]", base, re.M)]
        self.platform = [numbers(line) for line in re.findall(r"^    - \[(.*)\]", platform, re.M)]
        legs = re.search(r"^legs: \{(.*)\}", text, re.M).group(1)
        self.kind = re.search(r"kind: (\w+)", legs)
        self.kind = self.kind.group(1) if self.kind else "telescopic"
        value = {key: numbers(rest) for key, rest in re.findall(r"(\w+): (\[[^\]]*\]|[^,]*)", legs)}
        self.arm, self.rod = value.get("arm", [0])[0], value.get("rod", [0])[0]
        self.azimuth = value.get("azimuth")
        self.height = numbers(re.search(r"^home: \{(.*)\}", text, re.M).group(1))[0]

    def at_home(self):
        """The six joint values at home, in degrees or in the file's unit."""
        values = []
        for leg in range(6):
            l = [p - b for p, b in zip(self.platform[leg], self.base[leg])]
            l[2] += self.height
            square = sum(x * x for x in l)
            if self.kind == "telescopic":
                values.append(math.sqrt(square))
            elif self.kind == "slider":
                values.append(l[2] - math.sqrt(self.rod**2 - l[0] ** 2 - l[1] ** 2))
            else:
                azimuth = math.radians(self.azimuth[leg])
                m = 2 * self.arm * l[2]
                n = 2 * self.arm * (math.cos(azimuth) * l[0] + math.sin(azimuth) * l[1])
                sine = (square - self.rod**2 + self.arm**2) / math.hypot(m, n)
                values.append(math.degrees(math.asin(sine) - math.atan2(n, m)))
        return values


def reported_at_home(report, machine):
    keys = {"telescopic": "length_m", "slider": "travel_m", "rotary": "angle_rad"}
    values = [leg[keys[machine.kind]] for leg in report["home"]["legs"]]
    return [math.degrees(value) if machine.kind == "rotary" else value / machine.unit for value in values]


def travel_from_home(report, machine):
    """Both ends of each axis, from home, in the file's unit and in degrees."""
    ends = []
    for axis, name in enumerate(("x", "y", "z", "roll", "pitch", "yaw")):
        travel = report["travel"][name]
        at = report["home"]["pose"]
        home = at["position_m"][axis] if axis < 3 else at[("roll_rad", "pitch_rad", "yaw_rad")[axis - 3]]
        scale = 1 / machine.unit if axis < 3 else math.degrees(1)
        ends.append([(travel[end] - home) * scale if travel[end] is not None else math.nan for end in ("from", "to")])
    return ends


def problems_of(name, machine, report):
    problems = []
    reported = reported_at_home(report, machine)
    for leg, (ours, theirs) in enumerate(zip(reported, machine.at_home())):
        if abs(ours - theirs) > 1e-6:
            problems.append(f"leg {leg + 1} at home: {ours}, by the source's formula {theirs}")
    if name in PUBLISHED_AT_HOME:
        published, rounding = PUBLISHED_AT_HOME[name]
        if max(abs(value - published) for value in reported) > rounding:
            problems.append(f"at home {reported}, published {published}")
    if name in PUBLISHED_TRAVEL:
        published, most = PUBLISHED_TRAVEL[name]
        for axis, (ours, theirs) in enumerate(zip(travel_from_home(report, machine), published)):
            if most is None:
                is_good = ours[0] <= theirs[0] and ours[1] >= theirs[1]
            else:
                is_good = all(abs(a - b) <= most for a, b in zip(ours, theirs))
            if not is_good:
                problems.append(f"axis {axis}: travel {ours}, published {theirs}")
    outcome = report["requirements"][0]["outcome"].split(":")[0] if report["requirements"] else None
    if outcome != OUTCOMES.get(name):
        problems.append(f"outcome {outcome} instead of {OUTCOMES.get(name)}")
    if not report["home"]["reachable"]:
        problems.append("home is unreachable")
    return problems


def main():
    hexscan, is_table = sys.argv[1], "--table" in sys.argv
    files = sorted(HERE.glob("*.yaml"))
    failed = len(files) != 16
    for path in files:
        machine = Machine(path)
        done = subprocess.run([hexscan, "check", str(path), "--json"], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            print(f"{path.stem}: {done.stderr}")
            failed = True
            continue
        report = json.loads(done.stdout)
        problems = problems_of(path.stem, machine, report)
        failed = failed or bool(problems)
        for problem in problems:
            print(f"{path.stem}: {problem}")
        if is_table:
            home = ", ".join(f"{value:.4f}" for value in reported_at_home(report, machine))
            travel = "; ".join(f"{a:.3f} … {b:.3f}" for a, b in travel_from_home(report, machine))
            print(f"{path.stem}: at home {home}\n    travel {travel}")
    print(f"{len(files)} machines")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
