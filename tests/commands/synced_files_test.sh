#!/usr/bin/env bash
# What took long to compute is on the disk before it has its name, and then the name is. Images are not waited for.
# usage: synced_files_test.sh HEXSCAN SYNC_LOG_LIBRARY
set -uo pipefail
hexscan=$1
library=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
cat >machine.yaml <<'END'
name: small
units: {length: m, angle: deg}
base: {radius: 1, spread: 20, azimuth: 0}
platform: {radius: 0.7, spread: 20, azimuth: 60}
legs: {min: 1.2, max: 2}
home: {z: 1.45}
scan: {x: {from: -0.2, to: 0.2, points: 9}, y: {from: -0.2, to: 0.2, points: 9}, z: {from: 1.4, to: 1.5, slices: 3}}
END
cat >study.yaml <<'END'
machine: machine.yaml
vary: {legs.min: [1.15, 1.2], legs.max: [1.9, 2]}
measure: [volume]
END
logged() {
    SYNC_LOG=$work/log LD_PRELOAD=$library "$hexscan" "$@" --device cpu --quiet 2>errors || fail "$*: $(cat errors)"
}

# synced_before_and_after FILE: the temporary before it became FILE, the folder after.
synced_before_and_after() {
    local file=$1 temporary
    temporary=$(sed -n "s|^rename \(.*\) .*$file\$|\1|p" log)
    [ -n "$temporary" ] || { fail "$file got no name: $(cat log)"; return; }
    awk -v before="sync $work/$temporary" -v named="rename $temporary $file" -v after="sync $work/${file%/*}" '
        $0 == before { synced = 1 }
        $0 == named && synced { has_name = 1 }
        $0 == after && has_name { good = 1 }
        END { exit !good }' log || fail "$file is not synced before and after it gets its name: $(cat log)"
}
logged sweep study.yaml --output swept
synced_before_and_after swept/sweep.blocks
synced_before_and_after swept/designs.csv
blocks=$(grep -n "^sync $work/swept/sweep.blocks\$" log | head -n 1 | cut -d: -f1)
table=$(grep -n ' swept/designs.csv$' log | cut -d: -f1)
[ "${blocks:-1000000}" -lt "${table:-0}" ] || fail "finished blocks are not synced before designs.csv: $(cat log)"

rm log
logged scan machine.yaml --image png --volume --output scanned
synced_before_and_after scanned/workspace.vtkhdf
grep -q 'rename .*scanned/slice_000.png' log || fail "no image was written: $(cat log)"
[ "$(grep -c ^sync log)" -eq 2 ] || fail "more is synced than the volume and its folder: $(cat log)"
finish
