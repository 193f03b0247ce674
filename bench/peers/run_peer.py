"""Runs one peer in a process of its own, for compare.py: run_peer.py PEER RUN_JSON REPEAT RESULT_JSON."""

from __future__ import annotations

import importlib
import json
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from scan import Scan, scan_from_record

WARM_UPS = 2


def main() -> None:
    key, record_path, repeat, result_path = sys.argv[1:]
    scan = scan_from_record(json.loads(Path(record_path).read_text()))
    Path(result_path).write_text(json.dumps(run_peer(key, scan, int(repeat))))


def run_peer(key: str, scan: Scan, repeat: int) -> dict[str, Any]:
    """The table's data of one peer. A missing package or GPU is a status, not an error."""
    try:
        module = importlib.import_module(f"{key}_peer")
    except ImportError as error:
        return {"status": "not installed", "reason": str(error)}
    result = {"name": module.NAME, "version": module.VERSION, "device": module.gpu_name() or "CPU"}
    if module.NEEDS_GPU and module.gpu_name() is None:
        return result | {"status": "no GPU"}
    try:
        return result | {"status": "ok"} | measure(module, scan, repeat)
    except Exception as error:  # any error of the library becomes a row; the other peers run anyway
        traceback.print_exc()
        return result | {"status": "failed", "reason": f"{type(error).__name__}: {error}"}


def measure(module: Any, scan: Scan, repeat: int) -> dict[str, Any]:
    """Measures from the call to the last byte in host memory, after a first run that compiles and allocates."""
    import numpy as np

    start = time.perf_counter()
    peer = module.Peer(scan)
    parts = peer.run()
    first_run_s = time.perf_counter() - start
    if module.MAX_REPEAT is None:
        for _ in range(WARM_UPS):
            parts = peer.run()

    times_ms = []
    repeat = min(repeat, module.MAX_REPEAT or repeat)
    for number in range(repeat):
        if number == repeat - 1:
            clear(parts)  # verdicts of an earlier run cannot be mistaken for the last run's
        start = time.perf_counter()
        parts = peer.run()
        times_ms.append(1e3 * (time.perf_counter() - start))

    verdicts = sum(part.size for part in parts)
    if verdicts != scan.points or any(part.dtype.itemsize != 1 for part in parts):
        raise RuntimeError(f"{scan.points} verdicts of one byte each expected, {verdicts} came")
    reachable_points = sum(int(np.count_nonzero(part)) for part in parts)
    return {"first_run_s": first_run_s, "times_ms": times_ms, "reachable_points": reachable_points}


def clear(parts: list[Any]) -> None:
    """Clears the host memory that a peer reuses. Read-only memory is new in every run."""
    for part in parts:
        if part.flags.writeable:
            part.fill(False)


if __name__ == "__main__":
    main()
