"""Tests that the code of docs/reference/python.md runs as it is printed, and that the page names the whole package.

usage: documents_test.py HEXSCAN SOURCE_DIR
"""
import doctest
import os
import re
import sys
import tempfile
import unittest

from support import SOURCES, hexscan, np

PAGE = SOURCES / "docs/reference/python.md"


class Page(unittest.TestCase):
    def test_runs_as_it_is_printed(self):
        blocks = re.findall(r"```pycon\n(.*?)```", PAGE.read_text(), re.DOTALL)
        self.assertGreater(len(blocks), 5)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        page = doctest.DocTestParser().get_doctest("".join(blocks), {}, "docs/reference/python.md", str(PAGE), 0)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.symlink(SOURCES / "platforms", "platforms")
            os.symlink(SOURCES / "examples", "examples")
            try:
                result = doctest.DocTestRunner(optionflags=flags).run(page)
            finally:
                os.chdir(here)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 20)

    def test_names_everything(self):
        text = PAGE.read_text()
        for name in hexscan.__all__:
            if not name.startswith("_"):
                self.assertIn(name, text)
        for kind in (hexscan.Machine, hexscan.Workspace):
            for name in vars(kind):
                if not name.startswith("_"):
                    self.assertIn(name, text, kind)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
