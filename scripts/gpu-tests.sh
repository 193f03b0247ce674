#!/usr/bin/env bash
# Packs the GPU tests with their libraries into a folder, for machines that have nothing but Linux and an NVIDIA driver.
# There, FOLDER/run.sh runs them and prints one line: what passed or failed, on which GPU. Their glibc must not be older
# than this computer's.
#
# usage: gpu-tests.sh [FOLDER [ARCHITECTURES]]     default: build/gpu-tests-packed, for compute capability 9.0. The
#                                                  script builds the tests in build/gpu-tests; that takes a while.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packed=${1:-build/gpu-tests-packed}

if [ -z "${HEXSCAN_GPU_TESTS:-}" ]; then
    scripts/install-dependencies.sh test
    cmake --preset test -B build/gpu-tests -DHEXSCAN_CUDA_ARCHITECTURES="${2:-90}" -DHEXSCAN_DEVICE_CODE_RUNS=ON \
        -DHEXSCAN_BENCHMARKS=OFF -DHEXSCAN_PYTHON=OFF -DHEXSCAN_TEST_SOURCES=.
    cmake --build build/gpu-tests --target hexscan_gpu_tests -j "$(nproc)"
    HEXSCAN_GPU_TESTS=build/gpu-tests/tests/hexscan_gpu_tests
fi

rm -rf "$packed"
mkdir -p "$packed/libraries"
cp "$HEXSCAN_GPU_TESTS" "$packed/"
cp -r platforms "$packed/"
# glibc stays out: it belongs to the loader of the other machine.
ldd "$HEXSCAN_GPU_TESTS" | awk '$2 == "=>" && $1 !~ /^lib(c|m|dl|rt|pthread)\.so/ { print $3 }' |
    xargs -r cp -L -t "$packed/libraries"
cat >"$packed/run.sh" <<'END'
#!/usr/bin/env bash
# Runs the GPU tests beside this file, or those that a filter of GoogleTest names, and prints one line of result. The
# log is gpu-tests.log. Ends with 0 if they passed, with 77 if there is no GPU, else with 1.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null | head -n 1) || gpu=
[ -n "$gpu" ] || { echo "GPU tests: skipped: there is no NVIDIA GPU here"; exit 77; }
export LD_LIBRARY_PATH=$PWD/libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
./hexscan_gpu_tests ${1:+--gtest_filter="$1"} >gpu-tests.log 2>&1
code=$?
count() { sed -nE "s/^\[  $1 *\] ([0-9]+) tests?.*/\1/p" gpu-tests.log | tail -n 1; }
passed=$(count PASSED) skipped=$(count SKIPPED)
failed=$(sed -nE 's/^\[  FAILED  \] ([A-Za-z_/]+[.][^ ,]*).*/\1/p' gpu-tests.log | sort -u | paste -sd ' ')
if [ $code -eq 0 ] && [ "${passed:-0}" -gt 0 ]; then
    echo "GPU tests: passed: ${passed} tests, ${skipped:-0} skipped, on $gpu"
else
    echo "GPU tests: failed on $gpu: ${failed:-ended with $code, see $PWD/gpu-tests.log}"
    exit 1
fi
END
chmod +x "$packed/run.sh"
echo "$packed: $(du -sm "$packed" | cut -f1) MB; copy it to the other machine and call run.sh there"
