#!/usr/bin/env bash
# Installs a wheel in a fresh root of Debian 12 that has only Python, its venv, pip and NumPy, and uses it there: scan,
# check, sweep, page, and the module. Then `ldd` may show only glibc's libraries beside those of the wheel. Needs root,
# mmdebstrap (scripts/install-dependencies.sh wheel) and a network. The wheel of another architecture needs an emulator
# that the kernel calls (binfmt_misc).
#
# usage: test-wheel.sh WHEEL
set -euo pipefail
wheel=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
architecture=amd64
case "$wheel" in *_aarch64.whl) architecture=arm64 ;; esac
mmdebstrap --quiet --variant=essential --architectures="$architecture" \
    --include=python3,python3-venv,python3-pip,python3-numpy bookworm - |
    tar --extract --directory "$root" --exclude='./dev/*' --no-same-owner
mkdir "$root/try"
cp "$wheel" examples/machines.yaml "$root/try/"
mkdir "$root/platforms"
cp platforms/case-study.yaml "$root/platforms/"
cat >"$root/try/use.sh" <<'END'
set -euo pipefail
cd /try
python3 -m venv --without-pip --system-site-packages env
python3 -m pip --python env/bin/python install --quiet --no-index ./*.whl
PATH=/try/env/bin:$PATH
hexscan --version
hexscan rubin-camera-hexapod --grid 40x40x9 --output scanned --quiet
test -s scanned/index.html && test -s scanned/radii.csv && test -s scanned/run.json
hexscan rubin-camera-hexapod --grid 20x20x5 --volume --image none --page none --output volume --quiet
hexscan check rubin-camera-hexapod >checked.txt
head -n 1 checked.txt
hexscan sweep machines.yaml --output swept --quiet
test -s swept/designs.csv && test -s swept/index.html
python -c '
import hexscan
machine = hexscan.platform("case-study")
print(hexscan.scan(machine, z=1.45).points, "points,", hexscan.check(machine).verdict)
print(len(hexscan.sweep("machines.yaml")), "machines")'
package=$(python -c 'import hexscan, os; print(os.path.dirname(hexscan.__file__))')
foreign=$(for file in env/bin/hexscan "$package"/*.so*; do ldd "$file"; done | awk '{ print $1, $3 }' |
    grep -Ev "^(linux-vdso|/lib.*/ld-linux)|^lib(c|m|dl|rt|pthread)\.so| $package/| /try/env/bin/../lib/.*/hexscan/" ||
    true)
[ -z "$foreign" ] || { echo "libraries of the system: $foreign" >&2; exit 1; }
pip_left=$(python3 -m pip --python env/bin/python uninstall --quiet --yes hexscan; find env -name '*hexscan*' -type f)
[ -z "$pip_left" ] || { echo "pip leaves $pip_left" >&2; exit 1; }
END
# The loader finds the folder of a program through /proc.
unshare --mount bash -c 'mount --bind /proc "$0/proc" && mount --bind /dev "$0/dev" && chroot "$0" bash /try/use.sh' \
    "$root"
size_mb=$(du -sm "$root" | cut -f1)
echo "$(basename "$wheel"): passed in Debian 12 ($architecture) with only Python and NumPy ($size_mb MB)"
