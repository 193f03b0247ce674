#!/usr/bin/env bash
# Compares predictions of `hexscan memory` with the GPU's counters, which Nsight Compute (ncu) reads: sectors and
# requests of global memory, and passes of shared memory. Prints a table. Exits with 1 if a count differs by more than 5
# %. The bytes that memory moved may differ by 10 %, because L2 keeps some of them.
#
# usage: confirm-memory-lessons.sh [HEXSCAN]     needs a GPU, ncu, and permission to read its counters
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hexscan=${1:-build/release/hexscan}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

load=pipe_lsu_mem_global_op_ld.sum
store=pipe_lsu_mem_global_op_st.sum
metrics=l1tex__t_requests_$load,l1tex__t_sectors_$load,l1tex__t_requests_$store,l1tex__t_sectors_$store
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,smsp__inst_executed_op_shared_ld.sum
metrics+=,smsp__warps_launched.sum,smsp__threads_launched.sum
memory=,dram__bytes_read.sum,dram__bytes_write.sum

# count LESSON KERNELS [METRICS]: Reads the counters of every launch of the kernels in the lesson. KERNELS is a regular
# expression.
count() {
    ncu --csv --page raw --print-units base --metrics "$metrics${3:-}" --clock-control none --kernel-name "regex:$2" \
        --log-file "$work/$1.csv" \
        "$hexscan" memory --lesson "$1" --repeat 1 --output "$work/$1" --quiet >"$work/$1.log" 2>&1 ||
        { cat "$work/$1.log" "$work/$1.csv" >&2; exit 3; }
}
count patterns '^read_pattern'
count strides '^read_pattern'
count saxpy '^saxpy_kernel' $memory
count structures '^move_' $memory
count banks '^read_banks'
count transpose '^(copy_matrix|transpose_)'
count product '^multiply_'

python3 - "$work" <<'PYTHON'
import csv, json, sys

LOAD, STORE = "pipe_lsu_mem_global_op_ld.sum", "pipe_lsu_mem_global_op_st.sum"


def ratio(name, *parts):
    return lambda c: sum(c[part] for part in parts) / c[name] if c[name] else 0


LOAD_SECTORS = ("sectors per load", ratio(f"l1tex__t_requests_{LOAD}", f"l1tex__t_sectors_{LOAD}"))
STORE_SECTORS = ("sectors per store", ratio(f"l1tex__t_requests_{STORE}", f"l1tex__t_sectors_{STORE}"))
PASSES = ("shared passes per load", ratio("smsp__inst_executed_op_shared_ld.sum",
                                          "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"))
PRODUCT_PASSES = ("shared passes a step", lambda c: c["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] /
                  c["smsp__warps_launched.sum"] / 2048)
MEMORY_BYTES = ("memory bytes a thread", ratio("smsp__threads_launched.sum", "dram__bytes_read.sum",
                                               "dram__bytes_write.sum"))
REQUESTS = ("requests per warp", ratio("smsp__warps_launched.sum", f"l1tex__t_requests_{LOAD}",
                                       f"l1tex__t_requests_{STORE}"))
# Each entry has a lesson, the key of a prediction, and the counters to compare it with.
CONFIRMED = [("patterns", "predicted_sectors_per_request", LOAD_SECTORS),
             ("strides", "predicted_sectors_per_request", LOAD_SECTORS),
             ("saxpy", "predicted_requests_per_warp", REQUESTS),
             ("saxpy", "predicted_bytes_per_element", MEMORY_BYTES),
             ("structures", "predicted_sectors_per_request", LOAD_SECTORS),
             ("structures", "predicted_bytes_per_record", MEMORY_BYTES),
             ("banks", "predicted_passes", PASSES),
             ("transpose", "predicted_load_sectors", LOAD_SECTORS),
             ("transpose", "predicted_store_sectors", STORE_SECTORS),
             ("transpose", "predicted_shared_passes", PASSES),
             ("product", "predicted_passes_per_multiply_add", PRODUCT_PASSES)]
TOLERANCE = {MEMORY_BYTES[0]: 0.10}
OTHER_TOLERANCE = 0.05
LEFT_OUT = {("product", "naive")}  # this kernel has no tile, so it makes no passes of shared memory


def launches(path):
    with open(path) as file:
        lines = [line for line in file if line.startswith('"')]
    for row in csv.DictReader(lines):
        if row["ID"]:  # the line after the header has the units and no ID
            yield {name: float(value.replace(",", "")) for name, value in row.items() if name.endswith(".sum")}


def main(work):
    wrong = 0
    print(f"{'lesson':12}{'case':36}{'counted':24}{'predicted':>10}{'counters':>10}")
    for lesson, key, (what, counted) in CONFIRMED:
        study = json.load(open(f"{work}/{lesson}/memory.json"))
        # Rows without a kernel of hexscan have no prediction.
        rows = [r for r in study["lessons"][0]["rows"]
                if any(v is not None for k, v in r.items() if k.startswith("predicted_"))]
        counters = list(launches(f"{work}/{lesson}.csv"))
        if not counters or len(counters) % len(rows):
            sys.exit(f"{lesson}: {len(counters)} launches do not belong to {len(rows)} cases")
        per_row = len(counters) // len(rows)
        for i, row in enumerate(rows):
            if row[key] is None or (lesson, row["case"]) in LEFT_OUT:
                continue
            values = [counted(c) for c in counters[i * per_row:(i + 1) * per_row]]
            value = sum(values) / len(values)
            off = not abs(value - row[key]) <= TOLERANCE.get(what, OTHER_TOLERANCE) * row[key]
            wrong += off
            print(f"{lesson:12}{row['case']:36}{what:24}{row[key]:10.3g}{value:10.3g}{'  DIFFERS' if off else ''}")
    predictions = "prediction" if wrong == 1 else "predictions"
    print(f"{study['device']}, {study['date']}: {wrong or 'no'} {predictions} off by more than allowed")
    sys.exit(1 if wrong else 0)


main(sys.argv[1])
PYTHON
