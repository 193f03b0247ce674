#!/usr/bin/env bash
# Tests the program with standard descriptors that are closed when it starts. Files must be the same as otherwise, and
# the same command must work again.
#
# usage: closed_descriptors_test.sh HEXSCAN
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
write_small_sweep

# quietly REDIRECTIONS ARGUMENTS...: Requires the exit code 0 with these redirections.
quietly() {
    local redirections=$1
    shift
    eval '"$hexscan" "$@"' "$redirections" || fail "$* $redirections ended with $?"
}
sweep=(sweep study.yaml --device cpu --output swept)
scan=(scan machine.yaml --device cpu --volume --output scanned)
quietly '>sweep.log 2>&1' "${sweep[@]}"
quietly '>scan.log 2>&1' "${scan[@]}"
for log in sweep.log scan.log; do
    grep -q 'warning: .*border of the grid' $log || fail "no warning of the border: $(cat $log)"
done
cp swept/designs.csv swept/sweep.blocks scanned/radii.csv scanned/workspace.vtkhdf .

for closed in '<&-' '>&-' '2>&-' '>&- 2>&-' '<&- 2>&-' '<&- >&- 2>&-'; do
    open='</dev/null >/dev/null 2>&1'
    rm -rf swept scanned
    quietly "$open $closed" "${sweep[@]}"
    quietly "$open $closed" "${scan[@]}"
    for file in swept/designs.csv swept/sweep.blocks scanned/radii.csv; do
        cmp "$file" "${file##*/}" || fail "$file is another one with $closed"
    done
    [ "$(stat -c %s scanned/workspace.vtkhdf)" -gt 0 ] && [ "$(head -c 4 scanned/workspace.vtkhdf)" = $'\x89HDF' ] ||
        fail "workspace.vtkhdf is no HDF5 file with $closed"
    # The sweep resumes from the finished work.
    rm swept/designs.csv
    quietly "$open $closed" "${sweep[@]}"
    cmp swept/designs.csv designs.csv || fail "a sweep that goes on has another table with $closed"
done
finish
