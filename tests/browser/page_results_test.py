#!/usr/bin/env python3
"""Compares the numbers of all kinds of pages with the files beside them, and their drawings with the PNG files.

usage: page_results_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import csv
import json
import os
import re
import sys
import tempfile

from page_case import PageCase, run_tests
from page_kinds import LOADED_SCANS, RANDOM_SCANS, SCANS, Pages
from png_read import read_png

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_page_results_")
PAGES = Pages(HEXSCAN, SOURCE, WORK.name)

# The colours at the middle of every point of a plot, as numbers 0xrrggbb, in rows from the top.
DRAWN = """
    const [selector, columns, rows, left, right, top, bottom] = arguments;
    const canvas = document.querySelector(selector), box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    return Array.from({length: rows}, (none, row) => Array.from({length: columns}, (none, column) => {
        const x = Math.floor((left - box.left + (column + 0.5) / columns * (right - left)) * ratio);
        const y = Math.floor((top - box.top + (row + 0.5) / rows * (bottom - top)) * ratio);
        const at = 4 * (y * canvas.width + x);
        return pixels[at] * 65536 + pixels[at + 1] * 256 + pixels[at + 2]; }));"""
THEME = """const colour = getComputedStyle(document.documentElement).getPropertyValue('--' + arguments[0]);
    return parseInt(colour.trim().slice(1), 16)"""
CHART = """return Chart.getChart(arguments[0]).data.datasets.map(({data}) =>
    data.map(({x, y}) => [x, Number.isNaN(y) ? null : y]))"""
CELLS = """return Array.from(document.querySelectorAll(arguments[0]), (row) =>
    Array.from(row.cells, (cell) => cell.textContent))"""


def table(kind, name):
    with open(os.path.join(PAGES.folder(kind), name), encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def number(text):
    """The value of a number as the pages write it."""
    return float(text.replace("\u202f", "").replace("−", "-"))


def is_border(rows, x, y):
    """True if a point of a picture is reachable and a neighbour in x or y is not, or vice versa."""
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return any(rows[y][x] != (rows[v][u] if 0 <= v < len(rows) and 0 <= u < len(rows[0]) else 0) for u, v in around)


class ResultsCase(PageCase):
    def assert_numbers(self, shown, expected, digits):
        """Expects numbers with this number of significant digits."""
        self.assertEqual(len(shown), len(expected))
        for text, value in zip(shown, expected):
            value = float(value)
            self.assertTrue(abs(number(text) - value) <= 0.51 * 10.0 ** (1 - digits) * max(abs(value), 1e-300),
                            (text, value))

    def drawn(self, selector, rows):
        plot = self.plot(selector)
        return self.js(DRAWN, selector, len(rows[0]), len(rows), *plot)

    def assert_same_picture(self, drawn, kind, name, slice_index):
        """
        Asserts that a map is drawn like its PNG file, point by point. Points below the scale or without a number are
        clear. The border of the reachable positions is a line.
        """
        png, palette = read_png(os.path.join(PAGES.folder(kind), f"{name}_{slice_index:03}.png"))
        reachable = self.reachable(kind, slice_index)
        colours = [red * 65536 + green * 256 + blue for red, green, blue in palette]
        clear, lines = self.js(THEME, "plot"), [self.js(THEME, "card"), self.js(THEME, "text")]
        held = 0
        for y, row in enumerate(png):
            for x, index in enumerate(row):
                colour, where = drawn[y][x], (kind, name, slice_index, x, y)
                if reachable is not None and (name == "limit" or reachable[y][x]) and is_border(reachable, x, y):
                    self.assertEqual(colour, lines[reachable[y][x]], where)
                elif index in (0, 255):
                    self.assertEqual(colour, clear, where)
                elif reachable is not None or colour not in lines:
                    self.assertEqual(colour, colours[index], where)
                    held += 1
        return held

    def reachable(self, kind, slice_index):
        """The reachable points of the slice's picture, or None if there is no picture."""
        path = os.path.join(PAGES.folder(kind), f"slice_{slice_index:03}.png")
        return read_png(path)[0] if os.path.exists(path) else None


class ScanPagesTest(ResultsCase):
    TITLES = {"clearance": "clearance", "limit": "active limit", "tilt": "largest tilt", "share": "share",
              "force": "largest force", "torque": "largest torque", "effort": "effort", "rate": "joint rate",
              "error": "error"}

    def setUp(self):
        self.browser.look(640, 480)  # fewer pixels for a processor to draw in three dimensions

    def show(self, kind):
        self.open(PAGES.page(kind))
        self.choose_surface("none")
        self.do("const c = document.getElementById('circles'); if (c.checked) c.click();")
        self.set_value("pose-x", 77)  # outside the plot, where its mark covers nothing

    def test_numbers_slices_and_maps_are_those_of_the_files(self):
        held = {name: 0 for name in self.TITLES}
        for kind in (*SCANS, *RANDOM_SCANS, *LOADED_SCANS):
            with self.subTest(kind=kind):
                self.show(kind)
                self.check_numbers(kind)
                if kind != "default":  # which has no PNG files
                    self.check_slices(kind)
                    self.check_maps(kind, held)
        self.assertGreater(min(held.values()), 2000, held)

    def check_numbers(self, kind):
        radii = table(kind, "radii.csv")
        for row in radii[::max(1, len(radii) // 12)]:
            self.set_value("slice", row["slice"])
            text = self.text("slice-text")
            z, points = re.fullmatch(rf"slice {row['slice']}, z = (\S+) m: (.+) reachable points", text).groups()
            self.assertAlmostEqual(number(z), float(row["z_m"]), delta=0.051 * self.step(radii))
            self.assertEqual(number(points), int(row["reachable_points"]))
        points = sum(int(row["reachable_points"]) for row in radii)
        self.assertIn(f"{points} of ", self.text("summary").replace("\u202f", ""))
        if len(radii) > 1:
            self.check_charts(radii)

    @staticmethod
    def step(radii):
        """The distance of slices in metres."""
        return float(radii[1]["z_m"]) - float(radii[0]["z_m"]) if len(radii) > 1 else 1e-6

    def check_charts(self, radii):
        columns = ("area_m2", "circumcircle_radius_m", "inscribed_radius_m")
        datasets = self.js(CHART, "area-chart") + self.js(CHART, "radii-chart")
        for column, data in zip(columns, datasets, strict=True):
            for (z, value), row in zip(data, radii, strict=True):
                self.assertAlmostEqual(z, float(row["z_m"]), places=9)
                self.assertEqual(value is None, row[column] == "")
                if value is not None:
                    self.assertAlmostEqual(value, float(row[column]), places=9)

    def check_slices(self, kind):
        background = self.js(THEME, "plot")
        for row in table(kind, "radii.csv"):
            slice_index = int(row["slice"])
            self.set_value("slice", slice_index)
            self.frames()
            png = self.reachable(kind, slice_index)
            drawn = self.drawn("#slice-canvas", png)
            self.assertEqual([[int(colour != background) for colour in line] for line in drawn], png,
                             (kind, slice_index))

    def check_maps(self, kind, held):
        choices = self.js("return Array.from(document.getElementById('map').options, "
                          "(o) => [o.value, o.textContent])")
        for name, title in self.TITLES.items():
            for value, _ in (choice for choice in choices if choice[1].startswith(title)):
                self.set_value("map", value, "change")
                for row in table(kind, "radii.csv"):
                    self.set_value("slice", row["slice"])
                    self.browser.wait_for("return document.getElementById('slice-canvas').dataset.shown "
                                          "=== arguments[0]",
                                          f"{value}/{row['slice']}")
                    drawn = self.drawn("#slice-canvas", self.reachable(kind, int(row["slice"])))
                    held[name] += self.assert_same_picture(drawn, kind, name, int(row["slice"]))


class SweepPagesTest(ResultsCase):
    def setUp(self):
        self.browser.look(1280, 900)

    def test_the_table_of_machines_is_designs_csv(self):
        for kind, columns in (("designs",
                               ("base.radius_m", "legs.max_m", "volume_m3", "largest_ball_m", "requirements_met")),
                              ("tolerances", ("volume_m3", "largest_ball_m"))):
            self.open(PAGES.page(kind))
            self.set_value("table-machines", "all", "change")
            self.do("while (!document.getElementById('more-rows').hidden) document.getElementById('more-rows').click()")
            shown = {int(row[0].split(" ")[-1]): row for row in self.js(CELLS, "#table tbody tr")}
            rows = table(kind, "designs.csv")
            self.assertEqual(len(shown), len(rows))
            for row in rows:
                cells = shown[int(row["machine"])]
                self.assertEqual("◆" in cells[0], row.get("front") == "yes")
                self.assertEqual("cut off" in cells[0], row["cut_off"] == "yes")
                self.assert_numbers(cells[2:2 + len(columns)], [row[column] for column in columns], 5)

    def test_tolerances_are_those_of_the_csv_files(self):
        self.open(PAGES.page("tolerances"))
        for place, row in enumerate(table("tolerances", "quantiles.csv"), 1):
            figures = dict(self.js(CELLS, f"#measures .measure:nth-child({place}) tbody tr"))
            del figures["nominal"]
            expected = [row[name] for name in ("least", "q01", "q05", "q25", "q50", "q75", "q95", "q99", "largest")]
            self.assert_numbers(list(figures.values()), expected, 5)
        sensitivities = table("tolerances", "sensitivities.csv")
        self.do("for (const button of document.querySelectorAll('#sensitivities button')) button.click()")
        for place, measure in enumerate(("volume", "largest_ball"), 1):
            said = self.js("return document.querySelector(arguments[0]).getAttribute('aria-label')",
                           f"#sensitivities .measure:nth-child({place}) svg")
            shown = dict(part.rsplit(" ", 1) for part in (
                text.split(", ")[0] for text in said.split("parameter: ")[1].split("; ")))
            expected = {row["number"]: row["correlation"] for row in sensitivities
                        if row["measure"].startswith(measure)}
            self.assertEqual(set(shown), set(expected))
            for name, text in shown.items():
                self.assertAlmostEqual(number(text), float(expected[name]), delta=0.006)

    def test_the_picture_of_the_workspace_is_the_png_file(self):
        self.open(PAGES.page("tolerances"))
        self.browser.wait_for("return document.body.dataset.picture === 'ready'")
        png, _ = read_png(os.path.join(PAGES.folder("tolerances"), "share_005.png"))
        drawn = self.drawn(".workspace", png)
        self.assertGreater(self.assert_same_picture(drawn, "tolerances", "share", 5), 1000)
        z = float(table("tolerances", "radii.csv")[5]["z_m"])
        self.assertIn(f"z = {z:g} m", self.js("return document.querySelector('figcaption').textContent"))


class LadderPageTest(ResultsCase):
    def test_times_are_those_of_stages_json(self):
        self.open(PAGES.page("ladder"))
        with open(os.path.join(PAGES.folder("ladder"), "stages.json"), encoding="utf-8") as file:
            stages = json.load(file)["stages"]
        data = self.js("return JSON.parse(document.getElementById('hexscan-data').textContent).study.stages")
        self.assertEqual(data, stages)
        for stage in stages:
            self.assertIn(f"{stage['total_ms']['median']:.3g}"[:3], self.text("tables"))


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
