#!/usr/bin/env bash
# Tests --volume and --surface as a user sees them: exit codes and messages, and that no file is half-written.
# usage: volume_and_surface_test.sh HEXSCAN HELD_WRITE
set -uo pipefail
hexscan=$1
held_write=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/held.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
always=(--device cpu --image none)

# Prints a record or a page without its times, and without the results of proofs, which may differ from run to run.
without_times() {
    python3 - "$1" <<'EOF'
import json, re, sys
text = open(sys.argv[1]).read()
if sys.argv[1].endswith(".json"):
    record = json.loads(text)
    del record["timings"]
    for requirement in record["requirements"] or []: requirement.pop("result", None)
    print(json.dumps(record))
    sys.exit()
text = re.sub(r"<dt>(scan|whole run)</dt><dd>.*?</dd>\n", "", text)
data = re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", text, re.S)
page = json.loads(data.group(1))
del page["record"]["timings"]
for requirement in page["record"]["requirements"] or []: requirement.pop("result", None)
page["summary"] = [line for line in page["summary"] if line[0] not in ("scan", "whole run")]
print(text[:data.start()], json.dumps(page), text[data.end():])
EOF
}

# same_twice FILE ARGUMENTS...: Requires that a command writes the same bytes on one core and on all cores, except
# times. FILE must be one of the files.
same_twice() {
    local wanted=$1 file always=(--device cpu)
    shift
    (taskset -pc "$one_core" $BASHPID && exec "$hexscan" "${always[@]}" "$@" --output twice --quiet) >twice.log 2>&1 ||
        fail "$* on one core: $(cat twice.log)"
    mv twice once
    expect 0 "" "$@" --output twice --quiet
    [ -e "once/$wanted" ] || fail "$* left no $wanted"
    [ "$(ls once)" = "$(ls twice)" ] || fail "$*: other files the second time: $(ls once twice | tr '\n' ' ')"
    for file in once/*; do
        case $file in
            */run.json | */index.html) same_after without_times "$file" "twice/${file##*/}" ||
                fail "$*: another $file" ;;
            *) cmp -s "$file" "twice/${file##*/}" || fail "$*: other bytes in $file" ;;
        esac
    done
    rm -rf once twice
}

nothing_left() {
    [ -z "$(find "$1" 2>/dev/null -name '*.part' -o -name 'workspace.*' -o -name run.json)" ] ||
        fail "$2 left $(ls -A "$1")"
}

expect 0 "" --volume --grid 40x30x20 --output out --quiet
[ -e out/workspace.vtkhdf ] || fail "no volume"
# A second scan with the same subject keeps the kinds of file that it does not write. A scan with another subject
# removes and names them, or refuses.
cp out/workspace.vtkhdf volume
expect 0 "Files kept in out from an earlier scan with the same request: workspace.vtkhdf." \
    --surface --grid 40x30x20 --output out
expect 0 "Files kept in out from an earlier scan with the same request: workspace.stl, workspace.vtkhdf." \
    --map clearance \
    --grid 40x30x20 --output out
cmp -s volume out/workspace.vtkhdf || fail "the kept volume is another"
tr -d ' \n' <out/run.json | grep -qF '"kept_files":["workspace.stl","workspace.vtkhdf"]' ||
    fail "the record does not name the kept files"
ls out >before
expect 3 "has files of an earlier run with other inputs: run.json, radii.csv, index.html, maps.csv, workspace.st" \
    --keep --grid 40x30x10 --output out
ls out | cmp -s - before || fail "--keep changed the folder: $(ls out)"
expect 0 "Removed 6 files of an earlier run from out: run.json, radii.csv, index.html, maps.csv, workspace.stl, " \
    --grid 40x30x10 --output out
[ ! -e out/workspace.vtkhdf ] || fail "the volume of another scan lingers"
one_core=$(python3 -c 'import os; print(min(os.sched_getaffinity(0)))')
same_twice workspace.vtkhdf --volume --grid 150x140x64 --image bmp
same_twice clearance_063.png --volume --grid 90x80x64 --map clearance,limit --image png
same_twice radii_proved.csv --volume --grid 40x30x64 --tilt 4:2x6 --workspace total --certified --map tilt,share
touch out/workspace.vtkhdf
expect 3 "workspace.vtkhdf exists, and hexscan did not write it" --volume --grid 40x30x20 --output out
for flat in "--grid 1x20x20 --x 0:0" "--grid 20x1x20 --y 0:0" "--grid 20x20x1 --z 1.5:1.5"; do
    # shellcheck disable=SC2086
    expect 2 "several points on every axis" --volume $flat --output flat
done

# The disk fills up early, half way, or at the last bytes.
for blocks in 0 1 8 24; do
    printed=$(ulimit -f $blocks; "$hexscan" --device cpu --image none --grid 500x500x40 --volume --output full --quiet \
        2>&1)
    code=$?
    [ "$code" -eq 3 ] || fail "a volume on a full disk ended with $code: $printed"
    case $printed in *"File too large"*) ;; *) fail "no reason: $printed" ;; esac
    [ "$(wc -l <<<"$printed")" -eq 1 ] || fail "more than one line: $printed"
    nothing_left full "a full disk"
done

# Ctrl-C comes while the volume grows, because HDF5 writes it block by block.
if hold stopped/.hexscan- 20 "$hexscan" --device cpu --image none --grid 500x500x40 --volume --output stopped; then
    kill -INT "$pid"
    wait "$pid"
    [ $? -eq 130 ] || fail "an interrupted volume: $(cat held.log)"
    nothing_left stopped "an interruption"
fi

# With little memory the volume is whole or absent. Programs with sanitizers do not start with so little memory.
if least=$(least_address_space_kb); then
    for beyond in 0 10000 24000 380000 $plenty_kb; do
        limit=$((least + beyond))
        (ulimit -v $limit; exec "$hexscan" --device cpu --image none --grid 2000x2000x20 --volume --output little \
            --quiet) \
            >little.log 2>&1
        code=$?
        [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "a volume with $limit KB ended with $code: $(cat little.log)"
        [ "$code" -eq 0 ] || [ "$beyond" -lt $plenty_kb ] ||
            fail "a volume: $limit KB are not enough: $(cat little.log)"
        [ "$code" -ne 0 ] || [ -e little/workspace.vtkhdf ] || fail "with $limit KB there is no volume"
        [ "$code" -eq 0 ] || nothing_left little "little memory"
    done
fi

same_twice workspace.stl --volume --surface --grid 60x60x60
expect 0 "triangles, cells of" --volume --surface --grid 60x60x60 --output both
expect 0 "" --from both/run.json --output again --quiet
for file in workspace.vtkhdf workspace.stl; do [ -e again/$file ] || fail "--from repeats no $file"; done
cmp -s both/workspace.stl again/workspace.stl || fail "--from gives another surface"
expect 2 "several points on every axis" --surface --grid 20x20x1 --z 1.5:1.5 --output flat
expect 0 "no position is reachable" --surface --grid 20x20x20 --z 5:6 --output empty
[ -e empty/run.json ] && [ ! -e empty/workspace.stl ] || fail "an empty workspace should leave a record and no surface"
for blocks in 0 1 100; do
    printed=$(ulimit -f $blocks; "$hexscan" --device cpu --image none --grid 60x60x60 --surface --output full --quiet \
        2>&1)
    [ $? -eq 3 ] || fail "a surface on a full disk: $printed"
    nothing_left full "a full disk"
done

finish
