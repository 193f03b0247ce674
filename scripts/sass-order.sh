#!/usr/bin/env bash
# Shows the order of a kernel's slow instructions: roots and reciprocals (MUFU), and the branches and calls between
# them, with the number of each instruction. Two adjacent MUFU run at the same time.
#
# usage: sass-order.sh PROGRAM KERNEL LINES     KERNEL is a regular expression for the compiler's name of the kernel.
#                                               LINES is the number of lines to show. Needs cuobjdump (CUDA toolkit).
set -euo pipefail
cuobjdump -sass "$1" | awk -v kernel="$2" -v lines="$3" '
    /Function : / {
        wanted = $3 ~ kernel
        if (!wanted) next
        number = shown = 0
        match($3, /hexapod[a-z_]+/); name = substr($3, RSTART, RLENGTH)
        match($3, /s[0-9]+_[a-z_]+_cu/); file = substr($3, RSTART, RLENGTH - 3)
        print name " of " file ".cu (" kernel ")"
    }
    wanted && /^[ \t]+\/\*[0-9a-f]+\*\/[ \t]/ {
        ++number
        sub(/^[ \t]*\/\*[0-9a-f]+\*\/[ \t]*/, "")
        opcode = $1 ~ /^@/ ? $2 : $1
        if (opcode ~ /^(MUFU|BRA|CALL|EXIT)/ && ++shown <= lines) printf "%5d  %s\n", number, opcode
    }'
