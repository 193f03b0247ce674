#!/usr/bin/env bash
# The program in other places than it was built in: where it looks for its module for MPI, and which one it takes.
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
# A launcher that started one of two processes, as far as the program can see.
export PMI_SIZE=1 PMI_RANK=0

PMI_SIZE=2 expect 3 "this hexscan was built without MPI" "${mpi[@]}"

# Found beside the program and in its prefix, and refused where it is of another version.
if [ -e "$build_dir/hexscan_mpi.so" ]; then
    for folder in there/bin there/lib/hexscan; do
        cp "$build_dir/hexscan_mpi.so" $folder
        PMI_SIZE=2 expect 3 "MPI finds 1" "${mpi[@]}"
        LC_ALL=C sed "s/\(hexscan_[a-z_]*_\)${version//./\\.}/\1${version//[0-9]/0}/g" "$build_dir/hexscan_mpi.so" \
            >$folder/hexscan_mpi.so
        PMI_SIZE=2 expect 3 "$folder/hexscan_mpi.so is of another version than this hexscan, $version" "${mpi[@]}"
        rm $folder/hexscan_mpi.so
    done
else
    left_out="MPI (libopenmpi-dev)"
fi

finish
