#!/usr/bin/env python3
"""Checks the size and order of README.md and docs/: lines, columns, words, comments and the four groups of pages.

usage: layout_test.py SOURCE_DIR
"""

import re
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()
DOCS = SOURCE / "docs"
GROUPS = {"Tutorials": "tutorials", "How to": "how-to", "Reference": "reference", "Explanation": "explanation"}
# The pages of the CUDA study are books of their own: they do not count as words, and have wide tables of measurements.
STUDY = {"case-study.md", "case-study-answers.md", "case-study-intrinsics.md", "case-study-limits.md",
         "case-study-tables.md", "course/six-lessons.md", "gpu-study.md", "memory/all-lessons.md", "your-own-stage.md"}
STUDY_FOLDERS = {"course", "memory"}
MOST_WORDS, MOST_WORDS_OF_CASE_STUDY, MOST_COLUMNS = 30_000, 7_000, 80
MOST_LINES = {"README.md": 140, "how-to": 60}
# The comments that tests and scripts read.
MARKS = re.compile(r"<!-- (file|keys of|not run|run with|begin|end)\b")


def is_study(path):
    return path.parent == DOCS and path.name in STUDY or path.parent.name in STUDY_FOLDERS


def problems_of_page(path):
    name, lines = str(path.relative_to(SOURCE)), path.read_text().splitlines()
    most = MOST_LINES.get(name) or MOST_LINES.get(path.parent.name)
    if most and len(lines) > most:
        yield f"{name}: {len(lines)} lines, at most {most}"
    for number, line in enumerate(lines, 1):
        if line.startswith("|") and len(line) > MOST_COLUMNS and not is_study(path):
            yield f"{name}:{number}: a table of {len(line)} columns, at most {MOST_COLUMNS}"
        if "<!--" in line and not MARKS.match(line.strip()):
            yield f"{name}:{number}: a comment that no test or script reads"


def groups_of_list():
    """The pages of pages.md by their headings."""
    parts = re.split(r"^## (.*)$", (DOCS / "pages.md").read_text(), flags=re.MULTILINE)
    return {heading: set(re.findall(r"\]\(([^)#]+\.md)", text)) for heading, text in zip(parts[1::2], parts[2::2])}


def groups_of_site():
    """The pages of the site's navigation by their groups."""
    groups, pages = {}, None
    for line in (SOURCE / "mkdocs.yml").read_text().partition("nav:")[2].splitlines():
        if group := re.fullmatch(r"  - ([\w ]+):", line):
            pages = groups.setdefault(group[1], set())
        elif page := re.fullmatch(r"      - (\S+\.md)", line):
            pages.add(page[1])
    return groups


def problems_of_groups(pages):
    listed, shown = groups_of_list(), groups_of_site()
    for name, groups in (("docs/pages.md", listed), ("mkdocs.yml", shown)):
        if list(groups) != list(GROUPS):
            yield f"{name}: the groups are {', '.join(groups)}, not {', '.join(GROUPS)}"
    for group, folder in GROUPS.items():
        there = {str(page.relative_to(DOCS)) for page in pages if page.parent.name == folder}
        for name, groups in (("docs/pages.md", listed), ("mkdocs.yml", shown)):
            found = groups.get(group, set())
            yield from (f"{name}: {group} lacks {page}" for page in sorted(there - found))
            yield from (f"{name}: {group} has {page}, which is not in docs/{folder}"
                        for page in sorted(found - there - STUDY))
    if missing := STUDY - set().union(*shown.values()):
        yield f"mkdocs.yml: lacks {', '.join(sorted(missing))}"


def main():
    pages = [SOURCE / "README.md", *sorted(DOCS.rglob("*.md"))]
    words = sum(len(page.read_text().split()) for page in pages if not is_study(page))
    problems = [problem for page in pages for problem in problems_of_page(page)]
    problems += problems_of_groups(pages[1:])
    if (words_of_study := len((DOCS / "case-study.md").read_text().split())) > MOST_WORDS_OF_CASE_STUDY:
        problems.append(f"{words_of_study} words in docs/case-study.md, at most {MOST_WORDS_OF_CASE_STUDY}")
    if words > MOST_WORDS:
        problems.append(f"{words} words in README.md and docs/, at most {MOST_WORDS}")
    print("\n".join(problems) or f"{len(pages)} pages, {words} words")
    sys.exit(bool(problems))


main()
