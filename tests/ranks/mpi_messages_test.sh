#!/usr/bin/env bash
# Messages between processes, without anything that is computed.
# usage: mpi_messages_test.sh PROGRAM MPIRUN      without MPIRUN, as where no MPI was found: skipped
set -uo pipefail
program=$1
mpirun=${2-}
. "$(dirname "${BASH_SOURCE[0]}")/../support/mpirun.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Two launchers at once must not make one folder.
export OMPI_MCA_orte_tmpdir_base=$work
mkfifo "$work/1" "$work/2"
"$mpirun" -n 3 "$program" "$work"
