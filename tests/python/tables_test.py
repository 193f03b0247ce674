"""Tests results as tables of pandas and xarray, and as plots of matplotlib. Each test is skipped without its package.

usage: tables_test.py HEXSCAN SOURCE_DIR
"""
import importlib.util
import pickle
import sys
import unittest

from support import SOURCES, hexscan, np

import hexscan.plot


def needs(package):
    return unittest.skipIf(importlib.util.find_spec(package) is None, f"{package} is not installed")


def scanned():
    return hexscan.scan(hexscan.platform("case-study"), x=(-0.9, 0.9, 31), y=(-0.6, 0.6, 21), z=(1.0, 1.9, 11),
                        maps=["clearance", "limit"])


class Tables(unittest.TestCase):
    def test_of_sweeps_have_types(self):
        table = hexscan.sweep(SOURCES / "examples/machines.yaml", device="cpu")
        types = {"machine": "int64", "valid": "bool", "volume_m3": "float64", "legs.max_m": "float64"}
        self.assertEqual({name: str(table.dtype[name]) for name in types}, types)
        self.assertEqual(table.dtype["problem"].kind, "U")
        self.assertEqual(table["machine"].tolist(), list(range(15)))
        again = pickle.loads(pickle.dumps(table))
        self.assertEqual((type(again), again.tobytes()), (type(table), table.tobytes()))

    @needs("pandas")
    def test_of_sweeps_become_frames(self):
        table = hexscan.sweep(SOURCES / "examples/machines.yaml", device="cpu")
        frame = table.to_pandas()
        self.assertEqual(list(frame), list(table.dtype.names))
        self.assertEqual(str(frame["cut_off"].dtype), "boolean")
        self.assertEqual(frame["volume_m3"].tolist(), table["volume_m3"].tolist())

    @needs("pandas")
    def test_of_slices_become_frames(self):
        workspace = scanned()
        frame = workspace.to_pandas()
        self.assertEqual(list(frame), list(workspace.radii.dtype.names))
        self.assertEqual(frame["reachable_points"].sum(), workspace.points)

    @needs("xarray")
    def test_of_points_become_data_sets(self):
        workspace = scanned()
        data = workspace.to_xarray()
        self.assertEqual(dict(data.sizes), {"z": 11, "y": 21, "x": 31})
        self.assertEqual(int(data["reachable"].sum()), workspace.points)
        self.assertEqual(sorted(data.data_vars), ["clearance", "limit", "reachable"])
        self.assertEqual((data["clearance"].attrs["units"], data["x"].attrs["units"]), ("m", "m"))
        point = data.sel(x=0, y=0, z=1.45, method="nearest")
        pose = [float(point["x"]), float(point["y"]), float(point["z"]), 0, 0, 0]
        self.assertAlmostEqual(float(point["clearance"]), workspace.machine.clearance(pose), places=6)


@needs("matplotlib")
class Plots(unittest.TestCase):
    def setUp(self):
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        self.pyplot = pyplot
        self.addCleanup(pyplot.close, "all")

    def test_show_slices_where_they_are(self):
        workspace = scanned()
        axes = hexscan.plot.slice(workspace, z=1.44)
        image = axes.images[0]
        self.assertTrue((np.asarray(image.get_array()) == workspace.mask[5]).all())
        self.assertTrue(np.allclose(image.get_extent(), (-0.93, 0.93, -0.63, 0.63)))
        self.assertIn("1.45", axes.get_title())
        with self.assertRaisesRegex(hexscan.InputError, "z: is 9; the slices of this scan are from"):
            hexscan.plot.slice(workspace, z=9)

    def test_show_maps_of_reachable_points(self):
        workspace = scanned()
        for name in ("clearance", "limit"):
            axes = hexscan.plot.map(workspace, name, z=1.45)
            values = axes.images[0].get_array()
            self.assertTrue((np.ma.getmaskarray(values) == ~workspace.mask[5]).all(), name)
            if name == "clearance":
                self.assertEqual(axes.figure.axes[1].get_ylabel(), "clearance (m)")
        names = [label.get_text() for label in axes.figure.axes[1].get_yticklabels()]
        present = np.unique(workspace.maps["limit"][5][workspace.mask[5]])
        self.assertEqual(names, [workspace.machine.limits[limit] for limit in present])
        with self.assertRaises(hexscan.InputError):
            hexscan.plot.map(workspace, "tilt")

    def test_show_travel_and_surface(self):
        machine = hexscan.platform("case-study")
        axes = hexscan.plot.travel(machine)
        self.assertEqual(len(axes.patches), 6)
        self.assertEqual(axes.get_title(), "case-study: travel from home")
        here = hexscan.plot.travel(machine, [0, 0.01, 1.4, 0, 0, np.pi / 60])
        self.assertEqual(here.get_title(), "case-study: travel from (0, 0.01, 1.4) m, (0, 0, 3)°")
        self.assertTrue(any("1.893 m\nleg 1, longest length" == text.get_text() for text in axes.texts))
        self.assertEqual(hexscan.plot.surface(scanned()).name, "3d")

    def test_draw_into_given_axes(self):
        _, axes = self.pyplot.subplots()
        self.assertIs(hexscan.plot.slice(scanned(), ax=axes), axes)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
