#!/usr/bin/env bash
# Builds hexscan and runs it: scripts/run.sh [hexscan options]. Installs missing packages first.
# Results land under the folder it is called from.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/scripts/install-dependencies.sh"
log=$root/build/release.log
mkdir -p "$root/build"
if [ ! -x "$root/build/release/hexscan" ]; then
    echo "Building hexscan (once; the CUDA stages take some minutes) ..." >&2
fi
if ! { (cd "$root" && cmake --preset release && cmake --build --preset release --target hexscan); } >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "The build failed; the whole log is in $log" >&2
    exit 3
fi
exec "$root/build/release/hexscan" "$@"
