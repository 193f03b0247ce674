#!/usr/bin/env python3
"""Holds figures in the prose of docs/ against the records they are taken from.

usage: prose_figures.py SOURCE_DIR

A claim is a sentence with {} for its figures, and what the records give for each. A figure holds if the record's value, rounded
to as many digits as the text shows, is what the text says.
"""

import json
import re
import sys
from pathlib import Path

source = Path(sys.argv[1])
results = source / "output" / "case-study"


def stages_of(path):
    return {stage["number"]: stage for stage in json.loads(path.read_text())["stages"]}


ladder, exercises = stages_of(results / "stages.json"), stages_of(results / "exercises" / "stages.json")


def alone(number, record=exercises):
    return record[number]["kernel_alone_ms"]["median"]


def median(number, what, record=ladder):
    return record[number][what]["median"]


def less(after, before):
    """By how many per cent."""
    return 100 * (1 - after / before)


def table_rows(path):
    """The numbers of the rows of a text table, by what the row begins with."""
    rows = {}
    for line in path.read_text().splitlines():
        parts = re.split(r"\s{2,}", line.strip())
        numbers = [part for part in parts[1:] if re.fullmatch(r"-?[0-9.]+", part)]
        if numbers:
            rows[parts[0]] = [float(number) for number in numbers]
    return rows


loop, pinning = table_rows(results / "lecture_loop.txt"), table_rows(results / "pinning.txt")
edges = {"exit": [(3, 18), (22, 23), (24, 25), (26, 4)], "block": [(3, 24), (18, 25), (22, 26), (23, 4)],
         "registers": [(3, 22), (18, 23), (24, 26), (25, 4)]}
gains = {name: sorted(alone(a) / alone(b) for a, b in pairs) for name, pairs in edges.items()}

STUDY, ANSWERS = "case-study.md", "case-study-answers.md"
CLAIMS = [
    (STUDY, "350 launches with a copy between them take {} ms, the same kernel in one launch (*alone*) {}.",
     [median(1, "kernel_ms"), alone(1, ladder)]),
    (STUDY, "launched alike (*alone*), by {} %.", [100 * (alone(2, ladder) / alone(1, ladder) - 1)]),
    (STUDY, "giving it back take {} ms pinned, {} to {} ms pageable, and {} ms where",
     [pinning["pinned"][4], pinning["pageable, every page touched"][4], pinning["pageable, untouched"][4],
      pinning["pageable, then registered"][4]]),
    (STUDY, "the kernel becomes {} times as fast (*alone*, stages 3 and 4)", [alone(3, ladder) / alone(4, ladder)]),
    (STUDY, "The exit alone makes a kernel {} to {} times as fast, the block {} to {} times, the registers {} to {} times",
     [gains["exit"][0], gains["exit"][3], gains["block"][0], gains["block"][3], gains["registers"][0], gains["registers"][3]]),
    (STUDY, "The kernel takes {} % less time than stage 4's (*alone*), with {} registers",
     [less(alone(5, ladder), alone(4, ladder)), ladder[5]["resources"]["registers_per_thread"]]),
    (STUDY, "with *one* point a thread takes {} % less than stage 4's", [less(alone(27), alone(4))]),
    (STUDY, "A second point takes another {} % off: ILP. A fourth one {} %.",
     [less(alone(5), alone(27)), less(alone(28), alone(5))]),
    (STUDY, "gets every warp: the kernel takes {} % *more*.", [-less(alone(29), alone(5))]),
    (STUDY, "(`docs/exercises/s30_flags.cu`) becomes {} times as fast", [alone(6) / alone(30)]),
    (STUDY, "polynomial are our own, and another {} times.", [alone(30) / alone(7)]),
    (STUDY, "ILP is worth {} % in stage 5, {} % in stage 6 and {} % in stage 7.",
     [less(alone(n), alone(n + 14)) for n in (5, 6, 7)]),
    (STUDY, "Our kernel becomes {} times faster", [alone(1, ladder) / alone(7, ladder)]),
    (STUDY, "total falls by a factor of {},", [median(1, "total_ms") / median(7, "total_ms")]),
    (STUDY, "The kernel gains {} %, as the lecture's did", [less(alone(6, ladder), alone(5, ladder))]),
    (STUDY, "At the end of act one the total is {} times the floor.", [ladder[7]["derived"]["total_to_pinned_copy"]]),
    (STUDY, "kernel writing to device memory takes {} ms (*alone*)", [alone(10, ladder)]),
    (ANSWERS, "the kernel takes {} ms instead of {}, {} % of the time for 80 % of", [alone(11), alone(2), 100 * alone(11) / alone(2)]),
    (ANSWERS, "Stage 1's kernel, launched once as well, takes {}.", [alone(1)]),
    (ANSWERS, "take {} ms from the first kernel to the last and {} ms of copies where seven take {} and {}.",
     [median(17, "kernel_ms", exercises), median(17, "copy_ms", exercises), median(9, "kernel_ms", exercises),
      median(9, "copy_ms", exercises)]),
    (ANSWERS, "| every leg | {} (stage 3) | {} (22) | {} (24) | {} (26) |", [alone(n) for n in (3, 22, 24, 26)]),
    (ANSWERS, "| early exit | {} (18) | {} (23) | {} (25) | {} (stage 4) |", [alone(n) for n in (18, 23, 25, 4)]),
    (ANSWERS, "the early exit is worth a factor of {} to {}, the block {} to {}, the registers {} to {}.",
     [gains[name][end] for name in ("exit", "block", "registers") for end in (0, 3)]),
    (ANSWERS, "The exit alone leaves {} % of stage 3's time", [100 * alone(18) / alone(3)]),
    (ANSWERS, "{}, {} and {} registers where stages 5, 6 and 7 have {}, {} and {}.",
     [exercises[n]["resources"]["registers_per_thread"] for n in (19, 20, 21, 5, 6, 7)]),
    (ANSWERS, "side by side the kernels take {} % less time in stage 5, {} % in stage 6 and {} % in stage 7",
     [less(alone(n), alone(n + 14)) for n in (5, 6, 7)]),
    (ANSWERS, "The chain of stage 5 is still {} % faster than stage 4", [less(alone(19), alone(4))]),
    (ANSWERS, "says the same: {} ms, where two points take {} and four (stage 28) {}.", [alone(27), alone(5), alone(28)]),
    (ANSWERS, "holds stage 5 to the {} registers of full occupancy, and takes {}.",
     [exercises[29]["resources"]["registers_per_thread"], alone(29)]),
]


def plain(text):
    return " ".join(text.split())


def main():
    wrong = 0
    texts = {name: plain((source / "docs" / name).read_text()) for name in (STUDY, ANSWERS)}
    for document, sentence, values in CLAIMS:
        pattern = r"([0-9]+(?:\.[0-9]+)?)".join(re.escape(part) for part in plain(sentence).split("{}"))
        found = re.search(pattern, texts[document])
        if not found:
            print(f"docs/{document} does not say: {sentence}")
            wrong += 1
            continue
        for said, value in zip(found.groups(), values, strict=True):
            decimals = len(said.partition(".")[2])
            if f"{value:.{decimals}f}" != said:
                print(f"docs/{document} says {said}, its record {value:.{decimals + 1}f}: {sentence}")
                wrong += 1
    # The lecture's loop: what was hoisted takes the time of the additions, and the ratio is none of arithmetic.
    for name, (_, intrinsic, ratio, additions, *_rest) in loop.items():
        if name.startswith(("0 ...", "-pi")) and not (intrinsic <= 1.05 * additions and ratio > 40):
            print(f"output/case-study/lecture_loop.txt, {name}: the intrinsic was not moved out of the loop")
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
