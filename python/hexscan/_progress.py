"""Shows the progress of long work."""
from __future__ import annotations

import sys
from typing import Any, Callable, Optional, Union

Progress = Union[bool, None, Callable[[str, int, int], None]]


class _Bar:
    """Shows progress as tqdm's bar, in a terminal or a notebook."""

    def __init__(self, tqdm: Any):
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._bar is None or self._bar.desc != what or self._bar.total != total:
            self.close()
            self._bar = self._tqdm(total=total, desc=what)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Line:
    """Shows progress as a line on standard error."""

    def __init__(self) -> None:
        self._told = ""

    def __call__(self, what: str, done: int, total: int) -> None:
        text = f"\r{what}: {done} of {total}"
        if text != self._told:
            sys.stderr.write(text)
            sys.stderr.flush()
        self._told = text

    def close(self) -> None:
        if self._told:
            sys.stderr.write("\n")


class shown:
    """A context with the function that shows the progress, or with None if `progress` requests nothing."""

    def __init__(self, progress: Progress):
        self._own: Optional[_Bar | _Line] = None
        if progress is True:
            try:
                from tqdm.auto import tqdm  # type: ignore[import]
                self._own = _Bar(tqdm)
            except ImportError:
                self._own = _Line()
        self._teller = progress if callable(progress) else self._own

    def __enter__(self):
        return self._teller

    def __exit__(self, *_):
        if self._own:
            self._own.close()
