#!/usr/bin/env bash
# Runs a shell test of the program with valgrind's memcheck around every process of hexscan, and counts processes and
# errors. The test's own result counts too. It needs the package valgrind, and hours. In a limited address space
# valgrind cannot start: such processes run without it and are counted apart.
# usage: memcheck.sh TEST HEXSCAN [ARGUMENTS OF THE TEST...]
set -uo pipefail
test=$(realpath "$1")
program=$(realpath "$2")
shift 2
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/logs"
touch "$work/limited"

# The test starts this file instead of the program. exec keeps the process id, which tests send signals to. A log of
# its own for each process, because ids return.
cat >"$work/hexscan" <<END
#!/usr/bin/env bash
if [ "\$(ulimit -v)" != unlimited ]; then
    echo limited >>"$work/limited"
    exec "$program" "\$@"
fi
exec valgrind --log-file="\$(mktemp "$work/logs/XXXXXX")" "$program" "\$@"
END
chmod +x "$work/hexscan"

"$test" "$work/hexscan" "$@"
code=$?
logs_with() { grep -lE "$1" -r "$work/logs"; }
errors="ERROR SUMMARY: [1-9]"
for log in $(logs_with "$errors"); do cat "$log"; done
echo "$(find "$work/logs" -type f | wc -l) processes, $(logs_with 'ERROR SUMMARY: ' | wc -l) ended by themselves," \
    "$(logs_with "$errors" | wc -l) with errors, $(wc -l <"$work/limited") more ran without valgrind;" \
    "the test ended with $code"
[ "$code" -eq 0 ] && [ -z "$(logs_with "$errors")" ]
