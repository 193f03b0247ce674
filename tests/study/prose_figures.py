#!/usr/bin/env python3
"""Compares figures in the prose of docs/ with the records that they come from.

usage: prose_figures.py SOURCE_DIR             exits with 1 if a figure is wrong
       prose_figures.py SOURCE_DIR --update    writes the records' figures into the sentences, which must be read again

A claim is a sentence with {} in place of its figures, and the records' value for each. A figure is right if it equals
the record's value, rounded to the digits of the text. A figure of AtMost or AtLeast is right if the value is no larger
or no smaller. A figure in words ("a seventh") is right if the record differs by at most an eighth.
"""

import json
import re
import sys
from pathlib import Path

source = Path(sys.argv[1])
updates = sys.argv[2:] == ["--update"]
results = source / "output" / "case-study"


class AtMost(float):
    """A value for which the text gives an upper bound."""


class AtLeast(float):
    """A value for which the text gives a lower bound."""


def stages_of(path):
    return {stage["number"]: stage for stage in json.loads(path.read_text())["stages"]}


ladder, exercises = stages_of(results / "stages.json"), stages_of(results / "exercises" / "stages.json")


def alone(number, record=exercises):
    return record[number]["kernel_alone_ms"]["median"]


def median(number, what, record=ladder):
    return record[number][what]["median"]


def less(after, before):
    """The decrease from `before` to `after`, in per cent."""
    return 100 * (1 - after / before)


def table_rows(path):
    """The numbers of the rows of a text table, keyed by the beginning of the row."""
    rows = {}
    for line in path.read_text().splitlines():
        parts = re.split(r"\s{2,}", line.strip())
        numbers = [part for part in parts[1:] if re.fullmatch(r"-?[0-9.]+", part)]
        if numbers:
            rows[parts[0]] = [float(number) for number in numbers]
    return rows


def floor_ms(function):
    return intrinsics[function]["single"]["floor"]["median_ms"]


def executed(number):
    """The instructions of the stage's first launch, in millions."""
    return next(row[0] for name, row in instructions.items() if name.split()[0] == str(number))


def slots(number):
    """The issue slots that it used, in per cent."""
    return next(row[1] for name, row in instructions.items() if name.split()[0] == str(number))


loop, pinning = table_rows(results / "lecture_loop.txt"), table_rows(results / "pinning.txt")
edges = {"exit": [(3, 18), (22, 23), (24, 25), (26, 4)], "block": [(3, 24), (18, 25), (22, 26), (23, 4)],
         "registers": [(3, 22), (18, 23), (24, 26), (25, 4)]}
gains = {name: sorted(alone(a) / alone(b) for a, b in pairs) for name, pairs in edges.items()}

counts = [[float(number) for number in re.findall(r"[0-9]+\.[0-9]+", line)]
          for line in (results / "exercises" / "counts.txt").read_text().splitlines()]
stopped = [int(number) for number in re.findall(r"[0-9]+", (results / "exercises" / "counts.txt").read_text()
                                                .splitlines()[3])]
intrinsics = {row["function"]: row for row in json.loads((results / "intrinsics.json").read_text())["rows"]}
instructions = table_rows(source / "output" / "case-study-h100" / "instructions.txt")
ladder_h100 = stages_of(source / "output" / "case-study-h100" / "stages.json")


def chunk_model(number, chunks=7, record=ladder):
    """The error of the predicted total max(K, C) + min(K, C) / n, in per cent of the measured total."""
    kernel, copy = median(number, "kernel_ms", record), median(number, "copy_ms", record)
    return 100 * abs((max(kernel, copy) + min(kernel, copy) / chunks) / median(number, "total_ms", record) - 1)


launches, blocks = (table_rows(source / "output" / "case-study-h100" / name)
                    for name in ("launch_costs.txt", "block_sizes.txt"))
in_flight_lesson = json.loads((source / "output" / "case-study-h100" / "in-flight" / "memory.json").read_text()
                              )["lessons"][0]
in_flight = {row["case"]: row["share_of_peak_percent"] for row in in_flight_lesson["rows"]}
latency_ns = int(re.search(r"the latency of ([0-9]+) ns", in_flight_lesson["notes"][0])[1])
one_launch_us, in_a_row_us, bracketed_us = (launches[name][0] for name in (
    "stage 1, one launch of 350 slices", "stage 1, 350 launches in one bracket, each",
    "stage 1, a launch in a bracket of its own"))
launches_h200, sass, not_helping = (table_rows(results / name)
                                    for name in ("launch_costs.txt", "sass.txt", "what_does_not_help.txt"))
counters = {stage["stage"]: stage for stage in json.loads((results / "stage_counters.json").read_text())["stages"]}
paths = {stage["stage"]: stage for stage in json.loads((results / "stage_paths.json").read_text())["stages"]}


def modelled_stages():
    """The rows of stages 1 to 9 in the table of the model, which the program prints and the page shows."""
    page = (source / "docs" / "case-study-limits.md").read_text()
    table = page.partition("Million warp instructions: the model and ncu\n")[2].partition("\n\n")[0].splitlines()[2:]
    return {int(row[0]): row[1:] for row in map(str.split, table) if row[1] != "-"}


def model_error(row, unit):
    """The difference between the ratio of model and counter and 1, in per cent."""
    ratio = row[3 * ["all", "XU", "ALU", "FP32"].index(unit) + 2]
    return 0 if ratio == "-" else 100 * abs(float(ratio) - 1)


modelled = modelled_stages()
# Scans, watts and joules per scan.
energy = {int(name.split()[0]): row for name, row in table_rows(results / "energy.txt").items() if name[0].isdigit()}
scans_in_a_row_us = [1000 * float(ms)
                     for ms in re.findall(r"scan +([0-9.]+) ms", (results / "stage_11.txt").read_text())]
# The totals of docs/cuda/*.cu, in microseconds.
files_us = {int(number): 1000 * float(ms)
            for number, ms in re.findall(r"^stage (\d+): .*total ([0-9.]+) ms",
                                         (results / "plain_stages.txt").read_text(), re.M)}
# The rows of the two workspaces, which have the same names.
two_gpus = [[[float(number) for number in line.split()[-4:]] for line in part.splitlines()
             if line.startswith("two GPUs,")] for part in (results / "two_gpus.txt").read_text().split("\n\n")[1:3]]
PEERS = ["CuPy", "PyTorch", "JAX"]
peers_energy = {name: row for name, row in table_rows(results / "energy-peers.txt").items()
                if name.split()[0] in PEERS}


def lanes(number):
    """The active lanes of a warp, per instruction."""
    return counters[number]["thread_instructions"] / counters[number]["instructions"]


stage_11_us, stage_10_us = (1000 * median(n, "total_ms", ladder_h100) for n in (11, 10))
alone_us = {n: 1000 * alone(n, ladder_h100) for n in (10, 11)}
lessons, lessons_h100 = ({lesson["lesson"]: {row["case"]: row for row in lesson["rows"]}
                          for lesson in json.loads((folder / "memory.json").read_text())["lessons"]}
                         for folder in (results, source / "output" / "case-study-h100"))
gpu = json.loads((results / "memory.json").read_text())
multiprocessors, clock_mhz = gpu["multiprocessors"], gpu["clock_mhz"]
bandwidth, bandwidth_h100 = (json.loads((source / "output" / folder / "stages.json").read_text())
                             ["memory_bandwidth_gb_per_s"]
                             for folder in ("case-study", "case-study-h100"))
# The number of waves: stage 1's blocks in one launch divided by the blocks that are resident at once.
waves = 63 * 63 / (multiprocessors * ladder[1]["resources"]["resident_blocks_per_sm"])


def beyond_model(number, chunks):
    """The total of an exercise's stage, divided by what the model predicts from the stage's form with 7 chunks."""
    seven = exercises[3 if number < 15 else 9]
    kernel, copy = (seven[what]["median"] for what in ("kernel_ms", "copy_ms"))
    return median(number, "total_ms", exercises) / (max(kernel, copy) + min(kernel, copy) / chunks)


def h100_of_h200(lesson, case, key):
    return lessons_h100[lesson][case][key] / lessons[lesson][case][key]


def shares(lesson, keys, skip=()):
    """The ratios of an H100's rates to an H200's, from small to large."""
    return sorted(h100_of_h200(lesson, case, key) for case in lessons[lesson] for key in keys if case not in skip)


def ends(values):
    """The smallest and the largest of the values."""
    ordered = sorted(values)
    return [ordered[0], ordered[-1]]


def cost_of_shift(record, column="memory_past_l1_gb_s", cases=None):
    """How much slower shifted reads are than aligned reads, in per cent, from small to large."""
    rows = record["patterns"]
    cases = cases or [case for case in rows if case.startswith("shifted") and case != "shifted by 32 words"]
    return sorted(less(rows[case][column], rows["aligned"][column]) for case in cases)


def off_by_stride(memory, strides):
    """The differences between the rates, through L1 and past it, and their prediction, as shares of it."""
    rows = [lessons["strides"][f"stride {n}"] for n in strides if f"stride {n}" in lessons["strides"]]
    return [abs(1 - row[f"{memory}_{path}_gb_s"] / row[f"predicted_{memory}_gb_s"])
            for row in rows for path in ("l1", "past_l1")]


def counted(lesson, case):
    """The sectors of a request, and the share of their bytes that it uses, in per cent."""
    return [lessons[lesson][case][f"predicted_{what}"] for what in ("sectors_per_request", "use_percent")]


def rate(direction, memory, size):
    return lessons["host-copies"][size][f"{direction}_{memory}_gb_s"]


def of_pinned(memory, sizes):
    """The rates in per cent of the pinned rate, for both directions."""
    return sorted(100 * rate(direction, memory, size) / rate(direction, "pinned", size)
                  for direction in ("out", "in") for size in sizes)


def fixed_us(direction):
    """The fixed time of a pinned copy, from the times of the smallest and the largest, in microseconds."""
    small, large = (bytes_moved / rate(direction, "pinned", size) / 1e3
                    for bytes_moved, size in ((4096, "4 KB"), (2**30, "1 GB")))
    return small - (large - small) * 4096 / (2**30 - 4096)


nine = lessons["l1"]["each thread 9 neighbours"]
patterns, saxpy, structures, transposed = (lessons[name] for name in ("patterns", "saxpy", "structures", "transpose"))
pageable, mapped = of_pinned("pageable", ("64 MB", "256 MB", "1 GB")), of_pinned("mapped", ("64 MB", "256 MB", "1 GB"))

# A document is one page, or several: a pattern of their names.
STUDY, ANSWERS, MEMORY, COURSE = "case-study*.md", "case-study-answers.md", "memory/*.md", "course/*.md"
README = "../README.md"
YOUR_OWN = "your-own-stage.md"
FAST = "explanation/how-fast.md"


def cells_of(name):
    """The numbers of a Markdown table in the records, row by row, keyed by the first cell. Empty cells are left out."""
    lines = (results / name).read_text().splitlines()
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    return {row[0]: [float(cell) for cell in row[1:] if cell] for row in rows[2:]}


peer_of_sets, peer_of_rods = cells_of("sets-peers.md"), cells_of("rods-peers.md")
steps = table_rows(results / "exercises" / "squared_steps.txt")
least_10_us = ladder[10]["output_bytes"] / 55e3 + launches_h200["empty kernel"][0]
CLAIMS = [
    (FAST, "CuPy and PyTorch take {} 000 and {} 000 times as long per decision",
     [peer_of_sets["hexscan, GPU"][3] / peer_of_sets[name][3] / 1000 for name in ("CuPy", "PyTorch")]),
    (FAST, "CuPy and PyTorch scanned `knaufinator-simulator` at one orientation {} and {} times more slowly",
     [peer_of_rods[name][2] for name in ("CuPy", "PyTorch")]),
    (COURSE, "the kernel of stage 2 takes {} % longer than that of stage 1 when both are launched alike ({} ms against "
     "{})",
     [100 * (alone(2, ladder) / alone(1, ladder) - 1), alone(2, ladder), alone(1, ladder)]),
    (COURSE, "It takes {} ms, and 10 × 10 takes {}. The fastest in the record is 16 × 16, in one launch: {} ms (",
     [alone(n) for n in (31, 2, 1)]),
    (COURSE, "On the H200 the copies fall from {} ms to {}, so", [median(1, "copy_ms"), median(2, "copy_ms")]),
    (COURSE, "The kernel of stage 2 takes {} ms. Its copy would take {} ms",
     [median(2, "kernel_ms"), median(3, "copy_ms")]),
    (COURSE, "The record has {} and {}.", [median(n, "total_ms", exercises) for n in (12, 3)]),
    (COURSE, "so the file's total is {} ms (", [files_us[3] / 1000]),
    (COURSE, "35 chunks take {} ms in the record, and seven {}.", [median(n, "total_ms", exercises) for n in (13, 3)]),
    (COURSE, "Without the exit stage 4 takes {} ms in place of {}, and {} in place of {} in blocks of 10 × 10",
     [alone(n) for n in (26, 4, 22, 23)]),
    (COURSE, "{} ms; the record has {}.", [median(2, "kernel_ms"), median(14, "total_ms", exercises)]),
    (COURSE, "The kernel of hexscan's stage 4 has {} registers per thread,",
     [ladder[4]["resources"]["registers_per_thread"]]),
    (COURSE, "hexscan's own stage 4 has the {} of question 1.", [ladder[4]["resources"]["registers_per_thread"]]),
    (COURSE, "needs {} of 6 legs and {} of 12 arcsines", counts[1]),
    (COURSE, "Between {} % (arcsines) and {} % (legs). The record has {} %.",
     [100 * counts[1][1] / 12, 100 * counts[1][0] / 6, 100 * alone(18) / alone(3)]),
    (COURSE, "The record's {} % is near the lower end,", [100 * alone(18) / alone(3)]),
    (COURSE, "The early exit, {} to {} times as fast; the block, {} to {}; the registers, {} to {}.",
     [gain for what in ("exit", "block", "registers") for gain in (gains[what][0], gains[what][3])]),
    (COURSE, "It does not: it is {} % with one point a thread and {} % with two.", [slots(27), slots(5)]),
    (COURSE, "By {} %, from {} to {} million for 50 slices",
     [less(executed(5), executed(27)), executed(27), executed(5)]),
    (COURSE, "The time falls with them, by {} % (", [less(alone(5), alone(27))]),
    (COURSE, "leads to {} registers in place of {}, and to an occupancy of {} % in place of {} %. Yet the kernel takes "
     "{} ms in place of {} (",
     [value(exercises[n]) for value in (lambda stage: stage["resources"]["registers_per_thread"],
                                        lambda stage: stage["derived"]["occupancy_percent"],
                                        lambda stage: stage["kernel_alone_ms"]["median"]) for n in (19, 5)]),
    (COURSE, "{} million become {} in stage 6, and more issue slots are used ({} %). The kernel takes {} % less",
     [executed(5), executed(6), slots(6), less(alone(6, ladder), alone(5, ladder))]),
    (COURSE, "{} verdicts differ. At each of these {} points", [ladder[7]["verification"]["differing_points"]] * 2),
    (COURSE, "In stage 6, with exact functions, {} verdicts differ.", [ladder[6]["verification"]["differing_points"]]),
    (COURSE, "Eight points with two stores take {} ms, and stage 8 takes {} (",
     [steps[case][0] for case in ("squares, eight points, two stores", "stage 8: squares, four points, one store")]),
    (COURSE, "Four neighbouring points with a store each take {} % longer than stage 8,",
     [-less(steps["squares, four points, a store each"][0], steps["stage 8: squares, four points, one store"][0])]),
    (COURSE, "with {} TB/s and {} ns?", [bandwidth_h100 / 1000, latency_ns]),
    (COURSE, "{} MB on the whole GPU, or {} KB on each of {} multiprocessors.",
     [bandwidth_h100 * latency_ns / 1e6, bandwidth_h100 * latency_ns / multiprocessors / 1000, multiprocessors]),
    (COURSE, "Stage 7 takes {} ms. Squares with one point a thread take {}, with four points {}, and with one store "
             "for the four {}",
     [row[0] for row in list(steps.values())[:4]]),
    (COURSE, "With them the copy of an array reaches {} % of the peak.", [in_flight["1 array, 4 bytes x 1"]]),
    (COURSE, "stage 4 has {} active lanes of 32", [lanes(4)]),
    (COURSE, "The runs take {} MB. How long does the bus need for them, at {} GB/s?",
     [ladder[10]["output_bytes"] / 1e6, rate("out", "pinned", "1 GB")]),
    (COURSE, "The bytes need {} microseconds.", [ladder[10]["output_bytes"] / 55e3]),
    (COURSE, "An empty kernel and the wait for it take {}. A CUDA *graph*, which is recorded once and starts with one "
     "call, starts sooner: one that only stores these bytes takes {} (",
     [launches_h200[name][0] for name in ("empty kernel", "graph that stores 1210000 bytes, mapped")]),
    (COURSE, "hexscan's stage 10 takes {} (`output/case-study/time.md`), and file 10 takes {} (",
     [1000 * median(10, "total_ms"), files_us[10]]),
    (COURSE, "could save at most the difference to {}: {} microseconds in hexscan's stage, {} in file 10.",
     [least_10_us, 1000 * median(10, "total_ms") - least_10_us, files_us[10] - least_10_us]),
    (COURSE, "hexscan's stage falls from {} microseconds to {}, to {} % of its time.",
     [1000 * median(10, "total_ms"), 1000 * median(11, "total_ms"),
      100 * median(11, "total_ms") / median(10, "total_ms")]),
    (COURSE, "The files fall only from {} to {}, to {} %.",
     [files_us[10], files_us[11], 100 * files_us[11] / files_us[10]]),
    (COURSE, "without other stages in between, it takes {} to {} microseconds",
     [min(scans_in_a_row_us), max(scans_in_a_row_us)]),
    (COURSE, "A graph that stores as many bytes takes {}, launch and wait included",
     [launches_h200["graph that stores 430000 bytes, mapped"][0]]),
    (COURSE, "The kernel uses only {} % of the issue slots (`stage_counters.md`)",
     [counters[11]["issue_slots_percent"]]),
    (COURSE, "a launch takes longer: {} microseconds for an empty kernel, {} for a graph of it (",
     [launches_h200[name][0] for name in ("empty kernel", "graph of one empty kernel")]),
    (COURSE, "gain a factor of {} in the total. Stage 10 uses another algorithm and gains a further factor of {}.",
     [median(1, "total_ms") / median(9, "total_ms"), median(9, "total_ms") / median(10, "total_ms")]),
    (STUDY, "350 launches with a copy between them take {} ms, the same kernel in one launch (*alone*) {}.",
     [median(1, "kernel_ms"), alone(1, ladder)]),
    (STUDY, "{} multiprocessors hold {} blocks each, and the 63 × 63 blocks are {} times as many.",
     [multiprocessors, ladder[1]["resources"]["resident_blocks_per_sm"], waves]),
    (STUDY, "limits the occupancy, but to {} % instead of 16.7 %. The copies are {} % of the total",
     [ladder[1]["derived"]["occupancy_percent"], 100 * median(1, "copy_ms") / median(1, "total_ms")]),
    (STUDY, "Pinned memory makes the copy itself {} times as fast", [median(2, "copy_ms") / median(3, "copy_ms")]),
    (STUDY, "The model predicts the totals of stages 3 to 9 to within {} %.",
     [AtMost(max(chunk_model(n) for n in range(3, 10)))]),
    (STUDY, "{} legs a point in the first chunk, {} in the third", [counts[2][0], counts[2][2]]),
    (STUDY, "an average point tests {} legs and computes {} arcsines", counts[1]),
    (STUDY, "A stroke stops {} million of the 350 million points, a base joint {} million, and",
     [count / 1e6 for count in stopped[:2]]),
    (STUDY, "how far a stage is from it, here {} already.", [ladder[4]["derived"]["total_to_pinned_copy"]]),
    (STUDY, "The kernel has only {} registers, fewer than the {} that stage 4 has for one point.",
     [exercises[19]["resources"]["registers_per_thread"], ladder[4]["resources"]["registers_per_thread"]]),
    (STUDY, "It needs {} registers instead of stage 5's {}, because",
     [ladder[n]["resources"]["registers_per_thread"] for n in (6, 5)]),
    (STUDY, "The total moves by {} % only", [less(median(7, "total_ms"), median(6, "total_ms"))]),
    (STUDY, "{} of 350 million verdicts differ from the double-precision reference, against {} before",
     [ladder[n]["verification"]["differing_points"] for n in (7, 6)]),
    (STUDY, "account for {} % of the milliseconds saved",
     [100 * (median(1, "total_ms") - median(3, "total_ms")) / (median(1, "total_ms") - median(7, "total_ms"))]),
    (STUDY, "The column *% of memory* stays below {} for every stage",
     [AtMost(max(stage["derived"]["memory_bandwidth_percent"] or 0 for stage in ladder.values()))]),
    (STUDY, "*ord/floor* and *intr/floor* within about {} % of 1",
     [AtMost(max(100 * abs(row["single"][key] - 1) for name, row in intrinsics.items()
                 for key in ("ordinary_to_floor", "intrinsic_to_floor")
                 if not (key == "ordinary_to_floor" and name in ("pow", "cos, large x", "sin, large x"))))]),
    (STUDY, "is not one of arithmetic**, which is worth about {} ([below]", [intrinsics["sin"]["repeated"]["ratio"]]),
    (STUDY, "The intrinsic loop then takes {} times as long, and the ratio is {}.",
     [loop["0 ... 1"][5] / loop["0 ... 1"][1], loop["0 ... 1"][6]]),
    (STUDY, "the factor is above {}, and the intrinsic's answer",
     [AtLeast(intrinsics["sin, large x"]["repeated"]["ratio"])]),
    (STUDY, "The total moves by {} %: this is the effect of a floor.",
     [less(median(8, "total_ms"), median(7, "total_ms"))]),
    (STUDY, "{} MB instead of 350 (*output MB*)", [ladder[10]["output_bytes"] / 1e6]),
    (STUDY, "The host pays: *decode* rises from {} to {} ms.", [median(n, "decoding_ms") for n in (8, 9)]),
    (STUDY, "**Kernels are equal** to within {} % in stages 1 to 9 (*alone ratio*).",
     [AtMost(max(100 * abs(alone(n, ladder_h100) / alone(n, ladder) - 1) for n in range(1, 10)))]),
    (STUDY, "have equal totals, within {} %.",
     [AtMost(max(100 * abs(median(n, "total_ms", ladder_h100) / median(n, "total_ms") - 1) for n in range(3, 9)))]),
    (STUDY, "Stage 9 takes longer on the H100: its copies take {} ms there (`output/case-study-h100/stages.md`), "
            "and {} on the H200.",
     [median(9, "copy_ms", ladder_h100), median(9, "copy_ms")]),
    (STUDY, "Launched alike (*alone*), it takes {} % longer than stage 1's.",
     [100 * (alone(2, ladder) / alone(1, ladder) - 1)]),
    (STUDY, "giving it back take {} ms if it is pinned, and {} to {} ms if it is pageable. They take {} ms if",
     [pinning["pinned"][4], pinning["pageable, every page touched"][4], pinning["pageable, untouched"][4],
      pinning["pageable, then registered"][4]]),
    (STUDY, "the kernel becomes {} times as fast (*alone*, stages 3 and 4)", [alone(3, ladder) / alone(4, ladder)]),
    (STUDY, "The exit alone makes a kernel {} to {} times as fast, the block {} to {} times, "
            "the registers {} to {} times",
     [gains["exit"][0], gains["exit"][3], gains["block"][0], gains["block"][3], gains["registers"][0],
      gains["registers"][3]]),
    (STUDY, "The kernel takes {} % less time than stage 4's (*alone*), with {} registers.",
     [less(alone(5, ladder), alone(4, ladder)), ladder[5]["resources"]["registers_per_thread"]]),
    (STUDY, "with *one* point a thread takes {} % less than stage 4's", [less(alone(27), alone(4))]),
    (STUDY, "A second point takes another {} % off, and four points in place of two take {} % off.",
     [less(alone(5), alone(27)), less(alone(28), alone(5))]),
    (STUDY, "so all warps fit: the kernel takes {} % *more*.", [-less(alone(29), alone(5))]),
    (STUDY, "(`docs/exercises/s30_flags.cu`) becomes {} times as fast", [alone(6) / alone(30)]),
    (STUDY, "Its *resident points* are {} %, those of stage 5 are {} %:",
     [exercises[n]["derived"]["occupancy_x_points_per_thread_percent"] for n in (19, 5)]),
    (ANSWERS, "those of stage 2 take {} ms there and {} ms here.",
     [median(2, "copy_ms"), median(2, "copy_ms", exercises)]),
    (ANSWERS, "On capability 9.0 they fit {} times, which is an occupancy of {} %",
     [exercises[31]["resources"]["resident_blocks_per_sm"], exercises[31]["derived"]["occupancy_percent"]]),
    (ANSWERS, "although its occupancy is {} % and the chain's is {} %.",
     [exercises[n]["derived"]["occupancy_percent"] for n in (5, 19)]),
    (ANSWERS, "the {} registers of the chain would allow 32 of 48 warps, the {} of stage 5 only 28",
     [exercises[n]["resources"]["registers_per_thread"] for n in (19, 5)]),
    (MEMORY, "A request then touches {} sectors for points and {} for bodies. In a structure of arrays the words of a "
     "warp are neighbours, and a request touches {}.",
     [structures[case]["predicted_sectors_per_request"]
      for case in ("points, array of structures", "bodies, array of structures", "bodies, structure of arrays")]),
    (MEMORY, "Stage 1 has {} blocks resident at {} KB, {} at {} and {} at {}.",
     [lessons["carve-out"][f"{share} % shared memory"][key] for share in (100, 50, 0)
      for key in ("predicted_blocks_per_sm", "predicted_shared_kb")]),
    (MEMORY, "is as good as the best request, within {} %. The worst request takes {} times as long, because",
     [AtMost(100 * (lessons["carve-out"]["left to the driver"]["times_best"] - 1)),
      max(row["times_best"] for row in lessons["carve-out"].values())]),
    (STUDY, "polynomial are our own. They make the kernel another {} times as fast.", [alone(30) / alone(7)]),
    (STUDY, "two points side by side are worth {} % in stage 5, {} % in stage 6 and {} % in stage 7.",
     [less(alone(n), alone(n + 14)) for n in (5, 6, 7)]),
    (STUDY, "Their instructions are {}, {} and {} % fewer, and the issue slots used differ by less than two percent",
     [less(executed(n), executed(n + 14)) for n in (5, 6, 7)]),
    (STUDY, "executes {} % fewer instructions than with one (stages 5 and 27), and the share of used issue slots stays "
            "the same, {} and {} %.", [less(executed(5), executed(27)), slots(5), slots(27)]),
    (STUDY, "more instructions: {} million instead of {}, at {} % of the issue slots instead of {}.",
     [executed(19), executed(5), slots(19), slots(5)]),
    (STUDY, "from {} to {} million ([the table",
     [executed(10), sum(row[0] for name, row in instructions.items() if name.startswith("11"))]),
    (STUDY, "One launch takes {} ms, and 350 launches that follow each other take {}. So the tail of a launch and the "
            "start of the next one cost {} microseconds together.",
     [one_launch_us / 1000, 0.35 * in_a_row_us, in_a_row_us - one_launch_us / 350]),
    (STUDY, "with the stream idle before it, each launch takes {} microseconds more. All 350 take {} ms.",
     [bracketed_us - in_a_row_us, 0.35 * bracketed_us]),
    (STUDY, "A graph of one kernel that stores 1.21 MB there takes {} microseconds by the wall clock, and a copy of 1 "
            "MB {} (`docs/exercises/launch_costs.cu`, `output/case-study/launch_costs.txt`). An empty kernel and the "
            "wait for it take {}.",
     [launches_h200[name][0]
      for name in ("graph that stores 1210000 bytes, mapped", "pinned copy of 1000000 bytes", "empty kernel")]),
    (STUDY, "Stage 10 takes {} in *total*. Its kernel with its verdicts left in device memory takes {} (*alone*, 50 "
            "launches in one bracket; an empty kernel {}).",
     [1000 * median(10, "total_ms"), 1000 * alone(10, ladder),
      launches_h200["empty kernel, 50 launches in one bracket"][0]]),
    (STUDY, "a *single* launch counts {} for an empty kernel",
     [launches_h200["empty kernel, one launch in a bracket"][0]]),
    (STUDY, "That is {} MB instead of {}.", [ladder_h100[n]["output_bytes"] / 1e6 for n in (11, 10)]),
    (STUDY, "The total is {} microseconds (smallest {}), and that of stage 10 is {}",
     [stage_11_us, 1000 * ladder_h100[11]["total_ms"]["min"], stage_10_us]),
    (STUDY, "Stages 2 and 3 have {} active lanes of 32", [lanes(2)]),
    (STUDY, "In stages 8 and 9 there are {} and {} active lanes:", [lanes(8), lanes(9)]),
    (STUDY, "In stage 6 a warp waits {} clocks per instruction for its code (*no instruction*), in stage 5 {} clocks.",
     [counters[n]["stalled_no_instruction"] for n in (6, 5)]),
    (STUDY, "Stage 6 has {} instructions ([below](#the-machine-code)), stage 7 has {} and waits {} clocks.",
     [sass["6 ilp-unroll"][0], sass["7 intrinsics"][0], counters[7]["stalled_no_instruction"]]),
    (STUDY, "XU is used to {} % at most.", [max(counters[n]["xu_percent"] for n in counters)]),
    (STUDY, "No stage uses more than {} % of the memory's bandwidth or {} % of L2's.",
     [max(counters[n][f"{what}_percent"] for n in counters) for what in ("memory", "l2")]),
    (STUDY, "**Stage 11 has {} waves:** {} registers per thread leave room for ten of its blocks on a multiprocessor. "
     "So {} of its {} blocks are resident at once",
     [counters[11]["waves"], ladder[11]["resources"]["registers_per_thread"],
      multiprocessors * ladder[11]["resources"]["resident_blocks_per_sm"],
      ladder[11]["launch"]["grid_blocks"]["x"]]),
    (STUDY, "Stage 1's launches have {} waves, so one of five is not full. Stage 9's have {}, so the last wave is only "
            "{} % of them", [counters[1]["waves"], counters[9]["waves"], 100 / counters[9]["waves"]]),
    (STUDY, "they use {} to {} % of the issue slots (*issue slots, ncu*)",
     [end(counters[n]["issue_slots_percent"] for n in range(1, 10)) for end in (min, max)]),
    (STUDY, "A scan in JAX takes {} s. So almost all of its {} J are those of the idle GPU.",
     [value for name, row in peers_energy.items() if name.startswith("JAX") for value in (row[2] / row[1], row[2])]),
    (STUDY, "In stages 10 and 11 the share of the first table is {} and {} % lower.",
     [less(counters[n]["instructions"] / alone(n, ladder) / (4 * multiprocessors * clock_mhz * 10),
           counters[n]["issue_slots_percent"]) for n in (10, 11)]),
    (STUDY, "Scans of stages 3 and 9 are at {} and {} % of the horizontal line.",
     [counters[n]["instructions"] / median(n, "total_ms") / (4 * multiprocessors * clock_mhz * 10) for n in (3, 9)]),
    (STUDY, "a warp of stage 4 executes {} instructions if all its points fail the first limit, and {} if one point "
            "passes all.", [paths[4]["paths"][n]["instructions"] for n in (0, -1)]),
    (STUDY, "The instructions of each stage differ from the counter by at most {} %.",
     [max(model_error(row, "all") for row in modelled.values())]),
    (STUDY, "In stages 4 to 9 the instructions of XU, ALU and FP32 differ by at most {} %.",
     [max(model_error(modelled[n], unit) for n in range(4, 10) for unit in ("XU", "ALU", "FP32"))]),
    (STUDY, "In stages 8 and 9 the model lacks {} and {} % of the instructions,",
     [model_error(modelled[n], "all") for n in (8, 9)]),
    (STUDY, "which take {} of its {} ms (*Time*, kernel and total). In stage 9 the kernels take {} ms, the copies {} "
            "ms and the whole scan {} ms.",
     [median(3, "kernel_ms"), median(3, "total_ms"), median(9, "kernel_ms"), median(9, "copy_ms"),
      median(9, "total_ms")]),
    (STUDY, "Graphs that only store their bytes take {} and {} microseconds",
     [launches_h200[f"graph that stores {size} bytes, mapped"][0] for size in (1210000, 430000)]),
    (STUDY, "That is more than half of the {} and {} microseconds of the scans",
     [1000 * median(n, "total_ms") for n in (10, 11)]),
    (STUDY, "These take {} and {} microseconds (*Time*, total). The start of a kernel and the wait for it take {} of "
            "these, and those of a graph {}",
     [*(1000 * median(n, "total_ms") for n in (10, 11)),
      *(launches_h200[name][0] for name in ("empty kernel", "graph of one empty kernel"))]),
    (STUDY, "a warp that is ready waits {} to {} clocks until it is selected",
     ends(counters[n]["stalled_not_selected"] for n in range(4, 10))),
    (STUDY, "the kernel of stage 6 takes {} % less time than that of stage 5 (*alone*).",
     [less(alone(6, ladder), alone(5, ladder))]),
    (STUDY, "In stage 5, L2 moves {} MB, and only {} MB are written to memory",
     [counters[5][key] / 1e6 for key in ("l2_bytes", "memory_written_bytes")]),
    (STUDY, "It saves nothing: {} ms, where stage 8 takes {}.",
     [not_helping[name][0] for name in ("persistent: only resident blocks, a tile in turn", "stage 8")]),
    (STUDY, "Clusters of two also take {} % less than stage 8,",
     [less(not_helping["clusters of two blocks"][0], not_helping["stage 8"][0])]),
    (STUDY, "they use {} to {} % of it (column *PCIe*)",
     [end(100 / ladder[n]["derived"]["total_to_pinned_copy"] for n in range(4, 9)) for end in (min, max)]),
    (STUDY, "Beyond the idle GPU they take {}, {} and {} J for each scan, and stage 8 takes {}.",
     [*(peers_energy[name][3] for name in sorted(peers_energy, key=lambda name: PEERS.index(name.split()[0]))),
      energy[8][3]]),
    (STUDY, "With an empty kernel this takes {} microseconds; a graph takes {}, so",
     [launches_h200[name][0] for name in ("empty kernel", "graph of one empty kernel")]),
    (STUDY, "answers the host in {} microseconds", [launches_h200["persistent kernel, rung and polled"][0]]),
    (STUDY, "this saves time over a wait for the stream: {} microseconds against {}.",
     [launches_h200[name][0] for name in ("kernel that raises a flag, polled", "empty kernel")]),
    (STUDY, "saves {} microseconds per kernel.",
     [launches_h200["kernel after kernel, 50 in one bracket"][0] -
      launches_h200["the same by programmatic dependent launch"][0]]),
    (STUDY, "the time falls by a factor of {} (*Time*, total) and the energy by {}. The GPU takes {} W in place "
            "of {}.",
     [median(1, "total_ms") / median(9, "total_ms"), energy[1][2] / energy[9][2], energy[9][1], energy[1][1]]),
    (STUDY, "{} thousand verdicts differ with tf32, and {} thousand with bfloat16. Three products of tf32 leave {}, "
            "and take {} times as long as stage 8. Even one product takes {} times as long:",
     [not_helping["tensor cores, tf32"][1] / 1000, not_helping["tensor cores, bfloat16"][1] / 1000,
      not_helping["tensor cores, three products of tf32"][1],
      *[not_helping[f"tensor cores, {what}"][0] / not_helping["stage 8"][0]
        for what in ("three products of tf32", "tf32")]]),
    (STUDY, "They cost time: {} ms, where the same blocks with ordinary stores take {}. Blocks of two whole rows are "
            "{} % faster than stage 8 by themselves;",
     [not_helping["blocks of two rows, stored by the TMA unit"][0], not_helping["blocks of two rows"][0],
      less(not_helping["blocks of two rows"][0], not_helping["stage 8"][0])]),
    (STUDY, "Clusters of two take {} % less than clusters of one, and clusters of eight {} % more.",
     [less(not_helping["clusters of two blocks"][0], not_helping["clusters of one block"][0]),
      -less(not_helping["clusters of eight blocks"][0], not_helping["clusters of one block"][0])]),
    (STUDY, "but not the same energy: {} J falls to {}.", [energy[5][2], energy[8][2]]),
    (STUDY, "The ladder, with other launches between two scans, has {} microseconds, and {} for stage 10: the time "
            "halves",
     [1000 * median(n, "total_ms") for n in (11, 10)]),
    (STUDY, "Scan after scan, hexscan takes {} to {} more.",
     [us - launches_h200["graph that stores 430000 bytes, mapped"][0] for us in ends(scans_in_a_row_us)]),
    (STUDY, "two GPUs are at most {} and {} times as fast.",
     [max(row[3] for row in workspace) for workspace in two_gpus]),
    (STUDY, "as many as a scan does, takes {} microseconds (`output/case-study/launch_costs.txt`",
     [launches_h200["graph that stores 430000 bytes, mapped"][0]]),
    (STUDY, "but the time *alone* fell by {} % only", [less(alone_us[11], alone_us[10])]),
    (STUDY, "| every leg | {} | {} | {} | {} |",
     [blocks[shape][2] for shape in ("16 x 4", "16 x 8", "16 x 16", "32 x 16")]),
    (STUDY, "| early exit | {} | {} | {} | {} |",
     [blocks[shape][4] for shape in ("16 x 4", "16 x 8", "16 x 16", "32 x 16")]),
    (MEMORY, "With one array the kernel reaches {} % of the peak with one word of 4 bytes per thread. It reaches {} % "
     "with two words, and {} % with four.",
     [in_flight[f"1 array, 4 bytes x {n}"] for n in (1, 2, 4)]),
    (MEMORY, "The kernel reaches {} % of the peak with one word of each array per thread, and {} % with two.",
     [in_flight[f"2 arrays, 4 bytes x {n}"] for n in (1, 2)]),
    (MEMORY, "Each raises the rate up to {} KB per multiprocessor", [
        # The KB in flight of the highest rate, with one array and with two.
        max(max((row for row in in_flight_lesson["rows"] if row["case"].startswith(arrays)),
                key=lambda row: row["share_of_peak_percent"])["in_flight_kb"] for arrays in ("1 array", "2 arrays"))]),
    (MEMORY, "Their times are short, {} to {} µs, and between two events even an empty kernel takes {} µs (",
     [*(edge(row["few_us"] for row in in_flight_lesson["rows"]) for edge in (min, max)),
      launches["empty kernel, one launch in a bracket"][0]]),
    (MEMORY, "and about {} bytes in flight, half of {}, would do.",
     [round(round(bandwidth_h100) * latency_ns / multiprocessors / 2, -1),
      round(bandwidth_h100) * latency_ns / multiprocessors]),
    (MEMORY, "On an H100 a load takes {} ns from the request until the word arrives: this is its *latency*. The peak "
     "of memory is {} GB/s.",
     [latency_ns, bandwidth_h100]),
    (MEMORY, "If each requests one word of 4 bytes, {} bytes are in flight (row *1 array, 4 bytes x 1*).",
     [1024 * next(row["in_flight_kb"] for row in in_flight_lesson["rows"] if row["case"] == "1 array, 4 bytes x 1")]),
    (MEMORY, "{} GB/s × {} ns = {} million bytes, or {} on each of {} multiprocessors.",
     [bandwidth_h100, latency_ns, bandwidth_h100 * latency_ns / 1e6,
      round(bandwidth_h100) * latency_ns / multiprocessors, multiprocessors]),
    (MEMORY, "All threads reach only {} % of the peak.", [saxpy["all threads"]["share_of_peak_percent"]]),
    (STUDY, "The kernel with holes uses {} % of the issue slots,", [instructions["11 row-deltas, with holes"][1]]),
    (STUDY, "The one without holes uses {} %.", [instructions["11 row-deltas, without holes"][1]]),
    (STUDY, "one read and one written, move at {} % of it. The floor of *add* reads a second array and takes {} "
     "microseconds more.",
     [100 * 8e7 / (floor_ms("sqrt") * 1e-3) / (bandwidth * 1e9), 1000 * (floor_ms("add") - floor_ms("sqrt"))]),
    (STUDY, "which is {} TB/s.", [bandwidth / 1000]),
    (STUDY, "exp10, exp, add, divide and fma all take {} to {} ms,",
     # The slides' 22.65 ms are rounded up.
     ends(ms + 1e-6 for name in ("exp10", "exp", "add", "divide", "fma")
          for ms in intrinsics[name]["published"].values())),
    (STUDY, "The rows pow and sqrt take {} to {} ms,",
     ends(ms for name in ("pow", "sqrt") for ms in intrinsics[name]["published"].values())),
    (STUDY, "that would be {} TB/s,", [4e7 / ((floor_ms("add") - floor_ms("sqrt")) * 1e-3) / 1e12]),
    (STUDY, "Our kernel becomes {} times faster", [alone(1, ladder) / alone(7, ladder)]),
    (STUDY, "total falls by a factor of {},", [median(1, "total_ms") / median(7, "total_ms")]),
    (STUDY, "The kernel gains {} %, as the lecture's did", [less(alone(6, ladder), alone(5, ladder))]),
    (STUDY, "At the end of act one the total is {} times the floor.", [ladder[7]["derived"]["total_to_pinned_copy"]]),
    (ANSWERS, "the kernel takes {} ms instead of {}, {} % of the time for 80 % of",
     [alone(31), alone(2), 100 * alone(31) / alone(2)]),
    (ANSWERS, "in one launch it takes {} ms.", [alone(1)]),
    (ANSWERS, "because stage 2 uses {} % of the memory's bandwidth",
     [ladder[2]["derived"]["memory_bandwidth_percent"]]),
    (ANSWERS, "With 35 chunks stage 3 takes {} % longer than predicted, and stage 9 takes {} % longer. With 350 "
     "chunks stage 3 takes {} % longer. Stage 9 takes {} times as long.",
     [100 * (beyond_model(13, 35) - 1), 100 * (beyond_model(16, 35) - 1), 100 * (beyond_model(14, 350) - 1),
      beyond_model(17, 350)]),
    (ANSWERS, "The first step takes {} % off the time. It brings the squares, and also one point per thread in place "
     "of two and a larger block. Four points per thread take off another {} %, one store for the four {} %, and "
     "eight points {} %.",
     [less(after[0], before[0]) for before, after in zip(list(steps.values()), list(steps.values())[1:5])]),
    (ANSWERS, "(stage 27: {}). The {} registers of stage 5",
     [exercises[n]["resources"]["registers_per_thread"] for n in (27, 5)]),
    (ANSWERS, "the 350 launches cost a similar time, {} ms (column *kernel*).",
     [median(14, "kernel_ms", exercises) - median(3, "kernel_ms", exercises)]),
    (ANSWERS, "the kernels of stage 9 take {} ms and its copies {} ms; with seven chunks they take {} and {} ms.",
     [median(17, "kernel_ms", exercises), median(17, "copy_ms", exercises), median(9, "kernel_ms", exercises),
      median(9, "copy_ms", exercises)]),
    (ANSWERS, "| every leg | {} (stage 3) | {} (22) | {} (24) | {} (26) |", [alone(n) for n in (3, 22, 24, 26)]),
    (ANSWERS, "| early exit | {} (18) | {} (23) | {} (25) | {} (stage 4) |", [alone(n) for n in (18, 23, 25, 4)]),
    (ANSWERS, "The early exit is worth a factor of {} to {}. The block is worth {} to {}, and the registers {} to {}.",
     [gains[name][end] for name in ("exit", "block", "registers") for end in (0, 3)]),
    (ANSWERS, "The exit alone leaves {} % of stage 3's time", [100 * alone(18) / alone(3)]),
    (ANSWERS, "in blocks of 10 × 10 it leaves less than predicted, {} %.", [100 * alone(23) / alone(22)]),
    (ANSWERS, "{}, {} and {} registers where stages 5, 6 and 7 have {}, {} and {}.",
     [exercises[n]["resources"]["registers_per_thread"] for n in (19, 20, 21, 5, 6, 7)]),
    (ANSWERS, "side by side the kernels take {} % less time in stage 5, {} % in stage 6 and {} % in stage 7",
     [less(alone(n), alone(n + 14)) for n in (5, 6, 7)]),
    (ANSWERS, "The chain of stage 5 still takes {} % less time than stage 4.", [less(alone(19), alone(4))]),
    (ANSWERS, "takes {} ms, and stage 4 takes {}. Two points (stage 5) take {} ms and four (stage 28) take {}.",
     [alone(27), alone(4), alone(5), alone(28)]),
    (ANSWERS, "with at most {} registers, which allow full occupancy. It takes {} ms.",
     [exercises[29]["resources"]["registers_per_thread"], alone(29)]),
    (ANSWERS, "tests {} legs of 6 and computes {} arcsines of 12.", counts[1]),
    (ANSWERS, "leaves between {} and {} % of the kernel time", [100 * counts[1][1] / 12, 100 * counts[1][0] / 6]),
    (ANSWERS, "For 1 and 7 chunks the model is within {} %.",
     [AtMost(max(chunk_model(n, 7 if n in (3, 9) else 1, exercises) for n in (3, 9)))]),
    (MEMORY, "a shift costs {} to {} % on the H200, and {} to {} % on the H100. It costs {} % even for 16 words,",
     [*ends(cost_of_shift(lessons)), *ends(cost_of_shift(lessons_h100)),
      cost_of_shift(lessons, cases=["shifted by 16 words"])[0]]),
    (MEMORY, "In [patterns](patterns.md) a shift past L1 does cost {} to {} % from memory,",
     ends(cost_of_shift(lessons))),
    (MEMORY, "**From L2, through L1**, a shift costs at most {} %.",
     [AtMost(cost_of_shift(lessons, "l2_l1_gb_s")[-1])]),
    (MEMORY, "most shifts cost at most {} %.", [AtMost(cost_of_shift(lessons, "memory_l1_gb_s")[-2])]),
    (MEMORY, "On the H200 a shift by 1 word costs {} %.",
     cost_of_shift(lessons, "memory_l1_gb_s", ["shifted by 1 word"])),
    (MEMORY, "On the H100 every shift costs {} to {} %, except 32 words,",
     ends(cost_of_shift(lessons_h100, "memory_l1_gb_s"))),
    (MEMORY, "comes from L2 at {} % of the predicted rate",
     [100 * patterns["one word for all"]["l2_past_l1_gb_s"] / patterns["one word for all"]["predicted_l2_gb_s"]]),
    (MEMORY, "| one line, in any order | {} | {} % |", counted("patterns", "permuted in the warp")),
    (MEMORY, "| shifted by 8, 16 or 24 words, which are whole sectors | {} | {} % |",
     counted("patterns", "shifted by 8 words")),
    (MEMORY, "| one word for all lanes | {} |", counted("patterns", "one word for all")[:1]),
    (MEMORY, "| scattered | {} |", counted("patterns", "scattered")[:1]),
    (MEMORY, "The layout changes the time by at most {} % on the H200, and by {} % on the H100.",
     [AtMost(max(100 * abs(row["ratio"] - 1) for case, row in structures.items() if case.startswith("points"))),
      max(100 * abs(row["ratio"] - 1) for case, row in lessons_h100["structures"].items()
          if case.startswith("points"))]),
    (MEMORY, "the ratio is {} to {} for the columns *memory* of *patterns* and *strides*, for *saxpy* and "
     "*structures*,",
     ends(shares("patterns", ["memory_l1_gb_s", "memory_past_l1_gb_s"]) +
          shares("strides", ["memory_l1_gb_s", "memory_past_l1_gb_s"]) + shares("saxpy", ["gb_s"]) +
          shares("structures", ["gb_s"]) + shares("transpose", ["gb_s"], ("transposed, naive", "transposed, tiled")))),
    (MEMORY, "It is {} to {} for rows of *pitch* from memory,",
     sorted(h100_of_h200("pitch", case, "gb_s") for case in ("rows from memory, with pitch",
                                                             "rows from memory, without"))),
    (MEMORY, "The ratio is {} to {} for the columns *L2* of *patterns* and *strides*,",
     ends(shares("patterns", ["l2_l1_gb_s", "l2_past_l1_gb_s"], ("one word for all",)) +
          shares("strides", ["l2_l1_gb_s", "l2_past_l1_gb_s"]) +
          [1 / share for share in shares("l1", ["past_l1_clocks"]) +
           shares("l1", ["through_l1_clocks"], ("each thread 9 neighbours",)) +
           shares("local", ["ms"], ("in registers",))] +
          [h100_of_h200("transpose", "transposed, naive", "gb_s")])),
    (MEMORY, "the nine neighbours of *l1*, read through L1: there both GPUs are equal within {} %.",
     [AtMost(100 * max(abs(share - 1) for share in
                       [h100_of_h200("l1", "each thread 9 neighbours", "through_l1_clocks"),
                        *(h100_of_h200("patterns", "one word for all", f"l2_{path}_gb_s")
                          for path in ("l1", "past_l1"))]))]),
    (MEMORY, "*banks*, *reduction*, *constant*, *product*, *atomics* and the transpose by a tile without padding are "
     "equal within {} %.",
     [AtMost(100 * max(abs(share - 1) for share in
                       shares("banks", ["clocks_per_request"]) + shares("reduction", ["clocks_per_tree"]) +
                       shares("constant", ["clocks_per_request", "global_clocks_per_request"]) +
                       shares("product", ["tflop_s"]) + shares("atomics", ["ms"]) +
                       [h100_of_h200("transpose", "transposed, tiled", "gb_s")]))]),
    (MEMORY, "copies of pinned, registered and mapped memory in one direction are equal within {} %.",
     [AtMost(100 * max(abs(h100_of_h200("host-copies", size, f"{way}_{memory}_gb_s") - 1)
                       for size in ("256 MB", "1 GB") for way in ("out", "in")
                       for memory in ("pinned", "registered", "mapped")))]),
    (MEMORY, "One addition for all of them leaves a {}th of the additions, which take a {}th of the time.",
     [lessons["atomics"]["one per thread"]["predicted_atomics"]
      / lessons["atomics"]["one per warp"]["predicted_atomics"],
      lessons["atomics"]["one per thread"]["ms"] / lessons["atomics"]["one per warp"]["ms"]]),
    (MEMORY, "Rows *one per warp* and *one per block* both take about {} ms longer than *pred. ms*,",
     [max(row["ms"] - row["predicted_ms"] for row in (lessons["atomics"]["one per warp"],
                                                      lessons["atomics"]["one per block"]))]),
    (README, "eleven stages make one scan more than {} times faster on an H200.",
     [AtLeast(median(1, "total_ms") / median(11, "total_ms"))]),
    (MEMORY, "| shifted by another number of words | {} | {} % |", counted("patterns", "shifted by 1 word")),
    (MEMORY, "They come from memory at {} % of the predicted rate, and from L2 at two thirds of it.",
     [100 * patterns["scattered"]["memory_past_l1_gb_s"] / patterns["scattered"]["predicted_memory_gb_s"]]),
    (MEMORY, "Up to stride 16 the rates are within {} % of it, and at stride 32 they are about {} % below.",
     [AtMost(100 * max(off_by_stride("memory", range(1, 17)))), 100 * sum(off_by_stride("memory", [32])) / 2]),
    (MEMORY, "A copy of 4 KB reaches {} % of the rate",
     [100 * rate("out", "pinned", "4 KB") / rate("out", "pinned", "1 GB")]),
    (MEMORY, "the rate agrees with the prediction within {} % up to stride 16.",
     [AtMost(100 * max(off_by_stride("l2", range(1, 17))))]),
    (MEMORY, "At stride 24 it is {} % lower, and at stride 32 it is {} % lower,",
     [100 * sum(off_by_stride("l2", [stride])) / 2 for stride in (24, 32)]),
    (MEMORY, "The number of lines grows, to {} and {} a request,",
     [lessons["strides"][f"stride {stride}"]["predicted_lines_per_request"] for stride in (24, 32)]),
    (MEMORY, "So {} bytes move per element of the arrays: a third more, for half the results. The *use of memory* is "
     "6 / 16 = {} %, which is also the predicted share of the rate of *all threads*. The measured share is {} %.",
     [saxpy["even threads only"]["predicted_bytes_per_element"],
      saxpy["even threads only"]["predicted_memory_use_percent"],
      100 * saxpy["even threads only"]["gb_s"] / saxpy["all threads"]["gb_s"]]),
    (MEMORY, "The measured rate is {} % of that of *all threads*, so the count in memory is nearer to the truth. A "
     "warp makes {} requests instead of {}. The measurements do not show whether they are the reason for the missing "
     "{} %.",
     [100 * saxpy["both branches"]["gb_s"] / saxpy["all threads"]["gb_s"],
      saxpy["both branches"]["predicted_requests_per_warp"], saxpy["all threads"]["predicted_requests_per_warp"],
      less(saxpy["both branches"]["gb_s"], saxpy["all threads"]["gb_s"])]),
    (MEMORY, "That is {} bytes, {} times as many, and it takes {} times as long.",
     [structures["bodies, array of structures"][key]
      for key in ("predicted_bytes_per_record", "predicted_ratio", "ratio")]),
    (MEMORY, "= {} bytes. This predicts {} times the time of a structure of arrays, and the measured ratio is {}.",
     [structures["bodies, through shared memory"][key]
      for key in ("predicted_bytes_per_record", "predicted_ratio", "ratio")]),
    (MEMORY, "With a pitch of 1024 they all do: {} sectors a request instead of {}.",
     [lessons["pitch"][case]["predicted_sectors_per_request"]
      for case in ("rows from L2, with pitch", "rows from L2, without")]),
    (MEMORY, "predicts a difference of a fifth, and the measured one is {} %",
     [100 * (lessons["pitch"]["rows from L2, without"]["ms"]
             / lessons["pitch"]["rows from L2, with pitch"]["ms"] - 1)]),
    (MEMORY, "They conflict: a request takes {} passes on average.",
     [lessons["reduction"]["neighbours first"]["predicted_passes_per_request"]]),
    (MEMORY, "which spreads the words over the banks: {} passes.",
     [lessons["reduction"]["neighbours first, padded"]["predicted_passes_per_request"]]),
    (MEMORY, "The words of a warp are side by side: {} pass.",
     [lessons["reduction"]["halves first"]["predicted_passes_per_request"]]),
    (MEMORY, "Padding saves {} passes and {} clocks.",
     # The text subtracts the rounded numbers of the table.
     [round(unpadded) - round(padded) for unpadded, padded in
      ([lessons["reduction"][case][key] for case in ("neighbours first", "neighbours first, padded")]
       for key in ("predicted_passes", "clocks_per_tree"))]),
    (MEMORY, "for barriers and latency, are {} to {} in each kernel.",
     [round(clocks, -1) for clocks in ends(row["clocks_per_tree"] - row["predicted_passes"]
                                           for row in lessons["reduction"].values())]),
    (MEMORY, "A load touches {} sectors and a store {}, where",
     [transposed["transposed, naive"][f"predicted_{way}_sectors"] for way in ("load", "store")]),
    (MEMORY, "Reading a column then takes {} passes. The kernel has {} % of a copy's speed.",
     [transposed["transposed, tiled"][key] for key in ("predicted_shared_passes", "share_of_copy_percent")]),
    (MEMORY, "Reading a column takes 1 pass. The kernel has {} % of a copy's speed. The measurements do not show what "
     "the last {} % are.",
     [share(transposed["transposed, tiled, padded"]["share_of_copy_percent"])
      for share in (lambda of_copy: of_copy, lambda of_copy: 100 - of_copy)]),
    (MEMORY, "from the {} ms with pitch. The prediction is {} ms, and the measured time is {} ms.",
     [lessons["pitch"]["rows from memory, with pitch"]["ms"],
      lessons["pitch"]["rows from memory, without"]["predicted_ms"],
      lessons["pitch"]["rows from memory, without"]["ms"]]),
    (MEMORY, "The copy of 64 bytes of every row reaches {} GB/s only.",
     [lessons["pitch"]["copy: 64 bytes of every padded row"]["gb_s"]]),
    (MEMORY, "a copy of 1 MB in one piece is hardly faster: {} GB/s (", [rate("out", "pinned", "1 MB")]),
    (MEMORY, "aligned requests reach {} GB/s there, and rows with pitch {} here.",
     [patterns["aligned"]["memory_past_l1_gb_s"], lessons["pitch"]["rows from memory, with pitch"]["gb_s"]]),
    (MEMORY, "it reaches {} GB/s, where aligned requests of *patterns* reach {}.",
     [lessons["pitch"]["rows from L2, with pitch"]["gb_s"], patterns["aligned"]["l2_past_l1_gb_s"]]),
    (MEMORY, "it is 0 for stages 1 to 10, and {} bytes per thread for stage 11.",
     [sum(stage["resources"]["local_bytes_per_thread"] for stage in ladder.values())]),
    (MEMORY, "the kernel takes {} times as long as the first.",
     [lessons["local"]["indexed at run time"]["times_kept"]]),
    (MEMORY, "the threads of a multiprocessor spill {} KB", [lessons["local"]["spilled"]["predicted_resident_kb"]]),
    (YOUR_OWN, "Stage 5 has {} registers,", [ladder[5]["resources"]["registers_per_thread"]]),
    (YOUR_OWN, "The stage then has {} registers, and its kernel takes {} % longer",
     [exercises[29]["resources"]["registers_per_thread"], -less(alone(29), alone(5))]),
    (YOUR_OWN, "registers instead of {}, full occupancy instead of {} %,",
     [ladder[10]["resources"]["registers_per_thread"], ladder[10]["derived"]["occupancy_percent"]]),
    (MEMORY, "at the same clock, but only {} % of the memory bandwidth.", [100 * bandwidth_h100 / bandwidth]),
    (STUDY, "Memory that is {} times as fast changes nothing", [bandwidth / bandwidth_h100]),
    (STUDY, "a ratio of {}. For the sine it gives a ratio of {}.",
     [intrinsics[name]["published"]["ordinary_ms"] / intrinsics[name]["published"]["intrinsic_ms"]
      for name in ("cos", "sin")]),
    (STUDY, "cosines in {} ms are {} % of what", [loop["0 ... 1"][5],
     100 * 2e10 / (loop["0 ... 1"][5] / 1000) / (multiprocessors * 16 * clock_mhz * 1e6)]),
    (MEMORY, "A thread of a kernel needs {} registers. If the compiler may use only {}, twice",
     [lessons["local"][case]["registers"] for case in ("in registers", "spilled")]),
    (MEMORY, "No: it takes {} times as long.", [lessons["local"]["spilled"]["times_kept"]]),
    (MEMORY, "From 64 MB on such a copy reaches {} to {} % of the rate of pinned memory.", [pageable[0], pageable[-1]]),
    (MEMORY, "From 64 MB on its rate is {} to {} % below that of pinned memory.", [100 - mapped[-1], 100 - mapped[0]]),
    (MEMORY, "They predict the copies in between to the host within {} %. Copies to the device are within {} % from "
     "256 KB on.",
     [AtMost(max(100 * abs(rate(way, "pinned", size) / lessons["host-copies"][size][f"predicted_{way}_pinned_gb_s"] - 1)
                 for size in lessons["host-copies"] if size not in left_out))
      for way, left_out in (("out", ()), ("in", ("16 KB", "64 KB")))]),
    (MEMORY, "slower than predicted: {} GB/s instead of {} for 16 KB, and {} instead of {} for 64 KB.",
     [lessons["host-copies"][size][f"{name}_gb_s"] for size in ("16 KB", "64 KB")
      for name in ("in_pinned", "predicted_in_pinned")]),
    (MEMORY, "4 KB to the host move at {} GB/s instead of {}.",
     [rate("out", memory, "4 KB") for memory in ("mapped", "pinned")]),
    (MEMORY, "A copy is as fast as one of pinned memory, within {} % in all rows.",
     [AtMost(max(abs(100 - share) for share in of_pinned("registered", lessons["host-copies"])))]),
    (MEMORY, "give the fixed cost and the rate: {} to {} microseconds and {} GB/s.",
     [*sorted(fixed_us(way) for way in ("out", "in")), rate("out", "pinned", "1 GB")]),
    (MEMORY, "At 256 MB both together take {} times as long as the slower one, and not twice as long. At 64 KB the "
     "factor is {}. On the H100 it is {} at 256 MB.",
     [record["both-directions"][size]["both_ms"] / record["both-directions"][size]["predicted_both_ms"]
      for record, size in ((lessons, "256 MB"), (lessons, "64 KB"), (lessons_h100, "256 MB"))]),
    (MEMORY, "In row *one per thread* each takes {} ns.", [lessons["atomics"]["one per thread"]["ns_per_atomic"]]),
    (MEMORY, "For both directions at once the ratio is {} at 256 MB and {} at 1 GB.",
     [h100_of_h200("both-directions", size, "both_gb_s") for size in ("256 MB", "1 GB")]),
    (MEMORY, "Strides 1, 3 and 33 take {} pass, stride 2 takes {}, and stride 32 takes {}.",
     [lessons["banks"][f"32-bit words, stride {stride}"]["predicted_passes"] for stride in (33, 2, 32)]),
    (MEMORY, "The measured clocks agree within {} %.",
     [AtMost(100 * max(abs(row["clocks_per_request"] / row["predicted_passes"] - 1)
                       for row in lessons["banks"].values()))]),
    (MEMORY, "A request for one word takes {} clocks, one for 2 words takes {}, and one for 32 words takes {}.",
     [lessons["constant"][case]["clocks_per_request"]
      for case in ("one word for all", "2 neighbouring words", "32 neighbouring words")]),
    (MEMORY, "words that are 16 apart, global memory takes {} clocks, and constant memory takes {}.",
     [lessons["constant"]["32 words, 16 apart"][key] for key in ("global_clocks_per_request", "clocks_per_request")]),
    (MEMORY, "43 + 4 = {}, and 33 / 8 + 4 = {}.",
     [nine["predicted_sectors_past_l1"], nine["predicted_sectors_through_l1"]]),
    (MEMORY, "this is {} lines. The predicted gain is therefore {} / {} = {}, and not {} / {} = {}. The measured gain "
     "is {}.",
     [nine["predicted_lines"], nine["predicted_sectors_past_l1"], nine["predicted_through_l1_clocks"],
      nine["predicted_ratio"], nine["predicted_sectors_past_l1"], nine["predicted_sectors_through_l1"],
      nine["predicted_sectors_past_l1"] / nine["predicted_sectors_through_l1"], nine["ratio"]]),
    (MEMORY, "The other four times are longer than predicted, by {} to {} %.",
     # The text divides the rounded numbers of the table.
     ends(100 * (float(f"{row[clocks]:.3g}") / float(f"{row[predicted]:.3g}") - 1)
          for row in lessons["l1"].values()
          for clocks, predicted in (("past_l1_clocks", "predicted_sectors_past_l1"),
                                    ("through_l1_clocks", "predicted_through_l1_clocks"))
          if row[clocks] > row[predicted])),
    (MEMORY, "3 words take {} clocks instead of {}, and 9 words take {} instead of {}.",
     [lessons["l1"][f"each thread {words} neighbours"][key] for words in (3, 9)
      for key in ("past_l1_clocks", "predicted_sectors_past_l1")]),
    (MEMORY, "It needs {} sectors from L2 if L1 keeps nothing",
     [lessons["product"]["naive"]["predicted_sectors_per_multiply_add"]]),
    (MEMORY, "Together these are {} passes.",
     [lessons["product"]["tiled"]["predicted_passes_per_multiply_add"]]),
    (MEMORY, "it would still take {} ms.",
     [lessons["product"]["tiled"]["predicted_ms_by_passes"]]),
]

ROUGHLY = 1 / 8
WORDS = [
    (STUDY, "with as many differing verdicts as before", exercises[6]["verification"]["differing_points"],
     exercises[30]["verification"]["differing_points"]),
    (STUDY, "a third of its grid is reachable", 1 / 3, ladder[1]["reachable_points"] / 350e6),
    (STUDY, "the kernel now takes a third as long as the copy", 1 / 3, median(7, "kernel_ms") / median(7, "copy_ms")),
    (STUDY, "The kernel is nearly twice as fast as stage 7's", 2, alone(7, ladder) / alone(8, ladder)),
    (STUDY, "The copy falls to an eighth", 1 / 8, median(9, "copy_ms") / median(8, "copy_ms")),
    (STUDY, "and the total with it to about a sixth", 1 / 6, median(9, "total_ms") / median(8, "total_ms")),
    (STUDY, "Yet its kernel is only about a tenth faster", 1 / 10, 1 - alone(9, ladder) / alone(8, ladder)),
    (COURSE, "The kernel takes a tenth less time", 1 / 10, 1 - alone(9, ladder) / alone(8, ladder)),
    (COURSE, "the copy falls to an eighth", 1 / 8, median(9, "copy_ms") / median(8, "copy_ms")),
    (COURSE, "and the total to about a sixth", 1 / 6, median(9, "total_ms") / median(8, "total_ms")),
    (MEMORY, "The kernel makes only a fifth more requests a second than for *aligned*", 1 / 5,
     (patterns["one word for all"]["l2_past_l1_gb_s"] / 4) / (patterns["aligned"]["l2_past_l1_gb_s"] / 128) - 1),
    (MEMORY, "and from L2 at two thirds of it", 2 / 3,
     patterns["scattered"]["l2_past_l1_gb_s"] / patterns["scattered"]["predicted_l2_gb_s"]),
    (MEMORY, "the rate at stride 16 is half of the rate at stride 8", 1 / 2,
     lessons["strides"]["stride 16"]["memory_past_l1_gb_s"] / lessons["strides"]["stride 8"]["memory_past_l1_gb_s"]),
    (MEMORY, "**From L2, past L1**, a shift by a part of a sector costs a fifth", 1 / 5,
     cost_of_shift(lessons, "l2_past_l1_gb_s", ["shifted by 1 word"])[0] / 100),
    (MEMORY, "They take a sixth of the time and not an eighth", 1 / 6,
     lessons["atomics"]["one per block"]["ms"] / lessons["atomics"]["one per warp"]["ms"]),
    (MEMORY, "the rates are nearly equal, because requests share no sector that L1 could keep.", 1,
     min(row[f"{memory}_l1_gb_s"] / row[f"{memory}_past_l1_gb_s"] for row in lessons["strides"].values()
         for memory in ("memory", "l2"))),
    (MEMORY, "Words of 64 bits take two passes at stride 1", 2,
     lessons["banks"]["64-bit words, stride 1"]["predicted_passes"]),
    (MEMORY, "has stride 2, conflicts, and takes two passes", 2,
     lessons["banks"]["64-bit words, evens then odds"]["predicted_passes"] / 2),
    (MEMORY, "a seventh of the speed of a copy", 1 / 7, transposed["transposed, naive"]["share_of_copy_percent"] / 100),
    (MEMORY, "tiled kernel takes a fifth longer", 1 / 5,
     lessons["product"]["tiled"]["ms"] / lessons["product"]["tiled"]["predicted_ms_by_passes"] - 1),
    (MEMORY, "The naive kernel takes three quarters longer", 3 / 4,
     lessons["product"]["naive"]["ms"] / lessons["product"]["naive"]["predicted_ms_by_passes"] - 1),
    (MEMORY, "It is five times as fast as the tiled kernel", 5,
     lessons["product"]["tiled"]["ms"] / lessons["product"]["cuBLAS"]["ms"]),
    (MEMORY, "For 32 neighbouring words global memory is better: L1 serves them in one request of two clocks.", 2,
     lessons["constant"]["32 neighbouring words"]["global_clocks_per_request"]),
    (MEMORY, "one of 1 MB about seven tenths", 7 / 10, rate("out", "pinned", "1 MB") / rate("out", "pinned", "1 GB")),
    (MEMORY, "one of 4 MB nine tenths", 9 / 10, rate("out", "pinned", "4 MB") / rate("out", "pinned", "1 GB")),
]


def pattern_of(sentence):
    """A pattern for the sentence with any line breaks. It has a group for every figure."""
    words = [re.escape(word).replace(r"\{\}", r"([0-9]+(?:\.[0-9]+)?)") for word in sentence.split()]
    return re.compile(r"\s+".join(words))


def rounded_like(said, value):
    return f"{value:.{len(said.partition('.')[2])}f}"


def page_with(document, sentence):
    """The page that has the sentence, its text, and the place; no place if none has it."""
    for page in sorted((source / "docs").glob(document)):
        text = page.read_text()
        if found := pattern_of(sentence).search(text):
            return page, text, found
    return None, None, None


def main():
    wrong = 0
    for document, sentence, values in CLAIMS:
        path, text, found = page_with(document, sentence)
        if not found:
            print(f"docs/{document} does not say: {sentence}")
            wrong += 1
            continue
        for place, (said, value) in reversed(list(enumerate(zip(found.groups(), values, strict=True), 1))):
            if isinstance(value, (AtMost, AtLeast)):
                if value <= float(said) if isinstance(value, AtMost) else value >= float(said):
                    continue
                print(f"docs/{document} bounds by {said} what its record has as {value:.4g}: {sentence}")
                wrong += 1
                continue
            held = rounded_like(said, value)
            if held == said:
                continue
            print(f"docs/{document} says {said}, its record {held}: {sentence}")
            wrong += not updates
            text = text[: found.start(place)] + held + text[found.end(place) :]
        if updates:
            path.write_text(text)
    for page in sorted((source / "docs").rglob("*.md")):
        for same in re.findall(r"\b([0-9.]+ to [0-9.]+)\b", page.read_text()):
            if len(set(same.split(" to "))) == 1:
                print(f"{page.relative_to(source)}: the ends of a range are equal: {same}")
                wrong += 1
    for document, sentence, said, value in WORDS:
        if not page_with(document, sentence)[2]:
            print(f"docs/{document} does not say: {sentence}")
            wrong += 1
        elif not abs(value / said - 1) <= ROUGHLY:
            print(f"docs/{document} says in words what its record has as {value:.3g}: {sentence}")
            wrong += 1
    # In the lecture's loop the hoisted calls leave only the time of the additions, so the ratio says nothing about
    # them.
    for name, (_, intrinsic, ratio, additions, *_rest) in loop.items():
        if name.startswith(("0 ...", "-pi")) and not (intrinsic <= 1.05 * additions and ratio > 40):
            print(f"output/case-study/lecture_loop.txt, {name}: the intrinsic was not moved out of the loop")
            wrong += 1
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
