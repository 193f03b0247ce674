#!/usr/bin/env bash
# Checks everything that is built with readelf, in the build folder and installed. The loader must not search a folder
# that somebody else may fill. The program and its modules are hardened. None of them opens a connection. usage:
# binaries_test.sh BUILD_DIR CMAKE
set -uo pipefail
build_dir=$1
cmake=$2
uninstall=$(realpath "$(dirname "${BASH_SOURCE[0]}")")/../../cmake/uninstall.cmake
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

# The target uninstall removes all files. Files of others stay, with their folders.
cp -r there gone
sed "s#$work/there/#$work/gone/#" "$build_dir/install_manifest.txt" >install_manifest.txt
touch gone/include/hexscan/mine.h
"$cmake" -P "$uninstall" >uninstall.log 2>&1 ||
    fail "uninstall: $(cat uninstall.log)"
left=$(find gone -type f)
[ "$left" = gone/include/hexscan/mine.h ] || fail "uninstall leaves $left"
left=$(find gone -type d -name hexscan)
[ "$left" = gone/include/hexscan ] || fail "uninstall leaves the folders $left"

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

# Addresses that the loader fills in are read-only before the program begins, stacks hold no code, and nothing calls the
# network.
while IFS= read -r file; do
    headers=$(readelf --file-header --segments --dynamic --wide "$file")
    grep -q 'Type: *DYN' <<<"$headers" || fail "$file has fixed addresses"
    grep -q 'GNU_RELRO' <<<"$headers" && grep -Eq '\((FLAGS|FLAGS_1)\).*NOW' <<<"$headers" ||
        fail "$file has addresses that can be overwritten"
    grep -q 'GNU_STACK.* RW ' <<<"$headers" || fail "$file has a stack that holds code"
    network=$(readelf --dyn-syms --wide "$file" | grep -Eow 'socket|connect|bind|listen|accept4?|getaddrinfo')
    # The CUDA runtime, which is linked into it, imports some of them to reach the driver's services on this machine.
    if grep -qa cudaGetDeviceCount "$file"; then
        network=$(grep -vxE 'socket|connect|bind|listen' <<<"$network")
    fi
    [ -z "$network" ] || fail "$file opens network connections: $network"
done < <(linked_files there)

# Checks the compiler's protections in the objects, because the linked program also has objects of the distribution's
# HDF5. Its control flow is protected only if all the distribution's objects are.
for library in $(find there -name 'libhexscan*.a'); do
    symbols=$(readelf --syms --wide "$library")
    grep -q ' __stack_chk_fail' <<<"$symbols" || fail "$library has no protected stack"
    grep -Eq ' __[a-z]+_chk\b' <<<"$symbols" || [[ $library == *_core.a ]] || fail "$library has no checked copies"
    [ "$(uname -m)" = x86_64 ] || continue
    notes=$(readelf --notes --wide "$library")
    objects=$(grep -c '^File: ' <<<"$notes") protected=$(grep -c 'IBT, SHSTK' <<<"$notes")
    [ "$objects" -gt 5 ] && [ "$objects" -eq "$protected" ] ||
        fail "$library: $protected of $objects objects have a protected control flow"
done
finish
