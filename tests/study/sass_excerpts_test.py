#!/usr/bin/env python3
"""Compares the excerpts of machine code in docs/ with the record that they come from.

usage: sass_excerpts_test.py SOURCE_DIR

A comment "<!-- not run: machine code of FILE, SECTION -->" stands before the code block. Each line of the block is an
instruction and, after two spaces or at the 45th column, a note. The instructions are in the section of the record, in
the same order.
"""

import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
NOTE_COLUMN = 44
EXCERPT = re.compile(r"^<!-- not run: machine code of (\S+), (.+?) -->\n```text\n(.*?)^```", re.S | re.M)


def recorded(record, section):
    """The instructions of a section, without their addresses."""
    parts = re.split(r"\n\n", (SOURCE / record).read_text())
    part = next((part for part in parts if part.startswith(section)), "")
    return [line.split("  ", 1)[1] for line in part.splitlines()[1:]]


def instruction_of(line):
    cut = line.find("  ")
    return (line[:NOTE_COLUMN] if cut < 0 and len(line) > NOTE_COLUMN else line[:cut] if cut >= 0 else line).strip()


def problems_of(page):
    for record, section, block in EXCERPT.findall(page.read_text()):
        instructions = iter(recorded(record, section))
        for line in block.splitlines():
            if instruction_of(line) not in instructions:
                yield f"{page.relative_to(SOURCE)}: {record}, {section}, does not have, in this order: {line}"
                break


def main():
    pages = sorted((SOURCE / "docs").rglob("*.md"))
    count = sum(len(EXCERPT.findall(page.read_text())) for page in pages)
    problems = [problem for page in pages for problem in problems_of(page)]
    print("\n".join(problems) or f"{count} excerpts are in their records")
    sys.exit(bool(problems) or count == 0)


main()
