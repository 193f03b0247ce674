#!/usr/bin/env python3
"""Draws comments, messages and pages at random, for a reader who does not know the project.

usage: draw_prose.py SOURCE_FOLDER [--comments N] [--messages N] [--pages N] [--seed N]

It prints each comment with the line of code that follows it, and each message with the line where its first string
literal begins. It only names pages; records in output/ are no pages. The reader says for each of them whether it was
clear at the first reading.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import plain_english_test as plain

SOURCES = ("*.h", "*.cpp", "*.cu", "*.cuh", "*.mjs", "*.py")
LEAST_WORDS = 5


def files(folder, *patterns):
    names = subprocess.run(["git", "-C", str(folder), "ls-files", *patterns], capture_output=True, text=True,
                           check=True).stdout.split()
    return [folder / name for name in names]


def comments_of(path):
    """Comments of several words, each with the line that follows it."""
    text = path.read_text()
    mark = "#" if path.suffix == ".py" else "//"
    for match in re.finditer(rf"(?:^[ \t]*{mark}+<?[^\n]*\n)+([^\n]*)", text, flags=re.M):
        comment = " ".join(line.strip().lstrip(mark[0] + "<").strip() for line in match[0].split("\n")[:-1])
        if len(comment.split()) >= LEAST_WORDS:
            yield f"{comment}\n    {match[1].strip()}"


def messages_of(path):
    """The messages of a source, each with the line where it begins."""
    text = path.read_text()
    end = 0
    for message in plain.messages_of(text):
        # A message of adjacent literals is found by the beginning of its first literal.
        parts = (message[:length] for length in range(len(message), 0, -1))
        end = next(place for part in parts if (place := text.find(part, end)) >= 0) + 1
        line = text.count("\n", 0, end)
        yield f"{message}\n    line {line + 1}: {text.splitlines()[line].strip()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    for what, count in (("comments", 30), ("messages", 30), ("pages", 10)):
        parser.add_argument(f"--{what}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    draw = random.Random(wish.seed)
    folders = ("src", "kernels", "stages", "include", "python")
    sources = files(wish.folder, *(f"{folder}/{kind}" for folder in folders for kind in SOURCES))
    drawn = {
        "Comment": (wish.comments, [(path, text) for path in sources for text in comments_of(path)]),
        "Message": (wish.messages, [(path, text) for path in sources for text in messages_of(path)]),
        "Page": (wish.pages, [(path, "") for path in files(wish.folder, "*.md", ":!output")]),
    }
    for kind, (count, found) in drawn.items():
        for number, (path, text) in enumerate(draw.sample(found, min(count, len(found))), 1):
            print(f"{kind} {number}: {path.relative_to(wish.folder)}\n  {text}\n")


if __name__ == "__main__":
    main()
