// A grid with a single x or y is a section: each of its slices is a line. Together the lines make one picture, of y and
// z or of x and z.

/** The horizontal axis of a grid's section, "x" or "y". Null if slices are areas, or if there is a single slice. */
export function sectionAcross(grid) {
    if (grid.z.shown < 2 || Math.max(grid.x.shown, grid.y.shown) < 2) return null;
    return grid.x.shown === 1 ? "y" : grid.y.shown === 1 ? "x" : null;
}

/** The runs of all slices as the runs of a single picture, one row per slice. */
export function sectionRuns(slices, across) {
    const rowBegin = [0], first = [], last = [];
    for (const runs of slices) {
        if (across === "x") {
            first.push(...runs.first);
            last.push(...runs.last);
        } else {
            for (let row = 0; row + 1 < runs.rowBegin.length; ++row) {
                if (runs.rowBegin[row] === runs.rowBegin[row + 1]) continue;
                if (last.length > rowBegin[rowBegin.length - 1] && last[last.length - 1] === row - 1) {
                    last[last.length - 1] = row;
                } else {
                    first.push(row);
                    last.push(row);
                }
            }
        }
        rowBegin.push(first.length);
    }
    return { rowBegin: Int32Array.from(rowBegin), first: Int32Array.from(first), last: Int32Array.from(last) };
}

/** The cells of a map for all slices, one slice after the other. */
export async function sectionCells(reader, slices) {
    const all = await Promise.all(Array.from({ length: slices }, (none, slice) => reader.cells(slice)));
    const cells = new Uint8Array(all.length * all[0].length);
    all.forEach((part, slice) => cells.set(part, slice * part.length));
    return cells;
}
