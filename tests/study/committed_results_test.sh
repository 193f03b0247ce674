#!/usr/bin/env bash
# Renders the committed records again and compares the results. Checks that the documents show the committed results.
# usage: committed_results_test.sh HEXSCAN SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
hexscan=$1
source=$2
main_record=$source/output/case-study/stages.json

fail() {
    echo "$*" >&2
    exit 1
}

# same RECORD FILE ...: Requires that hexscan report makes the files that are committed beside the record.
same() {
    local record=$1
    shift
    "$hexscan" report "$record" --output "$work/drawn" >"$work/printed"
    for file in "$@"; do diff "$(dirname "$record")/$file" "$work/drawn/$file"; done
    rm -r "$work/drawn"
}

# A scan of the built-in machine makes a folder with a similar name, which has no such record.
for record in "$source"/output/case-study/stages.json "$source"/output/case-study-*/stages.json; do
    folder=$(dirname "$record")
    same "$folder/stages.json" stages.json stages.md stages.svg time.md
    same "$folder/memory.json" memory.json memory.txt
    [ "$folder/stages.json" = "$main_record" ] && continue
    "$hexscan" report "$main_record" --beside "$folder/stages.json" --output "$work/beside" >"$work/printed"
    diff "$folder/beside.md" "$work/beside/beside.md"
    rm -r "$work/beside"
done
same "$source/output/case-study/exercises/stages.json" stages.json time.md
same "$source/output/case-study-h100/in-flight/memory.json" memory.json memory.txt
if command -v python3 >"$work/python"; then
    python3 -B "$source/docs/exercises/chunk_model.py" "$source/output/case-study/exercises/stages.json" |
        diff "$source/output/case-study/exercises/chunks.txt" -
    results=$source/output/case-study
    python3 -B "$source/bench/stage_counters.py" --tables "$results/stage_counters.json" |
        diff "$results/stage_counters.md" -
    python3 -B "$source/bench/stage_counters.py" --moves "$results/stage_counters.json" |
        diff "$results/stage_moves.txt" -
    python3 -B "$source/tests/study/causes_test.py" "$source" || fail "causes in docs/ without evidence"
    python3 -B "$source/tests/study/sass_excerpts_test.py" "$source" || fail "machine code in docs/ without a record"
    python3 -B "$source/tests/study/prose_figures.py" "$source" ||
        fail "figures in docs/ are not those of their records"
fi

# The record counts the whole grid, which takes minutes. A coarser grid counts a few per cent less.
for python in /usr/bin/python3 python3; do
    "$python" -c "import numpy" 2>"$work/no_numpy" || continue
    "$hexscan" --grid 100x100x35 --image none --page none --quiet --output "$work/counted"
    "$python" -B "$source/docs/exercises/count_tests.py" "$work/counted/run.json" |
        "$python" -B "$source/tests/study/compare_counts.py" "$source/output/case-study/exercises/counts.txt" ||
        fail "counts.txt is not what count_tests.py counts"
    break
done

# shows DOCUMENT FILE ...: Requires that the document has a place for each of the results. insert-results.sh checks
# whether that place is filled.
shows() {
    local document=$1
    shift
    for file in "$@"; do
        grep -qx "<!-- begin output/$file -->" "$source/$document" || fail "$document does not show output/$file"
    done
}
shows docs/gpu-study.md case-study/time.md
shows docs/explanation/how-fast.md case-study/peers.md case-study/benchmarks.txt
shows docs/case-study.md case-study/pinning.txt case-study-h100/instructions.txt
shows docs/case-study-tables.md case-study/stages.md case-study-h100/beside.md
shows docs/case-study-intrinsics.md case-study/intrinsics.txt case-study/lecture_loop.txt
shows docs/case-study-limits.md case-study/stage_counters.md case-study/launch_costs.txt case-study/sass.txt \
    case-study/energy.txt case-study/what_does_not_help.txt
shows docs/memory/all-lessons.md case-study/memory.txt#head case-study/counters.txt
shows docs/memory/in-flight.md case-study-h100/in-flight/memory.txt
sed -nE '/^$/{n;s/^([a-z0-9-]+): .*/\1/p}' "$source/output/case-study/memory.txt" >"$work/lessons"
[ "$(wc -l <"$work/lessons")" -gt 10 ] || fail "memory.txt has no lessons"
while read -r lesson; do shows "docs/memory/$lesson.md" "case-study/memory.txt#$lesson"; done <"$work/lessons"
shows docs/case-study-answers.md case-study/exercises/time.md case-study/exercises/occupancy.txt \
    case-study/exercises/chunks.txt case-study/exercises/counts.txt case-study/exercises/sass.txt \
    case-study/exercises/squared_steps.txt
[ "$(cat "$source"/README.md $(find "$source/docs" -name '*.md') |
    grep -cx '<!-- begin output/case-study/stages.md -->')" = 1 ] ||
    fail "the tables of stages.md must stand once"
"$source/scripts/insert-results.sh" --check
echo "committed results are up to date"
