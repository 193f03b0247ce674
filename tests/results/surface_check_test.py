#!/usr/bin/env python3
"""Checks with other programs that workspace.stl is closed, oriented and of the right volume.

The programs are the reader below, admesh, and VTK's check of edges.

usage: surface_check_test.py HEXSCAN SOURCE_DIR

Exits with 77, which ctest shows as skipped, if numpy is not installed. Leaves out admesh or VTK if it is not installed.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError as error:
    print(f"skipped: {error} (Debian, Ubuntu: python3-numpy)")
    sys.exit(77)
try:
    import vtk
except ImportError:
    vtk = None
admesh = shutil.which("admesh")

hexscan, source = sys.argv[1:3]
work = Path(tempfile.mkdtemp(prefix="hexscan_surface_"))
metres = {"m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254}
checks = 0


def check(holds, what):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"FAILED: {what}")


def hexscan_run(*options):
    command = [hexscan, "--device", "cpu", "--image", "none", "--quiet", *map(str, options)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def corners_of(path):
    """The file's corners as an array of triangles x 3 x 3, and its normals."""
    data = path.read_bytes()
    check(data.startswith(b"hexscan ") and not data.startswith(b"solid"), "the header names hexscan")
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    count = int.from_bytes(data[80:84], "little")
    check(len(data) == 84 + count * facet.itemsize, "the size is that of its triangles")
    facets = np.frombuffer(data, facet, count, 84)
    return facets["corners"].astype(float), facets["normal"].astype(float)


def check_closed(corners, name):
    """Checks that the triangles use every edge once in each direction. Equal corners count as one."""
    points, index = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    triangles = index.reshape(-1, 3)
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    check(np.all(edges[:, 0] != edges[:, 1]), f"{name}: no triangle is degenerate")
    keys = edges[:, 0] * len(points) + edges[:, 1]
    back = edges[:, 1] * len(points) + edges[:, 0]
    check(len(np.unique(keys)) == len(keys), f"{name}: no edge is run through twice the same way")
    check(np.array_equal(np.sort(keys), np.sort(back)), f"{name}: every edge is run through both ways")


def check_normals(corners, normals, name):
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(across, axis=1)
    large = length > 1e-6 * length.max()
    agreement = np.einsum("ij,ij->i", normals[large], across[large]) / length[large]
    check(np.all(agreement > 0.99), f"{name}: normals are those of the corners' order")


def check_with_admesh(path, name):
    if not admesh:
        return
    told = subprocess.run([admesh, str(path)], stdout=subprocess.PIPE, encoding="utf-8",
                          errors="replace", check=True).stdout
    check("\ufffd" not in told, f"{name}: the header ends where admesh looks for its end")
    for label in ("Total disconnected facets", "Degenerate facets", "Edges fixed", "Facets removed", "Facets added",
                  "Facets reversed", "Backwards edges", "Normals fixed"):
        numbers = re.search(rf"{label} *: *([0-9 ]+)", told).group(1).split()
        check(all(int(number) == 0 for number in numbers), f"{name}: admesh counts {numbers} of: {label}")


def check_with_vtk(path, name):
    if vtk is None:
        return
    reader = vtk.vtkSTLReader()
    reader.SetFileName(str(path))
    edges = vtk.vtkFeatureEdges()
    edges.SetInputConnection(reader.GetOutputPort())
    edges.BoundaryEdgesOn()
    edges.NonManifoldEdgesOn()
    edges.FeatureEdgesOff()
    edges.ManifoldEdgesOff()
    edges.Update()
    check(reader.GetOutput().GetNumberOfPolys() > 0, f"{name}: VTK reads triangles")
    check(edges.GetOutput().GetNumberOfCells() == 0, f"{name}: VTK finds no open and no branching edge")


def check_surface(name, volume_tolerance, *options):
    folder = work / name
    done = hexscan_run("--surface", "--output", folder, *options)
    check(done.returncode == 0, f"{name}: ended with {done.returncode}: {done.stdout}")
    record = json.loads((folder / "run.json").read_text())
    path = folder / "workspace.stl"
    corners, normals = corners_of(path)
    check(len(corners) == record["surface"]["triangles"] > 0, f"{name}: the record counts the triangles")
    check_closed(corners, name)
    check_normals(corners, normals, name)
    unit_m = metres[record["machine"]["units"]["length"]]
    # The volume is computed relative to one corner, so that no digits are lost far from the origin.
    local = (corners - corners[0, 0]) * unit_m
    volume = np.einsum("ij,ij->", local[:, 0], np.cross(local[:, 1], local[:, 2])) / 6
    check(volume > 0, f"{name}: faces look outwards")
    check(abs(volume / record["surface"]["volume_m3"] - 1) < 1e-5, f"{name}: the record tells the volume")
    scanned = record["counts"]["volume_m3"]
    check(abs(volume / scanned - 1) < volume_tolerance, f"{name}: {volume} m3 against {scanned} m3 scanned")
    for axis, low, high in zip("xyz", corners.min(axis=(0, 1)), corners.max(axis=(0, 1))):
        grid = record["request"]["grid"][axis]
        slack = 1e-5 * (grid["to_m"] - grid["from_m"])
        check(low * unit_m > grid["from_m"] - slack and high * unit_m < grid["to_m"] + slack,
              f"{name}: within the grid")
    check_with_admesh(path, name)
    check_with_vtk(path, name)
    return record


check(not check_surface("default", 0.005)["surface"]["capped"], "the built-in grid cuts nothing off")
for platform in sorted(Path(source, "platforms").glob("*.yaml")):
    check_surface(platform.stem, 0.01, platform, "--grid", "200x200x200")
cut = check_surface("cut off", 0.02, "--x", "-0.3:0.25", "--z", "1.2:1.5", "--grid", "200x200x200")
check(cut["surface"]["capped"] and any("flat caps" in text for text in cut["warnings"]), "caps are told of")

empty = hexscan_run("--surface", "--z", "5:6", "--grid", "20x20x20", "--output", work / "empty")
check(empty.returncode == 0 and "no position is reachable" in empty.stdout,
      f"the text of an empty workspace: {empty.stdout}")
check(not (work / "empty" / "workspace.stl").exists(), "and leaves no file")

missing = [name for name, there in (("admesh", admesh), ("VTK (python3-vtk9)", vtk)) if not there]
print(f"{checks} checks passed" + (f"; not there: {', '.join(missing)}" if missing else ""))
shutil.rmtree(work)
