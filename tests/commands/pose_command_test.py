#!/usr/bin/env python3
"""Tests `hexscan pose` as a user runs it. usage: pose_command_test.py HEXSCAN SOURCE_DIR"""

import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.path.abspath(sys.argv.pop(2))
HEXSCAN = os.path.abspath(sys.argv.pop(1))
MACHINE = """name: test
units: {length: mm, angle: deg}
base: {radius: 385, spread: 18, axis: home, max_tilt: 35}
platform: {radius: 250, spread: 20, azimuth: 60, axis: home, max_tilt: 40}
legs: {min: 480, max: 720}
home: {z: 560}
load: {force: [0, 0, -100]}
"""
POSES = "x,y,z,roll,pitch,yaw\n10,-20,560,3,-2,4\n0,0,565,0,0,0\n-30,15,580,-4,2,-6\n"
AXES = ("x", "y", "z", "roll", "pitch", "yaw")


class PoseCommand(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write("my.yaml", MACHINE)
        self.write("poses.csv", POSES)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def pose(self, *words, code=0):
        done = subprocess.run([HEXSCAN, "pose", *words], cwd=self.folder, check=False, capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done)
        return done.stdout if code < 2 else done.stderr

    def test_of_a_machine_without_home_examines_no_path(self):
        self.write("nohome.yaml", MACHINE.replace("home: {z: 560}\n", "").replace("axis: home", "axis: up")
                   .replace("max_tilt: 40", "max_tilt: 1"))
        self.assertIn("The machine has no home, so no path to it was examined.",
                      " ".join(self.pose("nohome.yaml", "600,601,602,603,604,605", code=1).split()))

    def table(self, *words, code=0):
        return list(csv.DictReader(io.StringIO(self.pose(*words, code=code))))

    def joint_values(self, machine, poses="poses.csv"):
        rows = self.table(machine, "--table", poses)
        return [[row[f"leg{leg}"] for leg in range(1, 7)] for row in rows]

    def refused(self, said, *words):
        self.assertIn(said, self.pose(*words, code=2))

    def test_the_poses_of_joint_values_of_poses_are_these_poses(self):
        text = "".join(",".join(row) + "\n" for row in self.joint_values("my.yaml"))
        self.write("lengths.csv", "leg1,leg2,leg3,leg4,leg5,leg6\n" + text)
        for options in ((), ("--follow",)):
            found = self.table("my.yaml", "lengths.csv", *options)
            for row, asked in zip(found, csv.DictReader(io.StringIO(POSES)), strict=True):
                self.assertEqual((row["status"], row["connected"], row["violated"]), ("found", "true", ""))
                for axis in AXES:
                    self.assertAlmostEqual(float(row[axis]), float(asked[axis]), places=8)

    def test_values_without_a_pose_are_fitted_if_asked(self):
        values = [float(value) for value in self.joint_values("my.yaml")[0]]
        noisy = ",".join(str(value * (1.6 if leg == 0 else 1)) for leg, value in enumerate(values))
        self.assertIn("none", self.pose("my.yaml", noisy, code=1))
        self.assertIn("least squares at", self.pose("my.yaml", noisy, "--fit", code=1))
        row = json.loads(self.pose("my.yaml", noisy, "--fit", "--json", code=1))["rows"][0]
        self.assertEqual(row["status"], "fitted")
        self.assertGreater(row["poses"][0]["residual_m"], 0.01)
        self.refused("--fit", "my.yaml", noisy, "--fit", "--all")

    def test_poses_of_a_singular_machine_are_infinitely_many(self):
        self.write("similar.yaml", "name: similar\nunits: {length: m, angle: deg}\nbase: {radius: 1, spread: 20}\n"
                   "platform: {radius: 0.7, spread: 20}\nlegs: {min: 0.5, max: 9}\nhome: {z: 1.45}\n")
        length = math.hypot(1.45, 0.3)
        for options in ((), ("--all",)):
            text = self.pose("similar.yaml", ",".join([str(length)] * 6), *options, code=0)
            self.assertIn("Infinitely many", text)

    def test_poses_on_another_branch_are_marked(self):
        angles = ",".join(["0"] * 6)
        self.pose("reachy-mini", angles, "--all", "--output", "all.csv")
        self.assertIn("other_branch", {row["status"] for row in csv.DictReader(io.StringIO(self.read("all.csv")))})

    def test_columns_may_have_any_order_and_time(self):
        values = self.joint_values("my.yaml")[0]
        self.write("turned.csv", "time,leg6,leg5,leg4,leg3,leg2,leg1\n0," + ",".join(reversed(values)) + "\n")
        self.assertAlmostEqual(float(self.table("my.yaml", "turned.csv")[0]["x"]), 10, places=8)

    def test_without_a_machine_the_case_study_is_meant(self):
        self.write("lengths.csv", "1.5,1.5,1.5,1.5,1.5,1.5\n")
        self.assertEqual(self.table("lengths.csv")[0]["status"], "found")
        self.assertIn("case-study: found at", self.pose("1.5,1.5,1.5,1.5,1.5,1.5"))

    def test_output_is_written_to_a_file(self):
        values = ",".join(self.joint_values("my.yaml")[0])
        self.assertEqual(self.pose("my.yaml", values, "--output", "found.csv"), "")
        self.assertTrue(self.read("found.csv").startswith(
            "row,status,x,y,z,roll,pitch,yaw,residual,conditioning,connected,violated\n1,found,"))

    def test_json_is_in_si_and_says_whether_all_poses_are_known(self):
        values = ",".join(self.joint_values("my.yaml")[0])
        near = json.loads(self.pose("my.yaml", values, "--json"))["rows"][0]
        self.assertNotIn("complete", near)
        pose = near["poses"][0]
        self.assertAlmostEqual(pose["position_m"][0], 0.01, places=10)
        self.assertAlmostEqual(pose["roll_rad"], math.radians(3), places=10)
        self.assertEqual((pose["violated"], pose["other_branch"], pose["connected_to_home"]), ([], [], True))
        self.assertGreater(pose["unique_within"]["m"], pose["converges_within"]["m"] / 1000)
        self.assertGreater(pose["values_within"], 0)
        every = json.loads(self.pose("my.yaml", values, "--all", "--json"))
        self.assertEqual(every["schema"], 1)
        self.assertTrue(every["rows"][0]["complete"])
        self.assertGreater(len(every["rows"][0]["poses"]), 1)
        self.assertAlmostEqual(every["rows"][0]["poses"][0]["position_m"][0], 0.01, places=9)
        # The mirror image below the base is another assembly.
        self.assertTrue(any(pose["position_m"][2] < 0 for pose in every["rows"][0]["poses"]))

    def test_a_table_has_joint_values_and_forces(self):
        rows = json.loads(self.pose("my.yaml", "--table", "poses.csv", "--json"))["rows"]
        self.assertEqual([row["status"] for row in rows], ["reachable"] * 3)
        self.assertEqual(len(set(round(value, 12) for value in rows[1]["joint_values_m"])), 1)
        # Six equal forces carry the load at home.
        for force in rows[1]["forces"]["rod_n"]:
            self.assertAlmostEqual(force * 6 * 0.565 / rows[1]["joint_values_m"][0], 100, places=6)
        self.write("far.csv", "0,0,560,0,0,0\n0,0,5000,0,0,0\n")
        far = self.table("my.yaml", "--table", "far.csv", code=1)
        self.assertEqual([row["status"] for row in far], ["reachable", "violated"])
        self.assertIn("leg 1, longest length", far[1]["violated"])

    def test_arms_with_negative_angles_have_values_that_begin_with_a_minus_sign(self):
        machine = os.path.join(SOURCE, "platforms", "knaufinator-simulator.yaml")
        self.write("low.csv", "0,0,24,0,0,0\n")
        values = ",".join(self.joint_values(machine, "low.csv")[0])
        self.assertTrue(values.startswith("-"), values)
        self.assertIn("found at x 0, y 0, z 24 ", self.pose(machine, values))
        self.assertIn("found at x 0, y 0, z 24 ", self.pose(machine, values, "--near", "-1,0,25"))

    def test_a_leg_with_one_length_may_be_left_out(self):
        values = self.joint_values("my.yaml")[1]
        self.write("one.yaml", MACHINE.replace("min: 480, max: 720", f"min: [480, {values[1]}, 480, 480, 480, 480], "
                                               f"max: [720, {values[1]}, 720, 720, 720, 720]"))
        left_out = ",".join(values[:1] + [""] + values[2:])
        self.assertIn("found at", self.pose("one.yaml", left_out))
        self.refused("joint values:1: leg2: is empty", "my.yaml", left_out)

    def test_limits_that_a_pose_violates_are_named(self):
        self.write("far.csv", "0,0,720,0,0,0\n")
        values = ",".join(self.table("my.yaml", "--table", "far.csv", code=1)[0][f"leg{leg}"] for leg in range(1, 7))
        self.assertIn("Violated: all legs, longest length", self.pose("my.yaml", values, code=1))

    def test_linuxcncs_own_kinematics_agree_with_an_imported_machine(self):
        """The numbers are those of genhexkins, for the joints that it has by default."""
        with open(os.path.join(SOURCE, "tests", "commands", "genhexkins_poses.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.write("hexapod.ini", "[TRAJ]\nHOME = 0 0 20 0 0 0\nLINEAR_UNITS = inch\n" +
                   "".join(f"[JOINT_{leg}]\nMIN_LIMIT = 1\nMAX_LIMIT = 99\n" for leg in range(6)))
        struts = [f"strut{leg}" for leg in range(6)]
        for offsets in sorted({(row["spindle"], row["tool"]) for row in rows}):
            chosen = [row for row in rows if (row["spindle"], row["tool"]) == offsets]
            self.write("kinematics.hal", "loadrt genhexkins\nsetp genhexkins.spindle-offset {}\n"
                       "setp genhexkins.tool-offset {}\n".format(*offsets))
            done = subprocess.run([HEXSCAN, "import", "kinematics.hal", "hexapod.ini"], cwd=self.folder, check=True,
                                  capture_output=True, text=True)
            self.write("imported.yaml", done.stdout)
            self.write("known.csv", ",".join(AXES) + "\n" +
                       "".join(",".join(row[axis] for axis in "xyzabc") + "\n" for row in chosen))
            self.write("struts.csv", "".join(",".join(row[strut] for strut in struts) + "\n" for row in chosen))
            values = self.joint_values("imported.yaml", "known.csv")
            found = self.table("imported.yaml", "struts.csv")
            for row, lengths, pose in zip(chosen, values, found, strict=True):
                for strut, length in zip(struts, lengths, strict=True):
                    self.assertAlmostEqual(float(row[strut]), float(length), delta=1e-12 * float(length))
                # genhexkins stops when the struts' errors are below 1e-9 inches.
                for theirs, ours in zip("xyzabc", AXES, strict=True):
                    self.assertAlmostEqual(float(row["found_" + theirs]), float(pose[ours]), delta=1e-7)

    def test_lengths_that_no_pose_has_are_proved_to_have_none(self):
        self.assertIn("none", self.pose("my.yaml", "100,700,100,700,100,700", "--all", code=1))
        self.write("none.csv", "600,600,600,600,600,600\n100,700,100,700,100,700\n600,600,600,600,600,600\n")
        self.assertEqual([row["status"] for row in self.table("my.yaml", "none.csv", "--follow", code=1)],
                         ["found", "lost", "lost"])

    def test_wrong_input_is_refused_with_its_place_and_a_cure(self):
        self.refused("joint values:1: line: has 5 joint values; must have six", "my.yaml", "1,2,3,4,5")
        self.refused('leg4: is "nan"; must be a finite number', "my.yaml", "600,600,600,nan,600,600")
        self.write("bad.csv", "600,600,600,600,600,600\n600,600,600,600,600,6x0\n")
        self.refused('bad.csv:2: leg6: is "6x0"', "my.yaml", "bad.csv")
        self.write("word.csv", "leg1,leg2,leg3,leg4,leg5,log6\n")
        self.refused("did you mean leg6?", "my.yaml", "word.csv")
        self.write("short.csv", "leg1,leg2\n600,600\n")
        self.refused("short.csv:1: leg3: is missing", "my.yaml", "short.csv")
        self.refused("no-such.csv", "my.yaml", "no-such.csv")
        self.refused("give six", "my.yaml")
        self.refused("--near", "my.yaml", "600,600,600,600,600,600", "--near", "1,2")
        self.refused("remove one of them", "my.yaml", "600,600,600,600,600,600", "--table", "poses.csv")
        self.refused("remove one of them", "my.yaml", "600,600,600,600,600,600", "--all", "--follow")
        self.refused("--seed", "my.yaml", "600,600,600,600,600,600", "--seed", "-1")
        arms = os.path.join(SOURCE, "platforms", "knaufinator-simulator.yaml")
        self.refused("leg1", arms, "500,0,0,0,0,0")


if __name__ == "__main__":
    unittest.main()
