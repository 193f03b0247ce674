// Draws thousands of marks directly into the pixels of an image. A canvas would need a call for each of them.

/** A colour [red, green, blue] as one pixel. */
export function pixel([red, green, blue]) {
    return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

/** A filled square, as offsets [x, y, 0]. */
export function squareShape(side) {
    const first = -Math.floor(side / 2), shape = [];
    for (let y = first; y < first + side; ++y) for (let x = first; x < first + side; ++x) shape.push([x, y, 0]);
    return shape;
}

/** A diamond as offsets [x, y, 0], with a rim of offsets [x, y, 1]. */
export function diamondShape(radius) {
    const shape = [];
    for (let y = -radius - 1; y <= radius + 1; ++y)
        for (let x = -radius - 1; x <= radius + 1; ++x) {
            const distance = Math.abs(x) + Math.abs(y);
            if (distance <= radius + 1) shape.push([x, y, distance > radius ? 1 : 0]);
        }
    return shape;
}

/** An image of pixels, one Uint32 each, row by row from the top. */
export class Raster {
    constructor(width, height, background) {
        this.width = width;
        this.height = height;
        this.bytes = new Uint8ClampedArray(4 * width * height);
        this.pixels = new Uint32Array(this.bytes.buffer).fill(background);
    }

    /** Draws lines across the whole image at these columns and rows. */
    gridLines(columns, rows, colour) {
        const { width, height, pixels } = this;
        for (const x of columns)
            for (let y = 0; y < height; ++y) if (x >= 0 && x < width) pixels[y * width + x] = colour;
        for (const y of rows) if (y >= 0 && y < height) pixels.fill(colour, y * width, (y + 1) * width);
    }

    /** Draws a shape at a pixel. Each offset [x, y, kind] gets the colour colours[kind]. Parts outside are cut off. */
    stamp(x, y, shape, colours) {
        const { width, height, pixels } = this;
        for (const [dx, dy, kind] of shape) {
            const column = x + dx, row = y + dy;
            if (column >= 0 && column < width && row >= 0 && row < height) pixels[row * width + column] = colours[kind];
        }
    }
}
