#!/usr/bin/env bash
# Builds hexscan with warnings as errors and passes every test that this machine can run: all host tests, the
# GPU tests where there is a GPU (skipped with a reason elsewhere), the host tests again under
# AddressSanitizer and UndefinedBehaviorSanitizer, and the parser's fuzz target for a short while; the format of the
# sources and lint first. Each step says when it begins.
# Installs missing packages first. FUZZ_SECONDS sets how long the fuzzer runs (default 30).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh test
jobs=$(nproc)
# Some tests wait for a browser or for other processes more than they compute.
at_once=$((jobs + 2))

gpu_architecture=$(scripts/gpu-architecture.sh)

step() { echo "== $(date +%H:%M:%S) $*"; }

step "format of the sources"
scripts/format.sh --check

step "lint of the page's modules"
scripts/lint-page.sh || [ $? -eq 77 ]

step "build with warnings as errors, and tests (the GPU tests are skipped where there is no GPU)"
# Folder by folder: half the time of file by file.
cmake --preset dev -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 ${gpu_architecture:+-DHEXSCAN_CUDA_ARCHITECTURES=$gpu_architecture}
cmake --build --preset dev -j "$jobs"
ctest --test-dir build/dev --output-on-failure -j "$at_once"

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$probe/probe.cpp"
sanitize=sanitize-gcc sanitized=build/sanitize-gcc
if clang++ -fsanitize=fuzzer,address,undefined "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null; then sanitize=sanitize sanitized=build/sanitize-clang; fi

step "host tests under AddressSanitizer and UndefinedBehaviorSanitizer (built as without CUDA; preset $sanitize)"
cmake --preset "$sanitize"
cmake --build --preset "$sanitize" -j "$jobs"
ctest --test-dir "$sanitized" --output-on-failure -j "$at_once"

step "fuzzing the platform parser for ${FUZZ_SECONDS:-30} seconds"
if [ "$sanitize" = sanitize ]; then
    mkdir -p "$probe/corpus"
    "$sanitized"/tests/fuzz_platform -max_total_time="${FUZZ_SECONDS:-30}" -max_len=4096 -timeout=10 \
        -artifact_prefix="$probe/" "$probe/corpus" tests/corpus/platform 2>&1 | tail -n 3
else
    echo "skipped: this Clang has no fuzzer runtime"
fi
step "all passed"
