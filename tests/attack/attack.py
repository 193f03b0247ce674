#!/usr/bin/env python3
"""Attacks the program with random input under random conditions, and reports every run that ends in a wrong way.

usage: attack.py HEXSCAN [--runs N] [--slow-runs N] [--jobs N] [--family NAME] [--only NUMBER] [--seed N]

Each run gives the program damaged input of one family, in a folder of its own. One run in three also has closed
standard descriptors, a comma locale, little memory or few threads, or several of them. A run is wrong if the program
crashes, never ends, ends with an undocumented exit code, says nothing about a failure, blames itself, or leaves
half-written files. --only repeats one run and keeps its folder. Exit code: 0 if no run was wrong, otherwise 1.
"""

import argparse
import collections
import concurrent.futures
import functools
import json
import math
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HANG_S = 300  # CPU time ends a run much earlier; only a run that waits reaches this
CPU_S = 120
CODES = {0, 1, 2, 3, 130}

SMALL_SCAN = """scan: {x: {from: -0.5, to: 0.5, points: 7}, y: {from: -0.5, to: 0.5, points: 7},
  z: {from: 1.2, to: 1.7, slices: 3}}
"""
TELESCOPIC = """name: small
units: {length: m, angle: deg}
base: {radius: 1, spread: 20, max_tilt: 40}
platform: {radius: 0.7, spread: 20, azimuth: 60, max_tilt: 45}
legs: {min: 1.2, max: 2, diameter: 0.05}
home: {z: 1.45}
requirements:
- {name: box, x: [-0.05, 0.05], z: [1.4, 1.5], roll: [-2, 2]}
- {name: path, poses: path.csv}
"""
ROTARY = """name: arms
units: {length: mm, angle: deg}
base: {radius: 100, spread: 40}
platform: {radius: 80, spread: 40, azimuth: 60}
legs: {kind: rotary, arm: 38, rod: 130, azimuth: [-20, 20, 100, 140, -140, -100], angle: [-60, 60], branch: behind}
home: {z: 125}
scan: {x: {from: -20, to: 20, points: 5}, y: {from: -20, to: 20, points: 5}, z: {from: 115, to: 135, slices: 3}}
"""
SLIDER = """name: rails
units: {length: mm, angle: deg}
base: {radius: 200, spread: 30}
platform: {radius: 90, spread: 30, azimuth: 60}
legs: {kind: slider, rod: 260, rail: [0, 0, 1], travel: [-100, 100], branch: behind}
home: {z: 230}
scan: {x: {from: -40, to: 40, points: 5}, y: {from: -40, to: 40, points: 5}, z: {from: 180, to: 280, slices: 3}}
"""
PATH_CSV = "x,y,z,roll,pitch,yaw\n0,0,1.45,0,0,0\n0.02,0,1.46,1,0,0\n0,0.02,1.44,0,1,0\n"
SWEEP = "machine: machine.yaml\n" + SMALL_SCAN + """vary:
  legs.max: [1.8, 1.9, 2]
  platform.radius: {from: 0.5, to: 0.7, points: 3}
measure: [volume, largest_ball]
"""
JOINTS = "".join(
    f"setp genhexkins.{part}.{leg}.{axis} {value:.3f}\n"
    for part, radius, first in (("base", 200, 10), ("platform", 120, 50)) for leg in range(6)
    for angle in [math.radians(120 * ((leg + 1) // 2) + (first if leg % 2 == 0 else -first))]
    for axis, value in zip("xyz", (radius * math.cos(angle), radius * math.sin(angle), 0)))
HAL = f"loadrt genhexkins\n{JOINTS}"
INI = "[HAL]\nHALFILE = k.hal\n[TRAJ]\nLINEAR_UNITS = mm\n" + "".join(
    f"[JOINT_{j}]\nMIN_LIMIT = 100\nMAX_LIMIT = 400\n" for j in range(6))

NASTY = [
    "", "0", "-0", "-1", "1e308", "-1e308", "1e-320", "nan", "inf", "0x10", "1,5", "1e", "½", "\u202e", "\x00",
    "a" * 5000, "9" * 400, "[", "{", "}", "[]", "{}", "~", "null", "true", "*a", "&a x", "!!str 3", "|", ">", "'",
    '"', "#", "../../x", "/dev/full", "/dev/zero", "/proc/self/mem", ".", "-", "--", "1:2", "1:2:3", "0:0:0",
    "1x1x1", "99999x99999x99999", "2147483648", "-2147483649", "18446744073709551616", "all", "none", "auto",
    "cuda:7", "1e3 mm", "%s%n", "\\", "\t", "\r\n",
]
WORDS = """
    name units length angle base platform legs home scan x y z roll pitch yaw radius spread azimuth joints axis
    max_tilt max_misalignment min max kind rotary slider telescopic rod arm rail travel branch diameter gap
    free_ends singularity avoid load force torque at max_force max_torque requirements poses map orientation
    workspace total inclusive tool tool_z obstacles plate keep_out conditioning tilt from to points slices sweep
    vary measure tolerances samples normal uniform mm m in deg rad
""".split()
OPTIONS = {
    "scan": """
        --grid --x --y --z --orientation --from --workspace --tilt --map --tilt-inside --certified --connected
        --diameter --gap --free-ends --base-plate --platform-plate --keep-out --singularity --conditioning-length
        --load --load-torque --load-at --max-force --max-torque --stage --device --repeat --compute-capability
        --verify --image --page --volume --surface
    """.split(),
    "check": "--at --diameter --gap --singularity --load --max-force --json --details".split(),
    "sweep": "--export --device --page --resume".split(),
    "occupancy": "--compute-capability --stage --device".split(),
    "stages": [],
    "devices": [],
    "intrinsics": [],
    "memory": [],
    "report": [],
    "completion": [],
    "man": [],
    "import": "--output".split(),
}


def nasty(r):
    return r.choice(NASTY) if r.random() < 0.6 else f"{r.choice([-1, 1]) * 10 ** r.uniform(-12, 12):g}"


def plain_text(r):
    return r.choice([TELESCOPIC + SMALL_SCAN, ROTARY, SLIDER])


def changed_number(r, text):
    """One number made larger or smaller, or of the other sign."""
    numbers = list(re.finditer(r"(?<![\w.])-?\d+(\.\d+)?", text))
    number = r.choice(numbers)
    value = float(number[0]) * r.choice([-1, 0, 0.5, 0.9, 1.1, 2, 10])
    return f"{text[:number.start()]}{value:g}{text[number.end():]}"


def damaged_words(r, text):
    """Numbers and words replaced, lines lost, doubled or exchanged."""
    if r.random() < 0.5:
        return changed_number(r, text).encode()
    for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
        lines = text.split("\n")
        at = r.randrange(len(lines))
        kind = r.randrange(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, r.choice(lines))
        elif kind == 2:
            other = r.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            parts = lines[at].replace("{", " { ").replace(",", " , ").replace("}", " } ").split(" ")
            if kind == 3:
                parts[r.randrange(len(parts))] = nasty(r)
            elif kind == 4:
                parts[r.randrange(len(parts))] = r.choice(WORDS) + r.choice(["", ":"])
            else:
                parts.insert(r.randrange(len(parts) + 1), r.choice(WORDS) + ": " + nasty(r) + r.choice(["", " ,"]))
            lines[at] = " ".join(parts)
        text = "\n".join(lines)
    return text.encode(errors="surrogatepass")


MARKS = [b"\xef\xbb\xbf", b"\xff\xfe", b"[" * 300, b"{a: " * 300, b"- " * 500, b"\n" * 1000, b"\0", b"*a", b"---\n"]


def damaged_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 2, 4, 16])):
        kind = r.randrange(5)
        at = r.randrange(len(data) + 1)
        if kind == 0:
            data[at:at + r.choice([1, 5, 50])] = b""
        elif kind == 1:
            data[at:at] = r.randbytes(r.choice([1, 2, 8]))
        elif kind == 2 and data:
            data[r.randrange(len(data))] ^= 1 << r.randrange(8)
        elif kind == 3:
            data[at:at] = data[at:at + r.choice([3, 30, 300])] * r.choice([1, 3, 50])
        else:
            data[at:at] = r.choice(MARKS)
    return bytes(data)


def damaged_json(r, value):
    """One place of a JSON value replaced, lost or doubled."""
    places = []

    def visit(node):
        for key in list(node.keys() if isinstance(node, dict) else range(len(node))):
            places.append((node, key))
            if isinstance(node[key], (dict, list)):
                visit(node[key])

    visit(value)
    for _ in range(r.choice([1, 1, 2, 4])):
        node, key = r.choice(places)
        try:
            kind = r.randrange(4)
            if kind == 0:
                del node[key]
            elif kind == 1:
                node[key] = r.choice([None, True, "", nasty(r), -1, 1e308, 2**63, [], {}, [[]], {"a": {}}, "x" * 3000])
            elif kind == 2 and isinstance(node[key], (int, float)) and not isinstance(node[key], bool):
                node[key] = r.choice([-node[key], node[key] * 1e9, node[key] + 1, 0])
            elif isinstance(node, list):
                node.extend(node[:50])
            else:
                node[r.choice(WORDS)] = node[key]
        except (KeyError, IndexError):
            pass
    return json.dumps(value).encode()


def write(folder, name, data):
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())


def scan_of(r, file):
    if r.random() < 0.25:
        return ["scan", file, "--device", "cpu", "--output", "out"]
    return ["check", file] + r.choice([[], ["--json"], ["--at", "0,0,1.45,0,0,0"]])


def options_family(r, folder, kit):
    write(folder, "machine.yaml", TELESCOPIC + SMALL_SCAN)
    write(folder, "path.csv", PATH_CSV)
    write(folder, "sweep.yaml", SWEEP)
    command = r.choice(["scan"] * 5 + ["check"] * 3 + list(OPTIONS))
    file = ["sweep.yaml"] if command == "sweep" else ["machine.yaml"] if command in ("scan", "check", "import") else []
    arguments = [command] + (file if r.random() < 0.95 else [nasty(r).replace("\0", "")])
    if command in ("scan", "sweep"):
        arguments += ["--device", "cpu", "--output", "out"]
    for _ in range(r.choice([0, 1, 1, 2, 3])):
        arguments.append(r.choice(OPTIONS[command] or OPTIONS["scan"]))
        if r.random() < 0.8:
            good = r.choice(["0:0:-50", "0.05", "1:2", "none", "5", "2"])
            arguments.append(nasty(r).replace("\0", "") if r.random() < 0.7 else good)
    return [arguments]


def files_family(r, folder, kit):
    write(folder, "machine.yaml", damaged_words(r, plain_text(r)))
    write(folder, "path.csv", PATH_CSV)
    return [scan_of(r, "machine.yaml")]


def bytes_family(r, folder, kit):
    write(folder, "machine.yaml", damaged_bytes(r, plain_text(r).encode()))
    write(folder, "path.csv", PATH_CSV)
    return [scan_of(r, "machine.yaml")]


def paths_family(r, folder, kit):
    write(folder, "machine.yaml", TELESCOPIC + SMALL_SCAN)
    write(folder, "path.csv", damaged_bytes(r, PATH_CSV.encode()) if r.random() < 0.5 else damaged_words(r, PATH_CSV))
    return [["check", "machine.yaml"]]


def records_family(r, folder, kit):
    record = r.choice(kit["records"])
    damaged = damaged_json(r, json.loads(record)) if r.random() < 0.7 else damaged_bytes(r, record.encode())
    write(folder, "run.json", damaged)
    return [["--from", "run.json", "--device", "cpu", "--output", "out"]]


def sweeps_family(r, folder, kit):
    write(folder, "machine.yaml", TELESCOPIC.split("requirements")[0])
    write(folder, "sweep.yaml", damaged_words(r, SWEEP))
    return [["sweep", "sweep.yaml", "--device", "cpu", "--output", "out"]]


def imports_family(r, folder, kit):
    write(folder, "k.hal", damaged_words(r, HAL))
    write(folder, "k.ini", damaged_words(r, INI) if r.random() < 0.5 else INI)
    return [["import", "k.hal", "k.ini"]]


def disks_family(r, folder, kit):
    write(folder, "machine.yaml", TELESCOPIC.split("requirements")[0] + SMALL_SCAN)
    write(folder, "sweep.yaml", SWEEP)
    scan = ["scan", "machine.yaml", "--grid", "40x40x9", "--volume", "--surface"]
    command = r.choice([scan, ["sweep", "sweep.yaml"]])
    return [command + ["--device", "cpu", "--output", "out"]]


def signals_family(r, folder, kit):
    return disks_family(r, folder, kit)


def resumed_family(r, folder, kit):
    write(folder, "machine.yaml", TELESCOPIC.split("requirements")[0])
    write(folder, "sweep.yaml", SWEEP)
    sweep = ["sweep", "sweep.yaml", "--device", "cpu", "--output", "out"]
    return [sweep, sweep]


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGQUIT, signal.SIGPIPE, signal.SIGALRM,
           signal.SIGUSR1]
SLOW = {"disks", "signals", "resumed"}
FAMILIES = {"options": options_family, "files": files_family, "bytes": bytes_family, "paths": paths_family,
            "records": records_family, "sweeps": sweeps_family, "imports": imports_family, "disks": disks_family,
            "signals": signals_family, "resumed": resumed_family}


def conditions_of(r, family, kit):
    """Returns conditions of the machine that are wrong beside the input."""
    conditions = {}
    if r.random() < 1 / 3:
        if r.random() < 0.4:
            conditions["closed"] = [fd for fd in (0, 1, 2) if r.random() < 0.5]
        if r.random() < 0.4:
            conditions["locale"] = r.choice(["de_DE.UTF-8", "tr_TR.UTF-8"])
        if r.random() < 0.4:
            conditions["memory_bytes"] = int(kit["least_bytes"] * r.uniform(1, 1.3)) if r.random() < 0.7 else \
                kit["least_bytes"] + int(r.uniform(0, 3e6))
        if r.random() < 0.3:
            conditions["threads"] = r.choice([1, 2, 3, 4, 6])
    if family == "disks":
        conditions["disk_bytes"] = int(10 ** r.uniform(3.6, 5.3))
    return conditions


def limit_process(conditions, uid):
    """Runs in the child before the program starts."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))
    if uid is not None:
        os.setgid(uid)
        os.setuid(uid)
    if "threads" in conditions:
        resource.setrlimit(resource.RLIMIT_NPROC, (conditions["threads"],) * 2)
    if "memory_bytes" in conditions:
        resource.setrlimit(resource.RLIMIT_AS, (conditions["memory_bytes"],) * 2)
    for fd in conditions.get("closed", []):
        os.close(fd)


def run_once(hexscan, arguments, folder, conditions, uid, kit, kill=None):
    """Returns exit code and standard error; the code is None where the program never ended."""
    environment = {"HOME": str(folder), "LC_ALL": conditions.get("locale", "C.UTF-8"), **kit["environment"]}
    process = subprocess.Popen([hexscan, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: limit_process(conditions, uid))
    try:
        if kill:
            time.sleep(kill[0])
            process.send_signal(kill[1])
        errors = process.communicate(timeout=HANG_S)[1]
        return process.returncode, errors.decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, ""


def fault_of(code, errors, folder, conditions, signals):
    """Says what is wrong with a run that has ended, or nothing. `signals` were sent to the folder's runs, in order."""
    deadly = signals[-1]
    killed = signal.SIGKILL in signals  # nobody can tidy up after that
    if code is None:
        return "it never ends"
    if code < 0 and -code not in (deadly, signal.SIGXCPU):
        return f"it dies of signal {-code}"
    if code == -signal.SIGXCPU:
        return f"it computes for more than {CPU_S} s"
    if code >= 0 and code not in CODES:
        return f"exit code {code}"
    speaks = 2 not in conditions.get("closed", [])
    if code in (2, 3) and speaks and "hexscan: " not in errors:
        return f"exit code {code} without a word"
    if "bug in hexscan" in errors or "terminate called" in errors or "Sanitizer" in errors:
        return "it blames itself"
    if not killed and any(folder.rglob("*.part")):
        return "a half-written file stays"
    return ""


def spoil_folder(r, folder):
    """One file of a sweep's folder cut, changed or lost."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    if not files:
        return
    file = r.choice(files)
    kind = r.randrange(4)
    if kind == 0:
        file.unlink()
    elif kind == 1:
        os.truncate(file, r.randrange(file.stat().st_size + 1))
    elif kind == 2:
        file.write_bytes(damaged_bytes(r, file.read_bytes()))


def attack(hexscan, family, number, kit, seed, keep=False):
    """One run. Returns its last exit code and what is wrong, which is empty where nothing is."""
    r = random.Random(f"{seed} {family} {number}")
    folder = Path(tempfile.mkdtemp(prefix=f"attack-{family}-{number}-"))
    uid = 20000 + number % 20000 if os.geteuid() == 0 else None
    conditions = conditions_of(r, family, kit)
    mounted = False
    try:
        if "disk_bytes" in conditions and os.geteuid() == 0:
            size = max(conditions["disk_bytes"], 8192)
            mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", folder]
            mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
        commands = FAMILIES[family](r, folder, kit)
        if uid is not None:
            os.chmod(folder, 0o777)
        signals = []
        for place, arguments in enumerate(commands):
            kill = None
            if family == "signals" or (family == "resumed" and place == 0):
                kill = (r.uniform(0, 0.08), r.choice(SIGNALS))
            if family == "resumed" and place == 1 and (folder / "out").exists():
                if uid is not None:
                    subprocess.run(["chmod", "-R", "a+rwX", str(folder)], check=False)
                spoil_folder(r, folder / "out")
            signals.append(kill[1] if kill else None)
            code, errors = run_once(hexscan, arguments, folder, conditions, uid, kit, kill)
            fault = fault_of(code, errors, folder, conditions, signals)
            if keep:
                print(folder, arguments, conditions, "exit code", code, errors, sep="\n")
            if fault:
                how = f"exit code {code}, signals {signals}, {conditions}"
                return code, f"{family} {number}: {fault}: {arguments} ({how}) {errors[-300:]!r}"
        return code, ""
    except (OSError, ValueError) as error:
        if family == "disks":
            return "no room for the input", ""
        return "none", f"{family} {number}: the attack itself failed: {error!r}"
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=False)
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def least_bytes(hexscan, environment):
    """The least address space in which the program starts."""
    low, high = 1 << 20, 1 << 36
    while high - low > 1 << 18:
        middle = (low + high) // 2
        done = subprocess.run([hexscan, "--version"], env=environment, capture_output=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (middle, middle)))
        low, high = (low, middle) if done.returncode == 0 else (middle, high)
    return high


def make_kit(hexscan, folder):
    """Makes what all runs share: locales, records of good runs, and how much memory the program needs."""
    environment = {"LOCPATH": str(folder)}
    for name in ("de_DE", "tr_TR"):
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", f"{folder}/{name}.UTF-8"], capture_output=True,
                       check=False)
    write(folder, "machine.yaml", TELESCOPIC)
    for name, text in (("path.csv", PATH_CSV), ("sweep.yaml", SWEEP), ("k.hal", HAL), ("k.ini", INI)):
        write(folder, name, text)
    sweep = ["sweep", "sweep.yaml", "--device", "cpu"]
    for command in (["check", "machine.yaml"], sweep, ["import", "k.hal", "k.ini"]):
        done = subprocess.run([hexscan, *command], cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"good input is refused: {command}: {done.stderr}")
    records = []
    for place, text in enumerate((TELESCOPIC.split("requirements")[0] + SMALL_SCAN, ROTARY, SLIDER)):
        write(folder, "machine.yaml", text)
        command = [hexscan, "scan", "machine.yaml", "--device", "cpu", "--output", f"out{place}"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"the good machine {place} is refused: {done.stderr}")
        records.append((folder / f"out{place}/run.json").read_text())
    os.chmod(folder, 0o755)
    return {"environment": environment, "records": records, "least_bytes": least_bytes(hexscan, {})}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hexscan")
    parser.add_argument("--runs", type=int, default=5000, help="runs of each quick family")
    parser.add_argument("--slow-runs", type=int, default=500, help="runs of each slow family")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--family", choices=FAMILIES)
    parser.add_argument("--only", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    hexscan = os.path.realpath(options.hexscan)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        kit = make_kit(hexscan, Path(folder))
        if options.only is not None:
            print(attack(hexscan, options.family, options.only, kit, options.seed, keep=True)[1] or "nothing is wrong")
            return
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            for family in [options.family] if options.family else FAMILIES:
                runs = options.slow_runs if family in SLOW else options.runs
                start = time.monotonic()
                one = functools.partial(attack, hexscan, family, kit=kit, seed=options.seed)
                ends = list(pool.map(one, range(runs), chunksize=10))
                faults = [fault for _, fault in ends if fault]
                counts = collections.Counter(code for code, _ in ends).most_common()
                codes = ", ".join(f"{count} x {code}" for code, count in counts)
                seconds = time.monotonic() - start
                print(f"{family}: {len(faults)} wrong of {runs} in {seconds:.0f} s; exit codes: {codes}", flush=True)
                for fault in faults[:20]:
                    print("  " + fault, flush=True)
                wrong += len(faults)
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
