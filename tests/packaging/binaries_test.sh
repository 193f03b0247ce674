#!/usr/bin/env bash
# What the dynamic sections say of everything that is built, in the build folder and installed: the loader looks in no
# folder that somebody else may fill.
# usage: binaries_test.sh BUILD_DIR CMAKE
set -uo pipefail
build_dir=$1
cmake=$2
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

if ! command -v readelf >/dev/null; then
    echo "skipped: no readelf (binutils)"
    exit 77
fi

# linked_files FOLDER: programs, shared libraries and modules in it, at any depth.
linked_files() {
    find "$1" -type f ! -name '*.o' ! -name '*.a' ! -name '*.gch' -exec grep -laPm 1 '\A\x7fELF' {} +
}

# Entries of a run path: absolute, or relative to the file itself. An empty one is the current folder.
is_safe_run_path() {
    local entries entry
    IFS=: read -ra entries <<<"$1:-"
    unset 'entries[-1]'
    for entry in "${entries[@]}"; do
        case $entry in /* | '$ORIGIN' | '$ORIGIN/'*) ;; *) return 1 ;; esac
    done
}
for path in /opt/lib '$ORIGIN/../lib' '$ORIGIN:/opt/lib'; do
    is_safe_run_path "$path" || fail "this test takes the run path $path for an unsafe one"
done
for path in '' : /opt/lib: :/opt/lib lib . /opt::/lib '$ORIGINAL'; do
    is_safe_run_path "$path" && fail "this test takes the run path '$path' for a safe one"
done

"$cmake" --install "$build_dir" --prefix "$work/there" >install.log 2>&1 ||
    fail "it cannot be installed: $(cat install.log)"

for folder in "$build_dir" there; do
    files=$(linked_files "$folder")
    grep -q '/hexscan$' <<<"$files" || fail "$folder has no program: $files"
    while IFS= read -r file; do
        dynamic=$(readelf --dynamic --wide "$file") || fail "readelf cannot read $file"
        while IFS= read -r path; do
            is_safe_run_path "$path" || fail "$file has the run path '$path'"
        done < <(sed -nE 's/.*\((RPATH|RUNPATH)\).*\[(.*)\]$/\2/p' <<<"$dynamic")
    done <<<"$files"
done
finish
