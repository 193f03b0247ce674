#!/usr/bin/env bash
# Lets one allocation of main() after the other fail, alone or together with all later ones. hexscan must succeed, or
# end with exit code 3 and a line that says why. It must never end by a signal or leave a half-written file.
#
# usage: failing_allocations_test.sh HEXSCAN FAILING_MALLOC
set -uo pipefail
hexscan=$(realpath "$1")
preload=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

for at in $(seq 0 61 1800) $(seq 1801 397 6000); do
    for once in 1 0; do
        FAIL_AT=$at FAIL_ONCE=$once LD_PRELOAD=$preload \
            "$hexscan" --device cpu --grid 60x60x6 --image png --output out --quiet --verify 2>said
        code=$?
        if { [ "$code" -ne 0 ] && [ "$code" -ne 3 ]; } || { [ "$code" -eq 3 ] && ! grep -q '^hexscan: ' said; } ||
            [ -n "$(find out -name '*.part' 2>/dev/null)" ]; then
            echo "allocation $at (once: $once): exit code $code: $(cat said)"
            failures=$((failures + 1))
        fi
        rm -rf out
    done
done 2>/dev/null
echo "$failures failures"
[ "$failures" -eq 0 ]
