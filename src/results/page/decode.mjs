/* global DecompressionStream */
// Decodes the data that the program packed into the page: grid axes, runs, maps. The encoders are in
// src/results/page/page_runs.h and page_maps.h.

/** The coordinate in metres of shown point `i` of an axis. It is exact at both ends of the range. */
export function coordinate(axis, i) {
    const index = i * axis.step;
    return index === axis.count - 1 ? axis.to_m : axis.from_m + index * axis.step_m;
}

/**
 * The range [from, to] in which an axis is drawn. It extends half a step beyond the shown points. An axis of a single
 * point gets a width that is visible next to `otherSpan`, the width of the other axis.
 */
export function drawnRange(axis, otherSpan) {
    const half = axis.step_m > 0 ? axis.step_m * axis.step / 2 : otherSpan / 40 || 5e-4;
    return { low: axis.from_m - half, high: coordinate(axis, axis.shown - 1) + half };
}

/** The shown point nearest to a coordinate. */
export function nearestPoint(axis, valueM) {
    if (!(axis.step_m > 0)) return 0;
    return Math.min(axis.shown - 1, Math.max(0, Math.round((valueM - axis.from_m) / (axis.step_m * axis.step))));
}

/** The bytes of base64 text. */
export function bytesOfBase64(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

/** The index at which each of consecutive parts begins, and at the end the index after the last part. */
export function offsetsOf(sizes) {
    const offsets = [0];
    for (const size of sizes) offsets.push(offsets[offsets.length - 1] + size);
    return offsets;
}

/** Reads unsigned LEB128 numbers and zigzag-coded differences. */
class NumberReader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }
    number() {
        let value = 0, factor = 1, byte;
        do {
            if (this.at >= this.bytes.length) throw new Error("the runs of a slice end too early");
            byte = this.bytes[this.at++];
            value += (byte & 127) * factor;
            factor *= 128;
        } while (byte >= 128);
        return value;
    }
    difference() {
        const bits = this.number();
        return bits % 2 === 0 ? bits / 2 : -(bits + 1) / 2;
    }
}

/**
 * The runs of one slice. Row r has runs rowBegin[r] to rowBegin[r + 1] - 1. Run k covers the shown points from column
 * first[k] to column last[k], both included. Throws an Error if the bytes do not describe `rows` rows.
 */
export function decodeRuns(bytes, rows) {
    const reader = new NumberReader(bytes);
    const rowBegin = new Int32Array(rows + 1);
    const first = [], last = [];
    let above = 0, aboveEnd = 0;
    for (let row = 0; row < rows; ++row) {
        const begin = first.length, count = reader.number();
        for (let k = 0; k < count; ++k) {
            const before = k === 0 ? 0 : last[begin + k - 1];
            const known = above + k < aboveEnd;
            first.push((known ? first[above + k] : before) + reader.difference());
            last.push((known ? last[above + k] : before) + reader.difference());
        }
        above = begin;
        aboveEnd = first.length;
        rowBegin[row + 1] = aboveEnd;
    }
    if (reader.at !== bytes.length) throw new Error("the runs of a slice end too late");
    return { rowBegin, first: Int32Array.from(first), last: Int32Array.from(last) };
}

/** The number of reachable points of a slice among the shown ones. */
export function countPoints(runs) {
    let points = 0;
    for (let k = 0; k < runs.first.length; ++k) points += runs.last[k] - runs.first[k] + 1;
    return points;
}

/** True if a shown point of a slice is reachable. */
export function isReachable(runs, column, row) {
    for (let k = runs.rowBegin[row]; k < runs.rowBegin[row + 1]; ++k)
        if (column >= runs.first[k] && column <= runs.last[k]) return true;
    return false;
}

/** A byte for every shown point of a slice, row by row: 1 if the point is reachable, otherwise 0. */
export function reachableBytes(runs, columns) {
    const rows = runs.rowBegin.length - 1;
    const bytes = new Uint8Array(columns * rows);
    for (let row = 0; row < rows; ++row)
        for (let k = runs.rowBegin[row]; k < runs.rowBegin[row + 1]; ++k)
            bytes.fill(1, row * columns + runs.first[k], row * columns + runs.last[k] + 1);
    return bytes;
}

/** Restores the cells of a map of levels. The bytes are differences, modulo 256, from a prediction: the left level plus
 * the level above minus the level above the left one. */
export function levelsOfDifferences(bytes, columns) {
    const cells = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; ++i) {
        const hasLeft = i % columns !== 0, hasAbove = i >= columns;
        cells[i] = bytes[i] + (hasLeft ? cells[i - 1] : 0) + (hasAbove ? cells[i - columns] : 0) -
            (hasLeft && hasAbove ? cells[i - columns - 1] : 0);
    }
    return cells;
}

/** The number of columns or rows of a map along a grid axis. The map has one for every `step`-th point of the axis. */
export function mapPoints(axis, step) {
    return Math.floor((axis.count - 1) / step) + 1;
}

/** True if this browser can read maps, which are compressed. */
export function canReadMaps() {
    return typeof DecompressionStream === "function";
}

async function decompressed(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Reads a map's cells slice by slice. Keeps the last few slices in memory. */
export class MapReader {
    constructor(map, columns) {
        this.map = map;
        this.columns = columns;
        this.bytes = bytesOfBase64(map.base64);
        this.offsets = offsetsOf(map.bytes);
        this.cache = new Map();
    }
    /** The cell of a slice that represents a shown point of the grid. */
    cellAt(grid, cells, column, row) {
        const place = (axis, step, i, count) => Math.min(count - 1, Math.round(i * axis.step / step));
        return cells[place(grid.y, this.map.y_step, row, cells.length / this.columns) * this.columns +
            place(grid.x, this.map.x_step, column, this.columns)];
    }
    /** A promise of the cells of slice `slice`. */
    cells(slice) {
        if (!this.cache.has(slice)) {
            if (this.cache.size > 32) this.cache.clear();
            const packed = this.bytes.subarray(this.offsets[slice], this.offsets[slice + 1]);
            this.cache.set(slice, decompressed(packed).then(
                (bytes) => (this.map.codes || this.map.values ? bytes : levelsOfDifferences(bytes, this.columns))));
        }
        return this.cache.get(slice);
    }
}
