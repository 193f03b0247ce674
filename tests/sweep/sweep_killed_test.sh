#!/usr/bin/env bash
# Sweeps that end at any moment. The same command resumes them and ends with the same files.
# usage: sweep_killed_test.sh HEXSCAN HELD_WRITE       HEXSCAN_LONG_TESTS in the environment: fifty kills
set -uo pipefail
hexscan=$1
held_write=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/sweeps.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
kills=12
[ -z "${HEXSCAN_LONG_TESTS-}" ] || kills=50
RANDOM=1
machines_of_design=4000 machines_of_tolerance=800

usual_machine 60 50 30 >usual.yaml
cat >design.yaml <<EOF
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250}, legs.max: {from: 1100, to: 2100}, base.radius: {from: 900, to: 1100}}
sampling: {sobol: $machines_of_design}
measure: [volume, largest_ball]
EOF
cat >tolerance.yaml <<EOF
machine: usual.yaml
tolerances: {base.joints: {normal: 2}, legs.max: {uniform: 5}, samples: $machines_of_tolerance}
measure: [volume]
EOF

# went_on MACHINES: the held run found this many machines measured by earlier runs.
went_on() {
    [ "$1" -eq 0 ] || grep -q "continues an earlier run: $1 of" held.log ||
        fail "not $1 were kept: $(cat held.log)"
}

# Kills in the middle of a write, both of files that appear whole and of blocks. A kill loses only the current block.
for study in design tolerance; do
    expect 0 "" sweep $study.yaml --device cpu --output $study-whole --quiet
    sweep=("$hexscan" sweep $study.yaml --device cpu --output $study-killed)
    for number in 1 2 3 4; do
        hold $study-killed/.hexscan- "$number" "${sweep[@]}" || break
        kill -KILL "$held_pid"
        wait $pid 2>/dev/null
        [ ! -e $study-killed/sweep.json ] || fail "a sweep that was killed left a record"
    done
    rm -r $study-killed
    blocks=$(finished_blocks $study-whole/sweep.blocks) kept=0
    block_machines=$(((machines_of_$study + blocks - 1) / blocks))
    for _ in $(seq $((kills / 2))); do
        number=$((1 + RANDOM % (2 * blocks / kills)))
        hold $study-killed/sweep.blocks $number "${sweep[@]}" || break
        went_on $((kept * block_machines))
        kill -KILL "$held_pid"
        wait $pid 2>/dev/null
        kept=$((kept + number - 1))
    done
    expect 0 "continues an earlier run: $((kept * block_machines)) of" "${sweep[@]:1}"
    same_sweep $study-whole $study-killed
    [ -z "$(find $study-killed -name '*.part')" ] || fail "kills left parts: $(ls -A $study-killed)"
done

# Ctrl-C and SIGTERM: hexscan says so, exits with code 130 and keeps the work so far.
for signal in INT TERM; do
    hold stopped-$signal/sweep.blocks 4 "$hexscan" sweep design.yaml --device cpu --output stopped-$signal || break
    kill -$signal $pid
    wait $pid
    [ $? -eq 130 ] || fail "SIG$signal: $(cat held.log)"
    grep -q interrupted held.log || fail "SIG$signal, no word of it: $(cat held.log)"
    [ ! -e stopped-$signal/sweep.json ] && [ -z "$(find stopped-$signal -name '*.part')" ] ||
        fail "SIG$signal left $(ls -A stopped-$signal)"
    expect 0 "continues an earlier run" sweep design.yaml --device cpu --output stopped-$signal
    same_sweep design-whole stopped-$signal
done

# While one sweep uses a folder, another one is rejected.
if hold taken/sweep.blocks 1 "$hexscan" sweep design.yaml --device cpu --output taken --quiet; then
    expect 3 "taken" sweep design.yaml --device cpu --output taken
    go_on
    wait $pid || fail "the first of two sweeps: $(cat held.log)"
    same_sweep design-whole taken
fi
finish
