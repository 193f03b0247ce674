// Where the axes of the parallel coordinates stand, and which line is near a place.

/** Places of `count` axes in `width` CSS pixels; where they would be too close, the plot is wider. */
export function axesGeometry(count, width) {
    const side = 56, top = 46, height = 430, least = 92;
    const gaps = Math.max(1, count - 1), step = Math.min(420, Math.max(least, (width - 2 * side) / gaps));
    return { side, top, bottom: height - 50, missing: height - 28, height, step,
             width: Math.max(Math.min(width, 320), 2 * side + (count - 1) * step) };
}

/** The x of an axis. */
export function axisX({ side, step }, axis) { return side + axis * step; }

/** The y of a place 0 … 1 on an axis; machines without a value pass below it. */
export function axisY({ top, bottom, missing }, part) {
    return Number.isNaN(part) ? missing : bottom - part * (bottom - top);
}

/** The part 0 … 1 of an axis at y; beyond its ends less or more. */
export function axisPart({ top, bottom }, y) { return (bottom - y) / (bottom - top); }

/** The axis that can be brushed at a place, or -1. */
export function axisAt(geometry, count, { x, y }) {
    const axis = Math.round((x - geometry.side) / geometry.step);
    const isNear = axis >= 0 && axis < count && Math.abs(axisX(geometry, axis) - x) <= 22;
    return isNear && y > geometry.top - 12 && y < geometry.bottom + 12 ? axis : -1;
}

/** Of the marked lines, whose heights on axis a are heights[a][i], the one nearest to a place, or -1. */
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
