"""Scans: tests whether a machine reaches each point of a dense grid."""
from __future__ import annotations

import functools
import operator
import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NamedTuple

import numpy as np

from . import _hexscan
from ._arguments import read_path
from ._errors import NO_NUMBER, InputError, written
from ._machine import Machine
from ._progress import Progress, shown

if TYPE_CHECKING:
    import pandas  # type: ignore[import]
    import xarray  # type: ignore[import]
    from numpy.typing import NDArray

    from ._types import Steps


_WORKSPACES = ("constant", "total", "inclusive")


class Ball(NamedTuple):
    """A ball of positions that are all reachable at every one of the orientations."""

    centre: NDArray[np.float64]  #: shape (3,), in metres
    radius: float  #: in metres
    at_most: float  #: proved upper bound in metres: no such ball in the ranges is larger


def _number(value: Any, key: str) -> float:
    try:
        number = float(value)
    except NO_NUMBER:
        number = float("nan")
    if not np.isfinite(number):
        raise InputError(f"{key}: is {written(value)}; give a finite number", key)
    return number


def _count(value: Any, key: str) -> int:
    try:
        count = operator.index(value)
    except TypeError:
        count = 0
    if not 0 < count < 2**31:
        raise InputError(f"{key}: has the count {written(value)}; give a whole number above 0", key)
    return count


def _steps(value: Any, key: str) -> tuple[float, float, int]:
    """Reads (from, to, points) or a single number."""
    if np.ndim(value) == 0:
        number = _number(value, key)
        return number, number, 1
    if np.ndim(value) != 1 or len(value) != 3:
        raise InputError(f"{key}: is {written(value)}; give (from, to, points) or a number", key)
    return _number(value[0], key), _number(value[1], key), _count(value[2], key)


def _orientations(given: Mapping[str, Any] | None):
    """Reads the steps of roll, pitch and yaw, and the rings of tilts."""
    if given is None:
        return None, None
    if not isinstance(given, Mapping):
        raise InputError(f"orientations: is {given!r}; give a dictionary such as {{'roll': (-0.1, 0.1, 5)}}",
                         "orientations")
    if unknown := set(given) - {"roll", "pitch", "yaw", "tilt"}:
        raise InputError(f"orientations: there is no {min(map(str, unknown))}; the keys are roll, pitch and yaw, "
                         "or tilt in place of roll and pitch", "orientations")
    angles = [_steps(given.get(axis, 0.0), axis) for axis in ("roll", "pitch", "yaw")]
    if "tilt" not in given:
        return angles, None
    tilt = given["tilt"]
    if "roll" in given or "pitch" in given:
        raise InputError("tilt: excludes roll and pitch; give either tilt, or roll and pitch", "tilt")
    if np.ndim(tilt) != 1 or len(tilt) != 3:
        raise InputError(f"tilt: is {written(tilt)}; must be (largest tilt, rings, directions)", "tilt")
    return angles, (_number(tilt[0], "tilt"), float(_count(tilt[1], "tilt")), _count(tilt[2], "tilt"))


def read_device(device: str) -> tuple[str, int]:
    """Returns ("auto" | "cpu" | "cuda", index)."""
    name, _, index = str(device).partition(":")
    if device in ("auto", "cpu", "cuda"):
        return device, 0
    if name == "cuda" and index.isdecimal() and len(index) < 5:
        return name, int(index)
    raise InputError(f"device: is {device!r}; give auto, cpu, cuda, or a numbered GPU such as cuda:1", "device")


class Workspace:
    """The result of a scan.

    Arrays are in the order z, y, x and C-contiguous. They are read-only views that keep the workspace's memory alive.
    ``.copy()`` of an array can be changed."""

    def __init__(self, found, machine: Machine):
        self._found = found
        self.machine = machine  #: the machine that was scanned

    def __getstate__(self) -> dict[str, Any]:
        # Cached arrays are views of _found. They are not pickled: the first use creates them again.
        return {"_found": self._found, "machine": self.machine}

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of points along z, y and x."""
        x, y, z = self._found.ranges
        return z[2], y[2], x[2]

    @property
    def x(self) -> NDArray[np.float64]:
        """The coordinates of the points along x, in metres."""
        return np.linspace(*self._found.ranges[0])

    @property
    def y(self) -> NDArray[np.float64]:
        """The coordinates of the points along y, in metres."""
        return np.linspace(*self._found.ranges[1])

    @property
    def z(self) -> NDArray[np.float64]:
        """The coordinates of the points along z, in metres."""
        return np.linspace(*self._found.ranges[2])

    @property
    def points(self) -> int:
        """The number of reachable points."""
        return self._found.points

    @property
    def volume(self) -> float:
        """The volume of the reachable points' grid cells, in cubic metres. A point on a face of the grid's box counts
        for half a cell, on an edge for a quarter, at a corner for an eighth."""
        return self._found.volume

    @property
    def engine(self) -> str:
        """The name of the engine, such as "cpu", "cpu-rods", "cuda-sets" or "reference"."""
        return self._found.engine

    @functools.cached_property
    def mask(self) -> NDArray[np.bool_]:
        """True for each reachable point: (z, y, x) bool."""
        return self._found.mask()

    @functools.cached_property
    def runs(self) -> NDArray[np.void]:
        """The runs of reachable points: a structured array with the int32 fields slice, row, first and last.

        A run has all columns from first to last, both included. Runs are in order of slices and rows."""
        return self._found.runs()

    @functools.cached_property
    def radii(self) -> NDArray[np.void]:
        """Size and circles of every slice: a structured array with the columns of radii.csv. Missing values are NaN."""
        return self._found.circles()

    @functools.cached_property
    def maps(self) -> dict[str, NDArray[np.float32] | NDArray[np.uint8]]:
        """The requested maps by name, (z, y, x) float32, in the units of `map_units`. The map "limit" is uint8: the
        numbers of the nearest limits, whose names are ``machine.limits``."""
        return {name: self._found.map(name) for name in self._found.map_names}

    @property
    def map_units(self) -> dict[str, str]:
        """The units of the requested maps by name, such as "m", "deg" or "N". Empty for fractions and for "limit"."""
        return {name: self._found.map_unit(name) for name in self._found.map_names}

    @functools.cached_property
    def largest_ball(self) -> Ball | None:
        """The largest ball of reachable positions in the ranges. None if none is found."""
        ball = self._found.largest_ball()
        return None if ball is None else Ball(np.array(ball[:3]), ball[3], ball[4])

    def to_xarray(self) -> xarray.Dataset:
        """Mask and maps as a Dataset with the dimensions z, y, x. Needs xarray.

        The variable "reachable" is the mask; every map has its own. Coordinates are in metres."""
        from ._tables import dataset_of
        return dataset_of(self)

    def to_pandas(self) -> pandas.DataFrame:
        """The slices as a DataFrame: `radii`, one row per slice. Needs pandas."""
        from ._tables import frame_of
        return frame_of(self.radii)

    def save(self, folder: str | os.PathLike, progress: Progress = None) -> None:
        """Writes the files that the program writes into a folder: slices, radii.csv, index.html and run.json.

        Raises OutputError."""
        with shown(progress) as teller:
            self._found.save(read_path(folder, "folder"), teller)

    def __repr__(self) -> str:
        z, y, x = self.shape
        return (f"<hexscan.Workspace of {self.machine.name!r}: {self.points} of {x} x {y} x {z} points, "
                f"{self.volume:.6g} m^3>")

    def _repr_html_(self) -> str:
        from ._notebook import workspace_html
        return workspace_html(self)

    def _repr_png_(self) -> bytes:
        from ._notebook import workspace_png
        return workspace_png(self)


def scan(machine: Machine, x: Steps | None = None, y: Steps | None = None, z: Steps | None = None, *,
         orientations: Mapping[str, Steps] | None = None, workspace: str | None = None,
         maps: Iterable[str] | None = None, device: str = "auto", progress: Progress = None) -> Workspace:
    """Scans a grid of positions.

    x, y, z: (from, to, points) in metres, both ends included, or a number for a single point. Missing ranges come from
        the machine's file. Ranges that the file omits are found from the machine.
    orientations: A dictionary of roll, pitch and yaw. Each is (from, to, points) in radians, or a number; all
        combinations are scanned. Instead of roll and pitch it may have "tilt": (to, rings, directions), which covers
        tilts in every direction up to the angle `to`.
    workspace: The orientations at which a position must be reachable. "constant" means the single orientation, "total"
        every one of them, "inclusive" at least one. None means as in the file.
    maps: Names from hexscan.map_names. Each map has a number for every point. None means as in the file.
    device: "auto" takes the first CUDA device that has room and is faster, else the CPU. "cpu" takes all cores. "cuda"
        or "cuda:1" takes a CUDA device, and raises an error if it has no kernel for the scan. The device does not
        change the results.
    progress: True shows a bar. A function is called with the progress, as in ("slices", 120, 350).

    Raises InputError if arguments contradict each other or the machine reaches nothing. Raises DeviceError if a CUDA
    device that `device` names is absent, full or failing, and MemoryError if the result does not fit into memory.
    """
    if not isinstance(machine, Machine):
        raise InputError(f"machine: is {machine!r}; give a hexscan.Machine, such as the result of hexscan.load(file)",
                         "machine")
    if workspace is not None and (not isinstance(workspace, str) or workspace not in _WORKSPACES):
        raise InputError(f"workspace: is {workspace!r}; give constant, total or inclusive", "workspace")
    ranges = [None if axis is None else _steps(axis, key) for axis, key in ((x, "x"), (y, "y"), (z, "z"))]
    angles, tilts = _orientations(orientations)
    if isinstance(maps, str) or not isinstance(maps, (Iterable, type(None))):
        raise InputError(f"maps: is {written(maps)}; give a list such as ['clearance']", "maps")
    names = None if maps is None else [str(name) for name in maps]
    scanned = machine.copy()
    with shown(progress) as teller:
        found = _hexscan.scan(scanned._is, ranges, angles, tilts, workspace, names, *read_device(device), teller)
    return Workspace(found, scanned)
