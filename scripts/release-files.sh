#!/usr/bin/env bash
# Writes the parts of a release that need no build: the sources, and notes.md from CHANGELOG.md. Fails if the tag is not
# the version of the sources.
#
# usage: release-files.sh TAG OUTPUT_FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(sed -nE 's/^project\(hexscan VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
[ "$1" = "v$version" ] || { echo "release-files.sh: the tag is $1, but the sources are version $version" >&2; exit 2; }
mkdir -p "$2"
git archive --prefix="hexscan-$version/" -o "$2/hexscan-$version.tar.gz" HEAD
awk -v heading="## $version" '$0 == heading { inside = 1; next } /^## / { inside = 0 } inside' CHANGELOG.md \
    >"$2/notes.md"
[ -s "$2/notes.md" ] || { echo "release-files.sh: CHANGELOG.md has nothing about $version" >&2; exit 2; }
