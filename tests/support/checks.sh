# Sourced by shell tests. Runs hexscan as a user does, in a folder of its own, and counts failures. Requires hexscan to
# be set to the program; "finish" ends the test.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Options at the beginning of every call of expect.
always=()

# expect CODE TEXT ARGUMENTS...: runs hexscan, checks its exit code and that TEXT is in what it prints, wherever that
# breaks its lines.
expect() {
    local code=$1 text=$2
    shift 2
    local printed
    printed=$("$hexscan" "${always[@]}" "$@" 2>&1)
    local actual=$?
    [ "$actual" -eq "$code" ] || fail "hexscan $* ended with $actual instead of $code: $printed"
    case "$printed ${printed//$'\n'/ }" in *"$text"*) ;; *) fail "hexscan $*: '$text' is not in: $printed" ;; esac
}

# peak_kib CODE ARGUMENTS...: runs hexscan, checks its exit code, and prints the most memory that it had, in KiB.
peak_kib() {
    python3 - "$1" "$hexscan" "${@:2}" <<'END'
import resource, subprocess, sys
ended = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL)
if ended.returncode != int(sys.argv[1]):
    sys.exit(f"{sys.argv[2:]} ended with {ended.returncode} instead of {sys.argv[1]}")
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}

# Writes machine.yaml, a machine with a small scan, and study.yaml, a sweep of four such machines.
write_small_sweep() {
    cat >machine.yaml <<'END'
name: small
units: {length: m, angle: deg}
base: {radius: 1, spread: 20, azimuth: 0}
platform: {radius: 0.7, spread: 20, azimuth: 60}
legs: {min: 1.2, max: 2}
home: {z: 1.45}
scan: {x: {from: -0.2, to: 0.2, points: 9}, y: {from: -0.2, to: 0.2, points: 9}, z: {from: 1.4, to: 1.5, slices: 3}}
END
    cat >study.yaml <<'END'
machine: machine.yaml
vary: {legs.min: [1.15, 1.2], legs.max: [1.9, 2]}
measure: [volume]
END
}

# starts_in_kb KB: true if hexscan starts in KB of address space (ulimit -v). It starts if it can print its version, or
# report a lack of memory. The shell's message about a crash is discarded.
starts_in_kb() {
    { (ulimit -c 0 && ulimit -v "$1" && exec "$hexscan" --version) >/dev/null; } 2>/dev/null
    case $? in 0 | 3) ;; *) return 1 ;; esac
}

# least_address_space_kb: prints the smallest address space in which hexscan starts, to 1000 KB. Fails if 400000 KB are
# not enough, as under sanitizers.
least_address_space_kb() {
    local limit=400000 step
    starts_in_kb $limit || return 1
    for step in 20000 1000; do
        while starts_in_kb $((limit - step)); do limit=$((limit - step)); done
    done
    echo $limit
}

# This much address space beyond the least is enough, even on machines with many cores.
plenty_kb=4000000

# same_after FILTER ONE OTHER: true if FILTER FILE prints the same, non-empty text for both files.
same_after() {
    local one other
    one=$("$1" "$2") && other=$("$1" "$3") && [ -n "$one" ] && [ "$one" = "$other" ]
}

# python_with MODULE: prints a Python that has MODULE, preferably the distribution's. Fails if there is none.
python_with() {
    local python
    for python in /usr/bin/python3 python3; do
        "$python" -c "import $1" 2>/dev/null && echo "$python" && return
    done
    return 1
}

# Names what a test leaves out because this machine lacks something. If nothing failed, the test ends as skipped.
left_out=

finish() {
    if [ "$failures" -ne 0 ]; then
        echo "$failures checks failed"
        exit 1
    fi
    if [ -n "$left_out" ]; then
        echo "skipped: $left_out; all other checks passed"
        exit 77
    fi
    echo "all checks passed"
}
