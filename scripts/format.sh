#!/usr/bin/env bash
# Formats the C++ and CUDA sources, or with --check only says which ones are not formatted.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Releases differ in details: one of them is the measure.
formatter=$(command -v clang-format-14 || command -v clang-format)
mapfile -t sources < <(git ls-files '*.cpp' '*.h' '*.cu' '*.cuh')
if [ "${1:-}" = --check ]; then
    "$formatter" --dry-run --Werror "${sources[@]}"
else
    "$formatter" -i "${sources[@]}"
fi
