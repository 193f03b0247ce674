"""Proofs: whether a machine does what it must."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union

import numpy as np

from . import _hexscan
from ._errors import NO_NUMBER, InputError, written
from ._machine import Machine
from ._progress import Progress, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: of all legs, or of each of the six
PerLeg = Union[float, Sequence[float]]

_AXES = ("x", "y", "z", "roll", "pitch", "yaw")


class Check:
    """What came of it: true where all that was asked is proved, rounding included."""

    #: "proved", "violated", "other assembly" (a pose cannot be got to from home) or "undecided" (too close to tell)
    verdict: str
    clearance: float | None  #: the least clearance met, in metres
    limit: str | None  #: whose it is
    counterexample: NDArray[np.float64] | None  #: a pose, (6,), where it is violated
    faults: list[str]  #: what makes the machine unfit, where the whole file was asked about; causes first
    notes: list[str]  #: what else should be known
    requirements: list[Check]  #: those of the file
    name: str  #: of a requirement
    text: str  #: the whole report for people

    def __init__(self, told: dict):
        self.name = told.get("name", "")
        self.verdict = told["verdict"]
        self.clearance = told.get("clearance")
        self.limit = told.get("limit")
        found = self.verdict in ("violated", "other assembly") and "pose" in told
        self.counterexample = np.array(told["pose"]) if found else None
        self.faults = told.get("faults", [])
        self.notes = told.get("notes", [])
        self.requirements = [Check(one) for one in told.get("requirements", [])]
        self.text = told.get("text", "")
        self._json = told.get("json", "{}")

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    @property
    def json(self) -> dict:
        """The whole report for programs, in metres and radians."""
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
        raise InputError(f"{key}: is {written(value)}; give (from, to) or a number, finite, in metres or radians", key)
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


def check(machine: Machine, box: Mapping[str, Any] | None = None, *, clearance: float | None = None,
          apart: float | None = None, conditioning: float | None = None, rate: float | None = None,
          max_force: PerLeg | None = None, max_torque: PerLeg | None = None, progress: Progress = None) -> Check:
    """Proves or refutes that a machine keeps what is asked everywhere in a box of poses.

    box: a dictionary of x, y, z in metres and roll, pitch, yaw in radians, each (from, to) or a number; what is left
        out is as home has it, or 0. Without a box the machine's file is checked, and its requirements are proved or
        refuted.
    clearance: how far the platform must be able to move in any direction before a limit of the legs is met, in metres.
        None: 0.
    apart: the least gap between surfaces of two legs, and of a leg and what stands in its way, in metres. The machine
        must have legs.diameter; 0 for legs that are lines.
    conditioning: the least one, above 0 and below 1: 1 / condition of the inverse Jacobian, lengths as the program's
        check has them.
    rate: the most that a leg's value changes by, in m/s or of arms rad/s, while the tool moves by 1 m/s in any way.
    max_force: the largest force in a leg or rod, in N. The machine must have a load.
    max_torque: the largest torque of an arm's motor, in N m. The machine must have a load.

    What is None is not asked; the machine's own limits are kept anyway. The proof is one in interval arithmetic: it
    covers every pose of the box, not samples of it.
    """
    if not isinstance(machine, Machine):
        raise InputError(f"machine: is {machine!r}; give a hexscan.Machine, as hexscan.load(file) makes one", "machine")
    numbers: dict[str, Any] = {"clearance": clearance, "apart": apart, "conditioning": conditioning, "rate": rate}
    of_legs: dict[str, Any] = {"max_force": max_force, "max_torque": max_torque}
    if box is None:
        for key, value in {**numbers, **of_legs}.items():
            if value is not None:
                raise InputError(f"{key}: is asked of a box; give box= beside it, or requirements in the file", key)
        with shown(progress) as teller:
            told = _hexscan.check(machine._is, teller)
        told["verdict"] = "proved" if told["holds"] else "violated"
        return Check(told)
    if not isinstance(box, Mapping):
        raise InputError(f"box: is {box!r}; give a dictionary, as {{'x': (-0.05, 0.05)}}", "box")
    if unknown := [key for key in box if key not in _AXES]:
        raise InputError(f"{unknown[0]}: is no axis; there are {', '.join(_AXES)}", str(unknown[0]))
    home = machine.home if machine.home is not None else np.zeros(6)
    ends = [_ends(box.get(axis, home[k]), axis) for k, axis in enumerate(_AXES)]
    low, high = zip(*ends)
    asked = {key: None if value is None else _number(value, key) for key, value in numbers.items()}
    each = {key: None if value is None else _each_leg(value, key) for key, value in of_legs.items()}
    return Check(_hexscan.prove(machine._is, low, high, asked["clearance"] or 0.0, asked["apart"],
                                asked["conditioning"], asked["rate"], each["max_force"], each["max_torque"]))
