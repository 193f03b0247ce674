#!/usr/bin/env bash
# The comparison with other tools reads hexscan's records, both of the CPU engine and of a stage.
# usage: peers_comparison_test.sh HEXSCAN SOURCE_DIR PYTHON [FCL_PEER]
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" --device cpu --grid 20x20x5 --repeat 2 --image none --page none --output "$work/run" --quiet
# The record of a stage, as a machine with a GPU writes it. Its times are in the study.
python3 - "$work/run/run.json" "$2/output/case-study/stages.json" "$work/stage.json" <<'PYTHON'
import json, sys

record, study = (json.load(open(path)) for path in sys.argv[1:3])
stage = study["stages"][-1]
record["engine"] = {"name": stage["name"], "device": study["device"], "study": stage}
record["timings"]["repeated"] = {"repeats": 50}
json.dump(record, open(sys.argv[3], "w"))
PYTHON

for record in "$work/run/run.json" "$work/stage.json"; do
    "$3" -B "$2/bench/peers/compare.py" --run-json "$record" --only numpy --repeat 1 --output "$work/peers" \
        >"$work/printed"
    diff "$work/peers/peers.md" "$work/printed"
    grep -q '^| NumPy' "$work/printed"
    grep -Eq '^\| hexscan [a-z-]+ \| [0-9.]+ \| [0-9.]+ – [0-9.]+ \| 1.00 \|' "$work/printed" ||
        { cat "$work/printed"; exit 1; }
done
# The peers do not compute this order of angles, so nothing is compared.
sed 's/"orientation_order": "zyx"/"orientation_order": "xyz"/' "$work/run/run.json" >"$work/other.json"
if cmp -s "$work/run/run.json" "$work/other.json"; then exit 1; fi
if "$3" -B "$2/bench/peers/compare.py" --run-json "$work/other.json" --only numpy --repeat 1 --output "$work/peers" \
    >"$work/printed" 2>"$work/refused"; then exit 1; fi
grep -q "orientation_order is xyz" "$work/refused"
if ! "$3" -c "import numpy" 2>/dev/null; then
    echo "the rotary peers are left out: $3 has no NumPy"
    exit 0
fi
# Rotary legs: the peers' formulas give hexscan's verdicts in double precision.
"$1" knaufinator-simulator --device cpu --grid 40x40x15 --repeat 2 --image none --page none --output "$work/rotary" \
    --quiet 2>/dev/null
"$3" -B "$2/bench/peers/rotary_peers.py" "$work/rotary" --only NumPy >"$work/printed"
grep -Eq '^\| NumPy \| 3200 \| [0-9.]+ \| [0-9.e+]+ \| \+0 \|$' "$work/printed" || { cat "$work/printed"; exit 1; }
awk -F, 'NR == 8 || NR == 9 { sum += $3 } END { exit !(sum > 100) }' "$work/rotary/radii.csv"
# Shared limits: NumPy gives hexscan's verdicts, and so does FCL where it is built.
shared() {
    local name=$1
    shift
    "$1" --device cpu --grid 24x24x8 --repeat 2 --image none --page none --output "$work/$name" --quiet "${@:2}" \
        2>/dev/null
}
shared apart "$1" --diameter 0.2 --gap 0.2 --free-ends 0.2
shared singular "$1" --singularity 0.248
shared forces "$1" --load 20:0:-600 --load-at 0:0:0.2 --load-torque 0:0:10 --max-force 250
"$3" -B "$2/bench/peers/shared_peers.py" "$work"/{apart,singular,forces} --library numpy --repeat 1 ${4:+--fcl "$4"} \
    >"$work/printed" || { cat "$work/printed"; exit 1; }
for asked in apart singularity forces; do
    grep -Eq "^\| $asked \| NumPy in CuPy's place \| 4608 \| [0-9.e+]+ \| [0-9.e+]+ \| \+0 \|$" "$work/printed" ||
        { cat "$work/printed"; exit 1; }
done
[ -z "${4:-}" ] || grep -Eq "^\| apart \| FCL, .* \| \+0 \|$" "$work/printed" || { cat "$work/printed"; exit 1; }
for name in apart singular forces; do
    points=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["counts"]["reachable_points"])' \
        "$work/$name/run.json")
    [ "$points" -gt 100 ] && [ "$points" -lt 1150 ] || { echo "$name leaves $points points"; exit 1; }
done
echo "peers are compared with records of today"
