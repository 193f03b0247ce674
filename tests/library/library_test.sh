#!/usr/bin/env bash
# hexscan as a library: a program that finds it installed with CMake or with pkg-config, or builds it as a part of its own, counts
# what hexscan counts; and no flag of that program changes a bit of what the library tells.
# usage: library_test.sh HEXSCAN SOURCE_DIR BUILD_DIR CMAKE COMPILER
set -uo pipefail
hexscan=$1 source_dir=$2 build_dir=$3 cmake=$4 compiler=$5
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
consumer=$source_dir/tests/library/consumer
machine=$source_dir/platforms/case-study.yaml
jobs=$(nproc)

# counted PROGRAM: it says as many points as hexscan
"$hexscan" "$machine" --device cpu --x=-0.9:0.9 --y=-0.9:0.9 --z 1:1.9 --grid 101x101x31 --image none --page none --output counted \
    --quiet || fail "hexscan cannot scan"
points=$(awk -F, 'NR > 1 { sum += $3 } END { print sum }' counted/radii.csv)
[ "$points" -gt 1000 ] || fail "only $points points are reachable"
counts_alike() {
    local said
    said=$("$1" "$machine") || fail "$1 does not run"
    [ "$said" = "$points points" ] || fail "$1 says $said, hexscan counts $points"
}
build() { "$cmake" -S "$consumer" -B "$1" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" "${@:2}" && "$cmake" --build "$1" -j "$jobs"; }
bits_alike() {
    local plain fast
    plain=$("$1/all_bits" "$machine") || fail "all_bits does not run"
    fast=$("$1/all_bits_fast" "$machine") || fail "all_bits_fast does not run"
    [ "$plain" = "$fast" ] || fail "flags change what the library tells: $plain, and with -ffast-math $fast"
    grep -q 'broken.yaml line 1' <<<"$plain" || fail "an error does not say where: $plain"
    [ "${bits:=$plain}" = "$plain" ] || fail "another build tells something else: $bits, and $plain"
}

prefix=$work/prefix
"$cmake" --install "$build_dir" --prefix "$prefix" --component development >install.log 2>&1 || fail "install: $(cat install.log)"
build found -DCMAKE_PREFIX_PATH="$prefix" >found.log 2>&1 || fail "find_package: $(tail -n 30 found.log)"
counts_alike found/count_points
bits_alike found
# Nothing that computes is compiled into who includes the library, where its flags would tell.
nm -C found/CMakeFiles/all_bits_fast.dir/all_bits.cpp.o | grep -E ' [WTVu] hexscan::' | grep -v '::~\|::Observer\|::Work\|Error' &&
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

# As a part of a project whose own flags would change what numbers come to.
build within -DHEXSCAN_SOURCES="$source_dir" -DHEXSCAN_CUDA=OFF -DCMAKE_CXX_FLAGS="-O1 -ffast-math -ffp-contract=fast" \
    >within.log 2>&1 || fail "add_subdirectory: $(tail -n 30 within.log)"
counts_alike within/count_points
bits_alike within
targets=$("$cmake" --build within --target help)
for what in hexscan_tests hexscan_bench hexscan_user_files; do
    grep -q "^$what" <<<"$targets" && fail "$what is built where hexscan is a part of something else"
done
finish
