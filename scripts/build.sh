#!/usr/bin/env bash
# Builds everything that this computer can build: program, library and, if pybind11 and NumPy are installed, the module
# for Python. With an NVIDIA GPU and the CUDA toolkit it compiles device code for that GPU; without a GPU it compiles no
# device code. Shows the progress if standard error is a terminal. Installs no packages.
#
# usage: build.sh [FOLDER [CMAKE_ARGUMENTS...]]     default: build/release; the log is beside the folder, as FOLDER.log
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder=${1:-$root/build/release}
[ $# -eq 0 ] || shift

architecture=$("$root/scripts/gpu-architecture.sh")
log=$folder.log
mkdir -p "$(dirname "$folder")"
if [ ! -x "$folder/hexscan" ]; then
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
        cmake --preset release -B "$folder" -DHEXSCAN_CUDA="${architecture:+ON}" \
            -DHEXSCAN_CUDA_ARCHITECTURES="$architecture" "$@" &&
        cmake --build "$folder" -j "$(nproc)"
}
if ! (build "$@") 2>&1 | tee "$log" | show_progress; then
    tail -n 40 "$log" >&2
    echo "The build failed; the whole log is in $log" >&2
    exit 3
fi
