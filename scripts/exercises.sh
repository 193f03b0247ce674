#!/usr/bin/env bash
# Builds hexscan with the stages of docs/exercises/ added to the ladder, in a copy of the sources under build/exercises,
# and runs it: what docs/case-study-answers.md measures.
# usage: exercises.sh                                            their registers and occupancy; needs no GPU
#        exercises.sh ladder --repeat 50 --output output/exercises  their times
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
copy=build/exercises
mkdir -p "$copy"
for part in *; do
    [ "$part" != build ] || continue
    rm -rf "${copy:?}/$part"
    cp -rp "$part" "$copy" # with its times: what has not changed is not compiled again
done
cp -p docs/exercises/*.cu "$copy/stages"
cat docs/exercises/exercise_stages.def >>"$copy/stages/stages.def"
cat docs/exercises/exercise_stages.cmake >>"$copy/stages/CMakeLists.txt"
# For the GPU at hand, or without one for one generation.
architecture=$(scripts/gpu-architecture.sh)
{ (cd "$copy" && cmake --preset release -DHEXSCAN_CUDA_ARCHITECTURES="${architecture:-90}" &&
    cmake --build --preset release); } >"$copy/build.log" 2>&1 ||
    { tail -n 40 "$copy/build.log" >&2; exit 3; }
if [ $# -eq 0 ]; then set -- occupancy; fi
exec "$copy/build/release/hexscan" "$@"
