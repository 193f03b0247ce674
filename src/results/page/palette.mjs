// Colours of maps, the same as in the PNG files. The program writes them into the page
// (src/results/pictures/map_colours.h).

/** A colour "rrggbb" as [red, green, blue], 0 to 255. */
function rgbOf(hex) {
    return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

// Entries of a palette of numbers, as in MapColours.
export const belowScale = 0, firstLevel = 1, lastLevel = 253, beyondScale = 254, noNumber = 255;

/** The entry of the palette for a cell of a map. */
export function entryOf(map, cell) {
    return map.entries ? map.entries[cell] : cell;
}

/** The colour of a palette's entry as [red, green, blue], or null if the entry is transparent. */
export function entryColour({ codes, colours: { palette } }, entry) {
    const isColoured = entry >= firstLevel && entry < (codes ? palette.length : noNumber);
    return isColoured ? rgbOf(palette[entry]) : null;
}

/** A colour for style sheets and canvases. */
export function cssColour(rgb) {
    return `rgb(${rgb.join(",")})`;
}
