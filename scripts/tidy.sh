#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) over the C++ sources of the program, as many at a time as there are processors.
# usage: tidy.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/tidy
tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
# Clang cannot read what GCC precompiles.
cmake --preset test -B "$build" -DHEXSCAN_CUDA=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
git ls-files 'src/*.cpp' 'stages/*.cpp' | xargs -P "$(nproc)" -n 4 "$tidy" -p "$build" --quiet \
    --extra-arg=-Wno-unknown-warning-option 2>/dev/null
