"""Sweeps: many machines at once."""
from __future__ import annotations

import os

import numpy as np

from . import _hexscan
from ._arguments import read_effort, read_path
from ._exit import end_work_at_exit
from ._progress import Progress, shown
from ._scan import read_device


def _array(names: list[str], columns: list) -> np.ndarray:
    types = [np.asarray(column).dtype for column in columns]
    rows = len(columns[0]) if columns else 0
    array = np.empty(rows, dtype=list(zip(names, types)))
    for name, column in zip(names, columns):
        array[name] = column
    return array


def sweep(file: str | os.PathLike, *, folder: str | os.PathLike | None = None, restart: bool = False,
          device: str = "auto", effort: int = 1, progress: Progress = None) -> np.ndarray:
    """Measures every machine of a sweep's file: a structured array with the columns of designs.csv, one row a machine.

    The array has one row per machine. Numbers are float64. Yes and no are 1 and 0. NaN means that a machine has no
    number.

    folder: where results go as the program leaves them, and finished work is kept: a sweep that was ended goes on
        there. Without one nothing is kept.
    restart: what another sweep left there goes first.
    device: "auto" and "cuda:all", all CUDA devices that are there, else the processor; "cpu". Figures are the same.
    effort: 1 to 1000, so many times as many parts are looked at before a search gives up; the column gave_up names the
        columns of which it did.

    Raises InputError, DeviceError, OutputError.
    """
    source, effort = read_path(file, "file"), read_effort(effort)
    on_cpu = device not in ("auto", "cuda:all") and read_device(device)[0] == "cpu"
    with shown(progress) as teller:
        if folder is not None:
            names, columns, _ = _hexscan.sweep(source, read_path(folder, "folder"), bool(restart), True, on_cpu, effort,
                                               teller)
        else:
            import tempfile
            with tempfile.TemporaryDirectory(prefix="hexscan-") as temporary:
                end_work_at_exit()  # before Python removes the folder
                names, columns, _ = _hexscan.sweep(source, temporary, False, False, on_cpu, effort, teller)
    return _array(names, columns)
