#!/usr/bin/env bash
# Installs hexscan in a bare Debian in each way that docs/reference/building.md lists, uses it, and prints how long each
# step takes and how much the system grows. Then removes what it installed. The sources are those of the last commit.
# Needs root, mmdebstrap and a network.
#
# usage: test-install.sh [RELEASE]     default: bookworm; takes about ten minutes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
release=${1:-bookworm}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mmdebstrap --quiet --variant=essential --include=apt,ca-certificates,git,sudo "$release" - |
    tar --extract --directory "$root" --exclude='./dev/*' --no-same-owner
git clone --quiet . "$root/hexscan"

# step NAME COMMAND: Runs the command in the system. Prints its seconds and the megabytes by which the system grows.
step() {
    local name=$1 started=$SECONDS before after
    before=$(du -smx "$root" | cut -f1)
    unshare --mount bash -c 'mount --bind /proc "$0/proc" && mount --bind /dev "$0/dev" && chroot "$0" env -i \
        HOME=/tmp PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        bash -ec "cd /hexscan; $1"' "$root" "$2" >"$root/log" 2>&1 ||
        { tail -n 20 "$root/log" >&2; echo "test-install.sh: failed in $release: $name" >&2; exit 1; }
    after=$(du -smx "$root" | cut -f1)
    printf '%-32s %4d s %5d MB\n' "$name" $((SECONDS - started)) $((after - before))
}

step packages "scripts/install-dependencies.sh python"
step "scripts/run.sh --stage 7" "scripts/run.sh --stage 7"
step "venv and pip install" "/usr/bin/python3 -m venv --system-site-packages env && env/bin/pip install . &&
    env/bin/python -c 'import hexscan; assert hexscan.check(hexscan.platform()).verdict' && env/bin/hexscan --version"
step "cmake --install" "cmake --install build/release --prefix /prefix && /prefix/bin/hexscan --version"
step "cpack, package installed" "apt-get install -y file && cpack --config build/release/CPackConfig.cmake &&
    apt-get install -y ./hexscan_*.deb && hexscan check"
# The target uninstall must leave the package alone.
step "uninstall" "cmake --build build/release --target uninstall && test -z \"\$(find /prefix -type f)\" &&
    test -x /usr/bin/hexscan && apt-get remove -y hexscan && ! test -e /usr/bin/hexscan"
step "pip install without the build" "env/bin/pip uninstall -y hexscan && rm -rf build && env/bin/pip install ."
