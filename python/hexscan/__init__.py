"""Computes and proves what a hexapod (Stewart-Gough platform) can reach: exact, dense and fast.

A machine is read from a machine file. Its methods and the functions below answer questions about it::

    import hexscan
    m = hexscan.platform("rubin-camera-hexapod")    # or hexscan.load("my.yaml")
    m.reachable([0, 0, -2.75, 0, 0, 0])             # x, y, z in metres, roll, pitch, yaw in radians: True
    w = hexscan.scan(m)                             # every point of a dense grid
    hexscan.check(m, {"z": (-2.77, -2.75)})         # proved, or refuted by a counterexample
    hexscan.sweep("sweep.yaml")                     # thousands of machines

All units are SI: metres and radians. Functions of many poses take arrays of shape (n, 6) and use all cores. Other
Python threads keep running meanwhile, and Ctrl-C ends the function. Results equal those of the program ``hexscan``, to
the bit.

Wrong input raises `InputError`, a ValueError that names the key and the cure. A GPU that is absent, full or failing
raises `DeviceError`, and a file that cannot be written `OutputError`. Warnings are of the class `HexscanWarning`.
"""
from __future__ import annotations

import importlib.util as _util


def _is_in_main_interpreter() -> bool:
    for name in ("_interpreters", "_xxsubinterpreters"):  # since Python 3.13, and before
        if _util.find_spec(name) is not None:
            interpreters = __import__(name)
            return interpreters.get_current() == interpreters.get_main()
    return True


# In a sub-interpreter the import of NumPy would never return.
if not _is_in_main_interpreter():
    raise ImportError("hexscan: cannot run in a Python sub-interpreter; import hexscan in the main interpreter of a "
                      "process")

if _util.find_spec("hexscan._hexscan") is None:
    import sys as _sys
    raise ImportError(f"hexscan: {__path__[0]} has no compiled module _hexscan for {_sys.executable}; build it with "
                      "cmake --build FOLDER --target hexscan_python, where FOLDER is a build folder for this Python, "
                      "and set PYTHONPATH=FOLDER/python")

from . import plot
from ._check import Check, check
from ._errors import DeviceError, Error, HexscanWarning, InputError, OutputError
from ._exit import end_work_at_exit as _end_work_at_exit
from ._hexscan import map_names
from ._hexscan import version as __version__
from ._machine import Machine, load, platform, platforms
from ._scan import Workspace, scan
from ._sweep import sweep

__all__ = ["Check", "DeviceError", "Error", "HexscanWarning", "InputError", "Machine", "OutputError", "Workspace",
           "check", "load", "map_names", "platform", "platforms", "plot", "scan", "sweep", "__version__"]

_end_work_at_exit()
