#!/usr/bin/env bash
# Builds hexscan with warnings as errors and passes every test that this machine can run: all host tests, the
# GPU tests where there is a GPU (skipped with a reason elsewhere), the host tests again under
# AddressSanitizer and UndefinedBehaviorSanitizer, and the parser's fuzz target for a short while.
# Installs missing packages first. FUZZ_SECONDS sets how long the fuzzer runs (default 30).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/install-dependencies.sh test
jobs=$(nproc)

# Machine code for the GPU at hand, if there is one; the preset's own generation elsewhere.
gpu_architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d .) || true
# Where it finds no driver, nvidia-smi prints its complaint to standard output.
case $gpu_architecture in *[!0-9]*) gpu_architecture= ;; esac

echo "== build and tests"
cmake --preset dev ${gpu_architecture:+-DHEXSCAN_CUDA_ARCHITECTURES=$gpu_architecture}
cmake --build --preset dev -j "$jobs"
ctest --test-dir build/dev --output-on-failure -j "$jobs"

echo "== host tests under AddressSanitizer and UndefinedBehaviorSanitizer (built as without CUDA)"
cmake --preset sanitize
cmake --build --preset sanitize -j "$jobs"
ctest --test-dir build/sanitize --output-on-failure -j "$jobs"

echo "== fuzzing the platform parser"
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$probe/probe.cpp"
if clang++ -fsanitize=fuzzer,address "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null; then
    cmake --preset fuzz
    cmake --build --preset fuzz -j "$jobs"
    mkdir -p "$probe/corpus"
    build/fuzz/tests/fuzz_platform -max_total_time="${FUZZ_SECONDS:-30}" -max_len=4096 -timeout=10 \
        -artifact_prefix="$probe/" "$probe/corpus" tests/corpus/platform 2>&1 | tail -n 3
else
    echo "skipped: this Clang has no fuzzer runtime"
fi
echo "== all passed"
