#!/usr/bin/env bash
# Installs the distribution's packages that hexscan needs and that are not installed yet.
#
# usage: install-dependencies.sh [test|arm64|python|wheel]
#        "test" adds packages for tests, benchmarks and the fuzzer, "arm64" those for scripts/test-arm64.sh, "python"
#        those for the module for Python, "wheel" those for scripts/wheel.sh
set -euo pipefail

packages=(build-essential cmake ninja-build libboost-program-options-dev libyaml-cpp-dev libfmt-dev
          nlohmann-json3-dev libtbb-dev libstb-dev libpng-dev libeigen3-dev zlib1g-dev libhdf5-dev librandom123-dev \
              libjs-three
          libjs-chart.js libopenmpi-dev openmpi-bin)
# Tests use these packages if the distribution has them: other programs that read hexscan's files, and a browser for the
# page. (Ubuntu's package chromium only installs a snap; tests notice that it contains no browser.)
extras=()
# If these packages cannot be installed, the build leaves out the module for Python.
if [ "${1:-}" = test ] || [ "${1:-}" = python ]; then extras=(pybind11-dev python3-dev python3-numpy python3-venv); fi
if [ "${1:-}" = test ]; then
    packages+=(libgtest-dev libbenchmark-dev libboost-context-dev clang clang-format-14 pkg-config nodejs eslint \
        python3 file locales llvm)
    extras+=(python3-pip python3-matplotlib python3-pandas python3-xarray mypy doxygen python3-h5py \
        python3-vtk9 admesh chromium chromium-driver mkdocs-material)
    if ! command -v npm >/dev/null; then extras+=(npm); fi
fi

if [ "${1:-}" = wheel ]; then packages+=(pybind11-dev python3-dev python3-numpy patchelf mmdebstrap); fi

if [ "${1:-}" = arm64 ]; then
    packages+=(g++-aarch64-linux-gnu qemu-user-static mmdebstrap arch-test python3)
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
updated=
update() {
    [ -n "$updated" ] || "${as_root[@]}" apt-get update -qq || return
    updated=yes
}
install() {
    echo "Installing $*" >&2
    if ! { update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" \
            >/dev/null; }; then
        echo "These packages cannot be installed; is there a network? Install them by hand: $*" >&2
        exit 3
    fi
}
if [ ${#missing[@]} -gt 0 ]; then install "${missing[@]}"; fi

# The extras are installed together if possible, else one by one, and only if that removes no package. In some releases
# they exclude each other, and some releases lack one.
installable() {
    local plan
    plan=$(apt-get install -s --no-install-recommends "$@" 2>/dev/null) && ! grep -q '^Remv' <<<"$plan"
}
wanted=()
for package in "${extras[@]}"; do
    is_installed "$package" || wanted+=("$package")
done
if [ ${#wanted[@]} -gt 0 ] && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null; }; then
    if ! update; then
        echo "${wanted[*]} cannot be installed without a network; what needs them is left out" >&2
    elif installable "${wanted[@]}"; then
        install "${wanted[@]}"
    else
        for package in "${wanted[@]}"; do
            if installable "$package"; then
                install "$package"
            else
                echo "$package cannot be installed here; tests that need it are skipped" >&2
            fi
        done
    fi
fi

# A test checks the pages' accessibility with axe-core, which is not in the distribution. npm installs the packages of
# the lock file by their hash into a folder of the tests. It needs no root and runs no scripts of the packages.
npm_folder=$(dirname "${BASH_SOURCE[0]}")/../tests/browser
if [ "${1:-}" = test ] && command -v npm >/dev/null && ! npm ls --prefix "$npm_folder" >/dev/null 2>&1; then
    echo "Installing what $npm_folder/package-lock.json names" >&2
    npm ci --prefix "$npm_folder" --ignore-scripts --no-audit --no-fund --silent >/dev/null ||
        echo "axe-core cannot be installed here; the test of the pages' accessibility is skipped" >&2
fi

# In Debian and Ubuntu the runtime of Clang's sanitizers and fuzzer is in a package that is named after Clang's version.
if [ "${1:-}" = test ]; then
    version=$(clang++ -dumpversion | cut -d. -f1)
    runtime=libclang-rt-$version-dev
    if ! is_installed "$runtime" && apt-cache show "$runtime" >/dev/null 2>&1; then install "$runtime"; fi
fi
