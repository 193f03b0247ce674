#!/usr/bin/env bash
# Doxygen reads include/hexscan/ without a warning; members whose names and units say all need no more.
# usage: doxygen_test.sh SOURCE_DIR
set -uo pipefail
source_dir=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed"
    exit 77
fi
cat >Doxyfile <<END
PROJECT_NAME = hexscan
INPUT = $source_dir/include/hexscan
OUTPUT_DIRECTORY = $work/doxygen
JAVADOC_AUTOBRIEF = YES
QT_AUTOBRIEF = YES
GENERATE_LATEX = NO
QUIET = YES
EXTRACT_ALL = YES
WARN_NO_PARAMDOC = NO
WARN_LOGFILE = $work/warnings
HAVE_DOT = NO
END
doxygen Doxyfile >doxygen.log 2>&1 || fail "doxygen: $(cat doxygen.log)"
[ ! -s warnings ] || fail "doxygen warns: $(cat warnings)"
pages=$(find doxygen/html -name '*.html')
for name in Hexapod Scan Observer Error; do
    grep -q "classhexscan_1_1$name\.html" <<<"$pages" || fail "there is no page of $name"
done
finish
