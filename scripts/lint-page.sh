#!/usr/bin/env bash
# Lints the page's modules and their tests with ESLint from the distribution and the rules of .eslintrc.json.
# Exits with 77 (skipped) if there is no ESLint.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if ! command -v eslint >/dev/null; then
    echo "skipped: eslint is not installed"
    exit 77
fi
# Only the distribution's Node.js finds the distribution's modules. NODE_PATH shows them to any other Node.js.
NODE_PATH=/usr/share/nodejs eslint --ext .mjs --format unix --report-unused-disable-directives src tests
echo "the page's modules are clean"
