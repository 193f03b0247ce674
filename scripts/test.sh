#!/usr/bin/env bash
# Builds hexscan with warnings as errors and runs every test that this machine can run. The format of the sources and
# lint come first. Then all host tests follow, and the GPU tests, which are skipped with a reason without a GPU. The
# host tests run again under AddressSanitizer and UndefinedBehaviorSanitizer. The parser's fuzz target runs for a short
# while. Each step says when it begins.
#
# The script installs missing packages first. FUZZ_SECONDS is the duration of the fuzzer (default 30).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

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
