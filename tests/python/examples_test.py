"""Tests that the examples in C++ and in Python print the same.

usage: examples_test.py HEXSCAN SOURCE_DIR FOLDER_OF_EXAMPLES
"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES, np

CASE_STUDY = SOURCES / "platforms/case-study.yaml"
FOLDER = pathlib.Path(sys.argv[3])
POSES = ("0 0 1.45 0 0 0", "0.2 -0.1 1.5 0.1 0.05 -0.2", "0 0 2.5 0 0 0", "0.9 0 1.2 0 0.3 0")
CASES = [("1_reachable", [CASE_STUDY, *pose.split()]) for pose in POSES] + [
    ("2_workspace", [CASE_STUDY]), ("3_proved_box", [CASE_STUDY]), ("4_longest_legs", [CASE_STUDY]),
    ("5_best_machine", [SOURCES / "examples/machines.yaml"])]


def said(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


class Examples(unittest.TestCase):
    def test_say_the_same(self):
        for name, arguments in CASES:
            in_python = said(sys.executable, SOURCES / f"examples/{name}.py", *arguments)
            self.assertEqual(said(FOLDER / f"example_{name}", *arguments), in_python, (name, arguments))
            self.assertTrue(in_python.strip())

    @unittest.skipIf(importlib.util.find_spec("matplotlib") is None, "matplotlib is not installed")
    def test_make_plots_in_python(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, arguments in dict(reversed(CASES)).items():
                plot = pathlib.Path(folder) / f"{name}.png"
                said(sys.executable, SOURCES / f"examples/{name}.py", *arguments, "--plot", plot)
                self.assertEqual(plot.read_bytes()[:4], b"\x89PNG", name)

    def test_are_all_run(self):
        for ending in ("cpp", "py"):
            there = {path.stem for path in (SOURCES / "examples").glob(f"*.{ending}")}
            self.assertEqual(there, {name for name, _ in CASES})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
