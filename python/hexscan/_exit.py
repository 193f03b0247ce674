"""The end of Python."""
from __future__ import annotations

import atexit

from . import _hexscan


def end_work_at_exit() -> None:
    """Python's end first ends the work of other threads, before all that is registered with atexit so far."""
    atexit.unregister(_hexscan.end_all_work)
    atexit.register(_hexscan.end_all_work)
