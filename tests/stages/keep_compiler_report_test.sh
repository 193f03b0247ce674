#!/usr/bin/env bash
# Tests that the wrapper around the CUDA compiler keeps the report, hides nothing else, and fails if the compiler fails.
# usage: keep_compiler_report_test.sh SOURCE_DIR
set -euo pipefail
keep=$1/stages/keep_compiler_report.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/compiler" <<'END'
#!/bin/sh
echo "ptxas info    : Used 8 registers" >&2
echo "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" >&2
echo "a.cu(3): error: something is wrong" >&2
exit "$CODE"
END
chmod +x "$work/compiler"
for code in 0 7; do
    actual=0
    CODE=$code "$keep" "$work/compiler" -c a.cu -o "$work/a b.o" 2>"$work/said" || actual=$?
    [ "$actual" -eq "$code" ] || { echo "ended with $actual instead of $code"; exit 1; }
    [ "$(cat "$work/said")" = "a.cu(3): error: something is wrong" ] || { cat "$work/said"; exit 1; }
    [ "$(wc -l <"$work/a b.o.report")" -eq 2 ] || { cat "$work/a b.o.report"; exit 1; }
done
echo "the report is kept"
