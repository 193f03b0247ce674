#!/usr/bin/env python3
"""Pages under their own content security policy. They never violate it, and no other script or style runs.

usage: page_policy_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser.
"""

import sys
import tempfile

from page_case import PageCase, run_tests
from page_kinds import KINDS, Pages

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_page_policy_")
PAGES = Pages(HEXSCAN, SOURCE, WORK.name)

# Runs before the page's own scripts, so it records violations by all of them.
WATCH = """
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => window.violations.push(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));"""
# Additions to a page from outside: a script, a style sheet, a handler and a style attribute.
INTRUDE = """
    const add = (tag, text) => {
        const made = document.createElement(tag);
        made.textContent = text;
        document.body.append(made);
    };
    add('script', 'window.intruded = 1');
    add('style', 'h1 { letter-spacing: 77px; }');
    const line = document.querySelector('h1');
    line.setAttribute('onclick', 'window.intruded = 2');
    line.setAttribute('style', 'letter-spacing: 77px');
    line.click();"""
SPACING = "return getComputedStyle(document.querySelector('h1')).letterSpacing"


class Policy(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=WATCH)

    def use(self):
        """Makes the page draw again in other colours and sizes, on paper, and for other values."""
        for width, dark in ((1280, False), (400, True), (1280, True)):
            self.browser.look(width, 900, dark)
            self.frames()
        self.js("window.dispatchEvent(new Event('beforeprint')); window.dispatchEvent(new Event('afterprint'));")
        self.do("""
            for (const field of document.querySelectorAll('input[type=range], select, input[type=checkbox]')) {
                if (field.type === 'range') field.value = field.min;
                if (field.tagName === 'SELECT') field.selectedIndex = field.options.length - 1;
                if (field.type === 'checkbox') field.click();
                for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true}));
            }""")
        self.frames()

    def test_no_page_violates_it(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.open(PAGES.page(kind))
                self.use()
                self.assertEqual(self.js("return window.violations"), [])
                self.assertTrue(self.js("return document.getElementById('fault').hidden"))

    def test_it_lets_in_nothing_else(self):
        policy = "return document.querySelector('meta[http-equiv=Content-Security-Policy]').content"
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.open(PAGES.page(kind))
                self.assertNotIn("unsafe", self.js(policy))
                self.do(INTRUDE)
                self.assertIsNone(self.js("return window.intruded"))
                self.assertNotEqual(self.js(SPACING), "77px")
                self.assertEqual(len(self.js("return window.violations")), 4)


if __name__ == "__main__":
    run_tests(__doc__, bool(HEXSCAN))
