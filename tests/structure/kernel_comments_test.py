#!/usr/bin/env python3
"""Finds kernels without a comment about their launch.

usage: kernel_comments_test.py SOURCE_FOLDER

The comment before a `__global__` function describes, in this order, the grid, the block, the shared memory, and the
work of a thread. The files of docs/cuda/ say it in their first lines (the test plain_stages).
"""

import re
import sys
from pathlib import Path

FOLDERS = ("docs", "kernels", "src", "stages", "tests")
SUFFIXES = {".cu", ".cuh", ".h", ".cpp"}
# The lines before a kernel belong to it if they are a comment, its template line or its linkage.
KERNEL = re.compile(r"((?:^[ \t]*//[^\n]*\n)*)((?:^template <[^\n]*\n)?)^(?!#|//)[\w ]*\b__global__\b", re.M)
LAUNCH = re.compile(r"Grid: .*Block: .*\b[Ss]hared memory\b.*\bthread\b")


def kernels_without_comment(text):
    """Line numbers of the kernels without such a comment."""
    for kernel in KERNEL.finditer(text):
        comment = " ".join(line.strip().lstrip("/ ") for line in kernel[1].splitlines())
        if not LAUNCH.search(comment):
            yield text.count("\n", 0, kernel.end()) + 1


def main():
    folder = Path(sys.argv[1])
    paths = [path for name in FOLDERS for path in sorted((folder / name).rglob("*")) if path.suffix in SUFFIXES]
    texts = {str(path.relative_to(folder)): path.read_text() for path in paths if path.parent.name != "cuda"}
    problems = [f"{name}:{line}: the kernel's comment lacks Grid: ... Block: ... shared memory ... thread"
                for name, text in texts.items() for line in kernels_without_comment(text)]
    # The rule finds what it is for.
    launch = "/// Grid: 1. Block: 1. No shared memory. The thread counts.\n"
    if list(kernels_without_comment(launch + "__global__ void count() {}\n")):
        problems.append("a complete comment is refused")
    if not list(kernels_without_comment("/// Counts.\ntemplate <int n>\nstatic __global__ void count() {}\n")):
        problems.append("a kernel without the comment is not found")
    kernels = sum(len(KERNEL.findall(text)) for text in texts.values())
    print("\n".join(problems) or f"{kernels} kernels have their comment")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
