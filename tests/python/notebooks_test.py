"""Runs the notebooks of examples/ and compares what their cells print with what the notebooks show.

usage: notebooks_test.py HEXSCAN SOURCE_DIR
"""
import importlib.util
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES

SCRIPT = SOURCES / "scripts/notebooks.py"


def checked(*notebooks):
    return subprocess.run([sys.executable, "-B", SCRIPT, "--check", *notebooks], capture_output=True, text=True)


class Notebooks(unittest.TestCase):
    def test_print_what_they_show(self):
        found = checked()
        self.assertEqual((found.returncode, found.stdout), (0, "5 notebooks\n"), found.stderr)

    def test_are_compared(self):
        text = (SOURCES / "examples/4-proof.ipynb").read_text()
        self.assertIn("proved - the nearest limit", text)
        with tempfile.NamedTemporaryFile("w", suffix=".ipynb") as file:
            file.write(text.replace("proved - the nearest limit", "refuted - the nearest limit", 1))
            file.flush()
            found = checked(file.name)
        self.assertEqual(found.returncode, 1, found.stdout)
        self.assertIn("cell 1: prints", found.stdout)


if __name__ == "__main__":
    for package in ("matplotlib", "pandas", "xarray"):
        if importlib.util.find_spec(package) is None:
            print(f"skipped: {package} is not installed (python3-{package})")
            sys.exit(77)
    unittest.main(argv=sys.argv[:1])
