#!/usr/bin/env python3
"""Counts the instructions that a warp of stages 1 to 9 executes, from the machine code.

usage: cuobjdump --dump-sass HEXSCAN | sass-paths.py > stage_paths.json

A thread tests limit after limit, and a branch follows each test. `paths[n]` is the way of a thread that passes n tests:
from the first instruction of the kernel to the last. These rules choose a side of each branch. A loop runs six times,
once for each leg, unless a test fails. A thread whose test fails jumps to the end of the legs. No thread calls the
routines for rare arguments of roots and quotients. Every thread is inside the grid and stores all its verdicts. Stage 8
stores a word, because the number of columns is a multiple of four.

The way of a warp outside the grid is `outside`. Kernels without an early exit have none. The first warp of a block also
copies the joint offsets to shared memory. These additional instructions are `first_warp`.
"""

import json
import re
import sys

from collections import Counter
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
kernels_of, SECOND_LEG, LEG_BYTES = (getattr(import_module("sass-legs"), name)
                                     for name in ("kernels_of", "SECOND_LEG", "LEG_BYTES"))
STAGES = {1: "s1_baseline_grid", 2: "s2_resized_blocks", 3: "s3_async_pinned", 4: "s4_low_shared_memory", 5: "s5_ilp",
          6: "s6_ilp_unroll", 7: "s7_intrinsics", 8: "s8_squared_tests", 9: "s9_packed_bits"}
LEGS = 6
# The instructions that each unit executes, on sm_90. The names do not show the unit of FCHK, VIADD and HFMA2.MMA. It
# follows from the counters of stage 2, where every warp takes the same way: FCHK belongs to XU, VIADD to FMA, and
# HFMA2.MMA to none of these units.
UNITS = {"xu": {"FCHK", "MUFU"},
         "alu": {"FMNMX", "FSEL", "FSETP", "I2FP", "IADD3", "ISETP", "LEA", "LOP3", "MOV", "PLOP3", "PRMT", "SEL",
                 "SHF"},
         "fma": {"FADD", "FFMA", "FMUL", "IMAD", "VIADD"},
         "fp64": {"DADD", "DFMA", "DMUL", "DSETP"}}
INSTRUCTION = re.compile(r"(@!?U?P\w+ )?(HFMA2\.MMA|[A-Z][A-Z0-9]*)")
TARGET = re.compile(r"\bBRA (?:!?P\d, )?(0x[0-9a-f]+)")
LEG_CONSTANT = re.compile(r"c\[0x0\]\[(?:U?R\d+\+)?(0x[0-9a-f]+)\]")


class Kernel:
    """The machine code of a kernel: places of instructions count from 0."""

    def __init__(self, code):
        places = {address: place for place, (address, _) in enumerate(code)}
        self.texts = [text for _, text in code]
        parts = [INSTRUCTION.match(text) for text in self.texts]
        self.codes = [part[2] for part in parts]
        self.is_guarded = [part[1] is not None for part in parts]
        self.targets = [places[int(found[1], 16)] if (found := TARGET.search(text)) else None for text in self.texts]
        self.end = 1 + max(place for place, name in enumerate(self.codes) if name == "EXIT")
        self.legs = self.place_of_legs()

    def is_branch(self, place):
        """True for a branch with a condition."""
        return self.codes[place] == "BRA" and (self.is_guarded[place] or ", " in self.texts[place])

    def is_loop(self, place):
        return self.is_branch(place) and self.targets[place] < place

    def place_of_legs(self):
        """From the first instruction that reads a constant of a leg to the last; loops that read one belong to it."""
        first_byte = SECOND_LEG - LEG_BYTES
        reads = [place for place in range(self.end) for byte in LEG_CONSTANT.findall(self.texts[place])
                 if first_byte <= int(byte, 16) < first_byte + LEGS * LEG_BYTES]
        loops = [(self.targets[place], place) for place in range(self.end) if self.is_loop(place)]
        around = [loop for loop in loops if any(loop[0] <= read <= loop[1] for read in reads)]
        return range(min(reads + [first for first, _ in around]), 1 + max(reads + [last for _, last in around]))

    def skips_a_call(self, place):
        return next(name for name in self.codes[place + 1:] if name in {"BRA", "CALL", "EXIT"}) == "CALL"

    def is_test(self, place):
        if not self.is_branch(place) or place not in self.legs or self.skips_a_call(place):
            return False
        # The branch of a loop has a second condition if it tests a limit, too.
        return not self.is_loop(place) or ", " in self.texts[place]

    def copies_offsets(self, place):
        """True for a branch around the copy to shared memory, before the block's barrier."""
        return self.is_branch(place) and "BAR" in self.codes[place:self.legs[0]]

    def leads_to_word_store(self, place):
        """True for a branch to a store of a word."""
        rest = self.texts[self.targets[place]:]
        return "STG.E desc" in next((text for text in rest if "STG" in text or "EXIT" in text), "")

    def is_taken(self, place, failed):
        """True if a thread inside the grid jumps at this branch, which jumps ahead."""
        if place in self.legs:
            return self.skips_a_call(place) or failed
        return self.copies_offsets(place) or self.leads_to_word_store(place)

    def way(self, passed_tests):
        """The places on the way of a thread that passes so many tests."""
        place, tests, failed, rounds, way = 0, 0, False, Counter(), []
        while True:
            way.append(place)
            if self.is_test(place) and not failed:
                failed = tests == passed_tests
                tests += 1
            if self.codes[place] == "EXIT" and not self.is_guarded[place]:
                return way
            if self.is_loop(place):
                rounds[place] += 1
                jumps = not failed and rounds[place] < LEGS
            elif self.is_branch(place):
                jumps = self.is_taken(place, failed)
            else:
                jumps = self.codes[place] == "BRA"
            place = self.targets[place] if jumps else place + 1

    def way_outside(self):
        """The places on the way of a thread that ends outside the grid before it reaches the legs."""
        ends = [place for place in range(self.legs[0]) if self.codes[place] == "EXIT"]
        return [place for place in self.way(0) if place <= ends[-1]] if ends else []

    def copy_of_offsets(self):
        """The places that only the first warp of a block reaches."""
        branch = next((place for place in range(self.legs[0]) if self.is_branch(place) and self.copies_offsets(place)),
                      None)
        return range(branch + 1, self.targets[branch]) if branch is not None else []

    def counts(self, way):
        codes = Counter(self.codes[place] for place in way)
        return {"instructions": codes.total(),
                **{unit: sum(codes[name] for name in names) for unit, names in UNITS.items()}}

    def record(self, stage):
        tests = sum(map(self.is_test, self.legs)) * (LEGS if any(map(self.is_loop, self.legs)) else 1)
        return {"stage": stage, "tests_per_leg": -(-tests // LEGS), "outside": self.counts(self.way_outside()),
                "first_warp": self.counts(self.copy_of_offsets()),
                "paths": [self.counts(self.way(passed)) for passed in range(tests + 1)]}


def main():
    kernels = kernels_of(sys.stdin, STAGES)
    for stage in STAGES:
        if stage not in kernels:
            sys.exit(f"sass-paths.py: the input has no kernel of stage {stage}")
    print(json.dumps({"schema": 1, "stages": [Kernel(kernels[stage]).record(stage) for stage in STAGES]}, indent=1))


if __name__ == "__main__":
    main()
