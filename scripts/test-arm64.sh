#!/usr/bin/env bash
# Compares files of scans on ARM64, in an emulator, with those of this computer, byte by byte, and checks to ten digits.
# Then runs the host tests there. Installs the cross compiler, the emulator and mmdebstrap first. mmdebstrap unpacks the
# ARM64 packages of this release of Debian into build/arm64-packages. This computer's own packages do not change.
#
# With --wheel it builds the wheel in place of the tests: the cross compiler compiles, the emulated system bundles. It
# uses the wheel in a fresh system (scripts/test-wheel.sh), and compares the program of the wheel. A wheel that is
# published comes from scripts/wheel.sh on an ARM64 computer. Needs Debian 12, and a kernel that runs ARM64 programs in
# the emulator (binfmt_misc).
#
# usage: test-arm64.sh [--wheel] [HEXSCAN]     HEXSCAN is this computer's program; the script builds it if it is missing
#
# An emulator is slow, so tests use a tenth of the usual number of random machines. HEXSCAN_TEST_SHARE changes that.
set -euo pipefail
wheel=
if [ "${1:-}" = --wheel ]; then wheel=yes; shift; fi
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. /etc/os-release
[ "$ID" = debian ] || { echo "test-arm64.sh: needs Debian, whose ARM64 packages are where its others are" >&2; exit 3; }

scripts/install-dependencies.sh arm64
step() { echo "== $(date +%H:%M:%S) $*"; }

packages=libstdc++-12-dev,libboost-program-options-dev,libboost-context-dev,libyaml-cpp-dev,libfmt-dev
packages+=,nlohmann-json3-dev,libtbb-dev,libpng-dev,libeigen3-dev,zlib1g-dev,libhdf5-dev,librandom123-dev,libstb-dev
packages+=,libgtest-dev,libjs-three,libjs-chart.js
unpacked=$PWD/build/arm64-packages
variant=extract
if [ -n "$wheel" ]; then
    # The program that bundles runs in the emulated system and asks for the owners of libraries, so that system has a
    # package database.
    packages+=,python3-dev,python3-numpy,pybind11-dev,patchelf,binutils,cmake
    # CMake installs no target whose headers are in the folder of the sources.
    unpacked=${XDG_CACHE_HOME:-$HOME/.cache}/hexscan-arm64-system
    variant=essential
fi
if [ "$(cat "$unpacked.list" 2>/dev/null)" != "$packages" ]; then
    step "ARM64 packages of $VERSION_CODENAME into $unpacked"
    rm -rf "$unpacked"
    mkdir -p "$unpacked"
    # The emulator uses the devices of this computer, so /dev is left out.
    mmdebstrap --quiet --variant="$variant" --architectures=arm64 --include="$packages" "$VERSION_CODENAME" - |
        tar --extract --directory "$unpacked" --exclude='./dev/*' --no-same-owner
    echo "$packages" >"$unpacked.list"
fi

step "build for ARM64"
export QEMU_LD_PREFIX=$unpacked
cross=(--toolchain cmake/arm64.cmake -DHEXSCAN_SYSROOT="$unpacked" -DHEXSCAN_CUDA=OFF)
if [ -n "$wheel" ]; then
    # The emulated Python says how modules for it are named.
    mkdir -p build
    printf '#!/bin/sh\nexec chroot "%s" /usr/bin/python3 "$@"\n' "$unpacked" >build/arm64-python3
    chmod +x build/arm64-python3
    cmake --preset release -B build/arm64-wheel "${cross[@]}" -DHEXSCAN_PYTHON_HDF5_ARCHIVE=ON \
        -DPython_EXECUTABLE="$PWD/build/arm64-python3" -DPython_INCLUDE_DIR="$unpacked/usr/include/python3.11"
    cmake --build build/arm64-wheel -j "$(nproc)"
    step "wheel for ARM64"
    rm -rf build/wheels/*_aarch64.whl build/arm64-unpacked
    unshare --mount bash -c 'mkdir -p "$0$1" && mount --bind "$1" "$0$1" && mount --bind /proc "$0/proc" &&
        mount --bind /dev "$0/dev" &&
        chroot "$0" bash -c "cd \"\$0\" && python3 -B scripts/bundle-wheel.py build/arm64-wheel build/wheels" "$1"' \
        "$unpacked" "$PWD"
    scripts/test-wheel.sh build/wheels/*_aarch64.whl
    # As pip installs it: the program looks for its libraries in ../lib/python3.11/site-packages, and for the machines
    # that come with it in ../share.
    python3 -m zipfile -e build/wheels/*_aarch64.whl build/arm64-unpacked/lib/python3.11/site-packages
    mkdir build/arm64-unpacked/bin
    mv build/arm64-unpacked/lib/python3.11/site-packages/hexscan-*.data/scripts/hexscan build/arm64-unpacked/bin/
    chmod +x build/arm64-unpacked/bin/hexscan
    mv build/arm64-unpacked/lib/python3.11/site-packages/hexscan-*.data/data/share build/arm64-unpacked/
    there=build/arm64-unpacked/bin/hexscan
else
    cmake --preset test -B build/arm64 "${cross[@]}" -DHEXSCAN_BENCHMARKS=OFF -DHEXSCAN_INSTALL=OFF
    cmake --build build/arm64 -j "$(nproc)" --target hexscan hexscan_tests hexscan_kernel_tests
    there=build/arm64/hexscan
fi
here=${1:-}
if [ -z "$here" ]; then
    step "build for this computer"
    scripts/run.sh --version
    here=build/release/hexscan
fi
at() { # at here|there ARGUMENTS...: Runs hexscan on this computer or in the emulator.
    local program=("$here")
    [ "$1" = here ] || program=(qemu-aarch64-static "$there")
    "${program[@]}" "${@:2}"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the findings of a record, without times, commands and processors.
found() {
    python3 -c '
import json, sys
record = json.load(open(sys.argv[1]))
kept = ("counts", "border_points", "proved", "maps", "requirements", "verification", "machine", "request")
print(json.dumps({key: record.get(key) for key in kept}, indent=1))' "$1"
}

# same NAME ARGUMENTS...: Requires that a scan gives the same images, tables and findings on both.
same() {
    local name=$1 where
    shift
    for where in here there; do
        at $where scan "$@" --device cpu --image png --page none --quiet --output "$work/$where/$name"
        found "$work/$where/$name/run.json" >"$work/$where/$name/found.json"
    done
    diff -rq --exclude=run.json --exclude='.hexscan-*' "$work/here/$name" "$work/there/$name"
    echo "the same: $name, $(find "$work/here/$name" -name '*.png' | wc -l) images"
}
step "scans here and there"
same plain
same maps rubin-camera-hexapod --grid 200x200x70 --map clearance,limit
same inclusive simona-flight-simulator --grid 60x60x20 --tilt 10:5x12 --workspace inclusive --map tilt,share,clearance
same sliders pkm-6-pus --grid 100x100x40 --map clearance,limit
same arms reachy-mini --grid 60x60x30 --orientation=-5:5:5,0,-5:5:5 --workspace inclusive --map share
same certified --grid 100x100x40 --orientation=-5:5:5,-5:5:5,-5:5:5 --workspace total --certified
# Requires that checks find the same, with a tolerance. Figures come from Eigen's decompositions, too, whose sums have
# another order on ARM64. Threads share the parts of a proof in any order.
alike() {
    python3 -c '
import json, math, sys
def compare(a, b, key):
    assert type(a) is type(b), (key, a, b)
    if isinstance(a, dict):
        assert a.keys() == b.keys(), (key, a, b)
        for k in a.keys() - {"seconds", "parts"}: compare(a[k], b[k], key + "." + k)
    elif isinstance(a, list):
        assert len(a) == len(b), (key, a, b)
        for n, (x, y) in enumerate(zip(a, b)): compare(x, y, f"{key}[{n}]")
    elif isinstance(a, float):
        # Rounding decides which of two mirrored positions of a symmetric machine is named.
        if ".least_at_m[" in key: a, b = abs(a), abs(b)
        assert math.isclose(a, b, rel_tol=1e-10, abs_tol=1e-12), (key, a, b)
    else: assert a == b, (key, a, b)
compare(*(json.load(open(name)) for name in sys.argv[1:]), "")' "$@"
}
for machine in platforms/*.yaml; do
    # Some machines do not meet all of their requirements.
    for where in here there; do at $where check "$machine" --json >"$work/$where.json" || [ $? -eq 1 ]; done
    alike "$work"/{here,there}.json
    echo "alike: check $(basename "$machine" .yaml)"
done

if [ -n "$wheel" ]; then
    step "all passed"
    exit
fi
step "host tests on ARM64"
run_tests() { # Runs every test of a program, in one process per CPU core.
    local shard shards running=()
    shards=$(nproc)
    export HEXSCAN_TEST_SHARE=${HEXSCAN_TEST_SHARE:-0.1}
    for ((shard = 0; shard < shards; ++shard)); do
        GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard qemu-aarch64-static "$1" --gtest_brief=1 &
        running+=($!)
    done
    for shard in "${running[@]}"; do wait "$shard"; done
}
run_tests build/arm64/tests/hexscan_kernel_tests
run_tests build/arm64/tests/hexscan_tests
step "all passed"
