#!/usr/bin/env bash
# Installs what hexscan needs from the distribution's packages, and nothing that is there already.
# usage: install-dependencies.sh [test]      "test" adds what only tests, benchmarks and the fuzzer need
set -euo pipefail

packages=(build-essential cmake ninja-build libboost-program-options-dev libyaml-cpp-dev libfmt-dev
          nlohmann-json3-dev libtbb-dev libstb-dev libpng-dev libeigen3-dev zlib1g-dev libhdf5-dev libjs-three
          libjs-chart.js)
# What tests use where the distribution has it: the mesher of --surface, and other programs that read hexscan's files.
extras=()
if [ "${1:-}" = test ]; then
    packages+=(libgtest-dev libbenchmark-dev clang clang-format-14 nodejs eslint python3)
    extras=(libopenvdb-dev python3-h5py python3-vtk9 admesh)
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    echo "Not a Debian or Ubuntu machine: please install the equivalents of ${packages[*]}" >&2
    exit 0
fi

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
done

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "Please have these packages installed (you are not root and there is no sudo): ${missing[*]}" >&2
    exit 3
fi
install() {
    echo "Installing $*" >&2
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
if [ ${#missing[@]} -gt 0 ]; then install "${missing[@]}"; fi

# One by one, and only what removes nothing: some releases have these in versions that exclude each other.
for package in "${extras[@]}"; do
    is_installed "$package" && continue
    if plan=$(apt-get install -s --no-install-recommends "$package" 2>/dev/null) && ! grep -q '^Remv' <<<"$plan"; then
        install "$package"
    else
        echo "$package cannot be installed here; tests that need it are skipped" >&2
    fi
done

# Debian and Ubuntu keep Clang's sanitizer and fuzzer runtime in a package named after its version.
if [ "${1:-}" = test ]; then
    version=$(clang++ -dumpversion | cut -d. -f1)
    runtime=libclang-rt-$version-dev
    if ! is_installed "$runtime" && apt-cache show "$runtime" >/dev/null 2>&1; then install "$runtime"; fi
fi

# The page's tests drive a browser. Debian packages one; Ubuntu's is a snap, so there they use a browser that is installed
# already or are skipped.
if [ "${1:-}" = test ] && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null; }; then
    for package in chromium chromium-driver; do
        if ! is_installed "$package" && apt-cache show "$package" >/dev/null 2>&1; then install "$package"; fi
    done
fi
