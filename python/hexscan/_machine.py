"""A machine, and what can be asked of its poses."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _device, _hexscan, _poses
from ._errors import NO_NUMBER, InputError, written

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def _require_key(key: Any) -> None:
    if not isinstance(key, str):
        raise InputError(f"{key!r}: is no key; give text, as 'legs.max'", repr(key))


class Machine:
    """A hexapod as a platform file describes it.

    ``m["legs.max"]`` is a number of the file, in metres or radians, by the key that it has there; ``m.keys()`` are
    all of them. Lists of equal numbers are one number. ``m["legs.max"] = 0.72`` changes all six, ``m["legs.max[2]"] =
    0.72`` the third leg's; a machine that cannot be raises InputError and leaves the one that was.

    Poses are arrays of x, y, z in metres and roll, pitch, yaw in radians, one of shape (6,) or many of (n, 6); or
    homogeneous matrices (4, 4), (n, 4, 4); or ``position=`` (n, 3) and ``quaternion_xyzw=`` (n, 4). One pose is
    answered by one value, many by an array. """

    def __init__(self, text: str, source: str = "text"):
        """The machine of a platform file's text, YAML or JSON. `source` is what errors call it."""
        self._is = _hexscan.Machine.parse(text, source)

    @classmethod
    def _of(cls, library_machine) -> Machine:
        machine = cls.__new__(cls)
        machine._is = library_machine
        return machine

    @property
    def name(self) -> str:
        """As the file names it."""
        return self._is.name

    @property
    def home(self) -> NDArray[np.float64] | None:
        """The pose that it is assembled in, shape (6,): metres and radians.

        A file without a home has the pose at which all legs are at their middle, or None if limits forbid that pose.
        """
        home = self._is.home
        return None if home is None else np.array(home)

    @property
    def limits(self) -> list[str]:
        """The names of its limits by their numbers: limits[3] is that of limit 3, limits[0] says that there is none."""
        return self._is.limit_names

    def to_yaml(self) -> str:
        """The machine as a platform file, in the units of the file that it came from."""
        return self._is.text

    def copy(self) -> Machine:
        """Another one that is changed apart from this one."""
        return Machine._of(self._is)

    def keys(self) -> list[str]:
        """The keys of its numbers, lists as a whole."""
        return self._is.number_keys

    def __getitem__(self, key: str) -> float | NDArray[np.float64]:
        _require_key(key)
        numbers = self._is.numbers(key)
        alike = self._is.takes_one_number(key) and all(number == numbers[0] for number in numbers)
        return numbers[0] if alike else np.array(numbers)

    def __setitem__(self, key: str, value: ArrayLike) -> None:
        _require_key(key)
        try:
            numbers = np.asarray(value, dtype=np.float64).ravel().tolist()
        except NO_NUMBER:
            raise InputError(f"{key}: is {written(value)}; give a number in metres or radians, or a list of them",
                             key) from None
        self._is = self._is.with_numbers(key, numbers)

    def joint_values(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                     quaternion_xyzw: ArrayLike | None = None) -> NDArray[np.float64]:
        """The joint values of legs 1 to 6 that take the platform to each pose: lengths in metres. (n, 6) float64."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        values = self._is.joint_values(given)
        return values[0] if single else values

    def reachable(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                  quaternion_xyzw: ArrayLike | None = None, out: Any = None) -> Any:
        """Whether all legs keep all their limits at each pose: (n,) bool.

        Poses on a CUDA device, (n, 6) float64 without gaps, as arrays of CuPy or PyTorch or whatever has
        ``__cuda_array_interface__`` or ``__dlpack__``, are answered there by an array of the same library, or in
        ``out``, (n,) bool there. Raises DeviceError where this hexscan has no such device."""
        if _device.is_there(poses):
            return _device.reachable(self._is, poses, out)
        if out is not None:
            raise InputError("out: is for poses on a device; leave it out", "out")
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        verdicts = self._is.reachable(given)
        return bool(verdicts[0]) if single else verdicts

    def clearance(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                  quaternion_xyzw: ArrayLike | None = None) -> float | NDArray[np.float64]:
        """How far the platform can move from each pose in any direction, its orientation kept, before a limit is met,
        in
        metres: (n,) float64. Negative where a limit is violated; then no shorter move helps."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        clearances, _ = self._is.clearance(given)
        return float(clearances[0]) if single else clearances

    def why_not(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                quaternion_xyzw: ArrayLike | None = None) -> int | NDArray[np.uint8]:
        """The number of the limit that is violated most at each pose, 0 where the pose is reachable: (n,) uint8.
        Names are in `limits`."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        numbers = self._is.why_not(given)
        return int(numbers[0]) if single else numbers

    def travel(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
               quaternion_xyzw: ArrayLike | None = None, limits: bool = False) -> Any:
        """How far each axis can go from each pose, the five others kept: (n, 6, 2) float64, the coordinates of the
        lower and the upper end of x, y, z in metres and roll, pitch, yaw in radians. Infinite where a full turn meets
        no limit, NaN where the pose is not reachable. With ``limits=True`` also the numbers of the limits at those
        ends: (n, 6, 2) uint8."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        ends, numbers = self._is.travel(given)
        if single:
            ends, numbers = ends[0], numbers[0]
        return (ends, numbers) if limits else ends

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Machine) and self._is == other._is

    __hash__ = None  # type: ignore[assignment]  # it can change

    def __repr__(self) -> str:
        return f"<hexscan.Machine {self.name!r}>"

    def _repr_html_(self) -> str:
        from ._notebook import machine_html
        return machine_html(self)


def load(file: str | os.PathLike) -> Machine:
    """The machine of a platform file (YAML or JSON). Raises InputError, which names file, line, key and cure.

    Also reads the CSV files that requirements name. The machine and its copies, pickled ones too, keep these poses."""
    return Machine._of(_hexscan.Machine.load(os.fspath(file)))


_PLATFORMS = os.path.join(os.path.dirname(__file__), "platforms")


def platforms() -> list[str]:
    """The names of the machines that come with hexscan."""
    return sorted(file[:-len(".yaml")] for file in os.listdir(_PLATFORMS) if file.endswith(".yaml"))


def platform(name: str = "case-study") -> Machine:
    """A machine that comes with hexscan, by its name: see `platforms`."""
    if name not in platforms():
        raise InputError(f"name: there is no platform {name!r}; there are {', '.join(platforms())}", "name")
    return load(os.path.join(_PLATFORMS, name + ".yaml"))
