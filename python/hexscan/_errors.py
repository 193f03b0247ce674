"""The errors and warnings of hexscan."""
from __future__ import annotations

import warnings
from types import FrameType
from typing import Any


class Error(Exception):
    """The base class of hexscan's errors. The text says what is wrong, where, and how to cure it."""

    def __init__(self, text: str, *_):
        super().__init__(text)


class InputError(Error, ValueError):
    """A file or an argument is invalid.

    key: The wrong key of the file, such as "legs.min[3]", or the wrong argument of the call. Empty for other errors.
    cure: The allowed values or another cure; empty if the text gives none.
    file, line: The file and its line, counted from 1; "" and 0 if no file is wrong.
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
    """A finding that the user should know although the work continues."""


# The errors that float() and NumPy raise for values that are not numbers, or are too large for a double.
NO_NUMBER = (TypeError, ValueError, OverflowError)


def written(value: Any) -> str:
    """The text of a value, for a message. Python refuses to write integers of thousands of digits."""
    try:
        return repr(value)
    except ValueError:
        return "a number with too many digits"


def _key_in(text: str) -> str:
    key = text.partition(": ")[0]
    return key if key != text and " " not in key else ""


def warn(text: str) -> None:
    """Issues a warning at the line of the user's code that called this package."""
    import sys
    level = 1
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
        level += 1
    warnings.warn(text, HexscanWarning, stacklevel=level)
