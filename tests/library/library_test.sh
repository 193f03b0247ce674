#!/usr/bin/env bash
# Tests hexscan as a library. A program finds the installed library with CMake or pkg-config, or builds it as a part of
# its own project. It must count the same points as hexscan, and its flags must not change a bit of the library's
# results.
#
# usage: library_test.sh HEXSCAN SOURCE_DIR BUILD_DIR CMAKE COMPILER
set -uo pipefail
hexscan=$1 source_dir=$2 build_dir=$3 cmake=$4 compiler=$5
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
consumer=$source_dir/tests/library/consumer
machine=$source_dir/platforms/case-study.yaml
jobs=$(nproc)

# counts_alike PROGRAM: Requires that the program counts as many points as hexscan.
"$hexscan" "$machine" --device cpu --x=-0.9:0.9 --y=-0.9:0.9 --z 1:1.9 --grid 101x101x31 --image none --page none \
    --output counted \
    --quiet || fail "hexscan cannot scan"
points=$(awk -F, 'NR > 1 { sum += $3 } END { print sum }' counted/radii.csv)
[ "$points" -gt 1000 ] || fail "only $points points are reachable"
counts_alike() {
    local said
    said=$("$1" "$machine") || fail "$1 does not run"
    [ "$said" = "$points points" ] || fail "$1 says $said, hexscan counts $points"
}
build() { "$cmake" -S "$consumer" -B "$1" -G Ninja "${@:2}" &&
    "$cmake" --build "$1" -j "$jobs"; }
bits_alike() {
    local plain fast
    plain=$("$1/all_bits" "$machine") || fail "all_bits does not run"
    fast=$("$1/all_bits_fast" "$machine") || fail "all_bits_fast does not run"
    [ "$plain" = "$fast" ] || fail "flags change what the library tells: $plain, and with -ffast-math $fast"
    grep -q 'broken.yaml line 1' <<<"$plain" || fail "an error does not say where: $plain"
    [ "${bits:=$plain}" = "$plain" ] || fail "another build tells something else: $bits, and $plain"
}

# swept_alike PROGRAM: Requires that the program has every column of figures that hexscan sweep writes. A second run
# must find the work of the first one done.
cat >machine.yaml <<'END'
name: usual
units: {length: mm, angle: deg}
base: {radius: 1000, spread: 20, azimuth: 0, axis: home, max_tilt: 33}
platform: {radius: 700, spread: 20, azimuth: 60, axis: home, max_tilt: 36}
legs: {min: 1200, max: 2000}
home: {z: 1450}
scan: {x: {from: -900, to: 900, points: 21}, y: {from: -900, to: 900, points: 21}, z: {from: 1000, to: 1900, slices: 9}}
requirements: [{name: 'at "home", level', x: [-50, 50], clearance: 5}]
END
cat >design.yaml <<'END'
machine: machine.yaml
vary: {legs.min: [1150, 1250, 2150], legs.max: [1900, 2000, 2100]}
measure: [volume, largest_ball, requirements, 'least_clearance_in.at "home", level']
END
"$hexscan" sweep design.yaml --device cpu --output swept --quiet || fail "hexscan cannot sweep"
swept_alike() {
    local folder=$1.swept
    rm -rf "$folder"
    "$1" design.yaml "$folder" >columns.txt || fail "$1 does not sweep"
    "$1" design.yaml "$folder" >again.txt || fail "$1 does not sweep again"
    python3 - columns.txt again.txt <<'END' || fail "$1 has other figures than hexscan sweep"
import csv, math, sys
with open("swept/designs.csv", newline="") as file:
    names, *rows = csv.reader(file)
def number(cell):
    try:
        return {"yes": 1.0, "no": 0.0}[cell] if cell in ("yes", "no") else float(cell)
    except ValueError:
        return math.nan
def said(file):
    first, *lines = open(file).read().splitlines()
    columns = [line.split("\t") for line in lines]
    return first, [name for name, _ in columns], [[float(value) for value in values.split()] for _, values in columns]
expected = [[number(row[c]) for row in rows] for c in range(len(names))]
assert len(rows) == 9 and 'least_clearance_in.at "home", level_m' in names, names
for file, measured in zip(sys.argv[1:], (9, 0)):
    first, columns, values = said(file)
    assert first.startswith(f"9 machines, {measured} measured, ") and " 0 lines" not in first, first
    assert columns == names, (columns, names)
    assert repr(values) == repr(expected), (values, expected)
assert sum(math.isnan(value) for value in expected[names.index("volume_m3")]) == 3, "legs.min above legs.max"
END
}

# runs_first PROGRAM: Requires that the first program of docs/reference/library.md runs without arguments on my.yaml,
# prints warnings, and catches errors.
runs_first() {
    local program=$1 said
    cp machine.yaml my.yaml
    said=$("$program" 2>first.err) || fail "$program does not run: $(cat first.err)"
    grep -Eq '^[0-9]+ points, [0-9.]+ litres$' <<<"$said" || fail "$program says $said"
    grep -q '^warning: no grid point is reachable' first.err || fail "$program prints no warning: $(cat first.err)"
    "$program" missing.yaml >first.out 2>first.err && fail "$program finds missing.yaml"
    grep -q '^error: missing.yaml' first.err || fail "$program prints no error: $(cat first.err)"
}
awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$source_dir/docs/reference/library.md" |
    diff - "$consumer/first.cpp" || fail "docs/reference/library.md has another first program"

prefix=$work/prefix
"$cmake" --install "$build_dir" --prefix "$prefix" --component library >install.log 2>&1 ||
    fail "install: $(cat install.log)"
build found -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" >found.log 2>&1 ||
    fail "find_package: $(tail -n 30 found.log)"
counts_alike found/count_points
runs_first found/first
bits_alike found
swept_alike found/sweep_columns
# A program must not contain compiled code of the library that computes, because the program's flags would affect it.
nm -C found/CMakeFiles/all_bits_fast.dir/all_bits.cpp.o | grep -E ' [WTVu] hexscan::' |
    grep -v '::~\|::Observer\|::Work\|Error' &&
    fail "these functions of the library are compiled into who includes it"
if command -v pkg-config >/dev/null; then
    pc=$(dirname "$(find "$prefix" -name hexscan.pc)")
    # shellcheck disable=SC2046
    "$compiler" "$consumer/count_points.cpp" -o by_pkg_config \
        $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs hexscan) >pc.log 2>&1 || fail "pkg-config: $(cat pc.log)"
    counts_alike ./by_pkg_config
else
    left_out="pkg-config is not installed"
fi

# Builds the library as a part of a project whose own flags would change results. Uses Clang if one supports the
# standard, because other compilers must give the same results. Small code compiles faster.
echo '#include <ranges>' >ranges.cpp
other=$compiler
clang++ -std=c++20 -fsyntax-only ranges.cpp 2>/dev/null && other=$(command -v clang++)
build within -DCMAKE_CXX_COMPILER="$other" -DHEXSCAN_SOURCES="$source_dir" -DHEXSCAN_CUDA=OFF \
    -DCMAKE_CXX_FLAGS="-O1 -DHEXSCAN_SMALL_CODE -ffast-math -ffp-contract=fast" \
    >within.log 2>&1 || fail "FetchContent: $(tail -n 30 within.log)"
counts_alike within/count_points
runs_first within/first
bits_alike within
swept_alike within/sweep_columns
targets=$("$cmake" --build within --target help)
for what in hexscan_tests hexscan_bench hexscan_user_files; do
    grep -q "^$what" <<<"$targets" && fail "$what is built where hexscan is a part of something else"
done
finish
