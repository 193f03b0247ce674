#!/usr/bin/env python3
"""Prints the machine code of one leg of the stages whose legs the case study explains.

usage: cuobjdump --dump-sass HEXSCAN | sass-legs.py

Stage 4 has a loop over the legs: its body, from the target of its last branch to that branch. Other stages have the
legs one after the other: the instructions from the first that reads a constant of the second leg to the one before the
first that reads a constant of the third.
"""

import re
import sys

from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
KERNELS = import_module("sass-counts").KERNELS
INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;")
# The constants of a leg, in bytes of the kernel's parameters: where the second leg begins, and the size of one.
SECOND_LEG, LEG_BYTES = 0x29C, 0x44


def kernels_of(lines, parts=KERNELS):
    """Pairs of address and instruction of each kernel. `parts` has a part of each kernel's full name."""
    kernels, kernel = {}, None
    for line in lines:
        if "Function :" in line:
            kernel = next((name for name, part in parts.items() if part in line), None)
            kernels.setdefault(kernel, [])
        elif found := INSTRUCTION.match(line):
            kernels.setdefault(kernel, []).append((int(found[1], 16), " ".join(found[2].split())))
    return kernels


def body_of_loop(code):
    jumps = [(place, int(found[1], 16)) for place, (address, text) in enumerate(code)
             if (found := re.search(r"\bBRA (0x[0-9a-f]+)", text)) and int(found[1], 16) < address]
    end, target = max(jumps, key=lambda jump: code[jump[0]][0] - jump[1])
    return [line for line in code[:end + 1] if line[0] >= target]


def first_read(code, begin):
    """The place of the first instruction that reads a constant of the leg which begins at this byte."""
    for place, (_, text) in enumerate(code):
        if any(begin <= int(byte, 16) < begin + LEG_BYTES for byte in re.findall(r"c\[0x0\]\[(0x[0-9a-f]+)\]", text)):
            return place
    sys.exit("sass-legs.py: a kernel reads no constant of a leg")


def second_leg(code):
    return code[first_read(code, SECOND_LEG):first_read(code, SECOND_LEG + LEG_BYTES)]


def main():
    kernels = kernels_of(sys.stdin)
    print("The machine code of one leg, sm_90")
    for name in KERNELS:
        if name not in kernels:
            sys.exit(f"sass-legs.py: the input has no kernel of stage {name}")
        print(f"\nstage {name}")
        for address, text in (body_of_loop if name.startswith("4") else second_leg)(kernels[name]):
            print(f"{address:04x}  {text}")


if __name__ == "__main__":
    main()
