"""Checks the layers of the sources by their includes, and prints the graph of includes as text.

A folder includes no higher folder, and files do not include each other in a cycle. The core includes nothing that is
reserved for higher layers. Core and library name no option or command of the program. No two files have the same name,
except those of SHARED_NAMES.

usage: includes_test.py SOURCE_DIR
"""
import collections
import pathlib
import re
import sys

# The folders in order from the lowest layer up, grouped by part. A folder includes only its own files and those of
# lower folders. A new folder needs a new entry here.
PARTS = {
    "core": ["src/base", "kernels", "src/machine", "src/scan", "src/check", "src/pose"],
    "library": ["src/system", "src/ranks", "src/files", "src/device", "src/engines", "src/scan_cuda", "src/proofs",
                "src/results", "src/sweep", "src/api"],
    "study": ["kernels/ladder", "stages", "src/study", "kernels/memory", "src/study/memory"],
    "program": ["src/console", "src/commands", "src/study/commands", "src/sweep/commands", "src"],
}
FLOORS = [folder for folders in PARTS.values() for folder in folders]
PART_OF = {folder: part for part, folders in PARTS.items() for folder in folders}

# The public headers are the lowest layer. They include only the standard library and each other.
PUBLIC = "include/hexscan"

# The core computes on the caller's thread. It includes these libraries, its own folders and the C++ standard library,
# except headers for clocks, threads, files or the terminal.
CORE_LIBRARIES = re.compile(r"(fmt/format\.h|Eigen/\w+)$")
NOT_FOR_CORE = {"chrono", "ctime", "iostream", "istream", "ostream", "fstream", "cstdio", "thread", "future", "csignal",
                "stop_token", "condition_variable", "semaphore", "barrier", "latch"}
WORDS_NOT_FOR_CORE = re.compile(r"\b(stderr|stdout|std::cerr|std::cout|std::clog|fmt::print|printf|fprintf|getenv|"
                                r"tbb::)")
# These functions read numbers in the host's locale. Use parse_number() of src/base/text.h instead.
WORDS_OF_LOCALES = re.compile(r"\b(std::sto(?:d|f|ld)|strtod|strtof|atof)\(")
# The library reports through an Observer and throws errors of hexscan/errors.h.
WORDS_NOT_FOR_LIBRARY = re.compile(r"\b(exit_code|std::cerr|std::cout|std::exit|_exit)\b|fmt::print\(|fprintf\(stderr")

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Matches a text between quotes. Comments and character literals can contain a quote, so they match too, without a text.
TEXT = re.compile(COMMENT.pattern + r"""|'(?:\\.|[^'\\])'|"((?:\\.|[^"\\])*)\"""", re.DOTALL)
TEXT_GOES_ON = re.compile(r'"\s*\n\s*"')


def sources(root):
    for top in ("include", "src", "kernels", "stages"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu", ".cuh", ".def"):
                yield path.relative_to(root).as_posix()


# Names that several files may have, and the reasons.
SHARED_NAMES = {
    "CMakeLists.txt": "CMake looks for it in every folder that is built",
    "machine.h": "programs say hexscan/machine.h, the inside says src/machine/machine.h",
}


# Folders that Python and npm generate.
MADE = {"__pycache__", "node_modules"}


def files_of_one_name(root):
    """The files that share their name with another file, grouped by name."""
    named = collections.defaultdict(list)
    for top in ("include", "src", "kernels", "stages", "python", "platforms", "examples", "docs", "tests", "bench",
                "cmake", "scripts"):
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.name not in SHARED_NAMES and not MADE & set(path.parts):
                named[path.name].append(path.relative_to(root).as_posix())
    return {name: files for name, files in named.items() if len(files) > 1}


def words_of_program(root):
    """A pattern for options and commands of the program, which other users of the library do not have. It excludes
    options of srun."""
    lines = (root / "src/commands/commands.def").read_text()
    commands = re.findall(r"^HEXSCAN\w*_COMMAND\((\w+)\)", lines, re.MULTILINE)
    return re.compile(r"(?<!srun )--[a-z{][\w-]*|\bhexscan (?:" + "|".join(commands) + r")\b")


def texts(code):
    """The string literals of the code. A literal over several lines is one text."""
    return [text for text in TEXT.findall(TEXT_GOES_ON.sub("", code)) if text]


MOST_FILES_OF_A_ROOM = 48


def crowded_rooms(root):
    """Folders that directly contain too many files for a reader."""
    counted = collections.Counter(path.parent.relative_to(root).as_posix()
                                  for top in ("include", "src", "kernels", "stages", "bench", "cmake", "scripts")
                                  for path in (root / top).rglob("*") if path.is_file())
    return {folder: count for folder, count in counted.items() if count > MOST_FILES_OF_A_ROOM}


def folder_of(file):
    """The folder of a file that is listed in PARTS. Sub-folders belong to the layer of their folder."""
    folder = file.rsplit("/", 1)[0]
    while folder not in PART_OF and folder != PUBLIC and folder.count("/") > (folder.startswith("src/")):
        folder = folder.rsplit("/", 1)[0]
    return folder


def resolve(root, file, name):
    """The repository's file that an include names, or None."""
    for candidate in (name, "include/" + name, file.rsplit("/", 1)[0] + "/" + name):
        if (root / candidate).is_file():
            return pathlib.PurePosixPath(candidate).as_posix()
    return None


def circle_in(graph):
    """Files that include each other in a cycle, or None."""
    state, stack = {}, []

    def visit(node):
        state[node] = "open"
        stack.append(node)
        for target in graph[node]:
            if state.get(target) == "open":
                return stack[stack.index(target):] + [target]
            if target not in state:
                found = visit(target)
                if found:
                    return found
        stack.pop()
        state[node] = "closed"
        return None

    for node in list(graph):
        if node not in state:
            found = visit(node)
            if found:
                return found
    return None


def main(root):
    faults = []
    files = collections.defaultdict(list)  # file -> files
    folders = collections.defaultdict(collections.Counter)  # folder -> folder -> number of includes
    of_program = words_of_program(root)
    for file in sources(root):
        text = (root / file).read_text()
        folder = folder_of(file)
        if folder != PUBLIC and folder not in PART_OF:
            faults.append(f"{file}: its folder has no floor; give it one in {__file__}")
            continue
        part = PART_OF.get(folder)
        for quote, name in INCLUDE.findall(text):
            target = resolve(root, file, name)
            if target is None:
                if part == "core" and folder != "kernels" and quote == "<" and (
                        name in NOT_FOR_CORE or (re.search(r"[./]", name) and not CORE_LIBRARIES.match(name))):
                    faults.append(f"{file}: the core does not include <{name}>")
                continue
            files[file].append(target)
            to = folder_of(target)
            if to == folder or to == PUBLIC:
                continue
            folders[folder][to] += 1
            if folder == PUBLIC or FLOORS.index(to) > FLOORS.index(folder):
                faults.append(f"{file}: includes {target}, which is on a higher floor")
            if part == "library" and PART_OF[to] == "study":
                faults.append(f"{file}: includes {target} of the study, which nothing below needs")
        code = COMMENT.sub("", text)
        words = WORDS_NOT_FOR_CORE if part == "core" else WORDS_NOT_FOR_LIBRARY if part == "library" else None
        faults += [f"{file}: says {found.group(1)}, which obeys the host's locale"
                   for found in WORDS_OF_LOCALES.finditer(code)]
        if words:
            faults += [f"{file}: says {found.group(0)}, which is not for the {part}" for found in words.finditer(code)]
            faults += [f"{file}: says {said}, which is the program's: {said_in}"
                       for said_in in texts(text) for said in of_program.findall(said_in)]
    for name, namesakes in files_of_one_name(root).items():
        faults.append(f"{name} is the name of {', '.join(namesakes)}")
    for folder, count in crowded_rooms(root).items():
        faults.append(f"{folder} has {count} files: give them rooms")
    circle = circle_in(files)
    if circle:
        faults.append("a circle: " + " includes ".join(circle))
    for part, names in PARTS.items():
        print(f"{part}:")
        for folder in names:
            uses = ", ".join(f"{to} ({count})" for to, count in sorted(folders[folder].items()))
            print(f"  {folder} includes {uses or 'nothing of ours'}")
    for fault in faults:
        print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
