#!/usr/bin/env bash
# Builds hexscan with the stages of docs/exercises/ added to the ladder and runs it, for docs/case-study-answers.md. The
# build is in a copy of the sources under build/exercises.
#
# usage: exercises.sh                                            shows their registers and occupancy; needs no GPU
#        exercises.sh ladder --repeat 50 --output output/exercises  measures their times
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy=build/exercises
mkdir -p "$copy"
for part in *; do
    [ "$part" != build ] || continue
    rm -rf "${copy:?}/$part"
    cp -rp "$part" "$copy" # -p keeps the times, so that unchanged files are not compiled again
done
cp -p docs/exercises/*.cu "$copy/stages"
cat docs/exercises/exercise_stages.def >>"$copy/stages/stages.def"
cat docs/exercises/exercise_stages.cmake >>"$copy/stages/CMakeLists.txt"
# Compiles for this computer's GPU, or without a GPU for a single generation.
architecture=$(scripts/gpu-architecture.sh)
{ (cd "$copy" && cmake --preset release -DHEXSCAN_CUDA_ARCHITECTURES="${architecture:-90}" &&
    cmake --build --preset release); } >"$copy/build.log" 2>&1 ||
    { tail -n 40 "$copy/build.log" >&2; exit 3; }
if [ $# -eq 0 ]; then set -- occupancy; fi
exec "$copy/build/release/hexscan" "$@"
