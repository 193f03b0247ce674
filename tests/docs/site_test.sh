#!/usr/bin/env bash
# Makes the site of the documents. No page may have a dead link or load anything from another site.
#
# usage: site_test.sh SOURCE_FOLDER
set -uo pipefail
command -v mkdocs >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1/scripts/site.sh" "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
failures=0
for page in index pages case-study tutorials/machine how-to/many-hosts reference/check explanation/how-fast; do
    [ -s "$work/site/$page.html" ] || { echo "$page.html is missing"; failures=$((failures + 1)); }
done
# Links to other sites are allowed. Images, scripts, fonts and styles from other sites are not.
if grep -rnoE '<(script|img|link|iframe)[^>]*(src|href)="?(https?:)?//[^">]*|url\((https?:)?//[^)]*' "$work/site" \
    --include='*.html' --include='*.css' | grep -v 'rel="\(canonical\|next\|prev\)"'; then
    echo "the site loads something from elsewhere"
    failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
