#!/usr/bin/env bash
# Tests signals that end a run while it writes. No half-written file stays, and the run ends with that signal's usual
# exit status.
#
# usage: signals_test.sh HEXSCAN HELD_WRITE
set -uo pipefail
hexscan=$1
held_write=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
ulimit -c 0

write_small_sweep
ends_with() {
    local signal=$1 code=$2 folder=ended-$1-${NO_THREADS:-}
    hold "$folder/.hexscan-" 2 "$hexscan" machine.yaml --device cpu --grid 100x100x10 --page none --output "$folder" ||
        return
    [ -n "$(find "$folder" -name '*.part')" ] || fail "SIG$signal: nothing is half-written: $(ls -A "$folder")"
    kill -s "$signal" "$pid"
    { wait "$pid"; } 2>/dev/null
    local ended=$?
    [ $ended -eq "$code" ] || fail "SIG$signal: it ended with $ended instead of $code: $(cat held.log)"
    [ -z "$(find "$folder" -name '*.part' -o -name run.json)" ] || fail "SIG$signal left $(ls -A "$folder")"
}
for signal in INT TERM HUP; do ends_with $signal 130; done
for signal in QUIT PIPE ALRM VTALRM PROF XCPU USR1 USR2 IO PWR STKFLT RTMIN RTMAX; do
    ends_with $signal $((128 + $(kill -l $signal)))
done
# Without a thread that waits for signals, a signal ends the program directly.
export NO_THREADS=1
for signal in INT TERM HUP; do ends_with $signal 130; done
for signal in QUIT PIPE ALRM USR1 RTMAX; do ends_with $signal $((128 + $(kill -l $signal))); done
finish
