#!/usr/bin/env python3
"""Tables of docs/explanation/design-study.md from the records of its studies: tables.py FOLDER writes FOLDER/NAME.md
for each machine NAME.

FOLDER holds NAME-design/{designs.csv,sweep.json} and NAME-tolerance/{sensitivities.csv,sweep.json}.
"""

from __future__ import annotations

import csv
import json
import statistics
import sys
from pathlib import Path

MEASURES = {"volume_m3": "volume", "largest_ball_m": "largest ball", "requirements_met": "requirements met"}


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# The search for a ball ends a millionth of the longest leg below its bound: nearer than this measures are equal.
EQUAL = 1e-5


def correlation(x: list[float], y: list[float]) -> str:
    return f"{statistics.correlation(x, y):+.2f}" if max(y) - min(y) > EQUAL * max(y) else "never changes"


def varied_columns(rows: list[dict[str, str]]) -> list[str]:
    names = list(rows[0])
    return names[1:names.index("valid")]


def correlations_table(rows: list[dict[str, str]]) -> str:
    lines = ["| number | from | to | " + " | ".join(MEASURES.values()) + " |", "|---|--:|--:|" + "--:|" * len(MEASURES)]
    for name in varied_columns(rows):
        x = [float(row[name]) for row in rows]
        cells = [correlation(x, [float(row[measure]) for row in rows]) for measure in MEASURES]
        lines.append(f"| `{name}` | {min(x):.4g} | {max(x):.4g} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def designs_table(rows: list[dict[str, str]]) -> str:
    """The best machines, a column each; columns for the same machine are one."""
    names = varied_columns(rows)
    most = max(int(row["requirements_met"]) for row in rows)
    able = [row for row in rows if int(row["requirements_met"]) == most]
    largest = max(float(row["largest_ball_m"]) for row in rows)
    tied = [row for row in rows if float(row["largest_ball_m"]) > largest * (1 - EQUAL)]
    best = [("volume", max(rows, key=lambda row: float(row["volume_m3"]))),
            ("ball" + (f" ({len(tied)} tie)" if len(tied) > 1 else ""),
             max(tied, key=lambda row: float(row["volume_m3"]))),
            (f"volume, {most} met", max(able, key=lambda row: float(row["volume_m3"])))]
    longest = next((name for name in names if name.startswith("legs.max")), None)
    if longest:
        best.append((f"shortest, {most} met",
                     min(able, key=lambda row: (float(row[longest]), -float(row["volume_m3"])))))
    columns: dict[str, tuple[list[str], dict[str, str]]] = {}
    for what, row in best:
        columns.setdefault(row["machine"], ([], row))[0].append(what)
    lines = ["| best in | " + " | ".join("; ".join(what) for what, _ in columns.values()) + " |",
             "|---|" + "--:|" * len(columns), "| machine | " + " | ".join(columns) + " |"]
    for name in [*names, "volume_m3", "largest_ball_m", "requirements_met"]:
        cells = [f"{float(row[name]):.4g}" for _, row in columns.values()]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def spread_table(tolerance: dict) -> str:
    lines = ["| measure | nominal | median | 5 % below | 5 % above |", "|---|--:|--:|--:|--:|"]
    for name, d in tolerance["measures"].items():
        quantiles = dict(d["quantiles"])
        share = [f"{quantiles[part] / d['nominal'] - 1:+.2%}" for part in (0.5, 0.05, 0.95)]
        lines.append(f"| {MEASURES[name]} | {d['nominal']:.5g} {name.rsplit('_', 1)[1]} | " + " | ".join(share) + " |")
    workspace = tolerance["workspace"]["volume_m3"]
    nominal = tolerance["measures"]["volume_m3"]["nominal"]
    lines.append(f"| volume that 95 % reach | | {workspace / nominal - 1:+.2%} | | |")
    return "\n".join(lines)


def causes_table(rows: list[dict[str, str]]) -> str:
    """The share of a measure's variance that each kind of number accounts for: squared correlations, summed up."""
    kinds = sorted({row["number"].split("[")[0] for row in rows})
    measures = [name for name in MEASURES if any(row["measure"] == name for row in rows)]
    lines = ["| scattered | " + " | ".join(MEASURES[name] for name in measures) + " |",
             "|---|" + "--:|" * len(measures)]
    for kind in kinds:
        cells = [sum(float(row["correlation"]) ** 2 for row in rows
                     if row["measure"] == name and row["number"].split("[")[0] == kind) for name in measures]
        lines.append(f"| `{kind}` | " + " | ".join(f"{cell:.0%}" for cell in cells) + " |")
    return "\n".join(lines)


def main() -> None:
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("usage: tables.py FOLDER, the records of the studies, such as output/design-study")
    folder = Path(sys.argv[1])
    for design in sorted(folder.glob("*-design")):
        name = design.name.removesuffix("-design")
        rows = [row for row in read(design / "designs.csv") if row["valid"] == "yes" and row["cut_off"] == "no"]
        scattered = folder / f"{name}-tolerance"
        record = json.loads((scattered / "sweep.json").read_text())
        text = "\n\n".join([
            f"Correlation of each number with each measure over the {len(rows)} machines whose workspace the grid "
            "holds whole:", correlations_table(rows),
            "The best of these:", designs_table(rows),
            f"{record['tolerance']['samples']} machines built to the tolerances, against the nominal one:",
            spread_table(record["tolerance"]),
            "What accounts for the variance (linear part):", causes_table(read(scattered / "sensitivities.csv"))])
        (folder / f"{name}.md").write_text(text + "\n")


if __name__ == "__main__":
    main()
