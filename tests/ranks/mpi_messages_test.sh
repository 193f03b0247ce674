#!/usr/bin/env bash
# Tests messages between processes, without any computation.
#
# usage: mpi_messages_test.sh PROGRAM MPIRUN      skipped without MPIRUN, as in a build that found no MPI
set -uo pipefail
program=$1
mpirun=${2-}
. "$(dirname "${BASH_SOURCE[0]}")/../support/mpirun.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Two launchers at once must not use the same folder.
export OMPI_MCA_orte_tmpdir_base=$work
mkfifo "$work/1" "$work/2"
"$mpirun" -n 3 "$program" "$work"
