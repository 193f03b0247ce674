#!/usr/bin/env python3
"""Tests that every promise of SECURITY.md names the tests that check it, and that these tests exist.

usage: security_test.py SOURCE_DIR
"""
import pathlib
import re
import sys
import unittest

SOURCES = pathlib.Path(sys.argv.pop(1))


def registered_tests():
    """The names of all tests that CMake registers, suites of GoogleTest included."""
    names = set()
    for path in (SOURCES / "tests").rglob("CMakeLists.txt"):
        text = path.read_text()
        names.update(re.findall(r"add_test\(NAME (\w+)", text))
        names.update(re.findall(r"add_executable\((fuzz_\w+)", text))
        names.update(f"python_{name}" for name in re.findall(r"hexscan_module_test\((\w+)", text))
        names.update(f"page_{name}" for row in re.findall(r"foreach\(test ([\w ]+)\)", text) for name in row.split())
    for path in (SOURCES / "tests").rglob("*_test.cpp"):
        names.update(re.findall(r"\bTEST(?:_F|_P)?\((\w+),", path.read_text()))
    return names


def promises(text):
    """The items of the list of promises, as lines of text."""
    return [" ".join(item.split()) for item in re.split(r"(?m)^- ", text)[1:]]


def named_tests(promise):
    """The words in backticks of brackets that contain nothing else."""
    return [name for bracket in re.findall(r"\((`\w+`(?:, `\w+`)*)\)", promise) for name in re.findall(r"\w+", bracket)]


class Security(unittest.TestCase):
    def test_every_promise_names_tests_that_exist(self):
        known = registered_tests()
        all_promises = promises((SOURCES / "SECURITY.md").read_text())
        self.assertGreater(len(all_promises), 5)
        for promise in all_promises:
            tests = named_tests(promise)
            self.assertTrue(tests, promise)
            self.assertEqual([name for name in tests if name not in known], [], promise)

    def test_a_promise_without_tests_is_found(self):
        kept, bare = promises("# A\n\n- It ends\n  well (`ends`, `well`).\n- It (`never` fails).\n")
        self.assertEqual(named_tests(kept), ["ends", "well"])
        self.assertEqual(named_tests(bare), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
