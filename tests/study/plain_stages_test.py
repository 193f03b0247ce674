#!/usr/bin/env python3
"""Tests the stages as single files, docs/cuda/*.cu, and the solutions of the exercises: the size of the files, and
every verdict against the stage's.

usage: plain_stages_test.py HEXSCAN CXX SOURCE_DIR [NVCC]
       plain_stages_test.py --gpu HEXSCAN NVCC SOURCE_DIR

Without --gpu the files are compiled as host code, over the substitute for the CUDA runtime in
tests/support/cuda_on_host, and scan a small grid. With NVCC they must also compile unchanged, and use as much shared
memory as their stages. With --gpu NVCC compiles the files, and the GPU scans the whole grid. The exit status is 77
without a GPU.
"""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ON_GPU = sys.argv[1] == "--gpu"
HEXSCAN, COMPILER, SOURCE = (Path(word) for word in sys.argv[2 if ON_GPU else 1:][:3])
NVCC = COMPILER if ON_GPU else sys.argv[4] if len(sys.argv) > 4 else None
HOST_COMPILER = [COMPILER, "-std=c++20", "-O1", f"-I{SOURCE}"]
FILES = sorted((SOURCE / "docs" / "cuda").glob("[0-9][0-9]_*.cu"))
# The small grids have blocks beyond their edges and a second chunk of slices, or rows of many columns.
WHOLE_GRID, GRID_OF_POINTS, GRID_OF_ROWS = (1000, 1000, 350), (24, 40, 53), (200, 136, 10)
MOST_COLUMNS, MOST_LINES, MOST_LINES_OF_ROWS, MOST_COMMENT = 100, 150, 400, 10
SHARED_BYTES = {1: 31816, 2: 12472, 3: 12472, 4: 72, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0}
ALWAYS_EXACT = {10, 11}
MOST_DIFFERING_ON_GPU = 300  # of 350 million; stage 7 has 205 (docs/case-study.md)
HOST_FORMS = range(1, 11)
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
WORDS = bytes(48 + (byte & 1) for byte in range(256))


def stage_of(file):
    return int(file.name[:2])


def grid_of(stage):
    return WHOLE_GRID if ON_GPU else GRID_OF_ROWS if stage in ALWAYS_EXACT else GRID_OF_POINTS


def problems_of_text(file):
    lines, name = file.read_text().splitlines(), file.name
    most = MOST_LINES_OF_ROWS if stage_of(file) in ALWAYS_EXACT else MOST_LINES
    if len(lines) > most:
        yield f"{name}: {len(lines)} lines, at most {most}"
    yield from (f"{name}:{number}: {len(line)} columns" for number, line in enumerate(lines, 1)
                if len(line) > MOST_COLUMNS)
    comment = next(number for number, line in enumerate(lines) if not line.startswith("//"))
    if not 1 <= comment <= MOST_COMMENT:
        yield f"{name}: a comment of {comment} lines begins the file, at most {MOST_COMMENT}"
    for words in (f"nvcc -O3 -arch=native {name} && ./a.out", "<<<"):
        if words not in "\n".join(lines[:comment]):
            yield f"{name}: the first comment lacks {words}"


def on_the_host(text):
    """The file as C++: launches call the substitute, and approximate instructions are exact functions. Every timed run
    begins with other data in the device's memory."""
    text = text.replace("        work();", "        hexscan_test::cuda_on_host::overwrite_device_memory(), work();")
    text = re.sub(r"(\w+(?:<[\w, ]+>)?)\s*<<<([^;]*?)>>>\(",
                  r"hexscan_test::cuda_on_host::Launch{\2}.of([](auto... values) { \1(values...); })(", text)
    text = re.sub(r'asm\("rsqrt[^;]*?"\+f"\((\w+)\)\)', r"\1 = 1 / sqrtf(\1)", text.replace("ftz.f32 %0, %0;", ""))
    return re.sub(r'asm\("sqrt[^;]*?"\+f"\((\w+)\)\)', r"\1 = sqrtf(\1)", text)


def precompile_substitute(work):
    """All files include the substitute, so it is compiled once. A compiler that knows no .gch file reads its text."""
    header = work / "cuda_runtime.h"
    header.write_text(f'#include "{SOURCE}/tests/support/cuda_on_host/cuda_runtime.h"\n')
    subprocess.run([*HOST_COMPILER, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)


def compiled(file, work):
    program = work / file.stem
    if ON_GPU:
        subprocess.run([NVCC, "-O3", "-arch=native", file, "-o", program], check=True)
    else:
        (work / f"{file.stem}.cpp").write_text(on_the_host(file.read_text()))
        subprocess.run([*HOST_COMPILER, f"-I{work}", "-include", "cuda_runtime.h", f"{program}.cpp", "-o", program,
                        "-lboost_context"], check=True)
    return program


def slices_of(dump, bytes_of_slice):
    return (dump[first:first + bytes_of_slice] for first in range(0, len(dump), bytes_of_slice))


def verdicts_of_file(path, columns, rows, slices):
    """A number per slice, whose bits are the verdicts. Files hold a byte or a bit per verdict."""
    dump, points = path.read_bytes(), columns * rows
    if len(dump) == points * slices:
        return [int(part.translate(WORDS), 2) for part in slices_of(dump, points)]
    if len(dump) == points * slices // 8:
        return [int.from_bytes(part.translate(MIRRORED), "big") for part in slices_of(dump, points // 8)]
    raise SystemExit(f"{path.name}: {len(dump)} bytes of verdicts")


def verdicts_of_stage(number, work):
    """The same numbers, from the images that hexscan writes with this stage."""
    output, columns = work / f"stage{number}", grid_of(number)[0]
    stage = ["--stage", str(number)] if ON_GPU or number in HOST_FORMS else []
    grid, device = "x".join(map(str, grid_of(number))), "cuda" if ON_GPU else "cpu"
    subprocess.run([HEXSCAN, *stage, "--device", device, "--grid", grid, "--image", "bmp", "--page", "none", "--quiet",
                    "--output", output], check=True)
    images = sorted(output.glob("*.bmp"))
    row, padded = columns // 8, (columns // 8 + 3) // 4 * 4
    found = []
    for image in images:
        data = image.read_bytes()
        # A reachable point has the colour 1, and the lowest row comes first.
        pixels = b"".join(part[:row] for part in slices_of(data[int.from_bytes(data[10:14], "little"):], padded))
        found.append(int.from_bytes(pixels, "big"))
    return found


def problems_of_verdicts(file, work):
    number, dump = stage_of(file), work / f"{file.stem}.verdicts"
    said = subprocess.run([compiled(file, work), *map(str, grid_of(number)), dump], check=False,
                          stdout=subprocess.PIPE, text=True)
    print(said.stdout, end="", flush=True)
    if said.returncode != 0:
        yield f"{file.name}: exit status {said.returncode}"
        return
    allowed = int(re.search(r"(\d+) verdicts differ", said.stdout)[1])
    mine, stage = verdicts_of_file(dump, *grid_of(number)), verdicts_of_stage(number, work)
    if len(mine) != len(stage) or not any(mine):
        yield f"{file.name}: {len(mine)} slices for {len(stage)} of the stage, or no reachable point"
    different = sum(bin(a ^ b).count("1") for a, b in zip(mine, stage))
    # A stage in float may differ from double precision at other points than this file.
    most = 0 if number in ALWAYS_EXACT else allowed + (MOST_DIFFERING_ON_GPU if ON_GPU else 0)
    if different > most:
        yield f"{file.name}: {different} verdicts are not those of stage {number}, at most {most}"
    dump.unlink()


def problems_of_nvcc(file, work):
    # nvcc reads all code but translates only the kernels. The C++ compiler translates the host code in compiled().
    said = subprocess.run([NVCC, "-std=c++17", "-O3", "-arch=sm_90", "-Werror", "all-warnings", "--resource-usage",
                           "-cubin", file, "-o", work / f"{file.stem}.cubin"], check=False, stderr=subprocess.STDOUT,
                          stdout=subprocess.PIPE, text=True)
    if said.returncode != 0:
        yield said.stdout
        return
    shared = [int(found) for found in re.findall(r"(\d+) bytes smem", said.stdout)] or [0]
    expected = SHARED_BYTES.get(stage_of(file))
    if expected is not None and shared != [expected]:
        yield f"{file.name}: {shared} bytes of shared memory, not {expected}"
    if spills := set(re.findall(r"[1-9]\d* bytes spill stores", said.stdout)):
        yield f"{file.name}: {spills}"


def solutions(work):
    """The solutions of the exercises. Each file's name begins with the number of the stage that it changes."""
    listed = subprocess.run([HEXSCAN, "exercise"], stdout=subprocess.PIPE, text=True, check=True).stdout
    stages = re.findall(r"start from docs/cuda/(\d+)_", listed)
    files = [work / f"{stage}_solution_{number}.cu" for number, stage in enumerate(stages, 1)]
    for number, file in enumerate(files, 1):
        subprocess.run([HEXSCAN, "exercise", str(number), "--solution", file], stdout=subprocess.DEVNULL, check=True)
    return files


def main():
    devices = subprocess.run([HEXSCAN, "devices"], stdout=subprocess.PIPE, text=True, check=True).stdout
    if ON_GPU and "cuda:" not in devices:
        print("no GPU")
        sys.exit(77)
    problems = [problem for file in FILES for problem in problems_of_text(file)]
    if [stage_of(file) for file in FILES] != list(range(1, len(FILES) + 1)):
        problems.append("docs/cuda lacks the file of a stage")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1 if ON_GPU else 2) as pool:
        work = Path(folder)
        if not ON_GPU:
            precompile_substitute(work)
        tests = (problems_of_verdicts, problems_of_nvcc) if NVCC and not ON_GPU else (problems_of_verdicts,)
        tasks = [pool.submit(lambda file=file, test=test: list(test(file, work))) for file in FILES for test in tests]
        tasks += [pool.submit(lambda file=file: list(problems_of_verdicts(file, work))) for file in solutions(work)]
        problems += [problem for task in tasks for problem in task.result()]
    sys.exit("\n".join(problems) or 0)


main()
