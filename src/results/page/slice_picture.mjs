// A slice as a picture, with one pixel per shown point and the highest y on top. It shows the reachable points, or a
// map in colours with the workspace's border. The slice view and the 3-D view both show it.
import { reachableBytes } from "./decode.mjs";
import { entryColour, entryOf } from "./palette.mjs";
import { themeRgb } from "./theme.mjs";

/** Red, green, blue and opacity as one pixel of a little-endian image. All machines with browsers are little-endian. */
const pixelOf = (rgb, alpha) => ((alpha << 24) | (rgb[2] << 16) | (rgb[1] << 8) | rgb[0]) >>> 0;

/** The colours of all 256 cells of a map. Cells below the scale and cells without a number are transparent. */
export function cellPixels(map) {
    return Uint32Array.from({ length: 256 }, (none, cell) => {
        const colour = entryColour(map, entryOf(map, cell));
        return colour ? pixelOf(colour, 255) : 0;
    });
}

/** True if exactly one of a point and a neighbour in x or y is reachable. Points beyond the grid are not reachable. */
function isBeside(reachable, columns, column, row, i) {
    const own = reachable[i], isOther = (inside, at) => (inside ? reachable[at] : 0) !== own;
    return isOther(column > 0, i - 1) || isOther(column < columns - 1, i + 1) || isOther(row > 0, i - columns) ||
        isOther(i + columns < reachable.length, i + columns);
}

export class SlicePicture {
    /** `plane` is {x, y}: the axes of the grid to the right and up. */
    constructor(plane) {
        this.plane = plane;
        this.canvas = document.createElement("canvas");
        this.canvas.width = plane.x.shown;
        this.canvas.height = plane.y.shown;
    }

    /**
     * Draws what `fill(pixels, width, height)` writes. All pixels are transparent at first. The row with the highest y
     * is at the top.
     */
    paint(fill) {
        const { width, height } = this.canvas, context = this.canvas.getContext("2d");
        const picture = context.createImageData(width, height);
        fill(new Uint32Array(picture.data.buffer), width, height);
        context.putImageData(picture, 0, 0);
    }

    /** Shows the reachable points in one colour. */
    showRuns({ rowBegin, first, last }) {
        const colour = pixelOf(themeRgb("reach"), 235);
        this.paint((pixels, width, height) => {
            for (let row = 0; row < height; ++row) {
                const begin = (height - 1 - row) * width;
                for (let k = rowBegin[row]; k < rowBegin[row + 1]; ++k)
                    pixels.fill(colour, begin + first[k], begin + last[k] + 1);
            }
        });
    }

    /**
     * Shows the cells of a map. A row has `columns` cells. `steps`, {x, y}, is the distance of cells in points. A cell
     * stands for the points around it.
     */
    showMap(map, cells, columns, steps, runs) {
        const { plane } = this, reachable = reachableBytes(runs, this.canvas.width), colours = cellPixels(map);
        // On a map of codes the border has two colours, one on either side, so that it is visible on any colour of the
        // map. On a map of numbers it has only the inner colour, because outside the border the numbers continue
        // towards it.
        const inner = pixelOf(themeRgb("text"), 255), outer = pixelOf(themeRgb("card"), 255);
        const hasEdge = (point) => map.codes || reachable[point] === 1;
        const places = (axis, step, count) => Int32Array.from(
            { length: axis.shown }, (none, i) => Math.min(count - 1, Math.round(i * axis.step / step)));
        const cellColumn = places(plane.x, steps.x, columns);
        const cellRow = places(plane.y, steps.y, cells.length / columns);
        const colourAt = (column, row, point) => (
            hasEdge(point) && isBeside(reachable, plane.x.shown, column, row, point) ?
                (reachable[point] ? inner : outer) :
            colours[cells[cellRow[row] * columns + cellColumn[column]]]);
        this.paint((pixels, width, height) => {
            for (let row = 0; row < height; ++row)
                for (let column = 0; column < width; ++column)
                    pixels[(height - 1 - row) * width + column] = colourAt(column, row, row * width + column);
        });
    }
}
