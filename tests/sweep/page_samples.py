#!/usr/bin/env python3
"""Invented data for the page of a sweep, in hexscan's format: a design study, a tolerance study, and corner cases.

usage: page_samples.py CMAKE FOLDER     leaves FOLDER/NAME.html for every sample
"""

import base64
import json
import math
import os
import random
import subprocess
import sys
import zlib

STUDY_TEXT = "machine: rubin.yaml\nvary:\n  base.radius: {from: 400, to: 560, points: 9}\n"


def sweep(machines, valid, front, shown, name="rubin", sampling="grid"):
    return {"name": name, "machine": "rubin-camera-hexapod", "machines": machines, "valid": valid, "front": front,
            "sampling": sampling, "shown": shown, "version": "1.0.0", "file_text": STUDY_TEXT}


def pareto(rows, signs):
    """1 for each row that no other row dominates, where larger times sign is better."""
    scored = [[sign * value for sign, value in zip(signs, row)] for row in rows]

    def dominated(mine):
        return any(all(a >= b for a, b in zip(other, mine)) and other != mine for other in scored)

    return [0 if dominated(row) else 1 for row in scored]


def page_data(sweep_part, columns, rows, front, files=None, tolerance=None, numbers=None, cut_off=None):
    """A study. `rows` has a value per column for every design. The grid cuts off the designs that are 1 in `cut_off`,
    by default none."""
    return {"sweep": sweep_part, "columns": columns,
            "designs": {"number": numbers or list(range(len(rows))), "front": front,
                        "cut_off": cut_off or [0] * len(rows),
                        "values": [[row[k] for row in rows] for k in range(len(columns))]},
            "files": files or {}, "tolerance": tolerance}


def parameter(name, unit):
    return {"name": name, "unit": unit, "kind": "parameter", "better": None}


def measure(name, unit, better="larger"):
    return {"name": name, "unit": unit, "kind": "measure", "better": better}


def design_study(count=5000, seed=1):
    """A sample of a million machines; a few have no ball, and one parameter never changes."""
    dice = random.Random(seed)
    columns = [parameter("base.radius", "mm"), parameter("platform.radius", "mm"), parameter("base.spread", "deg"),
               parameter("legs.max", "mm"), parameter("legs.min", "mm"), measure("volume", "mm^3"),
               measure("largest_ball", "mm"), measure("total_volume", "mm^3"),
               measure("stiffest_tilt", "deg", "smaller"),
               measure("requirements", "")]
    rows = []
    for _ in range(count):
        base, platform = 400 + 20 * dice.randrange(9), dice.uniform(200, 330)
        spread, longest = dice.uniform(10, 30), dice.uniform(520, 640)
        reach = longest - 430
        volume = 4.2 * reach ** 3 * (1 - ((base - platform - 190) / 400) ** 2) * dice.uniform(0.95, 1.05)
        ball = 0.42 * reach * (1 - abs(spread - 18) / 40) - (base - 400) / 20
        total = volume * (0.1 + 0.5 * platform / base) * dice.uniform(0.9, 1.1)
        tilt = 14 + 9 * platform / base - spread / 8 + dice.gauss(0, 0.5)
        rows.append([base, platform, spread, longest, 430, volume, ball if ball > 25 else None, total, tilt,
                     min(3, int(reach / 55))])
    judged = [[row[5], row[6] or 0, row[7], -row[8]] for row in rows]
    front = pareto(judged, (1, 1, 1, 1)) if count <= 1500 else sampled_front(judged)
    numbers = sorted(dice.sample(range(1000000), count))
    best = [number for number, one in zip(numbers, front) if one][:6]
    return page_data(sweep(1000000, 998000, sum(front), count), columns, rows, front,
                     {str(number): {"name": f"design_{number}.yaml",
                                    "text": f"name: design {number}\n"} for number in best}, numbers=numbers,
                     cut_off=[int(row[3] > 620) for row in rows])


def sampled_front(judged):
    """The front among the few machines with the largest sums of ranks, which suffices for a picture."""
    ranks = [0] * len(judged)
    for k in range(len(judged[0])):
        for rank, i in enumerate(sorted(range(len(judged)), key=lambda i: judged[i][k])):
            ranks[i] += rank
    best = sorted(range(len(judged)), key=lambda i: -ranks[i])[:120]
    among = dict(zip(best, pareto([judged[i] for i in best], (1, 1, 1, 1))))
    return [among.get(i, 0) for i in range(len(judged))]


def slice_part(side=60):
    """A disc in the format of PageSlice. Every machine reaches its middle, and fewer reach points farther out."""
    shares = [[max(0.0, min(1.0, 1.4 - math.hypot(x - side / 2, y - side / 2) / (0.4 * side))) for x in range(side)]
              for y in range(side)]
    levels = [[1 + round(252 * share) for share in row] for row in shares]
    around = [[0] * (side + 1)] + [[0] + row for row in levels]
    cells = bytes((around[y + 1][x + 1] - around[y + 1][x] - around[y][x + 1] + around[y][x]) % 256
                  for y in range(side) for x in range(side))

    def number(value):
        return bytes([value]) if value < 128 else bytes([value % 128 + 128]) + number(value // 128)

    runs, above = b"", None
    for row in shares:
        inside = [x for x, share in enumerate(row) if share >= 0.95]
        run = (inside[0], inside[-1]) if inside else None
        runs += number(1 if run else 0)
        if run:  # as differences to the run above, zigzag-coded
            runs += b"".join(number(2 * d if d >= 0 else -2 * d - 1)
                             for d in (now - before for now, before in zip(run, above or (0, 0))))
        above = run
    axis = {"from_m": -0.1, "to_m": 0.1, "step_m": 0.2 / (side - 1), "count": side, "step": 1, "shown": side}
    z = {"from_m": 0.55, "to_m": 0.55, "step_m": 0, "count": 1, "step": 1, "shown": 1}
    packed = zlib.compress(cells)
    share = {"name": "share", "title": "share", "unit": "%", "made_of": {"kinds": [], "number": ""},
             "codes": False, "values": None, "entries": None, "x_step": 1, "y_step": 1,
             "bytes": [len(packed)], "base64": base64.b64encode(packed).decode(),
             "colours": {"palette": ["404040"] + [f"{i:02x}{i:02x}80" for i in range(254)] + ["404040"], "high": 1}}
    return {"grid": {"x": axis, "y": axis, "z": z}, "maps": [share],
            "units": {"length": "mm", "metres": 0.001, "angle": "deg", "radians": math.pi / 180},
            "runs": {"bytes": [len(runs)], "base64": base64.b64encode(runs).decode()}}


def tolerance_part(samples=1000, seed=2):
    dice = random.Random(seed)

    def scatter(name, unit, nominal, spread):
        values = sorted(nominal * (1 + dice.gauss(-spread / 2, spread)) for _ in range(samples))
        counts = [0] * 30
        for value in values:
            counts[min(29, int(30 * (value - values[0]) / (values[-1] - values[0])))] += 1
        return {"name": name, "unit": unit, "nominal": nominal, "least": values[0], "largest": values[-1],
                "quantiles": [[p, values[int(p * (samples - 1))]] for p in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)],
                "histogram": {"from": values[0], "to": values[-1], "counts": counts}}

    sensitivities = [{"measure": name, "parameter": f"legs.max[{leg}]" if leg < 6 else f"base.joints[{leg - 6}].z",
                      "unit": f"{unit}/mm", "slope": scale * math.sin(3 + leg), "correlation": 0.6 * math.sin(3 + leg)}
                     for name, unit, scale in (("volume", "mm^3", 3e5),
                                               ("largest_ball", "mm", 0.3)) for leg in range(18)]
    return {"samples": samples, "sensitivities": sensitivities,
            "measures": [scatter("volume", "mm^3", 8.1e6, 0.01), scatter("largest_ball", "mm", 71.3, 0.004)],
            "workspace": {"share": 0.95, "volume": 7.6e6, "unit": "mm^3", "slice": slice_part()}}


def tolerance_study():
    return page_data(sweep(1, 1, 0, 0, "rubin-tolerances", "none"), [], [], [], tolerance=tolerance_part())


def still_tolerance():
    """Tolerances that move nothing, and missing measures."""
    still = {"name": "volume", "unit": "mm^3", "nominal": 5, "least": 5, "largest": 5,
             "quantiles": [[0.05, 5], [0.5, 5]],
             "histogram": {"from": 5, "to": 5, "counts": [10]}}
    absent = {"name": "largest_ball", "unit": "mm", "nominal": None, "least": None, "largest": None,
              "quantiles": [[0.5, None]], "histogram": None}
    flat = {"measure": "volume", "parameter": "legs.max[0]", "unit": "mm^3/mm", "slope": 0, "correlation": None}
    return page_data(sweep(1, 1, 0, 0), [], [], [], tolerance={
        "samples": 10, "measures": [still, absent], "sensitivities": [flat], "workspace": None})


def few(rows, front, **more):
    columns = [parameter("base.radius", "m"), parameter("name with <b>markup</b>", ""), measure("volume", "m^3"),
               measure("absent", "m")]
    return page_data(sweep(len(rows), len(rows), sum(front), len(rows)), columns, rows, front, **more)


def wide(count=300, seed=3):
    """More columns than are shown at a time."""
    dice = random.Random(seed)
    columns = [parameter(f"legs.max[{k}]", "mm") for k in range(9)] + [measure(f"measure_{k}",
                                                                               "mm^2") for k in range(9)]
    rows = [[dice.gauss(0, 10.0 ** (k - 9)) for k in range(18)] for _ in range(count)]
    return page_data(sweep(count, count, 0, count), columns, rows, [0] * count)


SAMPLES = {
    "design": design_study,
    "small": lambda: design_study(400, 5),
    "tolerance": tolerance_study,
    "still": still_tolerance,
    "none": lambda: few([], []),
    "one": lambda: few([[0.8, 3, 1.25, None]], [1]),
    "same": lambda: few([[0.8, 3, 1.25, None]] * 5, [0] * 5),
    "parameters": lambda: page_data(sweep(9, 3, 0, 3), [parameter("base.radius", "m"), parameter("legs.max", "m")],
                                    [[1, 2], [2, 1], [3, 1.5]], [0, 0, 0]),
    "wide": wide,
    "both": lambda: dict(design_study(200, 7), tolerance=tolerance_part()),
}


def read_shell(cmake, folder):
    """The compiled-in page without data."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page_shell.cmake")
    subprocess.run([cmake, "-D", "FOLDER=" + folder, "-P", script], check=True)
    with open(os.path.join(folder, "sweep_page_shell.cpp"), encoding="utf-8") as file:
        text = file.read()
    start = text.index('R"embedded_text(') + len('R"embedded_text(')
    return text[start:text.rindex(')embedded_text"')]


def write_page(shell, data, path):
    """Writes a page like page_with_data()."""
    text = json.dumps(data, allow_nan=False).replace("<", "\\u003c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(shell.replace("%HEXSCAN_WORDS%", "<h2>made up</h2>").replace("%HEXSCAN_DATA%", text))


def main(cmake, folder):
    os.makedirs(folder, exist_ok=True)
    shell = read_shell(cmake, folder)
    for name, sample in SAMPLES.items():
        write_page(shell, sample(), os.path.join(folder, name + ".html"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
