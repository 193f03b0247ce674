"""The scan of every peer, read from hexscan's own run.json (lengths in metres, angles in radians).

A leg vector is l = p + R b - a (Stewart-Gough platform, inverse kinematics). The limits need no arcsine: a joint
tilts by at most max_tilt from its axis n if and only if l . n >= cos(max_tilt) |l|.
"""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

Vector = tuple[float, float, float]

NO_LIMIT = -2.0  # every leg's cosine is above this, including rounding


class Leg(NamedTuple):
    """One leg at the scan's orientation: l = p + offset."""

    offset: Vector
    min_length: float
    max_length: float
    base_axis: Vector
    base_cos: float
    platform_axis: Vector
    platform_cos: float


class Scan(NamedTuple):
    """The legs and the grid; the volume has the shape (slices, rows, columns)."""

    legs: tuple[Leg, ...]
    x: list[float]
    y: list[float]
    z: list[float]

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.z), len(self.y), len(self.x)

    @property
    def points(self) -> int:
        return math.prod(self.shape)

    def chunks(self, points: int = 32_000_000) -> list[tuple[int, int]]:
        """Ranges of slices with about this many points, of equal size if the number of slices allows it."""
        slices, rows, columns = self.shape
        limit = min(slices, max(1, points // (rows * columns)))
        size = next((s for s in range(limit, limit // 2, -1) if slices % s == 0), limit)
        return [(first, min(first + size, slices)) for first in range(0, slices, size)]


def leg_within_limits(leg: Leg, x: Any, y: Any, z: Any, sqrt: Callable[[Any], Any]) -> Any:
    """The verdicts of one leg as array code, for libraries that fuse operations themselves."""
    lx, ly, lz = x + leg.offset[0], y + leg.offset[1], z + leg.offset[2]
    length = sqrt(lx * lx + (ly * ly + lz * lz))
    base = leg.base_axis[0] * lx + (leg.base_axis[1] * ly + leg.base_axis[2] * lz)
    platform = leg.platform_axis[0] * lx + (leg.platform_axis[1] * ly + leg.platform_axis[2] * lz)
    return ((length >= leg.min_length) & (length <= leg.max_length)
            & (base >= leg.base_cos * length) & (platform >= leg.platform_cos * length))


def scan_from_record(record: dict[str, Any]) -> Scan:
    """Reads the geometry from the content of a run.json."""
    hexapod, request = record["machine"], record["request"]
    if hexapod.get("orientation_order", "zyx") != "zyx":
        raise SystemExit(f"orientation_order is {hexapod['orientation_order']}: the peers know R = Rz Ry Rx only")
    base, platform = hexapod["base"], hexapod["platform"]
    rotation = rotation_of(**request["orientation_rad"])
    legs = []
    for i in range(6):
        joint = rotate(rotation, platform["joints_m"][i])
        legs.append(Leg(
            offset=tuple(b - a for a, b in zip(base["joints_m"][i], joint)),
            min_length=hexapod["min_length_m"][i],
            max_length=hexapod["max_length_m"][i],
            base_axis=_unit(base["axes"][i]),
            base_cos=_cos_or_none(base["max_tilt_rad"][i]),
            platform_axis=rotate(rotation, _unit(platform["axes"][i])),
            platform_cos=_cos_or_none(platform["max_tilt_rad"][i])))
    return Scan(tuple(legs), *(_coordinates(**request["grid"][axis]) for axis in "xyz"))


def _cos_or_none(max_tilt_rad: float | None) -> float:
    return NO_LIMIT if max_tilt_rad is None else math.cos(max_tilt_rad)


def _coordinates(from_m: float, to_m: float, count: int, **_: Any) -> list[float]:
    """Grid points of one axis, including both exact ends."""
    step = (to_m - from_m) / max(1, count - 1)
    inner = [from_m + i * step for i in range(count - 1)]
    return inner + [to_m if count > 1 else from_m]


def rotation_of(roll: float, pitch: float, yaw: float, **_: Any) -> tuple[Vector, Vector, Vector]:
    """R = Rz(yaw) Ry(pitch) Rx(roll), row by row; the records of the comparison use that order."""
    cr, sr = math.cos(roll), math.sin(roll)
    cp, sp = math.cos(pitch), math.sin(pitch)
    cy, sy = math.cos(yaw), math.sin(yaw)
    return ((cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
            (-sp, cp * sr, cp * cr))


def rotate(rotation: tuple[Vector, Vector, Vector], vector: Any) -> Vector:
    return tuple(sum(r * v for r, v in zip(row, vector)) for row in rotation)


def _unit(vector: Any) -> Vector:
    length = math.hypot(*vector)
    return tuple(v / length for v in vector)
