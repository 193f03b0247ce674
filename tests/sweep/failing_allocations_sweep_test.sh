#!/usr/bin/env bash
# Lets one allocation of a sweep after the other fail, alone and with all that follow: hexscan ends well or with exit
# code 3 and a line that says why. The time limit of ctest finds a sweep that waits for ever.
# usage: failing_allocations_sweep_test.sh HEXSCAN FAILING_MALLOC
set -uo pipefail
hexscan=$(realpath "$1")
preload=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

cat >machine.yaml <<'END'
name: m
units: {length: m, angle: deg}
base: {radius: 1, spread: 20}
platform: {radius: 0.7, spread: 20, azimuth: 60}
legs: {min: 1.2, max: 2}
home: {z: 1.45}
END
# Of several designs no volume is written: how HDF5 begins without memory is the subject of another test.
cat >sweep.yaml <<'END'
machine: machine.yaml
scan: {x: {from: -2, to: 2, points: 9}, y: {from: -2, to: 2, points: 9}, z: {from: 1, to: 1.9, slices: 3}}
vary: {legs.max: [1.9, 2]}
tolerances: {samples: 20, seed: 1, base.joints: {normal: 0.0001}}
measure: [volume]
END

# FAIL_AT FAIL_ONCE
sweep() {
    FAIL_AT=$1 FAIL_ONCE=$2 LD_PRELOAD=$preload "$hexscan" sweep sweep.yaml --device cpu --output out --quiet 2>said
    code=$?
    if { [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; } || { [ "$code" -eq 3 ] && ! grep -q '^hexscan: ' said; }; then
        echo "allocation $1 (once: $2): exit code $code: $(cat said)"
        failures=$((failures + 1))
    fi
    rm -rf out
}

# How many allocations a command makes.
allocations_of() { COUNT_ALLOCATIONS=1 LD_PRELOAD=$preload "$hexscan" "$@" 2>&1 >/dev/null | tail -n 1; }
whole=$(allocations_of sweep sweep.yaml --device cpu --output out --quiet)
rm -rf out
# Exporting a machine reads the same files and measures nothing: the workers start at about this many allocations.
reading=$(allocations_of sweep sweep.yaml --export 0)
echo "$whole allocations, $reading of them before machines are measured"
[ "$reading" -gt 1000 ] && [ "$whole" -gt "$reading" ] || exit 1

for at in $(seq 0 299) $(seq 300 100 "$whole") $(seq $((reading - 250)) $((reading + 49))); do
    for once in 1 0; do sweep "$at" "$once"; done
done 2>/dev/null
echo "$failures failures"
[ "$failures" -eq 0 ]
