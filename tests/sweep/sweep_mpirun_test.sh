#!/usr/bin/env bash
# Sweeps that several processes share. They write the files of one process, report errors once and survive kills.
# usage: sweep_mpirun_test.sh HEXSCAN HELD_WRITE MPIRUN      without MPIRUN (no MPI was found): skipped
set -uo pipefail
hexscan=$1
held_write=$2
mpirun=${3-}
. "$(dirname "${BASH_SOURCE[0]}")/../support/mpirun.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/sweeps.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
# Two launchers at the same time must not create the same folder.
export OMPI_MCA_orte_tmpdir_base=$work

usual_machine 40 30 20 >usual.yaml
sed 's/^scan:.*/scan: {x: {points: 30}, y: {points: 30}, z: {slices: 20}}/' usual.yaml >open.yaml
cat >design.yaml <<'EOF'
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250, points: 20}, legs.max: {from: 1100, to: 2100, points: 30}}
measure: [largest_ball, volume, requirements]
EOF
cat >tolerance.yaml <<'EOF'
machine: open.yaml
tolerances: {base.joints: {normal: 2}, legs.max: {uniform: 5}, samples: 300}
measure: [volume, largest_ball]
EOF
cat >required.yaml <<'EOF'
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250, points: 20}, legs.max: [1300, 1700, 1950]}
measure: [growth_of.near home, volume, least_clearance_in.near home]
EOF
cat >sobol.yaml <<'EOF'
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250}, base.spread: {from: 1, to: 60}}
sampling: {sobol: 50}
tolerances: {platform.joints: {normal: 1}, samples: 7}
measure: [volume]
EOF

for study in design tolerance sobol required; do
    expect 0 "results" sweep $study.yaml --device cpu --output $study-1
    for ranks in 2 8; do
        printed=$(together $ranks sweep $study.yaml --device cpu --output $study-$ranks 2>&1) ||
            fail "$study, $ranks ranks: $printed"
        [ "$(grep -c "^  results" <<<"$printed")" -eq 1 ] || fail "not one rank alone prints the summary: $printed"
        same_sweep $study-1 $study-$ranks
    done
done
python3 -c '
import json
run = json.load(open("design-8/sweep.json"))["run"]
assert len(run["devices"]) == 8 and all(name.endswith(": cpu") for name in run["devices"]), run' ||
    fail "the record'\''s ranks"

# One process resumes the work of several, and several the work of one.
usual_machine 60 50 40 >usual.yaml
sed -i 's/points: 20}/points: 60}/' design.yaml
expect 0 "" sweep design.yaml --device cpu --output whole --quiet
for first in 2 1; do
    hold mixed-$first/sweep.blocks 4 "$mpirun" -n $first "$hexscan" sweep design.yaml --device cpu \
        --output mixed-$first --quiet ||
        break
    # The first process is held, so the sweep cannot end before the other one is missed.
    kill -KILL "$(pgrep -P $pid | tail -n 1)"
    wait $pid && fail "a sweep of which a process was killed ended with 0"
    [ ! -e mixed-$first/sweep.json ] || fail "a sweep of which a process was killed left a record"
    printed=$(together $((3 - first)) sweep design.yaml --device cpu --output mixed-$first 2>&1) ||
        fail "mixed: $printed"
    case $printed in
        *"continues an earlier run"*) ;;
        *) fail "the work of $first processes begins again: $printed" ;;
    esac
    same_sweep whole mixed-$first
done

said_once 2 "missing.yaml" 2 sweep missing.yaml
said_once 2 "no such option" 2 sweep design.yaml --outptu x
said_once 2 "must be html or none" 2 sweep design.yaml --device cpu --page maybe
said_once 2 "is not the sweep that was started in" 8 sweep sobol.yaml --device cpu --output whole
printed=$(together 2 sweep sobol.yaml --device cpu --output whole --restart 2>&1) || fail "a restart, 2 ranks: $printed"
expect 0 "" sweep sobol.yaml --device cpu --output anew --quiet
same_sweep anew whole
said_once 3 "cannot create" 2 sweep design.yaml --device cpu --output usual.yaml/x
printed=$(together 4 sweep design.yaml --export 20 2>/dev/null)
[ "$printed" = "$("$hexscan" sweep design.yaml --export 20)" ] || fail "--export is not printed once"
finish
