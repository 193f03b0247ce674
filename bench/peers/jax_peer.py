"""JAX: jax.jit fuses the whole test in single precision; all chunks of slices are dispatched, then collected.

The copy of a chunk to the host starts as soon as the chunk is done. JAX owns the host memory of its copies. So
the volume is a list of chunks; joining them would take another copy.
"""

from __future__ import annotations

import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # leaves GPU memory to other programs

import jax
import jax.numpy as jnp
import numpy as np

from scan import Scan, leg_within_limits

NAME = "JAX"
NEEDS_GPU = True
MAX_REPEAT = None

VERSION = jax.__version__


def gpu_name() -> str | None:
    try:
        return jax.devices("gpu")[0].device_kind
    except RuntimeError:
        return None


class Peer:
    """Scans into a list of bool chunks on the host."""

    def __init__(self, scan: Scan) -> None:
        legs = scan.legs

        @jax.jit
        def verdicts(x: jax.Array, y: jax.Array, z: jax.Array) -> jax.Array:
            reachable = leg_within_limits(legs[0], x, y, z, jnp.sqrt)
            for leg in legs[1:]:
                reachable = reachable & leg_within_limits(leg, x, y, z, jnp.sqrt)
            return reachable

        self.verdicts = verdicts
        self.x = jnp.asarray(scan.x, dtype=jnp.float32)[None, None, :]
        self.y = jnp.asarray(scan.y, dtype=jnp.float32)[None, :, None]
        z = np.array(scan.z, dtype=np.float32)
        self.z_chunks = [jnp.asarray(z[first:last])[:, None, None] for first, last in scan.chunks()]
        jax.block_until_ready([self.x, self.y, self.z_chunks])

    def run(self) -> list[np.ndarray]:
        pending = []
        for z in self.z_chunks:
            chunk = self.verdicts(self.x, self.y, z)
            chunk.copy_to_host_async()
            pending.append(chunk)
        return [np.asarray(chunk) for chunk in pending]
