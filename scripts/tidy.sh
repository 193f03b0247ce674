#!/usr/bin/env bash
# Runs clang-tidy (.clang-tidy) over the C++ sources of the program, as many at a time as there are processors.
# usage: tidy.sh [BUILD_FOLDER]    one that has a compile_commands.json; default: build/cpu
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${1:-build/cpu}
tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
cmake --preset cpu -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
git ls-files 'src/*.cpp' 'stages/*.cpp' | xargs -P "$(nproc)" -n 4 "$tidy" -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option 2>/dev/null
