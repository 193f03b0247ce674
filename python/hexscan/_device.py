"""Poses in the memory of a CUDA device, as arrays of CuPy, PyTorch and others. They are not copied to the host."""
from __future__ import annotations

import sys
from operator import index
from typing import Any, NamedTuple, Sequence

from ._errors import InputError

_CUDA = (2, 13)  # DLPack's device types for CUDA: device memory and managed memory
_DEFAULT_STREAM = 1  # the legacy default stream in both interfaces
_DLPACK_TYPES = {2: "f", 6: "b"}


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
        raise InputError(f"{key}: has a malformed __cuda_array_interface__ ({type(problem).__name__}: {problem}); give "
                         "an array of CuPy or PyTorch", key) from None


def _view(values: Any, kind: str, key: str) -> _View:
    view = _by_dlpack(values) or _by_interface(values, key)
    if view.type != kind or view.gaps:
        raise InputError(f"{key}: is an array of {view.type}{' with gaps' if view.gaps else ''} on a device; give one "
                         f"of {'float64' if kind == 'f8' else 'bool'} without gaps", key)
    return view


def _room_beside(poses: Any, count: int) -> Any:
    library = type(poses).__module__.partition(".")[0]
    if library == "cupy":
        with poses.device:
            return sys.modules["cupy"].empty(count, dtype=bool)
    if library == "torch":
        torch = sys.modules["torch"]
        return torch.empty(count, dtype=torch.bool, device=poses.device)
    raise InputError(f"out: is missing; with poses of {library}, give an array of {count} bools on the same device",
                     "out")


def reachable(machine: Any, poses: Any, out: Any) -> Any:
    """The verdicts of poses on a device, in `out` or in a new array on that device.

    `machine` is the machine of the module _hexscan.
    """
    given = _view(poses, "f8", "poses")
    if len(given.shape) != 2 or given.shape[1] != 6:
        raise InputError(f"poses: has the shape {given.shape} on a device; give (n, 6)", "poses")
    count = given.shape[0]
    if out is None:
        out = _room_beside(poses, count)
    room = _view(out, "b1", "out")
    if room.shape != (count,):
        raise InputError(f"out: has the shape {room.shape}; give ({count},)", "out")
    machine.reachable_on_device(given.address, count, room.address, given.stream)
    return out
