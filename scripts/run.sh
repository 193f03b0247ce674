#!/usr/bin/env bash
# Builds hexscan and runs it: scripts/run.sh [hexscan options]. Installs missing packages first. The first build takes
# minutes. Results are written below the current folder. With an NVIDIA GPU and the CUDA toolkit it compiles device code
# for that GPU; without a GPU it compiles no device code.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/scripts/install-dependencies.sh"
architecture=$("$root/scripts/gpu-architecture.sh")
log=$root/build/release.log
mkdir -p "$root/build"
if [ ! -x "$root/build/release/hexscan" ]; then
    what=${architecture:+"with CUDA for compute capability $architecture"}
    echo "Building hexscan, once, ${what:-for the CPU (no NVIDIA GPU here)}: minutes, on $(nproc) cores ..." >&2
fi
# Shows ninja's progress on a terminal, from its lines "[12/225] ...".
show_progress() {
    local line
    while IFS= read -r line; do
        [[ ! -t 2 || ! $line =~ ^\[([0-9]+)/([0-9]+)\] ]] ||
            printf '\r  %s of %s files' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}
# In a condition the shell ignores `set -e`, so && joins the steps.
build() {
    cd "$root" &&
        cmake --preset release -DHEXSCAN_CUDA="${architecture:+ON}" -DHEXSCAN_CUDA_ARCHITECTURES="$architecture" &&
        cmake --build --preset release --target hexscan -j "$(nproc)"
}
if ! (build) 2>&1 | tee "$log" | show_progress; then
    tail -n 40 "$log" >&2
    echo "The build failed; the whole log is in $log" >&2
    exit 3
fi
exec "$root/build/release/hexscan" "$@"
