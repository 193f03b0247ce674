#!/usr/bin/env bash
# Tests the library in host programs with other locales. It must return and write the same as in the locale C, and leave
# the host's descriptors, locale, signals and current folder unchanged.
#
# usage: host_test.sh HOST
set -uo pipefail
host=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/locales.sh"
make_locales

cat >machine.yaml <<'END'
name: Irgendeine
units: {length: mm, angle: deg}
base: {radius: 1000.5, spread: 20.25, azimuth: 0, axis: home, max_tilt: 33.5}
platform: {radius: 700.25, spread: 20, azimuth: 60, axis: home, max_tilt: 36.5}
legs: {min: 1234.5, max: 2000.5}
home: {z: 1450.75}
scan:
  orientation: {tilt: {to: 3.3, rings: 3, directions: 8}}
  workspace: inclusive
  map: tilt
  tilt_inside: {x: 0, y: 0, z: 1450.5, radius: 20.5}
  x: {from: -90.5, to: 90.5, points: 21}
  y: {from: -90.5, to: 90.5, points: 21}
  z: {from: 1400.5, to: 1500.5, slices: 5}
requirements: [{name: level, x: [-5.5, 5.5], clearance: 0.5}]
END
cat >sweep.yaml <<'END'
machine: machine.yaml
vary: {legs.min: [1150.5, 1250.5], legs.max: {from: 1900.5, to: 2100.5, points: 3}}
measure: [volume, requirements]
scan:
  x: {from: -90.5, to: 90.5, points: 11}
  y: {from: -90.5, to: 90.5, points: 3}
  z: {from: 1400.5, to: 1500.5, slices: 3}
END

# answers FOLDER [LOCALE]: Runs the host and stores its output in FOLDER.
answers() {
    mkdir "$1"
    "$host" machine.yaml sweep.yaml "$1/files" "${@:2}" >"$1/said.raw" || fail "the host in ${2:-C} ends with $?"
    without_times <"$1/said.raw" | sed "s|$1/||g" >"$1/said"
    rm "$1/said.raw"
}
answers plain
grep -q "1.98765\|1987.65" plain/said || fail "the changed machine is not in: $(cat plain/said)"
for locale in "${host_locales[@]}"; do
    answers "$locale" "$locale"
    cmp plain/said "$locale/said" || fail "a host in $locale hears: $(diff plain/said "$locale/said")"
    for file in scan/radii.csv sweep/designs.csv; do
        cmp "plain/files/$file" "$locale/files/$file" || fail "$file of a host in $locale differs"
    done
    diff <(without_times <plain/files/scan/run.json) <(without_times <"$locale/files/scan/run.json") ||
        fail "run.json of a host in $locale differs"
done
finish
