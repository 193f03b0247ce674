#!/usr/bin/env bash
# Runs the program as a user does and checks exit codes, messages and files.
# usage: command_line_test.sh HEXSCAN SOURCE_DIR HELD_WRITE
set -uo pipefail
hexscan=$1
source_dir=$2
held_write=$3
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

count_images() { find "$1" -name 'slice_*.*' | wc -l; }

expect 0 "usage: hexscan" --help
expect 0 "hexscan " --version
expect 0 "baseline-grid" stages
expect 0 "row-runs" stages
expect 0 "cpu " devices
expect 0 "complete -o filenames" completion bash
expect 0 "complete -c hexscan" completion fish
expect 2 "bash, zsh or fish" completion tcsh
expect 0 ".TH HEXSCAN 1" man
# The commands that the program lists.
commands=$("$hexscan" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in scan sweep man; do
    grep -qx $command <<<"$commands" || fail "hexscan --help lists no command $command: $commands"
done
for command in $commands; do
    expect 0 "usage: hexscan $command" $command --help
    expect 0 "usage: hexscan $command" $command -h
    expect 0 "hexscan 2." $command --version
done
"$hexscan" completion bash >completion.bash && bash -n completion.bash || fail "the bash completion is no bash"
# Completes a word in a separate shell. $1 is the text before it, $2 the beginning of the word.
completed() {
    bash -c 'source completion.bash; COMP_WORDS=(hexscan '"$1"' "'"$2"'"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _hexscan
        echo "${COMPREPLY[@]}"'
}
[ "$(completed "scan --image" p)" = png ] || fail "bash completes no value of --image: $(completed "scan --image" p)"
[ "$(completed "sweep" rub)" = "" ] || fail "bash completes a platform where none is taken: $(completed sweep rub)"
[ "$(completed "" rub)" = rubin-camera-hexapod ] || fail "bash completes no platform: $(completed "" rub)"
[ "$(completed completion "")" = "bash zsh fish" ] || fail "bash completes no shell: $(completed completion "")"
# grep -q ends at its first match and would break the pipe of the program. So the whole output is read first.
grep -q "from completion' -f -a 'bash zsh fish'" <<<"$("$hexscan" completion fish)" || fail "fish completes no shell"
[ "$(completed scan --surf)" = --surface ] || fail "bash completes no option: $(completed scan --surf)"
# If nothing is reachable, the message names the machine's fault first. A grid that misses the workspace causes a
# warning.
cat >short.yaml <<'EOF'
name: short
units: {length: mm, angle: deg}
base: {radius: 400, spread: 20, azimuth: 0, max_tilt: 20}
platform: {radius: 250, spread: 20, azimuth: 60, max_tilt: 20}
legs: {min: 480, max: 600}
home: {z: 560}
EOF
expect 2 "legs.max of 618.79 mm would do" short.yaml --device cpu
expect 2 "hexscan cannot find ranges" short.yaml --device cpu
# A mistake in a requirement is reported before the search for ranges.
{ cat short.yaml; echo 'requirements: [{name: a, zz: 560}]'; } >misspelt.yaml
expect 2 "misspelt.yaml:7: requirements[0].zz: " misspelt.yaml --device cpu
expect 0 "no grid point is reachable" --x 0 --y 0 --z 9 --grid 1x1x1 --device cpu --image none --page none \
    --output missed
expect 2 "--stgae" --stgae 7
expect 2 "no such stage" --stage 99 --device cpu
expect 2 "missing.yaml" --platform missing.yaml --device cpu
expect 2 "FROM:TO" --x 1:2:3 --device cpu
expect 2 "known" occupancy --compute-capability 4.2
expect 0 "66.7" occupancy --compute-capability 2.0
expect 0 "100" occupancy 256,32,4096 --compute-capability 3.5
# The stages' figures are those of this build if a CUDA compiler made it, else recorded ones. The output says which.
expect 0 "row-runs" occupancy --compute-capability 9.0
expect 0 "Figures: " occupancy --compute-capability 9.0 --device cpu
expect 2 "cannot be read" report missing.json
# The command distinguishes a record of memory lessons from a record of a ladder.
expect 0 "Memory lessons on" report "$source_dir/output/case-study/memory.json"
expect 2 "only the stages.json" report "$source_dir/output/case-study/memory.json" --beside stages.json
# From a record of intrinsics, report prints the recorded tables and writes the same files.
expect 0 "The price of intrinsics on" report "$source_dir/output/case-study/intrinsics.json" --output price
cmp -s price/intrinsics.txt "$source_dir/output/case-study/intrinsics.txt" ||
    fail "report writes another intrinsics.txt"
cmp -s price/intrinsics.json "$source_dir/output/case-study/intrinsics.json" ||
    fail "report writes another intrinsics.json"
expect 2 "only the stages.json" report "$source_dir/output/case-study/intrinsics.json" --beside stages.json
echo '{"evaluations_per_value": 1}' >half.json
expect 2 "device is missing" report half.json
expect 2 "host-copies" memory --lesson strides,nothing
expect 2 "give --stage N as well" --compute-capability 2.0
expect 2 "known" --stage 7 --compute-capability 4.2

# The message about a typo in the machine file names file, line and key.
sed 's/max_tilt: 33/max_tlit: 33/' "$source_dir/platforms/case-study.yaml" >typo.yaml
cmp -s typo.yaml "$source_dir/platforms/case-study.yaml" && fail "the typo was not made"
expect 2 "typo.yaml:" --platform typo.yaml --device cpu
expect 2 "max_tlit" --platform typo.yaml --device cpu

# A small scan writes images, radii and a record. A later scan with fewer slices removes the earlier scan's files.
small="--device cpu --grid 40x30x12 --output out --verify"
expect 0 "every verdict equals" $small
[ "$(count_images out)" -eq 12 ] || fail "expected 12 images, found $(count_images out)"
[ "$(wc -l <out/radii.csv)" -eq 13 ] || fail "radii.csv should have 13 lines"
grep -q '^</html>' out/index.html || fail "index.html is not whole"
[ "$(head -c 2 out/slice_000.bmp)" = BM ] || fail "slice_000.bmp is no BMP"
expect 0 "Removed 15 files" --device cpu --grid 40x30x5 --output out --image png
[ "$(count_images out)" -eq 5 ] || fail "images of the longer run linger"
expect 0 "" --device cpu --grid 40x30x5 --output out --image none --quiet
[ "$(count_images out)" -eq 5 ] || fail "the images of a scan of the same are gone"
expect 0 "Files kept in out from an earlier scan with the same request: index.html, slice_000.png … slice_004.png." \
    --device cpu \
    --grid 40x30x5 --output out --image none --page none
grep -q '"slice_002.png"' out/run.json || fail "the record does not name a kept image"
expect 0 "" --device cpu --grid 40x30x5 --output imageless --image none --page none --quiet
[ "$(ls imageless)" = "$(printf 'radii.csv\nrun.json')" ] || fail "--image none --page none left $(ls imageless)"
expect 0 "" --from out/run.json --device cpu --output again --quiet
grep -A1 '"command": \[' again/run.json | grep '"hexscan",' >/dev/null || fail "the record names the program's folder"
[ -e again/index.html ] && fail "a repeated run forgot --page none"
expect 2 "must be html or none" --page maybe --device cpu
for quiet in --quiet -q; do
    printed=$("$hexscan" --device cpu --grid 40x30x5 --output out $quiet 2>&1)
    [ -z "$printed" ] || fail "$quiet prints: $printed"
done
grep -q -e "-s q -l quiet " <<<"$("$hexscan" completion fish)" || fail "fish completes no -q"
# If the grid cuts the workspace off, a warning is on standard error, even with --quiet, and in the record.
printed=$("$hexscan" --device cpu --grid 40x30x5 --x -0.2:0.2 --output out --image none --quiet 2>&1 >/dev/null)
case $printed in *border*"x = -0.2 m"*) ;; *) fail "no warning of the border: $printed" ;; esac
grep -q '"x_low": [1-9]' out/run.json || fail "the record does not count the border"

# Each design and each question has a folder of its own. A copy of a file, or another question, does not change the
# first results.
mkdir designs && cp "$source_dir/platforms/case-study.yaml" designs/one.yaml
sed 's/max: 2.0/max: 1.9/' designs/one.yaml >designs/two.v2.yaml
coarse="--device cpu --grid 20x20x3 --image none --page none"
set_of_5="--tilt 5:1x4"
in_folder() {
    local folder=$1
    shift
    expect 0 "  results              $folder" $coarse "$@"
    [ -e "$folder/run.json" ] || fail "hexscan $* left nothing in $folder: $(ls output)"
}
in_folder output/one designs/one.yaml

# The summary begins with the volume, in litres, and the share of points, and ends with the page's path.
"$hexscan" designs/one.yaml --device cpu --grid 20x20x3 --image none --output sums >sums.txt || fail "no summary"
python3 - sums.txt sums/run.json <<'END' || fail "the summary says something else than the record: $(cat sums.txt)"
import json, sys
lines = open(sys.argv[1]).read().splitlines()
counts = json.load(open(sys.argv[2]))["counts"]
litres, unit = lines[1].split()[1:]
share = float(lines[2].split(", ")[1].split()[0])
assert unit == "litres" and abs(float(litres) / (1000 * counts["volume_m3"]) - 1) < 1e-5, lines[1]
assert abs(share - 100 * counts["reachable_points"] / counts["points"]) < 0.051, lines[2]
assert lines[3].split()[:2] == ["ranges", "x"] and lines[4].split()[0] == "requirements", lines
assert lines[-1].split() == ["page", "sums/index.html"] and not any("verif" in line for line in lines), lines
END
in_folder output/two.v2 --platform designs/two.v2.yaml
in_folder output/one-total designs/one.yaml $set_of_5 --workspace total
in_folder output/one-inclusive designs/one.yaml $set_of_5 --workspace inclusive --map share
in_folder output/one-tilt designs/one.yaml $set_of_5 --workspace inclusive --map tilt
in_folder output/rubin-camera-hexapod rubin-camera-hexapod
for built_in in "" "--platform case-study" "$source_dir/platforms/case-study.yaml"; do
    in_folder output/case-study-cpu $built_in
    rm -r output/case-study-cpu
done
[ "$(ls output | wc -l)" -eq 6 ] || fail "scans left other folders: $(ls output)"
in_folder output/one-total --from output/one/run.json $set_of_5 --workspace total
sed '/"platform": "/d' output/one/run.json >earlier.json
cmp -s earlier.json output/one/run.json && fail "the record does not name its platform file"
in_folder output/case-study-cpu --from earlier.json

# The scan of every shipped platform, level and tilted, equals the reference.
for platform in "$source_dir"/platforms/*.yaml; do
    expect 0 "every verdict equals" --platform "$platform" --device cpu --grid 60x50x9 --output out --image none \
        --verify
    expect 0 "every verdict equals" --platform "$platform" --device cpu --grid 60x50x9 --output out --image none \
        --verify --orientation 0.3,-0.2,0.4
done

# Every shipped platform is free of faults and meets its requirements. A violated requirement or a faulty machine gives
# the exit code 1.
for platform in "$source_dir"/platforms/*.yaml; do
    expect 0 "requirements proved" check "$platform"
    "$hexscan" check "$platform" --json >check.json || fail "check --json of $platform does not end with 0"
    grep -q '"all_hold": true' check.json || fail "check --json of $platform does not say that all holds"
done
expect 0 "case-study: 2 of 2 requirements proved (strokes and joint tilts); no fault found" check
sed 's/x: \[-0.2, 0.2\]/x: [-0.2, 0.8]/' "$source_dir/platforms/case-study.yaml" >wide.yaml
expect 1 "travel: FAILS at" check wide.yaml
expect 1 "travel: violated by" check wide.yaml --details
expect 1 '"outcome": "violated"' check wide.yaml --json
sed 's/max: 2.0/max: 1.5/' "$source_dir/platforms/case-study.yaml" >short.yaml
expect 1 "Fault: the home pose is unreachable: all legs would be too long" check short.yaml
expect 2 "missing.yaml" check missing.yaml
expect 2 "takes two files" import kinematics.hal
expect 2 "kinematics.hal: cannot be read" import kinematics.hal hexapod.ini
# This configuration reads its joints from a file in the INI file's folder. Its tool offset is connected to a signal.
mkdir linuxcnc
printf 'setp genhexkins.base.0.z 0.5\nnet length motion.tooloffset.z => genhexkins.tool-offset\n' >linuxcnc/joints.hal
printf 'loadrt [KINS]KINEMATICS\nsource joints.hal\n' >kinematics.hal
{
    printf '[TRAJ]\nLINEAR_UNITS = inch\nHOME = 0 0 20\n[KINS]\nKINEMATICS = genhexkins\n'
    printf '[JOINT_%s]\nMIN_LIMIT = 24\nMAX_LIMIT = 36\n' 0 1 2 3 4 5
} >linuxcnc/hexapod.ini
expect 0 "# linuxcnc/joints.hal:2: genhexkins.tool-offset is connected to a signal" \
    import kinematics.hal linuxcnc/hexapod.ini
expect 0 "warning: kinematics.hal: 35 of 36 joint coordinates are not set" import kinematics.hal linuxcnc/hexapod.ini
"$hexscan" import kinematics.hal linuxcnc/hexapod.ini >imported.yaml 2>notes.txt || fail "the configuration is refused"
[ "$(grep -c warning notes.txt)" -eq 2 ] || fail "notes of the import: $(cat notes.txt)"
# Leg 1 is 29.4128 in long.
expect 0 "clearance 5.4128 in (leg 1, shortest" check imported.yaml --at 0,0,20
sed 's/MIN_LIMIT = 24/MIN_LIMIT = -5/' linuxcnc/hexapod.ini >linuxcnc/relative.ini
expect 2 "write MIN_LIMIT = 24.4128 and MAX_LIMIT = 65.4128" import kinematics.hal linuxcnc/relative.ini
rm kinematics.hal
expect 0 "[AXIS_C]" check "$source_dir/platforms/linuxcnc-hexapod.yaml" --limits ini
expect 2 "--limits xml: must be ini" check --limits xml
expect 2 "remove --at" check "$source_dir/platforms/linuxcnc-hexapod.yaml" --limits ini --at 0,0,20
expect 2 "remove --json" check "$source_dir/platforms/linuxcnc-hexapod.yaml" --limits ini --json
expect 2 "remove one of them" check --at=0,0,1.4 --proportions=1,1,1,0,0,0
expect 2 "it belongs to hexscan check" --at=0,0,1.4
expect 2 "R = Rz Ry Rx" check "$source_dir/platforms/rubin-camera-hexapod.yaml" --limits ini
expect 0 "all of them" check "$source_dir/platforms/linuxcnc-hexapod.yaml" --details
expect 0 "upper end set by" check --at=0.1,0,1.4,5,0,10
expect 1 "is unreachable: all legs would be too long" check --at=0,0,1.9
expect 2 "--at 0,0: must be x,y,z or x,y,z,roll,pitch,yaw in m and deg" check --at=0,0
expect 2 "--at 0,0,1,700,0,0: roll is 700 deg; must lie between" check --at=0,0,1,700,0,0
expect 0 "x ±0.35" check --proportions=0.2,0,0,0,0,20
expect 2 "half widths must be 0 or more" check --proportions=1,1,1,0,0,-1
expect 2 "half widths must be 0 or more" check --proportions=0,0,0,0,0,0
expect 2 "typo.yaml:" check typo.yaml
printf 'requirements:\n  - {name: path, poses: path.csv, interpolate: linear}\n' |
    cat <(sed '/^requirements:/,$d' "$source_dir/platforms/case-study.yaml") - >path.yaml
expect 2 "path.csv: cannot be read" check path.yaml
printf 'x,y,z,roll,pitch,yaw\n0,0,1.45,0,0,0\n0.1,0,1.5,2,0,x\n' >path.csv
expect 2 "path.csv:3: yaw" check path.yaml
printf 'x,y,z,roll,pitch,yaw\n0,0,1.45,0,0,0\n0.1,0,1.5,2,0,0\n' >path.csv
expect 0 "path: HOLDS, proved" check path.yaml
printf '0,0,0,1.45,1,0,0,0\n1,0.1,0,1.5,0.99985,0.01745,0,0\n' >path.csv
expect 2 "has 8 numbers, but no line above names the columns" check path.yaml
sed -i '1i time,x,y,z,qw,qx,qy,qz' path.csv
expect 0 "path: HOLDS, proved" check path.yaml
mkdir -p elsewhere && cp path.yaml path.csv elsewhere
rm path.csv
expect 0 "path: HOLDS, proved" check elsewhere/path.yaml # the path is beside the file that names it

# A scan reports how many requirements hold, in the words of check. Its record has the result of each, and --from
# requires them again.
outcomes() {
    python3 -c '
import json, sys
told = json.load(open(sys.argv[1]))["requirements"]
print(told and [[one[key] for key in ("name", "outcome", "clearance_m")] + [one.get("box")] for one in told])' "$1"
}
expect 0 "1 of 2 requirements proved (strokes and joint tilts), 1 violated" wide.yaml $coarse --output out
"$hexscan" check wide.yaml --json >check.json
[ "$(outcomes out/run.json)" = "$(outcomes check.json)" ] || fail "the record's requirements: $(outcomes out/run.json)"
expect 0 "1 of 2 requirements proved (strokes and joint tilts), 1 violated" --from out/run.json $coarse --output again
[ "$(outcomes again/run.json)" = "$(outcomes check.json)" ] ||
    fail "repeated, the requirements: $(outcomes again/run.json)"
# An option may not remove a property of the machine that a requirement needs. The message names the option.
printf 'requirements:\n  - {name: thin, x: [-0.01, 0.01], apart: 0.001}\n' >thin.txt
sed '/^requirements:/,$d; s/^legs: {/legs: {diameter: 0.01, /' "$source_dir/platforms/case-study.yaml" |
    cat - thin.txt >thin.yaml
expect 0 "1 of 1 requirement proved" thin.yaml $coarse --output out
for scanned in thin.yaml "--from out/run.json"; do
    expect 2 "hexscan: --diameter none: removes what the key apart of the requirement thin needs; leave out the" \
        $scanned --diameter none $coarse --output again
done
# A null in place of a required limit would repeat another run, so it is rejected.
sed 's/"apart_m": 0.001/"apart_m": null/' out/run.json >null.json
expect 2 "requirements[0].apart_m is null; give a value or leave the key out" --from null.json --output again
# A reader of schema 1 would ignore the required limits of legs, so the record has schema 2.
grep -q '"schema": 2' out/run.json || fail "a record that asks something of legs is for readers of schema 1"
expect 0 "" --from out/run.json $coarse --output again
printf 'load: {force: [0, 0, -60]}\nrequirements:\n  - {name: light, x: [-0.01, 0.01], max_force: 100}\n' >light.txt
sed '/^requirements:/,$d' "$source_dir/platforms/case-study.yaml" | cat - light.txt >light.yaml
expect 2 "--load none: removes what the key max_force of the requirement light needs" light.yaml --load none $coarse \
    --output again
# Legs without thickness have gaps, too.
printf 'requirements:\n  - {name: lines, x: [-0.01, 0.01], apart: 0.05}\n  - {name: far, z: 1.45, apart: 0.9}\n' \
    >lines.txt
sed '/^requirements:/,$d; s/^legs: {/legs: {diameter: 0, /' "$source_dir/platforms/case-study.yaml" |
    cat - lines.txt >lines.yaml
expect 0 "1 of 2 requirements proved (strokes, joint tilts and gaps), 1 violated" lines.yaml $coarse --map gap \
    --output out
expect 0 "1 of 1 requirement proved" elsewhere/path.yaml $coarse --output out
expect 0 "1 of 1 requirement proved" --from out/run.json $coarse --output again
expect 2 "path.csv: cannot be read" path.yaml $coarse --output out
mv elsewhere gone
expect 0 "the requirement path is not checked: elsewhere/path.csv: cannot be read" --from out/run.json $coarse \
    --output again
[ "$(outcomes again/run.json)" = None ] || fail "a path that is gone: $(outcomes again/run.json)"

# A machine's faults are reported before the scan and are in the record.
printed=$("$hexscan" short.yaml --device cpu --grid 20x20x3 --output out --image none --quiet 2>&1 >/dev/null)
case $printed in *"warning: the home pose is unreachable"*) ;; *) fail "no warning of the home pose: $printed" ;; esac
grep -q 'the home pose is unreachable' out/run.json || fail "the record does not hold the warning"

# If output cannot be written, the exit code is 3 and no file is half-written.
touch file
expect 3 "file" --device cpu --grid 10x10x2 --output file/out
if [ -w /dev/full ]; then
    "$hexscan" man >/dev/full 2>/dev/null
    [ $? -eq 3 ] || fail "a full standard output is not reported"
    "$hexscan" check >/dev/full 2>/dev/null
    [ $? -eq 3 ] || fail "a full standard output of check is not reported"
fi
(ulimit -f 8; "$hexscan" --device cpu --grid 400x400x3 --output capped >capped.log 2>&1)
[ $? -eq 3 ] || fail "a file size limit should end with 3: $(cat capped.log)"
[ "$(count_images capped)" -eq 0 ] && [ -z "$(find capped -name '*.part')" ] || fail "half-written files remain"

# After Ctrl-C the exit code is 130 and no file is half-written.
if hold stopped/.hexscan- 8 "$hexscan" --device cpu --grid 300x300x400 --output stopped; then
    kill -TERM "$pid"
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || fail "interrupted run ended with $code: $(cat held.log)"
    grep -q interrupted held.log || fail "no word of the interruption: $(cat held.log)"
    [ -z "$(find stopped -name '*.part')" ] || fail "half-written files remain after the interruption"
    [ -e stopped/run.json ] && fail "an interrupted run left a record"
    [ -e stopped/index.html ] && fail "an interrupted run left a page"
fi

# The program ends at once: in a verification that would take days, and while it waits for a platform that nobody
# writes.
if hold long/.hexscan- 1 "$hexscan" --device cpu --grid 16777216x1000000x1 --z 1.3 --image none --page none --verify \
    --output long
then
    go_on
    kill -INT "$pid"
    wait "$pid"
    [ $? -eq 130 ] || fail "a long verification was not interrupted: $(cat held.log)"
fi
mkfifo pipe
env --default-signal=INT "$hexscan" --device cpu pipe >pipe.log 2>&1 &
pid=$!
# This opens as soon as hexscan has opened the other end.
exec 8>pipe
kill -INT "$pid"
wait "$pid"
[ $? -eq 130 ] || fail "reading from a pipe was not interrupted: $(cat pipe.log)"
exec 8>&-

# If two runs write to one folder, the second one fails with a message, and the folder holds a single run.
if hold shared/.hexscan- 2 "$hexscan" --device cpu --grid 300x300x40 --output shared; then
    expect 3 "is being written to by hexscan process $pid" --device cpu --grid 20x20x3 --output shared
    kill -TERM "$pid"
    wait "$pid"
    expect 0 "reachable" --device cpu --grid 20x20x3 --output shared
fi

# hexscan only removes its own files and overwrites no file of the user.
mkdir mine && touch mine/slice_999.png mine/radii.csv
expect 3 "radii.csv exists, and hexscan did not write it; move it or choose another folder with --output" \
    --device cpu --grid 20x20x3 --output mine
rm mine/radii.csv
expect 0 "" --device cpu --grid 20x20x3 --output mine --quiet
[ -e mine/slice_999.png ] || fail "a file of the user was removed"
mkdir -p dir/run.json
expect 3 "run.json exists, and hexscan did not write it" --device cpu --grid 20x20x3 --output dir

# With little memory an image is whole and readable, or the run says why not. Programs with sanitizers do not start with
# so little memory.
if least=$(least_address_space_kb); then
    for beyond in 0 10000 24000 $plenty_kb; do
        limit=$((least + beyond))
        (ulimit -v $limit; exec "$hexscan" --device cpu --grid 2000x2000x8 --image png --output little --quiet) \
            >little.log 2>&1
        code=$?
        [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "with $limit KB it ended with $code: $(cat little.log)"
        [ "$code" -eq 0 ] || [ "$beyond" -lt $plenty_kb ] || fail "$limit KB are not enough: $(cat little.log)"
        [ "$code" -ne 0 ] || [ "$(count_images little)" -eq 8 ] || fail "with $limit KB images are missing"
    done
fi

# The record repeats the run.
expect 0 "" --device cpu --grid 40x30x5 --z 1.2:1.4 --orientation 1,2,3 --image png --output first --quiet
expect 0 "" --device cpu --from first/run.json --output again --quiet
for file in radii.csv slice_000.png slice_004.png; do
    cmp -s "first/$file" "again/$file" || fail "--from gives another $file"
done
expect 2 "the JSON is not valid here" --from "$source_dir/README.md"
expect 2 "give a machine file without --from" --from "$source_dir/platforms/case-study.yaml"
expect 2 "stages.json: the document is not the record of a scan; name the run.json of a scan" \
    --from "$source_dir/output/case-study/stages.json"
sed 's/"schema": 1/"schema": 3/' first/run.json >later.json
expect 2 "schema is 3" --from later.json
sed 's/"schema": 1/"schema": -1/' first/run.json >later.json
expect 2 "schema is -1; must be 1 to 2" --from later.json
sed '/"schema": 1/d' first/run.json >later.json
expect 2 "schema is missing" --from later.json
sed 's/"maps": \[\]/"maps": ["torque"]/' first/run.json >later.json
expect 2 "later.json: request.maps has torque: " --from later.json
# A surface shows a single orientation. If a set replaces the orientation of a record, the surface is left out.
sed 's/"surface": false/"surface": true/' first/run.json >surface.json
grep -q '"surface": true' surface.json || fail "the record asks for no surface"
expect 0 "reachable at every orientation" --device cpu --from surface.json --tilt 5:2x8 --workspace inclusive \
    --map clearance --output surface

# If a file of a wrong kind is given, the message says what it is.
expect 2 "first/run.json: the document is the record of a scan; hexscan --from RUN.JSON repeats it" report \
    first/run.json
expect 2 "asked: unknown key; this is the record of a run; hexscan --from RUN.JSON repeats it" first/run.json
expect 2 "hexscan --from RUN.JSON repeats it" check first/run.json
expect 2 "hexscan --from RUN.JSON repeats it" sweep first/run.json
expect 2 "a record of the case study; a report prints its tables" "$source_dir/output/case-study/intrinsics.json"
expect 2 "did you mean rubin-camera-hexapod" rubin-camera-hexpod
cp "$source_dir/platforms/case-study.yaml" mann.yaml
expect 2 "mann: is neither a file nor a command; did you mean mann.yaml?" mann
expect 2 "did you mean mann.yaml?" check mann.yml
expect 2 "did you mean none?" --image no
expect 2 "did you mean none?" --page false
expect 2 "did you mean none?" sweep "$source_dir/docs/studies/rubin-design.yaml" --page no
expect 2 "; z 1.41 scans a slice through it" --device cpu --grid 41x31x9 --tilt 10:4x8 --map tilt \
    --tilt-inside -0.1:0.1,-0.1:0.1,1.41
expect 2 "this is a sweep file, not a machine file" "$source_dir/docs/studies/rubin-design.yaml"
expect 2 "this is a machine file" sweep "$source_dir/platforms/case-study.yaml"
expect 2 "did you mean --image" --ima png
expect 2 "did you mean hexscan sweep" sweeep
expect 2 "did you mean hexscan sweep" sweeep study.yaml
expect 0 "usage: hexscan sweep" help sweep
expect 2 "did you mean hexscan check" help chekc
echo '{"a": 1e999}' >large.json
expect 2 "large.json: is not valid JSON: a number in it is too large" report large.json

# Sets of orientations and maps are verified, written as images and numbers, and repeated from their record.
set_of_25="--device cpu --grid 40x30x5 --orientation -4:4:5,-4:4:5,1"
expect 0 "every verdict equals" $set_of_25 --workspace total --map clearance,limit,share --certified --output total \
    --verify
for file in clearance_004.png limit_000.png share_002.png limit_legend.svg radii_proved.csv; do
    [ -s "total/$file" ] || fail "a set's scan left no $file"
done
[ "$(wc -l <total/maps.csv)" -eq 6 ] || fail "maps.csv should have 6 lines"
grep -q '"largest_ball"' total/run.json || fail "the record names no largest ball"
expect 0 "" --device cpu --from total/run.json --output total-again --quiet
for file in radii.csv maps.csv radii_proved.csv slice_002.bmp clearance_003.png; do
    cmp -s "total/$file" "total-again/$file" || fail "--from gives another $file of a set"
done
expect 0 "every verdict equals" --device cpu --grid 40x30x5 --tilt 10:4x8 --workspace inclusive --map tilt \
    --output tilt --verify
# The region for the reachable tilt comes from the command line, from a file, and from the record.
expect 0 "deg in every direction" --device cpu --grid 41x31x9 --tilt 10:4x8 --workspace inclusive --map tilt \
    --tilt-inside 0,0,1.45,0.1 --image none --output inside
tilted='orientation: {tilt: {to: 10, rings: 4, directions: 8}}\n  workspace: inclusive\n  map: tilt'
sed "s/^  orientation: .*/  $tilted\n  tilt_inside: {x: 0, y: 0, z: 1.45, radius: 0.1}/" \
    "$source_dir/platforms/case-study.yaml" >inside.yaml
expect 0 "tilt inside" inside.yaml --device cpu --grid 41x31x9 --image none --output inside-file
expect 0 "tilt inside" --device cpu --from inside/run.json --output inside-again
expect 0 "" --device cpu --from inside/run.json --tilt-inside none --output inside-none --image none --quiet
python3 - <<'END' || fail "records do not agree on the tilt in a region"
import json
one, file, again, none = (json.load(open(f"{name}/run.json"))
                          for name in ("inside", "inside-file", "inside-again", "inside-none"))
assert one["maps"]["tilt_inside"]["points"] > 10
assert one["maps"]["tilt_inside"] == file["maps"]["tilt_inside"] == again["maps"]["tilt_inside"]
assert one["request"] == file["request"] == again["request"]
assert one["request"]["tilt_inside"]["ball"]["radius_m"] == 0.1
assert none["request"]["tilt_inside"] is None and "tilt_inside" not in none["maps"]
assert one["warnings"] == []
END
grep -q "in every direction" inside/index.html || fail "the page does not tell the tilt in a region"
expect 2 "holds no grid point" inside.yaml --device cpu --grid 41x31x9 --tilt-inside 0.02,0.01,1.45,0.001
expect 2 "holds no grid point" inside.yaml --device cpu --grid 41x31x9 --tilt-inside 3:4,3:4,3:4
sed 's/radius: 0.1}/radius: 0.0001}/; s/x: 0, y: 0/x: 0.02, y: 0.01/' inside.yaml >nowhere.yaml
expect 2 "nowhere.yaml: scan.tilt_inside: " nowhere.yaml --device cpu --grid 41x31x9
expect 2 "add --tilt TO:RxD --map tilt" inside.yaml --device cpu --map share
expect 2 "or leave the map out with --map none" inside.yaml --device cpu --orientation 0,0,0
# If the command line changes the file's workspace, the scan is certified only if the command line says so.
sed 's/^  orientation: .*/  orientation: {roll: {from: -2, to: 2, points: 5}}\n  workspace: total\n  certified: true/' \
    "$source_dir/platforms/case-study.yaml" >certified.yaml
expect 0 "proved" certified.yaml --device cpu --grid 41x31x9 --image none --output certified
expect 0 "" certified.yaml --device cpu --grid 41x31x9 --workspace inclusive --image none --output certified-inclusive \
    --quiet
grep -q '"proved": null' certified-inclusive/run.json || fail "an inclusive workspace is certified"
expect 0 "continues beyond the grid" inside.yaml --device cpu --grid 41x31x9 --tilt-inside 0:2,0:0.1,1.4:1.5 \
    --image none --output inside-beyond
expect 2 "times scans of one orientation" ladder inside.yaml
expect 0 "" inside.yaml --device cpu --grid 41x31x9 --orientation 0,0,0 --map none --tilt-inside none --image none \
    --output inside-plain
expect 0 "largest ball" --device cpu --grid 40x30x5 --map clearance,limit --image png --output one --verify
# The summary names what bounds the workspace, by kind and then by leg. The number of a kind is the sum over its legs.
expect 0 "workspace bounded by" --from one/run.json --device cpu --output one
expect 0 "by leg" --from one/run.json --device cpu --output one
python3 - <<'PYTHON' || fail "kinds of limits are no sums over legs"
import json
maps = json.load(open("one/run.json"))["maps"]
words = {"shortest lengths": "shortest length", "longest lengths": "longest length",
         "base joints' tilts": "base joint's tilt", "platform joints' tilts": "platform joint's tilt"}
assert len(maps["limit_kinds"]) > 1 and abs(sum(kind["share"] for kind in maps["limit_kinds"]) - 1) < 1e-9
for kind in maps["limit_kinds"]:
    of_legs = [limit for limit in maps["limits"] if limit["name"].endswith(", " + words[kind["name"]])]
    assert sum(limit["points"] for limit in of_legs) == kind["points"] > 0
PYTHON
expect 2 "leave --stage out" $set_of_25 --workspace total --stage 3
expect 2 "must be total" ladder --grid 40x30x5 --orientation -4:4:5,0,0
expect 2 "must be total" $set_of_25
sed 's/^  orientation: .*/  orientation: {roll: {from: -4, to: 4, points: 5}}/' \
    "$source_dir/platforms/case-study.yaml" >set.yaml
expect 2 "set.yaml:" set.yaml --device cpu
expect 2 "workspace" set.yaml --device cpu
sed 's/^  x:/  workspace: inclusive\n  x:/' set.yaml >inclusive.yaml
expect 0 "every verdict equals" inclusive.yaml --device cpu --grid 40x30x5 --output inclusive --verify

# Shipped platforms are found by name. Ranges that are left out are found from the machine.
expect 0 "Rubin" rubin-camera-hexapod --device cpu --grid 20x20x3 --output named --image none
expect 2 "case-study" no-such-platform --device cpu
sed '/^scan:/,$d' "$source_dir/platforms/case-study.yaml" >bare.yaml
expect 0 "ranges found from the machine: x from -0.92" bare.yaml --device cpu --grid 40x40x9 --output bare --image none
# Ranges that are found get equal steps, unless a grid is given. Images contain the size of a pixel.
expect 0 "350 slices of 874 x 1000 points" linuxcnc-hexapod --device cpu --output square --image png --page none
python3 - square/slice_100.png <<'EOF' || fail "the image does not say how large a pixel is"
import struct, sys
png = open(sys.argv[1], "rb").read()
assert struct.unpack(">II", png[16:24]) == (874, 1000)
at = png.index(b"pHYs") + 4
assert struct.unpack(">IIB", png[at:at + 9]) == (round(999 / (19 * 0.0254)), round(999 / (19 * 0.0254)), 1)
EOF
expect 0 "2 slices of 1000 x 1000 points" linuxcnc-hexapod --device cpu --grid 1000x1000x2 --output square --image none
sed 's/^home:/scan: {y: {points: 500}}\n&/' "$source_dir/platforms/linuxcnc-hexapod.yaml" >counted.yaml
expect 0 "350 slices of 1000 x 500 points" counted.yaml --device cpu --output square --image none --page none
rm -r square

# Text from files and the command line is escaped on the terminal.
printf 'name: "\e]0;title\a"
radius: 1
' >escape.yaml
printed=$("$hexscan" escape.yaml --device cpu 2>&1)
case $printed in *$'\e'*) fail "an escape character reaches the terminal" ;; esac
expect 2 "\\x1B" --stage $'\e[31m' --device cpu

# Without a CUDA device, a command that requests one fails, and other commands do not.
if ! grep -q '^cuda:' <<<"$("$hexscan" devices)"; then
    expect 3 "--device cpu" --stage 7 --device cuda
    for command in ladder "ladder inside.yaml --orientation 0,0,0" intrinsics memory "occupancy"; do
        expect 3 "needs a CUDA device" $command --device cuda
    done
    small="--grid 20x20x3 --image none --page none"
    # Without a device a stage, the ladder and the measurements still give results, and say what runs instead and why.
    expect 0 "; stage 7 intrinsics runs on this CPU instead" --stage 7 $small --output out --quiet
    grep -q '"stage": "7"' out/run.json || fail "the record does not say what was asked"
    expect 0 "NVIDIA GPU, hexscan intrinsics measures them" intrinsics
    expect 0 "The price of intrinsics on NVIDIA H200, 20" intrinsics
    expect 0 "NVIDIA GPU, hexscan memory measures them" memory --lesson banks
    expect 0 "Memory lessons on" memory --lesson banks
    case $("$hexscan" memory --lesson banks 2>/dev/null) in *patterns:* | *atomics:*) fail "not banks alone" ;; esac
    expect 0 "the stages run on this CPU" ladder --grid 20x20x3 --output out-ladder
    # A scan of few rows does not look for a device. Scans of many rows and timed scans do, if CUDA is available.
    scan_says() { "$hexscan" --output out --image none --page none "$@" 2>&1; }
    case $(scan_says --grid 20x20x3) in *"no CUDA device"*) fail "a scan of few rows asks for a device" ;; esac
    for asks in "--grid 3x1500x700" "--grid 20x20x3 --repeat 2"; do
        case $("$hexscan" devices)/$(scan_says $asks) in
        *"no NVIDIA GPU"*/* | *"built without CUDA"*/* | */*"no CUDA device"*) ;;
        *) fail "hexscan $asks asks for no device" ;;
        esac
    done
fi
# With --device cpu every stage runs in its CPU form on every computer, and its record repeats the run.
small="--grid 20x20x3 --image none --page none --device cpu"
for stage in 1 2 3 4 5 6 7 8 9 10; do
    expect 0 " on this CPU (" --stage $stage $small --output out --verify
    expect 0 "occupancy on 9.0" --stage $stage $small --output out
    grep -q '"device": "cpu"' out/run.json || fail "the record does not name the CPU"
    "$hexscan" --from out/run.json --output again >/dev/null 2>said || fail "--from repeats no stage: $(cat said)"
    grep -q "\"stage\": $stage\$" again/run.json || fail "--from repeats another stage than $stage"
    grep -q '"device": "cpu"' again/run.json || fail "--from repeats stage $stage on another device"
    cmp -s out/radii.csv again/radii.csv || fail "--from repeats stage $stage with other results"
done
expect 0 "not recorded" --stage 7 $small --output out
expect 0 "50.0 %, limited by registers (model; published: 40 registers, 0 B shared memory)" \
    --stage 7 $small --output out
expect 0 "occupancy on 8.6" --stage 7 $small --output out --compute-capability 8.6
expect 0 "1 to 3  baseline-grid" --stage all --grid 20x20x3 --device cpu --output out-ladder
expect 0 "Recorded on a GPU" ladder --grid 20x20x3 --device cpu --output out-ladder
grep -q '"differing_points"' out-ladder/cpu.json && grep -q "row-runs" out-ladder/cpu.txt ||
    fail "the CPU's ladder leaves no table"
expect 0 "this CPU" stages
expect 0 "runs every command and every stage" devices
for command in occupancy intrinsics memory report stages ladder; do
    case $("$hexscan" $command --help 2>&1; "$hexscan" $command --grid 20x20x3 2>&1) in
    *"built without"*) fail "hexscan $command says that something is built without it" ;;
    esac
done

finish
