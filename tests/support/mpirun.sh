# Sourced by shell tests of several processes, after hexscan and mpirun are set, and before checks.sh, which changes the
# folder. The test is skipped if mpirun is empty because no MPI was found.
if [ -z "$mpirun" ]; then
    echo "skipped: built without MPI"
    exit 77
fi

# As in a container: root, more processes than cores, no ssh, and no access to each other's memory.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none

# together RANKS ARGUMENTS...: runs hexscan as several processes.
together() {
    local ranks=$1
    shift
    "$mpirun" -n "$ranks" "$hexscan" "$@"
}

# said_once CODE TEXT RANKS ARGUMENTS...: expects an error to end all processes, with one line on standard error.
said_once() {
    local code=$1 text=$2 actual
    shift 2
    together "$@" >once.out 2>once.err
    actual=$?
    [ $actual -eq "$code" ] || fail "$* ended with $actual: $(cat once.err)"
    [ "$(grep -c '^hexscan: ' once.err)" -eq 1 ] || fail "$*: not one line: $(cat once.err)"
    grep -q -- "$text" once.err || fail "$*: $text is not in $(cat once.err)"
    [ ! -s once.out ] || fail "$* printed $(cat once.out)"
}
