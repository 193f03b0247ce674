#!/usr/bin/env bash
# hexscan sweep as a user meets it: files, exit codes, messages, exported machines that are scanned again, memory.
# usage: sweep_test.sh HEXSCAN
set -uo pipefail
hexscan=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/sweeps.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

mkdir studies
usual_machine 30 20 10 >studies/usual.yaml
cat >studies/design.yaml <<'EOF'
machine: usual.yaml
vary:
  legs.min: {from: 1150, to: 2150, points: 6}
  legs.max: {from: 1900, to: 2100, points: 5}
measure: [volume, largest_ball, requirements]
EOF
cat >studies/tolerance.yaml <<'EOF'
machine: usual.yaml
tolerances: {base.joints: {normal: 2}, legs.max: {uniform: 5}, samples: 100}
measure: [volume, largest_ball]
EOF

# A sweep file in another folder names its machine relative to itself.
expect 0 "30, 6 of them impossible" sweep studies/design.yaml --device cpu
for file in designs.csv sweep.json sweep.blocks; do [ -e output/sweep-design/$file ] || fail "there is no $file"; done
[ "$(wc -l <output/sweep-design/designs.csv)" -eq 31 ] || fail "designs.csv: $(cat output/sweep-design/designs.csv)"
grep -q '^25,2150,1900,no,,,,,,"legs.min\[0\]: is above legs.max\[0\]; must be at most 1900 mm",$' \
    output/sweep-design/designs.csv ||
    fail "the impossible machine's line: $(grep ^25, output/sweep-design/designs.csv)"

# If no machine is possible, the summary gives the first one's reason.
sed 's/legs.max: .*/legs.max: [1000, 1100]/' studies/design.yaml >studies/none.yaml
expect 0 "no machine of the sweep can be built (machine 0: legs.min[0]: is above legs.max" sweep \
    studies/none.yaml --device cpu

# The page marks the machines that the grid cuts off, as the table does.
python3 - <<'EOF' || fail "the page marks other machines as cut off than designs.csv"
import csv, json, re
text = open("output/sweep-design/index.html").read()
page = json.loads(re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", text, re.S).group(1))["designs"]
table = {int(row["machine"]): row["cut_off"] for row in csv.DictReader(open("output/sweep-design/designs.csv"))}
assert len(page["number"]) == 24 and set(page["cut_off"]) == {0, 1}
assert all(table[number] == ("yes" if one else "no") for number, one in zip(page["number"], page["cut_off"]))
EOF

# A sweep may consist of a single machine, from a list of one value or from one sample. One sample has no spread.
printf 'machine: usual.yaml\nvary: {legs.max: [1950]}\nmeasure: [volume]\n' >studies/one.yaml
expect 0 "results" sweep studies/one.yaml --device cpu
printf 'machine: usual.yaml\ntolerances: {samples: 1, legs.max: {normal: 1}}\nmeasure: [volume]\n' >studies/single.yaml
expect 0 "results" sweep studies/single.yaml --device cpu
[ ! -e output/sweep-single/sensitivities.csv ] || fail "one sample has sensitivities"

# If the grid misses every workspace, the summary says so and names no best machine.
printf '%s\n' \
    'machine: usual.yaml' \
    'vary: {legs.max: [1950, 2000]}' \
    'scan: {z: {from: 9000, to: 9001, slices: 3}, x: {from: 0, to: 1, points: 3},' \
    '       y: {from: 0, to: 1, points: 3}}' \
    'measure: [volume]' >studies/missed.yaml
expect 0 "no machine of the sweep reaches a point of the grid" sweep studies/missed.yaml --device cpu
[ -z "$("$hexscan" sweep studies/missed.yaml --device cpu 2>&1 | grep '^  best')" ] ||
    fail "one of many that reach nothing is best"

# A machine that is singular in every pose is swept, with a warning.
cat >studies/similar.yaml <<'EOF'
name: similar
units: {length: mm, angle: deg}
base: {joints: [[1000, 0, 0], [500, 866, 0], [-500, 866, 0], [-1000, 0, 0], [-500, -866, 0], [500, -866, 0]]}
platform: {joints: [[500, 0, 0], [250, 433, 0], [-250, 433, 0], [-500, 0, 0], [-250, -433, 0], [250, -433, 0]]}
legs: {min: 1200, max: 2000}
home: {z: 1450}
EOF
printf '%s\n' \
    'machine: similar.yaml' \
    'vary: {legs.max: [1950, 2000]}' \
    'scan: {z: {from: 1400, to: 1500, slices: 3}, x: {from: 0, to: 1, points: 3},' \
    '       y: {from: 0, to: 1, points: 3}}' \
    'measure: [volume]' >studies/singular.yaml
expect 0 "warning: the sweep's machine: the machine is singular in every pose" sweep studies/singular.yaml --device cpu

# Without a named objective no machine is best. With one, equally good machines tie.
[ -z "$("$hexscan" sweep studies/design.yaml --device cpu 2>&1 | grep '^  best')" ] ||
    fail "one is best in nothing that was named"
printf '%s\n' \
    'machine: usual.yaml' \
    'vary: {legs.max: [1900, 1950, 1960]}' \
    'measure: [requirements, volume]' \
    'front: {maximize: [requirements]}' >studies/tie.yaml
expect 0 "3 machines tie in requirements" sweep studies/tie.yaml --device cpu
printf 'machine: usual.yaml\nvary: {legs.max: [1900, 1950]}\nmeasure: [volume]\nfront: {maximize: [volume]}\n' \
    >studies/best.yaml
expect 0 "in volume, machine 1: legs.max 1950 mm" sweep studies/best.yaml --device cpu
expect 0 "front           1 machine that no other machine beats" sweep studies/best.yaml --device cpu --restart

# The measure of one requirement equals the check of the exported machine. A requirement's name may contain a comma.
sed 's/name: near home/name: "near home, level"/' studies/usual.yaml >studies/named.yaml
cat >studies/required.yaml <<'EOF'
machine: named.yaml
vary: {legs.max: [1300, 1700, 1950, 1100]}
measure: ["least_clearance_in.near home, level", "growth_of.near home, level", requirements]
front: {maximize: ["growth_of.near home, level"]}
EOF
expect 0 "in growth_of.near home, level, machine 2: legs.max 1950 mm" sweep studies/required.yaml --device cpu
for machine in 0 1 2; do
    "$hexscan" sweep studies/required.yaml --export $machine >required-$machine.yaml
    "$hexscan" check required-$machine.yaml --json >required-$machine.json
done
python3 - <<'EOF' || fail "check says other figures of a requirement: $(cat output/sweep-required/designs.csv)"
import csv, json
table = list(csv.DictReader(open("output/sweep-required/designs.csv")))
assert table[3]["valid"] == "no" and table[3]["growth_of.near home, level"] == "", table[3]
for machine in range(3):
    told = json.load(open(f"required-{machine}.json"))["requirements"][0]
    least, growth = (float(table[machine][key + ".near home, level" + unit])
                     for key, unit in (("least_clearance_in", "_m"), ("growth_of", "")))
    met = table[machine]["requirements_met"] == "1"
    assert (told["outcome"][:6] == "proved") == met == (least >= 0.005), (machine, told)
    assert (growth > 1) == (least > 0.005), table[machine]
    if least >= 0.005:
        assert abs(told["least"]["clearance_m"] - least) < 4e-6, (machine, told)
    else:
        assert least <= told["least"]["clearance_m"] + 1e-9, (machine, told)
    assert abs(told["growth"]["kept_to"] - growth) <= 2e-3 * growth, (machine, told)
assert {row["requirements_met"] for row in table} == {"0", "1", ""}, table
EOF
printf '%s\n' \
    'machine: named.yaml' \
    'tolerances: {legs.max: {uniform: 5}, samples: 9}' \
    'measure: ["least_clearance_in.near home, level"]' >studies/spread.yaml
expect 0 "least_clearance_in.near home, level" sweep studies/spread.yaml --device cpu
python3 -c '
import csv
for name in "quantiles", "sensitivities":
    for row in csv.DictReader(open(f"output/sweep-spread/{name}.csv")):
        assert row["measure"] == "least_clearance_in.near home, level_m" and None not in row, row' ||
            fail "the spread of a requirement"

# For several designs with several samples each, the summary names the file with their figures.
printf '%s\n' \
    'machine: usual.yaml' \
    'vary: {legs.max: [1900, 1950]}' \
    'tolerances: {samples: 3, legs.max: {normal: 1}}' \
    'measure: [volume]' >studies/both.yaml
expect 0 "2, each built 3 times; quantiles.csv" sweep studies/both.yaml --device cpu
[ "$(wc -l <output/sweep-both/quantiles.csv)" -eq 3 ] || fail "quantiles.csv: $(cat output/sweep-both/quantiles.csv)"

# Somebody else's file is noticed before anything is measured.
mkdir mine && echo mine >mine/designs.csv
expect 3 "designs.csv" sweep studies/one.yaml --device cpu --output mine
[ "$(cat mine/designs.csv)" = mine ] || fail "somebody's designs.csv is gone"

# The same holds for a file that would be overwritten only later.
in_the_way() {
    local study=$1 file=$2
    mkdir way && echo mine >"way/$file"
    expect 3 "$file exists, and hexscan did not write it" sweep "studies/$study.yaml" --device cpu --output way
    [ "$(ls -A way)" = "$file" ] && [ "$(cat "way/$file")" = mine ] || fail "$file in the way: there is $(ls -A way)"
    rm -r way
}
for file in radii.csv maps.csv share_004.png share_legend.svg workspace.vtkhdf quantiles.csv sensitivities.csv \
    reach.blocks sweep.blocks; do
    in_the_way tolerance $file
done
in_the_way design design_029.yaml
in_the_way design sweep.blocks
# A design sweep does not use the other name.
mkdir way && echo mine >way/reach.blocks
expect 0 "" sweep studies/design.yaml --device cpu --output way --quiet
[ "$(cat way/reach.blocks)" = mine ] || fail "somebody's reach.blocks is gone"
rm -r way

# A sweep leaves a scan's folder unchanged.
expect 0 "" scan studies/usual.yaml --device cpu --output scanned --quiet
ls -lA --time-style=full-iso scanned >scanned.before
for study in design tolerance; do
    expect 3 "was written by hexscan scan; choose another folder with --output" \
        sweep studies/$study.yaml --device cpu --output scanned
    ls -lA --time-style=full-iso scanned | cmp -s - scanned.before ||
        fail "a sweep touched a scan's folder: $(ls -A scanned)"
done
rm -r scanned

# A finished sweep is not measured again, and another folder gets the same files.
expect 0 "results" sweep studies/design.yaml --device cpu
python3 -c 'import json; assert json.load(open("output/sweep-design/sweep.json"))["run"]["machines_measured"] == 0' ||
    fail "a finished sweep is measured again"
(cd studies && "$hexscan" sweep design.yaml --device cpu --output ../beside --quiet) >quiet.out 2>quiet.err ||
    fail "from its own folder: $(cat quiet.err)"
[ ! -s quiet.out ] || fail "--quiet prints $(cat quiet.out)"
[ -z "$(grep -v "warning: .* reach the border" quiet.err)" ] || fail "--quiet says $(cat quiet.err)"
cmp -s beside/designs.csv output/sweep-design/designs.csv || fail "another folder has other designs"

# A scan of an exported machine counts the points that the sweep measured.
for machine in 0 7 12 19; do
    "$hexscan" sweep studies/design.yaml --export $machine >exported.yaml || fail "--export $machine"
    expect 0 "" scan exported.yaml --device cpu --image none --page none --output scanned --quiet
    python3 - $machine <<'EOF' || fail "machine $machine is not the one that was measured"
import csv, json, sys
line = list(csv.DictReader(open("output/sweep-design/designs.csv")))[int(sys.argv[1])]
rows = list(csv.DictReader(open("scanned/radii.csv")))
# The slices at either end stand for half a cell in z.
area = sum(float(row["area_m2"]) / (2 if row in (rows[0], rows[-1]) else 1) for row in rows)
volume = area * (0.9 / 9)
assert volume > 0
assert abs(float(line["volume_m3"]) - volume) <= 1e-11 * volume, (line, volume)
EOF
    printed=$("$hexscan" check exported.yaml 2>&1)
    met=$(sed -n "$((machine + 2))p" output/sweep-design/designs.csv | cut -d, -f8)
    case $printed in *"1 of 1 requirement proved"*) found=1 ;; *) found=0 ;; esac
    [ "$met" = $found ] || fail "machine $machine meets $met requirements, checked: $printed"
done
expect 2 "machine 25 cannot be built: legs.min[0]: is above" sweep studies/design.yaml --export 25
for number in 30 -1 x 1e1 ''; do expect 2 "0 to 29" sweep studies/design.yaml --export "$number"; done

# Arguments with errors.
expect 2 "did you mean --export?" sweep studies/design.yaml --exprot 3
expect 2 "needs a sweep file" sweep
expect 2 "none.yaml: cannot be read" sweep none.yaml
expect 2 "--device" sweep studies/design.yaml --device gpu
expect 2 "--page" sweep studies/design.yaml --page maybe
expect 2 "must be png or none" sweep studies/design.yaml --image bmp
expect 2 "--output" sweep studies/design.yaml --output ''
sed 's/legs.max/legs.mx/' studies/design.yaml >studies/typo.yaml
expect 2 "studies/typo.yaml:4: vary.legs.mx" sweep studies/typo.yaml
sed 's/usual/usaul/' studies/design.yaml >studies/lost.yaml
expect 2 "studies/lost.yaml:1: machine: " sweep studies/lost.yaml
[ ! -e output/sweep-typo ] && [ ! -e output/sweep-lost ] || fail "a bad sweep file left a folder"

# A different sweep is rejected from an occupied folder. It reports the difference and changes nothing there.
cp -a output/sweep-design before
untouched() { diff -r before output/sweep-design >/dev/null ||
    fail "$1 touched the folder: $(diff -rq before output/sweep-design)"; }
expect 2 "studies/tolerance.yaml is not the sweep that was started in output/sweep-design: " \
    sweep studies/tolerance.yaml --device cpu --output output/sweep-design
untouched "another sweep"
sed -i 's/points: 5/points: 6/' studies/design.yaml
expect 2 "vary.legs.max.points of the sweep file was 5 and is 6; restart to remove those results" \
    sweep studies/design.yaml --device cpu
untouched "a changed sweep file"
sed -i '/legs.max/s/points: 6/points: 5/' studies/design.yaml
sed -i 's/max_tilt: 33/max_tilt: 32/' studies/usual.yaml
expect 2 "base.max_tilt of the machine file was 33 and is 32" sweep studies/design.yaml --device cpu
untouched "a sweep of a changed machine"
sed -i 's/max_tilt: 32/max_tilt: 33/' studies/usual.yaml
echo '# a comment changes no figure' >>studies/design.yaml
expect 0 "continues an earlier run: 30 of 30" sweep studies/design.yaml --device cpu

# Text from a folder reaches the terminal escaped.
python3 - <<'EOF' || fail "the sweep file is not in its blocks"
text = open("before/sweep.blocks", "rb").read()
changed = text.replace(b"points of the sweep file: 5\n", b"points of the sweep file: \x1b\n")
assert changed != text
open("before/sweep.blocks", "wb").write(changed)
EOF
expect 2 'was \x1B and is 5' sweep studies/design.yaml --device cpu --output before

# A restart removes the other sweep's files, but none that hexscan did not write.
echo mine >before/mine.csv && echo mine >before/share_000.png
expect 3 "share_000.png exists, and hexscan did not write it" \
    sweep studies/tolerance.yaml --device cpu --output before --restart
[ -e before/designs.csv ] && [ -e before/sweep.blocks ] || fail \
    "a restart that fails has removed something: $(ls before)"
rm before/share_000.png
expect 0 "reached by 95 %" sweep studies/tolerance.yaml --device cpu --output before --restart
[ "$(cat before/mine.csv)" = mine ] || fail "a restart removed what hexscan did not write"
rm before/mine.csv
expect 0 "" sweep studies/tolerance.yaml --device cpu --output anew --quiet
same_sweep anew before
printed=$("$hexscan" sweep studies/tolerance.yaml --device cpu --output before --restart 2>&1) ||
    fail "a second restart: $printed"
case $printed in *"continues an earlier run"*) fail "a restart goes on: $printed" ;; esac
expect 0 "" sweep studies/design.yaml --device cpu --output before --restart --quiet
[ ! -e before/reach.blocks ] || fail "a restart left the work of the other sweep"

# Lost work, and work of another version, is reported. It starts again only on request.
for damage in "truncate -s 0" "sed -i 1s/1:/9:/"; do
    $damage before/sweep.blocks
    expect 3 "restart to remove it, or choose another folder" \
        sweep studies/design.yaml --device cpu --output before
    expect 0 "" sweep studies/design.yaml --device cpu --output before --restart --quiet
done
rm -r before anew

# A tolerance sweep.
expect 0 "reached by 95 %" sweep studies/tolerance.yaml --device cpu --output tolerance
expect 0 "root mean square, from the scatter of joints and lengths" sweep studies/tolerance.yaml --device cpu \
    --output tolerance
grep -q '"rms_displacement_m"' tolerance/sweep.json || fail "the record tells no pose error"
for file in quantiles.csv sensitivities.csv radii.csv workspace.vtkhdf reach.blocks; do
    [ -e tolerance/$file ] || fail "the tolerance sweep has no $file"
done
[ "$(ls tolerance/share_*.png | wc -l)" -eq 10 ] || fail "the tolerance sweep's images: $(ls tolerance)"
expect 0 "" sweep studies/tolerance.yaml --device cpu --output tolerance --image none --quiet
[ -z "$(ls tolerance | grep png)" ] || fail "--image none leaves images"
[ "$(wc -l <tolerance/sensitivities.csv)" -eq 49 ] || fail "sensitivities: $(wc -l <tolerance/sensitivities.csv)"

# If the disk fills up, a line gives the reason, and the same command resumes.
usual_machine 60 50 40 >studies/usual.yaml
cat >studies/many.yaml <<'EOF'
machine: usual.yaml
vary: {legs.min: {from: 1150, to: 1250}, legs.max: {from: 1900, to: 2100}}
sampling: {random: 2000, seed: 3}
measure: [volume]
EOF
expect 0 "" sweep studies/many.yaml --device cpu --output whole --quiet
for blocks in 0 1 30 100; do
    printed=$(ulimit -f $blocks; "$hexscan" sweep studies/many.yaml --device cpu --output full --quiet 2>&1)
    [ $? -eq 3 ] || fail "a sweep on a full disk of $blocks: $printed"
    case $printed in *"File too large"*) ;; *) fail "no reason: $printed" ;; esac
    [ ! -e full/sweep.json ] && [ -z "$(find full -name '*.part')" ] || fail "a full disk left $(ls -A full)"
done
expect 0 "" sweep studies/many.yaml --device cpu --output full --quiet
same_sweep whole full

# With too little memory, the suggested remedy exists for sweeps.
if least_address_space_kb >/dev/null; then
    usual_machine 50000 50000 2 >studies/huge.yaml
    sed 's/usual/huge/; s/samples: 100/samples: 2/; s/, largest_ball//' studies/tolerance.yaml >studies/memory.yaml
    printed=$(ulimit -v $plenty_kb; "$hexscan" sweep studies/memory.yaml --device cpu --output memory --quiet 2>&1)
    [ $? -eq 3 ] && [ "$(wc -l <<<"$printed")" -eq 1 ] || fail "10 GB of counts in 4 GB of memory: $printed"
    case $printed in *--*) fail "a sweep is told of an option that it lacks: $printed" ;; *memory*) ;; *) fail \
        "$printed" ;; esac
fi

# If too few files may be open, one line names the limit, and the same command resumes. Sanitizers open files of their
# own.
if least_address_space_kb >/dev/null; then
    for open_files in 5 6 7 8 9 10; do
        (ulimit -n $open_files; exec "$hexscan" sweep studies/tolerance.yaml --device cpu --output few --quiet) \
            >few.log 2>&1
        code=$?
        [ $code -eq 0 ] && continue
        [ $code -eq 3 ] || fail "$open_files open files end with $code: $(cat few.log)"
        [ "$(wc -l <few.log)" -eq 1 ] && grep -q '(ulimit -n)' few.log || fail "$open_files open files: $(cat few.log)"
        [ -z "$(find few -name '*.part' -o -name sweep.json)" ] || fail "$open_files open files left $(ls -A few)"
    done
    expect 0 "" sweep studies/tolerance.yaml --device cpu --output few --quiet
    expect 0 "" sweep studies/tolerance.yaml --device cpu --output enough --quiet
    same_sweep enough few
fi

# Memory does not grow with the number of machines.
usual_machine 5 4 3 >studies/usual.yaml
few=10000 many=200000
# A sanitizer does not start in little memory and keeps freed memory. So the measurement proves nothing with it, and the
# numbers are small.
memory_counts=yes
(ulimit -v 400000; "$hexscan" --version) >/dev/null 2>&1 || memory_counts=no few=1000 many=2000
[ -z "${HEXSCAN_LONG_TESTS-}" ] || many=1000000
for count in $few $many; do
    sed "s/2000, seed/$count, seed/" studies/many.yaml >studies/count-$count.yaml
done
few_kib=$(peak_kib 0 sweep studies/count-$few.yaml --device cpu --page none --quiet) || fail "$few machines"
many_kib=$(peak_kib 0 sweep studies/count-$many.yaml --device cpu --page none --quiet) || fail "$many machines"
[ "$(wc -l <output/sweep-count-$many/designs.csv)" -eq $((many + 1)) ] || fail "not every machine has a line"
[ $memory_counts = no ] || [ "$many_kib" -le $((few_kib * 3)) ] ||
    fail "$few machines take $few_kib KiB, $many take $many_kib KiB"
finish
