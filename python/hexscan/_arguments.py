"""Checks the types of arguments before they go to the extension module, whose own type errors name no argument."""
from __future__ import annotations

import operator
import os
from typing import Any

from ._errors import InputError, written


def read_effort(effort: Any) -> int:
    """Returns a whole number that fits into the library's type. The library checks that it is from 1 to 1000."""
    try:
        whole = operator.index(effort)
    except TypeError:
        whole = -1
    if not 0 <= whole < 2**31:
        raise InputError(f"effort: is {written(effort)}; must be a whole number from 1 to 1000", "effort")
    return whole


def read_seed(seed: Any) -> int:
    try:
        whole = operator.index(seed)
    except TypeError:
        whole = -1
    if not 0 <= whole < 2**64:
        raise InputError(f"seed: is {written(seed)}; must be a whole number from 0 to {2**64 - 1}", "seed")
    return whole


def read_path(path: str | os.PathLike, key: str) -> str:
    name = os.fsdecode(path)
    if "\0" in name:
        raise InputError(f"{key}: is {name!r}; a path cannot contain a zero character", key)
    return name


def require_text(text: Any, key: str) -> None:
    if not isinstance(text, (str, bytes)):
        raise InputError(f"{key}: is {written(text)}; give text", key)
