#!/usr/bin/env bash
# The program in other places than it was built in: where it looks for its modules, and which ones it takes.
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
surface=(--device cpu --image none --page none --grid 9x9x9 --surface --output surface)
mpi=(--device cpu --image none --page none --grid 9x9x9 --output mpi)
# A launcher that started one of two processes, as far as the program can see.
export PMI_SIZE=1 PMI_RANK=0

expect 2 "this hexscan was built without a mesher" "${surface[@]}"
PMI_SIZE=2 expect 3 "this hexscan was built without MPI" "${mpi[@]}"

# older_module NAME FILE: the module of another version.
older_module() { LC_ALL=C sed "s/\(hexscan_[a-z_]*_\)${version//./\\.}/\1${version//[0-9]/0}/g" "$build_dir/$1" >"$2"; }

# in_places NAME FOUND_CODE FOUND_TEXT ARGUMENTS...: the module is found beside the program and in its prefix, and refused
# where it is of another version.
in_places() {
    local name=$1 code=$2 text=$3 folder
    shift 3
    for folder in there/bin there/lib/hexscan; do
        cp "$build_dir/$name" $folder
        expect "$code" "$text" "$@"
        older_module "$name" $folder/"$name"
        expect 3 "$folder/$name is of another version than this hexscan, $version" "$@"
        rm $folder/"$name"
    done
}

if [ -e "$build_dir/hexscan_mesher.so" ]; then
    in_places hexscan_mesher.so 0 "triangles" "${surface[@]}"
    cp "$build_dir/hexscan_mesher.so" there/bin
    # Of the files that the program needs to start, it has one open when it loads the mesher.
    least=$(for n in $(seq 4 64); do (ulimit -n $n && exec "$hexscan" --version) >/dev/null 2>&1 && echo $n && break; done)
    (ulimit -n "$least" && exec "$hexscan" "${surface[@]}") >few.log 2>&1
    [ $? -eq 3 ] && grep -q 'raise the limit on open files (ulimit -n)' few.log || fail "$least open files: $(cat few.log)"
else
    left_out="the mesher (libopenvdb-dev)"
fi
if [ -e "$build_dir/hexscan_mpi.so" ]; then
    PMI_SIZE=2 in_places hexscan_mpi.so 3 "MPI finds 1" "${mpi[@]}"
else
    left_out="$left_out MPI (libopenmpi-dev)"
fi

finish
