#!/usr/bin/env bash
# Formats the C++ and CUDA sources. With --check it changes nothing, and names sources that are not formatted and lines
# of more than 120 columns. It also checks the lines of scripts, modules, pages, platforms and build files.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Releases of clang-format differ in details, so release 14 decides.
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
