"""Ends the work of threads when Python ends."""
from __future__ import annotations

import atexit

from . import _hexscan


def end_work_at_exit() -> None:
    """Makes Python end the work of other threads at its exit, before it calls the functions that are registered with
    atexit so far."""
    atexit.unregister(_hexscan.end_all_work)
    atexit.register(_hexscan.end_all_work)
