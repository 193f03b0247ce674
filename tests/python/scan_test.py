"""Compares scans, proofs and sweeps of the module with the files of the program.

usage: scan_test.py HEXSCAN SOURCE_DIR
"""
import copy
import csv
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

from support import SOURCES, hexscan, np, pickles_of, program, read_pickle

CASE_STUDY = SOURCES / "platforms/case-study.yaml"
GRID = {"x": (-0.9, 0.9, 61), "y": (-0.9, 0.9, 51), "z": (1.0, 1.9, 9)}
ASKED = ["--x=-0.9:0.9", "--y=-0.9:0.9", "--z=1.0:1.9", "--grid", "61x51x9", "--device", "cpu", "--quiet"]


def bitmap(path):
    """The pixels of a one-bit BMP, with the lowest row first."""
    data = path.read_bytes()
    start, width, height = (int.from_bytes(data[at:at + 4], "little", signed=True) for at in (10, 18, 22))
    rows = np.frombuffer(data[start:], np.uint8).reshape(abs(height), -1)
    picture = np.unpackbits(rows, axis=1)[:, :width].astype(bool)
    return picture if height > 0 else picture[::-1]


class Scans(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)
        self.machine = hexscan.load(CASE_STUDY)

    def tearDown(self):
        self.folder.cleanup()

    def expect_files(self, workspace, folder):
        """Compares the workspace with the masks and radii of a run of the program."""
        for index, mask in enumerate(workspace.mask):
            np.testing.assert_array_equal(mask, bitmap(folder / f"slice_{index:03}.bmp"))
        with open(folder / "radii.csv", newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(tuple(rows[0]), workspace.radii.dtype.names)
        for row, cells in zip(workspace.radii.tolist(), rows[1:]):
            self.assertEqual(["" if number != number else f"{number + 0:.12g}" for number in row], cells)

    def test_are_those_of_the_program(self):
        for asked, options in (({}, []), ({"orientations": {"roll": (-0.1, 0.1, 3), "yaw": (0, 0.2, 2)},
                                           "workspace": "total"},
                                         ["--workspace", "total", "--orientation",
                                          "-5.729577951308232:5.729577951308232:3,0,0:11.459155902616464:2"])):
            folder = self.here / f"program{len(options)}"
            program("scan", CASE_STUDY, *ASKED, *options, "--output", folder)
            workspace = hexscan.scan(self.machine, **GRID, **asked, device="cpu")
            self.assertEqual(workspace.shape, (9, 51, 61))
            self.assertEqual(workspace.points, int(workspace.mask.sum()))
            self.assertTrue(workspace.points > 1000)
            self.expect_files(workspace, folder)

    def test_know_all_maps_by_name(self):
        options = program("scan", "--help")
        for name in hexscan.map_names:
            self.assertIn(name, options)
            try:
                workspace = hexscan.scan(self.machine, x=0, y=0, z=1.45, maps=[name])
                self.assertEqual((list(workspace.maps), list(workspace.map_units)), ([name], [name]))
            except hexscan.InputError as error:
                self.assertNotIn("is not a map", str(error))
        with self.assertRaises(hexscan.InputError) as caught:
            hexscan.scan(self.machine, maps=["height"])
        for name in hexscan.map_names:
            self.assertIn(name, str(caught.exception))

    def test_give_maps_their_units(self):
        machine = hexscan.Machine(hexscan.platform().to_yaml() + "load: {force: [0, 0, -9]}\n")
        names = ["clearance", "limit", "effort", "force", "rate"]
        self.assertEqual(hexscan.scan(machine, x=0, y=0, z=1.45, maps=names, device="cpu").map_units,
                         {"clearance": "m", "limit": "", "effort": "N", "force": "N", "rate": "m/s"})

    def test_name_the_argument_that_is_wrong_in_si(self):
        machine = hexscan.platform("pkm-6-pus")  # its file is in mm and degrees
        for key, asked, words in (("x", {"x": (1, 0, 5)}, "runs from 1 m to 0 m"),
                                  ("z", {"z": (2, 1, 2)}, "runs from 2 m to 1 m"),
                                  ("roll", {"orientations": {"roll": (0.1, -0.1, 5)}, "workspace": "total"},
                                   "runs from 0.1 rad to -0.1 rad"),
                                  ("tilt", {"orientations": {"tilt": (2, 3, 4)}, "workspace": "total"},
                                   "reaches to 2 rad"),
                                  ("maps", {"maps": ["tilt"]}, "")):
            with self.assertRaises(hexscan.InputError, msg=key) as caught:
                hexscan.scan(machine, **asked)
            self.assertEqual(caught.exception.key, key)
            self.assertIn(words, str(caught.exception))

    def test_have_the_maps_of_the_program(self):
        try:
            import h5py
        except ImportError:
            self.skipTest("h5py is not installed")
        program("scan", CASE_STUDY, *ASKED, "--map", "clearance,limit", "--volume", "--output", self.here / "maps")
        workspace = hexscan.scan(self.machine, **GRID, maps=["clearance", "limit"], device="cpu")
        with h5py.File(self.here / "maps/workspace.vtkhdf") as file:
            data = file["VTKHDF/PointData"]
            for name, values in workspace.maps.items():
                (key,) = [key for key in data if key.startswith(name)]
                np.testing.assert_array_equal(values, np.asarray(data[key]).reshape(workspace.shape))
        self.assertEqual({name: values.dtype for name, values in workspace.maps.items()},
                         {"clearance": np.float32, "limit": np.uint8})

    def test_agree_with_their_poses(self):
        workspace = hexscan.scan(self.machine, **GRID, maps=["clearance"])
        z, y, x = np.meshgrid(workspace.z, workspace.y, workspace.x, indexing="ij")
        poses = np.zeros((x.size, 6))
        poses[:, 0], poses[:, 1], poses[:, 2] = x.ravel(), y.ravel(), z.ravel()
        np.testing.assert_allclose(workspace.maps["clearance"].ravel(), self.machine.clearance(poses), atol=1e-6)
        differ = workspace.mask.ravel() != self.machine.reachable(poses)
        self.assertTrue((np.abs(self.machine.clearance(poses[differ])) < 1e-12).all())

    def test_have_runs_that_fill_the_mask(self):
        workspace = hexscan.scan(self.machine, **GRID)
        mask = np.zeros(workspace.shape, bool)
        for slice_, row, first, last in workspace.runs.tolist():
            self.assertFalse(mask[slice_, row, max(0, first - 1):last + 2].any())
            mask[slice_, row, first:last + 1] = True
        np.testing.assert_array_equal(mask, workspace.mask)

    def test_can_be_pickled_and_copied(self):
        questions = [{"maps": ["clearance", "limit"]},
                     {"orientations": {"tilt": (0.3, 5, 12)}, "workspace": "inclusive", "maps": ["tilt", "share"]}]
        for asked in questions:
            workspace = hexscan.scan(self.machine, **GRID, device="cpu", **asked)
            workspace.mask
            for other in (pickle.loads(pickle.dumps(workspace)), copy.copy(workspace), copy.deepcopy(workspace)):
                self.assertEqual(other.machine, workspace.machine)
                self.assertEqual((other.points, other.volume, other.engine, other.shape),
                                 (workspace.points, workspace.volume, workspace.engine, workspace.shape))
                for array, own in ((other.mask, workspace.mask), (other.runs, workspace.runs),
                                   (other.radii, workspace.radii),
                                   *((other.maps[name], workspace.maps[name]) for name in asked["maps"])):
                    self.assertFalse(array.flags.writeable)
                    self.assertEqual(array.tobytes(), own.tobytes())
        kept = workspace._found.__getstate__()
        for broken in (b"", kept[:-1], kept[:len(kept) // 2], kept.replace(b"machine", b"machina", 1)):
            with self.assertRaises(hexscan.InputError):
                type(workspace._found).__new__(type(workspace._found)).__setstate__(broken)

    def test_pickles_hold_data_only_in_every_protocol(self):
        workspace = hexscan.scan(self.machine, **GRID, device="cpu", maps=["clearance"])
        for protocol, data in enumerate(pickles_of(workspace)):
            with self.subTest(protocol=protocol):
                other, named = read_pickle(data)
                self.assertEqual(other.mask.tobytes(), workspace.mask.tobytes())
                self.assertEqual(named, {"hexscan._machine.Machine", "hexscan._hexscan.Machine",
                                         "hexscan._scan.Workspace", "hexscan._hexscan.Scan"})

    def test_leave_arrays_that_outlive_them(self):
        workspace = hexscan.scan(self.machine, **GRID, maps=["clearance", "limit"])
        arrays = [workspace.mask, workspace.runs, workspace.radii, *workspace.maps.values()]
        copies = [array.copy() for array in arrays]
        del workspace
        for _ in range(20):
            hexscan.scan(self.machine, **GRID, maps=["clearance"]).mask
        for array, kept in zip(arrays, copies):
            self.assertTrue(array.flags.c_contiguous and not array.flags.writeable)
            self.assertEqual(array.tobytes(), kept.tobytes())

    def test_run_at_once_in_threads(self):
        expected = hexscan.scan(self.machine, **GRID).mask
        found = {}
        threads = [threading.Thread(target=lambda k=k: found.__setitem__(k, hexscan.scan(self.machine, **GRID).mask))
                   for k in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k in range(8):
            np.testing.assert_array_equal(found[k], expected)

    def test_are_saved_as_the_program_saves_them(self):
        workspace = hexscan.scan(self.machine, **GRID)
        workspace.save(self.here / "saved")
        program("scan", CASE_STUDY, *ASKED, "--output", self.here / "program")
        self.expect_files(workspace, self.here / "saved")
        for name in ("radii.csv", "slice_004.bmp"):
            self.assertEqual((self.here / "saved" / name).read_bytes(), (self.here / "program" / name).read_bytes())
        self.assertIn("<html", (self.here / "saved/index.html").read_text())
        self.assertTrue(program("scan", "--from", self.here / "saved/run.json", "--output", self.here / "again"))
        self.assertEqual((self.here / "saved/radii.csv").read_bytes(), (self.here / "again/radii.csv").read_bytes())
        (self.here / "file").write_text("")
        with self.assertRaises(hexscan.OutputError):
            workspace.save(self.here / "file")

    def test_warn_where_the_grid_cuts_off(self):
        with self.assertWarnsRegex(hexscan.HexscanWarning, "touches the border of the grid") as caught:
            hexscan.scan(self.machine, x=(-0.1, 0.1, 11), y=(-0.9, 0.9, 11), z=1.4)
        self.assertEqual(caught.filename, __file__)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(hexscan.HexscanWarning):
                hexscan.scan(self.machine, x=(5, 6, 11), y=(-0.9, 0.9, 11), z=1.4)

    def test_tell_their_progress(self):
        told = []
        hexscan.scan(self.machine, **GRID, progress=lambda *step: told.append(step))
        self.assertEqual(told[-1], ("slices", 9, 9))
        self.assertEqual([done for _, done, _ in told], sorted(done for _, done, _ in told))
        with self.assertRaises(ZeroDivisionError):
            hexscan.scan(self.machine, **GRID, progress=lambda *step: 1 / 0)

    def test_answer_wrong_questions(self):
        for asked in ({"x": (1, 0, 5)}, {"x": (0, 1)}, {"x": (0, 1, 0)}, {"x": (0, 1, 2.5)}, {"x": "wide"},
                      {"x": np.nan},
                      {"x": (0, 1, 2**40)}, {"maps": ["height"]}, {"maps": "clearance"}, {"workspace": "whole"},
                      {"orientations": 3}, {"orientations": {"tilt": 3}}, {"orientations": {"turn": 1}},
                      {"orientations": {"roll": (0, 1, 3)}, "workspace": "constant"}, {"device": "gpu"},
                      {"device": "cuda:x"},
                      {"orientations": {"tilt": (0.1, 3, 8), "roll": 1}}, {"maps": ["tilt"]}, {"device": 3}):
            with self.assertRaises(hexscan.InputError, msg=asked):
                hexscan.scan(self.machine, **{**GRID, **asked})
        with self.assertRaises(hexscan.InputError):
            hexscan.scan("my.yaml")
        with self.assertRaises(hexscan.DeviceError):
            hexscan.scan(self.machine, **GRID, device="cuda:4099")

    def test_show_themselves(self):
        workspace = hexscan.scan(self.machine, **GRID)
        self.assertEqual(workspace._repr_png_()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn("data:image/png;base64", workspace._repr_html_())
        self.assertIn(str(workspace.points), repr(workspace))
        self.assertTrue(0.39 < workspace.largest_ball.radius <= workspace.largest_ball.at_most)


class Interruption(unittest.TestCase):
    def test_ends_long_work(self):
        code = ("import hexscan, sys\nprint('begun', flush=True)\n"
                "m = hexscan.platform()\n"
                "try:\n hexscan.scan(m, x=(-.9, .9, 1500), y=(-.9, .9, 1500), z=(1, 1.9, 400), workspace='inclusive', "
                "device='cpu', "
                "orientations={'roll': (-.2, .2, 41), 'pitch': (-.2, .2, 41), 'yaw': (-.2, .2, 21)}, "
                "progress=lambda *step: print('works', flush=True))\n"
                "except KeyboardInterrupt:\n print('interrupted', flush=True)\n sys.exit(3)\n")
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ)
        for line in process.stdout:
            if line == "works\n":
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(), 3)
        self.assertIn("interrupted", rest)


class Checks(unittest.TestCase):
    def test_prove_and_refute(self):
        machine = hexscan.platform()
        box = {"x": (-0.05, 0.05), "y": (-0.05, 0.05), "z": (1.4, 1.5), "roll": (-0.05, 0.05)}
        proof = hexscan.check(machine, box, clearance=0.1)
        self.assertTrue(proof)
        self.assertEqual(proof.verdict, "proved")
        self.assertIsNone(proof.counterexample)
        refuted = hexscan.check(machine, {**box, "x": (-0.9, 0.9)})
        self.assertFalse(refuted)
        self.assertFalse(machine.reachable(refuted.counterexample))
        self.assertTrue(abs(refuted.counterexample[0]) <= 0.9 and abs(refuted.counterexample[1]) <= 0.05)
        self.assertIn(refuted.limit, machine.limits)
        whole = hexscan.check(machine)
        self.assertEqual(bool(whole), all(whole.requirements) and not whole.faults)
        self.assertTrue(whole.json and whole.text and "verdict" in whole._repr_html_())

    def test_ask_of_legs_what_files_ask(self):
        loaded = "load: {force: [0, 0, -600]}\nlegs: {diameter: 0.02, stiffness: 2e6, "
        text = hexscan.platform().to_yaml().replace("legs: {", loaded)
        machine = hexscan.Machine(text)
        axes = ("x", "y", "z", "roll", "pitch", "yaw")
        small = {axis: (at - 0.02, at + 0.02) for axis, at in zip(axes, machine.home)}
        for key, enough, too_much in (("apart", 0.05, 0.9), ("conditioning", 0.15, 0.9), ("rate", 1, 0.999),
                                      ("stiffness", 1e5, 1e7), ("max_force", 200, 90),
                                      ("max_force", [200] * 6, [200, 200, 90, 200, 200, 200])):
            self.assertTrue(hexscan.check(machine, small, **{key: enough}), key)
            refuted = hexscan.check(machine, small, **{key: too_much})
            self.assertEqual(refuted.verdict, "violated", key)
            self.assertIn({"apart": "gap", "max_force": "force"}.get(key, key), refuted.limit)
        self.assertIn("leg 3", refuted.limit)
        servo = hexscan.Machine(
            hexscan.platform("reachy-mini").to_yaml() + "\nload: {force: [0, 0, -10]}\n")
        self.assertTrue(hexscan.check(servo, {}, max_torque=1000))
        self.assertIn("torque", hexscan.check(servo, {}, max_torque=1e-6).limit)

    def test_refuse_what_cannot_be_asked_of_legs(self):
        machine = hexscan.platform()
        for key, value in (("apart", 0.1), ("max_force", 100), ("max_force", [1, 2]), ("max_force", "much"),
                           ("max_torque", 1), ("stiffness", 1), ("conditioning", 1), ("conditioning", "good"),
                           ("rate", 0), ("rate", float("nan")), ("clearance", "wide"), ("apart", [1, 2])):
            with self.assertRaises(hexscan.InputError, msg=(key, value)) as caught:
                hexscan.check(machine, {"x": 0}, **{key: value})
            self.assertEqual(caught.exception.key, key)
            self.assertTrue(caught.exception.cure or "must" in str(caught.exception), str(caught.exception))
            with self.assertRaises(hexscan.InputError, msg=key) as caught:
                hexscan.check(machine, **{key: value})
            self.assertIn("give box=", caught.exception.cure)

    def test_answer_wrong_boxes(self):
        machine = hexscan.platform()
        for box in ({"x": (1, 0)}, {"x": (0, 1, 2)}, {"x": np.nan}, {"w": 1}, 3, {"x": "a"}):
            with self.assertRaises(hexscan.InputError, msg=box):
                hexscan.check(machine, box)
        for clearance in (-1, float("nan")):
            with self.assertRaises(hexscan.InputError):
                hexscan.check(machine, {"x": 0}, clearance=clearance)


STUDY = """
machine: {machine}
vary:
  legs.max: {{from: 1.7, to: 2.1, points: 5}}
  base.radius: {{from: 0.9, to: 1.1, points: 3}}
measure: [volume]
scan: {{x: {{from: -0.9, to: 0.9, points: 21}}, y: {{from: -0.9, to: 0.9, points: 21}}, z: {{from: 1.0, to: 1.9,
slices: 7}}}} """


class Sweeps(unittest.TestCase):
    def test_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            here = pathlib.Path(folder)
            study = here / "sweep.yaml"
            study.write_text(STUDY.format(machine=CASE_STUDY))
            program("sweep", study, "--device", "cpu", "--quiet", "--output", here / "program")
            table = hexscan.sweep(study, device="cpu")
            with open(here / "program/designs.csv", newline="") as file:
                rows = list(csv.reader(file))
            self.assertEqual(list(table.dtype.names), rows[0])
            self.assertEqual(len(table), len(rows) - 1)
            self.assertEqual(len(table), 15)
            for row, cells in zip(table.tolist(), rows[1:]):
                for value, cell in zip(row, cells):
                    if isinstance(value, str):
                        self.assertEqual(value, cell)
                        continue
                    expected = {"yes": 1.0, "no": 0.0, "": np.nan}.get(cell)
                    expected = float(cell) if expected is None else expected
                    self.assertTrue(value == expected or (value != value and expected != expected), (value, cell))
            again = hexscan.sweep(study, folder=here / "kept", device="cpu")
            self.assertEqual(again.tobytes(), table.tobytes())
            self.assertTrue((here / "kept/designs.csv").read_bytes() == (here / "program/designs.csv").read_bytes())

    def test_answer_wrong_studies(self):
        for study in ("there-is-none.yaml", str(CASE_STUDY)):
            with self.assertRaises(hexscan.InputError):
                hexscan.sweep(study)

    def test_use_the_numbered_device_or_none(self):
        with tempfile.TemporaryDirectory() as folder:
            study = pathlib.Path(folder) / "sweep.yaml"
            study.write_text(STUDY.format(machine=CASE_STUDY))
            with self.assertRaisesRegex(hexscan.DeviceError, "cuda:99|needs a CUDA device"):
                hexscan.sweep(study, device="cuda:99")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
