"""Small pages of all eight kinds that hexscan makes, from its program with fixed seeds."""

import functools
import os
import random
import subprocess

DESIGNS = """machine: {machine}
scan: {{x: {{from: -0.9, to: 0.9, points: 31}}, y: {{from: -0.9, to: 0.9, points: 31}},
       z: {{from: 1.0, to: 1.9, slices: 16}}}}
vary:
  base.radius: {{from: 0.9, to: 1.1}}
  legs.max: {{from: 1.9, to: 2.1}}
sampling: {{random: 60, seed: 28}}
measure: [volume, largest_ball, requirements]
front: {{maximize: [volume, largest_ball]}}
"""

TOLERANCES = """machine: {machine}
scan: {{x: {{from: -0.9, to: 0.9, points: 61}}, y: {{from: -0.8, to: 0.8, points: 51}},
       z: {{from: 1.0, to: 1.9, slices: 11}}}}
tolerances:
  samples: 200
  seed: 28
  base.joints: {{normal: 0.004}}
  legs.max: {{uniform: 0.004}}
measure: [volume, largest_ball]
"""

SCANS = {
    "default": [],
    "maps": ["--orientation=4,-6,9", "--map", "clearance,limit", "--grid", "61x53x9"],
    "cone": ["--tilt", "12:24x12", "--map", "tilt,share,clearance,limit", "--workspace", "total", "--grid", "41x47x7"],
    "slice": ["--z", "1.45", "--grid", "71x83x1", "--map", "clearance"],
}
# Scans of random machines by the seeds of random_scan().
RANDOM_SCANS = {f"random-{seed}": seed for seed in (1, 2, 3, 4)}
# Scans of random machines with servos that carry a load, by the seeds of what loaded_scan draws.
LOADED_SCANS = {f"loaded-{seed}": seed for seed in (1, 2)}
KINDS = [*SCANS, "failing", "designs", "tolerances", "ladder"]


def random_scan(seed):
    """A random machine as a machine file, and options for a scan of it. Seeds that differ by a multiple of four have
    the same kind of options."""
    dice = random.Random(seed)

    def side(low, high, azimuth):
        limit = f", max_tilt: {dice.uniform(25, 60):.1f}" if dice.random() < 0.7 else ""
        return (f"{{radius: {dice.uniform(low, high):.3f}, spread: {dice.uniform(5, 40):.1f}, azimuth: {azimuth}, "
                f"axis: {dice.choice(('home', 'up'))}{limit}}}")

    half = dice.uniform(0.7, 1.2)
    text = f"""name: random {seed}
units: {{length: m, angle: deg}}
orientation_order: {dice.choice(("zyx", "xyz"))}
base: {side(0.9, 1.1, 0)}
platform: {side(0.5, 0.8, 60)}
legs: {{min: {dice.uniform(1.0, 1.3):.3f}, max: {dice.uniform(1.8, 2.1):.3f}}}
home: {{z: {dice.uniform(1.4, 1.5):.3f}, yaw: {dice.uniform(-10, 10):.1f}}}
scan: {{x: {{from: {-half:.3f}, to: {half:.3f}}}, y: {{from: {-half:.3f}, to: {half:.3f}}}, z: {{from: 0.9, to: 1.9}}}}
"""
    reach = dice.uniform(3, 9)
    question = (["--orientation", f"{reach:.1f},{-reach:.1f},{2 * reach:.1f}", "--map", "clearance,limit"],
                ["--orientation", f"0:{reach:.1f}:3,{-reach:.1f}:{reach:.1f}:3,0", "--workspace", "total",
                 "--map", "clearance,limit,share"],
                ["--orientation", f"0:{reach:.1f}:3,0,0:{2 * reach:.1f}:2", "--workspace", "inclusive", "--map",
                 "share"],
                ["--tilt", f"{reach:.1f}:6x8", "--workspace", "inclusive", "--map", "tilt,share"])[seed % 4]
    grid = f"{dice.randrange(30, 60)}x{dice.randrange(30, 60)}x{dice.randrange(3, 7)}"
    return text, [*question, "--grid", grid]


def loaded_scan(seed):
    """A random machine with servos as a machine file, whose grid goes through singular poses, and the maps of its load
    and of its motion as options."""
    dice = random.Random(seed)
    rod, servos = dice.uniform(0.38, 0.45), [120 * pair + side for pair in range(3) for side in (-90, 90)]
    text = f"""name: loaded {seed}
units: {{length: m, angle: deg}}
base: {{radius: {dice.uniform(0.22, 0.28):.3f}, spread: {dice.uniform(20, 40):.1f}}}
platform: {{radius: {dice.uniform(0.14, 0.2):.3f}, spread: {dice.uniform(20, 40):.1f}, azimuth: 60}}
legs: {{kind: rotary, arm: {dice.uniform(0.09, 0.14):.3f}, rod: {rod:.3f}, angle: [-80, 80],
       azimuth: {servos}, max_torque: {dice.uniform(10, 20):.2f}, max_force: {dice.uniform(90, 190):.1f}}}
home: {{z: {0.93 * rod:.3f}}}
load: {{force: [{dice.uniform(-20, 20):.1f}, 10, -90]}}
scan: {{x: {{from: -0.35, to: 0.35}}, y: {{from: -0.35, to: 0.35}}, z: {{from: 0.1, to: 0.5}}}}
"""
    angles = ",".join(f"{dice.uniform(-9, 9):.1f}" for _ in range(3))
    return text, [f"--orientation={angles}", "--map", "effort,force,torque,error,rate", "--grid", "47x53x5"]


class Pages:
    """Makes each page on first use, with its files beside it."""

    def __init__(self, hexscan, source, work):
        self.hexscan, self.source, self.work = hexscan, source, work

    @functools.lru_cache(maxsize=None)
    def folder(self, kind):
        folder = os.path.join(self.work, kind)
        subprocess.run([self.hexscan, *self._words(kind), "--output", folder], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return folder

    def page(self, kind):
        return os.path.join(self.folder(kind), "index.html")

    def _words(self, kind):
        if kind in RANDOM_SCANS or kind in LOADED_SCANS:
            text, options = random_scan(RANDOM_SCANS[kind]) if kind in RANDOM_SCANS else loaded_scan(LOADED_SCANS[kind])
            return ["scan", "--device", "cpu", "--image", "png", "--quiet", self._platform(kind, text), *options]
        if kind == "failing":
            return ["scan", "--device", "cpu", "--image", "none", "--quiet", self._failing(), "--grid", "41x47x7"]
        if kind in SCANS:
            images = "none" if kind == "default" else "png"
            machine = [] if kind == "default" else ["--platform", self._without_requirements()]
            return ["scan", "--device", "cpu", "--image", images, "--quiet", *machine, *SCANS[kind]]
        if kind == "ladder":
            return ["report", os.path.join(self.source, "output", "case-study", "stages.json")]
        study = os.path.join(self.work, kind + ".yaml")
        with open(study, "w", encoding="utf-8") as file:
            machine = os.path.abspath(os.path.join(self.source, "platforms", "case-study.yaml"))
            file.write({"designs": DESIGNS, "tolerances": TOLERANCES}[kind].format(machine=machine))
        return ["sweep", study, "--device", "cpu"]

    def _without_requirements(self):
        """The built-in machine in a file of its own, without requirements. So no box is drawn on its slices, which
        are compared point by point."""
        return self._platform("plain", self._text_before_requirements())

    def _failing(self):
        """The built-in machine with a requirement that fails, and one that holds."""
        return self._platform("failing", self._text_before_requirements() + "requirements:\n"
                              "  - {name: level, x: [-0.1, 0.1]}\n  - {name: lift, z: [1.45, 1.95]}\n")

    def _text_before_requirements(self):
        with open(os.path.join(self.source, "platforms", "case-study.yaml"), encoding="utf-8") as file:
            return file.read().split("requirements:")[0]

    def _platform(self, name, text):
        path = os.path.join(self.work, name + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path
