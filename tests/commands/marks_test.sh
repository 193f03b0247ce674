#!/usr/bin/env bash
# Tests that no output contains the marks that change the direction of writing, although names and files of the user
# contain them. Such a mark could make a name look like another one.
#
# usage: marks_test.sh HEXSCAN
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
mark=$'\xE2\x80\xAE'

write_small_sweep
{
    sed "s/^name: .*/name: \"ma${mark}chine\"/" machine.yaml
    echo "requirements:"
    echo "  - {name: \"bo${mark}x\", z: [1.44, 1.46]}"
    echo "  - {poses: \"pa${mark}th.csv\"}"
} >"ma${mark}chine.yaml"
printf 'x,y,z,roll,pitch,yaw\n0,0,1.45,0,0,0\n' >"pa${mark}th.csv"
sed "s/machine.yaml/\"ma${mark}chine.yaml\"/; s/volume/volume, \"growth_of.bo${mark}x\"/" study.yaml \
    >"stu${mark}dy.yaml"

# shows_no_mark ARGUMENTS...: runs hexscan, which must succeed and show the escaped mark.
shows_no_mark() {
    "$hexscan" "$@" >printed 2>&1 || fail "hexscan $*: $(cat printed)"
    LC_ALL=C grep -q "$mark" printed && fail "hexscan $* prints a mark"
    grep -qi '\\u202e' printed || fail "hexscan $* shows no name: $(cat printed)"
}
shows_no_mark check "ma${mark}chine.yaml"
shows_no_mark check "ma${mark}chine.yaml" --json
shows_no_mark scan "ma${mark}chine.yaml" --device cpu --grid 9x9x3 --volume --surface --output out
shows_no_mark sweep "stu${mark}dy.yaml" --device cpu --output out-of-sweep
shows_no_mark sweep "stu${mark}dy.yaml" --export 1
for file in $(LC_ALL=C grep -rl "$mark" out out-of-sweep); do fail "$file contains a mark"; done
finish
