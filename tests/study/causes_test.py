#!/usr/bin/env python3
"""Lists the sentences of the GPU study that give a cause without its evidence. The list must be empty.

usage: causes_test.py SOURCE_DIR

A sentence gives a cause if it contains one of CAUSES; a question gives none. Its evidence is a counter, a record, a
table or its column, a command, an experiment, or a figure that prose_figures.py compares with a record. It is in the
same paragraph. The notes that the study's tables print are held to the same rule.
"""

import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1])
sys.path[:0] = [str(Path(__file__).resolve().parent), str(Path(__file__).resolve().parent.parent / "docs")]

from plain_english_test import marked_paragraphs_of_document, messages_of, sentences_of, without_marks  # noqa: E402
from prose_figures import CLAIMS, WORDS, pattern_of  # noqa: E402

PAGES = ["case-study*.md", "gpu-study.md", "memory/*.md", "course/*.md"]
CAUSES = re.compile(
    r"\b(because|due to|owes?|owed|explains?|explained|(the|its|another|a) (reasons?|causes?)|comes? (only )?from|"
    r"(is|are|was|were) (limited|bound) by|caused? by|(that|which) is why|thanks to|hence|therefore|thus|"
    r"as a result)\b|"
    r"(?<!ever )(?<!, )\bsince (?!\d)", re.I)
EVIDENCE = re.compile(
    # Code: a file, a command, a counter, an option of a tool.
    r"`[^`]*(/|\.(txt|json|md|csv|cu|cuh|py|h|def)\b|\bhexscan|\bncu\b|\bnsys\b|\bnvcc\b|cuobjdump|_test|stalled_|"
    r"smsp__|-Xptxas|__launch_bounds__)[^`]*`|"
    # A table, or a column of one.
    r"\*(alone|kernel|copy|total|decode|set-up|Time|lanes|waves|not selected|no instruction|differ|issue slots|"
    r"total / floor|resident points|output MB|% of memory|min-max|allowed margin|PCIe|Launch and occupancy|"
    r"Bandwidth, truth and memory|[a-z0-9 ]+/floor|rel intr|abs intr|kept|x32|persistent kernel)\b|"
    r"\b(tables?|[Rr]ecords?|[Cc]ounters?|[Ee]xperiments?|ncu|nsys|machine code|PTX|[Ee]xercises? \d|\[exercise)\b",
    re.S)


def is_claimed(paragraph):
    """True if prose_figures.py compares a sentence of the paragraph with a record."""
    return any(pattern_of(claim[1]).search(paragraph) for claim in [*CLAIMS, *WORDS])


def unproven(text):
    """Sentences of a page that give a cause, in paragraphs without evidence."""
    for paragraph in marked_paragraphs_of_document(text):
        causes = [s for s in sentences_of(without_marks(paragraph)) if CAUSES.search(s) and not s.endswith("?")]
        if causes and not EVIDENCE.search(paragraph) and not is_claimed(paragraph):
            yield from causes


def unproven_notes(text):
    """Sentences of a source's notes that give a cause. Its evidence is in the same note, without marks of code."""
    for note in messages_of(text):
        if not EVIDENCE.search(note) and not re.search(r"\b(docs|output|kernels|stages)/", note):
            yield from (s for s in sentences_of(note) if CAUSES.search(s))


def main():
    # The rule finds what it is for.
    if not list(unproven("The kernel is slow because its stores wait.")):
        sys.exit("causes_test.py finds nothing")
    if list(unproven("The kernel is slow because its stores wait (`output/case-study/stage_counters.md`).")):
        sys.exit("causes_test.py takes no evidence")
    pages = [page for name in PAGES for page in sorted((SOURCE / "docs").glob(name))]
    found = [f"{page.relative_to(SOURCE)}: {sentence}" for page in pages for sentence in unproven(page.read_text())]
    sources = [path for path in sorted((SOURCE / "src" / "study").rglob("*")) if path.suffix in {".cpp", ".cu", ".h"}]
    found += [f"{path.relative_to(SOURCE)}: {note}" for path in sources for note in unproven_notes(path.read_text())]
    print("\n".join(found))
    sys.exit(bool(found))


main()
