#!/usr/bin/env python3
"""Tests that foreign code is pinned by its content: actions of workflows by commit, npm's packages by hash.

usage: supply_chain_test.py SOURCE_DIR
"""
import json
import pathlib
import re
import sys
import unittest

SOURCES = pathlib.Path(sys.argv.pop(1))


class SupplyChain(unittest.TestCase):
    def test_workflows_pin_actions_and_may_only_read(self):
        workflows = sorted((SOURCES / ".github" / "workflows").glob("*.yml"))
        self.assertTrue(workflows)
        for path in workflows:
            text = path.read_text()
            used = re.findall(r"uses: *(.*)", text)
            self.assertTrue(used, path)
            for action in used:
                self.assertRegex(action, r"^[\w./-]+@[0-9a-f]{40}  # v[0-9.]+$", path)
            self.assertRegex(text, r"(?m)^permissions:\n  contents: read\n(?! )", path)
            # Only two jobs of a release may do more, each one thing: write the release, and prove itself to PyPI.
            more = re.findall(r"(?m)^    permissions:\n((?:      .*\n)+)", text)
            self.assertEqual(text.count("permissions:"), 1 + len(more), path)
            allowed = ["      contents: write\n", "      id-token: write\n"] if path.name == "release.yml" else []
            self.assertEqual(more, allowed, path)

    def test_packages_of_npm_have_a_hash(self):
        for path in SOURCES.glob("tests/**/package-lock.json"):
            if "node_modules" in path.parts:
                continue
            packages = {name: each for name, each in json.loads(path.read_text())["packages"].items() if name}
            self.assertTrue(packages, path)
            for name, package in packages.items():
                self.assertRegex(package.get("integrity", ""), r"^sha512-", name)

    def test_npm_installs_by_the_lock_file_alone(self):
        for path in (SOURCES / "scripts").glob("*.sh"):
            for line in path.read_text().splitlines():
                if re.search(r"\bnpm (install|i|add|exec)\b|\bnpx\b", line) and not line.lstrip().startswith("#"):
                    self.fail(f"{path.name}: {line}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
