"""Results as objects of xarray and pandas, which hexscan does not need otherwise."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas  # type: ignore[import]
    import xarray  # type: ignore[import]

    from ._scan import Workspace


def dataset_of(workspace: Workspace) -> xarray.Dataset:
    """Mask and maps of a workspace by z, y and x."""
    import xarray
    axes = {axis: (axis, getattr(workspace, axis), {"units": "m"}) for axis in ("z", "y", "x")}
    cells = ("z", "y", "x")
    variables = {name: (cells, np.asarray(values)) for name, values in workspace.maps.items()}
    variables["reachable"] = (cells, workspace.mask)
    data = xarray.Dataset(variables, axes, {"machine": workspace.machine.name, "volume_m3": workspace.volume})
    for name, unit in workspace.map_units.items():
        if unit:
            data[name].attrs["units"] = unit
    return data


def frame_of(array: np.ndarray) -> pandas.DataFrame:
    """A structured array as a DataFrame. Columns keep their types."""
    import pandas
    return pandas.DataFrame({name: np.asarray(array[name]) for name in array.dtype.names or ()})
