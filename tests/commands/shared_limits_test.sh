#!/usr/bin/env bash
# Limits that legs share on the command line: where they are answered, and that a line says where they are not yet.
# usage: shared_limits_test.sh HEXSCAN REPOSITORY
hexscan=$1 repository=$2
source "$repository/tests/support/checks.sh"
platform=$repository/platforms/case-study.yaml
small=(--grid 30x30x10 --image none)

expect 0 "every verdict equals" scan "$platform" "${small[@]}" --diameter 0.3 --gap 0.02 --free-ends 0.25 \
    --singularity 0.28 --map gap,conditioning --verify --output both
expect 0 "" scan --from both/run.json --output again --quiet
cmp both/radii.csv again/radii.csv || fail "limits that legs share are not repeated by their record"
expect 0 "" scan "$platform" "${small[@]}" --quiet --output plain
expect 0 "" scan --from both/run.json --diameter none --singularity none --map none --output taken-back --quiet
cmp plain/radii.csv taken-back/radii.csv || fail "limits that are taken back are kept"
cmp -s both/radii.csv plain/radii.csv && fail "limits that legs share cut nothing"
expect 0 "hangs together" scan "$platform" "${small[@]}" --connected --output connected

# What kernels, stages and proofs do not know of them.
expect 2 "not yet of limits that legs share" scan "$platform" "${small[@]}" --singularity avoid \
    --orientation=-1:1:3,0,0 --workspace total --certified --output refused
expect 2 "stages know no limits that legs share" scan "$platform" --singularity avoid --stage 7 --output refused
if "$hexscan" scan "$platform" --singularity avoid --device cuda --output refused 2>refusal; then
    fail "there are kernels for limits that legs share"
fi
grep -E "not yet for this scan|built without CUDA" refusal >/dev/null || fail "$(cat refusal)"
[ -e refused ] && fail "a refused scan left something"

# Bad input.
expect 2 "give --diameter beside it" scan "$platform" --gap 0.01
expect 2 "must be at least 0 and below 1" scan "$platform" --singularity 1.5
expect 2 "which these never are" scan "$platform" --diameter 0.9
expect 2 "needs the legs' thickness" scan "$platform" --map gap

cat >sweep.yaml <<END
machine: $platform
vary: {legs.max: {from: 1.9, to: 2, points: 3}}
measure: [volume, conditioning_at_home]
END
expect 0 "" sweep sweep.yaml --device cpu --quiet
finish
