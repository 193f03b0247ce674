"""Counts what a scan with each stage requires of a GPU's units.

usage: stage_counters.py HEXSCAN > stage_counters.json       counts; needs a GPU, ncu, and permission to read counters
       stage_counters.py --tables RECORD > stage_counters.md prints the tables of a record
       stage_counters.py --moves RECORD > stage_moves.txt    prints the two figures that each stage moves most, and the
                                                             command that shows them; times are those of stages.json

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
# For each name in the record, the counter of the profiler from which its value comes.
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
# The two figures that each stage changes most: counters of ncu, or times of the ladder, which nsys shows. Each has its
# name in the record, its name in the text, and a function that formats its value. The ratio of thread_instructions to
# instructions is the number of active lanes.
INSTRUCTIONS = ("instructions", "million instructions", lambda stage: figure(stage["instructions"] / 1e6))
LANES = ("thread_instructions", "active lanes of 32",
         lambda stage: f"{stage['thread_instructions'] / stage['instructions']:.1f}")


def percent(name: str, words: str) -> tuple:
    return name, words, lambda stage: f"{stage[name]:.1f} %"


def waits(reason: str) -> tuple:
    name = f"stalled_{reason}"
    return name, f"warps that wait ({reason.replace('_', ' ')})", lambda stage: f"{stage[name]:.2f}"


WAVES = ("waves", "waves", lambda stage: figure(stage["waves"]))
COPY = ("", "copies, ms", lambda stage: figure(stage["times"]["copy_ms"]["median"]))
TOTAL = ("", "total, ms", lambda stage: figure(stage["times"]["total_ms"]["median"]))
MOVES = {2: (INSTRUCTIONS, LANES), 3: (COPY, TOTAL), 4: (INSTRUCTIONS, LANES), 5: (INSTRUCTIONS, waits("barrier")),
         6: (INSTRUCTIONS, waits("no_instruction")), 7: (INSTRUCTIONS, waits("no_instruction")),
         8: (INSTRUCTIONS, percent("xu_percent", "XU")), 9: (INSTRUCTIONS, percent("l2_percent", "L2")),
         10: (INSTRUCTIONS, percent("fp64_percent", "FP64")),
         11: (INSTRUCTIONS, percent("issue_slots_percent", "issue slots"))}
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


def command_of(stage: int, first: tuple, second: tuple) -> str:
    if not first[0]:
        return f"nsys profile --stats=true --trace cuda hexscan --stage {stage}"
    counters = {**SUMS, **AVERAGES}
    metrics = dict.fromkeys([counters[first[0]], counters[second[0]]])
    return f"ncu -k regex:hexapod --metrics {','.join(metrics)} hexscan --stage {stage}"


def print_moves(record: dict, times: dict) -> None:
    """Stage 1 has no stage before it, so it has one value of each."""
    stages = {stage["stage"]: stage for stage in record["stages"]}
    for timed in times["stages"]:
        stages[timed["number"]]["times"] = timed
    print(f"What each stage moves on {record['device']}: its command, and two values before and after it\n")
    first = stages[1]
    values = [f"{words}: {text(first)}" for _, words, text in (COPY, TOTAL)]
    print(f"stage 1:  {command_of(1, COPY, TOTAL)}\n          {'; '.join(values)}")
    for number, moved in MOVES.items():
        before, after = stages[number - 1], stages[number]
        values = [f"{words}: {text(before)} to {text(after)}" for _, words, text in moved]
        print(f"{f'stage {number}:':<10}{command_of(number, *moved)}\n{'':10}{'; '.join(values)}")


def count(hexscan: str, stages: str) -> None:
    launches = {1: 350, 2: 1, 10: 1, 11: 1}
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
    parser.add_argument("--moves", type=Path)
    arguments = parser.parse_args()
    if arguments.tables:
        print_tables(json.loads(arguments.tables.read_text()))
    elif arguments.moves:
        print_moves(json.loads(arguments.moves.read_text()),
                    json.loads(arguments.moves.with_name("stages.json").read_text()))
    else:
        count(arguments.hexscan, arguments.stages)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"stage_counters.py: {error}")
