#!/usr/bin/env bash
# Tests that a file that took long to compute is on the disk before it gets its name, and that its name is on the disk
# afterwards. The program does not wait for images.
#
# usage: synced_files_test.sh HEXSCAN SYNC_LOG_LIBRARY
set -uo pipefail
hexscan=$1
library=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
write_small_sweep
logged() {
    SYNC_LOG=$work/log LD_PRELOAD=$library "$hexscan" "$@" --device cpu --quiet 2>errors || fail "$*: $(cat errors)"
}

# synced_before_and_after FILE: Requires that the temporary is synced before it is renamed to FILE, and the folder
# after.
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
