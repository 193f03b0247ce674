"""The representations of objects in a notebook."""
from __future__ import annotations

import base64
import html
import struct
import zlib

import numpy as np


def png(grey: np.ndarray) -> bytes:
    """A 2-D uint8 array as a PNG, with the first row at the top."""
    height, width = grey.shape
    lines = np.zeros((height, width + 1), dtype=np.uint8)
    lines[:, 1:] = grey

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines.tobytes(), 6)) +
            chunk(b"IEND", b""))


def widest_slice(workspace) -> int:
    """The index of the slice with the most reachable points."""
    runs = workspace.runs
    if len(runs) == 0:
        return 0
    return int(np.bincount(runs["slice"], weights=runs["last"] - runs["first"] + 1).argmax())


def workspace_png(workspace) -> bytes:
    """The widest slice as a PNG. Reachable points are white; x points to the right, y up."""
    runs = workspace.runs[workspace.runs["slice"] == widest_slice(workspace)]
    picture = np.full(workspace.shape[1:], 40, dtype=np.uint8)
    for _, row, first, last in runs.tolist():
        picture[row, first:last + 1] = 255
    return png(picture[::-1])


def _table(rows: list[tuple[str, str]]) -> str:
    cells = "".join(f"<tr><th style='text-align:left'>{html.escape(label)}</th><td>{html.escape(text)}</td></tr>"
                    for label, text in rows)
    return f"<table>{cells}</table>"


def workspace_html(workspace) -> str:
    """The widest slice and a summary, as HTML."""
    z, y, x = workspace.shape
    height = workspace.z[widest_slice(workspace)]
    picture = base64.b64encode(workspace_png(workspace)).decode()
    rows = [("machine", workspace.machine.name), ("grid", f"{x} x {y} x {z} points"),
            ("reachable", f"{workspace.points} points"), ("volume", f"{workspace.volume:.6g} m^3"),
            ("picture", f"z = {height:.6g} m"), ("maps", ", ".join(workspace.maps) or "none")]
    return (f"<div style='display:flex;gap:1em'><img width='240' alt='reachable points at z = {height:.6g} m' "
            f"src='data:image/png;base64,{picture}'>{_table(rows)}</div>")


def machine_html(machine) -> str:
    """The machine's numbers, as HTML."""
    def text(value):
        return f"{value:.6g}" if np.ndim(value) == 0 else ", ".join(f"{number:.6g}" for number in value)

    return _table([("machine", machine.name)] + [(key, text(machine[key])) for key in machine.keys()])


def check_html(check) -> str:
    """The verdict and the facts behind it, as HTML."""
    rows = [("verdict", check.verdict)]
    if check.clearance is not None:
        rows += [("least clearance", f"{check.clearance:.6g} m"), ("limit", check.limit)]
    if check.counterexample is not None:
        rows.append(("counterexample", ", ".join(f"{number:.6g}" for number in check.counterexample)))
    rows += [("fault", fault) for fault in check.faults]
    rows += [(one.name or "requirement", one.verdict) for one in check.requirements]
    return _table(rows)
