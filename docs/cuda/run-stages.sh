#!/usr/bin/env bash
# Compiles and runs the eleven stages on this computer's GPU. Each prints its times, and then checks its verdicts, which
# takes seconds.
#
# usage: run-stages.sh [NVCC OPTION ...]
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$(dirname "${BASH_SOURCE[0]}")"/[01][0-9]_*.cu; do
    nvcc -O3 -arch=native "$@" "$file" -o "$work/stage"
    "$work/stage"
done
