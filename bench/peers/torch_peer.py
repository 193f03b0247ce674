"""PyTorch: torch.compile fuses the whole test in single precision; two streams, pinned host memory.

While one stream copies its chunk of slices, the other computes. The memory of a chunk belongs to its stream, so it
is reused only after its copy.
"""

from __future__ import annotations

import numpy as np
import torch

from scan import Scan, leg_within_limits

NAME = "PyTorch"
NEEDS_GPU = True
MAX_REPEAT = None

VERSION = torch.__version__


def gpu_name() -> str | None:
    return torch.cuda.get_device_name(0) if torch.cuda.is_available() else None


class Peer:
    """Scans into a bool volume in pinned host memory."""

    def __init__(self, scan: Scan) -> None:
        legs = scan.legs

        def verdicts(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
            reachable = leg_within_limits(legs[0], x, y, z, torch.sqrt)
            for leg in legs[1:]:
                reachable = reachable & leg_within_limits(leg, x, y, z, torch.sqrt)
            return reachable

        self.verdicts = torch.compile(verdicts, dynamic=False, fullgraph=True,
                                      mode="max-autotune-no-cudagraphs")
        self.x = _on_gpu(scan.x)
        self.y = _on_gpu(scan.y)[:, None]
        self.chunks = [(first, last, _on_gpu(scan.z[first:last])[:, None, None])
                       for first, last in scan.chunks()]
        self.streams = [torch.cuda.Stream(), torch.cuda.Stream()]
        self.volume = torch.empty(scan.shape, dtype=torch.bool, pin_memory=True)
        torch.cuda.synchronize()

    def run(self) -> list[np.ndarray]:
        for number, (first, last, z) in enumerate(self.chunks):
            with torch.cuda.stream(self.streams[number % 2]):
                self.volume[first:last].copy_(self.verdicts(self.x, self.y, z), non_blocking=True)
        for stream in self.streams:
            stream.synchronize()
        return [self.volume.numpy()]


def _on_gpu(values: list[float]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float32, device="cuda")
