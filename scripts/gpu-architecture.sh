#!/usr/bin/env bash
# Prints the compute capability of the first NVIDIA GPU here as CMake wants it, such as 90; nothing where there is none.
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d .) || true
# Where it finds no driver, nvidia-smi prints its complaint to standard output.
case $capability in *[!0-9]*) ;; *) echo "$capability" ;; esac
