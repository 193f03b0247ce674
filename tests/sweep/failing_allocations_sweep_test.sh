#!/usr/bin/env bash
# Lets one allocation of a sweep after the other fail, alone and with all that follow, and limits hexscan's threads. It
# must end well, or with exit code 3 and a line that gives the reason. The time limit of ctest finds a sweep that waits
# for ever.
# usage: failing_allocations_sweep_test.sh HEXSCAN FAILING_MALLOC FEW_THREADS
set -uo pipefail
hexscan=$(realpath "$1")
preload=$(realpath "$2")
few_threads=$(realpath "$3")
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
# A sweep of several designs writes no volume. Another test covers the start of HDF5 without memory.
cat >sweep.yaml <<'END'
machine: machine.yaml
scan: {x: {from: -2, to: 2, points: 9}, y: {from: -2, to: 2, points: 9}, z: {from: 1, to: 1.9, slices: 3}}
vary: {legs.max: [1.9, 2]}
tolerances: {samples: 20, seed: 1, base.joints: {normal: 0.0001}}
measure: [volume]
END

# Records a failure unless the sweep of that name ended well or gave a reason.
judge() {
    if { [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; } || { [ "$code" -eq 3 ] && ! grep -q '^hexscan: ' said; }; then
        echo "$1: exit code $code: $(cat said)"
        failures=$((failures + 1))
    fi
    rm -rf out
}

# FAIL_AT FAIL_ONCE
sweep() {
    FAIL_AT=$1 FAIL_ONCE=$2 LD_PRELOAD=$preload "$hexscan" sweep sweep.yaml --device cpu --output out --quiet 2>said
    code=$?
    judge "allocation $1 (once: $2)"
}

# MOST_THREADS FAIL_AT: allows that many threads beside the first. Memory ends at that allocation, or never (-1).
sweep_with_threads() {
    MOST_THREADS=$1 FAIL_AT=$2 FAIL_ONCE=0 LD_PRELOAD="$preload $few_threads" \
        "$hexscan" sweep sweep.yaml --device cpu --output out --quiet 2>said
    code=$?
    judge "$1 threads, allocation $2"
}

# The number of allocations of a command.
allocations_of() { COUNT_ALLOCATIONS=1 LD_PRELOAD=$preload "$hexscan" "$@" 2>&1 >/dev/null | tail -n 1; }
whole=$(allocations_of sweep sweep.yaml --device cpu --output out --quiet)
rm -rf out
# An export reads the same files and measures nothing, so the workers start at about this many allocations.
reading=$(allocations_of sweep sweep.yaml --export 0)
echo "$whole allocations, $reading of them before machines are measured"
[ "$reading" -gt 1000 ] && [ "$whole" -gt "$reading" ] || exit 1

for at in $(seq 0 299) $(seq 300 100 "$whole") $(seq $((reading - 250)) $((reading + 49))); do
    for once in 1 0; do sweep "$at" "$once"; done
done 2>/dev/null
for threads in $(seq 0 9); do
    sweep_with_threads "$threads" -1
    # One thread computes and one thread writes.
    if [ "$threads" -ge 4 ] && [ "$code" -ne 0 ]; then
        echo "$threads threads: exit code $code: $(cat said)"
        failures=$((failures + 1))
    fi
    for at in $(seq $((reading - 100)) 10 "$whole"); do sweep_with_threads "$threads" "$at"; done
done 2>/dev/null
echo "$failures failures"
[ "$failures" -eq 0 ]
