#!/usr/bin/env bash
# Lets one allocation of a sweep after the other fail, alone and with all that follow, and limits the threads. The
# program and a host of the library run the sweep. They must end well, or with exit code 3 and a line that gives the
# reason. The time limit of ctest finds a sweep that waits for ever.
# usage: failing_allocations_sweep_test.sh HEXSCAN SWEEPING_HOST FAILING_MALLOC FEW_THREADS
set -uo pipefail
hexscan=$(realpath "$1")
host=$(realpath "$2")
preload=$(realpath "$3")
few_threads=$(realpath "$4")
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
        echo "${sweep[0]##*/}, $1: exit code $code: $(cat said)"
        failures=$((failures + 1))
    fi
    rm -rf out
}

# FAIL_AT FAIL_ONCE
sweep() {
    FAIL_AT=$1 FAIL_ONCE=$2 LD_PRELOAD=$preload "${sweep[@]}" out 2>said
    code=$?
    judge "allocation $1 (once: $2)"
}

# MOST_THREADS FAIL_AT: allows that many threads beside the first. Memory ends at that allocation, or never (-1).
sweep_with_threads() {
    MOST_THREADS=$1 FAIL_AT=$2 FAIL_ONCE=0 LD_PRELOAD="$preload $few_threads" "${sweep[@]}" out 2>said
    code=$?
    judge "$1 threads, allocation $2"
}

# FAIL_AT: only TBB's allocations count.
sweep_with_tbb_allocation() {
    FAIL_AT=$1 FAIL_ONCE=1 ONLY_ALIGNED=1 LD_PRELOAD=$preload "${sweep[@]}" out 2>said
    code=$?
    judge "aligned allocation $1"
}

# The number of allocations of a sweep into a folder.
allocations_into() { COUNT_ALLOCATIONS=1 LD_PRELOAD=$preload "${sweep[@]}" "$1" 2>&1 >/dev/null | tail -n 1; }

# THREADS: limits of threads from 0. From that number on the sweep must end well.
try() {
    local whole reading aligned threads at once
    whole=$(allocations_into out)
    rm -rf out
    # Without a folder the sweep ends before the workers start.
    reading=$(allocations_into sweep.yaml)
    echo "${sweep[0]##*/}: $whole allocations, $reading of them before machines are measured"
    [ "$reading" -gt 1000 ] && [ "$whole" -gt "$reading" ] || exit 1
    for at in $(seq 0 299) $(seq 300 100 "$whole") $(seq $((reading - 250)) $((reading + 49))); do
        for once in 1 0; do sweep "$at" "$once"; done
    done
    aligned=$(ONLY_ALIGNED=1 allocations_into out)
    rm -rf out
    echo "${sweep[0]##*/}: $aligned aligned allocations"
    [ "$aligned" -gt 20 ] || exit 1
    for at in $(seq 0 "$aligned"); do sweep_with_tbb_allocation "$at"; done
    for threads in $(seq 0 9); do
        sweep_with_threads "$threads" -1
        if [ "$threads" -ge "$1" ] && [ "$code" -ne 0 ]; then
            echo "${sweep[0]##*/}, $threads threads: exit code $code: $(cat said)"
            failures=$((failures + 1))
        fi
        # The steps of the numbers of threads differ, so that together they meet many allocations.
        for at in $(seq $((reading - 100 + 7 * threads)) 70 "$whole"); do sweep_with_threads "$threads" "$at"; done
    done
}

sweep=("$hexscan" sweep sweep.yaml --device cpu --quiet --output)
try 4 2>/dev/null
sweep=("$host" sweep.yaml)
try 4 2>/dev/null
# The host's first allocations are those of the threads' start. A thread that is destroyed before it is joined ends the
# host, so no error there may be lost.
for at in $(seq 0 20); do
    sweep "$at" 1
    if grep -q lost said; then
        echo "${sweep[0]##*/}, allocation $at: $(cat said)"
        failures=$((failures + 1))
    fi
done 2>/dev/null
# The host looks for a file with a similar name. hexscan's listing of a folder loses no error; the standard library's
# would lose one in six. TBB's workers may lose a few.
lost=0
for at in $(seq 0 199); do
    FAIL_AT=$at FAIL_ONCE=1 LD_PRELOAD=$preload "$host" swep.yaml out 2>said
    code=$?
    judge "missing sweep, allocation $at"
    ! grep -q lost said || lost=$((lost + 1))
done 2>/dev/null
echo "${host##*/}: $lost errors lost while a folder is listed"
[ "$lost" -le 5 ] || failures=$((failures + 1))
echo "$failures failures"
[ "$failures" -eq 0 ]
