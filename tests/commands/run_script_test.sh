#!/usr/bin/env bash
# Tests scripts/run.sh with stand-ins for cmake, apt-get and the program. A failure must not start an earlier build.
#
# usage: run_script_test.sh SOURCE_DIR
set -uo pipefail
source_dir=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"

mkdir -p tree/scripts tree/build/release tree/tests/browser bin
cp "$source_dir"/scripts/{run,build,install-dependencies,gpu-architecture}.sh tree/scripts/
# stand_in FILE COMMANDS
stand_in() {
    printf '#!/bin/bash\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
stand_in tree/build/release/hexscan 'echo "an earlier build runs: $*"'
stand_in bin/sudo '"$@"'
PATH=$PWD/bin:$PATH

# ends CODE TEXT COMMAND...
ends() {
    local code=$1 text=$2 printed actual
    shift 2
    printed=$("$@" 2>&1)
    actual=$?
    [ "$actual" -eq "$code" ] || fail "$* ended with $actual instead of $code: $printed"
    case $printed in *"$text"*) ;; *) fail "$*: '$text' is not in: $printed" ;; esac
    [ "$code" -eq 0 ] || case $printed in *"earlier build runs"*) fail "$*: an earlier build runs" ;; esac
}

stand_in bin/dpkg-query 'echo -n installed'
stand_in bin/cmake 'exit 0'
ends 0 "an earlier build runs: my.yaml" tree/scripts/run.sh my.yaml
stand_in bin/cmake 'case "$*" in *--build*) exit 0 ;; *) echo "CMake Error" >&2; exit 1 ;; esac'
ends 3 "The build failed" tree/scripts/run.sh my.yaml
stand_in bin/cmake 'case "$*" in *--build*) exit 1 ;; *) exit 0 ;; esac'
ends 3 "The build failed" tree/scripts/run.sh my.yaml

# Without a network.
stand_in bin/apt-get 'case "$*" in *-s*) exit 0 ;; *) exit 100 ;; esac'
stand_in bin/dpkg-query 'exit 1'
ends 3 "is there a network?" tree/scripts/run.sh my.yaml
stand_in bin/dpkg-query 'case "$*" in *python3-numpy*) exit 1 ;; *) echo -n installed ;; esac'
ends 0 "python3-numpy cannot be installed without a network" tree/scripts/install-dependencies.sh python

finish
