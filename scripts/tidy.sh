#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) on the C++ sources of the program, in one process per CPU core.
#
# usage: tidy.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/tidy
tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
# Clang cannot read GCC's precompiled headers.
cmake --preset test -B "$build" -DHEXSCAN_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
git ls-files 'src/*.cpp' 'stages/*.cpp' | xargs -P "$(nproc)" -n 4 "$tidy" -p "$build" --quiet \
    --extra-arg=-Wno-unknown-warning-option 2>/dev/null
