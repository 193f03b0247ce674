#!/usr/bin/env python3
"""Reads workspace.vtkhdf back with h5py and VTK's reader.

It compares every value with the images, radii.csv and run.json, and fields with the formulas of synthetic_volume.cpp.

usage: volume_read_back_test.py HEXSCAN SYNTHETIC_VOLUME SOURCE_DIR

Exits with 77, which ctest shows as skipped, if h5py is not installed. Leaves out VTK's reader if it is not installed.
"""

import csv
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import h5py
    import numpy as np
except ImportError as error:
    print(f"skipped: {error} (Debian, Ubuntu: python3-h5py)")
    sys.exit(77)
try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy

    have_vtk = hasattr(vtk, "vtkHDFReader")
except ImportError:
    have_vtk = False

hexscan, synthetic_volume, source = sys.argv[1:4]
work = Path(tempfile.mkdtemp(prefix="hexscan_volume_"))
checks = 0


def check(holds, what):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"FAILED: {what}")


def run(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    check(done.returncode == 0, f"{command} ended with {done.returncode}: {done.stdout}")


def scan(name, *options):
    folder = work / name
    run(hexscan, "--device", "cpu", "--volume", "--quiet", "--output", folder, *options)
    return folder


def bmp_verdicts(path):
    """The image as rows from low y to high y, with 1 for white and 0 for black. The file has one bit per pixel."""
    data = path.read_bytes()
    start, columns, rows = (int.from_bytes(data[at : at + 4], "little") for at in (10, 18, 22))
    check(data[28] == 1 and data[54:62] == bytes([0, 0, 0, 0, 255, 255, 255, 0]), f"{path} is black and white")
    row_bytes = (columns + 31) // 32 * 4
    rows_of_bytes = np.frombuffer(data, np.uint8, rows * row_bytes, start).reshape(rows, row_bytes)
    return np.unpackbits(rows_of_bytes, axis=1)[:, :columns]


def check_against_images_and_radii(folder):
    with h5py.File(folder / "workspace.vtkhdf") as file, open(folder / "radii.csv") as radii_file:
        reachable = file["VTKHDF/PointData/reachable"]
        radii = list(csv.DictReader(radii_file))
        pictures = sorted(folder.glob("slice_*.bmp"))
        check(len(radii) == len(pictures) == reachable.shape[0], f"{folder.name}: as many slices everywhere")
        for index, (row, picture) in enumerate(zip(radii, pictures)):
            verdicts = reachable[index]
            check(np.array_equal(verdicts, bmp_verdicts(picture)), f"{folder.name}: slice {index} as in its image")
            check(int(verdicts.sum(dtype=np.int64)) == int(row["reachable_points"]), f"slice {index} as in radii.csv")
        return sum(int(row["reachable_points"]) for row in radii)


def check_layout(folder):
    """Checks the attributes that VTK's file format requires, and hexscan's own."""
    record = json.loads((folder / "run.json").read_text())
    axes = [record["request"]["grid"][name] for name in "xyz"]
    with h5py.File(folder / "workspace.vtkhdf") as file:
        group = file["VTKHDF"]
        kind = group.attrs.get_id("Type").get_type()
        check(kind.get_class() == h5py.h5t.STRING and not kind.is_variable_str(), "Type is text of fixed length")
        check(kind.get_cset() == h5py.h5t.CSET_ASCII and group.attrs["Type"] == b"ImageData",
              "Type is ImageData, ASCII")
        check(list(group.attrs["Version"]) == [1, 0], "Version is 1.0")
        extent = [bound for axis in axes for bound in (0, axis["count"] - 1)]
        check(list(group.attrs["WholeExtent"]) == extent, "WholeExtent is the grid")
        check(list(group.attrs["Origin"]) == [axis["from_m"] for axis in axes], "Origin is the grid's first point")
        for axis, spacing in zip(axes, group.attrs["Spacing"]):
            step = (axis["to_m"] - axis["from_m"]) / (axis["count"] - 1)
            check(abs(spacing - step) <= 1e-15 * abs(step), "Spacing is the grid's step")
        check(list(group.attrs["Direction"]) == [1, 0, 0, 0, 1, 0, 0, 0, 1], "Direction is the identity")
        reachable = group["PointData/reachable"]
        check(reachable.shape == tuple(axis["count"] for axis in reversed(axes)), "the array's shape is (z, y, x)")
        check(reachable.dtype == np.uint8 and reachable.compression == "gzip", "reachable is bytes, deflated")
        check(np.prod(reachable.chunks) <= 1 << 20, "chunks are 1 MiB at most")
        check(reachable.chunks[0] == 1, "chunks are one slice thick")
        del record["timings"]
        record.pop("kept_files", None)
        for requirement in record["requirements"] or []:
            requirement.pop("result", None)
        check(json.loads(file.attrs["run_record"]) == record, "the record is run.json without what varies")
        check(file.attrs["platform"] == record["machine"]["name"], "the platform is named")
        check(file.attrs["length_unit"] == "m", "the unit is named")
        check(file.attrs["written_by"] == f"hexscan {record['hexscan_version']}", "the writer is named")


def vtk_image(folder):
    path = str(folder / "workspace.vtkhdf")
    reader = vtk.vtkHDFReader()
    check(reader.CanReadFile(path) == 1, f"VTK can read {path}")
    reader.SetFileName(path)
    reader.Update()
    return reader.GetOutput()


def check_with_vtk(folder, names):
    if not have_vtk:
        return
    image = vtk_image(folder)
    with h5py.File(folder / "workspace.vtkhdf") as file:
        group = file["VTKHDF"]
        shape = group["PointData/reachable"].shape
        check(image.GetDimensions() == shape[::-1], "VTK sees the dimensions")
        check(list(image.GetOrigin()) == list(group.attrs["Origin"]), "VTK sees the origin")
        check(list(image.GetSpacing()) == list(group.attrs["Spacing"]), "VTK sees the spacing")
        check(image.GetPointData().GetNumberOfArrays() == len(names), "VTK sees every array and no other")
        for name in names:
            array = vtk_to_numpy(image.GetPointData().GetArray(name)).reshape(shape)
            check(np.array_equal(array, group["PointData"][name][...]), f"VTK reads {name} as h5py does")


def check_scan(name, *options):
    folder = scan(name, *options)
    points = check_against_images_and_radii(folder)
    check_layout(folder)
    check_with_vtk(folder, ["reachable"])
    return points


def check_fields(columns, rows, slices):
    folder = work / f"fields_{columns}x{rows}x{slices}"
    folder.mkdir()
    run(synthetic_volume, folder, columns, rows, slices)
    z, y, x = np.ogrid[:slices, :rows, :columns]
    with h5py.File(folder / "workspace.vtkhdf") as file:
        data = file["VTKHDF/PointData"]
        check(set(data) == {"reachable", "clearance", "limit"}, "one array per question")
        check(data["clearance"].dtype == np.float32 and data["limit"].dtype == np.uint8, "fields keep their type")
        check(data["clearance"].attrs["unit"] == "m" and data["limit"].attrs["unit"] == "", "fields name their unit")
        check(np.array_equal(data["clearance"][...], 0.5 + x + 1000 * y + 100000 * z), "every clearance")
        check(np.array_equal(data["limit"][...], (x + 3 * y + 7 * z) % 251), "every limit")
    check_with_vtk(folder, ["reachable", "clearance", "limit"])


check(check_scan("default", "--grid", "101x97x23", "--image", "bmp") > 0, "something is reachable")
tilted = ("--orientation", "3,-4,5", "--grid", "64x63x9")
for platform in sorted(Path(source, "platforms").glob("*.yaml")):
    check_scan(platform.stem, platform, *tilted)
check_scan("smallest", "--grid", "2x2x2", "--z", "1.5:1.6")
check(check_scan("empty", "--grid", "20x20x3", "--z", "5:6") == 0, "nothing is reachable so high up")
# Slices have several chunks: by rows, and within a row that is too long for one chunk.
check_scan("tall", "--grid", "1500x1601x2", "--z", "1.5:1.6")
check_scan("wide", "--grid", "1100001x3x2", "--y", "-0.1:0.1", "--z", "1.5:1.6")
check_fields(37, 29, 11)
check_fields(700, 801, 3)

print(f"{checks} checks passed" + ("" if have_vtk else "; VTK's reader was not there (Debian, Ubuntu: python3-vtk9)"))
shutil.rmtree(work)
