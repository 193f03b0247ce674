#!/usr/bin/env bash
# A program that is built without sweeps scans, and says how to get them.
# usage: without_sweeps_test.sh HEXSCAN_WITHOUT_SWEEPS SOURCE_DIR
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

expect 2 "hexscan sweep: this hexscan is built without sweeps; build it with cmake -DHEXSCAN_SWEEPS=ON" sweep study.yaml
expect 2 "-DHEXSCAN_SWEEPS=ON" sweep
expect 0 "built without sweeps" --help
expect 0 "results" scan "$2/platforms/case-study.yaml" --device cpu --grid 21x21x9 --image none --output scanned
finish
