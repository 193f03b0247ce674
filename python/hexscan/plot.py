"""Plots of machines and workspaces with matplotlib, which hexscan does not need otherwise.

Each function draws into `ax`, or into a new figure without one, and returns the axes::

    import hexscan
    w = hexscan.scan(hexscan.platform(), maps=["clearance"])
    hexscan.plot.map(w, "clearance", z=1.45)

Lengths are in metres, angles in degrees.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._errors import InputError
from ._hexscan import map_names
from ._notebook import widest_slice

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # type: ignore[import]
    from numpy.typing import ArrayLike

    from ._machine import Machine
    from ._scan import Workspace

_AXES = ("x", "y", "z", "roll", "pitch", "yaw")


def _new_axes(ax: Axes | None, **arguments) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot  # type: ignore[import]
    except ImportError:
        raise ImportError("hexscan.plot: matplotlib is not installed; install it with pip install matplotlib, or as "
                          "the distribution's package python3-matplotlib") from None
    return pyplot.subplots(**arguments)[1]


def _slice_at(workspace: Workspace, z: float | None) -> int:
    if z is None:
        return widest_slice(workspace)
    low, high = workspace.z[0], workspace.z[-1]
    half_step = (high - low) / max(2 * (len(workspace.z) - 1), 1) + 1e-9
    if not low - half_step <= z <= high + half_step:
        raise InputError(f"z: is {z:g}; the slices of this scan are from {low:g} to {high:g} m", "z")
    return int(np.abs(workspace.z - z).argmin())


def _show(workspace: Workspace, values: np.ndarray, number: int, ax: Axes, **arguments):
    # A pixel is centred on its point, so that the picture ends half a step beyond the outermost points.
    edges = []
    for axis in (workspace.x, workspace.y):
        half = (axis[1] - axis[0]) / 2 if len(axis) > 1 else 0.5
        edges += [axis[0] - half, axis[-1] + half]
    image = ax.imshow(values, origin="lower", extent=tuple(edges), interpolation="nearest", **arguments)
    ax.set(xlabel="x (m)", ylabel="y (m)", title=f"{workspace.machine.name}, z = {workspace.z[number]:.4g} m")
    return image


def slice(workspace: Workspace, z: float | None = None, ax: Axes | None = None) -> Axes:
    """The slice nearest to `z`, or the slice with the most reachable points. Reachable points are white."""
    ax, number = _new_axes(ax), _slice_at(workspace, z)
    _show(workspace, workspace.mask[number], number, ax, cmap="gray", vmin=0, vmax=1)
    return ax


def map(workspace: Workspace, name: str, z: float | None = None, ax: Axes | None = None) -> Axes:
    """A map of the slice nearest to `z`, or of the slice with the most reachable points, with its colour bar.

    Points that are not reachable are white. For "limit" the bar names the limits that occur."""
    if name not in workspace.maps:
        cure = f"scan with maps=[{name!r}]" if name in map_names else f"the maps are {', '.join(map_names)}"
        raise InputError(f"name: the workspace has no map {name!r}; {cure}", "name")
    ax, number = _new_axes(ax), _slice_at(workspace, z)
    values = np.ma.masked_where(~workspace.mask[number], workspace.maps[name][number])
    if name != "limit":
        unit = workspace.map_units[name]
        ax.figure.colorbar(_show(workspace, values, number, ax), ax=ax, label=f"{name} ({unit})" if unit else name)
        return ax
    present = np.unique(values.compressed())
    index: np.ndarray = np.ma.masked_array(np.searchsorted(present, values.filled(0)), values.mask)
    from matplotlib import colormaps, colors  # type: ignore[import]
    listed = colors.ListedColormap([colormaps["tab20"](k % 20) for k in range(max(len(present), 1))])
    image = _show(workspace, index, number, ax, cmap=listed, vmin=-0.5, vmax=listed.N - 0.5)
    bar = ax.figure.colorbar(image, ax=ax, ticks=range(len(present)))
    bar.ax.set_yticklabels([workspace.machine.limits[limit] for limit in present])
    return ax


def _pose_text(pose: np.ndarray) -> str:
    """A pose with its position in metres and its orientation in degrees."""
    position, angles = (", ".join(f"{value:.6g}" for value in part) for part in (pose[:3], np.degrees(pose[3:])))
    return f"({position}) m, ({angles})°"


def travel(machine: Machine, pose: ArrayLike | None = None, ax: Axes | None = None) -> Axes:
    """How far each axis can move from a pose, or from home, while the five others stay, as a bar for each axis.

    The ends of a bar have the coordinates there, in metres or degrees, and the names of the limits (`Machine.travel`).
    Raises InputError without a pose if the machine has no home."""
    start = machine.home if pose is None else np.asarray(pose, dtype=np.float64)
    if start is None:
        raise InputError("pose: is missing, and the machine has no home; give a pose", "pose")
    ends, limits = machine.travel(start, limits=True)
    ax = _new_axes(ax, figsize=(8, 4))
    ax.set_title(f"{machine.name}: travel from {'home' if pose is None else _pose_text(start)}")
    widest = [np.nanmax(np.abs(part[np.isfinite(part)]), initial=1e-12) for part in (
        (ends - start[:, None])[:3], (ends - start[:, None])[3:])]
    for row, axis in enumerate(_AXES):
        unit, factor = ("m", 1.0) if row < 3 else ("°", 180 / np.pi)
        moved = (ends[row] - start[row]) / widest[row // 3]
        moved = np.where(np.isfinite(moved), moved, np.sign(moved))
        ax.barh(row, moved[1] - moved[0], left=moved[0], height=0.5, color="tab:blue" if row < 3 else "tab:orange")
        for end, side in ((0, "right"), (1, "left")):
            text = f"{ends[row, end] * factor:.4g} {unit}\n{machine.limits[limits[row, end]]}"
            ax.annotate(text, (moved[end], row), (-4 if end == 0 else 4, 0), textcoords="offset points", ha=side,
                        va="center", fontsize=7)
    ax.set(yticks=range(6), yticklabels=_AXES, xticks=[], xlim=(-2.2, 2.2))
    ax.axvline(0, color="black", linewidth=0.8)
    ax.invert_yaxis()
    return ax


def surface(workspace: Workspace, ax: Axes | None = None) -> Axes:
    """The lowest and the highest reachable z over x and y, as two surfaces in 3D. It does not show cavities."""
    ax = _new_axes(ax, subplot_kw={"projection": "3d"})
    mask = workspace.mask
    reached = mask.any(axis=0)
    lowest = workspace.z[mask.argmax(axis=0)]
    highest = workspace.z[mask.shape[0] - 1 - mask[::-1].argmax(axis=0)]
    x, y = np.meshgrid(workspace.x, workspace.y)
    for heights, colour in ((lowest, "tab:gray"), (highest, "tab:blue")):
        ax.plot_surface(x, y, np.where(reached, heights, np.nan), color=colour, alpha=0.8, linewidth=0)
    ax.set(xlabel="x (m)", ylabel="y (m)", zlabel="z (m)", title=workspace.machine.name)
    return ax
