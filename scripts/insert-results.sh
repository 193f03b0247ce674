#!/usr/bin/env bash
# Inserts committed results into the Markdown files that show them, so that nobody types these figures by hand. The
# content of FILE (a path from the top of the repository) is between the lines "<!-- begin FILE -->" and "<!-- end FILE
# -->". A .txt file is in a code block. FILE#PART is the part of the file that begins with "PART: " behind an empty line
# and ends before the next one; FILE#head is what comes before the first empty line.
#
# usage: insert-results.sh           rewrites the Markdown files
#        insert-results.sh --check   changes nothing; exits with 1 if a file is out of date
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

with_results() {
    awk '
        function fail(what) { print "insert-results.sh: " FILENAME ": " what > "/dev/stderr"; failed = 1; exit 1 }
        /^<!-- begin .* -->$/ {
            if (skipping) fail("no end line for " file)
            print
            file = path = part = $3
            if (!sub(/^[^#]*#/, "", part)) part = ""
            sub(/#.*/, "", path)
            fence = path ~ /\.txt$/
            if (fence) print "```text"
            inside = part == "head"
            begins = found = 0
            while ((status = (getline line < path)) > 0) {
                if (line == "") inside = 0
                else if (begins && index(line, part ": ") == 1) inside = 1
                begins = line == ""
                if (part == "" || inside) { print line; found = 1 }
            }
            if (status < 0) fail(path " cannot be read")
            if (!found) fail(path " has no part " part)
            close(path)
            if (fence) print "```"
            skipping = 1
            next
        }
        /^<!-- end .* -->$/ {
            if (!skipping || $3 != file) fail("no begin line for " $3)
            skipping = 0
        }
        !skipping
        END { if (skipping && !failed) fail("no end line for " file) }
    ' "$1"
}

outdated=0
for document in README.md $(find docs -name '*.md'); do
    fresh=$(mktemp)
    with_results "$document" >"$fresh"
    if ! cmp -s "$fresh" "$document"; then
        if [ "${1:-}" = --check ]; then
            echo "$document does not show the committed results; run scripts/insert-results.sh" >&2
            outdated=1
        else
            cat "$fresh" >"$document"
            echo "updated $document"
        fi
    fi
    rm -f "$fresh"
done
exit "$outdated"
