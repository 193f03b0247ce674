#!/usr/bin/env python3
"""Compiles the kernels of the memory lessons, and the exercises that set registers, for GPU generations whose
multiprocessors hold fewer threads than the others. A __launch_bounds__ that asks for more is an error.

usage: other_generations_test.py NVCC SOURCE_DIR
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NVCC, SOURCE = sys.argv[1], Path(sys.argv[2])
GENERATIONS = ("75", "86", "120")
FILES = sorted((SOURCE / "src/study/memory").glob("*.cu")) + [SOURCE / "docs/exercises/s27_points.cu"]


def known_generations():
    listed = subprocess.run([NVCC, "--list-gpu-code"], capture_output=True, text=True, check=True).stdout.split()
    return [generation for generation in GENERATIONS if f"sm_{generation}" in listed]


def problem(file, generations, folder):
    codes = [word for g in generations for word in ("-gencode", f"arch=compute_{g},code=sm_{g}")]
    done = subprocess.run(
        [NVCC, "-std=c++20", f"-I{SOURCE}", f"-I{SOURCE}/include", "-Werror", "all-warnings", "-fatbin", *codes,
         "-DHEXSCAN_SOURCE_DIR=\"\"", "-DHEXSCAN_VERSION=\"\"", str(file), "-o", f"{folder}/{file.stem}.fatbin"],
        capture_output=True, text=True)
    return f"{file.name}:\n{done.stderr}" if done.returncode else None


generations = known_generations()
assert "75" in generations and "86" in generations, f"nvcc compiles only for {generations}"
assert len(FILES) > 10, f"found only {len(FILES)} files"
with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [text for text in pool.map(lambda file: problem(file, generations, folder), FILES) if text]
print("\n".join(problems) or f"{len(FILES)} files compile for {', '.join(generations)}")
sys.exit(bool(problems))
