"""Proofs: whether a machine does what it must."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from . import _hexscan
from ._errors import InputError
from ._machine import Machine
from ._progress import Progress, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    except (TypeError, ValueError):
        ends = np.full(3, np.nan)
    if ends.shape not in ((), (2,)) or not np.isfinite(ends).all():
        raise InputError(f"{key}: is {value!r}; give (from, to) or a number, finite, in metres or radians", key)
    return (float(ends), float(ends)) if ends.ndim == 0 else (float(ends[0]), float(ends[1]))


def check(machine: Machine, box: Mapping[str, Any] | None = None, *, clearance: float = 0.0,
          progress: Progress = None) -> Check:
    """Proves or refutes that a machine keeps a clearance everywhere in a box of poses.

    box: a dictionary of x, y, z in metres and roll, pitch, yaw in radians, each (from, to) or a number; what is left
        out is as home has it, or 0. Without a box the machine's file is checked, and its requirements are proved or
        refuted.
    clearance: asked for everywhere, in metres.

    The proof is one in interval arithmetic: it covers every pose of the box, not samples of it.
    """
    if not isinstance(machine, Machine):
        raise InputError(f"machine: is {machine!r}; give a hexscan.Machine, as hexscan.load(file) makes one", "machine")
    if box is None:
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
    return Check(_hexscan.prove(machine._is, low, high, float(clearance)))
