#!/usr/bin/env bash
# Builds hexscan and runs it: scripts/run.sh [hexscan options]. Installs missing packages first. The first build takes
# minutes. Results are written below the current folder.
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

"$scripts/install-dependencies.sh" python
"$scripts/build.sh"
exec "$scripts/../build/release/hexscan" "$@"
