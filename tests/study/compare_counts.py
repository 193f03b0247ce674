#!/usr/bin/env python3
"""Compares the counts per point of two outputs of docs/exercises/count_tests.py.

usage: compare_counts.py RECORD <OUTPUT      exits with 1 if legs or arcsines differ by more than a twentieth
"""

import re
import sys
from pathlib import Path

TWENTIETH = 1 / 20


def counts_per_point(text):
    return [float(number) for line in text.splitlines() if "per point" in line
            for number in re.findall(r"[0-9]+\.[0-9]+", line)]


record, counted = counts_per_point(Path(sys.argv[1]).read_text()), counts_per_point(sys.stdin.read())
alike = len(record) == len(counted) == 9 and all(
    abs(ours - theirs) <= TWENTIETH * theirs for ours, theirs in zip(counted, record))
if not alike:
    print(record, counted, sep="\n", file=sys.stderr)
sys.exit(0 if alike else 1)
