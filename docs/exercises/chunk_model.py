#!/usr/bin/env python3
"""Exercise 3: predicts total = max(K, C) + min(K, C) / n for stages 3 and 9, beside the totals measured for n chunks.

usage: chunk_model.py [STAGES_JSON]    the record of a ladder with the stages of docs/exercises/
                                       (scripts/exercises.sh ladder); without it, the committed record
                                       output/case-study/exercises/stages.json
"""

import json
import sys
from pathlib import Path

STAGES = {1: ("1-chunk", "packed-1-chunk"), 7: ("async-pinned", "packed-bits"),
          35: ("35-chunks", "packed-35-chunks"), 350: ("350-chunks", "packed-350-chunks")}

RECORDED = Path(__file__).resolve().parents[2] / "output" / "case-study" / "exercises" / "stages.json"

file = sys.argv[1] if len(sys.argv) > 1 else RECORDED
try:
    study = json.loads(Path(file).read_text())
    stages = {stage["name"]: stage for stage in study["stages"]}
except (OSError, ValueError, KeyError, TypeError) as error:
    sys.exit(f"{file}: cannot be read as the record of a ladder ({error})")
missing = [name for names in STAGES.values() for name in names if name not in stages]
if missing:
    sys.exit(f"{file}: has no stage {', '.join(missing)}; scripts/exercises.sh ladder leaves a record with them, and "
             "without an argument the recorded one is read")
print(f"{study['device']}, {study['date']}; milliseconds; predicted from the kernel and copy of 7 chunks\n")
print(f"{'stage':20}{'chunks':>7}{'kernel':>9}{'copy':>9}{'predicted':>11}{'total':>9}")
for which in (0, 1):
    kernel, copy = (stages[STAGES[7][which]][key]["median"] for key in ("kernel_ms", "copy_ms"))
    for chunks, names in STAGES.items():
        stage = stages[names[which]]
        predicted = max(kernel, copy) + min(kernel, copy) / chunks
        print(f"{names[which]:20}{chunks:7}{stage['kernel_ms']['median']:9.3g}{stage['copy_ms']['median']:9.3g}"
              f"{predicted:11.3g}{stage['total_ms']['median']:9.3g}")
