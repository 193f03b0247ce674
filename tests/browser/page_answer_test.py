#!/usr/bin/env python3
"""Tests the top of a scan's page: whether the requirements hold, the main figures, and the list of requirements.

usage: page_answer_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import functools
import json
import math
import os
import subprocess
import sys
import tempfile

from page_case import PageCase, run_tests

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_page_answer_")
ENTER, TAB = "\ue007", "\ue004"
GRID = ["--grid", "41x41x19"]

REQUIREMENTS = {
    "proved": None,  # the built-in machine's
    "none": "",
    # All limits of `lift` are in the machine's table; `strong` has a limit of its own, and `near` lacks only clearance.
    "lift": "requirements:\n  - {name: level, x: [-0.1, 0.1]}\n  - {name: lift, z: [1.45, 1.95]}\n",
    "many": "load: {force: [0, 0, -600]}\nrequirements:\n  - {name: strong, x: [-0.1, 0.1], max_force: 50}\n"
            "  - {name: near, x: [-0.1, 0.1], clearance: 0.38}\n  - {name: lift, z: [1.45, 1.95]}\n"
            "  - {name: a way with a long name, z: [1.2, 1.9]}\n  - {name: level, x: [-0.1, 0.1]}\n",
}
FIGURES = "return Array.from(document.querySelectorAll('.figure'), (e) => [e.querySelector('strong').textContent, " \
          "e.querySelector('span').textContent])"
ROWS = "return Array.from(document.querySelectorAll('#requirements li'), (e) => [e.dataset.outcome, e.textContent])"
IN_SIGHT = """
    const box = document.getElementById(arguments[0]).getBoundingClientRect();
    return box.bottom > 0 && box.top < window.innerHeight && document.activeElement.id === arguments[0];"""


@functools.lru_cache(maxsize=None)
def page(kind, *options):
    """The page of a scan of the built-in machine with other requirements, and its machine file."""
    platform = os.path.join(WORK.name, kind + ".yaml")
    with open(os.path.join(SOURCE, "platforms", "case-study.yaml"), encoding="utf-8") as file:
        text = file.read()
    if REQUIREMENTS[kind] is not None:
        text = text.split("requirements:")[0] + REQUIREMENTS[kind]
    with open(platform, "w", encoding="utf-8") as file:
        file.write(text)
    folder = os.path.join(WORK.name, "-".join([kind, *options]).replace("/", "_"))
    subprocess.run([HEXSCAN, "scan", platform, "--device", "cpu", "--image", "none", "--quiet", "--output", folder,
                    *(options or GRID)], check=True, stderr=subprocess.DEVNULL)
    return os.path.join(folder, "index.html"), platform


def checked(platform):
    """The requirements of a machine file as hexscan check reports them, by name."""
    run = subprocess.run([HEXSCAN, "check", platform, "--json"], stdout=subprocess.PIPE, text=True)
    return {one["name"]: one for one in json.loads(run.stdout)["requirements"]}


class AnswerTest(PageCase):
    def setUp(self):
        self.browser.look(640, 480)  # fewer pixels for a processor to draw in three dimensions

    def show(self, kind, *options):
        path, platform = page(kind, *options)
        self.open(path)
        return platform

    def pose(self):
        names = ("x", "y", "z", "roll", "pitch", "yaw")
        return [float(self.js("return document.getElementById('pose-' + arguments[0]).value", n)) for n in names]

    def test_all_proved(self):
        platform = self.show("proved")
        self.assertEqual(self.js("const e = document.getElementById('chip'); return [e.className, e.textContent]"),
                         ["chip good", "2 of 2 proved"])
        (volume, of), (heights, z), (margin, name) = self.js(FIGURES)
        self.assertRegex(volume, r"^9[34]\d\.?\d* litres$")
        self.assertEqual((of, z, name), ("workspace, volume", "reachable z", "smallest clearance, travel"))
        self.assertRegex(heights, r"^1\.0\d* … 1\.\d+ m$")
        proved = checked(platform)["travel"]["proved_clearance_m"]
        self.assertAlmostEqual(float(margin.split(" ")[-2]), proved, delta=1e-5)
        rows = self.js(ROWS)
        self.assertEqual([outcome for outcome, _ in rows], ["HOLDS", "HOLDS"])
        self.assertIn("x -0.2 … 0.2", rows[0][1])
        self.assertIn("proved: strokes and joint tilts; clearance ", rows[0][1])
        self.assertEqual(self.js("return document.querySelectorAll('#requirements button').length"), 0)
        summary = self.text("summary")
        for gone in ("volume", "requirements"):
            self.assertNotIn(gone, summary)
        self.assert_quiet()

    def test_show_moves_the_platform_to_the_pose_that_fails(self):
        platform = self.show("lift")
        self.assertEqual(self.js("const e = document.getElementById('chip'); return [e.className, e.textContent]"),
                         ["chip bad", "1 of 2 not proved: lift"])
        self.assertNotIn("clearance", str(self.js(FIGURES)))
        rows = self.js(ROWS)
        self.assertEqual([outcome for outcome, _ in rows], ["FAILS", "HOLDS"])
        said = subprocess.run([HEXSCAN, "check", platform], stdout=subprocess.PIPE, text=True).stdout
        for words in ("at x 0, y 0, z 1.95 m; roll 0, pitch 0, yaw 0 deg", "all legs, longest length: 2.05"):
            self.assertIn(words, rows[0][1])
            self.assertIn(words, said)
        self.do("document.querySelector('#requirements button').click()")
        least = checked(platform)["lift"]["least"]
        pose = least["pose"]
        shown = self.pose()
        self.assertEqual(shown[:3], [round(value, 3) for value in pose["position_m"]])
        self.assertEqual(shown[3:], [round(math.degrees(pose[n + "_rad"]), 2) for n in ("roll", "pitch", "yaw")])
        limits = self.js("return Array.from(document.querySelectorAll('#verdict li'), (e) => e.dataset.limit)")
        self.assertIn(f"leg {least['leg']}, {least['limit']} length", limits)
        self.assertEqual(len(limits), 6)
        self.assertTrue(self.js(IN_SIGHT, "machine"))
        self.assertEqual(self.js("return document.querySelectorAll('#legs .beyond').length"), 6)
        self.assert_quiet()

    def test_many_requirements(self):
        platform = self.show("many")
        rows, said = dict((text.split(" ", 2)[1], text) for _, text in self.js(ROWS)), checked(platform)
        self.assertEqual(self.text("chip"), "4 of 5 not proved: strong, near, lift and 1 more")
        self.assertIn("max_force 50 N", rows["strong"])
        self.assertRegex(rows["strong"], r"largest force: 1\d\d\.?\d* N, 50 N allowed")
        self.assertRegex(rows["near"], r"clearance 0\.\d+ m, required 0\.38 m")
        self.assertEqual(said["strong"]["least"]["allowed"], 50)
        for name in ("near", "strong"):
            self.do("document.querySelector(`button[aria-label='show ${arguments[0]}']`).click()", name)
            self.assertEqual(self.pose()[:3], [round(v, 3) for v in said[name]["least"]["pose"]["position_m"]])

    def test_no_requirement(self):
        self.show("none")
        self.assertEqual(self.text("chip"), "no requirement tested: add what the machine must do (key requirements)")
        is_open = "return document.getElementById('must-do').open"
        self.assertFalse(self.js(is_open))
        self.do("document.getElementById('chip').click()")
        self.assertTrue(self.js(is_open))
        self.assertTrue(self.js("return document.getElementById('no-requirements').offsetParent !== null"))
        self.assertEqual(len(self.js(FIGURES)), 2)
        self.assert_quiet()

    def test_figures_are_bounds_where_they_are(self):
        self.show("proved", *GRID, "--x", "-0.2:0.2", "--map", "clearance")
        texts = {label: text for text, label in self.js(FIGURES)}
        self.assertRegex(texts["workspace, volume"], r"^≥ \d")
        self.assertRegex(texts["reachable z"], r"^≥ \d.* … ")
        self.assertEqual(texts["largest ball, radius"], "0.4 m")
        index = list(texts).index("largest ball, radius")
        self.do("document.querySelectorAll('.figure')[arguments[0]].click()", index)
        self.browser.wait_for("return document.querySelector('.scale') !== null")
        self.assertTrue(self.js(IN_SIGHT, "slices"))
        self.assertEqual(self.js("return document.getElementById('map').selectedOptions[0].textContent"),
                         "clearance")
        self.assertAlmostEqual(float(self.text("slice-text").split("z = ")[1].split(" ")[0]), 1.46, delta=0.03)

    def test_a_single_slice_has_an_area_and_a_circle(self):
        self.show("proved", "--grid", "61x61x1", "--z", "1.45")
        self.assertEqual([label for _, label in self.js(FIGURES)],
                         ["workspace, area", "circumcircle, radius", "smallest clearance, travel"])
        self.do("document.querySelector('.figure').click()")
        self.assertTrue(self.js(IN_SIGHT, "slices"))

    def test_it_is_reached_by_keyboard(self):
        self.show("lift")
        self.do("document.getElementById('must-do').open = false")
        self.browser.press(TAB)
        self.assertEqual(self.js("return document.activeElement.id"), "chip")
        self.browser.press(ENTER)
        self.frames()
        self.assertTrue(self.js(IN_SIGHT, "must-do"))
        self.assertTrue(self.js("return document.getElementById('must-do').open"))
        self.browser.press(TAB, TAB)
        self.assertEqual(self.js("return document.activeElement.getAttribute('aria-label')"), "show lift")
        self.browser.press(ENTER)
        self.frames()
        self.assertAlmostEqual(self.pose()[2], 1.95)
        self.do("document.querySelector('.figure').focus()")
        self.browser.press(ENTER)
        self.frames()
        self.assertTrue(self.js(IN_SIGHT, "charts"))

    def test_narrow_windows_do_not_scroll_sideways(self):
        for kind in ("proved", "many", "none"):
            self.show(kind)
            for width in (320, 400, 1200, 1600):
                for dark in (False, True):
                    self.browser.look(width, 700, dark)
                    self.assertLessEqual(
                        self.js("return document.documentElement.scrollWidth - window.innerWidth"), 0, (kind, width))
            self.browser.look(320, 700)
            small = self.js("""
                return Array.from(document.querySelectorAll('header button, header summary')).filter((e) => {
                    const box = e.getBoundingClientRect();
                    return box.height < 24 || box.width < 24 || box.right > window.innerWidth; }).length;""")
            self.assertEqual(small, 0, kind)

    def test_paper_has_the_list(self):
        self.show("lift")
        self.do("document.getElementById('must-do').open = false")
        self.browser.devtools("Emulation.setEmulatedMedia", media="print")
        self.js("window.dispatchEvent(new Event('beforeprint'))")
        shown = "return Array.from(document.querySelectorAll(arguments[0]), (e) => e.getClientRects().length > 0)"
        for part in ("#chip", ".figure", "#requirements li"):
            self.assertNotIn(False, self.js(shown, part), part)
        self.assertEqual(self.js(shown, "#requirements button"), [False])
        self.js("window.dispatchEvent(new Event('afterprint'))")
        self.browser.devtools("Emulation.setEmulatedMedia", media="")
        self.browser.look(700, 480)  # the next look sets light and dark again

    def test_records_have_what_check_says(self):
        path, platform = page("many")
        with open(os.path.join(os.path.dirname(path), "run.json"), encoding="utf-8") as file:
            record = json.load(file)
        said = checked(platform)
        for requirement in record["requirements"]:
            result, expected = requirement["result"], said[requirement["name"]]
            self.assertEqual(requirement["outcome"], expected["outcome"])
            self.assertEqual(result["least"]["limit"], expected["least"]["limit"])
            self.assertEqual(result["proved_clearance_m"] is None, expected["proved_clearance_m"] is None)
        with open(path, encoding="utf-8") as file:
            html = file.read()
        self.assertIn("1 of 5 requirements proved", html.split("<noscript>")[1].split("</noscript>")[0])
        for part in ("answer", "must-do"):
            self.assertRegex(html, f'<[^>]*id="{part}"[^>]* hidden>', "scripts show it")


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
