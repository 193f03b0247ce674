"""Reverses one comparison in each stage's point test, and checks that kernel and CPU form fail in the same way.

The verdicts become wrong, and lanes still agree with single threads. If there is a GPU, the kernel agrees, too.

usage: reversed_comparison_test.py SOURCE_DIR C++_COMPILER [CUDA_COMPILER]
"""
import pathlib
import subprocess
import sys
import tempfile

SOURCE, COMPILER = pathlib.Path(sys.argv[1]), sys.argv[2]
NVCC = sys.argv[3] if len(sys.argv) > 3 else None

TESTS = "kernels/ladder/point_tests.h"
SQUARES = "kernels/ladder/squared_tests.h"
# Each entry has a file, a comparison in it, the reversed comparison, and the forms that use it.
REVERSED = [
    (TESTS, "(length.length_m < leg.min_length_m) |", "(length.length_m >= leg.min_length_m) |", {"phases"}),
    (TESTS, "within &= length.length_m <= leg.max_length_m", "within &= length.length_m > leg.max_length_m", {"legs"}),
    (TESTS, "reachable[k] &= elevation_rad[k] >= leg.base_min_elevation_rad",
     "reachable[k] &= elevation_rad[k] < leg.base_min_elevation_rad", {"points", "intrinsics"}),
    (SQUARES, "(q <= leg.max_length_sq_m2)", "(q > leg.max_length_sq_m2)", {"squares", "bits"}),
]
# Without forced inlining, GCC compiles in a sixth of the time. The verdicts are the same.
FLAGS = ["-std=c++20", "-fno-fast-math", "-ffp-contract=off", "-DHEXSCAN_SMALL_CODE"]


def built_and_run(folder, command):
    program = folder / "both_forms"
    subprocess.run([*command, f"-I{folder}", f"-I{SOURCE}", f"-I{SOURCE}/include", "-o", str(program)], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    if done.returncode == 77:  # there is no GPU
        return []
    assert done.returncode == 0, done
    return [line.split() for line in done.stdout.splitlines()]


def results(folder, nvcc):
    """Returns form -> stage -> (differences, number that depends on every verdict). Runs no kernel without nvcc."""
    source = str(SOURCE / "tests/stages/both_forms.cpp")
    lines = built_and_run(folder, [COMPILER, *FLAGS, "-O1", "-Wno-psabi", source,
                                   str(SOURCE / "src/base/vector_level.cpp")])
    if nvcc:
        lines += built_and_run(folder, [nvcc, "-std=c++20", "-O1", "-x", "cu", source])
    found = {}
    for form, stage, differences, verdicts in lines:
        found.setdefault(form, {})[stage] = (int(differences), verdicts)
    return found


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        untouched = results(folder, NVCC)
        # Without a GPU no kernel runs, so that nvcc has nothing more to compile.
        nvcc = NVCC if "kernel" in untouched else None
        stages = set(untouched["lanes"])
        assert stages == set(untouched["thread"]) == set().union(*(row[3] for row in REVERSED)), untouched
        for form, by_stage in untouched.items():
            for stage, (differences, _) in by_stage.items():
                assert differences <= 4, f"{form} {stage}: {differences} verdicts differ from the reference"
        for file, comparison, reverse, concerned in REVERSED:
            text = (SOURCE / file).read_text()
            assert text.count(comparison) == 1, f"{file} has {text.count(comparison)} times: {comparison}"
            copy = folder / file
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text.replace(comparison, reverse))
            broken = results(folder, nvcc)
            copy.unlink()
            for form, by_stage in broken.items():
                for stage in stages:
                    differences, verdicts = by_stage[stage]
                    if stage in concerned:
                        assert differences > 1000, f"{form} {stage} passes with {reverse}"
                    else:
                        assert (differences, verdicts) == untouched[form][stage], f"{form} {stage}: {reverse}"
            for stage in stages:
                assert broken["lanes"][stage] == broken["thread"][stage], f"{stage}: lanes differ with {reverse}"
                if "kernel" in broken and stage in concerned:
                    apart = abs(broken["kernel"][stage][0] - broken["lanes"][stage][0])
                    assert apart <= 8, f"{stage}: kernel and CPU form fail differently with {reverse}: {broken}"
    print("forms:", ", ".join(sorted(untouched)))


main()
