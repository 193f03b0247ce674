#!/usr/bin/env bash
# Checks in the compiler's PTX what docs/case-study-intrinsics.md says about the lecture's loop. Two of two thousand
# calls of __cosf remain, and a thousand additions remain. If the arguments change, the calls remain, too. Needs nvcc,
# but no GPU.
#
# usage: lecture_loop_test.sh NVCC SOURCE_DIR
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" -std=c++17 -O3 -ptx "$2/docs/exercises/lecture_loop.cu" -o "$work/loop.ptx"
# count KERNEL INSTRUCTION: Prints how often the kernel contains the instruction.
count() {
    awk -v kernel="$1" -v instruction="$2" '
        /\.visible \.entry/ { inside = index($0, kernel) > 0 }
        inside && index($0, instruction) { ++found }
        END { print found + 0 }' "$work/loop.ptx"
}
# expect KERNEL INSTRUCTION OPERATOR NUMBER: Compares that count with a number, as test(1) does.
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
