#!/usr/bin/env bash
# Makes a static site of README and docs/ in build/site. Needs mkdocs-material 8.2 or newer. The search only works over
# http: python3 -m http.server -d build/site
#
# usage: site.sh [BUILD_FOLDER]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath -m "${1:-build}")
if ! command -v mkdocs >/dev/null; then
    echo "site.sh needs mkdocs and mkdocs-material: apt-get install mkdocs mkdocs-material" >&2
    exit 3
fi

# README becomes the first page. Files outside docs/ that pages link to or show are copied under their names.
pages=$build/site-pages
rm -rf "$pages"
mkdir -p "$pages"
cp -R docs/. "$pages"
sed -E 's#\]\(docs/#](#g; s#src="docs/#src="#g' README.md >"$pages/index.md"
cp -R CHANGELOG.md CONTRIBUTING.md RELEASING.md SECURITY.md LICENSE NOTICE CITATION.cff examples include "$pages"
mkdir "$pages/output"
cp -R output/case-study "$pages/output"
# Links that leave docs/ have one step less to go: "](../" in its pages, "](../../" in those of its folders.
find "$pages" -maxdepth 1 -name '*.md' -exec sed -i -E 's#\]\(\.\./#](#g; s#\]\(docs/#](#g' {} +
find "$pages" -mindepth 2 -name '*.md' \
    -exec sed -i -E 's#\]\(\.\./\.\./#](../#g; s#\]\(\.\./README.md#](../index.md#g' {} +
sed -e "s#build/site-pages#$pages#; s#build/site\$#$build/site#" mkdocs.yml >"$build/mkdocs.yml"
mkdocs build --quiet --strict --clean --config-file "$build/mkdocs.yml"
echo "$build/site/index.html"
