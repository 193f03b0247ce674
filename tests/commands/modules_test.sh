#!/usr/bin/env bash
# Tests the program in other folders than that of its build: where it looks for its MPI module, and which one it
# accepts.
#
# usage: modules_test.sh HEXSCAN SOURCE_DIR BUILD_DIR
set -uo pipefail
built=$1
source_dir=$2
build_dir=$3
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

for file in "$built" "$build_dir"/hexscan_*.so; do
    [ -e "$file" ] || continue
    for folder in "$source_dir/" "$build_dir"; do
        grep -qaF "$folder" "$file" && fail "$file names $folder: $(grep -aoF "$folder" "$file" | wc -l) times"
    done
done

mkdir -p there/bin there/lib/hexscan
cp "$built" there/bin/hexscan
hexscan=$work/there/bin/hexscan
version=$("$hexscan" --version | grep -o '[0-9]*\.[0-9]*\.[0-9]*')
mpi=(--device cpu --image none --page none --grid 9x9x9 --output mpi)
# The environment of a launcher that started one process, or below one of two.
export PMI_SIZE=1 PMI_RANK=0

PMI_SIZE=2 expect 3 "this hexscan was built without MPI" "${mpi[@]}"

# The program finds the module beside itself and in its prefix, and rejects a module of another version.
if [ -e "$build_dir/hexscan_mpi.so" ]; then
    for folder in there/bin there/lib/hexscan; do
        cp "$build_dir/hexscan_mpi.so" $folder
        PMI_SIZE=2 expect 3 "MPI finds 1" "${mpi[@]}"
        LC_ALL=C sed "s/\(hexscan_[a-z_]*_\)${version//./\\.}/\1${version//[0-9]/0}/g" "$build_dir/hexscan_mpi.so" \
            >$folder/hexscan_mpi.so
        PMI_SIZE=2 expect 3 "$folder/hexscan_mpi.so has another version than this hexscan, $version" "${mpi[@]}"
        rm $folder/hexscan_mpi.so
    done
else
    left_out="MPI (libopenmpi-dev)"
fi

finish
