#!/usr/bin/env python3
"""Runs one scan with hexscan and with code that a user would otherwise write, and prints the times as a table.

The geometry comes from hexscan's run.json. Every peer's number of reachable points is compared with hexscan's.
Exit status: 0 if all that ran agree, 1 if one failed or disagrees, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PEERS = {"numpy": "NumPy", "jax": "JAX", "cupy": "CuPy", "torch": "PyTorch"}
ALLOWED_SHARE = 1e-6  # single precision may decide this share of all points differently

Row = dict[str, Any]


def main() -> int:
    options = parse_options()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        try:
            records = [run_hexscan(options, stage, work) for stage in options.stages]
        except (OSError, subprocess.CalledProcessError, json.JSONDecodeError) as error:
            print(f"compare.py: hexscan gave no record: {error}", file=sys.stderr)
            return 1
        (work / "scan.json").write_text(json.dumps(records[0]))
        peers = [run_peer(key, options.repeat, work) for key in options.only]

    comparison = compare(records, peers)
    table = markdown(comparison)
    print(table, end="")
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "peers.json").write_text(json.dumps(comparison, indent=2) + "\n")
    (options.output / "peers.md").write_text(table)

    errors = [f"{row['name']}: {row['error']}" for row in comparison["rows"] if row["error"]]
    for error in errors:
        print(f"compare.py: {error}", file=sys.stderr)
    return 1 if errors else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="Arguments after -- go to hexscan as they are, a platform file for example.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--hexscan", type=Path, metavar="PATH", help="the hexscan program")
    source.add_argument("--run-json", type=Path, metavar="FILE",
                        help="the run.json of an earlier run instead")
    parser.add_argument("--stages", type=names, default=["row-runs"], metavar="A,B,...",
                        help="hexscan stages to run; ratios refer to the first (default: row-runs)")
    parser.add_argument("--device", help="passed to hexscan (default: hexscan's own choice)")
    parser.add_argument("--only", type=peer_names, default=list(PEERS), metavar="A,B,...",
                        help=f"peers to run, out of {','.join(PEERS)} (default: all)")
    parser.add_argument("--repeat", type=positive, default=20, metavar="N",
                        help="timed runs of hexscan and of each GPU peer (default: 20; NumPy at most 2)")
    parser.add_argument("--output", type=Path, default=Path("output/peers"), metavar="DIR",
                        help="where peers.json and peers.md are written (default: output/peers)")
    own, extra = sys.argv[1:], []
    if "--" in own:
        split = own.index("--")
        own, extra = own[:split], own[split + 1:]
    options = parser.parse_args(own)
    options.hexscan_arguments = extra
    if options.run_json:
        options.stages = ["record"]
    return options


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def peer_names(text: str) -> list[str]:
    unknown = [name for name in names(text) if name not in PEERS]
    if unknown or not names(text):
        raise argparse.ArgumentTypeError(f"unknown peer {', '.join(unknown)!r}; known: {', '.join(PEERS)}")
    return names(text)


def positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no positive number")
    return int(text)


def run_hexscan(options: argparse.Namespace, stage: str, work: Path) -> dict[str, Any]:
    """The run record of one hexscan stage."""
    if options.run_json:
        return json.loads(options.run_json.read_text())
    print(f"hexscan {stage} ...", file=sys.stderr, flush=True)
    output = work / f"hexscan-{stage}"
    device = ["--device", options.device] if options.device else []
    program = options.hexscan.resolve() if options.hexscan.exists() else options.hexscan
    subprocess.run(
        [program, *options.hexscan_arguments, "--stage", stage, *device, "--image", "none",
         "--output", output, "--repeat", str(options.repeat)],
        check=True, stdout=sys.stderr)
    return json.loads((output / "run.json").read_text())


def run_peer(key: str, repeat: int, work: Path) -> Row:
    """The result of run_peer.py for one peer. Each has its own process: no two libraries share a CUDA context."""
    print(f"{PEERS[key]} ...", file=sys.stderr, flush=True)
    result = work / f"{key}.json"
    process = subprocess.run(
        [sys.executable, HERE / "run_peer.py", key, work / "scan.json", str(repeat), result],
        stdout=sys.stderr)
    row = {"name": PEERS[key], "version": None, "device": None}
    if process.returncode != 0 or not result.exists():
        return row | {"status": "failed", "reason": f"its process ended with status {process.returncode}"}
    return row | json.loads(result.read_text())


def compare(records: list[dict[str, Any]], peers: list[Row]) -> dict[str, Any]:
    """The content of the table as one plain value."""
    grid = [records[0]["request"]["grid"][axis]["count"] for axis in "xyz"]
    points = math.prod(grid)
    expected = records[0]["counts"]["reachable_points"]
    reference_ms = hexscan_ms(records[0])["median"]
    rows = [peer_row(peer) for peer in peers] + [hexscan_row(record) for record in reversed(records)]
    allowed = math.ceil(ALLOWED_SHARE * points)
    for row in rows:
        if row["total_ms"] is None:
            continue
        row["times_hexscan"] = row["total_ms"]["median"] / reference_ms
        row["difference"] = row["reachable_points"] - expected
        if not abs(row["difference"]) <= allowed:
            row["error"] = (f"{row['reachable_points']} reachable points, hexscan has {expected} "
                            f"(allowed difference {allowed})")
    return {"platform": records[0]["machine"]["name"], "grid": dict(zip("xyz", grid)), "points": points,
            "allowed_difference": allowed, "machine": machine(rows), "rows": rows}


def peer_row(peer: Row) -> Row:
    row = {"name": peer["name"], "version": peer["version"], "device": peer["device"],
           "status": peer["status"], "reason": peer.get("reason"), "total_ms": None, "error": None}
    if peer["status"] == "failed":
        row["error"] = f"failed ({peer['reason']})"
    if peer["status"] == "ok":
        times_ms = peer["times_ms"]
        total_ms = {"median": statistics.median(times_ms), "min": min(times_ms), "max": max(times_ms)}
        row |= {"total_ms": total_ms, "repeats": len(times_ms), "times_ms": times_ms,
                "first_run_s": peer["first_run_s"], "reachable_points": peer["reachable_points"]}
    return row


def hexscan_ms(record: dict[str, Any]) -> dict[str, float]:
    """The repeated scan's median, smallest and largest time. A stage has them in its study, the CPU engine outside."""
    return record["engine"].get("study", record["timings"]["repeated"])["total_ms"]


def hexscan_row(record: dict[str, Any]) -> Row:
    engine = record["engine"]
    return {"name": f"hexscan {engine['name']}", "version": None, "device": engine["device"],
            "status": "ok", "reason": None, "total_ms": hexscan_ms(record), "error": None,
            "reachable_points": record["counts"]["reachable_points"]}


def machine(rows: list[Row]) -> dict[str, Any]:
    return {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
            "cpu": cpu_name(), "cores": len(os.sched_getaffinity(0)), "python": platform.python_version(),
            "devices": sorted({row["device"] for row in rows if row["device"] not in (None, "CPU")})}


def cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    found = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return found[0] if found else platform.machine()


def markdown(comparison: dict[str, Any]) -> str:
    """The comparison as a Markdown table with its conditions."""
    on, grid = comparison["machine"], comparison["grid"]
    lines = [
        f"Machine {comparison['platform']}, {grid['z']} slices of {grid['x']} × {grid['y']} points, "
        f"{on['date']}, {', '.join(on['devices']) or 'no GPU'}, {on['cpu']} ({on['cores']} cores), "
        f"Python {on['python']}. Time from the call to the last verdict in host memory, after warm-up.",
        "",
        "| | median | min – max, ms | × hexscan | first, s | reachable | surplus |",
        "|---|--:|--:|--:|--:|--:|--:|"]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in comparison["rows"]]
    return "\n".join(lines) + "\n"


def cells(row: Row) -> list[str]:
    name = f"{row['name']} {row['version']}" if row["version"] else row["name"]
    if row["total_ms"] is None:
        return [f"{name}: {row['status']}", *["–"] * 6]
    time = row["total_ms"]
    return [name, digits(time["median"]), f"{digits(time['min'])} – {digits(time['max'])}",
            digits(row["times_hexscan"]), digits(row["first_run_s"]) if "first_run_s" in row else "–",
            f"{row['reachable_points']:,}".replace(",", " "),
            f"{row['difference']:+d}" if row["difference"] else "0"]


def digits(value: float) -> str:
    """Three significant digits without an exponent."""
    if not value > 0:
        return "0"
    decimals = max(0, 2 - math.floor(math.log10(value)))
    return f"{value:,.{decimals}f}".replace(",", " ")


if __name__ == "__main__":
    sys.exit(main())
