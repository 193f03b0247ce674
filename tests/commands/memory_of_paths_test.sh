#!/usr/bin/env bash
# Tests the memory for files of poses: a file of empty lines costs little more than its own size, and requirements that
# name the same file share it.
#
# usage: memory_of_paths_test.sh HEXSCAN
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

# at_most_more KIB WHAT FEW MANY: requires that MANY is at most KIB above FEW.
at_most_more() {
    [ -n "$3" ] && [ -n "$4" ] || { fail "$2: no figure"; return; }
    [ $(($4 - $3)) -le "$1" ] || fail "$2 take $(($4 - $3)) KiB more; at most $1 KiB are allowed"
}

# naming NUMBER FILE: prints a machine with so many requirements that name the file.
naming() {
    cat machine.yaml
    echo "requirements:"
    yes "  - {poses: $2}" | head -n "$1"
}
write_small_sweep

echo >newline.csv
head -c 64M /dev/zero | tr '\0' '\n' >newlines.csv
for file in newline newlines; do naming 1 $file.csv >$file.yaml; done
at_most_more 200000 "64 MiB of newlines" "$(peak_kib 2 check newline.yaml)" "$(peak_kib 2 check newlines.yaml)"

# named_by_80 KIB POSES ARGUMENTS...: requires that 80 requirements which name a file of so many poses take at most KIB
# more than one.
named_by_80() {
    local most=$1 poses=$2
    shift 2
    { echo x,y,z,roll,pitch,yaw; yes 0,0,1.45,0,0,0 | head -n "$poses"; } >path.csv
    naming 1 path.csv >one.yaml
    naming 80 path.csv >eighty.yaml
    at_most_more "$most" "80 requirements, hexscan $*," "$(peak_kib 0 "$@" one.yaml)" "$(peak_kib 0 "$@" eighty.yaml)"
}
named_by_80 10000 70000 scan --device cpu --image none --page none --quiet --output scanned
# A check computes figures for every pose, which takes time. So its poses are fewer, and its limit is lower.
named_by_80 2000 10000 check
finish
