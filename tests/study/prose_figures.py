#!/usr/bin/env python3
"""Holds figures in the prose of docs/ against the records they are taken from.

usage: prose_figures.py SOURCE_DIR             ends with 1 where a figure does not hold
       prose_figures.py SOURCE_DIR --update    writes the records' figures into the sentences, which must be read again

A claim is a sentence with {} for its figures, and what the records give for each. A figure holds if the record's value, rounded
to as many digits as the text shows, is what the text says.
"""

import json
import re
import sys
from pathlib import Path

source = Path(sys.argv[1])
updates = sys.argv[2:] == ["--update"]
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

lessons, lessons_h100 = ({lesson["lesson"]: {row["case"]: row for row in lesson["rows"]}
                          for lesson in json.loads((folder / "memory.json").read_text())["lessons"]}
                         for folder in (results, source / "output" / "case-study-h100"))


def rate(direction, memory, size):
    return lessons["host-copies"][size][f"{direction}_{memory}_gb_s"]


def of_pinned(memory, sizes):
    """Per cent of the pinned rate, both directions."""
    return sorted(100 * rate(direction, memory, size) / rate(direction, "pinned", size)
                  for direction in ("out", "in") for size in sizes)


patterns, saxpy, structures, transposed = (lessons[name] for name in ("patterns", "saxpy", "structures", "transpose"))
pageable, mapped = of_pinned("pageable", ("64 MB", "256 MB", "1 GB")), of_pinned("mapped", ("64 MB", "256 MB", "1 GB"))

STUDY, ANSWERS, MEMORY = "case-study.md", "case-study-answers.md", "memory.md"
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
    (MEMORY, "Shifted by a word: {} sectors, {} % used.",
     [patterns["shifted by 1 word"]["predicted_sectors_per_request"], patterns["shifted by 1 word"]["predicted_use_percent"]]),
    (MEMORY, "{} % of the predicted rate from memory, at two thirds from L2",
     [100 * patterns["scattered"]["memory_past_l1_gb_s"] / patterns["scattered"]["predicted_memory_gb_s"]]),
    (MEMORY, "where memory has error correction: {} % by the count, {} % by the clock.",
     [saxpy["even threads only"]["predicted_memory_use_percent"],
      100 * saxpy["even threads only"]["gb_s"] / saxpy["all threads"]["gb_s"]]),
    (MEMORY, "time follows memory, at {} % of the rate of *all threads*.",
     [100 * saxpy["both branches"]["gb_s"] / saxpy["all threads"]["gb_s"]]),
    (MEMORY, "sectors that are written in part have to be read: {} times the bytes, and {} times the time",
     [structures["bodies, array of structures"][key] for key in ("predicted_ratio", "ratio")]),
    (MEMORY, "With a pitch of 1024 they all do: {} sectors a request instead of {}.",
     [lessons["pitch"][case]["predicted_sectors_per_request"] for case in ("rows from L2, with pitch", "rows from L2, without")]),
    (MEMORY, "says a fifth and the clock {} %: a warp",
     [100 * (lessons["pitch"]["rows from L2, without"]["ms"] / lessons["pitch"]["rows from L2, with pitch"]["ms"] - 1)]),
    (MEMORY, "fewer banks: {} passes a request on average. A word of padding after every 32 leaves {}, adding",
     [lessons["reduction"][case]["predicted_passes_per_request"] for case in ("neighbours first", "neighbours first, padded")]),
    (MEMORY, "columns are 32 words apart, 32 passes, and {} % of a copy's speed. Padding the tile by one word a row makes it 1, and {} %.",
     [transposed[case]["share_of_copy_percent"] for case in ("transposed, tiled", "transposed, tiled, padded")]),
    (MEMORY, "the wrong one costs a factor of {}.", [lessons["carve-out"]["0 % shared memory"]["times_best"]]),
    (MEMORY, "from {} registers to {} to double its warps becomes {} times slower.",
     [lessons["local"]["in registers"]["registers"], lessons["local"]["spilled"]["registers"], lessons["local"]["spilled"]["times_kept"]]),
    (MEMORY, "reaches {} to {} % of the rate from 64 MB on", [pageable[0], pageable[-1]]),
    (MEMORY, "needs no copy at all and loses {} to {} % of the rate", [100 - mapped[-1], 100 - mapped[0]]),
    (MEMORY, "together take {} times as long as one of them at 256 MB",
     [lessons["both-directions"]["256 MB"]["both_ms"] / lessons["both-directions"]["256 MB"]["predicted_both_ms"]]),
    (MEMORY, "are done one after the other, {} ns each.", [lessons["atomics"]["one per thread"]["ns_per_atomic"]]),
    (MEMORY, "both ways at once the H100's host has {} of the H200's",
     [record["both-directions"]["256 MB"]["both_gb_s"] / lessons["both-directions"]["256 MB"]["both_gb_s"] for record in (lessons_h100,)]),
]


def pattern_of(sentence):
    """The sentence in a document, however its lines are broken, with a group for every figure."""
    words = [re.escape(word).replace(r"\{\}", r"([0-9]+(?:\.[0-9]+)?)") for word in sentence.split()]
    return re.compile(r"\s+".join(words))


def rounded_like(said, value):
    return f"{value:.{len(said.partition('.')[2])}f}"


def main():
    wrong = 0
    for document, sentence, values in CLAIMS:
        path = source / "docs" / document
        text = path.read_text()
        found = pattern_of(sentence).search(text)
        if not found:
            print(f"docs/{document} does not say: {sentence}")
            wrong += 1
            continue
        for place, (said, value) in reversed(list(enumerate(zip(found.groups(), values, strict=True), 1))):
            held = rounded_like(said, value)
            if held == said:
                continue
            print(f"docs/{document} says {said}, its record {held}: {sentence}")
            wrong += not updates
            text = text[: found.start(place)] + held + text[found.end(place) :]
        if updates:
            path.write_text(text)
    # The lecture's loop: what was hoisted takes the time of the additions, and the ratio is none of arithmetic.
    for name, (_, intrinsic, ratio, additions, *_rest) in loop.items():
        if name.startswith(("0 ...", "-pi")) and not (intrinsic <= 1.05 * additions and ratio > 40):
            print(f"output/case-study/lecture_loop.txt, {name}: the intrinsic was not moved out of the loop")
            wrong += 1
    sys.exit(1 if wrong else 0)


main()
