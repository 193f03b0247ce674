// Where the panels of the scatter matrix are, and which columns it shows first.

/** The most columns at a time. Twelve measures make 78 panels. */
export const mostColumns = 12;

/** The columns to show first: some of both kinds, preferably those that vary. They are in the order of the sweep. */
export function firstChoice(columns, most = 8) {
    const telling = (column) => (column.isEmpty ? 2 : column.isConstant ? 1 : 0);
    const ofKind = (isParameter) => columns.filter((column) => column.isParameter === isParameter)
        .sort((a, b) => telling(a) - telling(b) || a.index - b.index);
    const parameters = ofKind(true), measures = ofKind(false);
    const share = Math.max(most / 2, most - measures.length);
    const first = parameters.slice(0, share);
    return first.concat(measures.slice(0, most - first.length)).map((column) => column.index).sort((a, b) => a - b);
}

/**
 * The panels of the chosen columns. A measure is a row: it is plotted against every parameter and against the measures
 * before it; its distribution follows. Without measures, parameters are the rows. Returns {columns, rows, panels}: the
 * columns along x and y, and panels {row, column, x, y}. A distribution has x === y.
 */
export function matrixPanels(chosen) {
    const measures = chosen.filter((column) => !column.isParameter);
    const rows = measures.length > 0 ? measures : chosen;
    const columns = measures.length > 0 ? chosen.filter((column) => column.isParameter).concat(measures) : chosen;
    const panels = [], before = columns.length - rows.length;
    rows.forEach((y, row) => columns.slice(0, before + row + 1).forEach((x, column) =>
        panels.push({ row, column, x, y })));
    return { columns, rows, panels };
}

/** The size and positions of panels in `width` CSS pixels. The plot is wider if panels would be too small. */
export function matrixGeometry({ columns, rows }, width) {
    const left = 74, top = 6, bottom = 46, gap = 8, inset = 7;
    const count = Math.max(1, columns.length);
    const size = Math.floor(Math.min(190, Math.max(88, (width - left) / count - gap)));
    return { left, top, size, gap, inset, width: Math.max(Math.min(width, 260), left + count * (size + gap)),
             height: top + rows.length * (size + gap) + bottom };
}

/** The upper left corner of a panel. */
export function panelCorner({ left, top, size, gap }, { row, column }) {
    return { x: left + column * (size + gap), y: top + row * (size + gap) };
}

/** The panel at a point of the plot, or null. */
export function panelAt(panels, geometry, place) {
    return panels.find((panel) => {
        const corner = panelCorner(geometry, panel);
        return place.x >= corner.x && place.x <= corner.x + geometry.size &&
            place.y >= corner.y && place.y <= corner.y + geometry.size;
    }) || null;
}

/** Pixels from the panel's corner to a part 0 … 1 along x, or along y, which points up. */
export function insetX({ size, inset }, part) { return inset + part * (size - 2 * inset); }
export function insetY({ size, inset }, part) { return size - inset - part * (size - 2 * inset); }
