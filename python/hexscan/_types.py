"""Types of arguments and results."""
from __future__ import annotations

from typing import Any, List, Mapping, Optional, Protocol, Sequence, Tuple, TypedDict, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

#: (from, to, points), or one number
Steps = Union[float, Sequence[float]]

#: (from, to), or one number
Ends = Union[float, Sequence[float]]

#: one number for all legs, or one for each of the six
PerLeg = Union[float, Sequence[float]]

#: the ends of each axis of x, y, z, roll, pitch and yaw that does not stay as at home
Box = Mapping[str, Ends]


class DeviceArray(Protocol):
    """An array in the memory of a CUDA device, such as one of CuPy or PyTorch."""

    @property
    def __cuda_array_interface__(self) -> Mapping[str, Any]: ...


OnDevice = TypeVar("OnDevice", bound=DeviceArray)


class Assembly(TypedDict):
    """A pose with given joint values."""

    pose: Tuple[float, ...]  #: x, y, z in metres; roll, pitch, yaw in radians
    residual: float  #: the largest error of the length of a leg or rod, in metres
    conditioning: float  #: 1 / condition number of the inverse Jacobian
    violated: List[int]  #: numbers of the violated limits
    other_branch: List[int]  #: legs, 1 to 6, on the branch that the file excludes (Machine.pose)
    connected_to_home: Optional[bool]  #: None if not decided
    path_keeps_limits: bool  #: True if the path from home is proved to keep all limits
    unique_within: Tuple[float, float]  #: proved, in metres and radians (Machine.certificates)
    converges_within: Tuple[float, float]  #: proved, in metres and radians
    values_within: float  #: proved, in metres or radians


class Region(TypedDict):
    """A region of poses for which a search could not decide whether one of them has the joint values."""

    pose: Tuple[float, ...]  #: the middle of the region
    within: Tuple[float, float]  #: the radius of the region, in metres and radians


class Assemblies(TypedDict):
    """All that is known of the poses for one row of joint values."""

    status: str
    complete: bool  #: True if there are no other poses, proved
    reason: str
    poses: List[Assembly]
    undecided: List[Region]
    unsearched: float  #: the share of all rotations at which the search gave up


class Certificates(TypedDict):
    """Proved radii of poses. All are 0 without a proof."""

    unique_within: NDArray[np.float64]  #: (n, 2), in metres and radians
    converges_within: NDArray[np.float64]  #: (n, 2), in metres and radians
    values_within: NDArray[np.float64]  #: (n,), in metres or radians
