#!/usr/bin/env python3
"""Drives the page of a sweep in a headless Chromium, with invented studies.

usage: sweep_page_test.py CMAKE     the CMake that builds the page's shell
Ends with 77 (skipped) and a reason if there is no browser.
"""

import functools
import os
import re
import sys
import tempfile

from page_case import DELETE, DOWN, ESCAPE, RIGHT, SCALED, UP, PageCase, run_tests

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sweep"))
import page_samples

CMAKE = sys.argv[1] if len(sys.argv) == 2 else ""
WORK = tempfile.TemporaryDirectory(prefix="hexscan_sweep_pages_")

DRAWN = "return document.getElementById('axes').dataset.drawn === 'yes'"
BOX = ("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center'});"
       "const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
ROWS = "return Array.from(document.querySelectorAll('#table tbody tr'), (row) => Number(row.dataset.machine))"


@functools.lru_cache(maxsize=None)
def shell():
    """The page without its data."""
    return page_samples.read_shell(CMAKE, WORK.name)


def write(name, data):
    path = os.path.join(WORK.name, name + ".html")
    page_samples.write_page(shell(), data, path)
    return path


@functools.lru_cache(maxsize=None)
def sample(name):
    """A sample's data and the path of its page."""
    data = page_samples.SAMPLES[name]()
    return data, write(name, data)


class SweepCase(PageCase):
    def show(self, name):
        """Opens a sample and returns its data as the page has them."""
        data, path = sample(name)
        self.open(path)
        if data["designs"]["number"]:
            self.settle()
        return data

    def settle(self):
        self.frames()
        self.browser.wait_for(DRAWN)

    def box(self, selector):
        return self.js(BOX, selector)

    def inside(self):
        """The number of machines within the brushes, according to the page."""
        said = self.text("selection").replace("\u202f", "")
        return int(re.match(r"(?:All )?(\d+) machine", said).group(1))

    def brushes(self):
        """{column: (low, high)} of the fields, in the text's unit."""
        fields = self.js("return Array.from(document.querySelectorAll('#fields fieldset'), (f) => "
                         "Array.from(f.querySelectorAll('input.number'), (i) => i.value))")
        return {k: tuple(map(float, ends)) for k, ends in enumerate(fields) if ends != ["", ""]}

    def type_brush(self, column, low, high):
        for place, value in enumerate((low, high)):
            self.js("const f = document.querySelectorAll('#fields fieldset')[arguments[0]];"
                    "const i = f.querySelectorAll('input.number')[arguments[1]]; i.value = arguments[2];"
                    "i.dispatchEvent(new Event('change'));", column, place, value)

    def colours(self, canvas, *names):
        """The number of pixels of a canvas with exactly these colours of the style sheet."""
        return self.js("""
            const c = document.querySelector(arguments[0]), g = c.getContext('2d');
            const d = g.getImageData(0, 0, c.width, c.height).data;
            return arguments[1].map((name) => {
                const hex = getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
                const [r, gr, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
                let count = 0;
                for (let i = 0; i < d.length; i += 4) if (d[i] === r && d[i + 1] === gr && d[i + 2] === b) ++count;
                return count; });""", canvas, list(names))


def within(data, brushes, scales=None):
    """Machines that are certainly within brushes, and those that may be, since the fields round their numbers."""
    sure, may = [], []
    for i, number in enumerate(data["designs"]["number"]):
        places = []
        for column, (low, high) in brushes.items():
            value = data["designs"]["values"][column][i]
            if value is None:
                places.append(-1)
                continue
            value /= (scales or {}).get(column, 1)
            slack = 1e-4 * max(abs(low), abs(high))
            places.append(min(value - low, high - value, slack) / slack if slack else 1)
        if all(place > -1 for place in places):
            may.append(number)
            if all(place == 1 for place in places):
                sure.append(number)
    return sure, may


class EverySampleTest(SweepCase):
    def test_light_and_dark_at_both_widths_without_an_error(self):
        # Each sample is opened at both widths, in light at one and in dark at the other. Then it changes to the other
        # look.
        for width, first in ((1400, False), (420, True)):
            for i, name in enumerate(page_samples.SAMPLES):
                opened = first != bool(i % 2)  # the look that the sample before was left in
                self.browser.look(width, 900, opened)
                data = self.show(name)
                for dark in (opened, not opened):
                    with self.subTest(name=name, opened_dark=opened, dark=dark, width=width):
                        if dark != opened:
                            self.change_look(width, dark, data)
                        self.check_page(width)
                        self.assert_quiet()

    def change_look(self, width, dark, data):
        self.browser.look(width, 900, dark)
        if data["designs"]["number"]:
            self.browser.wait_for(DRAWN)

    def check_page(self, width):
        said = self.js("return document.body.innerText + document.body.innerHTML.replace(/<script[^]*/, '')")
        for word in ("NaN", "undefined", "Infinity", ">null<"):
            self.assertNotIn(word, said)
        self.assertLessEqual(self.js("return document.documentElement.scrollWidth - window.innerWidth"), 0)
        wide = self.js("return Array.from(document.querySelectorAll('section, fieldset, svg, .plot'))"
                       ".filter((e) => e.getBoundingClientRect().right > window.innerWidth + 1)"
                       ".map((e) => e.id || e.className || e.tagName)")
        self.assertEqual(wide, [], f"{width} pixels wide")

    def test_prints(self):
        for name in ("small", "both"):
            self.show(name)
            self.assertGreater(len(self.browser.printed()), 20000)

    def test_what_is_not_shown_is_said(self):
        self.show("design")
        self.assertIn("5\u202f000 of 1\u202f000\u202f000 machines: the whole front and a sample", self.text("notices"))
        self.assertIn("2\u202f000 impossible", self.text("facts"))
        self.show("none")
        self.assertIn("no machine", self.text("no-designs"))
        self.assertFalse(self.js("return document.getElementById('axes').checkVisibility()"))

    def test_names_are_text(self):
        self.show("one")
        self.assertIn("name with <b>markup</b>", self.text("fields"))
        self.assertEqual(self.js("return document.querySelectorAll('b').length"), 0)


class BrushTest(SweepCase):
    def setUp(self):
        self.browser.look(1400, 900)
        self.data = self.show("small")
        self.scales = {5: 1e6, 7: 1e6}

    def check_selection(self, columns):
        """Expects count, table and fields to agree with the data. Some machines are selected, but not all."""
        brushes = self.brushes()
        self.assertEqual(sorted(brushes), sorted(columns))
        sure, may = within(self.data, brushes, self.scales)
        self.assertTrue(len(sure) <= self.inside() <= len(may), f"{len(sure)} {self.inside()} {len(may)}")
        self.assertTrue(0 < len(sure) < 400)
        self.set_value("table-machines", "all", "change")
        self.do("while (!document.getElementById('more-rows').hidden) document.getElementById('more-rows').click()")
        rows = set(self.js(ROWS))
        self.assertTrue(set(sure) <= rows <= set(may))

    def axis(self, index, part):
        """A place in the viewport on one of the eight axes. Part 0 is its lower end."""
        left, top, width, _ = self.box("#axes")
        return left + 56 + index * (width - 112) / 7, top + 380 - part * 334

    def test_a_brush_on_an_axis_filters_everywhere(self):
        blue, faint = self.colours("#matrix", "reach", "line")
        self.browser.drag(self.axis(1, 0.3), self.axis(1, 0.5), self.axis(1, 0.7))
        self.settle()
        self.check_selection([1])
        low, high = self.brushes()[1]
        values = self.data["designs"]["values"][1]
        for end, part in ((low, 0.3), (high, 0.7)):
            expected = min(values) + part * (max(values) - min(values))
            self.assertAlmostEqual(end, expected, delta=0.01 * (max(values) - min(values)))
        blue_after, faint_after = self.colours("#matrix", "reach", "line")
        self.assertLess(blue_after, 0.75 * blue)
        self.assertGreater(faint_after, faint)

    def test_brushes_combine_move_and_go(self):
        self.browser.drag(self.axis(1, 0.2), self.axis(1, 0.8))
        first = self.inside()
        self.browser.drag(self.axis(4, 0.1), self.axis(4, 0.9))
        self.settle()
        self.check_selection([1, 5])
        self.assertLess(self.inside(), first)
        low, high = self.brushes()[1]
        self.browser.drag(self.axis(1, 0.5), self.axis(1, 0.6))
        moved = self.brushes()[1]
        self.assertGreater(moved[0], low)
        self.assertAlmostEqual(moved[1] - moved[0], high - low, delta=0.05)
        self.do("document.getElementById('clear-all').click()")
        self.assertEqual((self.brushes(), self.inside()), ({}, 400))
        self.assertTrue(self.js("return document.getElementById('clear-all').disabled"))

    def test_a_brush_in_a_panel_takes_both_columns(self):
        left, top, _, _ = self.box("#matrix")
        # The first panel shows volume against base.radius.
        self.browser.drag((left + 74 + 30, top + 6 + 30), (left + 74 + 60, top + 6 + 60),
                          (left + 74 + 110, top + 6 + 110))
        self.settle()
        self.check_selection([0, 5])

    def test_typed_ends_and_the_front_only(self):
        self.type_brush(1, 220, 300)
        self.check_selection([1])
        self.assertEqual(self.brushes()[1], (220, 300))
        self.do("document.getElementById('front-only').click()")
        values, front = self.data["designs"]["values"][1], self.data["designs"]["front"]
        self.assertEqual(self.inside(), sum(one and 220 <= value <= 300 for value, one in zip(values, front)))
        self.type_brush(1, 1, 2)
        self.assertEqual(self.inside(), 0)
        self.settle()
        self.assert_quiet()

    def test_keys(self):
        self.do("document.getElementById('axes').focus()")
        self.browser.press(RIGHT, UP)
        values = self.data["designs"]["values"][1]
        machine = int(self.js("return document.getElementById('strip').dataset.machine"))
        at = self.data["designs"]["number"].index(machine)
        self.assertEqual(values[at], min(values))
        self.browser.press(UP, UP, UP, "f")
        self.assertEqual(self.inside(), 397)
        self.browser.press(UP, UP, "t")
        self.assertEqual(self.inside(), 3)
        self.browser.press(DELETE)
        self.assertEqual(self.inside(), 400)
        self.do("document.getElementById('matrix').focus()")
        self.browser.press(UP, UP, "t")
        self.assertEqual(sorted(self.brushes()), [0, 5])
        self.browser.press(ESCAPE)
        self.assertEqual((self.brushes(), self.js("return document.getElementById('strip').dataset.machine")), ({}, ""))
        self.assert_quiet()

    def test_the_front_has_its_own_colour_and_shape(self):
        accent, = self.colours("#matrix", "accent")
        self.assertGreater(accent, 200)
        middle = self.js("""
            const c = document.getElementById('matrix'), g = c.getContext('2d'), w = c.width;
            const d = new Uint32Array(g.getImageData(0, 0, w, c.height).data.buffer);
            const one = (x, y) => d[y * w + x] === 0xff0f45d1;
            // Diamonds: no pixel at the corners of the square about them, pixels at the middles of its sides.
            let found = 0;
            for (let y = 4; y < c.height - 4; ++y) for (let x = 4; x < w - 4; ++x)
                if (one(x - 3, y) && one(x + 3, y) && one(x, y - 3) && one(x, y + 3) && !one(x - 3, y - 3) &&
                    !one(x + 3, y + 3) && !one(x - 3, y + 3) && !one(x + 3, y - 3)) ++found;
            return found;""")
        self.assertGreater(middle, 20)


class MachineTest(SweepCase):
    def setUp(self):
        self.browser.look(1400, 900)
        self.data = self.show("small")

    def test_the_table_sorts_and_has_the_files(self):
        number, front = self.data["designs"]["number"], self.data["designs"]["front"]
        best = [n for n, one in zip(number, front) if one]
        volume = dict(zip(number, self.data["designs"]["values"][5]))
        first = min(25, len(best))
        self.assertEqual(self.js(ROWS), sorted(best, key=lambda n: -volume[n])[:first])
        self.do("document.querySelectorAll('#table th button')[6].click()")
        self.assertEqual(self.js(ROWS), sorted(best, key=lambda n: volume[n])[:first])
        self.assertEqual(self.js("return document.querySelector('#table th[aria-sort]').ariaSort"), "ascending")
        self.do("while (!document.getElementById('more-rows').hidden) document.getElementById('more-rows').click()")
        cells = self.js("return Array.from(document.querySelectorAll('#table tbody tr'), (row) => [row.dataset.machine,"
                        "row.cells[1].textContent])")
        self.assertEqual(len(cells), len(best))
        saved = 0
        for machine, text in cells:
            file = self.data["files"].get(machine)
            self.assertEqual(text, f"save {file['name']}" if file else "copy command")
            saved += file is not None
        self.assertGreater(saved, 3)

    def test_a_machines_file_is_within_the_page(self):
        saved = self.saved_files(os.path.join(WORK.name, "saved"))
        self.do("Array.from(document.querySelectorAll('#table button'))"
                ".find((b) => b.textContent.startsWith('save ')).click()")
        name = self.js("return Array.from(document.querySelectorAll('#table button'), (b) => b.textContent)"
                       ".find((text) => text.startsWith('save '))")[len("save "):]
        text = next(file["text"] for file in self.data["files"].values() if file["name"] == name)
        with open(saved.path_of(name), encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_machines_that_the_grid_cuts_off_are_marked(self):
        self.set_value("table-machines", "all", "change")
        self.do("while (!document.getElementById('more-rows').hidden) document.getElementById('more-rows').click()")
        marked = self.js("return Array.from(document.querySelectorAll('#table tbody tr'))"
                         ".filter((row) => row.firstChild.textContent.startsWith('cut off '))"
                         ".map((row) => Number(row.dataset.machine))")
        number, cut_off = self.data["designs"]["number"], self.data["designs"]["cut_off"]
        expected = [n for n, one in zip(number, cut_off) if one]
        self.assertTrue(0 < len(expected) < len(number))
        self.assertEqual(sorted(marked), expected)
        self.assertTrue(self.js("return document.getElementById('cut-off-note').checkVisibility()"))
        for machine in (marked[0], next(n for n, one in zip(number, cut_off) if not one)):
            self.do("document.querySelector('#table tr[data-machine=\"' + arguments[0] + '\"]').focus()", machine)
            self.assertEqual("cut off by the grid" in self.text("strip-name"), machine == marked[0])
        self.type_brush(3, 520, 600)
        self.assertGreater(self.inside(), 0)
        self.assertFalse(self.js("return document.getElementById('cut-off-note').checkVisibility()"))
        self.assertNotIn("cut off", self.text("table"))

    def test_a_focused_row_is_highlighted_in_both_plots(self):
        plots = ("#axes", "#matrix")
        self.js(SCALED + "window.before = arguments[0].map((canvas) => scaled(canvas, 400, 200));", plots)
        self.do("document.querySelector('#table tbody tr').focus()")
        self.settle()
        machine = self.js(ROWS)[0]
        self.assertEqual(self.js("return document.getElementById('strip').dataset.machine"), str(machine))
        at = self.data["designs"]["number"].index(machine)
        said = self.text("strip").replace("\u00a0", " ")
        self.assertIn(f"Machine {machine}, on the front", said)
        self.assertIn("base.radius {:g} mm".format(self.data["designs"]["values"][0][at]), said)
        changed = self.js(SCALED + "return arguments[0].map((canvas, i) => scaled(canvas, 400, 200).reduce("
                          "(sum, value, at) => sum + (Math.abs(value - window.before[i][at]) > 30), 0));", plots)
        self.assertGreater(min(changed), 50)
        self.browser.press(DOWN)
        self.assertEqual(self.js("return document.getElementById('strip').dataset.machine"), str(self.js(ROWS)[1]))

    def test_the_strip_does_not_shrink_under_the_pointer(self):
        self.browser.look(420, 900)
        height = "return document.getElementById('strip').offsetHeight"
        empty = self.js(height)
        self.do("document.querySelector('#table tbody tr').focus()")
        full = self.js(height)
        self.assertGreater(full, empty)
        self.js("document.activeElement.blur()")
        self.assertIn("No machine", self.text("strip"))
        self.assertEqual(self.js(height), full)

    def test_the_strip_hides_no_focused_control(self):
        self.browser.look(1000, 600)
        self.do("document.querySelector('#table tbody tr').click()")
        hidden = self.js("""
            const all = document.querySelectorAll('button, input, select, summary, [tabindex="0"]');
            const strip = document.getElementById('strip'), found = [];
            for (const control of all) {
                if (strip.contains(control) || control.offsetParent === null || control.disabled) continue;
                window.scrollTo(0, 0);
                control.focus();
                const box = control.getBoundingClientRect();
                if (document.activeElement === control && box.top >= strip.getBoundingClientRect().top)
                    found.push(control.outerHTML.slice(0, 80));
            }
            return found;""")
        self.assertEqual(hidden, [])

    def test_what_the_plots_leave_out_is_said(self):
        self.assertNotIn("base.radius", self.text("left-out"))
        self.do("document.querySelector('#fields input[type=checkbox]').click()")
        self.assertIn("Left out of the plots: ", self.text("left-out"))
        self.assertIn("base.radius", self.text("left-out"))

    def test_pointing_at_a_plot_shows_the_machine_there(self):
        self.show("one")
        left, top, width, _ = self.box("#axes")
        shown = "return document.getElementById('strip').dataset.machine"
        self.browser.pointer(left + 200, top + 46 + 167)
        self.assertEqual(self.js(shown), "0")
        self.browser.pointer(left + 200, top + 60)
        self.assertEqual(self.js(shown), "")
        left, top, _, _ = self.box("#matrix")
        self.browser.click((left + 74 + 95, top + 6 + 95))
        self.browser.pointer(left + 74 + 20, top + 6 + 20)
        self.assertEqual(self.js(shown), "0")
        self.assertIn("absent –", self.text("strip").replace("\u00a0", " "))
        self.do("document.getElementById('release').click()")
        self.assertEqual(self.js(shown), "")

    def test_at_most_twelve_columns(self):
        self.show("wide")
        ticks = ("return Array.from(document.querySelectorAll('#fields input[type=checkbox]'), "
                 "(i) => [i.checked, i.disabled])")
        self.assertEqual(sum(checked for checked, _ in self.js(ticks)), 8)
        self.do("for (const i of document.querySelectorAll('#fields input[type=checkbox]')) if (!i.checked) i.click()")
        self.settle()
        self.assertEqual(sum(checked for checked, _ in self.js(ticks)), 12)
        self.assertTrue(all(disabled != checked for checked, disabled in self.js(ticks)))
        self.do("for (const i of document.querySelectorAll('#fields input[type=checkbox]')) if (i.checked) i.click()")
        self.settle()
        self.assert_quiet()

    def test_fingers_scroll_unless_they_are_to_brush(self):
        touch = "return getComputedStyle(document.getElementById('axes')).touchAction"
        for action, brushed in (("none", [0]), ("auto", [])):
            self.do("document.getElementById('fingers').click()" if action == "none" else
                    "document.getElementById('fingers').click(); document.getElementById('clear-all').click()")
            self.assertEqual(self.js(touch), action)
            left, top, _, _ = self.box("#axes")
            self.frames()  # the browser learns in the next frame who is to have the fingers
            self.browser.drag(*[(left + 56, top + 46 + down) for down in (60, 120, 200)], kind="touch")
            self.assertEqual(list(self.brushes()), brushed)


class ToleranceTest(SweepCase):
    def test_histograms_and_sensitivities(self):
        data = self.show("tolerance")["tolerance"]
        bars = self.js("return Array.from(document.querySelectorAll('#measures .measure'), (m) => "
                       "Array.from(m.querySelectorAll('.bar-fill'), (b) => Number(b.getAttribute('height'))))")
        for measure, heights in zip(data["measures"], bars):
            counts = measure["histogram"]["counts"]
            expected = [132 * count / max(counts) for count in counts]
            self.assertEqual(len(heights), len(counts))
            self.assertTrue(all(abs(a - b) < 1e-6 for a, b in zip(heights, expected)))
        lines = self.js("const m = document.querySelector('#measures .measure'); return ['.nominal', '.quantile'].map("
                        "(kind) => Array.from(m.querySelectorAll(kind), (g) => [g.textContent, "
                        "Number(g.querySelector('line').getAttribute('x1'))]))")
        volume = data["measures"][0]
        at = {part: value for part, value in volume["quantiles"]}

        def place(value):
            return 12 + 496 * (value - volume["least"]) / (volume["largest"] - volume["least"])

        self.assertEqual(lines[0][0][0], "nominal 8.1·10⁶ mm³")
        self.assertAlmostEqual(lines[0][0][1], place(8.1e6), places=6)
        for (text, x), part in zip(lines[1], (0.05, 0.5, 0.95)):
            self.assertEqual(text, f"{100 * part:g}\u00a0%")
            self.assertAlmostEqual(x, place(at[part]), places=6)
        self.assertEqual(len(lines[1]), 3)
        self.do("document.querySelector('#sensitivities button').click()")
        shown = self.js("const b = document.querySelector('#sensitivities .measure'); return Array.from("
                        "b.querySelectorAll('rect'), "
                        "(r) => [r.getAttribute('class'), Number(r.getAttribute('width'))])")
        given = [one["correlation"] for one in data["sensitivities"] if one["measure"] == "volume"]
        expected = sorted(given, key=lambda value: -abs(value))
        self.assertEqual([kind for kind, _ in shown], ["negative" if value < 0 else "positive" for value in expected])
        self.assertTrue(all(abs(w - 150 * abs(value)) < 1e-6 for (_, w), value in zip(shown, expected)))

    def test_the_workspace_and_its_picture(self):
        self.show("tolerance")
        self.assertIn("at least 95\u00a0% of the machines", self.text("workspace-sentence"))
        self.browser.wait_for("return document.body.dataset.picture === 'ready'")
        left, top, width, height = self.box(".workspace")
        self.browser.pointer(left + 58 + (width - 72) / 2, top + height / 2)
        said = self.js("return document.querySelector('#workspace-picture .readout').textContent")
        self.assertIn("z = 550 mm: reached by ≈ 100 % of the machines", said)
        self.assertIn("z = 550 mm", self.js("return document.querySelector('figcaption').textContent"))
        self.assertEqual(self.js("return Array.from(document.querySelectorAll('.scale-numbers span'), "
                                 "(e) => e.textContent)"), ["0 %", "50 %", "100 %"])
        self.assert_quiet()


if __name__ == "__main__":
    run_tests(__doc__, bool(CMAKE))
