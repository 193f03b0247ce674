"""Sweeps: many machines at once."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Sequence

import numpy as np

from . import _hexscan
from ._arguments import read_effort, read_path
from ._exit import end_work_at_exit
from ._progress import Progress, shown
from ._scan import read_device

if TYPE_CHECKING:
    import pandas  # type: ignore[import]


# The types of the columns that have a value in every row.
_TYPES = {"machine": np.int64, "design": np.int64, "valid": np.bool_}
# Columns of text. All others are float64, with NaN in place of a missing number.
_TEXTS = ("problem", "gave_up")


class Table(np.ndarray):
    """A structured array with a row per machine. `table["volume_m3"]` is a column, `table[0]` a row.

    "machine" and "design" are int64 numbers from 0, "valid" is bool, and "problem" and "gave_up" are text. All other
    columns are float64. In "cut_off" and "front" yes is 1 and no is 0. NaN means that a machine has no number."""

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a DataFrame, in which "cut_off" and "front" are nullable booleans. Needs pandas."""
        from ._tables import frame_of
        frame = frame_of(self)
        for name in ("cut_off", "front"):
            if name in frame:
                frame[name] = frame[name].astype("boolean")
        return frame


def _column(name: str, values: Sequence[float] | Sequence[str]) -> np.ndarray:
    if name in _TEXTS:  # a column without any text comes as numbers, all of them missing
        texts = [value if isinstance(value, str) else "" for value in values]
        return np.array(texts, dtype=f"<U{max(map(len, texts), default=1) or 1}")
    return np.asarray(values).astype(_TYPES.get(name, np.float64))


def _array(names: list[str], columns: list) -> Table:
    typed = [_column(name, column) for name, column in zip(names, columns)]
    array = np.empty(len(typed[0]), dtype=[(name, column.dtype) for name, column in zip(names, typed)])
    for name, column in zip(names, typed):
        array[name] = column
    return array.view(Table)


def sweep(file: str | os.PathLike, *, folder: str | os.PathLike | None = None, restart: bool = False,
          device: str = "auto", effort: int = 1, progress: Progress = None) -> Table:
    """Measures every machine of a sweep file: a table with the columns of designs.csv and one row per machine.

    folder: The folder of the files that the program writes. A sweep that was interrupted continues there. Without a
        folder nothing is kept.
    restart: True removes what another sweep left in the folder.
    device: "auto", "cuda" and "cuda:all" use all CUDA devices, or the CPU if there are none. "cpu" uses none, and a
        numbered device such as "cuda:1" only that one. The figures are the same.
    effort: 1 to 1000. Searches test this many times as many parts before they give up. The column gave_up names the
        columns whose search gave up.

    Raises InputError, DeviceError, OutputError.
    """
    source, effort = read_path(file, "file"), read_effort(effort)
    kind, index = read_device("auto" if device in ("cuda", "cuda:all") else device)
    with shown(progress) as teller:
        if folder is not None:
            names, columns, _ = _hexscan.sweep(source, read_path(folder, "folder"), bool(restart), True, kind, index,
                                               effort, teller)
        else:
            import tempfile
            with tempfile.TemporaryDirectory(prefix="hexscan-") as temporary:
                end_work_at_exit()  # before Python removes the folder
                names, columns, _ = _hexscan.sweep(source, temporary, False, False, kind, index, effort, teller)
    return _array(names, columns)
