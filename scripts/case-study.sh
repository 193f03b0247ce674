#!/usr/bin/env bash
# Runs the whole case study on the GPU at hand and regenerates what the repository shows of it: the tables,
# the chart, the price of intrinsics, the comparison with other tools, the CPU benchmarks, three slice
# pictures, and the tables in README.md and docs/.
# usage: case-study.sh [HEXSCAN HEXSCAN_BENCH]   the programs to use; both are built if not given
#        REPEAT=50 case-study.sh                 timed repeats of every stage (default 50)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
repeat=${REPEAT:-50}
results=output/case-study

if [ $# -eq 2 ]; then
    hexscan=$1
    bench=$2
else
    scripts/install-dependencies.sh test
    cmake --preset here -DHEXSCAN_BENCHMARKS=ON -DHEXSCAN_CUDA_ARCHITECTURES="$(scripts/gpu-architecture.sh)"
    cmake --build --preset here
    hexscan=build/here/hexscan
    bench=build/here/bench/hexscan_bench
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$hexscan" ladder --repeat "$repeat" --output "$fresh"
"$hexscan" intrinsics --repeat "$repeat" --output "$fresh"
cp "$fresh"/stages.* "$fresh"/intrinsics.* "$results/"
python3 bench/peers/compare.py --hexscan "$hexscan" --stages row-runs,squared-tests --repeat "$repeat" \
    --output "$results"
"$bench" --benchmark_repetitions=9 --benchmark_report_aggregates_only=true --benchmark_filter='scan_|write' \
    2>&1 | grep -E 'median|^Run on|^Benchmark' | sed 's/_median//' >"$results/benchmarks.txt"

# Three heights that show every constraint: shortest legs, joint tilts, longest legs.
"$hexscan" --grid 400x400x350 --image png --output "$fresh/pictures" --quiet
for slice in 060 120 200; do cp "$fresh/pictures/slice_$slice.png" "$results/"; done

scripts/insert-results.sh
