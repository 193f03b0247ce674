#!/usr/bin/env bash
# Runs the tests that use threads (label threads) under ThreadSanitizer, built by Clang. ThreadSanitizer sees only code
# that is compiled for it, and oneTBB synchronises hexscan's threads. So the script also compiles the distribution's
# sources of oneTBB for it, into build/onetbb-threads. The installed oneTBB does not change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/install-dependencies.sh test
step() { echo "== $(date +%H:%M:%S) $*"; }

onetbb=$PWD/build/onetbb-threads
version=$(dpkg-query -W -f '${source:Version}' libtbb-dev)
if [ "$(cat "$onetbb/version" 2>/dev/null)" != "$version" ]; then
    step "oneTBB $version for ThreadSanitizer"
    rm -rf "$onetbb"
    mkdir -p "$onetbb/lists/partial"
    # The sources come from the same servers as the packages. A separate list keeps this computer's package sources
    # unchanged.
    for origin in Debian Ubuntu; do
        apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' \
            "Origin: $origin"
    done | sort -u >"$onetbb/sources.list"
    own_lists=(-o "Dir::Etc::sourcelist=$onetbb/sources.list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$onetbb/lists")
    apt-get "${own_lists[@]}" update -qq
    source=$(dpkg-query -W -f '${source:Package}' libtbb-dev)
    (cd "$onetbb" && apt-get "${own_lists[@]}" source -qq "$source=$version" && mv "$source"-*/ sources)
    cmake -S "$onetbb/sources" -B "$onetbb/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DTBB_SANITIZE=thread -DTBB_TEST=OFF -DTBB_STRICT=OFF \
        -DTBBMALLOC_BUILD=OFF -DTBB_DISABLE_HWLOC_AUTOMATIC_SEARCH=ON
    cmake --build "$onetbb/build" -j "$(nproc)"
    cmake --install "$onetbb/build" --prefix "$onetbb"
    echo "$version" >"$onetbb/version"
fi

step "build for ThreadSanitizer"
cmake --preset threads -DTBB_DIR="$onetbb/lib/cmake/TBB"
cmake --build build/threads -j "$(nproc)" --target hexscan hexscan_tests

step "tests that use threads"
# CMake leaves the folders of the project out of run paths.
export LD_LIBRARY_PATH=$onetbb/lib
if ! ldd build/threads/hexscan | grep -q "$onetbb/lib/libtbb"; then
    echo "test-threads.sh: the program does not load the oneTBB for ThreadSanitizer" >&2
    exit 1
fi
TSAN_OPTIONS=halt_on_error=1 ctest --test-dir build/threads -L threads --output-on-failure -j "$(nproc)"
