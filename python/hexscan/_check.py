"""Proofs that a machine meets its requirements."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from . import _hexscan
from ._arguments import read_effort
from ._errors import NO_NUMBER, InputError, written
from ._machine import Machine
from ._progress import Progress, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._types import Box, PerLeg

_AXES = ("x", "y", "z", "roll", "pitch", "yaw")


class Check:
    """The result of check(): of a box, of one requirement of the file, or of the whole file.

    ``bool(result)`` is True if the verdict is "proved". Proofs hold in spite of rounding."""

    #: For a box or a requirement: "proved", "violated", "other assembly" (the machine cannot move from home to one of
    #: the poses) or "undecided" (the search neither proved nor refuted it). For a whole file: "proved" if it has no
    #: fault and all requirements are proved, otherwise "violated".
    verdict: str
    clearance: float | None  #: the least clearance that the proof met, in metres; None for a whole file
    limit: str | None  #: the name of the limit with that clearance; None for a whole file
    counterexample: NDArray[np.float64] | None  #: a pose, (6,), that refutes the requirement; None if there is none
    faults: list[str]  #: for a whole file: why the machine is unfit, causes first
    notes: list[str]  #: for a whole file: other findings for the user
    requirements: list[Check]  #: for a whole file: the results of its requirements
    name: str  #: the name of a requirement; otherwise empty
    text: str  #: for a whole file: the report for people, in the units of the file

    def __init__(self, result: dict[str, Any]):
        self.name = result.get("name", "")
        self.verdict = result["verdict"]
        self.clearance = result.get("clearance")
        self.limit = result.get("limit")
        found = self.verdict in ("violated", "other assembly") and "pose" in result
        self.counterexample = np.array(result["pose"]) if found else None
        self.faults = result.get("faults", [])
        self.notes = result.get("notes", [])
        self.requirements = [Check(one) for one in result.get("requirements", [])]
        self.text = result.get("text", "")
        self._json = result.get("json", "{}")

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    @property
    def json(self) -> dict[str, Any]:
        """The report on a whole file for programs, in metres and radians (docs/reference/check.md); otherwise empty."""
        import json
        return json.loads(self._json)

    def __repr__(self) -> str:
        if self.clearance is None:
            return f"<hexscan.Check: {self.verdict}, {len(self.faults)} faults, {len(self.requirements)} requirements>"
        return f"<hexscan.Check: {self.verdict}, least clearance {self.clearance:.6g} m, {self.limit}>"

    def _repr_html_(self) -> str:
        from ._notebook import check_html
        return check_html(self)


def _ends(value: Any, key: str) -> tuple[float, float]:
    try:
        ends = np.asarray(value, dtype=np.float64)
    except NO_NUMBER:
        ends = np.full(3, np.nan)
    if ends.shape not in ((), (2,)) or not np.isfinite(ends).all():
        raise InputError(f"{key}: is {written(value)}; give a finite number or a range (from, to), in metres or "
                         "radians", key)
    return (float(ends), float(ends)) if ends.ndim == 0 else (float(ends[0]), float(ends[1]))


def _number(value: Any, key: str) -> float:
    try:
        return float(value)
    except NO_NUMBER:
        raise InputError(f"{key}: is {written(value)}; give a number", key) from None


def _each_leg(value: Any, key: str) -> list[float]:
    try:
        numbers = np.asarray(value, dtype=np.float64)
    except NO_NUMBER:
        numbers = np.zeros(0)
    if numbers.shape not in ((), (6,)):
        raise InputError(f"{key}: is {written(value)}; give a number, or six of them, one per leg", key)
    return np.broadcast_to(numbers, 6).tolist()


def check(machine: Machine, box: Box | None = None, *, clearance: float | None = None,
          apart: float | None = None, conditioning: float | None = None, rate: float | None = None,
          stiffness: float | None = None, max_force: PerLeg | None = None, max_torque: PerLeg | None = None,
          effort: int = 1, progress: Progress = None) -> Check:
    """Proves or refutes that a machine meets requirements at every pose of a box.

    box: A dictionary of x, y, z in metres and roll, pitch, yaw in radians. Each is (from, to) or a number. An axis that
        is missing stays as at home, or at 0 without a home. Without a box the function finds faults of the machine, and
        proves or refutes the requirements in its file. All arguments but effort and progress then must be None.
    clearance: The least clearance in metres: how far the platform can move in any direction before it meets a limit of
        the legs. None means 0.
    apart: The least gap between the surfaces of two legs, and of a leg and an obstacle, in metres. The machine must
        have legs.diameter, which is 0 for legs without thickness.
    conditioning: The least conditioning, above 0 and below 1. It is 1 / condition number of the inverse Jacobian, with
        the length that the program's check uses.
    rate: The largest rate of a joint value while the tool moves at 1 m/s in any direction, in m/s, or rad/s for arms.
    stiffness: The least stiffness of the tool in N/m, in its softest direction and with rotation free. The machine must
        have legs.stiffness.
    max_force: The largest force in a leg or rod, in N: one number, or six. The machine must have a load.
    max_torque: The largest torque of an arm's motor, in N m: one number, or six. The machine must have a load.
    effort: From 1 to 1000. Searches test this many times as many parts before they give up.
    progress: For a check without a box. True shows a bar. A function is called with the progress, as in (what, done,
        total).

    None requires nothing. The machine's own limits always apply. The proof uses interval arithmetic, so it covers every
    pose of the box and not only samples. Raises InputError.
    """
    if not isinstance(machine, Machine):
        raise InputError(f"machine: is {machine!r}; give a hexscan.Machine, such as the result of hexscan.load(file)",
                         "machine")
    numbers: dict[str, Any] = {"clearance": clearance, "apart": apart, "conditioning": conditioning, "rate": rate,
                               "stiffness": stiffness}
    of_legs: dict[str, Any] = {"max_force": max_force, "max_torque": max_torque}
    if box is None:
        for key, value in {**numbers, **of_legs}.items():
            if value is not None:
                raise InputError(f"{key}: applies only to the box of box=; give box=, or leave {key}= out and give "
                                 f"{key} in the requirements of the machine file", key)
        with shown(progress) as teller:
            result = _hexscan.check(machine._is, read_effort(effort), teller)
        result["verdict"] = "proved" if result["holds"] else "violated"
        return Check(result)
    if not isinstance(box, Mapping):
        raise InputError(f"box: is {box!r}; give a dictionary such as {{'x': (-0.05, 0.05)}}", "box")
    if unknown := [key for key in box if key not in _AXES]:
        raise InputError(f"{unknown[0]}: is not an axis; the axes are {', '.join(_AXES)}", str(unknown[0]))
    home = machine.home if machine.home is not None else np.zeros(6)
    ends = [_ends(box.get(axis, home[k]), axis) for k, axis in enumerate(_AXES)]
    low, high = zip(*ends)
    asked = {key: None if value is None else _number(value, key) for key, value in numbers.items()}
    each = {key: None if value is None else _each_leg(value, key) for key, value in of_legs.items()}
    return Check(_hexscan.prove(machine._is, low, high, asked["clearance"] or 0.0, asked["apart"],
                                asked["conditioning"], asked["rate"], asked["stiffness"], each["max_force"],
                                each["max_torque"], read_effort(effort)))
