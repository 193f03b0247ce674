#!/usr/bin/env python3
"""Compiles stage 1 for the host, as docs/case-study.md prints it in plain CUDA, and runs it thread by thread.

It must find as many reachable points as hexscan. With nvcc the printed code must compile unchanged, and use the shared
memory of 31 floats per thread.

usage: plain_stage_1_test.py HEXSCAN CXX SOURCE_DIR [NVCC]
"""

import csv
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

hexscan, compiler, source = sys.argv[1], sys.argv[2], Path(sys.argv[3])
sys.path.insert(0, str(source / "bench" / "peers"))
from scan import scan_from_record  # noqa: E402

COLUMNS, SLICES = 100, 35

ON_THE_HOST = """
#include <cmath>
#include <cstdio>
#include <initializer_list>
struct Index { int x, y; } blockIdx, threadIdx;
#define __constant__
#define __global__
#define __shared__ static
"""


def floats(values):
    return ", ".join(f"float({value!r})" for value in values)


def leg_text(leg):
    limits = (leg.min_length, leg.max_length, math.asin(leg.base_cos), math.asin(leg.platform_cos))
    vectors = ", ".join(f"{{{floats(vector)}}}" for vector in (leg.offset, leg.base_axis, leg.platform_axis))
    return f"{{{vectors}, {floats(limits)}}}"


def program(kernel, scan):
    """A program that runs the kernel on every slice and prints the number of reachable points."""
    blocks = (COLUMNS + 15) // 16
    kernel = kernel.replace("Leg legs[6];", f"Leg legs[6] = {{{', '.join(leg_text(leg) for leg in scan.legs)}}};")
    grid = floats((scan.x[0], scan.y[0], scan.x[1] - scan.x[0], scan.y[1] - scan.y[0]))
    return f"""{ON_THE_HOST}{kernel}
static unsigned char verdicts[{COLUMNS * COLUMNS}];
int main() {{
    for (float z : {{{floats(scan.z)}}}) {{
        for (int thread = 0; thread < {blocks * blocks * 256}; ++thread) {{
            blockIdx = {{thread / 256 % {blocks}, thread / 256 / {blocks}}};
            threadIdx = {{thread % 16, thread / 16 % 16}};
            slice(verdicts, {COLUMNS}, {COLUMNS}, {grid}, z);
        }}
        int reachable = 0;
        for (unsigned char verdict : verdicts) reachable += verdict;
        std::printf("%d\\n", reachable);
    }}
}}
"""


def main():
    section = (source / "docs" / "case-study.md").read_text().split("## Stage 1 in plain CUDA")[1]
    block = re.search(r"```cpp\n(.*?)```", section, re.DOTALL).group(1)
    kernel = block[: block.index("void scan(")]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        subprocess.run([hexscan, "--grid", f"{COLUMNS}x{COLUMNS}x{SLICES}", "--orientation=4,-3,7", "--image", "none",
                        "--page", "none", "--quiet", "--output", work / "scan"], check=True)
        scan = scan_from_record(json.loads((work / "scan" / "run.json").read_text()))
        (work / "plain.cpp").write_text(program(kernel, scan))
        subprocess.run([compiler, "-std=c++17", "-O2", work / "plain.cpp", "-o", work / "plain"], check=True)
        found = [int(line) for line in subprocess.run([work / "plain"], capture_output=True, check=True).stdout.split()]
        with open(work / "scan" / "radii.csv") as table:
            expected = [int(row["reachable_points"]) for row in csv.DictReader(table)]
        # Rounding can reverse the verdict of a point next to a limit. With glibc's asinf no point of this grid does
        # that.
        wrong = [z for z, counts in enumerate(zip(found, expected, strict=True)) if abs(counts[0] - counts[1]) > 1]
        if wrong or sum(expected) == 0:
            sys.exit(f"slices {wrong} have other verdicts: {found} for {expected}")
        if len(sys.argv) > 4:
            (work / "plain.cu").write_text(block)
            said = subprocess.run([sys.argv[4], "-std=c++17", "--resource-usage", "-cubin", "plain.cu"], cwd=work,
                                  stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, check=True).stdout
            if f"{16 * 16 * 31 * 4} bytes smem" not in said:
                sys.exit(said)


main()
