"""What hexscan raises and warns of."""
from __future__ import annotations

import warnings
from types import FrameType
from typing import Any


class Error(Exception):
    """Whatever hexscan finds wrong. Its text says what, where, and what helps."""

    def __init__(self, text: str, *_):
        super().__init__(text)


class InputError(Error, ValueError):
    """A file or a value that cannot be what it stands for.

    key: of a file or an argument, as "legs.min[3]"; empty where none is to blame.
    cure: what is allowed or helps; empty where the text says nothing of it.
    file, line: where it was found, line from 1 on; "" and 0 where it was no file.
    """

    def __init__(self, text: str, key: str = "", file: str = "", line: int = 0):
        super().__init__(text)
        self.key = key or _key_in(text)
        self.cure = text.partition("; ")[2]
        self.file = file
        self.line = line


class DeviceError(Error, RuntimeError):
    """A device that is absent, too old, full or failing."""


class OutputError(Error, OSError):
    """A file that cannot be written."""


class HexscanWarning(UserWarning):
    """What goes on but should be known."""


#: What float() and NumPy raise of a value that is no number, or of a number beyond a double.
NO_NUMBER = (TypeError, ValueError, OverflowError)


def written(value: Any) -> str:
    """A value for a message. Python refuses to write integers of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return "a number of too many digits"


def _key_in(text: str) -> str:
    key = text.partition(": ")[0]
    return key if key != text and " " not in key else ""


def warn(text: str) -> None:
    """Warns whoever called into this package."""
    import sys
    level = 1
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        level += 1
    warnings.warn(text, HexscanWarning, stacklevel=level)
