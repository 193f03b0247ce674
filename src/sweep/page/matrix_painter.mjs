// Paints the parts of the scatter matrix that change with brushes, colours and sizes, but not with the pointer.
import { themeRgb, themeColour } from "../../results/page/theme.mjs";
import { insetX, insetY, panelCorner } from "./matrix_layout.mjs";
import { drawTitle, fittedText, layerLike, useLetters } from "./plot_text.mjs";
import { Raster, diamondShape, pixel, squareShape } from "./raster.mjs";

const histogramBins = 20, mostTicks = 4;

/** The position of a machine that a panel does not show. */
export const nowhere = -32768;

export class MatrixPainter {
    /** Paints a matrix {columns, rows, panels} on a layer as large as `canvas`, with `ratio` pixels per CSS pixel. */
    constructor(state, matrix, geometry, canvas, ratio) {
        Object.assign(this, matrix, { state, geometry, ratio, layer: layerLike(canvas, ratio) });
        const pixels = (column, inset) => Int16Array.from(column.values, (value) => (Number.isNaN(value) ? nowhere :
            Math.round(ratio * inset(geometry, column.place(value)))));
        this.xs = this.columns.map((column) => pixels(column, insetX));
        this.ys = this.rows.map((column) => pixels(column, insetY));
    }

    /** Paints all panels again, after a change of brushes or colours. */
    paint() {
        const { layer, geometry } = this, colour = (name) => pixel(themeRgb(name));
        this.colours = { plot: colour("plot"), grid: colour("grid"), faint: colour("line"), inside: colour("reach"),
                         front: colour("accent"), rim: colour("card") };
        layer.clearRect(0, 0, geometry.width, geometry.height);
        for (const panel of this.panels) {
            if (panel.x === panel.y) this.paintDistribution(panel);
            else this.paintPoints(panel);
        }
        this.columns.forEach((column, i) => this.columnTexts(column, panelCorner(geometry, { row: 0, column: i }).x));
        this.rows.forEach((column, i) => this.rowTexts(column, panelCorner(geometry, { row: i, column: 0 }).y));
    }

    columnTexts(column, x) {
        const { layer, geometry } = this, y = geometry.height - 28;
        drawTitle(layer, column, x + geometry.size / 2, y, geometry.size);
        useLetters(layer, 10, "center", "middle");
        let free = -Infinity;
        for (const { value, text } of column.ticks(mostTicks)) {
            const middle = x + insetX(geometry, column.place(value)), half = layer.measureText(text).width / 2;
            if (middle - half < free) continue;
            layer.fillText(text, middle, y - 12);
            free = middle + half + 4;
        }
    }

    rowTexts(column, y) {
        const { layer, geometry } = this;
        layer.save();
        layer.translate(8, y + geometry.size / 2);
        layer.rotate(-Math.PI / 2);
        drawTitle(layer, column, 0, 0, geometry.size);
        layer.restore();
        if (column === this.columns[0]) return;  // the vertical axis of that panel shows counts, not values of a column
        useLetters(layer, 10, "right", "middle");
        for (const { value, text } of column.ticks(mostTicks))
            layer.fillText(fittedText(layer, text, 46), geometry.left - 3, y + insetY(geometry, column.place(value)));
    }

    paintPoints(panel) {
        const { state: { designs, inside }, colours, geometry, ratio } = this;
        const xs = this.xs[panel.column], ys = this.ys[panel.row], side = Math.round(geometry.size * ratio);
        const raster = new Raster(side, side, colours.plot);
        const pixels = (column, inset) => column.ticks(mostTicks).map(({ value }) =>
            Math.round(ratio * inset(geometry, column.place(value))));
        raster.gridLines(pixels(panel.x, insetX), pixels(panel.y, insetY), colours.grid);
        const square = squareShape(Math.round((designs.count > 1500 ? 2 : designs.count > 100 ? 3 : 5) * ratio));
        const diamond = diamondShape(Math.round(3 * ratio));
        // The most important machines are painted last: first faint machines, then machines within all brushes, then
        // machines on the front.
        const passes = [[0, 0, square, [colours.faint]], [0, 1, diamond, [colours.faint, colours.rim]],
                        [1, 0, square, [colours.inside]], [1, 1, diamond, [colours.front, colours.rim]]];
        for (const [isInside, isFront, shape, palette] of passes)
            for (let i = 0; i < designs.count; ++i)
                if (inside[i] === isInside && designs.front[i] === isFront && xs[i] !== nowhere && ys[i] !== nowhere)
                    raster.stamp(xs[i], ys[i], shape, palette);
        const corner = panelCorner(geometry, panel);
        this.layer.putImageData(new ImageData(raster.bytes, side, side), Math.round(corner.x * ratio),
                                Math.round(corner.y * ratio));
    }

    paintDistribution(panel) {
        const { state: { designs, inside }, layer, geometry: { size, inset } } = this, { x: column } = panel;
        const corner = panelCorner(this.geometry, panel);
        layer.fillStyle = themeColour("plot");
        layer.fillRect(corner.x, corner.y, size, size);
        if (column.isEmpty) {
            useLetters(layer, 11, "center", "middle");
            layer.fillText("no values", corner.x + size / 2, corner.y + size / 2);
            return;
        }
        const every = column.histogram(histogramBins, new Uint8Array(designs.count).fill(1));
        const scale = (size - 2 * inset) / Math.max(...every), step = (size - 2 * inset) / histogramBins;
        const bars = (counts, colour) => {
            layer.fillStyle = themeColour(colour);
            counts.forEach((count, i) => layer.fillRect(corner.x + inset + i * step + 0.5,
                                                        corner.y + size - count * scale, step - 1, count * scale));
        };
        bars(every, "line");
        bars(column.histogram(histogramBins, inside), "reach");
    }
}
