"""Tests that the code of the pages about Python runs as it is printed, and that they name the whole package.

usage: documents_test.py HEXSCAN SOURCE_DIR
"""
import doctest
import os
import re
import sys
import tempfile
import unittest

from support import SOURCES, hexscan, np

PAGES = [SOURCES / "docs/tutorials/numpy.md", SOURCES / "docs/reference/python.md"]


class Page(unittest.TestCase):
    def test_runs_as_it_is_printed(self):
        for path in PAGES:
            with self.subTest(path.name):
                self.run_blocks_of(path)

    def run_blocks_of(self, path):
        blocks = re.findall(r"```pycon\n(.*?)```", path.read_text(), re.DOTALL)
        self.assertGreater(len(blocks), 4)
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        page = doctest.DocTestParser().get_doctest("".join(blocks), {}, path.name, str(path), 0)
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
        self.assertGreater(result.attempted, 10)

    def test_names_everything(self):
        text = "".join(path.read_text() for path in PAGES)
        for name in hexscan.__all__:
            if not name.startswith("_"):
                self.assertIn(name, text)
        for kind in (hexscan.Machine, hexscan.Workspace):
            for name in vars(kind):
                if not name.startswith("_"):
                    self.assertIn(name, text, kind)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
