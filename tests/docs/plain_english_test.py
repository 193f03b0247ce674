#!/usr/bin/env python3
"""Finds sentences that are hard to read in documents, comments, help texts and messages of the program.

usage: plain_english_test.py HEXSCAN SOURCE_FOLDER

A sentence ends at a full stop, a question mark or the end of a paragraph. It has at most 35 words and none of the
phrases below. READ lists what is held to this rule; a text joins the list when it has been rewritten. A semicolon ends
a sentence in a message, because it separates the problem from its cure. Messages avoid some more phrases.
"""

import re
import subprocess
import sys
from pathlib import Path

MOST_WORDS = 35

# Files held to the rule, whole documents or the comments of sources, and folders with all of theirs.
READ = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bench", "docs", "examples", "include", "kernels",
    "python", "scripts", "src", "stages", "tests",
]
SUFFIXES = {".md", ".h", ".cpp", ".cu", ".cuh", ".py", ".mjs", ".sh", ".html"}
# Folders with the program's messages.
PROGRAM = ["python", "src", "stages"]
LEAST_WORDS_OF_MESSAGE = 4
# Commands whose help is held to the rule.
HELP = [[], ["scan"], ["check"], ["pose"], ["sweep"], ["new"], ["import"], ["ladder"], ["occupancy"], ["intrinsics"],
        ["memory"], ["exercise"], ["report"]]
# Sentences that may stay, by their first words; at most 20. They belong to the MIT licence.
EXCEPTIONS = ["Permission is hereby granted", "In no event shall the authors"]

PHRASES = [
    (r"\btells? apart\b", "distinguishes"), (r"\bheld? against\b", "compared with"),
    (r"\bspeaks? of\b", "covers"), (r"\bhangs? together\b", "is connected"), (r"\bbut for\b", "except"),
    (r"\banew\b", "again"), (r"\band the like\b", "similar"), (r"\bwhat is no number\b", "NaN"),
    (r"\bis no number\b", "is NaN"), (r"\bno more than so\b", "at most"), (r"\bas it stands\b", "unchanged"),
    (r"\bthere is no telling\b", "it is unknown"), (r"\bis told\b", "is reported"), (r"\bare told\b", "are reported"),
    (r"^Of\b", "a sentence with a subject"), (r"^Likewise\b", "a sentence with a subject"),
    (r"^The same of\b", "a sentence with a subject"), (r"^What\b[^?]*[.;]", "a subject that is not a question"),
    (r"^Where\b[^,?]*[.;]", "a subject that is not a place"), (r"\b[Pp]latform files?\b", "machine file"),
]
# Phrases of messages only.
MESSAGE_PHRASES = [
    (r"(?<!there )\bis no (?!longer|more|less|larger|smaller|faster)\w", "is not a"), (r"\bis none\b", "is not one"),
    (r"\bstands? (?:beside|twice|here)\b", "cannot be combined with, appears twice"), (r"\bgoes on\b", "continues"),
    (r"\btells?\b|\btold\b", "shows or reports"), (r"\basks (?:for|of)\b", "needs"),
    (r"\bgive \S+ beside it\b", "give it, too"), (r"\bcannot be taken\b", "is unreachable"),
]
# Phrases of documents only: one word for each thing. The platform is the moving plate, tilt belongs to a joint, and
# orientation to the platform.
DOCUMENT_PHRASES = [
    (r"\bplatforms? that comes?\b", "machine"), (r"\b(built-in|shipped|sample|installed) platforms?\b", "machine"),
    (r"\bplatforms? (can |could |must |may )?(tilts?|tilted)\b", "orientation"),
    (r"\bplatform's tilts?\b|\btilts? of the platform\b", "orientation"),
]


def marked_paragraphs_of_document(text):
    """Prose of a Markdown file, with its links and code spans: no printed results, code blocks or comments. A row of a
    table is a paragraph."""
    text = re.sub(r"^<!-- begin output/.*?^<!-- end output/[^\n]*", "\n", text, flags=re.S | re.M)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"^```.*?^```", "\n", text, flags=re.S | re.M)
    text = re.sub(r"^(\s*)([-*]|\d+\.) ", r"\n\1", text, flags=re.M)
    text = re.sub(r"^\|(.*)\|$", lambda row: "\n" + row[1].replace("|", " ; ") + "\n", text, flags=re.M)
    return [paragraph for paragraph in re.split(r"\n\s*\n", text) if not paragraph.lstrip().startswith("#")]


def without_marks(paragraph):
    """The paragraph with the text of its links, and with the word CODE for code."""
    return re.sub(r"`[^`]*`", "CODE", re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph))


def paragraphs_of_document(text):
    return [without_marks(paragraph) for paragraph in marked_paragraphs_of_document(text)]


def paragraphs_of_source(text, mark):
    """Comments of a source file. Lines that follow each other are one paragraph; a comment behind code begins one."""
    paragraphs = [[]]
    for line in text.split("\n"):
        alone = re.match(rf"\s*{mark}+<?\s?(.*)", line)
        found = alone or re.search(rf"{mark}/<\s?(.*)", line)
        if not alone:
            paragraphs.append([])
        if found and found[1].strip():
            paragraphs[-1].append(found[1])
        else:
            paragraphs.append([])
    return ["\n".join(lines) for lines in paragraphs if lines]


def paragraphs_of_page(text):
    """Texts of a page of HTML between its elements of blocks, and labels for screen readers."""
    text = re.sub(r"<(style|script)\b.*?</\1>|<!.*?>", "", text, flags=re.S)
    blocks = "p|h[1-6]|li|label|button|div|section|main|header|footer|summary|option|title"
    parts = re.split(rf"</?(?:{blocks})\b[^>]*>", text)
    return re.findall(r'aria-label="([^"]*)"', text) + [re.sub(r"<[^>]*>", " ", part) for part in parts]


def paragraphs_of_file(path):
    text = path.read_text()
    if path.suffix == ".html":
        return paragraphs_of_page(text)
    if path.suffix == ".md":
        return paragraphs_of_document(text)
    if path.suffix == ".py":
        docstrings = "\n\n".join(re.findall(r'(?:\A|:\n\s+|python3\n)"""(.*?)"""', text, flags=re.S))
        prose = re.sub(r"^usage:.*$", "", docstrings, flags=re.M)
        return re.split(r"\n\s*\n", prose) + paragraphs_of_source(text, "#")
    if path.suffix == ".mjs":
        blocks = r"^([ \t]*)/\*\*?(.*?)\*/"
        text = re.sub(blocks, lambda block: re.sub(r"^[ \t]*\*?", "// ", block[2], flags=re.M), text, flags=re.M | re.S)
    if path.suffix == ".sh":
        return paragraphs_of_source(re.sub(r"\A#!.*|^#\s*shellcheck.*$", "", text, flags=re.M), "#")
    return paragraphs_of_source(text, "//")


def messages_of(text):
    """Texts of several words in a source of C++ or Python, without docstrings. Adjacent string literals are joined."""
    text = re.sub(r'"""(.*?)"""', lambda docstring: "\n" * docstring[1].count("\n"), text, flags=re.S)
    text = re.sub(r"^\s*(//|#).*$|\bf(?=\")", "", text, flags=re.M)
    for match in re.finditer(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', text):
        message = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match[0]))
        words = re.findall(r"[A-Za-z]{2,}", message)
        if len(words) >= LEAST_WORDS_OF_MESSAGE and " " in message and "  " not in message and "<" not in message:
            yield message


def messages_of_program(folder):
    """The messages of each source of the program."""
    for path in (path for name in PROGRAM for path in sorted((folder / name).rglob("*"))):
        if path.suffix in {".h", ".cpp", ".cu", ".cuh", ".py"}:
            yield str(path.relative_to(folder)), list(messages_of(path.read_text()))


def files_held_to_the_rule(folder):
    for name in READ:
        path = folder / name
        files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.suffix in SUFFIXES)
        yield from (file for file in files if "node_modules" not in file.parts)


def paragraphs_of_help(hexscan, command):
    """The help's prose and its lines of options, each of which is a paragraph with the lines indented below it."""
    text = subprocess.run([hexscan, *command, "--help"], capture_output=True, text=True, check=True).stdout
    return re.split(r"\n(?=\s{0,2}\S)", re.sub(r"^usage:.*$", "", text, flags=re.M))


def sentences_of(paragraph):
    plain = re.sub(r"[*_]{1,2}(\S[^*_]*\S)[*_]{1,2}", r"\1", paragraph)
    plain = re.sub(r"\b(e\.g|i\.e|ch|ed|etc|vs)\.", r"\1", " ".join(plain.split()))
    return [sentence.strip() for sentence in re.split(r"(?<=[.?!:])\s+(?=[A-Z\"'(])", plain) if sentence.strip()]


def sentences_of_message(message):
    plain = re.sub(r"\{[^{}]*\}", "VALUE", message.replace("{{", "(").replace("}}", ")").replace("\\n", "\n"))
    for paragraph in re.split(r"\n\s*\n|; ", plain):
        yield from sentences_of(paragraph)


def faults_of(sentence, phrases=tuple(PHRASES)):
    if any(sentence.startswith(exception) for exception in EXCEPTIONS):
        return []
    words = re.findall(r"[A-Za-z0-9][\w'’./%°²³-]*", sentence)
    faults = [f"{len(words)} words, at most {MOST_WORDS}"] if len(words) > MOST_WORDS else []
    return faults + [f"write {better}" for pattern, better in phrases if re.search(pattern, sentence)]


def main():
    hexscan, folder = sys.argv[1], Path(sys.argv[2])
    texts = [(str(path.relative_to(folder)), paragraphs_of_file(path)) for path in files_held_to_the_rule(folder)]
    texts += [(" ".join(["hexscan", *command, "--help"]), paragraphs_of_help(hexscan, command)) for command in HELP]
    problems = [] if len(EXCEPTIONS) <= 20 else [f"{len(EXCEPTIONS)} exceptions, at most 20"]
    count = 0
    for name, paragraphs in texts:
        if not paragraphs and name in READ:
            problems.append(f"{name}: no text was found")
        for sentence in (sentence for paragraph in paragraphs for sentence in sentences_of(paragraph)):
            count += 1
            phrases = PHRASES + (DOCUMENT_PHRASES if name.endswith(".md") else [])
            problems += [f"{name}: {fault}: {sentence}" for fault in faults_of(sentence, phrases)]
    for name, messages in messages_of_program(folder):
        for sentence in (sentence for message in messages for sentence in sentences_of_message(message)):
            count += 1
            problems += [f"{name}: {fault}: {sentence}" for fault in faults_of(sentence, PHRASES + MESSAGE_PHRASES)]
    # The rule finds what it is for.
    if not faults_of("Of that number need not be kept any more.") or not faults_of("word " * (MOST_WORDS + 1)):
        problems.append("the rule finds nothing")
    if not list(messages_of('fail("is no column; "\n     "give {}")')):
        problems.append("no message is found")
    print("\n".join(problems) or f"{count} sentences are plain")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
