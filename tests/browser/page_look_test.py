#!/usr/bin/env python3
"""Pages on paper, in a browser of another language, and off the screen.

usage: page_look_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import sys
import tempfile

from page_case import PageCase, run_tests
from page_kinds import Pages

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_page_look_")
PAGES = Pages(HEXSCAN, SOURCE, WORK.name)
KINDS = ("maps", "cone", "slice", "designs", "tolerances", "ladder")

# The visible elements with results, each by its index among all such elements. Folded elements are omitted.
SHOWN = """
    return Array.from(document.querySelectorAll('canvas, svg, table, img, dl, .scale, .swatches, h1, h2'))
        .map((e, place) => [e, place]).filter(([e]) => {
            const box = e.getBoundingClientRect();
            return box.width > 0 && box.height > 0 && !e.closest('.toolbar, details') &&
                   getComputedStyle(e).visibility !== 'hidden';
        }).map(([e, place]) => `${place} ${e.tagName} ${(e.closest('[id]') || e).id}`);"""
# Lightness of a colour of the style sheet on white, 0 to 255. Canvases use these colours, too.
LIGHTNESS = """
    const canvas = document.createElement('canvas').getContext('2d');
    for (const colour of ['white', getComputedStyle(document.body)[arguments[0]]]) {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;"""


class PrintedPages(PageCase):
    def tearDown(self):
        self.browser.devtools("Emulation.setEmulatedMedia", media="")
        self.browser.look(700, 480)  # the next look sets light and dark again

    def test_paper_shows_what_the_screen_shows_in_light_colours(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.browser.look(1000, 900, dark=True)
                self.open(PAGES.page(kind))
                self.frames()
                self.assertLess(self.js(LIGHTNESS, "backgroundColor"), 80)
                shown = self.js(SHOWN)
                self.assertGreater(len(shown), 3)
                self.browser.devtools("Emulation.setEmulatedMedia", media="print",
                                      features=[{"name": "prefers-color-scheme", "value": "dark"}])
                self.js("window.dispatchEvent(new Event('beforeprint'))")
                self.assertEqual([one for one in shown if one not in self.js(SHOWN)], [])
                self.assertGreater(self.js(LIGHTNESS, "backgroundColor"), 240)
                self.assertLess(self.js(LIGHTNESS, "color"), 80)
                self.js("window.dispatchEvent(new Event('afterprint'))")
                self.browser.devtools("Emulation.setEmulatedMedia", media="",
                                      features=[{"name": "prefers-color-scheme", "value": "dark"}])
                self.assertLess(self.js(LIGHTNESS, "backgroundColor"), 80)
                self.assertGreater(len(self.browser.printed()), 20000)
                self.assert_quiet()


class OtherLanguage(PageCase):
    def tearDown(self):
        self.browser.devtools("Emulation.setLocaleOverride")

    def test_numbers_are_written_the_same(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                said = []
                for locale, number in (("en-US", "1,234.5"), ("de-DE", "1.234,5")):
                    self.browser.devtools("Emulation.setLocaleOverride", locale=locale)
                    self.browser.look(1000, 900)
                    self.open(PAGES.page(kind))
                    self.frames()
                    self.assertEqual(self.js("return (1234.5).toLocaleString()"), number)
                    said.append(self.js("return document.body.innerText + Array.from("
                                        "document.querySelectorAll('input'), (e) => e.value).join('|')"))
                self.assertEqual(*said)


class OffTheScreen(PageCase):
    def test_the_3d_view_is_drawn_when_it_is_seen_again(self):
        self.browser.look(1000, 500)
        self.open(PAGES.page("maps"))
        self.js("""
            window.drawn = 0;
            for (const kind of [WebGLRenderingContext, WebGL2RenderingContext])
                for (const name of ['drawArrays', 'drawElements']) {
                    const draw = kind.prototype[name];
                    kind.prototype[name] = function(...words) { ++window.drawn; return draw.apply(this, words); };
                }
            new IntersectionObserver(([entry]) => { window.isSeen = entry.isIntersecting; })
                .observe(document.getElementById('view'));""")
        for seen in (False, True, False):
            self.js("document.getElementById(arguments[0]).scrollIntoView()", "view" if seen else "save-record")
            self.browser.wait_for("return window.isSeen === arguments[0]", seen)
            self.frames()
            self.js("window.drawn = 0")
            self.set_value("pose-z", 1.4 if seen else 1.5)
            self.frames()
            self.assertEqual(self.js("return window.drawn > 0"), seen)
        # Missed changes are drawn as soon as the view is visible again.
        self.js("document.getElementById('view').scrollIntoView()")
        self.browser.wait_for("return window.drawn > 0")


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
