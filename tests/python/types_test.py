"""Tests that a type checker accepts the package and the examples, and finds errors in wrong code.

usage: types_test.py HEXSCAN SOURCE_DIR
"""
import ast
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from support import SOURCES, hexscan

MYPY = shutil.which("mypy")
PACKAGE = pathlib.Path(hexscan.__file__).parent


class Types(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        shutil.copytree(PACKAGE, pathlib.Path(self.folder.name) / "hexscan", ignore=shutil.ignore_patterns("*.so"))

    def checked(self, *arguments):
        return subprocess.run([MYPY, "--no-incremental", "--scripts-are-modules", *map(str, arguments)],
                              cwd=self.folder.name, env={**os.environ, "MYPYPATH": self.folder.name},
                              capture_output=True, text=True)

    def test_are_right(self):
        found = self.checked("-p", "hexscan")
        self.assertEqual(found.returncode, 0, found.stdout)
        # The distribution's matplotlib has no types.
        found = self.checked("--ignore-missing-imports", *sorted((SOURCES / "examples").glob("*.py")))
        self.assertEqual(found.returncode, 0, found.stdout)

    def test_name_what_is_public(self):
        """No public signature has Any, except for parsed JSON."""
        for path in PACKAGE.glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name != "json" and (
                        not path.name.startswith("_") or path.stem in ("_check", "_machine", "_scan", "_sweep")):
                    given = [argument.annotation for argument in node.args.args + node.args.kwonlyargs]
                    for annotation in (*given, node.returns):
                        self.assertNotIn("Any", "" if annotation is None else ast.unparse(annotation),
                                         f"{path.name}, {node.name}")

    def test_tell_what_is_wrong(self):
        wrong = pathlib.Path(self.folder.name) / "wrong.py"
        lines = ["import hexscan", "hexscan.platform(3)", "hexscan.platform().name + 1",
                 "hexscan.scan(hexscan.platform(), maps=3)", "hexscan.sweep()", "hexscan.platform().reach"]
        wrong.write_text("\n".join(lines))
        found = self.checked(wrong)
        for number in range(2, len(lines) + 1):
            self.assertIn(f"wrong.py:{number}: error", found.stdout)


if __name__ == "__main__":
    if MYPY is None:
        print("skipped: mypy is not installed")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
