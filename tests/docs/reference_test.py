#!/usr/bin/env python3
"""Compares docs/reference/keys.md and options.md with the keys and options that the program accepts.

usage: reference_test.py HEXSCAN SOURCE_DIR

A section of keys.md with a table of keys is about one map of a file; its heading is the map's name. The program lists
the keys of a map in its error about an unknown key, so a file with an unknown key in that map shows them. A key whose
type is a map needs a section of its own.

A section of options.md is about one or more commands. The program lists a command's options in its help. A table of
options with the column "key" is of scan and check. An option that a row gives "only of" a command is no option of the
section's others.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEXSCAN, SOURCE = (Path(word).resolve() for word in sys.argv[1:3])
VERSIONS = {"1.0", "2.0"}
UNKNOWN = "zzzz"

MACHINE = {
    "name": "name: test", "units": "units: {length: mm, angle: deg}", "base": "base: {radius: 385, spread: 18}",
    "platform": "platform: {radius: 250, spread: 20, azimuth: 60}", "legs": "legs: {min: 480, max: 720}",
    "home": "home: {z: 560}", "scan": "scan: {}",
}
SWEEP = {"machine": "machine: machine.yaml", "vary": "vary: {legs.max: [700, 720]}", "measure": "measure: [volume]"}


# The lines that put the unknown key into each map. A map in two places needs the keys of both.
MACHINE_MAPS = {
    "machine file": [UNKNOWN + ": 1"],
    "units": ["units: {zzzz: 1}"],
    "base, platform": ["base: {zzzz: 1}", "platform: {zzzz: 1}"],
    "base.universal, platform.universal": [
        f"{key}: {{radius: 250, spread: 20, universal: {{zzzz: 1}}}}" for key in ("base", "platform")],
    "base.plate, platform.plate": [
        f"{key}: {{radius: 250, spread: 20, plate: {{zzzz: 1}}}}" for key in ("base", "platform")],
    "base.at": ["base: {radius: 385, spread: 18, at: {zzzz: 1}}"],
    "legs, kind telescopic": ["legs: {zzzz: 1}", "legs: {kind: telescopic, zzzz: 1}"],
    "legs, kind slider": ["legs: {kind: slider, zzzz: 1}"],
    "legs, kind rotary": ["legs: {kind: rotary, zzzz: 1}"],
    "home": ["home: {zzzz: 1}"],
    "tool": ["tool: {zzzz: 1}"],
    "load": ["load: {zzzz: 1}"],
    "singularity": ["singularity: {zzzz: 1}"],
    "keep_out[]": ["keep_out: [{zzzz: 1}]"],
    "scan": ["scan: {zzzz: 1}"],
    "scan.x, scan.y": ["scan: {x: {zzzz: 1}}", "scan: {y: {zzzz: 1}}"],
    "scan.z": ["scan: {z: {zzzz: 1}}"],
    "scan.orientation": ["scan: {orientation: {zzzz: 1}}"],
    "scan.orientation.roll, pitch, yaw": [
        f"scan: {{orientation: {{{key}: {{zzzz: 1}}}}}}" for key in ("roll", "pitch", "yaw")],
    "scan.orientation.tilt": ["scan: {orientation: {tilt: {zzzz: 1}}}"],
    "scan.tilt_inside": [
        "scan: {orientation: {tilt: {to: 5, rings: 1, directions: 4}}, map: tilt, tilt_inside: {zzzz: 1}}"],
    "requirements[]": ["requirements: [{zzzz: 1}]"],
}
SWEEP_MAPS = {
    "sweep file": [UNKNOWN + ": 1"],
    "vary.KEY": ["vary: {legs.max: {zzzz: 1}}"],
    "sampling": ["sampling: {zzzz: 1}"],
    "tolerances.KEY": ["tolerances: {legs.max: {zzzz: 1}}"],
    "front": ["front: {zzzz: 1}"],
}
# These maps can have any number of the machine file as a key, beside the keys here.
FREE_MAPS = {"vary": set(), "tolerances": {"samples", "seed"}}
# Keys that the program reads before the map's list of keys applies.
READ_BEFORE = {"vary.KEY": {"add"}}


def run(*words):
    done = subprocess.run([HEXSCAN, *map(str, words)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def known_keys(folder, line, is_sweep):
    """The keys that the program lists for the map with the unknown key."""
    parts = dict(SWEEP if is_sweep else MACHINE)
    parts[line.partition(":")[0]] = line
    file = folder / ("sweep.yaml" if is_sweep else "machine.yaml")
    (folder / "machine.yaml").write_text("\n".join(MACHINE.values()) + "\n")
    file.write_text("\n".join(parts.values()) + "\n")
    status, text = run("sweep", file, "--export", "0") if is_sweep else run("check", file)
    listed = re.search(r"zzzz: unknown key; .*known keys are ([\w, ]+)", text)
    if status != 2 or not listed:
        raise SystemExit(f"{line}: the program lists no keys but ends with {status}: {text}")
    return set(listed[1].split(", "))


def sections_of(page):
    """The sections of a page by their headings without marks of code."""
    parts = re.split(r"^#+ (.*)$", (SOURCE / "docs" / "reference" / page).read_text(), flags=re.MULTILINE)
    return {heading.replace("`", ""): text for heading, text in zip(parts[1::2], parts[2::2])}


def tables_of(text):
    """The tables of a section, by their headings: lists of rows of cells."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        heading, _, *rows = [re.split(r"\s*\|\s*", line)[1:-1] for line in table.splitlines()]
        yield heading, rows


def rows_of(text):
    """The rows of the tables of keys: the keys of a row share its cells."""
    for heading, rows in tables_of(text):
        if heading[0] == "key":
            yield from ((re.findall(r"`(\w+)`", cells[0]), cells[1:]) for cells in rows)


def problems_of_map(text, accepted):
    described = [(key, cells) for keys, cells in rows_of(text) for key in keys]
    keys = [key for key, _ in described]
    yield from (f"{key} has two rows" for key in set(keys) if keys.count(key) > 1)
    yield from (f"the reference does not list {key}" for key in sorted(accepted - set(keys)))
    yield from (f"the program refuses {key}" for key in sorted(set(keys) - accepted))
    for key, cells in described:
        if len(cells) < 4 or not all(cells[:4]):
            yield f"{key} has no type, unit, default or version"
        elif cells[3] not in VERSIONS:
            yield f"{key} has the version {cells[3]}, not one of {', '.join(sorted(VERSIONS))}"
        elif "map" in cells[0].split() and not has_section(key):
            yield f"{key} is a map without a section"


def has_section(key):
    """True if a section describes a map with that name: "legs, kind slider" has legs, "keep_out[]" has keep_out."""
    sections = [part for name in [*MACHINE_MAPS, *SWEEP_MAPS, *FREE_MAPS] for part in name.split(", ")]
    return any(section.rpartition(".")[2].rstrip("[]") == key for section in sections)


def problems_of_keys():
    sections = sections_of("keys.md")
    with tempfile.TemporaryDirectory() as folder:
        accepted = {name: set().union(*(known_keys(Path(folder), line, maps is SWEEP_MAPS) for line in lines))
                    for maps in (MACHINE_MAPS, SWEEP_MAPS) for name, lines in maps.items()} | FREE_MAPS
    for name, keys in READ_BEFORE.items():
        accepted[name] |= keys
    for name, keys in accepted.items():
        if name not in sections:
            yield f"keys.md has no section {name}"
            continue
        yield from (f"keys.md, {name}: {problem}" for problem in problems_of_map(sections[name], keys))
    for name, text in sections.items():
        if name not in accepted and any(rows_of(text)):
            yield f"keys.md, {name}: this test does not know the section"


def commands():
    listed = re.search(r"^Commands.*?\n(.*?)\n\n", run("--help")[1], re.MULTILINE | re.DOTALL)
    return re.findall(r"^  (\w+)", listed[1], re.MULTILINE)


def options_of(text, name):
    """The options in the tables of a section that the command has, and those that check shares with scan."""
    own, shared = set(), set()
    for heading, rows in tables_of(text):
        if heading[0] != "option":
            continue
        for cells in rows:
            options = set(re.findall(r"`(--[a-z-]+)`", cells[0]))
            only = re.search(r"only of `(\w+)`", cells[1])
            own |= options if not only or only[1] == name else set()
            shared |= options if heading[-1] == "key" else set()
            if not all(cells) or heading[-1] == "since" and cells[3] not in VERSIONS:
                raise SystemExit(f"options.md: no argument, default or version: {cells}")
    return own, shared


def problems_of_options():
    described, shared = {}, set()
    for heading, text in sections_of("options.md").items():
        for name in re.findall(r"hexscan (\w+)", heading):
            described[name], with_check = options_of(text, name)
            shared |= with_check
    described["check"] |= shared
    for name in sorted(set(commands()) ^ set(described)):
        yield f"options.md and hexscan --help differ in the command {name}"
    for name in sorted(set(commands()) & set(described)):
        accepted = set(re.findall(r"(?:^  |\[ )(--[a-z-]+)", run(name, "--help")[1], re.MULTILINE))
        yield from (f"options.md, {name}: does not list {option}" for option in sorted(accepted - described[name]))
        yield from (f"options.md, {name}: the program has no {option}" for option in sorted(described[name] - accepted))


def main():
    problems = [*problems_of_keys(), *problems_of_options()]
    print("\n".join(problems) or "the reference lists the program's keys and options")
    sys.exit(bool(problems))


main()
