"""Converts poses from the user's form into the (n, 6) float64 array that the library reads."""
from __future__ import annotations

import numpy as np

from . import _device
from ._errors import InputError


def _numbers(values, key: str) -> np.ndarray:
    if _device.is_there(values):
        raise InputError(f"{key}: is on a device, but this call reads arrays of the host only; copy it to the host",
                         key)
    try:
        array = np.asarray(values)
    except ValueError as problem:
        raise InputError(f"{key}: is not an array of numbers ({problem}); give numbers in rows of the same length",
                         key) from None
    if array.dtype.kind not in "iuf":
        raise InputError(f"{key}: is an array of {array.dtype}; give real numbers, in metres and radians", key)
    return np.ascontiguousarray(array, dtype=np.float64)


def _require_finite(array: np.ndarray, key: str) -> None:
    if not np.isfinite(array).all():
        first = int(np.argwhere(~np.isfinite(array))[0][0])
        raise InputError(f"{key}[{first}]: has a number that is not finite; give finite numbers", key)


def _matrices(position, quaternion) -> np.ndarray:
    position = _numbers(position, "position")
    quaternion = _numbers(quaternion, "quaternion_xyzw")
    for array, width, key in ((position, 3, "position"), (quaternion, 4, "quaternion_xyzw")):
        if array.ndim not in (1, 2) or array.shape[-1] != width:
            raise InputError(f"{key}: has the shape {array.shape}; give ({width},) or (n, {width})", key)
        _require_finite(array, key)
    length = np.linalg.norm(quaternion, axis=-1, keepdims=True)
    if not np.all(np.abs(length - 1) <= 1e-6):
        raise InputError("quaternion_xyzw: has a quaternion whose length is not 1; divide each quaternion by its "
                         "length", "quaternion_xyzw")
    x, y, z, w = np.moveaxis(quaternion / length, -1, 0)
    try:
        shape = np.broadcast_shapes(position.shape[:-1], quaternion.shape[:-1])
    except ValueError:
        raise InputError(f"position: has {len(position)} rows, but quaternion_xyzw has {len(quaternion)}; both must "
                         "have the same number of rows", "position") from None
    matrix = np.zeros(shape + (4, 4))
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    for i, row in enumerate(rows):
        for k, element in enumerate(row):
            matrix[..., i, k] = element
        matrix[..., i, 3] = position[..., i]
    matrix[..., 3, 3] = 1
    return matrix


def read(machine, poses, position, quaternion_xyzw) -> tuple[np.ndarray, bool]:
    """Returns (n, 6) poses, and whether the user gave a single pose.

    `machine` is the machine of the module _hexscan.
    """
    if (position is None) != (quaternion_xyzw is None) or (poses is None) == (position is None):
        raise InputError("poses: give poses, or position= and quaternion_xyzw= together", "poses")
    array = _numbers(poses, "poses") if poses is not None else _matrices(position, quaternion_xyzw)
    if array.ndim in (1, 2) and array.shape[-1] == 6:
        return array.reshape(-1, 6), array.ndim == 1
    if array.ndim in (2, 3) and array.shape[-2:] == (4, 4):
        return machine.poses_of(array.reshape(-1, 4, 4)), array.ndim == 2
    raise InputError(f"poses: has the shape {array.shape}; give (6,) or (n, 6): x, y, z, roll, pitch, yaw; or (4, 4) "
                     "or (n, 4, 4): homogeneous matrices", "poses")


def read_values(values) -> tuple[np.ndarray, bool]:
    """Returns (n, 6) joint values, and whether the user gave a single row."""
    array = _numbers(values, "values")
    if array.ndim not in (1, 2) or array.shape[-1] != 6:
        raise InputError(f"values: has the shape {array.shape}; give (6,) or (n, 6): the joint values of legs 1 to 6, "
                         "in metres or radians", "values")
    return array.reshape(-1, 6), array.ndim == 1


def read_found(poses, rows: int) -> np.ndarray:
    """Returns one pose for each row of joint values, (rows, 6). A pose that was not found is NaN."""
    array = _numbers(poses, "poses")
    if array.shape not in ((rows, 6), (6,)) or array.size != rows * 6:
        raise InputError(f"poses: has the shape {array.shape}; give ({rows}, 6), a pose for each row of values",
                         "poses")
    return array.reshape(-1, 6)


def read_start(machine, near) -> list[float] | None:
    """Returns the pose at which a search starts, or None for home."""
    if near is None:
        return None
    array = read_starts(machine, near, 1)
    return array[0].tolist()


def read_starts(machine, near, rows: int) -> np.ndarray:
    """Returns the poses at which searches start, (1, 6) or (rows, 6)."""
    if near is None:
        if machine.home is None:
            raise InputError("near: is missing, and the machine has no home as the start; give a pose", "near")
        return np.array([machine.home])
    array = _numbers(near, "near")
    if array.ndim not in (1, 2) or array.shape[-1] != 6 or (array.ndim == 2 and len(array) not in (1, rows)):
        raise InputError(f"near: has the shape {array.shape}; give (6,)" + (f" or ({rows}, 6)" if rows > 1 else "") +
                         ": x, y, z, roll, pitch, yaw", "near")
    _require_finite(array, "near")
    return array.reshape(-1, 6)
