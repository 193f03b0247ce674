"""Tests machines and functions of their poses.

usage: machine_test.py HEXSCAN SOURCE_DIR
"""
import copy
import inspect
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest

from support import PROGRAM, hexscan, np, pickles_of, poses_about_home, read_pickle


def rotations(angles, order):
    """Rotations Rz Ry Rx, or Rx Ry Rz, as products of matrices."""
    def about(axis, angle):
        c, s = np.cos(angle), np.sin(angle)
        i, k = [(1, 2), (2, 0), (0, 1)][axis]
        turn = np.zeros((len(angle), 3, 3))
        turn[:, axis, axis] = 1
        turn[:, i, i] = turn[:, k, k] = c
        turn[:, i, k], turn[:, k, i] = -s, s
        return turn

    x, y, z = (about(axis, angles[:, axis]) for axis in range(3))
    return z @ y @ x if order == "zyx" else x @ y @ z


def quaternions(rotation):
    """Quaternions x y z w of rotations by less than half a turn."""
    w = np.sqrt(1 + np.trace(rotation, axis1=1, axis2=2)) / 2
    return np.stack([(rotation[:, 2, 1] - rotation[:, 1, 2]) / (4 * w), (rotation[:, 0, 2] - rotation[:, 2,
                                                                                                      0]) / (4 * w),
                     (rotation[:, 1, 0] - rotation[:, 0, 1]) / (4 * w), w], axis=1)


def legs(machine, poses):
    """Leg vectors of a machine with listed joints, computed with NumPy only."""
    base = np.reshape(machine["base.joints"], (6, 3))
    moving = np.reshape(machine["platform.joints"], (6, 3))
    order = "xyz" if "orientation_order: xyz" in machine.to_yaml() else "zyx"
    return poses[:, None, :3] + np.einsum("nij,lj->nli", rotations(poses[:, 3:], order), moving) - base


LISTED = """
name: listed
units: {length: mm, angle: deg}
base: {joints: [[100, 10, 0], [-40, 90, 1], [-60, 80, 0], [-65, -80, 2], [-45, -95, 0], [95, -12, 0]]}
platform: {joints: [[60, 50, -3], [0, 80, 0], [-75, 30, 0], [-70, -35, 0], [2, -75, 0], [70, -45, 1]]}
legs: {min: [101, 102, 103, 104, 105, 106], max: 190}
home: {z: 140}
"""


class Assemblies(unittest.TestCase):
    """Poses for given joint values."""

    def test_round_trip(self):
        for name in ("case-study", "pkm-6-pus", "reachy-mini"):
            machine = hexscan.platform(name)
            poses = poses_about_home(machine, 500)
            poses = poses[machine.reachable(poses)]
            self.assertGreater(len(poses), 20)
            found, status = machine.pose(machine.joint_values(poses), near=poses + 1e-4)
            np.testing.assert_allclose(found, poses, atol=1e-9)
            self.assertEqual(set(status), {"found"})

    def test_certificates(self):
        machine = hexscan.platform("case-study")
        values = np.tile(machine.joint_values(machine.home), (3, 1))
        poses = np.array([machine.home] * 3)
        poses[1, 2] += 1
        poses[2] = np.nan
        proved = machine.certificates(values, poses)
        row = machine.assemblies(values[0])
        self.assertEqual(tuple(proved["unique_within"][0]), row["poses"][0]["unique_within"])
        self.assertEqual(tuple(proved["converges_within"][0]), row["poses"][0]["converges_within"])
        self.assertEqual(proved["values_within"][0], row["poses"][0]["values_within"])
        self.assertGreater(proved["values_within"][0], 0)
        for radii in proved.values():
            self.assertFalse(radii[1:].any())
        single = machine.certificates(values[0], poses[0])
        self.assertEqual(single["values_within"], proved["values_within"][0])
        with self.assertRaisesRegex(hexscan.InputError, "poses: has the shape"):
            machine.certificates(values, poses[:2])

    def test_all_assemblies(self):
        machine = hexscan.platform("reachy-mini")
        row = machine.assemblies(machine.joint_values(machine.home))
        self.assertTrue(row["complete"])
        self.assertEqual(len(row["poses"]), 16)
        self.assertEqual(sum(not pose["other_branch"] for pose in row["poses"]), 9)
        poses = machine.pose(machine.joint_values(machine.home), all=True)
        self.assertEqual(poses.shape, (16, 6))
        np.testing.assert_allclose(poses[0], machine.home, atol=1e-12)

    def test_no_pose(self):
        machine = hexscan.platform()
        values = machine.joint_values(machine.home)
        poses, status = machine.pose([values, values * [5, 1, 1, 1, 1, 1]])
        self.assertEqual(status.tolist(), ["found", "none"])
        self.assertTrue(np.isnan(poses[1]).all())
        self.assertEqual(machine.pose(values * 0)[1], "none")
        fitted, status = machine.pose(values * [5, 1, 1, 1, 1, 1], fit=True)
        self.assertEqual(status, "fitted")
        self.assertTrue(np.isfinite(fitted).all())

    def test_following(self):
        machine = hexscan.platform()
        poses = machine.home + np.outer(np.radians(range(0, 130, 10)), [0, 0, 0, 0, 0, 1])
        rows = machine.assemblies(machine.joint_values(poses), follow=True)
        self.assertEqual(rows[0]["status"], "found")
        self.assertEqual(rows[-1]["status"], "lost")

    def test_wrong_input(self):
        machine = hexscan.platform()
        values = machine.joint_values(machine.home)
        wrong = (("values", lambda: machine.pose([1, 2, 3])), ("values[0]", lambda: machine.pose(values * np.nan)),
                 ("near", lambda: machine.pose(values, near=[1, 2])),
                 ("near", lambda: machine.pose(values, near=[np.inf] * 6)),
                 ("seed", lambda: machine.assemblies(values, seed=-1)),
                 ("effort", lambda: machine.assemblies(values, effort=0)))
        for key, call in wrong:
            with self.assertRaises(hexscan.InputError) as caught:
                call()
            self.assertEqual(caught.exception.key, key)


class Answers(unittest.TestCase):
    def test_are_those_of_the_leg_vectors(self):
        for order in ("zyx", "xyz"):
            machine = hexscan.Machine(LISTED + f"orientation_order: {order}\n")
            poses = poses_about_home(machine, 4000)
            lengths = np.linalg.norm(legs(machine, poses), axis=2)
            np.testing.assert_allclose(machine.joint_values(poses), lengths, rtol=0, atol=1e-14)
            slack = np.minimum(lengths - machine["legs.min"], machine["legs.max"] - lengths).min(axis=1)
            reachable = machine.reachable(poses)
            self.assertTrue(0.01 < reachable.mean() < 0.99, reachable.mean())
            sure = np.abs(slack) > 1e-12
            self.assertTrue((reachable == (slack > 0))[sure].all())
            np.testing.assert_allclose(machine.clearance(poses), slack, rtol=0, atol=1e-14)
            np.testing.assert_array_equal(machine.why_not(poses) == 0, reachable)

    def test_of_one_pose_are_single_values(self):
        machine = hexscan.platform()
        pose = machine.home
        self.assertIs(machine.reachable(pose), True)
        self.assertIsInstance(machine.clearance(pose), float)
        self.assertEqual(machine.why_not(pose), 0)
        self.assertEqual(machine.joint_values(pose).shape, (6,))
        self.assertEqual(machine.travel(pose).shape, (6, 2))
        ends, limits = machine.travel([pose, pose], limits=True)
        self.assertEqual((ends.shape, ends.dtype, limits.shape, limits.dtype), ((2, 6, 2), float, (2, 6, 2), np.uint8))
        self.assertEqual(machine.limits[machine.why_not([0, 0, 9, 0, 0, 0])][:5], "leg 1")

    def test_of_matrices_and_quaternions_are_those_of_angles(self):
        for order in ("zyx", "xyz"):
            machine = hexscan.Machine(LISTED + f"orientation_order: {order}\n")
            poses = poses_about_home(machine, 500)
            rotation = rotations(poses[:, 3:], order)
            matrices = np.zeros((500, 4, 4))
            matrices[:, :3, :3], matrices[:, :3, 3], matrices[:, 3, 3] = rotation, poses[:, :3], 1
            expected = machine.clearance(poses)
            np.testing.assert_allclose(machine.clearance(matrices), expected, rtol=0, atol=1e-13)
            np.testing.assert_allclose(
                machine.clearance(position=poses[:, :3], quaternion_xyzw=quaternions(rotation)), expected, rtol=0,
                                       atol=1e-13)
            self.assertAlmostEqual(machine.clearance(matrices[0]), expected[0], delta=1e-13)

    def test_of_poses_on_a_device_are_those_of_the_host(self):
        machine = hexscan.platform()
        poses = poses_about_home(machine, 10000)
        for library in ("cupy", "torch"):
            try:
                arrays = __import__(library)
                there = arrays.asarray(poses) if library == "cupy" else arrays.as_tensor(poses, device="cuda")
            except (ImportError, RuntimeError, AssertionError) as missing:
                self.skipTest(f"{library}: {missing}")
            verdicts = machine.reachable(there)
            self.assertIs(type(verdicts), type(there))
            host = verdicts.get() if library == "cupy" else verdicts.cpu().numpy()
            np.testing.assert_array_equal(host, machine.reachable(poses))

    def test_of_travel_are_where_limits_are_met(self):
        machine = hexscan.platform("rubin-camera-hexapod")
        poses = poses_about_home(machine, 400)
        poses = np.concatenate([machine.home[None], machine.home + (poses - machine.home) * 0.02])
        ends, limits = machine.travel(poses, limits=True)
        reachable = machine.reachable(poses)
        self.assertTrue(np.isnan(ends[~reachable]).all() and not np.isnan(ends[reachable]).any())
        self.assertTrue(reachable.sum() > 20)
        for axis in range(6):
            for side in range(2):
                met = reachable & np.isfinite(ends[:, axis, side])
                there = poses[met]
                there[:, axis] = ends[met, axis, side]
                self.assertTrue(machine.reachable(there).all())
                self.assertTrue((machine.clearance(there) >= -1e-12).all())
                beyond = there.copy()
                beyond[:, axis] += (1e-9 if axis < 3 else 1e-8) * (2 * side - 1)
                self.assertFalse(machine.reachable(beyond).any())
                np.testing.assert_array_equal(machine.why_not(beyond), limits[met, axis, side])


class Numbers(unittest.TestCase):
    def test_are_read_and_changed(self):
        machine = hexscan.platform()
        before = machine.to_yaml()
        machine["legs.max"] = 1.87
        self.assertEqual(machine["legs.max"], 1.87)
        machine["legs.max[2]"] = 1.9
        np.testing.assert_array_equal(machine["legs.max"], [1.87, 1.87, 1.9, 1.87, 1.87, 1.87])
        self.assertNotEqual(machine.to_yaml(), before)
        self.assertEqual(hexscan.Machine(machine.to_yaml())["legs.max[2]"], 1.9)
        for key in machine.keys():
            value = machine[key]
            machine[key] = value
            np.testing.assert_array_equal(machine[key], value)

    def test_of_vectors_stay_one_for_each_coordinate(self):
        machine = hexscan.Machine(hexscan.platform().to_yaml() + "load: {force: [0, 0, -9]}\n")
        np.testing.assert_array_equal(machine["load.torque"], [0, 0, 0])
        for key in machine.keys():
            value = machine[key]
            machine[key] = value
            np.testing.assert_array_equal(machine[key], value)
        machine["load.force"] = [1, 2, -9]
        np.testing.assert_array_equal(machine["load.force"], [1, 2, -9])
        with self.assertRaises(hexscan.InputError) as caught:
            machine["load.force"] = 5
        self.assertEqual(caught.exception.key, "load.force")
        self.assertIn("give all 3", str(caught.exception))

    def test_that_cannot_be_leave_the_machine(self):
        machine = hexscan.platform()
        for key, value in (("legs.max", 0.1), ("legs.max", np.nan), ("legs.max", "long"), ("legs.max", [1, 2]),
                           ("legs.max", None), ("legs.longest", 1), ("base.joints", 1), ("legs.max[6]", 1)):
            with self.assertRaises(hexscan.InputError, msg=(key, value)) as caught:
                machine[key] = value
            self.assertTrue(caught.exception.key, (key, value))
        self.assertEqual(machine, hexscan.platform())

    def test_of_copies_are_their_own(self):
        machine = hexscan.platform()
        for other in (machine.copy(), copy.copy(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
            self.assertEqual(other, machine)
            other["legs.max"] = 1.8
            self.assertNotEqual(other, machine)

    def test_pickles_hold_data_only_in_every_protocol(self):
        machine = hexscan.platform()
        for protocol, data in enumerate(pickles_of(machine)):
            with self.subTest(protocol=protocol):
                other, named = read_pickle(data)
                self.assertEqual(other, machine)
                self.assertEqual(named, {"hexscan._machine.Machine", "hexscan._hexscan.Machine"})

    def test_of_copies_keep_the_files_that_requirements_name(self):
        requirement = "requirements: [{name: way, poses: path.csv}]\n"
        home = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            for name, z in (("mine", 0.14), ("other", 9)):
                where = pathlib.Path(folder, name)
                where.mkdir()
                (where / "my.yaml").write_text(LISTED + requirement)
                (where / "path.csv").write_text(f"x,y,z,roll,pitch,yaw\n0,0,{1000 * z},0,0,0\n")
            try:
                os.chdir(folder)
                machine = hexscan.load(os.path.join("mine", "my.yaml"))
                other = hexscan.load(os.path.join("other", "my.yaml"))
                os.chdir("other")
                changed = machine.copy()
                changed["legs.max"] = 0.191
                copies = [machine, changed, copy.copy(machine), copy.deepcopy(machine),
                          pickle.loads(pickle.dumps(machine))]
                verdicts = [hexscan.check(one).requirements[0].verdict for one in copies]
                self.assertEqual(hexscan.check(other).requirements[0].verdict, "violated")
            finally:
                os.chdir(home)
        self.assertEqual(verdicts, ["proved"] * len(copies))
        for one in copies[2:]:
            self.assertEqual(one, machine)
        self.assertEqual(machine.to_yaml(), other.to_yaml())
        self.assertNotEqual(machine, other)
        kept = machine._is.__getstate__()
        for broken in (b"", kept[:-1], kept[:len(kept) // 2], kept[1:]):
            with self.assertRaises(hexscan.InputError):
                type(machine._is).__new__(type(machine._is)).__setstate__(broken)


class Effort(unittest.TestCase):
    def test_is_that_of_the_report_and_has_bounds(self):
        machine = hexscan.platform()
        self.assertEqual(hexscan.check(machine, effort=3).json["effort"], 3)
        self.assertTrue(hexscan.check(machine, {"x": 0}, effort=3))
        for box in (None, {"x": 0}):
            with self.assertRaisesRegex(hexscan.Error, "effort: is 0; must be from 1 to 1000"):
                hexscan.check(machine, box, effort=0)


class Errors(unittest.TestCase):
    def test_of_arguments_name_the_key(self):
        machine = hexscan.platform()
        calls = {"x": [lambda: hexscan.scan(machine, x=10**400, y=0, z=1),
                       lambda: hexscan.scan(machine, x=10**5000, y=0, z=1),  # Python refuses to write this number
                       lambda: hexscan.check(machine, {"x": 10**400})],
                 "clearance": [lambda: hexscan.check(machine, {"x": 0}, clearance=10**400)],
                 "max_force": [lambda: hexscan.check(machine, {"x": 0}, max_force=10**400)],
                 "legs.max": [lambda: machine.__setitem__("legs.max", 10**400)],
                 "poses": [lambda: machine.reachable([10**400, 0, 1, 0, 0, 0])],
                 "maps": [lambda: hexscan.scan(machine, x=0, y=0, z=1.4, maps=["gap"]),
                          lambda: hexscan.scan(machine, x=0, y=0, z=1.4, maps=5)],
                 "effort": [lambda: hexscan.check(machine, effort=10**400),
                            lambda: hexscan.check(machine, {"x": 0}, effort="much"),
                            lambda: hexscan.sweep("study.yaml", effort=1.5)],
                 "workspace": [lambda: hexscan.scan(machine, workspace=np.array([1, 2]))],
                 "text": [lambda: hexscan.Machine(5)],
                 "source": [lambda: hexscan.Machine(machine.to_yaml(), None)],
                 "file": [lambda: hexscan.load("a\0b"), lambda: hexscan.sweep("a\0b")],
                 "folder": [lambda: hexscan.sweep("study.yaml", folder="\0")],
                 "5": [lambda: machine[5], lambda: machine.__setitem__(5, 1)]}
        for key, failing in calls.items():
            for number, call in enumerate(failing):
                with self.subTest(key=key, number=number):
                    with self.assertRaises(hexscan.InputError) as caught:
                        call()
                    self.assertEqual(caught.exception.key, key)

    def test_of_arrays_that_only_claim_to_be_on_a_device(self):
        for told in ({}, {"typestr": "<f8"}, {"typestr": "", "data": (1, False), "shape": (1, 6)},
                     {"typestr": "<f8", "data": None, "shape": (1, 6)}, {"typestr": "<f8", "data": (1, False),
                                                                       "shape": ("a", 6)}, 5):
            claim = type("Claim", (), {"__cuda_array_interface__": told})()
            with self.subTest(told=told), self.assertRaises(hexscan.InputError) as caught:
                hexscan.platform().reachable(claim)
            self.assertEqual(caught.exception.key, "poses")

    def test_of_all_kinds_say_their_message_alone(self):
        for kind in (hexscan.Error, hexscan.InputError, hexscan.DeviceError, hexscan.OutputError):
            self.assertEqual(str(kind("what is wrong", "key", "file", 1)), "what is wrong")

    def test_name_key_and_cure(self):
        with self.assertRaises(hexscan.InputError) as caught:
            hexscan.Machine("name: mine\nunits: {length: km, angle: deg}\n", "my.yaml")
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual((error.key, error.file, error.line), ("units.length", "my.yaml", 2))
        self.assertIn("must be m, cm, mm or in", error.cure)
        with self.assertRaises(hexscan.InputError):
            hexscan.load("there-is-none.yaml")
        with self.assertRaisesRegex(hexscan.InputError, "case-study"):
            hexscan.platform("rubin")

    def test_of_poses_are_clear(self):
        machine = hexscan.platform()
        wrong = [None, "pose", [], [1, 2, 3], np.zeros((3, 7)), np.zeros((2, 3, 6)), np.zeros((4, 5)),
                 np.zeros((6, 6), complex),
                 [["a"] * 6], [[None] * 6], np.zeros((3, 6), bool), [[1, 2], [3]], {"x": 1}, 7, np.zeros((2, 4, 4)),
                 np.full((2, 6), "1"), np.zeros((2, 6), "datetime64[s]"), [[np.nan] * 6], [[0, 0, 1, np.inf, 0, 0]]]
        for ask in (machine.reachable, machine.clearance, machine.why_not, machine.travel, machine.joint_values):
            for poses in wrong:
                with self.assertRaises(hexscan.InputError, msg=repr(poses)):
                    ask(poses)
        with self.assertRaisesRegex(hexscan.InputError, r"poses\[2999999\]: roll is nan"):
            poses = np.zeros((3000000, 6))
            poses[2999999, 3] = np.nan
            machine.reachable(poses)
        for position, quaternion in (([0, 0, 1], None), (None, [0, 0, 0, 1]), ([0, 0, 1], [0, 0, 0, 2]),
                                     ([0, 0], [0, 0, 0, 1]),
                                     (np.zeros((3, 3)), np.tile([0, 0, 0, 1], (2, 1))), ([0, 0, np.nan], [0, 0, 0, 1])):
            with self.assertRaises(hexscan.InputError):
                machine.reachable(position=position, quaternion_xyzw=quaternion)

    def test_of_poses_on_a_device_are_clear(self):
        machine = hexscan.platform()

        class There:
            """Presents an array of the host as an array on a device."""

            def __init__(self, array, **changed):
                self.array = array
                self.__cuda_array_interface__ = {"shape": array.shape, "typestr": array.dtype.str, "version": 3,
                                                 "strides": None, "data": (array.ctypes.data, False), "stream": None,
                                                 **changed}

        class Packed:
            """Presents an array of the host as an array on a device, by DLPack."""

            def __init__(self, array):
                self.array = array

            def __dlpack_device__(self):
                return 2, 0

            def __dlpack__(self, stream=None):
                return self.array.__dlpack__()

        poses, room = np.zeros((5, 6)), There(np.zeros(5, bool))
        for kind in (There, Packed):
            with self.assertRaises(hexscan.DeviceError):
                machine.reachable(kind(poses), out=room)
            with self.assertRaisesRegex(hexscan.InputError, "out: is missing"):
                machine.reachable(kind(poses))
            for wrong in (np.zeros((5, 6), "float32"), np.zeros((5, 7)), np.zeros(6), np.zeros((5, 6), int)):
                with self.assertRaisesRegex(hexscan.InputError, "poses"):
                    machine.reachable(kind(wrong), out=room)
            for ask in (machine.clearance, machine.why_not, machine.travel, machine.joint_values):
                with self.assertRaisesRegex(hexscan.InputError, "on a device"):
                    ask(kind(poses))
        for array in (There(poses, strides=(96, 8)), Packed(np.zeros((5, 12))[:, ::2])):
            with self.assertRaisesRegex(hexscan.InputError, "gaps"):
                machine.reachable(array, out=room)
        for small in (np.zeros(4, bool), np.zeros((5, 1), bool), np.zeros(5)):
            with self.assertRaisesRegex(hexscan.InputError, "out"):
                machine.reachable(There(poses), out=There(small))
        with self.assertRaisesRegex(hexscan.InputError, "out"):
            machine.reachable(poses, out=np.zeros(5, bool))
        with self.assertRaises((hexscan.InputError, hexscan.DeviceError)):
            hexscan.platform("pkm-6-pus").reachable(There(poses), out=room)

    def test_of_any_array_are_no_crash(self):
        machine = hexscan.platform()
        random = np.random.default_rng(5)
        shapes = [(), (0,), (0, 6), (1, 6), (6,), (5, 6), (6, 1), (4, 4), (0, 4, 4), (3, 4, 4), (2, 2, 6), (7,), (0, 0)]
        types = ["f8", "f4", "f2", ">f8", "i8", "i2", "u1", "?", "c16", "O", "U3", "M8[s]", "g"]
        for turn in range(600):
            shape, kind = shapes[random.integers(len(shapes))], types[random.integers(len(types))]
            array = np.zeros(shape, kind) if kind in ("U3", "M8[s]") else random.uniform(-2, 2, shape).astype(kind)
            if random.integers(2) and array.ndim == 2:
                array = np.asfortranarray(array)
            if random.integers(3) == 0 and array.ndim:
                array = np.repeat(array, 2, axis=0)[::-2]
            array.flags.writeable = bool(random.integers(2))
            ask = [machine.reachable, machine.clearance, machine.why_not, machine.travel,
                   machine.joint_values][turn % 5]
            try:
                answer = ask(array)
            except hexscan.InputError:
                continue
            if array.ndim == 2 and array.shape[1] == 6:
                plain = np.array(array, dtype=float)
                np.testing.assert_array_equal(answer, ask(plain))
                self.assertEqual(len(answer), len(plain))


class Arrays(unittest.TestCase):
    def test_without_poses_have_no_rows(self):
        machine, none = hexscan.platform(), np.zeros((0, 6))
        self.assertEqual(machine.reachable(none).shape, (0,))
        self.assertEqual(machine.travel(none).shape, (0, 6, 2))
        self.assertEqual(machine.joint_values(none).shape, (0, 6))
        self.assertEqual(machine.clearance(np.zeros((0, 4, 4))).shape, (0,))

    def test_that_are_given_stay_as_they_are(self):
        machine = hexscan.platform()
        poses = poses_about_home(machine, 100)
        kept = poses.copy()
        poses.flags.writeable = False
        machine.reachable(poses)
        machine.travel(poses)
        np.testing.assert_array_equal(poses, kept)
        for view in (kept[::2], kept[::-1], np.asfortranarray(kept), kept.astype(">f8")):
            np.testing.assert_array_equal(machine.reachable(view), machine.reachable(np.array(view, float)))

    def test_are_answered_in_many_threads_at_once(self):
        machine = hexscan.platform()
        poses = poses_about_home(machine, 30000)
        expected, answers = machine.clearance(poses), {}
        threads = [threading.Thread(target=lambda k=k: answers.__setitem__(k,
                                                                           machine.clearance(poses))) for k in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k in range(6):
            np.testing.assert_array_equal(answers[k], expected)


class Package(unittest.TestCase):
    def test_says_what_it_is(self):
        for name in hexscan.__all__:
            thing = getattr(hexscan, name)
            self.assertTrue(name == "__version__" or thing.__doc__, name)
            if inspect.isclass(thing):
                for part, member in vars(thing).items():
                    if not part.startswith("_"):
                        self.assertTrue(inspect.getdoc(member) or not callable(member), f"{name}.{part}")
        self.assertEqual(hexscan.__version__, subprocess.run([PROGRAM, "--version"], capture_output=True, text=True)
                         .stdout.split()[1])

    def test_refuses_a_numpy_that_it_was_not_built_to_know(self):
        code = "import numpy; numpy.__version__ = '{}.0.0'; import hexscan; print('imported')"
        older = subprocess.run([sys.executable, "-c", code.format(1)], capture_output=True, text=True)
        newer = subprocess.run([sys.executable, "-c", code.format(2)], capture_output=True, text=True)
        self.assertEqual(older.stdout, "imported\n", older.stderr)
        if newer.returncode == 0:
            # This pybind11 knows NumPy 2. Other tests check the rows of tables.
            self.assertEqual(newer.stdout, "imported\n")
        else:
            self.assertRegex(newer.stderr, r"ImportError: hexscan was built with pybind11 2\.\d+, which does not "
                             r"support NumPy 2\.0\.0; use NumPy below 2, or build hexscan with pybind11")

    def test_shows_itself(self):
        self.assertIn("<table>", hexscan.platform()._repr_html_())
        self.assertIn("case-study", repr(hexscan.platform()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
