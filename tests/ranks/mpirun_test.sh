#!/usr/bin/env bash
# Tests scans that several processes share, as a user starts them. Files equal those of one process, errors appear once,
# and interruptions leave no half-written files.
#
# usage: mpirun_test.sh HEXSCAN SOURCE_DIR HELD_WRITE MPIRUN      skipped without MPIRUN, as in a build that found no
# MPI
set -uo pipefail
hexscan=$1
source_dir=$2
held_write=$3
mpirun=${4-}
. "$(dirname "${BASH_SOURCE[0]}")/../support/mpirun.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
# Two launchers at once must not use the same folder.
export OMPI_MCA_orte_tmpdir_base=$work

# held_scan RANKS NAME: Starts a scan into NAME that stops in the middle of a slice, some slices after its beginning.
held_scan() { hold "$2/.hexscan-" 8 "$mpirun" -n "$1" "$hexscan" --device cpu --grid 300x300x400 --output "$2"; }

# Removes from the record what differs from run to run: times, engine, command and results of proofs.
plain_record() {
    python3 -c '
import json, sys
record = json.load(open(sys.argv[1]))
for key in "command", "asked", "engine", "timings", "warnings": del record[key]
for requirement in record["requirements"] or []: requirement.pop("result", None)
print(json.dumps(record, sort_keys=True))' "$1"
}

page_without_run() {
    python3 -c '
import json, re, sys
text = re.sub(r"<noscript>.*?</noscript>", "", open(sys.argv[1]).read(), flags=re.S)
data = re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", text, re.S)
page = json.loads(data.group(1))
for key in "command", "asked", "engine", "timings", "warnings": del page["record"][key]
for requirement in page["record"]["requirements"] or []: requirement.pop("result", None)
for key in "command", "summary": page.pop(key, None)
print(text[:data.start()], json.dumps(page, sort_keys=True), text[data.end():])' "$1"
}

python_with_h5py=$(python_with h5py) || left_out="volumes are not compared (no Python here has h5py: python3-h5py)"
# Prints name, type and checksum of every array and attribute in the file, except the record.
plain_volume() {
    "$python_with_h5py" -c '
import hashlib, sys
import h5py, numpy
def say(name, value):
    array = numpy.asarray(value)
    print(name, array.dtype, array.shape, hashlib.sha256(array.tobytes()).hexdigest())
def say_all(name, item):
    if isinstance(item, h5py.Dataset): say(name, item[()])
    for key in sorted(item.attrs):
        if key != "run_record": say(name + "@" + key, item.attrs[key])
with h5py.File(sys.argv[1], "r") as file:
    assert len(file["VTKHDF/PointData"]) > 0
    say_all("", file)
    file.visititems(say_all)' "$1"
}

# same ONE OTHER: Requires the same files in both folders, byte by byte. The record, and files that contain it, are
# compared without the parts that differ from run to run.
same() {
    [ "$(ls "$1")" = "$(ls "$2")" ] || fail "$2 has other files than $1: $(ls "$1" "$2" | tr '\n' ' ')"
    local file other
    for file in "$1"/*; do
        other=$2/${file##*/}
        case $file in
            */run.json) same_after plain_record "$file" "$other" || fail "$2 has another record" ;;
            */index.html) same_after page_without_run "$file" "$other" || fail "$2 has another page" ;;
            */workspace.vtkhdf)
                [ -z "$python_with_h5py" ] || same_after plain_volume "$file" "$other" || fail "$2 has another volume"
                ;;
            *) cmp -s "$file" "$other" || fail "$other is not that of one process" ;;
        esac
    done
}

# scans NAME ARGUMENTS...: Compares a scan by one process with scans by two and by eight.
scans() {
    local name=$1 printed
    shift
    expect 0 "every verdict" "$@" --device cpu --verify --output "$name-1"
    for ranks in 2 8; do
        printed=$(together $ranks "$@" --device cpu --verify --output "$name-$ranks" 2>&1) ||
            fail "$name, $ranks ranks: $printed"
        case $printed in *"$ranks ranks"*"every verdict"*) ;; *) fail "$name, $ranks ranks: $printed" ;; esac
        [ "$(grep -c "whole run" <<<"$printed")" -eq 1 ] || fail "more than one rank prints a summary: $printed"
        same "$name-1" "$name-$ranks"
    done
}

scans plain --grid 60x50x130 --volume
scans png --grid 40x30x7 --image png --x -0.5:0.5
scans maps --grid 30x28x24 --map clearance,limit --volume
scans total --grid 24x20x21 --orientation -2:2:7,-2:2:7,0 --workspace total --certified --map share --volume
scans inside --grid 24x20x21 --tilt 12:4x6 --workspace inclusive --map tilt,share \
    --tilt-inside -0.2:0.2,-0.1:0.2,1.3:1.5
grep -q '"tilt_inside"' inside-8/run.json || fail "ranks find no tilt in a region"
# The ranges are found from the machine. Only the first process can read the machine's file.
sed '/^scan:/,$d' "$source_dir/platforms/case-study.yaml" >open.yaml
scans open open.yaml --grid 40x40x12
# The maps of a slice take several messages.
scans large --grid 1700x1500x2 --z 1.4:1.5 --map clearance --image none --page none

ranks_in_record=$(python3 -c '
import json, sys
engine = json.load(open("plain-8/run.json"))["engine"]
print([rank["rank"] for rank in engine["ranks"]] == list(range(8)),
      all(rank["device"] == "cpu" for rank in engine["ranks"]))')
[ "$ranks_in_record" = "True True" ] || fail "the record's ranks: $ranks_in_record"

for ranks in 2 8; do
    said_once 2 "missing.yaml" $ranks scan missing.yaml
    said_once 2 "no such option" $ranks --stgae 7
    said_once 2 "start hexscan without mpirun" $ranks check
    said_once 2 "start hexscan without mpirun" $ranks devices
    said_once 2 "start hexscan without mpirun" $ranks --stage 7 --device cpu
    said_once 2 "start hexscan without mpirun" $ranks --repeat 3 --device cpu
    said_once 3 "cannot create the output folder" $ranks --device cpu --grid 20x20x3 --output /proc/x
done
touch full
said_once 3 "cannot create" 2 --device cpu --grid 20x20x3 --output full/out --quiet
# The disk fails in the middle of a run.
if held_scan 8 gone; then
    mv gone moved
    go_on
    wait $pid
    [ $? -eq 3 ] || fail "a folder that goes away: $(cat held.log)"
    [ "$(grep -c '^hexscan: ' held.log)" -eq 1 ] || fail "a folder that goes away, not one line: $(cat held.log)"
    [ ! -e moved/run.json ] || fail "a run that failed left a record"
fi
[ "$(together 4 --version 2>&1 | grep -c hexscan)" -eq 1 ] || fail "--version is not printed once"

# After Ctrl-C, or SIGTERM to the launcher, there is no half-written file, no record, and a message.
for signal in INT TERM; do
    held_scan 2 "stopped-$signal" || break
    kill -$signal $pid
    wait $pid
    code=$?
    [ $code -ne 0 ] || fail "an interrupted run ended with 0"
    [ "$(grep -c '^hexscan: interrupted' held.log)" -eq 1 ] || fail "SIG$signal: $(cat held.log)"
    [ -z "$(find "stopped-$signal" -name '*.part' -o -name run.json -o -name index.html)" ] ||
        fail "SIG$signal left a part"
done

# If one process is killed, all end.
if held_scan 2 killed; then
    kill -KILL "$(pgrep -P $pid | tail -n 1)"
    wait $pid && fail "a run of which one process was killed ended with 0"
    [ ! -e killed/run.json ] || fail "a run of which one process was killed left a record"
fi

# If several processes cannot find each other, none of them runs the whole scan alone.
expect_alone() {
    printed=$(env "$@" "$hexscan" --device cpu --grid 20x20x3 --output lost 2>&1)
    [ $? -eq 3 ] || fail "$*: $printed"
}
for rank in 0 1; do
    for by_hand in "PMI_SIZE=2 PMI_RANK=$rank" "OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=$rank"; do
        # shellcheck disable=SC2086
        expect_alone $by_hand
        case $printed in *"MPI finds 1"*) ;; *) fail "$by_hand: no word of the other launcher: $printed" ;; esac
    done
done
[ ! -e lost ] || fail "processes that cannot find each other wrote"
OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=5 expect 0 "whole run" --device cpu --grid 20x20x3 --output by-hand
finish
