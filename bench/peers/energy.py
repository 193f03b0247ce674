"""Measures the energy of a scan with each peer that uses the GPU. Prints a table.

usage: energy.py RUN_JSON [SECONDS] [PEER ...]       RUN_JSON is hexscan's record of the scan; each peer repeats it for
                                                      SECONDS (default 5); peers: cupy, torch, jax (default: all)

The GPU's energy counter (NVML) is read before and after the repeats, as bench/energy.cpp does for the stages. Each peer
runs in a process of its own. The column *less idle* leaves out the energy that the GPU takes in the same time with the
peer's context but no work. The processor's counter (RAPL) is read where the system allows it.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, NamedTuple

from scan import scan_from_record

PEERS = ["cupy", "torch", "jax"]
PROCESSOR = Path("/sys/class/powercap/intel-rapl:0/energy_uj")


class GpuEnergy:
    """NVML is part of the driver."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libnvidia-ml.so.1")
        self.device = ctypes.c_void_p()
        self.succeed(self.library.nvmlInit_v2())
        self.succeed(self.library.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(self.device)))

    @staticmethod
    def succeed(code: int) -> None:
        if code != 0:
            raise RuntimeError(f"NVML cannot read the energy of GPU 0, error {code}")

    def joules(self) -> float:
        """Joules since the driver was loaded."""
        millijoules = ctypes.c_ulonglong()
        self.succeed(self.library.nvmlDeviceGetTotalEnergyConsumption(self.device, ctypes.byref(millijoules)))
        return millijoules.value / 1000


class Spent(NamedTuple):
    scans: int
    seconds: float
    joules: float
    processor_joules: float | None


def processor_joules() -> float | None:
    try:
        return float(PROCESSOR.read_text()) / 1e6
    except (OSError, ValueError):
        return None


def spent_on(gpu: GpuEnergy, seconds: float, work: Callable[[], Any]) -> Spent:
    """Repeats the work for this many seconds. The counter changes about ten times a second, so the clock starts at a
    change."""

    def scans_until_change() -> int:
        joules, scans = gpu.joules(), 0
        while gpu.joules() == joules:
            work()
            scans += 1
        return scans

    work()
    scans_until_change()
    joules, processor, start = gpu.joules(), processor_joules(), time.perf_counter()
    scans = 0
    while time.perf_counter() - start < seconds:
        work()
        scans += 1
    scans += scans_until_change()
    taken, after = time.perf_counter() - start, processor_joules()
    return Spent(scans, taken, gpu.joules() - joules,
                 None if processor is None or after is None else after - processor)


def print_row(key: str, record: Path, seconds: float) -> None:
    peer_module = importlib.import_module(f"{key}_peer")
    if peer_module.gpu_name() is None:
        sys.exit("energy.py: no GPU")
    gpu, name = GpuEnergy(), f"{peer_module.NAME} {peer_module.VERSION}"
    peer = peer_module.Peer(scan_from_record(json.loads(record.read_text())))
    for _ in range(3):
        peer.run()
    idle = spent_on(gpu, seconds, lambda: time.sleep(0.01))
    spent = spent_on(gpu, seconds, peer.run)
    idle_watts = idle.joules / idle.seconds
    less_idle = spent.joules - idle_watts * spent.seconds
    processor = "not readable" if spent.processor_joules is None else f"{spent.processor_joules / spent.scans:.4g}"
    print(f"{name:<22}{spent.scans:>10}{spent.joules / spent.seconds:>12.1f}{spent.joules / spent.scans:>14.4g}"
          f"{less_idle / spent.scans:>14.4g}{processor:>14}{idle_watts:>10.1f}", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--row"]:
        return print_row(sys.argv[2], Path(sys.argv[3]), float(sys.argv[4]))
    record, seconds = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "5"
    device = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]
    print(f"Energy of a scan with other libraries on {device}, each repeated for {seconds} s\n")
    print(f"{'peer':<22}{'scans':>10}{'W':>12}{'J':>14}{'J':>14}{'processor':>14}{'idle W':>10}")
    print(f"{'':<22}{'':>10}{'':>12}{'per scan':>14}{'less idle':>14}{'J per scan':>14}", flush=True)
    for key in sys.argv[3:] or PEERS:
        subprocess.run([sys.executable, __file__, "--row", key, record, seconds], check=False)
    print("\nless idle: without the energy that the idle GPU takes in that time.")


if __name__ == "__main__":
    main()
