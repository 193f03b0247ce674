"""Counts what a scan with each stage requires of a GPU's units.

usage: stage_counters.py HEXSCAN > stage_counters.json       counts; needs a GPU, ncu, and permission to read counters
       stage_counters.py --tables RECORD > stage_counters.md prints the tables of a record

Nsight Compute (ncu) reads the counters of every launch of one scan of the case study. Counts are sums over the
launches. Other values are averages over the launches, weighted by their time.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import json
import subprocess
import sys
import tempfile
from pathlib import Path

TIME = "gpu__time_duration.sum"
PIPES = ["xu", "alu", "fma", "fp64", "lsu"]
STALLS = ["not_selected", "wait", "math_pipe_throttle", "short_scoreboard", "long_scoreboard", "barrier",
          "no_instruction", "mio_throttle", "dispatch_stall"]
# Each name in the record, and the counter of the profiler that it stands for.
SUMS = {"instructions": "smsp__inst_executed.sum",
        "thread_instructions": "smsp__thread_inst_executed.sum",
        **{f"{pipe}_instructions": f"sm__inst_executed_pipe_{pipe}.sum" for pipe in PIPES},
        "l2_bytes": "lts__t_bytes.sum",
        "memory_read_bytes": "dram__bytes_read.sum",
        "memory_written_bytes": "dram__bytes_write.sum",
        "host_memory_sectors": "lts__t_sectors_aperture_sysmem.sum",
        "warps": "smsp__warps_launched.sum"}
AVERAGES = {"issue_slots_percent": "smsp__issue_active.avg.pct_of_peak_sustained_active",
            **{f"{pipe}_percent": f"sm__inst_executed_pipe_{pipe}.avg.pct_of_peak_sustained_active" for pipe in PIPES},
            "l2_percent": "lts__t_bytes.avg.pct_of_peak_sustained_elapsed",
            "memory_percent": "dram__bytes.avg.pct_of_peak_sustained_elapsed",
            "occupancy_percent": "sm__warps_active.avg.pct_of_peak_sustained_active",
            "waves": "launch__waves_per_multiprocessor",
            **{f"stalled_{reason}": f"smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio"
               for reason in STALLS}}
NO_PERMISSION = "stage_counters.py: ncu counted no kernel; it needs permission to read the GPU's counters"


def number(text: str | None) -> float:
    """A counter's value; NaN where this GPU has no such counter."""
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return float("nan")


def launches_of(log: str) -> list[dict[str, float]]:
    """The counters of each launch, by counter."""
    rows = list(csv.DictReader(line for line in log.splitlines() if line.startswith('"')))
    counters = [TIME, *SUMS.values(), *AVERAGES.values()]
    # The first row below the header has the units.
    return [{name: number(row.get(name)) for name in counters} for row in rows[1:]]


def counters_of(hexscan: str, stage: int, launches: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.csv")
        subprocess.run(["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none",
                        "--metrics", ",".join([TIME, *SUMS.values(), *AVERAGES.values()]), "-k", "regex:hexapod",
                        "-c", str(launches), "--log-file", str(log), hexscan, "--stage", str(stage), "--repeat", "1",
                        "--image", "none", "--page", "none", "--quiet", "--output", f"{folder}/run"],
                       check=True, stdout=sys.stderr)
        counted = launches_of(log.read_text())
    if not counted:
        sys.exit(NO_PERMISSION)
    whole_ns = sum(launch[TIME] for launch in counted)
    sums = {name: sum(launch[counter] for launch in counted) for name, counter in SUMS.items()}
    averages = {name: sum(launch[counter] * launch[TIME] for launch in counted) / whole_ns
                for name, counter in AVERAGES.items()}
    return {"stage": stage, "launches": len(counted), "kernel_ns": whole_ns, **sums, **averages}


def table(columns: list[str], rows: list[list[str]]) -> None:
    print("| " + " | ".join(columns) + " |\n" + "|--:" * len(columns) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def figure(value: float) -> str:
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def print_tables(record: dict) -> None:
    stages = record["stages"]
    print(f"**Counters of one scan on {record['device']}, {record['date']}, by ncu**\n\nUse of the units in percent:\n")
    table(["stage", "million instructions", "lanes of 32", "issue slots", "XU", "ALU", "FMA", "FP64", "L2", "memory",
           "occupancy", "waves"],
          [[str(stage["stage"]), figure(stage["instructions"] / 1e6),
            f"{stage['thread_instructions'] / stage['instructions']:.1f}",
            *[f"{stage[f'{unit}_percent']:.1f}" for unit in
              ("issue_slots", "xu", "alu", "fma", "fp64", "l2", "memory", "occupancy")], figure(stage["waves"])]
           for stage in stages])
    print("\nWarps that wait, per issued instruction:\n")
    table(["stage", *[reason.replace("_", " ") for reason in STALLS]],
          [[str(stage["stage"]), *[f"{stage[f'stalled_{reason}']:.2f}" for reason in STALLS]] for stage in stages])


def count(hexscan: str, stages: str) -> None:
    launches = {1: 350, 2: 1, 10: 1, 11: 2}
    device = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]
    json.dump({"schema": 1, "device": device, "date": datetime.date.today().isoformat(),
               "stages": [counters_of(hexscan, stage, launches.get(stage, 7))
                          for stage in map(int, stages.split(","))]}, sys.stdout, indent=1)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hexscan", nargs="?", default="build/release/hexscan")
    parser.add_argument("--stages", default="1,2,3,4,5,6,7,8,9,10,11")
    parser.add_argument("--tables", type=Path)
    arguments = parser.parse_args()
    if arguments.tables:
        print_tables(json.loads(arguments.tables.read_text()))
    else:
        count(arguments.hexscan, arguments.stages)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"stage_counters.py: {error}")
