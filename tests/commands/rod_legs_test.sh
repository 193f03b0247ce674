#!/usr/bin/env bash
# Tests machines with sliders and arms on the command line. Functions that are not supported yet must say so in one
# line.
#
# usage: rod_legs_test.sh HEXSCAN REPOSITORY
hexscan=$1 repository=$2
source "$repository/tests/support/checks.sh"
platforms=$repository/platforms

for machine in pkm-6-pus knaufinator-simulator reachy-mini; do
    expect 0 "reachable" scan "$platforms/$machine.yaml" --grid 30x30x10 --output "$machine" --verify \
        --map clearance,limit --volume --surface
    for file in index.html run.json radii.csv workspace.stl workspace.vtkhdf; do
        [ -s "$machine/$file" ] || fail "$machine has no $file"
    done
    expect 0 "" scan --from "$machine/run.json" --output again --quiet
    cmp "$machine/radii.csv" again/radii.csv || fail "$machine is not repeated by its record"
    expect 0 "no fault found" check "$platforms/$machine.yaml"
    expect 0 '"all_hold": true' check "$platforms/$machine.yaml" --json
    expect 2 "the stages support only telescopic legs" scan "$platforms/$machine.yaml" --stage 7
    expect 0 "proved" scan "$platforms/$machine.yaml" --grid 9x9x3 --orientation=-2:2:3,0,0 --workspace total \
        --certified --verify --output certified
done

expect 0 "27 samples" scan "$platforms/pkm-6-pus.yaml" --grid 20x20x8 \
    --orientation=-2:2:3,-2:2:3,-2:2:3 --workspace total --verify --output total
expect 0 "" scan "$platforms/reachy-mini.yaml" --grid 12x12x5 --tilt 10:2x6 --workspace inclusive --map tilt,share \
    --verify --quiet --output inclusive
expect 0 "Travel of the platform from this pose" check "$platforms/knaufinator-simulator.yaml" --at 1,0,26,0,5,0
expect 1 "legs.angle to 61.118 deg would do" check "$platforms/knaufinator-simulator.yaml" --at 0,0,33.4
expect 1 "the rod is too short by" check "$platforms/knaufinator-simulator.yaml" --at 30,0,36
expect 1 "needs 262 mm, but its travel" check "$platforms/pkm-6-pus.yaml" --at 0,0,262

# A range of angles that passes half a turn is not a range of more than a turn.
arms() { sed "s/angle: \[-60, 60\]/angle: $1/" "$platforms/knaufinator-simulator.yaml"; }
arms "[-60, 300]" >across.yaml
arms "[-200, 200]" >beyond.yaml
expect 0 "no fault found" check across.yaml
! "$hexscan" check across.yaml | grep "more than a turn" >/dev/null || fail "a range across half a turn is warned of"
expect 0 "runs through more than a turn" check beyond.yaml

cat >boxes.yaml <<END
$(sed '/^scan:/,$d' "$platforms/knaufinator-simulator.yaml")
requirements:
  - {name: small, x: [-1, 1], y: [-1, 1], z: [25, 26], roll: [-3, 3], pitch: [-3, 3], yaw: [-3, 3]}
  - {name: firmware, x: [-8, 8], y: [-8, 8], z: [18.5, 32.5], roll: [-30, 30], pitch: [-30, 30], yaw: [-30, 30]}
END
expect 1 "1 of 2 requirements proved" check boxes.yaml
finish
