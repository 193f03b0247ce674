#!/usr/bin/env bash
# Sweeps that are ended at any moment: the same command goes on and ends in the same files.
# usage: sweep_killed_test.sh HEXSCAN       HEXSCAN_LONG_TESTS in the environment: fifty kills
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/sweeps.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
kills=12
[ -z "${HEXSCAN_LONG_TESTS-}" ] || kills=50
RANDOM=1

usual_machine 60 50 30 >usual.yaml
cat >design.yaml <<'EOF'
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250}, legs.max: {from: 1100, to: 2100}, base.radius: {from: 900, to: 1100}}
sampling: {sobol: 4000}
measure: [volume, largest_ball]
EOF
cat >tolerance.yaml <<'EOF'
machine: usual.yaml
tolerances: {base.joints: {normal: 2}, legs.max: {uniform: 5}, samples: 800}
measure: [volume]
EOF

# Kills at moments anywhere in what the whole sweep takes. One that has ended begins anew, so that none is spent on it.
for study in design tolerance; do
    begin=$(date +%s%N)
    expect 0 "" sweep $study.yaml --device cpu --output $study-whole --quiet
    whole_ms=$((($(date +%s%N) - begin) / 1000000 + 1))
    killed=0 kept=0
    while [ $killed -lt $((kills / 2)) ]; do
        "$hexscan" sweep $study.yaml --device cpu --output $study-killed --quiet >/dev/null 2>killed.err &
        pid=$!
        sleep "$(printf '0.%03d' $(((RANDOM % whole_ms) / 3 % 1000)))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        code=$?
        if [ $code -eq 137 ]; then
            killed=$((killed + 1))
            [ ! -e $study-killed/sweep.blocks ] && continue
            blocks=$(finished_blocks $study-killed/sweep.blocks)
            [ "$blocks" -ge $kept ] || fail "a finished block was lost: $blocks of $kept"
            kept=$blocks
        else
            [ $code -eq 0 ] || fail "$study ended with $code: $(cat killed.err)"
            same_sweep $study-whole $study-killed
            rm -r $study-killed
            kept=0
        fi
    done
    expect 0 "" sweep $study.yaml --device cpu --output $study-killed --quiet
    same_sweep $study-whole $study-killed
    [ -z "$(find $study-killed -name '*.part')" ] || fail "kills left parts: $(ls -A $study-killed)"
done

# Ctrl-C and a polite kill: a word of it, exit code 130, and the work so far is kept.
for signal in INT TERM; do
    "$hexscan" sweep design.yaml --device cpu --output stopped-$signal >stopped.log 2>&1 &
    pid=$!
    for _ in $(seq 500); do
        [ -e stopped-$signal/sweep.blocks ] && [ "$(finished_blocks stopped-$signal/sweep.blocks)" -ge 3 ] && break
        sleep 0.01
    done
    kill -$signal $pid
    wait $pid
    [ $? -eq 130 ] || fail "SIG$signal: $(cat stopped.log)"
    grep -q interrupted stopped.log || fail "SIG$signal, no word of it: $(cat stopped.log)"
    [ ! -e stopped-$signal/sweep.json ] && [ -z "$(find stopped-$signal -name '*.part')" ] ||
        fail "SIG$signal left $(ls -A stopped-$signal)"
    expect 0 "goes on where an earlier run ended" sweep design.yaml --device cpu --output stopped-$signal
    same_sweep design-whole stopped-$signal
done

# While one sweep works in a folder another one is told so.
"$hexscan" sweep design.yaml --device cpu --output taken --quiet >/dev/null 2>&1 &
pid=$!
for _ in $(seq 500); do [ -e taken/sweep.blocks ] && break; sleep 0.01; done
expect 3 "taken" sweep design.yaml --device cpu --output taken
wait $pid || fail "the first of two sweeps"
same_sweep design-whole taken
finish
