"""The common parts of page tests: a browser, and functions that examine a page."""

import functools
import json
import os
import sys
import unittest

from webdriver import AFTER_FRAMES, Browser, NoBrowser, SavedFiles, find_programs

LEFT, UP, RIGHT, DOWN, HOME = "\ue012", "\ue013", "\ue014", "\ue015", "\ue011"
DELETE, ESCAPE = "\ue017", "\ue00c"

DONE_AND_DRAWN = "const [text, given] = arguments; new Function(text)(...given);" + AFTER_FRAMES
READY = "return document.body && document.body.dataset.ready === 'yes'"
# scaled(canvas, columns, rows): red, green, blue and opacity of each pixel of a canvas that is scaled down.
SCALED = """
    const scaled = (canvas, columns, rows) => {
        const small = document.createElement('canvas'), context = small.getContext('2d');
        small.width = columns;
        small.height = rows;
        context.drawImage(document.querySelector(canvas), 0, 0, columns, rows);
        return context.getImageData(0, 0, columns, rows).data;
    };"""


@functools.lru_cache(maxsize=None)
def browser_with(flags):
    """A browser for all cases with the same flags, since starting one takes longer than most tests."""
    browser = Browser(flags=flags)
    unittest.addModuleCleanup(browser.close)
    return browser


class PageCase(unittest.TestCase):
    """A browser with functions that examine a page."""

    flags = ()

    @classmethod
    def setUpClass(cls):
        cls.browser = browser_with(cls.flags)

    @classmethod
    def js(cls, text, *arguments):
        return cls.browser.script(text, *arguments)

    def do(self, text, *arguments):
        """Runs the body of a function in place of a user and returns when the result is drawn."""
        self.browser.async_script(DONE_AND_DRAWN, text, arguments)

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def set_value(self, name, value, event="input"):
        """Changes a slider, a number or a choice like a user."""
        self.do("const e = document.getElementById(arguments[0]); e.value = arguments[1];"
                "e.dispatchEvent(new Event(arguments[2], {bubbles: true}));", name, str(value), event)

    def choose_surface(self, style):
        """Chooses the surface of a scan's page: "glass", "solid" or "none"."""
        if self.js("return document.getElementById('surface').value") != style:
            self.set_value("surface", style, "change")

    @classmethod
    def open(cls, path):
        cls.browser.open(path)
        cls.browser.wait_for(READY)

    def saved_files(self, folder):
        """A new folder for files that pages save from now on."""
        saved = SavedFiles(self.browser, folder)
        self.addCleanup(saved.close)
        return saved

    def frames(self):
        """Waits until requested changes are drawn."""
        self.browser.wait_for_frames()

    def plot(self, selector="#slice-canvas"):
        """Left, right, top and bottom of the drawn grid in the viewport, found by where the pointer reads points."""
        return self.js("""
            const canvas = document.querySelector(arguments[0]);
            const said = canvas.closest('section').querySelector('.readout');
            canvas.scrollIntoView({block: 'center'});
            const box = canvas.getBoundingClientRect();
            const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            const reads = (x, y) => {
                canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y}));
                return said.textContent !== '';
            };
            const edge = (outside, alongX) => {
                let low = outside, high = middle[alongX ? 0 : 1];
                while (Math.abs(high - low) > 0.01) {
                    const here = (low + high) / 2;
                    if (alongX ? reads(here, middle[1]) : reads(middle[0], here)) high = here;
                    else low = here;
                }
                return high;
            };
            return [edge(box.left, true), edge(box.right, true), edge(box.top, false), edge(box.bottom, false)];""",
                       selector)

    def assert_quiet(self, *beside):
        """Expects no error on the console, and no request except for the page itself and the named files beside it."""
        errors = [entry["message"] for entry in self.browser.log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(errors, [])
        messages = [json.loads(entry["message"])["message"] for entry in self.browser.log("performance")]
        sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        # The first tab of the browser makes requests of its own.
        urls = [one["request"]["url"] for one in sent if not one["documentURL"].startswith("chrome:")]
        page = self.browser.page
        self.assertIn("file://" + page, urls)
        allowed = ["file://" + page, *("file://" + os.path.join(os.path.dirname(page), name) for name in beside)]
        self.assertEqual([url for url in urls if url not in allowed and not url.startswith("data:")], [])

    def pixels(self, canvas, columns=64, rows=48):
        """A canvas scaled down to columns x rows, as a flat list of [red, green, blue, opacity] per pixel."""
        return self.js(SCALED + "return Array.from(scaled(...arguments));", canvas, columns, rows)


def run_tests(usage, has_arguments):
    """Runs the tests of the calling file, or ends with its usage. Ends with 77 (skipped) if there is no browser."""
    if not has_arguments:
        sys.exit(usage)
    try:
        find_programs()
    except NoBrowser as reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
