#!/usr/bin/env python3
"""Moves machines with rods on the page of a scan, and compares its texts with `hexscan check --at`.

usage: page_rods_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile

from page_case import PageCase, run_tests

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_rods_")

AXES = ("x", "y", "z", "roll", "pitch", "yaw")
# Types poses and reads the page: words of the verdict, violated limits, legs with a red number in the table.
TYPED = """
    return arguments[0].map((pose) => {
        for (const [name, value] of Object.entries(pose)) {
            const field = document.getElementById('pose-' + name);
            field.value = value;
            field.dispatchEvent(new Event('input', {bubbles: true}));
        }
        return {words: document.getElementById('verdict').textContent,
                lines: Array.from(document.querySelectorAll('#verdict li'), (e) => [e.dataset.limit, e.textContent]),
                red: Array.from(document.querySelectorAll('#legs tbody tr'))
                    .filter((row) => row.querySelector('.beyond')).map((row) => Number(row.cells[0].textContent))};
    });"""


def check_at(platform, pose):
    """The program's report on a pose, in the file's units."""
    at = ",".join(repr(pose[axis]) for axis in AXES)
    run = subprocess.run([HEXSCAN, "check", platform, f"--at={at}", "--json"], stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)


def split(words):
    """Text with # in place of its numbers, and the numbers."""
    words = words.replace("°", " deg")
    return re.sub(r"-?\d[\d.]*(e-?\d+)?", "#", words), [float(n) for n in re.findall(r"-?\d[\d.]*", words)]


def legs_of(owner):
    """The legs that the text before a colon names, and the one to which the numbers belong."""
    most = re.search(r" \(leg (\d) most\)", owner)
    legs = list(range(1, 7)) if "all legs" in owner else [int(n) for n in re.findall(r"\d", owner.split(" (")[0])]
    return legs, int(most.group(1)) if most else legs[0]


class RodsTest(PageCase):
    def setUp(self):
        self.browser.look(640, 480)  # fewer pixels for a processor to draw in three dimensions

    def hold_against_check(self, name, length, angle):
        """Compares poses around home, up to a length and an angle away, in the file's units."""
        platform, folder = os.path.join(SOURCE, "platforms", name + ".yaml"), os.path.join(WORK.name, name)
        subprocess.run([HEXSCAN, "scan", "--device", "cpu", "--image", "none", "--quiet", "--grid", "20x20x9",
                        "--platform", platform, "--output", folder], check=True, stderr=subprocess.DEVNULL)
        self.open(os.path.join(folder, "index.html"))
        data = self.js("return JSON.parse(document.getElementById('hexscan-data').textContent)")
        limits = {row["name"]: (row["legs"][0] + 1, row["kind"]) for row in data["limits"]}
        home, dice = data["record"]["machine"]["home"], random.Random(name)
        metres = data["units"]["metres"]
        poses = []
        for _ in range(200):
            far = dice.random()
            poses.append({axis: at / metres + far * dice.uniform(-length, length)
                          for axis, at in zip("xyz", home["position_m"])})
            poses[-1].update({axis: far * dice.uniform(-angle, angle) for axis in AXES[3:]})
        shown = self.js(TYPED, [{axis: repr(value) for axis, value in pose.items()} for pose in poses])
        reachable, kinds = 0, set()
        for pose, said in zip(poses, shown, strict=True):
            told = check_at(platform, pose)
            if told["reachable"]:
                self.assert_nearest(said, told["least"], limits, metres)
                reachable += 1
            else:
                kinds |= self.assert_violations(said, told["why_not"], limits)
        self.assertGreater(min(reachable, len(poses) - reachable), 30)
        self.assertGreater(len(kinds), 1)
        self.assert_quiet()

    def assert_nearest(self, said, least, limits, metres):
        self.assertEqual((said["lines"], said["red"]), ([], []))
        words = re.fullmatch(r"Within all limits\. Can move (\S+) \S+ in any direction; the nearest limit is (.*) "
                             r"\(now .*\): .* left\.", said["words"])
        self.assertIsNotNone(words, said["words"])
        self.assertEqual(limits[words.group(2)], (least["leg"], least["limit"]))
        self.assertAlmostEqual(float(words.group(1)), least["clearance_m"] / metres,
                               delta=6e-4 * least["clearance_m"] / metres)

    def assert_violations(self, said, why_not, limits):
        """The page names each leg. For each limit the program names all legs, with the numbers of the worst."""
        lines = {limits[name]: text for name, text in said["lines"]}
        self.assertEqual(sorted({leg for leg, _ in lines}), sorted(said["red"]))
        kinds = {kind for _, kind in lines}
        groups = why_not.split("; ")
        self.assertEqual(len(groups), len(kinds), why_not)
        for group in groups:
            owner, words = group.split(": ", 1)
            legs, worst = legs_of(owner)
            form, numbers = split(words.split(" (legs.")[0])
            kind, = [kind for kind in kinds if (worst, kind) in lines
                     and split(lines[worst, kind].split(": ", 1)[1])[0] == form
                     and abs(split(lines[worst, kind].split(": ", 1)[1])[1][0] - numbers[0]) <= 6e-4 * abs(numbers[0])]
            self.assertEqual(sorted(leg for leg, of in lines if of == kind), legs)
            for mine, theirs in zip(split(lines[worst, kind].split(": ", 1)[1])[1], numbers, strict=True):
                self.assertAlmostEqual(mine, theirs, delta=6e-4 * abs(theirs))
        return kinds

    def test_a_slider_is_told_as_check_tells_it(self):
        self.hold_against_check("pkm-6-pus", 120, 40)

    def test_an_arm_is_told_as_check_tells_it(self):
        self.hold_against_check("reachy-mini", 45, 45)


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
