#!/usr/bin/env bash
# Tests that Doxygen reads include/hexscan/ without a warning, and warns about undocumented declarations.
#
# usage: doxygen_test.sh SOURCE_DIR
set -uo pipefail
source_dir=$1
. "$(dirname "${BASH_SOURCE[0]}")/../support/checks.sh"
if ! command -v doxygen >/dev/null; then
    echo "skipped: doxygen is not installed"
    exit 77
fi
# reads FOLDER OUTPUT: Runs Doxygen and writes its warnings to OUTPUT.warnings.
reads() {
    cat >Doxyfile <<END
PROJECT_NAME = hexscan
INPUT = $1
OUTPUT_DIRECTORY = $work/$2
JAVADOC_AUTOBRIEF = YES
QT_AUTOBRIEF = YES
GENERATE_LATEX = NO
QUIET = YES
WARN_NO_PARAMDOC = NO
WARN_LOGFILE = $work/$2.warnings
HAVE_DOT = NO
END
    doxygen Doxyfile >doxygen.log 2>&1 || fail "doxygen: $(cat doxygen.log)"
}
reads "$source_dir/include/hexscan" doxygen
[ ! -s doxygen.warnings ] || fail "doxygen warns: $(cat doxygen.warnings)"
mkdir undocumented
printf '/// Something.\nstruct Some {\n    int number;\n};\n' >undocumented/some.h
reads "$work/undocumented" other
grep -q "Member number" other.warnings || fail "doxygen does not warn of what is not documented"
pages=$(find doxygen/html -name '*.html')
for name in Hexapod Scan Observer Error; do
    grep -q "classhexscan_1_1$name\.html" <<<"$pages" || fail "there is no page of $name"
done
finish
