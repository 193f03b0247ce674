#!/usr/bin/env python3
"""Counts the instructions in the machine code of the stages, by kind.

usage: cuobjdump --dump-sass HEXSCAN | sass-counts.py

Counts stand for the text of a kernel: stages 6 to 8 have it six times, once for each leg, and stage 4 once in a loop.
"""

import re
import sys
from collections import Counter

KERNELS = {"4 low-shared-memory": "s4_low_shared_memory", "6 ilp-unroll": "s6_ilp_unroll",
           "7 intrinsics": "s7_intrinsics", "8 squared-tests": "s8_squared_tests"}
# The head of a column, and the instructions that it counts.
KINDS = {"multiply-add": ("FFMA", "FMUL", "FADD"), "root, 1/x": ("MUFU",), "compare": ("FSETP", "FMNMX", "FSEL"),
         "constants": ("ULDC", "LDC"), "branches": ("BRA", "BSSY", "BSYNC", "EXIT"), "calls": ("CALL",),
         "stores": ("STG",)}
INSTRUCTION = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?([A-Z][A-Z0-9]*)")


def main():
    counts, kernel = {}, None
    for line in sys.stdin:
        if "Function :" in line:
            kernel = next((name for name, part in KERNELS.items() if part in line), None)
            counts.setdefault(kernel, Counter())
        elif kernel and (found := INSTRUCTION.match(line)):
            # NOP fills the space behind the end.
            counts[kernel][found[1]] += found[1] != "NOP"
    print("Instructions in the machine code of a kernel, sm_90\n")
    print(f"{'stage':<22}{'all':>8}" + "".join(f"{head:>14}" for head in KINDS))
    for name in KERNELS:
        if name not in counts:
            sys.exit(f"sass-counts.py: the input has no kernel of stage {name}")
        kinds = "".join(f"{sum(counts[name][code] for code in codes):>14}" for codes in KINDS.values())
        print(f"{name:<22}{counts[name].total():>8}{kinds}")


if __name__ == "__main__":
    main()
