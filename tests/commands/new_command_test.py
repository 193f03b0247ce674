#!/usr/bin/env python3
"""Tests the questions and files of `hexscan new`, from a pipe and at a terminal. usage: new_command_test.py HEXSCAN"""

import json
import os
import pty
import subprocess
import sys
import tempfile
import unittest

HEXSCAN = os.path.abspath(sys.argv.pop(1))


class NewCommand(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_hexscan(self, *words, answers=""):
        return subprocess.run([HEXSCAN, *words], input=answers, cwd=self.folder, check=False, capture_output=True,
                              text=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def refused(self, answers, said):
        done = self.run_hexscan("new", "refused.yaml", answers=answers)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(said, done.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if "refused" in name], [])

    def test_defaults_make_a_machine_that_is_proved_for_each_kind_of_legs(self):
        limits = {"telescopic": "strokes and joint tilts", "slider": "travels and joint tilts",
                  "rotary": "arm angles and joint tilts"}
        for kind, limited in limits.items():
            done = self.run_hexscan("new", f"{kind}.yaml", answers=f"{kind}\n")
            self.assertEqual(done.returncode, 0, done)
            self.assertIn(f"page: output/{kind}/index.html\n", done.stdout)
            self.assertTrue(os.path.exists(self.path(f"output/{kind}/index.html")))
            with open(self.path(f"{kind}.yaml"), encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"kind: {kind}", text)
            self.assertIn("about: home", text)
            checked = json.loads(self.run_hexscan("check", f"{kind}.yaml", "--json").stdout)
            self.assertTrue(checked["all_hold"])
            self.assertEqual([one["outcome"] for one in checked["requirements"]], [f"proved: {limited}"])

    def test_the_file_has_what_was_answered(self):
        answers = "slider\nin\nside 20, 6\npair_distance 4, 5\n13\n11 -1 12\nnone\n0.5 0.25 1 1 2 3\n"
        done = self.run_hexscan("new", "answered.yaml", answers=answers)
        self.assertIn(done.returncode, (0, 1), done)
        with open(self.path("answered.yaml"), encoding="utf-8") as file:
            text = file.read()
        for part in ("units: {length: in, angle: deg}", "base: {side: 20, pair_distance: 4}",
                     "platform: {side: 6, pair_distance: 5, azimuth: 60}", "rod: 11, rail: [0, 0, 1], travel: [-1, 12]",
                     "home: {z: 13}", "about: home, x: 0.5, y: 0.25, z: 1, roll: 1, pitch: 2, yaw: 3"):
            self.assertIn(part, text)
        self.assertNotIn("max_tilt:", text)
        box = json.loads(self.run_hexscan("check", "answered.yaml", "--json").stdout)["requirements"][0]["box"]
        self.assertAlmostEqual(box["high"][1], 0.25 * 0.0254)
        self.assertAlmostEqual(box["low"][2], 12 * 0.0254)

    def test_the_end_of_the_input_takes_the_defaults(self):
        done = self.run_hexscan("new")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("machine file: my-hexapod.yaml\n", done.stdout)
        self.assertTrue(os.path.exists(self.path("my-hexapod.yaml")))

    def test_a_bad_answer_ends_a_pipe_and_leaves_nothing(self):
        self.refused("rotory\n", "rotory: must be telescopic, slider or rotary")
        self.refused("\nfeet\n", "feet: must be mm, cm, m or in")
        self.refused("\n\nradius 3\n", "radius 3: must be radius or side and two numbers")
        self.refused("\n\n-3, 2\n", "-3, 2: base.radius")
        self.refused("\n\n\nspread 20\n", "spread 20: must be spread or pair_distance and two numbers")
        self.refused("\n\n\n\nhigh\n", "high: must be a length or mid")
        self.refused("\n\n\n\n\n1,2,3\n", "1,2,3: must be 2 numbers")
        self.refused("\n\n\n\n\nnan, 3\n", "nan, 3: must be 2 numbers")
        self.refused("\n\n\n\n\n700, 300\n", "700, 300: legs.")
        self.refused("\n\n\n\n\n\n400, 30\n", "400, 30: base.max_tilt")
        self.refused("\n\n\n\n\n\n\n1, 2\n", "1, 2: must be six numbers")

    def test_a_pipe_never_replaces_a_file(self):
        with open(self.path("mine.yaml"), "w", encoding="utf-8") as file:
            file.write("mine")
        os.symlink("nowhere", self.path("link.yaml"))
        for name in ("mine.yaml", "link.yaml"):
            done = self.run_hexscan("new", name)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(f"{name}: exists; name another file", done.stderr)
        with open(self.path("mine.yaml"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine")

    def at_a_terminal(self, name, typed):
        """The text on a terminal, and the exit code. All answers are typed ahead."""
        end, terminal = pty.openpty()
        with subprocess.Popen([HEXSCAN, "new", name], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              cwd=self.folder, text=True) as program:
            os.write(end, typed.encode())
            shown = program.stdout.read()
        os.close(terminal)
        os.close(end)
        return shown, program.returncode

    def test_a_terminal_is_asked_again(self):
        shown, code = self.at_a_terminal("asked.yaml", "rotory\nrotary\n" + 7 * "\n")
        self.assertEqual(code, 0, shown)
        self.assertIn("rotory: must be telescopic, slider or rotary", shown)
        self.assertEqual(shown.count("Kind of legs"), 2)
        shown, code = self.at_a_terminal("asked.yaml", "\n")
        self.assertEqual(code, 0, shown)
        self.assertIn("asked.yaml exists. Replace it: yes or no [no]", shown)
        with open(self.path("asked.yaml"), encoding="utf-8") as file:
            self.assertIn("kind: rotary", file.read())
        shown, code = self.at_a_terminal("asked.yaml", "yes\n" + 8 * "\n")
        with open(self.path("asked.yaml"), encoding="utf-8") as file:
            self.assertIn("kind: telescopic", file.read())


if __name__ == "__main__":
    unittest.main(verbosity=2)
