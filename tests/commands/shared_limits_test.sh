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

# What legs carry.
loaded=(--load 20:0:-600 --load-at 0:0:0.2)
expect 0 "(leg " scan "$platform" "${small[@]}" "${loaded[@]}" --load-torque 0:0:10 --max-force 130 \
    --map effort,force,error,rate,turn_rate --verify --output loaded
expect 0 "" scan --from loaded/run.json --output loaded-again --quiet
cmp loaded/radii.csv loaded-again/radii.csv || fail "what legs may carry is not repeated by its record"
cmp -s loaded/radii.csv plain/radii.csv && fail "what legs may carry cuts nothing"
expect 0 "" scan --from loaded/run.json --max-force none --map none --output unlimited --quiet
cmp plain/radii.csv unlimited/radii.csv || fail "a load without a limit cuts something"
expect 0 "" scan --from loaded/run.json --load none --map none --output unloaded --quiet
cmp plain/radii.csv unloaded/radii.csv || fail "a load that is taken back is kept"
python3 - <<END || fail "maps of a load are not told"
import json
maps = json.load(open("loaded/run.json"))["maps"]
assert 0.9 < maps["effort"]["largest"] <= 1, maps["effort"]
assert abs(maps["force"]["largest"] / 130 - maps["effort"]["largest"]) < 1e-6
assert maps["effort"]["leg"] == maps["force"]["leg"] in range(1, 7) and maps["effort"]["limit"] == "force", maps
gap = json.load(open("both/run.json"))["maps"]["gap"]
assert len(gap["legs"]) == 2 and gap["limit"] == "gap", gap
assert "leg" not in json.load(open("both/run.json"))["maps"]["conditioning"]
assert maps["rate"]["largest"] == 1 and maps["turn_rate"]["largest"] < 1 and maps["error"]["mean"] > 0.5
END
expect 2 "give --load FX:FY:FZ in N beside it" scan "$platform" --max-force 100
expect 2 "must be three numbers, X:Y:Z" scan "$platform" --load 100
expect 2 "must be above 0 and at most" scan "$platform" "${loaded[@]}" --max-force 0
expect 2 "max-force: means nothing beside --load none" scan "$platform" --load none --max-force 100
expect 2 "gap: means nothing beside --diameter none" scan "$platform" --diameter none --gap 0.01
expect 2 "which telescopic legs have none of" scan "$platform" "${loaded[@]}" --max-torque 10
expect 2 "needs what the legs carry" scan "$platform" --map force
expect 2 "needs what a leg may carry" scan "$platform" "${loaded[@]}" --map effort
expect 2 "ask for the map force" scan "$platform" "${loaded[@]}" --map torque
expect 2 "stages know no limits that legs share" scan "$platform" "${loaded[@]}" --max-force 100 --stage 7 \
    --output refused

# What kernels, stages and proofs do not know of them.
expect 2 "not yet of limits that legs share" scan "$platform" "${small[@]}" --singularity avoid \
    --orientation=-1:1:3,0,0 --workspace total --certified --output refused
expect 2 "stages know no limits that legs share" scan "$platform" --singularity avoid --stage 7 --output refused
if "$hexscan" scan "$platform" "${small[@]}" --singularity avoid --orientation=-1:1:3,0,0 --workspace inclusive \
    --device cuda --output refused 2>refusal; then
    fail "there are kernels for inclusive workspaces of limits that legs share"
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
measure: [volume, conditioning_at_home, error_at_home, rate_at_home, turn_rate_at_home]
END
expect 0 "" sweep sweep.yaml --device cpu --quiet
finish
