#!/usr/bin/env bash
# Renders the committed stages.json again and compares; checks that the documents show what is committed.
# usage: committed_results_test.sh HEXSCAN SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" report "$2/output/case-study/stages.json" --output "$work" >"$work/printed"
for file in stages.json stages.csv stages.md stages.svg; do
    diff "$2/output/case-study/$file" "$work/$file"
done
for document in README.md docs/case-study.md; do
    grep -qx '<!-- begin output/case-study/stages.md -->' "$2/$document" || { echo "$document shows no tables"; exit 1; }
done
"$2/scripts/insert-results.sh" --check
echo "committed results are up to date"
