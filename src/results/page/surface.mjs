// The workspace's surface for the 3-D view. From the runs it computes how full each of some 100 x 100 x 50 boxes is.
// The surface lies where boxes are half full, and is found by surface nets (Gibson 1998). It is only for viewing; use
// workspace.stl for measurements.
import { coordinate } from "./decode.mjs";

/** Number of boxes along the longest side of the grid. */
const boxesAlong = 96;

/** Number of shown points per box on each axis. Boxes are roughly cubes. */
function boxSizes(grid) {
    const axes = [grid.x, grid.y, grid.z];
    const longest = Math.max(...axes.map((axis) => axis.to_m - axis.from_m));
    return axes.map((axis) => {
        const step = axis.step_m * axis.step;
        return step > 0 ? Math.min(axis.shown, Math.max(1, Math.round(longest / boxesAlong / step))) : 1;
    });
}

/**
 * Boxes of `size` shown points on an axis: their number, and a function for the middle of each. Box -1 and box `count`
 * are outside.
 */
function boxAxis(axis, size) {
    const count = Math.ceil(axis.shown / size);
    const middle = (box) => (coordinate(axis, box * size) +
                             coordinate(axis, Math.min(axis.shown, (box + 1) * size) - 1)) / 2;
    const width = axis.step_m * axis.step * size || 1e-3;
    return { count, size, at: (box) => (box < 0 ? middle(0) - width :
                                        box >= count ? middle(count - 1) + width : middle(box)),
             points: (box) => Math.min(axis.shown, (box + 1) * size) - box * size };
}

/** Adds the points first..last of a row to the boxes that contain them. */
function addRun(boxes, offset, size, first, last) {
    const low = Math.floor(first / size), high = Math.floor(last / size);
    if (low === high) {
        boxes[offset + low] += last - first + 1;
        return;
    }
    boxes[offset + low] += (low + 1) * size - first;
    for (let box = low + 1; box < high; ++box) boxes[offset + box] += size;
    boxes[offset + high] += last - high * size + 1;
}

/**
 * The filling of every box, 0 to 1, with a layer of empty boxes around all of them, x fastest. `runsOf(slice)` returns
 * the runs of a shown slice. Also returns the middles of the boxes: at[0], at[1], at[2] are functions of the padded
 * index.
 */
export function boxFillings(grid, runsOf) {
    const sizes = boxSizes(grid);
    const axes = [boxAxis(grid.x, sizes[0]), boxAxis(grid.y, sizes[1]), boxAxis(grid.z, sizes[2])];
    const dims = axes.map((axis) => axis.count + 2);
    const boxes = new Float32Array(dims[0] * dims[1] * dims[2]);
    for (let slice = 0; slice < grid.z.shown; ++slice) {
        const runs = runsOf(slice), layer = Math.floor(slice / sizes[2]) + 1;
        for (let row = 0; row < grid.y.shown; ++row) {
            const offset = (layer * dims[1] + Math.floor(row / sizes[1]) + 1) * dims[0] + 1;
            for (let k = runs.rowBegin[row]; k < runs.rowBegin[row + 1]; ++k)
                addRun(boxes, offset, sizes[0], runs.first[k], runs.last[k]);
        }
    }
    for (let z = 1; z < dims[2] - 1; ++z)
        for (let y = 1; y < dims[1] - 1; ++y) {
            const points = axes[1].points(y - 1) * axes[2].points(z - 1), offset = (z * dims[1] + y) * dims[0];
            for (let x = 1; x < dims[0] - 1; ++x) boxes[offset + x] /= points * axes[0].points(x - 1);
        }
    return { boxes, dims, at: axes.map((axis) => (index) => axis.at(index - 1)) };
}

/** The corners of a cell, and its edges as pairs of corners. */
const corners = [0, 1, 2, 3, 4, 5, 6, 7];
const edges = corners.flatMap((a) => [1, 2, 4].filter((bit) => (a & bit) === 0).map((bit) => [a, a | bit]));

/**
 * The surface's point in a cell, in units of the cell: the mean of the points where the surface crosses the cell's
 * edges.
 */
function cellVertex(values) {
    const sum = [0, 0, 0];
    let cuts = 0;
    for (const [a, b] of edges) {
        if ((values[a] >= 0.5) === (values[b] >= 0.5)) continue;
        const part = (0.5 - values[a]) / (values[b] - values[a]);
        for (let k = 0; k < 3; ++k) {
            const from = (a >> k) & 1, to = (b >> k) & 1;
            sum[k] += from + part * (to - from);
        }
        ++cuts;
    }
    return sum.map((total) => total / cuts);
}

/** A coordinate between the middles of boxes `cell` and `cell + 1`. */
const between = (at, cell, part) => at(cell) + part * (at(cell + 1) - at(cell));

/** Calls visit(x, y, z, index) for x, y, z from `first` to the last but one of `dims`, x fastest. */
function forEachBox([nx, ny, nz], first, visit) {
    for (let z = first; z < nz - 1; ++z)
        for (let y = first; y < ny - 1; ++y)
            for (let x = first; x < nx - 1; ++x) visit(x, y, z, (z * ny + y) * nx + x);
}

/**
 * Places a vertex in every cell that the surface crosses. Returns the vertices, and the index of the vertex for each
 * cell.
 */
function cellVertices({ boxes, dims, at }) {
    const [nx, ny] = dims;
    const vertexOf = new Int32Array(boxes.length).fill(-1);
    const offsets = corners.map((c) => (c & 1) + ((c >> 1) & 1) * nx + ((c >> 2) & 1) * nx * ny);
    const values = new Float32Array(8);
    const positions = [];
    forEachBox(dims, 0, (x, y, z, cell) => {
        let inside = 0;
        for (let c = 0; c < 8; ++c) {
            values[c] = boxes[cell + offsets[c]];
            inside += values[c] >= 0.5 ? 1 : 0;
        }
        if (inside === 0 || inside === 8) return;
        const part = cellVertex(values);
        vertexOf[cell] = positions.length / 3;
        positions.push(between(at[0], x, part[0]), between(at[1], y, part[1]), between(at[2], z, part[2]));
    });
    return { positions, vertexOf };
}

/**
 * The surface at which `boxes` are half full: vertex positions in metres and triangles that face outward. The surface
 * is closed because the outer layer of boxes is empty.
 */
export function surfaceNets(filling) {
    const { boxes, dims } = filling;
    const { positions, vertexOf } = cellVertices(filling);
    const strides = [1, dims[0], dims[0] * dims[1]];
    const triangles = [];
    // Every edge between a full and an empty box belongs to four cells. Their vertices are the corners of two
    // triangles.
    forEachBox(dims, 1, (x, y, z, box) => {
        const full = boxes[box] >= 0.5;
        for (let axis = 0; axis < 3; ++axis) {
            const place = axis === 0 ? x : axis === 1 ? y : z;
            const stride = strides[axis], u = strides[(axis + 1) % 3], v = strides[(axis + 2) % 3];
            addQuad(full, boxes[box + stride] >= 0.5, box, u, v, vertexOf, triangles);
            // Boxes at the low end also have an edge to the empty layer before them.
            if (place === 1) addQuad(false, full, box - stride, u, v, vertexOf, triangles);
        }
    });
    return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Adds the quad around the edge from box `low` along an axis. u and v are the strides of the other two axes. */
function addQuad(lowFull, highFull, low, u, v, vertexOf, triangles) {
    if (lowFull === highFull) return;
    const a = vertexOf[low - u - v], b = vertexOf[low - v], c = vertexOf[low], d = vertexOf[low - u];
    if (lowFull) triangles.push(a, b, c, a, c, d);
    else triangles.push(a, c, b, a, d, c);
}
