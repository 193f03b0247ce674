#!/usr/bin/env python3
"""Runs README.md and the pages of docs/ as they are printed: every file and every command, in order.

Each document runs in an empty folder.

usage: as_printed_test.py HEXSCAN SOURCE_DIR              checks the documents
       as_printed_test.py HEXSCAN SOURCE_DIR --update     writes the output of the commands into the documents

The test treats blocks of code by their language:

    sh          The test runs each line.

    console     The test runs "$ COMMAND" and compares its output with the lines below. scripts/run.sh runs the program.
                Times, dates, rates, the processor and the host's name are compared by form, everything else exactly.
                A line "..." replaces lines that are left out. Lines of standard error may be left out.

    yaml, csv   The block is a file or a part of one. A comment before the block says which:
                    <!-- file: NAME -->             the whole file
                    <!-- keys of: NAME -->          these keys replace those of the file
                    <!-- keys of: NAME, a copy of OTHER without KEY, KEY -->

                NAME is a file of this document or of docs/tutorials/machine.md. OTHER can also be a shipped platform.
                hexscan must accept the file.

    cpp         The sources must contain these lines.

    pycon       The test python_documents runs the block.

Inline code that begins with "hexscan" or with a path of docs/ runs after the blocks of its document. A scan without a
grid runs on a coarse one. Code with words in capitals, such as `hexscan check FILE`, is a form and does not run.

Links to files and headings must be valid, in the repository's other pages, too. Each page of docs/ must have a link.

Commands that cannot run here are marked. "<!-- not run: REASON -->" is before their block, and "<!-- run with OPTIONS:
REASON -->" adds options to the commands. The test lists both, and the commands that need a GPU.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEXSCAN, SOURCE = (Path(word).resolve() for word in sys.argv[1:3])
UPDATE = sys.argv[3:] == ["--update"]

# Commands and options that do not run here, and the reasons.
NEEDS = [(re.compile(r"hexscan .*--device[ =]cuda"), "needs a GPU"),
         (re.compile(r"scripts/|cmake |build/"), "builds, which takes minutes")]
COARSE = "--grid 40x40x12"
NAMES_A_PROGRAM_HAS = re.compile(r"hexscan( [a-z]+)?$")
FORM = re.compile(r"(^|[ =])[A-Z][A-Z.]*\b")
MARK = re.compile(r"<!-- (file|keys of|not run|run with):? (.*?) -->")
SHAPES = [(re.compile(r"\d{4}-\d\d-\d\dT[\d:]+Z"), "DATE"),
          (re.compile(r"\d[\d.e+-]* ?(s|ms|us|µs|ns)\b"), "TIME"),
          (re.compile(r"\d[\d.e+]* a second"), "RATE"),
          (re.compile(r"x86-64(-v\d)?, \d+ threads?\b"), "CPU"),
          (re.compile(r"on this CPU \((one run|median of .*?)\)$"), "on this CPU (RUNS)"),
          (re.compile(r"no CUDA device: .*; (stage|the stages)\b"), r"no CUDA device: REASON; \1"),
          (re.compile(r"^(  devices +)\S+:"), r"\1HOST:")]


class Block:
    def __init__(self, line, language, indent):
        self.line, self.language, self.indent, self.text, self.marks = line, language, indent, [], {}


def blocks_and_prose(text):
    """The fenced blocks with their marks, except those that insert-results.sh updates, and the text between them."""
    blocks, prose, marks, fence, inserted = [], [], {}, None, False
    for number, line in enumerate(text.split("\n"), 1):
        opening = re.match(r"( *)```(\w*)$", line)
        if fence:
            if line.strip() == "```":
                blocks += [] if inserted else [fence]
                fence = None
            else:
                fence.text.append(line[fence.indent:])
        elif opening:
            fence = Block(number, opening[2], len(opening[1]))
            fence.marks, marks = marks, {}
        elif mark := MARK.search(line):
            marks[mark[1]] = mark[2]
        else:
            inserted = inserted or line.startswith("<!-- begin ")
            if line.startswith("<!-- end "):
                inserted = False
            if line.strip() and not inserted:
                marks = {}
            prose.append(line)
    if fence or inserted:
        raise SystemExit("a block or a place for results has no end")
    return blocks, "\n".join(prose)


def with_shapes(line):
    for pattern, shape in SHAPES:
        line = pattern.sub(shape, line)
    return line.rstrip()


def top_level_keys(text):
    """The top-level keys of a YAML file with their lines, without comments before them."""
    parts, key = {}, None
    for line in text.split("\n"):
        found = re.match(r"(\w+):", line)
        if found:
            key = found[1]
            parts[key] = []
        elif line.startswith("#"):
            key = None
        if key:
            parts[key].append(line.rstrip())
    return parts


class Document:
    def __init__(self, path, guide):
        self.path, self.guide = path, guide
        self.name = str(path.relative_to(SOURCE))
        self.blocks, self.prose = blocks_and_prose(path.read_text())
        self.files, self.problems, self.left_out, self.ran, self.quotes = {}, [], [], 0, 0
        self.folder = Path(tempfile.mkdtemp(prefix="hexscan_docs_"))
        # The documents name these paths of the repository.
        for name in ("docs", "bench", "platforms"):
            (self.folder / name).symlink_to(SOURCE / name)
        (self.folder / "output").mkdir()
        for results in (SOURCE / "output").iterdir():
            if results.is_dir() and results.name in ("case-study", "case-study-h100", "design-study"):
                (self.folder / "output" / results.name).symlink_to(results)
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "hexscan").symlink_to(HEXSCAN)
        # scripts/run.sh builds the program and runs it. The program is already built, so it replaces the script.
        (self.folder / "scripts").mkdir()
        (self.folder / "scripts" / "run.sh").symlink_to(HEXSCAN)
        # These are the files of a reader who has followed the guide.
        for name, text in guide.files.items() if guide else []:
            self.write(name, text)
        # Documents show the output of the CPU, so GPUs are hidden on every computer.
        self.environment = dict(os.environ, CUDA_VISIBLE_DEVICES="", LC_ALL="C.UTF-8", PYTHONDONTWRITEBYTECODE="1",
                                PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")

    def problem(self, where, text):
        self.problems.append(f"{self.name}:{where}: {text}")

    def leave_out(self, where, what, reason):
        self.left_out.append(f"{self.name}:{where}: {what}: {reason}")

    def run(self, where, command):
        """Runs a command. Returns its lines of standard output and error, or None if it failed."""
        self.ran += 1
        began = time.monotonic()
        done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, capture_output=True,
                              text=True,
                              stdin=subprocess.DEVNULL, check=False)
        print(f"  {time.monotonic() - began:5.1f} s  {self.name}:{where}: {command}", flush=True)
        if done.returncode == 0:
            return done.stdout.split("\n"), done.stderr.split("\n")
        self.problem(where, f"{command}\n    ends with {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")
        return None

    def commands(self, where, marks, lines):
        """The commands in these lines, without those that cannot run here. Lines may end in a backslash."""
        for command in "\n".join(lines).replace("\\\n", " ").split("\n"):
            command = " ".join(re.sub(r"(^|\s+)#.*", "", command).split())
            if not command:
                continue
            if reason := next((reason for pattern, reason in NEEDS if pattern.match(command)), None):
                self.leave_out(where, command, reason)
                continue
            if "run with" in marks and command.startswith("hexscan"):
                options, reason = marks["run with"].split(": ", 1)
                self.leave_out(where, command, f"run with {options}: {reason}")
                command += " " + options
            yield command

    def console(self, block):
        """Runs the commands after "$ " and compares their output with the lines that follow."""
        sessions = []
        for line in block.text:
            if line.startswith("$ "):
                sessions.append((line[2:], []))
            else:
                sessions[-1][1].append(line)
        for command, lines in sessions:
            printed = self.run(block.line, command)
            if printed is None:
                continue
            out, errors = ([with_shapes(line) for line in stream] for stream in printed)
            shown = [line for line in map(with_shapes, lines) if line == "" or line not in errors]
            out, shown = "\n".join(out).strip("\n"), "\n".join(shown).strip("\n")
            if "..." in lines:
                parts = "\n.*\n".join(re.escape(part) for part in f"{shown}\n".split("\n...\n"))
                if not re.fullmatch(parts, f"{out}\n", re.DOTALL):
                    self.problem(block.line, f"{command}\n--- shown in part\n{shown}\n--- printed\n{out}")
            elif out != shown and UPDATE:
                raw = "\n".join(printed[0]).strip("\n")
                before = "\n".join(["$ " + command, *block.text[block.text.index("$ " + command) + 1:][:len(lines)]])
                self.path.write_text(self.path.read_text().replace(f"{before}\n", f"$ {command}\n{raw}\n", 1))
            elif out != shown:
                self.problem(block.line, f"{command}\n--- shown\n{shown}\n--- printed\n{out}")

    def source_of(self, name):
        """The text of a file that this document or the guide prints, or of a shipped platform."""
        for files in (self.files, self.guide.files if self.guide else {}):
            if name in files:
                return files[name]
        return (SOURCE / "platforms" / f"{name}.yaml").read_text()

    def write(self, name, text):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)

    def keep(self, where, name, text):
        self.files[name] = text
        self.write(name, text)
        keys = top_level_keys(text)
        if "machine" in keys:
            self.run(where, f"hexscan sweep {shlex.quote(name)} --export 0")
        elif "units" in keys:
            self.run(where, f"hexscan check {shlex.quote(name)}")

    def file(self, block):
        text = "\n".join(block.text) + "\n"
        if "file" in block.marks:
            return self.keep(block.line, block.marks["file"], text)
        asked = re.fullmatch(r"(\S+?)(?:, a copy of (\S+?))?(?: without (.*))?", block.marks["keys of"])
        parts = top_level_keys(self.source_of(asked[2] or asked[1]))
        for key in (asked[3] or "").split(", "):
            parts.pop(key, None)
        parts.update(top_level_keys(text))
        return self.keep(block.line, asked[1], "\n".join(line for part in parts.values() for line in part) + "\n")

    def quote(self, block):
        """Checks that the sources contain these lines of code, with any indentation."""
        quoted = "\n".join(line.strip() for line in block.text if line.strip())
        self.quotes += 1
        for folder in ("kernels", "stages", "src", "tests/library/consumer"):
            for file in sorted((SOURCE / folder).rglob("*.*")):
                if file.suffix in (".cu", ".cuh", ".h", ".cpp", ".def"):
                    lines = (line.strip() for line in file.read_text().split("\n"))
                    if quoted in "\n".join(line for line in lines if line):
                        return
        self.problem(block.line, f"these lines stand in no source file:\n{quoted}")

    def block(self, block):
        marked = block.marks.get("not run")
        if marked:
            self.leave_out(block.line, next(filter(None, block.text), "").strip(), marked)
        elif block.language == "sh":
            for command in self.commands(block.line, block.marks, block.text):
                self.run(block.line, command)
        elif block.language == "console":
            self.console(block)
        elif "file" in block.marks or "keys of" in block.marks:
            self.file(block)
        elif block.language == "cpp":
            self.quote(block)
        elif block.language == "pycon":
            return
        else:
            self.problem(block.line, f"a block of {block.language or 'no language'} that says neither which file it is "
                         "nor why it is not run")

    def inline(self):
        """Runs the commands in the text and in tables."""
        seen = set()
        for code in re.findall(r"`((?:hexscan\s|docs/\S+\.py)[^`]*)`", self.prose):
            code = " ".join(code.split())
            if code in seen or NAMES_A_PROGRAM_HAS.fullmatch(code) and " " not in code:
                continue
            seen.add(code)
            if NAMES_A_PROGRAM_HAS.fullmatch(code) and "." not in code:
                self.run("text", f"{code} --help")
            elif FORM.search(code):
                self.leave_out("text", code, "a form: what is in capitals is not said")
            else:
                for command in self.commands("text", {}, [code]):
                    word = command.split()[1] if " " in command else ""
                    is_scan = command.startswith("hexscan") and (
                        word.startswith("-") or "." in word or word in ("scan", "ladder"))
                    if is_scan and "--help" not in command and re.search(r"--grid \d{4}|^(?!.*--grid)", command):
                        self.leave_out("text", command, f"run with {COARSE}: a test has no minutes")
                        command = re.sub(r" --grid \S+", "", command) + " " + COARSE
                    self.run("text", command)

    def read(self):
        for block in self.blocks:
            self.block(block)
        self.inline()
        shutil.rmtree(self.folder)


def anchors_of(text):
    """The anchors of a page's headings, as links name them."""
    headings = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(pages):
    """Problems of links: links of these pages that lead nowhere, and pages of docs/ without a link to them."""
    problems, linked = [], set()
    for page in pages:
        for link in re.findall(r"\]\(([^()\s]+)\)", page.read_text()):
            if re.match(r"\w+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            linked |= {target} - {page}
            if not target.exists() or anchor and anchor not in anchors_of(target.read_text()):
                problems.append(f"{page.relative_to(SOURCE)}: a link leads nowhere: {link}")
    orphans = [page for page in pages if SOURCE / "docs" in page.parents and page not in linked]
    return problems + [f"{page.relative_to(SOURCE)}: no page has a link to it" for page in orphans]


def main():
    began = time.monotonic()
    guide = Document(SOURCE / "docs" / "tutorials" / "machine.md", None)
    documents = [guide]
    guide.read()
    pages = sorted((SOURCE / "docs").rglob("*.md"))
    for path in [SOURCE / "README.md", *pages]:
        if path != guide.path:
            documents.append(Document(path, guide))
            documents[-1].read()
    print("\nnot run, or not as printed:")
    for document in documents:
        for line in document.left_out:
            print(f"  {line}")
    problems = [problem for document in documents for problem in document.problems]
    problems += broken_links([*sorted(SOURCE.glob("*.md")), *pages])
    print(f"\n{len(documents)} documents, {sum(document.ran for document in documents)} commands, "
          f"{sum(document.quotes for document in documents)} quotations of sources, "
          f"{time.monotonic() - began:.0f} s: {len(problems)} do not hold")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


sys.exit(main())
