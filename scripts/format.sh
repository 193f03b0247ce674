#!/usr/bin/env bash
# Formats the C++ and CUDA sources, or with --check only says which ones are not formatted, and which lines of these and
# of scripts, modules, pages, platforms and build files are longer than 120 columns.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Releases differ in details: one of them is the measure.
formatter=$(command -v clang-format-14 || command -v clang-format)
mapfile -t sources < <(git ls-files '*.cpp' '*.h' '*.cu' '*.cuh')
if [ "${1:-}" = --check ]; then
    mapfile -t others < <(git ls-files '*.def' '*.cmake' '*CMakeLists.txt' '*.sh' '*.py' '*.js' '*.mjs' '*.pyi' \
        '*.cff' '*.css' '*.html' 'platforms/*.yaml')
    if LC_ALL=C.UTF-8 grep -nE '^.{121,}' -- "${sources[@]}" "${others[@]}"; then
        echo "format.sh: these lines are longer than 120 columns" >&2
        exit 1
    fi
    "$formatter" --dry-run --Werror "${sources[@]}"
else
    "$formatter" -i "${sources[@]}"
fi
