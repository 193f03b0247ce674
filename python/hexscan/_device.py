"""Poses in the memory of a CUDA device, as arrays of CuPy, PyTorch and others. They are not copied to the host."""
from __future__ import annotations

import sys
from operator import index
from typing import Any, NamedTuple, Sequence

from ._errors import InputError

_CUDA = (2, 13)  # DLPack's device types for CUDA: device memory and managed memory
_DEFAULT_STREAM = 1  # the legacy default stream in both interfaces
_DLPACK_TYPES = {0: "i", 1: "u", 2: "f", 5: "c", 6: "b"}
_TYPE_NAMES = {"i": "int", "u": "uint", "f": "float", "c": "complex"}


class _View(NamedTuple):
    address: int
    shape: tuple[int, ...]
    type: str  #: "f8", "b1"
    gaps: bool
    stream: int


def is_there(values: Any) -> bool:
    """True if an array is in the memory of a CUDA device."""
    if getattr(values, "__cuda_array_interface__", None) is not None:
        return True
    device = getattr(values, "__dlpack_device__", None)
    return device is not None and device()[0] in _CUDA


def _has_gaps(shape: Sequence[int], strides: Sequence[int] | None, size: int) -> bool:
    if strides is None or 0 in shape:
        return False
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length > 1 and stride != size:
            return True
        size *= length
    return False


def _by_dlpack(values: Any) -> _View | None:
    """The array as DLPack describes it; None if its library cannot export it. The data is ready on the default stream.
    """
    from . import _hexscan
    if not hasattr(values, "__dlpack__"):
        return None
    try:
        capsule = values.__dlpack__(stream=_DEFAULT_STREAM)
    except (BufferError, TypeError, ValueError):  # libraries raise these for types that they cannot export
        return None
    address, shape, strides, code, bits = _hexscan.dlpack_seen(capsule)
    return _View(address, tuple(shape), f"{_DLPACK_TYPES.get(code, '?')}{bits // 8}", _has_gaps(shape, strides, 1),
                 _DEFAULT_STREAM)


def _by_interface(values: Any, key: str) -> _View:
    interface = values.__cuda_array_interface__
    try:
        kind = interface["typestr"][1:]
        shape, strides = tuple(map(index, interface["shape"])), interface.get("strides")
        return _View(index(interface["data"][0]), shape, kind, _has_gaps(shape, strides, int(kind[1:])),
                     index(interface.get("stream") or _DEFAULT_STREAM))
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as problem:
        raise InputError(f"{key}: has a malformed __cuda_array_interface__ ({type(problem).__name__}: {problem}); "
                         "give a CuPy or PyTorch array", key) from None


def _type_name(kind: str) -> str:
    """The name of a type for a message, such as "float64" for "f8"."""
    if kind == "b1":
        return "bool"
    return f"{_TYPE_NAMES[kind[0]]}{8 * int(kind[1:])}" if kind[:1] in _TYPE_NAMES else "another type"


def _view(values: Any, kind: str, key: str) -> _View:
    view = _by_dlpack(values) or _by_interface(values, key)
    if view.type != kind or view.gaps:
        gaps = " with gaps between its elements" if view.gaps else ""
        raise InputError(f"{key}: is an array of {_type_name(view.type)}{gaps} on a device; give a C-contiguous array "
                         f"of {_type_name(kind)}", key)
    return view


def _beside(values: Any, make: str, *given: Any, dtype: str) -> Any:
    """Calls function `make` of CuPy or PyTorch, which makes an array on the device of `values`. Returns None for arrays
    of other libraries."""
    name = type(values).__module__.partition(".")[0]
    if name not in ("cupy", "torch"):
        return None
    library = sys.modules[name]
    if name == "torch":
        return getattr(library, make)(*given, dtype=getattr(library, dtype), device=values.device)
    with values.device:
        return getattr(library, make)(*given, dtype=dtype)


def _rows(values: Any, key: str) -> _View:
    view = _view(values, "f8", key)
    if len(view.shape) != 2 or view.shape[1] != 6:
        raise InputError(f"{key}: has the shape {view.shape} on a device; give (n, 6)", key)
    return view


def reachable(machine: Any, poses: Any, out: Any) -> Any:
    """The verdicts of poses on a device, in `out` or in a new array on that device.

    `machine` is the machine of the module _hexscan.
    """
    given = _rows(poses, "poses")
    count = given.shape[0]
    if out is None:
        out = _beside(poses, "empty", count, dtype="bool")
        if out is None:
            library = type(poses).__module__.partition(".")[0]
            raise InputError(f"out: is missing; poses in {library} need an array of {count} bools on the same device "
                             "for the results", "out")
    room = _view(out, "b1", "out")
    if room.shape != (count,):
        raise InputError(f"out: has the shape {room.shape}; give ({count},)", "out")
    machine.reachable_on_device(given.address, count, room.address, given.stream)
    return out


def _room(values: Any, shape: tuple[int, int]) -> Any:
    """A new array of float64 on the device of the values. Raises InputError for libraries that hexscan does not know.
    """
    room = _beside(values, "empty", shape, dtype="float64")
    if room is None:
        raise InputError("values: are a device array of a library that hexscan does not support; give a CuPy or "
                         "PyTorch array", "values")
    return room


def poses_near(machine: Any, values: Any, near: Any) -> Any:
    """The poses for joint values on a device, in a new array on that device. `near` is on the device, too, or is one
    pose on the host.

    `machine` is the machine of the module _hexscan.
    """
    given = _rows(values, "values")
    count = given.shape[0]
    poses = _room(values, (count, 6))
    if not is_there(near):
        near = _beside(values, "asarray", near.tolist(), dtype="float64")
    starts, room = _rows(near, "near"), _rows(poses, "poses")
    if starts.shape[0] not in (1, count):
        raise InputError(f"near: has the shape {starts.shape}; give (1, 6)" +
                         (f" or ({count}, 6)" if count > 1 else ""), "near")
    machine.poses_near_on_device(given.address, count, starts.address, starts.shape[0], room.address, given.stream)
    return poses


def certificates(machine: Any, values: Any, poses: Any) -> Any:
    """The proved radii of poses on a device, in a new array (n, 5) on that device.

    `machine` is the machine of the module _hexscan.
    """
    given, at = _rows(values, "values"), _rows(poses, "poses")
    count = given.shape[0]
    if at.shape != given.shape:
        raise InputError(f"poses: has the shape {at.shape}; give ({count}, 6)", "poses")
    proved = _room(values, (count, 5))
    room = _view(proved, "f8", "proved")
    machine.certificates_on_device(given.address, count, at.address, room.address, given.stream)
    return proved
