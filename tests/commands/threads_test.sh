#!/usr/bin/env bash
# Runs the program with several threads under ThreadSanitizer: every engine of the CPU, every output, proofs and sweeps.
# A data race ends the program with a special exit code.
#
# usage: threads_test.sh HEXSCAN SOURCE_DIR
set -uo pipefail
hexscan=$1
source_dir=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

grid=(--device cpu --grid 60x60x24)
expect 0 "results" scan "${grid[@]}" --verify
expect 0 "results" scan "${grid[@]}" --image png --volume --surface
expect 0 "results" scan rubin-camera-hexapod "${grid[@]}" --map clearance,limit --volume
set=(--orientation=-5:5:5,-5:5:5,0 --workspace total)
expect 0 "results" scan "${grid[@]}" "${set[@]}" --certified
expect 0 "results" scan "${grid[@]}" "${set[@]}" --verify --page none
expect 0 "results" scan "${grid[@]}" --tilt 10:5x12 --workspace inclusive --map tilt,share,clearance
for machine in pkm-6-pus reachy-mini; do
    expect 0 "results" scan "$source_dir/platforms/$machine.yaml" --device cpu --grid 40x40x10 --map clearance
    expect 0 "results" scan "$source_dir/platforms/$machine.yaml" --device cpu --grid 40x40x10 "${set[@]}" --map share
done
expect 0 "results" scan "${grid[@]}" --diameter 0.05 --gap 0.01 --singularity avoid --connected
expect 0 "proved" check "$source_dir/platforms/simona-flight-simulator.yaml"
cat >study.yaml <<END
machine: $source_dir/platforms/simona-flight-simulator.yaml
scan: {x: {from: -1, to: 1, points: 20}, y: {from: -1, to: 1, points: 20}, z: {from: 1.6, to: 3, slices: 10}}
vary: {legs.max: [3.1, 3.2, 3.3, 3.4]}
measure: [volume, largest_ball]
END
expect 0 "results" sweep study.yaml --device cpu
sed 's/^vary.*/tolerances: {samples: 20, base.joints: {normal: 0.001}}/' study.yaml >tolerance.yaml
expect 0 "results" sweep tolerance.yaml --device cpu
finish
