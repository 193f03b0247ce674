// Where the axes of the parallel coordinates are, and which line is nearest to a point.

/** Positions of `count` axes in `width` CSS pixels. The plot is wider if the axes would be too close. */
export function axesGeometry(count, width) {
    const side = 56, top = 46, height = 430, least = 92;
    const gaps = Math.max(1, count - 1), step = Math.min(420, Math.max(least, (width - 2 * side) / gaps));
    return { side, top, bottom: height - 50, missing: height - 28, height, step,
             width: Math.max(Math.min(width, 320), 2 * side + (count - 1) * step) };
}

/** The x of an axis. */
export function axisX({ side, step }, axis) { return side + axis * step; }

/** The y of a part 0 … 1 of an axis. Lines of machines without a value pass below the axis. */
export function axisY({ top, bottom, missing }, part) {
    return Number.isNaN(part) ? missing : bottom - part * (bottom - top);
}

/** The part of an axis at y: 0 … 1 between its ends, below 0 or above 1 beyond them. */
export function axisPart({ top, bottom }, y) { return (bottom - y) / (bottom - top); }

/** The axis that can be brushed at a point, or -1. */
export function axisAt(geometry, count, { x, y }) {
    const axis = Math.round((x - geometry.side) / geometry.step);
    const isNear = axis >= 0 && axis < count && Math.abs(axisX(geometry, axis) - x) <= 22;
    return isNear && y > geometry.top - 12 && y < geometry.bottom + 12 ? axis : -1;
}

/** The marked line nearest to a point within `reach`, or -1. Line i has the height heights[a][i] on axis a. */
export function nearestLine(geometry, heights, marks, { x, y }, reach = 9) {
    if (heights.length === 0) return -1;
    const at = Math.min(heights.length - 1, Math.max(0, (x - geometry.side) / geometry.step));
    const left = Math.min(Math.floor(at), Math.max(0, heights.length - 2)), rest = at - left;
    const from = heights[left], to = heights[Math.min(left + 1, heights.length - 1)];
    let found = -1, least = reach;
    for (let i = 0; i < from.length; ++i) {
        if (!marks[i]) continue;
        const distance = Math.abs(from[i] + rest * (to[i] - from[i]) - y);
        if (distance < least) [found, least] = [i, distance];
    }
    return found;
}
