#!/usr/bin/env bash
# Lints the page's modules and their tests with ESLint from the distribution and the rules of .eslintrc.json.
# Ends with 77 (skipped) where there is no ESLint.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if ! command -v eslint >/dev/null; then
    echo "skipped: eslint is not installed"
    exit 77
fi
# The distribution's modules are found by the distribution's Node.js; another one has to be told where they are.
NODE_PATH=/usr/share/nodejs eslint --ext .mjs --format unix --report-unused-disable-directives src tests
echo "the page's modules are clean"
