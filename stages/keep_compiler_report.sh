#!/bin/sh
# Runs the CUDA compiler, and keeps its report on every kernel (registers, shared memory, spills) beside the object as
# OBJECT.report. All other output goes to standard error. CMake starts the compiler with this script.
# usage: keep_compiler_report.sh COMPILER ARGUMENTS...
previous=
object=
for argument in "$@"; do
    if [ "$previous" = -o ]; then object=$argument; fi
    previous=$argument
done
said=$(mktemp)
trap 'rm -f "$said"' EXIT
"$@" 2>"$said"
status=$?
of_kernels='^ptxas info |^ +[0-9]+ bytes stack frame'
grep -E "$of_kernels" "$said" >"$object.report"
grep -vE "$of_kernels" "$said" >&2
exit "$status"
