# Sourced by shell tests: runs hexscan as a user does, in a folder of its own, and counts what fails.
# Wants hexscan set to the program; "finish" ends the test.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Options that every call of expect begins with.
always=()

# expect CODE TEXT ARGUMENTS...: runs hexscan, checks its exit code and that TEXT is in what it prints.
expect() {
    local code=$1 text=$2
    shift 2
    local printed
    printed=$("$hexscan" "${always[@]}" "$@" 2>&1)
    local actual=$?
    [ "$actual" -eq "$code" ] || fail "hexscan $* ended with $actual instead of $code: $printed"
    case $printed in *"$text"*) ;; *) fail "hexscan $*: '$text' is not in: $printed" ;; esac
}

finish() {
    if [ "$failures" -ne 0 ]; then
        echo "$failures checks failed"
        exit 1
    fi
    echo "all checks passed"
}
