#!/usr/bin/env bash
# Runs the case study, or parts of it, on this computer's GPU and regenerates the results in the repository.
#
# usage: case-study.sh [PART ...]       default: all of ladder plain launches limits intrinsics memory counters peers
#                                       benchmarks pictures exercises sets rods sweeps designs. The part two-gpus needs
#                                       two GPUs, so it runs only if it is named. The parts limits, counters and rods
#                                       need ncu and permission to read the GPU's counters. The parts peers, sets and
#                                       rods need the Python packages that bench/peers/README.md names.
#                                       measured.txt names the GPU and the date of each part.
#   REPEAT=50                           timed repeats of every stage
#   RESULTS=output/case-study-h100      folder of the results; default output/case-study. In any other folder beside.md
#                                       compares the ladder with that of the default folder.
#   HEXSCAN=... HEXSCAN_BENCH=... HEXSCAN_EXERCISES=... HEXSCAN_SET_FIGURES=... HEXSCAN_SWEEP_FIGURES=...
#   HEXSCAN_ENERGY=... HEXSCAN_TWO_GPUS=... HEXSCAN_PASSED_LIMITS=...
#                                       programs to use; the script builds those that are not given. It builds
#                                       HEXSCAN_KDL_PEER=... only if liborocos-kdl-dev is installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
main_results=output/case-study
results=${RESULTS:-$main_results}
repeat=${REPEAT:-50}
all_parts="ladder plain launches limits intrinsics memory counters peers benchmarks pictures exercises sets rods sweeps"
all_parts+=" designs"
read -ra parts <<<"${*:-$all_parts}"
for part in "${parts[@]}"; do
    [[ " $all_parts two-gpus " == *" $part "* ]] ||
        { echo "case-study.sh: no part is called '$part'; there are: $all_parts two-gpus" >&2; exit 2; }
done

if [ -z "${HEXSCAN:-}" ] || { [ -z "${HEXSCAN_BENCH:-}" ] && [[ " ${parts[*]} " == *" benchmarks "* ]]; } ||
    { { [ -z "${HEXSCAN_ENERGY:-}" ] || [ -z "${HEXSCAN_PASSED_LIMITS:-}" ]; } &&
        [[ " ${parts[*]} " == *" limits "* ]]; }; then
    scripts/install-dependencies.sh test
    cmake --preset release -DHEXSCAN_BENCHMARKS=ON -DHEXSCAN_CUDA_ARCHITECTURES="$(scripts/gpu-architecture.sh)"
    cmake --build --preset release
fi
hexscan=${HEXSCAN:-build/release/hexscan}
bench=${HEXSCAN_BENCH:-build/release/bench/hexscan_bench}

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
mkdir -p "$results"

# The results do not include the page, index.html. It is large, and hexscan report makes it from stages.json.
ladder() {
    "$hexscan" ladder --repeat "$repeat" --output "$fresh/ladder" --quiet
    cp "$fresh"/ladder/{stages.*,time.md} "$results/"
    # The ladder runs other stages between two scans of stage 11. Here it scans again and again.
    {
        echo 'Scan after scan, three runs of hexscan --stage 11 --repeat 1000:'
        for _ in 1 2 3; do
            "$hexscan" --stage 11 --repeat 1000 --image none --page none --output "$fresh/stage_11" | grep '^  scan '
        done
    } >"$fresh/stage_11.txt"
    cp "$fresh/stage_11.txt" "$results/"
}
# Times the stages as programs of their own.
plain() {
    docs/cuda/run-stages.sh >"$fresh/plain_stages.txt"
    cp "$fresh/plain_stages.txt" "$results/"
}
# one_file PROGRAM FOLDER: Compiles and runs a program of docs/exercises/ that is a single file. Stores its output in
# the folder.
one_file() {
    nvcc -std=c++20 -O3 -I. -arch="sm_$(scripts/gpu-architecture.sh)" "docs/exercises/$1.cu" -o "$fresh/$1"
    "$fresh/$1" >"$fresh/$1.txt"
    cp "$fresh/$1.txt" "$2/"
}
# Measures launches, the bus and block sizes, to which the case study's reasons refer.
launches() {
    one_file launch_costs "$results"
    one_file block_sizes "$results"
}
# Measures what limits each stage: counters, machine code, energy, and changes that do not help.
limits() {
    python3 bench/stage_counters.py "$hexscan" >"$fresh/stage_counters.json"
    python3 bench/stage_counters.py --tables "$fresh/stage_counters.json" >"$fresh/stage_counters.md"
    cuobjdump --dump-sass "$hexscan" >"$fresh/whole.sass"
    python3 -B scripts/sass-counts.py <"$fresh/whole.sass" >"$fresh/sass.txt"
    python3 -B scripts/sass-legs.py <"$fresh/whole.sass" >"$fresh/sass_legs.txt"
    python3 -B scripts/sass-paths.py <"$fresh/whole.sass" >"$fresh/stage_paths.json"
    "${HEXSCAN_PASSED_LIMITS:-build/release/bench/hexscan_passed_limits}" >"$fresh/passed_limits.json"
    local energy=${HEXSCAN_ENERGY:-build/release/bench/hexscan_energy}
    "$energy" 5 >"$fresh/energy.txt"
    "$energy" 5 cpu >"$fresh/energy-cpu.txt"
    cp "$fresh"/{stage_counters.json,stage_counters.md,sass.txt,sass_legs.txt,energy.txt,energy-cpu.txt} "$results/"
    cp "$fresh"/{stage_paths,passed_limits}.json "$results/"
    python3 bench/stage_counters.py --moves "$results/stage_counters.json" >"$fresh/stage_moves.txt"
    cp "$fresh/stage_moves.txt" "$results/"
    one_file what_does_not_help "$results"
}
intrinsics() {
    "$hexscan" intrinsics --repeat "$repeat" --output "$fresh/intrinsics" --quiet
    cp "$fresh"/intrinsics/intrinsics.* "$results/"
    # Measures the lecture's loop, and the cost of host memory for a program that scans once.
    one_file lecture_loop "$results"
    one_file pinning "$results"
}
memory() {
    "$hexscan" memory --output "$fresh/memory" --quiet
    cp "$fresh"/memory/memory.* "$results/"
}
counters() {
    scripts/confirm-memory-lessons.sh "$hexscan" >"$fresh/counters.txt" || { cat "$fresh/counters.txt"; return 1; }
    cp "$fresh/counters.txt" "$results/"
}
peers() {
    python3 bench/peers/compare.py --hexscan "$hexscan" --stages row-runs,squared-tests --repeat "$repeat" \
        --output "$results"
    "$hexscan" scan --device cpu --image none --page none --quiet --output "$fresh/scan"
    python3 bench/peers/energy.py "$fresh/scan/run.json" >"$fresh/energy-peers.txt"
    cp "$fresh/energy-peers.txt" "$results/"
}
benchmarks() {
    "$bench" --benchmark_repetitions=9 --benchmark_min_time=0.1 --benchmark_report_aggregates_only=true \
        --benchmark_filter='scan_|write' \
        2>&1 | grep -E 'median|^Run on|^Benchmark' | sed 's/_median//' |
        grep -vE 'scan_default_grid/[48]/|threads:2 ' >"$fresh/benchmarks.txt"
    cp "$fresh/benchmarks.txt" "$results/"
}
# The pictures show three heights, which together show every limit: shortest legs, joint tilts, longest legs.
pictures() {
    "$hexscan" --grid 400x400x350 --image png --output "$fresh/pictures" --quiet
    for slice in 060 120 200; do cp "$fresh/pictures/slice_$slice.png" "$results/"; done
}
# Measures the ladder with the stages of docs/exercises/. Also records the compiler's report on them, and the order in
# which the instructions of two points are issued.
exercises() {
    local program=${HEXSCAN_EXERCISES:-build/exercises/build/release/hexscan}
    [ -n "${HEXSCAN_EXERCISES:-}" ] || scripts/exercises.sh occupancy >/dev/null
    mkdir -p "$results/exercises"
    one_file squared_steps "$results/exercises"
    "$program" ladder --repeat "$repeat" --output "$fresh/exercises" --quiet
    cp "$fresh"/exercises/{stages.json,time.md} "$results/exercises/"
    "$program" occupancy >"$fresh/occupancy.txt"
    sed '/^$/,$d' "$fresh/occupancy.txt" >"$results/exercises/occupancy.txt"
    for kernel in s19_chain_cu.*Fast s7_intrinsics_cu s19_chain_cu.*Rolled s5_ilp_cu; do
        scripts/sass-order.sh "$program" "$kernel" 16
    done >"$fresh/sass.txt"
    cp "$fresh/sass.txt" "$results/exercises/"
    python3 docs/exercises/chunk_model.py "$results/exercises/stages.json" >"$fresh/chunks.txt"
    "$hexscan" --image none --page none --output "$fresh/counted" --quiet
    python3 docs/exercises/count_tests.py "$fresh/counted/run.json" >"$fresh/counts.txt"
    cp "$fresh"/{chunks,counts}.txt "$results/exercises/"
}
# Times workspaces and maps of sets of orientations. Each is first compared with brute force on some slices.
sets() {
    local kdl_peer=("${HEXSCAN_KDL_PEER:-build/release/bench/hexscan_kdl_peer}")
    [ -x "${kdl_peer[0]}" ] || kdl_peer=()
    "${HEXSCAN_SET_FIGURES:-build/release/bench/hexscan_set_figures}" 10 12 >"$fresh/sets.csv"
    awk -F, '
        /^#/ { next }
        # sets.csv also has the other maps, which take about as long as their copies.
        $1 ~ / of |^(conditioning|gap|effort|force|error|rate|turn_rate|stiffness|displacement)$/ { next }
        !header { header = 1
            print "| asked | set | ms | least | most | copy | ratio | decided/s | differ | slices |"
            print "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
            next }
        { copy = $9 > 0 ? sprintf("%.3g | %.2f", $9, $5 / $9) : " | "
          printf "| %s | %s | %.3g | %.3g | %.3g | %s | %s | %s | %s |\n", $1, $2, $5, $6, $7, copy, $10, $3, $4 }
    ' "$fresh/sets.csv" >"$fresh/sets.md"
    cp "$fresh"/sets.{csv,md} "$results/"
    # Other tools answer the same question. To finish, they scan a part of the grid or a small grid.
    local total=(scan --orientation=-5:5:21,-5:5:21,-5:5:21 --workspace total --image none --page none --quiet)
    "$hexscan" "${total[@]}" --output "$fresh/whole"
    "$hexscan" "${total[@]}" --grid 60x60x21 --output "$fresh/small"
    python3 bench/peers/set_peers.py "$fresh"/{sets.csv,whole,small} "${kdl_peer[@]}" >"$fresh/sets-peers.md"
    cp "$fresh/sets-peers.md" "$results/"
}
# Times scans of sliders and arms on the GPU and on two cores, compares their kernels with the limits of the GPU, and
# asks other tools the same question.
rods() {
    python3 bench/rod_figures.py "$hexscan" --counters >"$fresh/rods.md"
    "$hexscan" platforms/knaufinator-simulator.yaml --grid 1000x1000x350 --device cuda --repeat 100 --image none \
        --page none --quiet --output "$fresh/arms"
    python3 bench/peers/rotary_peers.py "$fresh/arms" >"$fresh/rods-peers.md"
    cp "$fresh"/rods{,-peers}.md "$results/"
}
# Measures machines per second: for each part of the work, for whole sweeps, and in CuPy. Sweeps run on the CPU, on one
# GPU, and on all GPUs in one process and in one process each. Sliders and arms run on one GPU. Several sizes of a study
# show the memory that it takes.
sweeps() {
    local figures=${HEXSCAN_SWEEP_FIGURES:-build/release/bench/hexscan_sweep_figures} study=$fresh/volumes.yaml gpus
    gpus=$("$hexscan" devices | grep -c '^ *cuda:') || true
    sed "s#\.\./\.\./#$PWD/#" bench/studies/volumes.yaml >"$study"
    # a_sweep MACHINES WORDS...: Prints the rate from the summary of a sweep, and its peak memory.
    a_sweep() {
        local machines=$1
        shift
        rm -rf "$fresh/sweep"
        sed "s/1000000/$machines/" "$study" >"$fresh/sized.yaml"
        echo "$*:"
        /usr/bin/time -f '  peak memory     %M kB, whole command %e s' "$@" sweep "$fresh/sized.yaml" --page none \
            --output "$fresh/sweep" 2>&1 |
            grep -E 'measured|peak' | sed "s#$fresh/##"
    }
    {
        "$figures" "$study" 20
        for machines in 10000 100000 1000000 10000000; do a_sweep $machines env CUDA_VISIBLE_DEVICES=0 "$hexscan"; done
        a_sweep 4000 env CUDA_VISIBLE_DEVICES= "$hexscan"
        for run in 1 2 3; do
            a_sweep 4000000 env CUDA_VISIBLE_DEVICES=0 "$hexscan"
            [ "$gpus" -lt 2 ] || a_sweep 4000000 "$hexscan"
            [ "$gpus" -lt 2 ] || ! command -v mpirun >/dev/null || a_sweep 4000000 mpirun -n "$gpus" "$hexscan"
        done
        python3 bench/peers/sweep_peer.py "$hexscan" "$study" 100
        for legs in slider arm; do
            study=$fresh/$legs-volumes.yaml
            sed "s#\.\./\.\./#$PWD/#" "bench/studies/$legs-volumes.yaml" >"$study"
            echo "$legs-volumes.yaml:"
            "$figures" "$study" 20
            for run in 1 2 3; do a_sweep 1000000 env CUDA_VISIBLE_DEVICES=0 "$hexscan"; done
        done
    } | sed "s#$hexscan#hexscan#g" >"$fresh/sweeps.txt"
    cp "$fresh/sweeps.txt" "$results/"
}
# Times long scans on one GPU and on two.
two-gpus() {
    "${HEXSCAN_TWO_GPUS:-build/release/bench/hexscan_two_gpus}" >"$fresh/two_gpus.txt"
    cp "$fresh/two_gpus.txt" "$results/"
}
# Runs the studies of docs/explanation/design-study.md and stores their records and tables. A tolerance study is stored
# without the lines of single machines.
designs() {
    local study folder
    for study in docs/studies/*.yaml; do
        folder=output/design-study/$(basename "$study" .yaml)
        rm -rf "$folder"
        "$hexscan" sweep "$study" --page none --image none --output "$folder" --quiet
        [ ! -e "$folder/quantiles.csv" ] || rm "$folder/designs.csv"
        rm -f "$folder"/{*.blocks,*.vtkhdf,*.svg,design_*.yaml,.hexscan-*}
    done
    python3 docs/studies/tables.py output/design-study
}

# record PART: Stores the GPU and the date of a part in measured.txt.
record() {
    touch "$results/measured.txt"
    { grep -v "^$1 " "$results/measured.txt" || true
      printf '%-12s%s, driver %s, CUDA %s, %s\n' "$1" "$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)" \
          "$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)" \
          "$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')" "$(date -u +%F)"; } |
        sort >"$fresh/measured.txt"
    cp "$fresh/measured.txt" "$results/"
}

failed=0
for part in "${parts[@]}"; do
    echo "$part ..." >&2
    set +e # a failing part must end at its failure, but the other parts must run
    (set -e; "$part")
    status=$?
    set -e
    if [ $status -eq 0 ]; then record "$part"; else echo "case-study.sh: $part failed" >&2; failed=1; fi
done
for record in "$main_results"-*/stages.json; do
    [ -e "$record" ] || continue
    "$hexscan" report "$main_results/stages.json" --beside "$record" --output "$fresh/beside" >/dev/null
    cp "$fresh/beside/beside.md" "$(dirname "$record")/"
done
scripts/insert-results.sh
python3 -B scripts/study-pictures.py "$hexscan"
# Names the sentences whose figures changed. A reader must check whether they are still true.
python3 -B tests/study/prose_figures.py . --update
exit "$failed"
