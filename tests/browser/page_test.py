#!/usr/bin/env python3
"""Drives the pages that hexscan leaves in a headless Chromium.

usage: page_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import csv
import functools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import hexapod
from page_case import HOME, LEFT, RIGHT, SCALED, UP, PageCase, run_tests

SURFACE = "return document.body.dataset.surface === 'ready'"

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_pages_")


def scan(folder, *options):
    """A scan's page, its radii.csv as rows and its record."""
    folder = os.path.join(WORK.name, folder)
    subprocess.run([HEXSCAN, "scan", "--device", "cpu", "--image", "none", "--quiet", "--output", folder, *options],
                   check=True, stderr=subprocess.DEVNULL)
    with open(os.path.join(folder, "radii.csv")) as file:
        radii = list(csv.DictReader(file))
    with open(os.path.join(folder, "run.json")) as file:
        record = json.load(file)
    return os.path.join(folder, "index.html"), radii, record


def sized_platform(unit, factor):
    """A machine file of the built-in machine without tilt limits, with every length times `factor`."""
    base, platform, shortest, longest, low, high = (factor * length for length in (1, 0.7, 1.2, 2, 1, 1.9))
    return (f"name: sized\nunits: {{length: {unit}, angle: deg}}\nbase: {{radius: {base}, spread: 20, azimuth: 0}}\n"
            f"platform: {{radius: {platform}, spread: 20, azimuth: 60}}\nlegs: {{min: {shortest}, max: {longest}}}\n"
            f"home: {{z: {1.45 * factor}}}\nscan:\n  z: {{from: {low}, to: {high}, slices: 9}}\n")


@functools.lru_cache(maxsize=None)
def default_scan():
    return scan("default")


class DefaultScanCase(PageCase):
    """The page of the default scan, opened once for all tests of a case. Each test starts with the initial slice, marks
    and pose."""

    surface, size = "glass", (1280, 900)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.path, cls.radii, cls.record = default_scan()
        cls.browser.look(*cls.size)
        cls.open(cls.path)
        cls.first_slice = cls.js("return document.getElementById('slice').value")

    def setUp(self):
        self.browser.look(*self.size)
        self.choose_surface(self.surface)
        self.set_value("slice", self.first_slice)
        self.js("""
            const circles = document.getElementById('circles');
            if (circles.checked !== circles.defaultChecked) circles.click();
            document.getElementById('home').click();
            document.activeElement.blur();
            window.scrollTo(0, 0);""")

    def set_poses(self, poses):
        """
        Types poses in metres and degrees, one after the other. Returns for each the limits that the page reports as
        violated, and the legs that it marks.
        """
        return self.js("""
            return arguments[0].map((pose) => {
                for (const [name, value] of Object.entries(pose)) {
                    const field = document.getElementById('pose-' + name);
                    field.value = value;
                    field.dispatchEvent(new Event('input', {bubbles: true}));
                }
                const said = Array.from(document.querySelectorAll('#verdict li'), (e) => e.dataset.limit);
                const marked = Array.from(document.querySelectorAll('#legs tbody tr'))
                    .filter((row) => row.querySelector('.beyond')).map((row) => row.cells[0].textContent);
                return [said.sort(), marked];
            });""", [{name: str(value) for name, value in pose.items()} for pose in poses])


class SurfaceTest(DefaultScanCase):
    def test_loads_without_an_error_or_a_request(self):
        self.browser.wait_for(SURFACE)
        self.frames()
        self.assert_quiet()
        usable_ms = self.js("const n = performance.getEntriesByType('navigation')[0]; return n.loadEventEnd")
        print(f"page of the default scan: {os.path.getsize(self.path)} bytes, usable after {usable_ms:.0f} ms")

    def test_the_3d_view_is_drawn_turned_and_reset(self):
        self.browser.wait_for(SURFACE)
        self.frames()
        first = self.pixels("#view canvas")
        drawn = sum(opacity > 0 for opacity in first[3::4])
        colours = {tuple(first[i:i + 3]) for i in range(0, len(first), 4)}
        self.assertGreater(drawn, 300)
        self.assertGreater(len(colours), 100)
        self.do("document.querySelector('#view canvas').focus()")
        self.browser.press(LEFT, LEFT, LEFT)
        self.frames()
        turned = self.pixels("#view canvas")
        self.assertGreater(sum(abs(a - b) > 8 for a, b in zip(first, turned)), 300)
        self.browser.press("+")
        self.frames()
        self.assertNotEqual(self.pixels("#view canvas"), turned)
        self.browser.press(HOME)
        self.frames()
        self.assertLess(sum(abs(a - b) > 8 for a, b in zip(first, self.pixels("#view canvas"))), 60)
        # A leg that violates its limit is red.
        before = self.red_pixels()
        self.set_poses([{"x": 0.35, "z": 1.75}])
        self.frames()
        self.assertGreater(self.red_pixels(), before + 30)

    def red_pixels(self):
        return self.js(SCALED + """
            const d = scaled('#view canvas', 320, 240);
            let count = 0;
            for (let i = 0; i < d.length; i += 4) count += d[i] > 120 && d[i] > 2 * d[i + 1] && d[i] > 2 * d[i + 2];
            return count;""")

    def test_prints(self):
        self.browser.wait_for(SURFACE)
        pdf = self.browser.printed()
        self.assertGreater(len(pdf), 20000)
        self.assert_quiet()


class ScanPageTest(DefaultScanCase):
    """Tests that need neither the surface nor a large window. Every pose draws in three dimensions, which is slow
    without a GPU."""

    surface, size = "none", (640, 480)

    def test_slider_shows_the_slices_of_radii_csv(self):
        shown = self.js("const s = document.getElementById('slice'), t = document.getElementById('slice-text');"
                        "return Array.from({length: Number(s.max) + 1}, (none, i) => { s.value = i;"
                        "s.dispatchEvent(new Event('input')); return [t.dataset.slice, t.dataset.points]; });")
        self.assertEqual(shown, [[row["slice"], row["reachable_points"]] for row in self.radii])
        self.assertIn("z = 1.9", self.text("slice-text"))

    def test_arrow_keys_leaf_through_the_slices(self):
        current = int(self.js("return document.getElementById('slice-text').dataset.slice"))
        self.browser.press(RIGHT, RIGHT, RIGHT, LEFT)
        self.assertEqual(self.js("return document.getElementById('slice-text').dataset.slice"), str(current + 2))
        self.do("document.getElementById('slice-canvas').focus()")
        self.browser.press(HOME, LEFT, RIGHT)
        self.assertEqual(self.js("return document.getElementById('slice-text').dataset.slice"), "1")

    def click_and_read(self, places):
        """Clicks at places of the slice. Returns the page's text and the shown pose after each click."""
        self.js("""
            window.read = [];
            const value = (name) => Number(document.getElementById('pose-' + name).value);
            document.getElementById('slice-canvas').addEventListener('click', () => window.read.push(
                [document.getElementById('readout').textContent, {x: value('x'), y: value('y'), z: value('z')}]));""")
        self.browser.click(*places)
        return self.js("return window.read")

    def test_a_click_reads_the_right_coordinates_and_moves_the_platform(self):
        self.do("document.getElementById('circles').click()")
        self.set_value("slice", 60)
        left, right, top, bottom = self.plot()
        self.assertGreater(min(right - left, bottom - top), 200)
        z = float(self.radii[60]["z_m"])
        dice = random.Random(1)
        seen = {True: 0, False: 0}
        places = [(dice.uniform(left + 2, right - 2), dice.uniform(top + 2, bottom - 2)) for _ in range(30)]
        for (x, y), (said, pose) in zip(places, self.click_and_read(places), strict=True):
            # WebDriver uses whole pixels.
            expected = {"x": -0.9009 + (round(x) - left) / (right - left) * 1.8018,
                        "y": 0.9009 - (round(y) - top) / (bottom - top) * 1.8018}
            read = {part.split(" = ")[0]: float(part.split(" = ")[1].split(" ")[0])
                    for part in said.split(" m: ")[0].split(", ")}
            self.assertAlmostEqual(read["x"], expected["x"], delta=0.0018 / 2 + 0.0002)
            self.assertAlmostEqual(read["y"], expected["y"], delta=0.0018 / 2 + 0.0002)
            self.assertAlmostEqual(read["z"], z, delta=0.0001)
            for name in "xyz":
                self.assertAlmostEqual(pose[name], read[name], delta=0.00051)
            level = dict(read, roll=0, pitch=0, yaw=0)
            slack = min(hexapod.slacks(self.record["machine"], level).values())
            if abs(slack) > 1e-4:  # more than the digits that are shown
                self.assertEqual(": reachable" in said, slack > 0, said)
                seen[slack > 0] += 1
        self.assertGreater(min(seen.values()), 3)

    def test_the_picture_shows_what_the_pointer_reads(self):
        self.do("document.getElementById('circles').click()")
        self.set_value("slice", 60)
        self.frames()
        left, right, top, bottom = self.plot()
        dice = random.Random(2)
        places = [[dice.uniform(left + 4, right - 4), dice.uniform(top + 4, bottom - 4)] for _ in range(300)]
        agree = self.js("""
            const canvas = document.getElementById('slice-canvas'), box = canvas.getBoundingClientRect();
            const ratio = canvas.width / box.width, context = canvas.getContext('2d');
            return arguments[0].map(([x, y]) => {
                canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y}));
                const said = document.getElementById('readout').textContent.includes(': reachable');
                const data = context.getImageData((x - box.left) * ratio - 2, (y - box.top) * ratio - 2, 5, 5).data;
                const blue = Array.from({length: 25}, (none, i) => data[4 * i + 2] - data[4 * i] > 60);
                if (blue.some((one) => one !== blue[0])) return 'edge';
                return blue[0] === said ? (said ? 'in' : 'out') : 'wrong';
            });""", places)
        self.assertEqual(agree.count("wrong"), 0)
        self.assertGreater(min(agree.count("in"), agree.count("out")), 40)

    def test_an_out_of_limit_pose_names_the_right_legs(self):
        machine, dice = self.record["machine"], random.Random(3)
        named, poses = set(), []
        for _ in range(40):
            pose = {"x": dice.uniform(-0.4, 0.4), "y": dice.uniform(-0.4, 0.4), "z": dice.uniform(1.1, 1.8),
                    "roll": dice.uniform(-15, 15), "pitch": dice.uniform(-15, 15), "yaw": dice.uniform(-20, 20)}
            poses.append({name: round(value, 3) for name, value in pose.items()})
        for pose, (said, marked) in zip(poses, self.set_poses(poses), strict=True):
            radians = {name: math.radians(value) if name in ("roll", "pitch", "yaw") else value
                       for name, value in pose.items()}
            self.assertEqual(said, hexapod.violated(machine, radians), pose)
            self.assertEqual(marked, sorted({name.split(",")[0].split(" ")[1] for name in said}))
            named.update(said)
        self.assertGreater(len(named), 12)
        within = {"x": 0, "y": 0, "z": 1.45, "roll": 0, "pitch": 0, "yaw": 0}
        self.assertEqual(self.set_poses([within]), [[[], []]])
        self.assertIn("Within all limits", self.text("verdict"))

    def test_light_and_dark_at_both_widths(self):
        backgrounds = {}
        for dark in (False, True):
            for width in (1280, 400):
                self.browser.look(width, 900, dark)
                overflow = self.js("return document.documentElement.scrollWidth - window.innerWidth")
                self.assertLessEqual(overflow, 0, f"{width} pixels wide")
                wide = self.js("return Array.from(document.querySelectorAll('section, canvas, table, .slider'))"
                               ".filter((e) => e.getBoundingClientRect().right > window.innerWidth + 1)"
                               ".map((e) => e.id || e.className || e.tagName)")
                self.assertEqual(wide, [], f"{width} pixels wide")
                page = self.js("return getComputedStyle(document.body).backgroundColor")
                plot = self.js("const c = document.getElementById('slice-canvas'), r = c.width / c.clientWidth;"
                               "return Array.from(c.getContext('2d').getImageData(62 * r, 14 * r, 1, 1).data)")
                backgrounds[dark, width] = (page, plot)
        self.assertEqual(backgrounds[False, 1280], backgrounds[False, 400])
        for width in (1280, 400):
            (light_page, light_plot), (dark_page, dark_plot) = backgrounds[False, width], backgrounds[True, width]
            self.assertNotEqual(light_page, dark_page)
            self.assertGreater(min(light_plot[:3]), 200)
            self.assertLess(max(dark_plot[:3]), 80)

    def test_the_record_it_saves_repeats_the_run(self):
        saved = self.saved_files(os.path.join(WORK.name, "saved"))
        self.do("document.getElementById('save-record').click()")
        _, radii, _ = scan("repeated", "--from", saved.path_of("run.json"))
        self.assertEqual(radii, self.radii)


class OtherPagesTest(PageCase):
    def setUp(self):
        self.browser.look(640, 480)  # fewer pixels for a processor to draw in three dimensions

    def test_a_name_is_text(self):
        name = "<script>window.evil = 1</script><img src=x onerror='window.evil = 2'>"
        with open(os.path.join(SOURCE, "platforms", "case-study.yaml")) as file:
            lines = file.read().splitlines()
        self.assertTrue(any(line.startswith("name:") for line in lines))
        lines = [f"name: {json.dumps(name)}" if line.startswith("name:") else line for line in lines]
        platform = os.path.join(WORK.name, "evil.yaml")
        with open(platform, "w") as file:
            file.write("\n".join(lines))
        path, _, _ = scan("evil", "--platform", platform, "--grid", "40x40x9")
        self.open(path)
        self.assertEqual(self.text("name"), name)
        self.assertIn(name, self.js("return document.title"))
        self.assertIn(name, self.text("repeat"))
        self.assertIsNone(self.js("return window.evil || null"))
        self.assertEqual(self.js("return document.querySelectorAll('img').length"), 0)
        self.assert_quiet()

    def test_grids_of_every_shape(self):
        for grid in ("1x1x1", "2x2x2", "300x1x40", "1x300x40", "300x300x1", "3000x20x5", "20x20x1200"):
            with self.subTest(grid=grid):
                path, radii, _ = scan("grid", "--grid", grid, "--z", "1.3" if grid.endswith("x1") else "1.0:1.9",
                                      *(["--x", "0"] if grid.startswith("1x") else []),
                                      *(["--y", "0"] if "x1x" in grid else []))
                self.open(path)
                shown = self.js("const d = document.getElementById('slice-text').dataset; return [d.slice, d.points]")
                self.assertEqual(shown[1], radii[int(shown[0])]["reachable_points"])
                self.frames()
                self.assert_quiet()

    def test_machines_of_every_size(self):
        for unit, factor in (("m", 1e-6), ("m", 1), ("mm", 1e5), ("m", 5e5)):
            with self.subTest(unit=unit, factor=factor):
                platform = os.path.join(WORK.name, "sized.yaml")
                with open(platform, "w") as file:
                    file.write(sized_platform(unit, factor))
                path, radii, _ = scan("sized", "--platform", platform, "--grid", "30x30x9")
                self.open(path)
                shown = self.js("const d = document.getElementById('slice-text').dataset; return [d.slice, d.points]")
                self.assertEqual(shown[1], radii[int(shown[0])]["reachable_points"])
                self.assertNotIn("NaN", self.js("return document.body.innerText"))
                self.assertTrue(self.js("return document.getElementById('fault').hidden"))
                self.frames()
                self.assert_quiet()

    def test_an_exception_becomes_a_line(self):
        path, _, _ = scan("fault", "--grid", "9x9x3")
        with open(path) as file:
            # The page's policy would block all changed scripts.
            html = re.sub("<meta http-equiv=[^>]*>", "", file.read())
        ready = 'document.body.dataset.ready = "yes";'
        for broken in (html.replace("class ScanPage {", "class ScanPage {{", 1), html.replace('"grid":', '"gird":', 1),
                       html.replace(ready, "Promise.reject(new Error('in a promise'));", 1)):
            self.assertNotEqual(broken, html)
            with open(path, "w") as file:
                file.write(broken)
            self.browser.open(path)
            self.browser.wait_for("return !document.getElementById('fault').hidden")
            self.assertIn("has failed", self.text("fault"))
        self.assertIn("in a promise", self.text("fault"))

    def test_slice_and_pose_name_their_orientation(self):
        path, _, _ = scan("turned", "--orientation=10,20,30", "--grid", "60x60x12")
        self.open(path)
        angles = "roll 10 deg, pitch 20 deg, yaw 30 deg"
        self.assertEqual(self.text("angles"), "Angles: first roll about x, then pitch about y, then yaw about z, all "
                                              "about axes that stay fixed (R = Rz Ry Rx).")
        self.assertIn("diameter are lines and may collide", self.text("covers"))
        for place in ("title", "#summary", "#facts", "#slices .holds-at", "#view-holder .holds-at"):
            self.assertIn(angles, self.js("return document.querySelector(arguments[0]).textContent", place))
        value = "return Number(document.getElementById('pose-' + arguments[0]).value)"
        self.assertEqual([self.js(value, name) for name in ("roll", "pitch", "yaw")], [10, 20, 30])
        hidden = "return getComputedStyle(document.getElementById('elsewhere')).visibility === 'hidden'"
        mark = "return document.getElementById('slice-canvas').dataset.mark"
        self.assertTrue(self.js(hidden))
        self.set_value("pose-z", self.js("return document.getElementById('slice-text').textContent.split(' ')[4]"))
        self.assertEqual(self.js(mark), "full")
        self.set_value("pose-roll", 11)
        self.assertFalse(self.js(hidden))
        self.assertIn(angles, self.text("elsewhere-text"))
        self.assertEqual(self.js(mark), "hollow")
        self.do("document.getElementById('go-there').click()")
        self.assertTrue(self.js(hidden))
        self.assertEqual(self.js(mark), "full")
        self.set_value("slice", 0)
        self.assertEqual(self.js(mark), "hollow")

    def test_a_section_is_drawn_upright(self):
        for axis, grid in (("y", "61x1x21"), ("x", "1x61x21")):
            path, radii, _ = scan("section", "--grid", grid, f"--{axis}", "0")
            self.open(path)
            across = "x" if axis == "y" else "y"
            self.assertIn(f"Section at {axis} = 0 m", self.text("slices-title"))
            self.assertTrue(self.js("return document.getElementById('area-chart').parentElement.hidden"))
            self.assertNotIn("volume", self.text("summary"))
            self.assertEqual(self.js("return document.getElementById('slice-canvas').dataset.boxes"), "2")
            left, right, top, bottom = self.plot()
            for row in radii[2::5]:
                z, reach = float(row["z_m"]), float(row["circumcircle_radius_m"] or 0)
                for part, said in ((0.9, "reachable"), (1.1, "not reachable")):
                    x = min(0.88, part * reach + 0.03 * (said != "reachable"))
                    self.browser.pointer(left + (x + 0.915) / 1.83 * (right - left),
                                         bottom - (z - 0.9775) / 0.945 * (bottom - top))
                    text = self.text("readout")
                    self.assertIn(f"{axis} = 0,", text)
                    self.assertAlmostEqual(float(text.split("z = ")[1].split(" ")[0]), z, delta=0.003)
                    self.assertAlmostEqual(float(text.split(f"{across} = ")[1].split(",")[0]), x, delta=0.02)
                    if 0.1 < reach < 0.75:
                        self.assertIn(f": {said},", text)
            self.assert_quiet()

    def test_what_is_not_counted_is_named(self):
        path, _, _ = scan("loaded", "--grid", "41x41x9", "--load", "0:0:-600", "--max-force", "200")
        self.open(path)
        self.assertRegex(self.text("verdict"), r"^Within all limits\. Force not counted: can move \S+ m in any dir")
        left, right, top, bottom = self.plot()
        self.browser.pointer((left + right) / 2, (top + bottom) / 2)
        self.assertRegex(self.text("readout"), r": reachable, force not counted: \S+ m to leg [1-6], \w+ \w+$")
        self.assert_quiet()

    def test_requirements_are_counted_and_their_boxes_drawn(self):
        path, _, _ = scan("required", "--grid", "40x40x19")
        self.open(path)
        self.assertEqual(self.text("chip"), "2 of 2 proved")
        drawn = "return document.getElementById('slice-canvas').dataset.boxes"
        for slice_index, boxes in ((6, "0"), (8, "1"), (9, "2"), (10, "1"), (13, "0")):
            self.set_value("slice", slice_index)
            self.frames()
            self.assertEqual(self.js(drawn), boxes)
        self.assert_quiet()

    def test_print_keeps_pose_map_and_colours(self):
        path, _, _ = scan("printed", "--grid", "40x40x9", "--map", "clearance")
        self.open(path)
        self.set_value("map", 0, "change")
        self.browser.wait_for("return document.querySelector('.scale') !== null")
        self.browser.devtools("Emulation.setEmulatedMedia", media="print")
        shown = "return arguments[0].map((s) => getComputedStyle(document.querySelector(s)).display !== 'none')"
        kept = ["#pose-x", "#map", ".scale", "#verdict", "#slices .holds-at"]
        self.assertEqual(self.js(shown, [*kept, "#sliders input[type=range]"]), [True] * len(kept) + [False])
        self.browser.devtools("Emulation.setEmulatedMedia", media="")
        self.browser.look(700, 480)  # the next look sets light and dark again
        self.browser.look(640, 480)

    def test_one_slice_is_one_slice(self):
        path, _, _ = scan("one", "--grid", "40x40x1", "--z", "1.45")
        self.open(path)
        shown = "return arguments[0].map((id) => document.getElementById(id).offsetParent !== null)"
        self.assertEqual(self.js(shown,
                                 ["slice", "area-chart", "radii-chart", "surface", "cut", "slice-canvas", "summary"]),
                         [False, False, False, False, False, True, True])
        self.assertEqual(self.text("slices-title"), "Slice")

    def test_numbers_are_written_one_way(self):
        path, _, _ = scan("comma", "--grid", "40x40x9")
        self.open(path)
        self.assertEqual(self.js("return document.querySelectorAll('input[type=number]').length"), 0)
        self.set_value("pose-z", "1,5")
        self.assertIn("1.5", self.js("const e = document.getElementById('pose-z'); e.blur();"
                                     "document.getElementById('pose-x').focus(); return e.value.replace(',', '.')"))
        self.do("document.getElementById('pose-x').focus()")
        self.browser.press(UP, UP)
        self.assertAlmostEqual(float(self.js("return document.getElementById('pose-x').value")), 0.002, places=6)

    def test_without_scripts_there_are_words(self):
        path, _, _ = scan("quiet", "--grid", "40x40x9")
        with open(path, encoding="utf-8") as file:
            words = file.read().split("<noscript>")[1].split("</noscript>")[0]
        for word in ("<h2>case-study</h2>", "roll 0 deg", "9 slices of 40 x 40 points", "<dt>volume</dt>"):
            self.assertIn(word, words)

    def test_a_finger_scrolls_past_the_view(self):
        path, _, _ = scan("finger", "--grid", "40x40x9")
        self.open(path)
        stopped = self.js("""
            const canvas = document.querySelector('#view canvas');
            return [1, 2].map((fingers) => {
                const touches = Array.from({length: fingers}, (none, identifier) =>
                    new Touch({identifier, target: canvas, pageX: 9 * identifier, pageY: 9}));
                const event = new TouchEvent('touchstart', {touches, bubbles: true, cancelable: true});
                canvas.dispatchEvent(event);
                return event.defaultPrevented; });""")
        self.assertEqual(stopped, [False, True])

    def test_a_set_names_its_orientations(self):
        path, _, _ = scan("set", "--orientation=-5:5:3,0,0", "--workspace", "total", "--grid", "40x40x6")
        self.open(path)
        for place in ("title", "#summary", "#facts", "#slices .holds-at", "#view-holder .holds-at", "#elsewhere-text"):
            self.assertIn("3 orientations: roll -5 deg to 5 deg (3)",
                          self.js("return document.querySelector(arguments[0]).textContent", place))
        self.assertEqual(self.js("return document.getElementById('slice-canvas').dataset.mark"), "hollow")

    def test_a_cut_off_workspace_is_warned_of_first(self):
        path, _, _ = scan("cut", "--x", "-0.2:0.2", "--grid", "40x40x9")
        self.open(path)
        self.assertIn("x = -0.2 m", self.js("return document.querySelector('#warnings p').textContent"))

    def test_the_ladder(self):
        folder = os.path.join(WORK.name, "ladder")
        with open(os.path.join(SOURCE, "output", "case-study", "stages.json")) as file:
            study = json.load(file)
        subprocess.run([HEXSCAN, "report", file.name, "--output", folder], check=True, stdout=subprocess.DEVNULL)
        self.open(os.path.join(folder, "index.html"))
        self.assertIn(study["device"], self.text("header"))
        self.assertEqual(self.js("return document.querySelectorAll('#stage-buttons button').length"),
                         len(study["stages"]))
        for i, stage in enumerate(study["stages"]):
            self.do("document.querySelectorAll('#stage-buttons button')[arguments[0]].click()", i)
            self.assertIn(stage["change"], self.text("stage"))
            self.assertIn("hexapod_", self.text("stage"))
        names = self.js("return Array.from(document.getElementById('kernel').options, (o) => o.textContent)")
        self.set_value("capability", "2.0", "change")
        self.set_value("kernel", next(i for i, name in enumerate(names) if name.startswith("published step 4")),
                       "change")
        self.assertIn("66.7 %", self.text("occupancy"))
        self.set_value("registers_per_thread", 64)
        self.assertIn("no block can start", self.text("occupancy"))
        for dark in (False, True):
            for width in (1280, 400):
                self.browser.look(width, 900, dark)
                self.assertLessEqual(self.js("return document.documentElement.scrollWidth - window.innerWidth"), 0)
        drawn = self.pixels("#time-chart")
        self.assertGreater(len({tuple(drawn[i:i + 4]) for i in range(0, len(drawn), 4)}), 20)
        self.assert_quiet()


class WithoutWebGLTest(PageCase):
    flags = ("--disable-3d-apis",)

    def test_everything_else_works(self):
        path, radii, _ = scan("flat", "--grid", "60x60x20")
        self.open(path)
        self.assertIn("no WebGL", self.text("warnings"))
        self.set_value("slice", 9)
        self.assertEqual(self.js("return document.getElementById('slice-text').dataset.points"),
                         radii[9]["reachable_points"])
        self.set_value("pose-z", 5)
        self.assertIn("would be too long, by", self.text("verdict"))
        self.assert_quiet()


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
