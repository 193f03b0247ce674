"""Times scans of machines with sliders and arms: rod_figures.py HEXSCAN [--counters]

The script scans three machines of platforms/ that have such legs, on 350 slices of 1000 x 1000 points. Each is scanned
at one orientation, at all and at any of 9261, on the GPU and on two cores, with runs left in host memory. With
--counters Nsight Compute reports the time of each kernel's fastest launch with warm caches, and the use of its busiest
unit. The floor is the kernel's time if that unit never waited. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MACHINES = ["pkm-6-pus", "knaufinator-simulator", "reachy-mini"]
SET = "--orientation=-5:5:21,-5:5:21,-5:5:21"
UNITS = {"issue": "sm__inst_issued.avg.pct_of_peak_sustained_elapsed",
         "double precision": "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_elapsed",
         "single precision": "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed",
         "ALU": "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed",
         "XU": "sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_elapsed",
         "L1 cache": "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
         "L2 cache": "lts__throughput.avg.pct_of_peak_sustained_elapsed"}
TIME = "gpu__time_duration.sum"
IN_MS = {"ns": 1e-6, "nsecond": 1e-6, "us": 1e-3, "usecond": 1e-3}


class Question(NamedTuple):
    name: str
    words: list[str]
    repeats: int
    on_cores: bool = True


# An inclusive workspace on that grid takes too long on two cores.
QUESTIONS = [Question("one", [], 200), Question("total", [SET, "--workspace", "total"], 20),
             Question("inclusive", [SET, "--workspace", "inclusive"], 10, False)]


def command(hexscan: str, machine: str, question: Question, repeats: int, folder: str) -> list[str]:
    return [hexscan, str(ROOT / "platforms" / f"{machine}.yaml"), "--grid", "1000x1000x350", *question.words,
            "--repeat", str(repeats), "--image", "none", "--page", "none", "--quiet", "--output", folder]


def median_ms(words: list[str], folder: str) -> float:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    record = json.loads((Path(folder) / "run.json").read_text())
    return record["timings"]["repeated"]["total_ms"]["median"]


def counted(words: list[str]) -> tuple[float, str, float]:
    """The time of the longest kernel in ms, its busiest unit, and that unit's use in percent of its peak."""
    metrics = ",".join([TIME, *UNITS.values()])
    run = subprocess.run(["ncu", "--csv", "--clock-control", "none", "--cache-control", "none", "--metrics", metrics,
                          "-k", "regex:rows_kernel", *words], check=True, stdout=subprocess.PIPE, text=True)
    launches: dict[str, dict[str, float]] = {}
    names: dict[str, tuple[str, str]] = {}  # launches of small searches have other grids
    for row in csv.DictReader(line for line in run.stdout.splitlines() if line.startswith('"')):
        value = float(row["Metric Value"].replace(",", "")) * IN_MS.get(row["Metric Unit"], 1)
        launches.setdefault(row["ID"], {})[row["Metric Name"]] = value
        names[row["ID"]] = (row["Kernel Name"], row["Grid Size"])
    if not launches:
        sys.exit("rod_figures.py: ncu counted no kernel; it needs permission to read the GPU's counters")
    name_of_longest = names[max(launches, key=lambda launch: launches[launch][TIME])]
    longest = min((launches[launch] for launch in launches if names[launch] == name_of_longest),
                  key=lambda launch: launch[TIME])
    name = max(UNITS, key=lambda unit: longest.get(UNITS[unit], 0))
    return longest[TIME], name, longest[UNITS[name]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hexscan")
    parser.add_argument("--counters", action="store_true", help="ask Nsight Compute of each kernel")
    arguments = parser.parse_args()
    print("| machine | workspace | GPU | cores | kernel | busiest unit | floor |")
    print("|---|---|--:|--:|--:|---|--:|")
    for machine in MACHINES:
        for question in QUESTIONS:
            with tempfile.TemporaryDirectory() as folder:
                def words(repeats: int, device: str) -> list[str]:
                    return [*command(arguments.hexscan, machine, question, repeats, folder), "--device", device]

                gpu = median_ms(words(question.repeats, "cuda"), folder)
                cores = "–"
                if question.on_cores:
                    cores = f"{median_ms(['taskset', '-c', '0,1', *words(5, 'cpu')], folder):.3g}"
                kernel = "| | | "
                if arguments.counters:
                    ms, unit, percent = counted(words(5, "cuda"))
                    if ms > gpu:
                        sys.exit(f"rod_figures.py: {machine}, {question.name}: a kernel of {ms:.3g} ms in a scan of "
                                 f"{gpu:.3g} ms; the profiled launches ran slower than the timed ones")
                    kernel = f"| {ms:.3g} | {unit} {percent:.0f} % | {ms * percent / 100:.3g}"
                print(f"| `{machine}` | {question.name} | {gpu:.3g} | {cores} {kernel} |", flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"rod_figures.py: {error}")
