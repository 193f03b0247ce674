#!/usr/bin/env python3
"""Hashes what hexscan answers about many machines, so that two versions can be compared bit by bit.

usage: golden_net.py HEXSCAN PYTHON_FOLDER PLATFORMS_FOLDER [--machines N] [--jobs N] [--output FILE] [--against FILE]

The machines are those in PLATFORMS_FOLDER and N random ones of every kind of legs. Each machine has one hash per group
of answers: verdicts and runs of a scan, each map, and the parts of `check --json` without times, versions and paths.

--against compares with the file of an earlier run. It lists the differences by group, and the time of scans and proofs
before and after. Exit code: 0 if all hashes are equal, otherwise 1.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "attack"))

POINTS = (48, 44, 12)
TILTS = {"tilt": (0.1, 6, 8)}
# Keys of `check --json` by what they say.
GROUPS = {
    "findings": ("findings",), "home": ("home",), "travel": ("travel",), "largest box": ("largest_box",),
    "ranges": ("reachable", "conditioning"),
}
# Keys of a requirement: a proof's bounds may change with the prover, its outcome may not.
REQUIREMENT_GROUPS = {
    "outcomes": ("name", "outcome"), "poses of outcomes": ("least", "other_assembly", "undecided"),
    "growth": ("growth",), "bounds": ("proved_clearance_m",), "sizes": ("least_sizes",),
    "needs": ("needs_of_legs", "loads", "largest_mass"),
}


def hash_of(data):
    if not isinstance(data, bytes):
        data = json.dumps(data, sort_keys=True).encode()
    return hashlib.sha256(data).hexdigest()[:16]


def scan_hashes(machine, hexscan, ranges):
    """Hashes of one scan with every map that the machine has, and of both workspaces of a set of orientations."""
    warnings.simplefilter("ignore", hexscan.HexscanWarning)
    few = {axis: (*ends[:2], 2) for axis, ends in ranges.items()}
    maps = []
    for name in hexscan.map_names:
        try:
            hexscan.scan(machine, **few, maps=[name])
            maps.append(name)
        except hexscan.Error:
            pass
    began = time.perf_counter()
    scan = hexscan.scan(machine, **ranges, maps=maps)
    hashes = {"verdicts": hash_of(scan.mask.tobytes()), "runs": hash_of(scan.runs.tobytes())}
    hashes |= {f"map {name}": hash_of(scan.maps[name].tobytes()) for name in maps}
    for workspace in ("total", "inclusive"):
        of_set = hexscan.scan(machine, **ranges, workspace=workspace, orientations=TILTS)
        hashes[workspace] = hash_of(of_set.mask.tobytes())
    return hashes, time.perf_counter() - began


def check_hashes(program, file):
    run = subprocess.run([program, "check", str(file), "--json"], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        return {"findings": hash_of(run.stderr.replace(str(file), ""))}, 0, None
    report = json.loads(run.stdout)
    hashes = {group: hash_of([report.get(key) for key in keys]) for group, keys in GROUPS.items()}
    for group, keys in REQUIREMENT_GROUPS.items():
        hashes[group] = hash_of([[one.get(key) for key in keys] for one in report["requirements"]])
    return hashes, report["seconds"], report["reachable"]


def answers_about(program, python_folder, name, text):
    """The hashes of one machine, and the seconds that its scan and its check took."""
    sys.path.insert(0, python_folder)
    import hexscan  # from the folder of the version in question
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "machine.yaml"
        file.write_text(text)
        checked, check_s, reachable = check_hashes(program, file)
        if reachable is None:
            return name, checked, {"check": check_s, "scan": 0}
        ends = zip(reachable["low_m"], reachable["high_m"], POINTS)
        scanned, scan_s = scan_hashes(hexscan.load(str(file)), hexscan, dict(zip("xyz", ends)))
    return name, checked | scanned, {"check": check_s, "scan": scan_s}


def random_machines(count):
    import figures
    return [(f"random {number}", figures.Machine(number).yaml()) for number in range(count)]


def compare(before, after):
    """Prints what differs, by group. Returns how many hashes do."""
    differing = collections.defaultdict(list)
    for name in before["hashes"].keys() & after["hashes"].keys():
        old, new = before["hashes"][name], after["hashes"][name]
        for group in old.keys() | new.keys():
            if old.get(group) != new.get(group):
                differing[group].append(name)
    for group, names in sorted(differing.items()):
        print(f"{group}: {len(names)} differ: {', '.join(sorted(names)[:8])}")
    for kind in ("check", "scan"):
        old, new = (sum(run["seconds"][name][kind] for name in run["seconds"]) for run in (before, after))
        print(f"{kind}: {old:.2f} s before, {new:.2f} s after")
    missing = before["hashes"].keys() ^ after["hashes"].keys()
    if missing:
        print(f"only in one of both: {len(missing)} machines")
    return sum(map(len, differing.values())) + len(missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hexscan")
    parser.add_argument("python_folder")
    parser.add_argument("platforms")
    parser.add_argument("--machines", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--against", type=Path)
    wish = parser.parse_args()
    shipped = [(file.stem, file.read_text()) for file in sorted(Path(wish.platforms).glob("*.yaml"))]
    machines = shipped + random_machines(wish.machines)
    with concurrent.futures.ProcessPoolExecutor(wish.jobs) as pool:
        answers = list(pool.map(answers_about, itertools.repeat(wish.hexscan), itertools.repeat(wish.python_folder),
                                *zip(*machines)))
    result = {"hashes": {name: hashes for name, hashes, _ in answers},
              "seconds": {name: seconds for name, _, seconds in answers}}
    print(f"{len(answers)} machines, {sum(len(hashes) for hashes in result['hashes'].values())} hashes")
    if wish.output:
        wish.output.write_text(json.dumps(result, indent=1, sort_keys=True) + "\n")
    sys.exit(wish.against is not None and compare(json.loads(wish.against.read_text()), result) != 0)


if __name__ == "__main__":
    main()
