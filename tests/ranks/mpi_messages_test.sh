#!/usr/bin/env bash
# Messages between processes, without anything that is computed.
# usage: mpi_messages_test.sh PROGRAM MPIRUN      without MPIRUN, as where no MPI was found: skipped
set -uo pipefail
program=$1
mpirun=${2-}
. "$(dirname "${BASH_SOURCE[0]}")/../support/mpirun.sh"
exec timeout 120 "$mpirun" -n 3 "$program"
