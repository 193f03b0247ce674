"""Scans: what a machine reaches, at every point of a dense grid."""
from __future__ import annotations

import functools
import operator
import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, NamedTuple

import numpy as np

from . import _hexscan
from ._errors import NO_NUMBER, InputError, written
from ._machine import Machine
from ._progress import Progress, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ball(NamedTuple):
    """A ball of positions that is reachable throughout, orientations kept."""

    centre: NDArray[np.float64]  #: shape (3,), in metres
    radius: float  #: in metres
    at_most: float  #: proved: no such ball in the ranges is larger


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
        raise InputError(f"{key}: has {written(value)} points; give a whole number above 0", key)
    return count


def _steps(value: Any, key: str) -> tuple[float, float, int]:
    """(from, to, points), or a number alone."""
    if np.ndim(value) == 0:
        number = _number(value, key)
        return number, number, 1
    if np.ndim(value) != 1 or len(value) != 3:
        raise InputError(f"{key}: is {written(value)}; give (from, to, points) or a number", key)
    return _number(value[0], key), _number(value[1], key), _count(value[2], key)


def _orientations(given: Mapping[str, Any] | None):
    """Roll, pitch and yaw, and the rings of tilts."""
    if given is None:
        return None, None
    if not isinstance(given, Mapping):
        raise InputError(f"orientations: is {given!r}; give a dictionary, as {{'roll': (-0.1, 0.1, 5)}}",
                         "orientations")
    if unknown := set(given) - {"roll", "pitch", "yaw", "tilt"}:
        raise InputError(f"orientations: there is no {min(map(str, unknown))}; there are roll, pitch, yaw, and tilt in "
                         "place of roll and pitch", "orientations")
    angles = [_steps(given.get(axis, 0.0), axis) for axis in ("roll", "pitch", "yaw")]
    if "tilt" not in given:
        return angles, None
    tilt = given["tilt"]
    if "roll" in given or "pitch" in given or np.ndim(tilt) != 1 or len(tilt) != 3:
        raise InputError("tilt: give (to, rings, directions), and neither roll nor pitch", "tilt")
    return angles, (_number(tilt[0], "tilt"), float(_count(tilt[1], "tilt")), _count(tilt[2], "tilt"))


def read_device(device: str) -> tuple[str, int]:
    """("auto" | "cpu" | "cuda", index)."""
    name, _, index = str(device).partition(":")
    if device in ("auto", "cpu", "cuda"):
        return device, 0
    if name == "cuda" and index.isdecimal() and len(index) < 5:
        return name, int(index)
    raise InputError(f"device: is {device!r}; give auto, cpu, cuda or cuda:1", "device")


class Workspace:
    """What a scan found. Arrays are in the order z, y, x and C-contiguous; they show the workspace's own bytes, stay
    when it
    goes, and cannot be written to: ``.copy()`` is yours."""

    def __init__(self, found, machine: Machine):
        self._found = found
        self.machine = machine  #: as it was scanned

    def __getstate__(self) -> dict[str, Any]:
        # Cached arrays view the bytes of _found, so they are left out and made again on first use.
        return {"_found": self._found, "machine": self.machine}

    @property
    def shape(self) -> tuple[int, int, int]:
        """Points along z, y and x."""
        x, y, z = self._found.ranges
        return z[2], y[2], x[2]

    @property
    def x(self) -> NDArray[np.float64]:
        """The coordinates of the points along x, in metres."""
        return np.linspace(*self._found.ranges[0])

    @property
    def y(self) -> NDArray[np.float64]:
        """The same along y."""
        return np.linspace(*self._found.ranges[1])

    @property
    def z(self) -> NDArray[np.float64]:
        """The same along z."""
        return np.linspace(*self._found.ranges[2])

    @property
    def points(self) -> int:
        """How many are reachable."""
        return self._found.points

    @property
    def volume(self) -> float:
        """In cubic metres: each reachable point stands for its cell of the grid, on a side of the grid for half a
        cell."""
        return self._found.volume

    @property
    def engine(self) -> str:
        """What scanned: "cpu", "cpu-sets", "cuda-sets" or "reference"."""
        return self._found.engine

    @functools.cached_property
    def mask(self) -> NDArray[np.bool_]:
        """Which points are reachable: (z, y, x) bool."""
        return self._found.mask()

    @functools.cached_property
    def runs(self) -> np.ndarray:
        """The reachable points row by row, first to last column, both included: a structured array with the fields
        slice, row, first, last, int32."""
        return self._found.runs()

    @functools.cached_property
    def radii(self) -> np.ndarray:
        """Size and circles of every slice: a structured array with the columns of radii.csv; NaN where there is
        none."""
        return self._found.circles()

    @functools.cached_property
    def maps(self) -> dict[str, np.ndarray]:
        """The maps asked for by name, (z, y, x): "clearance" in metres, "tilt" in degrees, "share" as a fraction,
        "force" in N, float32; "limit", the numbers of the nearest limits, uint8."""
        return {name: self._found.map(name) for name in self._found.map_names}

    @functools.cached_property
    def largest_ball(self) -> Ball | None:
        """The largest ball about a centre in the ranges; None where none is found."""
        ball = self._found.largest_ball()
        return None if ball is None else Ball(np.array(ball[:3]), ball[3], ball[4])

    def save(self, folder: str | os.PathLike, progress: Progress = None) -> None:
        """Leaves what the program leaves of such a scan in a folder: slices, radii.csv, index.html, run.json. Raises
        OutputError."""
        with shown(progress) as teller:
            self._found.save(os.fspath(folder), teller)

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


def scan(machine: Machine, x: Any = None, y: Any = None, z: Any = None, *, orientations: Mapping[str,
                                                                                                 Any] | None = None,
         workspace: str | None = None, maps: Iterable[str] | None = None, device: str = "auto",
         progress: Progress = None) -> Workspace:
    """Scans a grid of positions.

    x, y, z: (from, to, points) in metres, both ends included, or a number. What is left out is as the machine's file
        says or, where it says nothing, found from the machine.
    orientations: a dictionary of roll, pitch and yaw, each (from, to, points) in radians or a number, all
        combinations of which are asked; or of "tilt": (to, rings, directions), all tilts up to one in every
        direction, and yaw.
    workspace: what is asked of each position: "constant", reachable at the one orientation; "total", at every one of
        them; "inclusive", at one at least.
    maps: names of hexscan.map_names: a number for every point.
    device: "auto", the first CUDA device that is there, else the processor; "cpu"; "cuda" or "cuda:1", refused where it
    has no kernel for the scan. Results are the same.
    progress: True shows a bar; or a function that is called with what is done: ("slices", 120, 350).

    Raises InputError where the questions do not go together, DeviceError, MemoryError.
    """
    if not isinstance(machine, Machine):
        raise InputError(f"machine: is {machine!r}; give a hexscan.Machine, as hexscan.load(file) makes one", "machine")
    if workspace not in (None, "constant", "total", "inclusive"):
        raise InputError(f"workspace: is {workspace!r}; give constant, total or inclusive", "workspace")
    ranges = [None if axis is None else _steps(axis, key) for axis, key in ((x, "x"), (y, "y"), (z, "z"))]
    angles, tilts = _orientations(orientations)
    if isinstance(maps, str):
        raise InputError(f"maps: is {maps!r}; give a list, as [{maps!r}]", "maps")
    names = None if maps is None else [str(name) for name in maps]
    scanned = machine.copy()
    with shown(progress) as teller:
        found = _hexscan.scan(scanned._is, ranges, angles, tilts, workspace, names, *read_device(device), teller)
    return Workspace(found, scanned)
