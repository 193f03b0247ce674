"""Limits of a machine of run.json at a pose, from their definitions and independent of hexscan's own formulas."""

import math


def _rotation_about(axis, angle):
    """A rotation about a coordinate axis (0, 1, 2) as rows."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    rows = [[float(a == b) for b in range(3)] for a in range(3)]
    rows[j][j] = rows[k][k] = math.cos(angle)
    rows[j][k], rows[k][j] = -math.sin(angle), math.sin(angle)
    return rows


def _apply(rows, v):
    return [sum(r * x for r, x in zip(row, v)) for row in rows]


def _turn(pose, v):
    for axis, name in enumerate(("roll", "pitch", "yaw")):
        v = _apply(_rotation_about(axis, pose[name]), v)
    return v


def _angle(u, v):
    length = math.dist(u, (0, 0, 0)) * math.dist(v, (0, 0, 0))
    return 0.0 if length == 0 else math.acos(max(-1.0, min(1.0, sum(a * b for a, b in zip(u, v)) / length)))


def slacks(machine, pose):
    """{(leg from 1, name of the limit): slack}. Lengths are in metres, angles in radians. Negative means violated."""
    result = {}
    for i in range(6):
        turned = _turn(pose, machine["platform"]["joints_m"][i])
        leg = [pose[k] + t - b for k, t, b in zip("xyz", turned, machine["base"]["joints_m"][i])]
        length = math.dist(leg, (0, 0, 0))
        result[i + 1, "shortest length"] = length - machine["min_length_m"][i]
        result[i + 1, "longest length"] = machine["max_length_m"][i] - length
        axes = {"base": machine["base"]["axes"][i], "platform": _turn(pose, machine["platform"]["axes"][i])}
        for side, axis in axes.items():
            largest = machine[side]["max_tilt_rad"][i]
            if largest is not None:
                result[i + 1, f"{side} joint's tilt"] = largest - _angle(leg, axis)
    return result


def violated(machine, pose):
    """The violated limits of a pose, as hexscan writes them."""
    return sorted(f"leg {leg}, {limit}" for (leg, limit), slack in slacks(machine, pose).items() if slack < 0)
