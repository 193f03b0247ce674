"""A machine, and functions of its poses."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, Sequence, overload

import numpy as np

from . import _device, _hexscan, _poses
from ._arguments import read_effort, read_path, read_seed, require_text
from ._errors import NO_NUMBER, InputError, written

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ._types import Assemblies, Certificates, OnDevice


def _require_key(key: object) -> None:
    if not isinstance(key, str):
        raise InputError(f"{key!r}: is not a key; give text such as 'legs.max'", repr(key))


class Machine:
    """A hexapod as a machine file describes it.

    ``m["legs.max"]`` is a number of the file in metres or radians, under the file's key. ``m.keys()`` lists all keys. A
    key of six numbers, one per leg, reads as one number if they are equal. ``m["legs.max"] = 0.72`` changes all six
    legs, ``m["legs.max[2]"] = 0.72`` the third leg. An impossible machine raises InputError and changes nothing.

    Poses are arrays of x, y, z in metres and roll, pitch, yaw in radians: (6,) for one pose, (n, 6) for many. Functions
    also accept homogeneous matrices, (4, 4) or (n, 4, 4), or ``position=`` (n, 3) with ``quaternion_xyzw=`` (n, 4). One
    pose gives one value, many poses give an array. """

    def __init__(self, text: str, source: str = "text"):
        """Reads the text of a machine file, YAML or JSON. Errors call it `source`. Raises InputError."""
        require_text(text, "text")
        require_text(source, "source")
        self._is = _hexscan.Machine.parse(text, source)

    @classmethod
    def _of(cls, library_machine) -> Machine:
        machine = cls.__new__(cls)
        machine._is = library_machine
        return machine

    @property
    def name(self) -> str:
        """The name that the file gives."""
        return self._is.name

    @property
    def home(self) -> NDArray[np.float64] | None:
        """The pose in which the machine is assembled, shape (6,), in metres and radians.

        If the file gives none, it is the pose with all joint values in mid-range. None if limits forbid that pose.
        """
        home = self._is.home
        return None if home is None else np.array(home)

    @property
    def limits(self) -> list[str]:
        """The names of the machine's limits. limits[3] names limit 3. limits[0] means "no limit"."""
        return self._is.limit_names

    def to_yaml(self) -> str:
        """The machine as the text of a machine file, in the units of the original file."""
        return self._is.text

    def copy(self) -> Machine:
        """A copy. Changes to it do not change this machine."""
        return Machine._of(self._is)

    def keys(self) -> list[str]:
        """The keys of the machine's numbers, such as "legs.max" or "home.z". A list has one key."""
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
            raise InputError(f"{key}: is {written(value)}; give a number in SI units (m, rad, N, N m), or a list of "
                             "numbers", key) from None
        self._is = self._is.with_numbers(key, numbers)

    def joint_values(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                     quaternion_xyzw: ArrayLike | None = None) -> NDArray[np.float64]:
        """The joint values of legs 1 to 6 at each pose: (n, 6) float64.

        Lengths and travels are in metres, angles of arms in radians. NaN if a rod does not reach."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        values = self._is.joint_values(given)
        return values[0] if single else values

    def jacobian(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                 quaternion_xyzw: ArrayLike | None = None) -> NDArray[np.float64]:
        """The inverse Jacobian at each pose: (n, 6, 6) float64.

        Row i has the derivatives of joint value i, first along the axes x, y and z, then for rotations about axes
        through the tool parallel to x, y and z. All axes are those of the base frame. NaN for a leg that does not
        reach."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        rows = self._is.jacobian(given)
        return rows[0] if single else rows

    @overload
    def pose(self, values: OnDevice, near: OnDevice | ArrayLike | None = None) -> OnDevice:
        ...

    @overload
    def pose(self, values: ArrayLike, near: ArrayLike | None = None, *, all: Literal[False] = False,
             fit: bool = False) -> tuple[NDArray[np.float64], str | NDArray[np.str_]]:
        ...

    @overload
    def pose(self, values: ArrayLike, near: ArrayLike | None = None, *, all: Literal[True],
             fit: bool = False) -> NDArray[np.float64] | list[NDArray[np.float64]]:
        ...

    def pose(self, values, near=None, *, all=False, fit=False):
        """The pose for each row of joint values: (n, 6) float64, and its status: (n,) text.

        `values` are what `joint_values` returns, (6,) or (n, 6). The search starts from `near`, one pose or n, or else
        from home. The status is "found", "none" (proved), "infinite" or "undecided"; poses that are not found are NaN.
        With ``fit=True`` such a row gets the pose with the least sum of squared errors of the legs' or rods' lengths,
        and the status "fitted". An arm or a carriage has two positions for its rod, the branches; a pose that needs the
        branch that the file excludes is given only if no other is found. With ``all=True`` the function returns all
        poses of each row instead: a list of (k, 6) arrays, or one array for one row. `assemblies` returns more facts.

        Values may be on a CUDA device, in arrays such as `reachable` accepts. The result is then an array (n, 6) on
        that device, without a status. A pose is NaN if Newton's method finds none on the branches of the file."""
        if _device.is_there(values):
            if all or fit:
                raise InputError("values: are on a device, which supports neither all nor fit; copy them to the host",
                                 "values")
            return _device.poses_near(self._is, values,
                                      near if _device.is_there(near) else _poses.read_starts(self._is, near, 1))
        given, single = _poses.read_values(values)
        if all:
            arrays = [np.array([pose["pose"] for pose in row["poses"]]).reshape(-1, 6)
                      for row in self._is.find_poses(given, _poses.read_start(self._is, near), True, False,
                                                         False, 1, 1)]
            return arrays[0] if single else arrays
        starts = _poses.read_starts(self._is, near, len(given))
        poses = self._is.poses_near(given, starts)
        status = np.full(len(given), "found", dtype="<U9")
        for row in np.flatnonzero(np.isnan(poses[:, 0])):
            start = starts[row if len(starts) > 1 else 0].tolist()
            answer = self._is.find_poses(given[row:row + 1], start, False, False, bool(fit), 1, 1)[0]
            status[row] = answer["status"]
            if answer["poses"]:
                poses[row] = answer["poses"][0]["pose"]
        return (poses[0], str(status[0])) if single else (poses, status)

    def assemblies(self, values: ArrayLike, near: ArrayLike | None = None, *, all: bool | None = None,
                   follow: bool = False, fit: bool = False, effort: int = 1,
                   seed: int = 1) -> Assemblies | list[Assemblies]:
        """All that is known of the poses for each row of joint values: a list of dicts, or one dict for one row.

        A row has its "status", "complete" (there are no other poses, proved), a "reason" for a status other than
        "found", and "poses", nearest to home first. A pose has "pose", "residual" (m), "conditioning", "violated"
        (numbers of limits) and "other_branch" (legs, 1 to 6, see `pose`). Its "connected_to_home" is False if a
        singularity lies between it and home, True if a path without one is proved, and else None. "path_keeps_limits"
        is True if that path is proved to keep all limits. Three radii are proved, which `certificates` explains:
        "unique_within" and "converges_within" (m, rad), and "values_within".

        If a row is not "complete", others may be in its "undecided" regions ("pose", and "within": m, rad).
        "unsearched" is the share of all rotations at which the search gave up. The status is "infinite" for poses
        on a curve.

        ``all=False`` gives the pose nearest to `near`, or to home without it. With ``fit=True`` it gives the pose of
        least squares if no pose has the values. ``follow=True`` starts each row from the pose of the row before and
        proves the way between them. A row has the status "lost" if that proof fails. Only one of `all`, `follow` and
        `fit` may be True; `all` is True unless one of the others is.

        effort: From 1 to 1000. Searches test this many times as many parts before they give up. seed: The seed of the
        random starts."""
        given, single = _poses.read_values(values)
        every = not (follow or fit) if all is None else bool(all)
        rows = self._is.find_poses(given, _poses.read_start(self._is, near), every, bool(follow), bool(fit),
                                   read_effort(effort), read_seed(seed))
        return rows[0] if single else rows

    def certificates(self, values: ArrayLike, poses: ArrayLike) -> Certificates:
        """Proved radii of poses with these joint values, one pose for each row, as `pose` returns them.

        "unique_within" is (n, 2): no other pose within that many metres and radians has the joint values.
        "converges_within" is (n, 2): a search that starts within this radius finds the pose. "values_within" is (n,):
        joint values that differ by at most this have exactly one pose in "unique_within". All are 0 without a proof:
        near a singularity, and for a pose that is NaN or has other joint values. Both arrays may be on a CUDA device.
        """
        if _device.is_there(values) != _device.is_there(poses):
            raise InputError("poses: must be in the same memory as values, on the host or on the same device", "poses")
        if _device.is_there(values):
            proved = _device.certificates(self._is, values, poses)
        else:
            given, single = _poses.read_values(values)
            proved = self._is.certificates(given, _poses.read_found(poses, len(given)))
            proved = proved[0] if single else proved
        return {"unique_within": proved[..., 0:2], "converges_within": proved[..., 2:4],
                "values_within": proved[..., 4]}

    @overload
    def reachable(self, poses: OnDevice, *, out: OnDevice | None = None) -> OnDevice:
        ...

    @overload
    def reachable(self, poses: Sequence[float]) -> bool:
        ...

    @overload
    def reachable(self, poses: Sequence[Sequence[float]]) -> NDArray[np.bool_]:
        ...

    @overload
    def reachable(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                  quaternion_xyzw: ArrayLike | None = None) -> bool | NDArray[np.bool_]:
        ...

    def reachable(self, poses=None, *, position=None, quaternion_xyzw=None, out=None):
        """True for each pose at which all limits hold: (n,) bool.

        Poses may be on a CUDA device: (n, 6) float64 without gaps, in an array of CuPy, PyTorch or another library with
        ``__cuda_array_interface__`` or ``__dlpack__``. The result is then an array of the same library on that device.
        ``out``, an array (n,) of bool on the device, receives the result instead. Raises DeviceError if hexscan cannot
        use the device."""
        if _device.is_there(poses):
            return _device.reachable(self._is, poses, out)
        if out is not None:
            raise InputError("out: applies only to poses in an array on a GPU; remove it", "out")
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        verdicts = self._is.reachable(given)
        return bool(verdicts[0]) if single else verdicts

    def clearance(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                  quaternion_xyzw: ArrayLike | None = None) -> float | NDArray[np.float64]:
        """The clearance of each pose in metres: (n,) float64.

        It is how far the platform can move in any direction, at the same orientation, before it meets a limit. If a
        limit is violated, it is minus a length: no shorter move satisfies that limit."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        clearances, _ = self._is.clearance(given)
        return float(clearances[0]) if single else clearances

    def why_not(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
                quaternion_xyzw: ArrayLike | None = None) -> int | NDArray[np.uint8]:
        """The number of the limit that is violated most at each pose, or 0 if the pose is reachable: (n,) uint8.

        ``m.limits[number]`` is its name."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        numbers = self._is.why_not(given)
        return int(numbers[0]) if single else numbers

    @overload
    def travel(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
               quaternion_xyzw: ArrayLike | None = None, limits: Literal[False] = False) -> NDArray[np.float64]:
        ...

    @overload
    def travel(self, poses: ArrayLike | None = None, *, position: ArrayLike | None = None,
               quaternion_xyzw: ArrayLike | None = None,
               limits: Literal[True]) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        ...

    def travel(self, poses=None, *, position=None, quaternion_xyzw=None, limits=False):
        """How far each axis can move from each pose while the five others stay: (n, 6, 2) float64.

        An axis has its lowest and its highest coordinate: x, y, z in metres and roll, pitch, yaw in radians. Only
        limits of single legs end the travel; gaps, singularities and loads do not. Ends are infinite if a full turn
        meets no limit, and NaN if the pose is not reachable. With ``limits=True`` it also returns the numbers of the
        limits at the ends: (n, 6, 2) uint8, 0 for an end without a limit."""
        given, single = _poses.read(self._is, poses, position, quaternion_xyzw)
        ends, numbers = self._is.travel(given)
        if single:
            ends, numbers = ends[0], numbers[0]
        return (ends, numbers) if limits else ends

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Machine) and self._is == other._is

    __hash__ = None  # type: ignore[assignment]  # a machine is mutable

    def __repr__(self) -> str:
        return f"<hexscan.Machine {self.name!r}>"

    def _repr_html_(self) -> str:
        from ._notebook import machine_html
        return machine_html(self)


def load(file: str | os.PathLike) -> Machine:
    """Reads a machine file (YAML or JSON). Raises InputError, which names file, line, key and cure.

    Also reads the CSV files that requirements name. The machine and its copies, pickled ones too, keep these poses."""
    return Machine._of(_hexscan.Machine.load(read_path(file, "file")))


_PLATFORMS = os.path.join(os.path.dirname(__file__), "platforms")


def platforms() -> list[str]:
    """The names of the machines that come with hexscan."""
    return sorted(file[:-len(".yaml")] for file in os.listdir(_PLATFORMS) if file.endswith(".yaml"))


def platform(name: str = "case-study") -> Machine:
    """A machine that comes with hexscan. `platforms` lists the names. Raises InputError for other names."""
    if name not in platforms():
        raise InputError(f"name: no machine {name!r} comes with hexscan; give one of {', '.join(platforms())}", "name")
    return load(os.path.join(_PLATFORMS, name + ".yaml"))
