#!/usr/bin/env bash
# Builds hexscan and runs it: scripts/run.sh [hexscan options]. Installs missing packages first.
# Results land under the folder it is called from.
# With an NVIDIA GPU and the CUDA toolkit it compiles the CUDA stages for that GPU; without, the CPU engine alone, and
# sweeps and the study (the stages and the commands about them) not before they are asked for.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/scripts/install-dependencies.sh"
architecture=$("$root/scripts/gpu-architecture.sh")
# built_in PART ARGUMENTS: ON where there is a GPU, where the arguments name a command of the part, or for the study a
# stage, and where the last build had it.
built_in() {
    local part=$1 word commands
    shift
    commands=$(sed -n "s/^HEXSCAN_${part}_COMMAND(\([a-z]*\))\$/\1/p" "$root/src/commands/commands.def")
    for word; do
        if [[ $part$word == STUDY--stage* || $commands =~ (^|$'\n')"$word"($|$'\n') ]]; then
            echo ON
            return
        fi
    done
    if [ -n "$architecture" ] || grep -qsx "HEXSCAN_$part:BOOL=ON" "$root/build/release/CMakeCache.txt"; then
        echo ON
    else
        echo OFF
    fi
}
study=$(built_in STUDY "$@") sweeps=$(built_in SWEEPS "$@")
log=$root/build/release.log
mkdir -p "$root/build"
if [ ! -x "$root/build/release/hexscan" ]; then
    what=${architecture:+"with the CUDA stages for compute capability $architecture"}
    echo "Building hexscan, once, ${what:-for the CPU (no NVIDIA GPU here)}: minutes, on $(nproc) cores ..." >&2
fi
# Shows on a terminal how far ninja is, from its lines "[12/225] ...".
show_progress() {
    local line
    while IFS= read -r line; do
        [[ ! -t 2 || ! $line =~ ^\[([0-9]+)/([0-9]+)\] ]] ||
            printf '\r  %s of %s files' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
}
build() {
    cd "$root"
    cmake --preset release -DHEXSCAN_CUDA="${architecture:+ON}" -DHEXSCAN_CUDA_ARCHITECTURES="$architecture" \
        -DHEXSCAN_STUDY="$study" -DHEXSCAN_SWEEPS="$sweeps"
    cmake --build --preset release --target hexscan -j "$(nproc)"
}
if ! (build) 2>&1 | tee "$log" | show_progress; then
    tail -n 40 "$log" >&2
    echo "The build failed; the whole log is in $log" >&2
    exit 3
fi
exec "$root/build/release/hexscan" "$@"
