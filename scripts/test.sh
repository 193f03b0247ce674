#!/usr/bin/env bash
# Builds hexscan with warnings as errors and runs every test that this computer can run. The format of the sources and
# lint come first. Then all host tests follow, and the GPU tests, which are skipped with a reason without a GPU. The
# host tests run again under AddressSanitizer and UndefinedBehaviorSanitizer. The parser's fuzz target runs for a short
# while. Each step says when it begins.
#
# The script installs missing packages first. FUZZ_SECONDS is the duration of the fuzzer (default 30).
#
# usage: test.sh [--quick]     --quick: without sanitizers, the fuzzer, browsers and tests that take longest, with a
#                              tenth of the random machines. The script says what it left out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
'') quick= ;;
--quick) quick=yes ;;
*) echo "test.sh: there is no option $1; there is --quick" >&2; exit 2 ;;
esac
scripts/install-dependencies.sh test
jobs=$(nproc)
# More tests than cores run at once, because some mostly wait for a browser or other processes.
at_once=$((jobs + 2))

gpu_architecture=$(scripts/gpu-architecture.sh)

step() { echo "== $(date +%H:%M:%S) $*"; }

step "format of the sources"
scripts/format.sh --check

step "lint of the page's modules"
scripts/lint-page.sh || [ $? -eq 77 ]

step "build with warnings as errors, and tests (the GPU tests are skipped where there is no GPU)"
# Without a GPU, device code is compiled but does not run.
device_code=(-DHEXSCAN_DEVICE_CODE_RUNS=OFF)
if [ -n "$gpu_architecture" ]; then
    device_code=(-DHEXSCAN_DEVICE_CODE_RUNS=ON -DHEXSCAN_CUDA_ARCHITECTURES="$gpu_architecture")
fi
cmake --preset test "${device_code[@]}"
cmake --build --preset test -j "$jobs"
if [ -n "$quick" ]; then
    # Each of these takes more than ten seconds on one core.
    long=(library failing_allocations_sweep mpirun sweep_mpirun reversed_comparison figures cases rod_legs page_modules
        sweep_killed new_command sweep shared_limits plain_stages surface_check python_install memory_of_paths deb
        followed_paths python_types volume_and_surface python_interpreter other_generations
        docs_as_printed public_machines)
    left_out=$(IFS='|'; echo "^(${long[*]})\$")
    HEXSCAN_TEST_SHARE=${HEXSCAN_TEST_SHARE:-0.1} ctest --test-dir build/test --output-on-failure -j "$at_once" \
        -LE browser -E "$left_out"
    step "passed; left out: sanitizers, the fuzzer, tests in a browser, nine tenths of the random machines, and"
    echo "${long[*]}" | fold -s -w 100 | sed 's/^/   /'
    exit
fi
ctest --test-dir build/test --output-on-failure -j "$at_once"

probe=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$probe/probe.cpp"
sanitize=sanitize-gcc sanitized=build/sanitize-gcc
if clang++ -fsanitize=fuzzer,address,undefined "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null; then
    sanitize=sanitize sanitized=build/sanitize-clang
fi

step "host tests under AddressSanitizer and UndefinedBehaviorSanitizer (without CUDA; preset $sanitize)"
cmake --preset "$sanitize"
cmake --build --preset "$sanitize" -j "$jobs"
start_fuzzer() {
    mkdir -p "$probe/corpus"
    "$sanitized"/tests/fuzz_platform -max_total_time="${FUZZ_SECONDS:-30}" -max_len=4096 -timeout=10 \
        -artifact_prefix="$probe/" "$probe/corpus" tests/corpus/platform >"$probe/fuzz.log" 2>&1 &
    fuzzer=$!
}
if [ "$sanitize" = sanitize ]; then
    step "the same, and beside it the platform parser's fuzzer for ${FUZZ_SECONDS:-30} seconds"
    start_fuzzer
fi
ctest --test-dir "$sanitized" --output-on-failure -j "$at_once"
if [ "$sanitize" = sanitize ]; then
    wait "$fuzzer" || { cat "$probe/fuzz.log"; exit 1; }
    tail -n 3 "$probe/fuzz.log"
else
    echo "fuzzing is skipped: this Clang has no fuzzer runtime"
fi
step "all passed"
