#!/usr/bin/env bash
# Tests a GPU whose memory another program holds. Commands that may use any device use the CPU and say why in one line.
# Commands that require the GPU say how much of its memory is free.
#
# usage: full_device_test.sh HEXSCAN FILL_DEVICE
set -uo pipefail
hexscan=$1
fill_device=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/sweeps.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

mkfifo hold says
"$fill_device" <hold >says &
filler=$!
exec 7>hold 8<says
if ! read -r said <&8; then
    wait $filler
    [ $? -eq 77 ] && left_out="there is no CUDA device" || fail "the device could not be filled"
    finish
fi

full="cuda:0 is out of memory: "
usual_machine 20 20 5 >usual.yaml
printf 'machine: usual.yaml\nvary: {legs.max: [1900, 1950]}\nmeasure: [volume]\n' >study.yaml
# takes_the_cpu WORDS ARGUMENTS...: Requires that standard error is one line that says why.
takes_the_cpu() {
    local words=$1 printed
    shift
    printed=$("$hexscan" "$@" --quiet 2>&1 >/dev/null) || fail "hexscan $* failed: $printed"
    case $printed in *"$full"*" MiB of "*" MiB are free, and this and other programs use the rest"*"$words"*) ;;
        *) fail "hexscan $*: $printed" ;;
    esac
    [ "$(wc -l <<<"$printed")" -eq 1 ] || fail "hexscan $* says more than a line: $printed"
}
# A scan of few rows does not use the device. A scan of many rows does.
expect 0 "the CPU finishes before a GPU has started" scan usual.yaml --image none --page none
takes_the_cpu "the CPU engine scans instead, with the same results" scan usual.yaml --image none --page none \
    --grid 3x1500x700
takes_the_cpu "the CPU engine scans instead, with the same results" scan usual.yaml --image none --page none \
    --orientation=-2:2:3,0,0 --workspace total
takes_the_cpu "the CPU measures instead, with the same figures: 2 machines take about " sweep study.yaml --page none
takes_the_cpu "stage 7 intrinsics runs on this CPU instead" scan usual.yaml --stage 7 --image none \
    --page none --grid 3x1500x700
for wants_it in "scan usual.yaml --device cuda" \
    "scan usual.yaml --device cuda --orientation=-2:2:3,0,0 --workspace total" \
    "sweep study.yaml --device cuda --restart" "ladder --grid 20x20x5 --repeat 1"; do
    expect 3 "$full" $wants_it
    printed=$("$hexscan" $wants_it 2>&1)
    case $printed in *.cu:*) fail "hexscan $wants_it names a source file: $printed" ;; esac
done
expect 3 "--device cpu to scan without CUDA" scan usual.yaml --device cuda
expect 3 "--device cpu measures without the GPU" sweep study.yaml --device cuda

exec 7>&-
wait $filler
expect 0 "" scan usual.yaml --device cuda --image none --page none --quiet
finish
