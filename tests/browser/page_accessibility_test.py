#!/usr/bin/env python3
"""Tests all kinds of pages with axe-core: no finding in light, in dark and on a phone.

usage: page_accessibility_test.py HEXSCAN SOURCE_DIR     the program, the repository
Ends with 77 (skipped) and a reason if there is no browser or no axe-core. If CI is set, a missing axe-core is a
failure, since scripts/install-dependencies.sh test installs it.
"""

import os
import sys
import tempfile

from page_case import PageCase, run_tests
from page_kinds import KINDS, Pages

HEXSCAN, SOURCE = sys.argv[1:3] if len(sys.argv) == 3 else ("", "")
WORK = tempfile.TemporaryDirectory(prefix="hexscan_accessibility_")
LOOKS = {"light": (1280, False), "dark": (1280, True), "phone": (400, False)}
RUN = """
    const done = arguments[0];
    axe.run(document).then(({violations}) => done(violations.map(({id, nodes}) =>
        `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`)), (error) => done([String(error)]));"""


def axe_core():
    """The text of axe-core in the version of the lock file, or None if it is not installed."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "node_modules", "axe-core", "axe.min.js")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


class AccessibilityTest(PageCase):
    def test_no_page_has_a_finding(self):
        pages, checker = Pages(HEXSCAN, SOURCE, WORK.name), axe_core()
        for kind in KINDS:
            self.open(pages.page(kind))
            self.js(checker)
            for look, (width, dark) in LOOKS.items():
                with self.subTest(kind=kind, look=look):
                    self.browser.look(width, 900, dark)
                    self.frames()
                    self.assertEqual(self.browser.command("POST", "/execute/async", {"script": RUN, "args": []}), [])


if __name__ == "__main__":
    if HEXSCAN and axe_core() is None:
        print("skipped: axe-core is not installed; scripts/install-dependencies.sh test installs it with npm")
        sys.exit(1 if os.environ.get("CI") else 77)
    run_tests(__doc__, bool(HEXSCAN))
