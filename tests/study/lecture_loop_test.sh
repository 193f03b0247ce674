#!/usr/bin/env bash
# What docs/case-study.md says of the lecture's loop, in the compiler's own PTX: __cosf is called twice for two thousand
# times, and a thousand additions stay; where arguments change, the calls stay too. Needs nvcc, no GPU.
# usage: lecture_loop_test.sh NVCC SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" -std=c++17 -O3 -ptx "$2/docs/exercises/lecture_loop.cu" -o "$work/loop.ptx"
# count KERNEL INSTRUCTION: how often it stands in the kernel
count() {
    awk -v kernel="$1" -v instruction="$2" '
        /\.visible \.entry/ { inside = index($0, kernel) > 0 }
        inside && index($0, instruction) { ++found }
        END { print found + 0 }' "$work/loop.ptx"
}
# expect KERNEL INSTRUCTION TEST: as of test(1)
expect() {
    local found
    found=$(count "$1" "$2")
    [ "$found" "$3" "$4" ] || { echo "$1 has $found times $2, expected $3 $4" >&2; exit 1; }
}
expect _Z9intrinsicPKf cos.approx -eq 2
expect _Z9intrinsicPKf add.f32 -ge 1000
expect _Z9additionsPKf cos.approx -eq 0
expect _Z14intrinsic_keptPKf cos.approx -ge 16
echo "the intrinsic was moved out of the loop"
