#!/usr/bin/env bash
# Prints the compute capability of the first NVIDIA GPU here in CMake's form, such as 90. Prints an empty line, or
# nothing, without a GPU.
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d .) || true
# Without a driver, nvidia-smi prints its error to standard output.
case $capability in *[!0-9]*) ;; *) echo "$capability" ;; esac
