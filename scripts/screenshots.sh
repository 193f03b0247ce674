#!/usr/bin/env bash
# Regenerates the pictures of the pages in docs/images, with a headless Chromium and without a GPU.
#
# usage: screenshots.sh [HEXSCAN]     HEXSCAN is the program to use; the script builds it if it is not given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hexscan=${1:-}
if [ -z "$hexscan" ]; then
    scripts/install-dependencies.sh test
    cmake --preset release
    cmake --build --preset release --target hexscan
    hexscan=build/release/hexscan
fi
python3 -B tests/browser/screenshots.py "$hexscan" . docs/images
