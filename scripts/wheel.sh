#!/usr/bin/env bash
# Builds the wheel that is published, for this computer's architecture: on Debian 12, for its Python 3.11, for the CPU
# and without MPI. Its libraries are beside the module. Other systems need the same Python, and the glibc of the wheel's
# tag.
#
# usage: wheel.sh [OUTPUT_FOLDER]     default: build/wheels
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. /etc/os-release
[ "$ID$VERSION_ID" = debian12 ] ||
    { echo "wheel.sh: this is $PRETTY_NAME; the wheel is built on Debian 12" >&2; exit 3; }

scripts/install-dependencies.sh wheel
scripts/build.sh "$PWD/build/wheel" -DHEXSCAN_CUDA=OFF -DHEXSCAN_PYTHON_HDF5_ARCHIVE=ON
/usr/bin/python3 -B scripts/bundle-wheel.py build/wheel "${1:-build/wheels}"
