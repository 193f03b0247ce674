// Colours of maps: those that the PNG files have, which the program wrote into the page
// (src/results/pictures/map_colours.h).

/** A colour "rrggbb" as [red, green, blue], 0 to 255. */
function rgbOf(hex) {
    return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** The palette's number for a value of a map of numbers; 0 where nothing holds. MapColours::index_of is the same. */
function colourIndex(value, { high, palette }) {
    const part = value / high;
    return part >= 0 ? Math.floor(1 + Math.min(part, 1) * (palette.length - 2) + 0.5) : 0;
}

/** The colour of a map's value or code as [red, green, blue], or null where it stays clear. */
export function mapColour(map, value) {
    const { palette, high } = map.colours, index = high === null ? value : colourIndex(value, map.colours);
    return index >= 1 && index < palette.length ? rgbOf(palette[index]) : null;
}

/** A colour for style sheets and canvases. */
export function cssColour(rgb) {
    return `rgb(${rgb.join(",")})`;
}
