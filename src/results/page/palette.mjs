// Colours of maps. The scale of numbers is viridis by its authors' values (van der Walt and Smith 2015, CC0): it
// stays in order for colour-blind eyes and in grey.

const viridis = [[68, 1, 84], [72, 40, 120], [62, 74, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137],
                 [53, 183, 121], [109, 205, 89], [180, 222, 44], [253, 231, 37]];

/** The colour of a part between 0 and 1 as [red, green, blue], 0 to 255. */
export function scaleColour(part) {
    const place = Math.min(1, Math.max(0, part)) * (viridis.length - 1);
    const low = Math.min(viridis.length - 2, Math.floor(place)), rest = place - low;
    return viridis[low].map((from, k) => Math.round(from + rest * (viridis[low + 1][k] - from)));
}

/** One hue per leg (Okabe and Ito 2008, told apart by colour-blind eyes); its four limits from dark to light. */
const legColours = [[0, 114, 178], [230, 159, 0], [0, 158, 115], [204, 121, 167], [86, 180, 233], [213, 94, 0]];
const lightness = [-0.35, 0, 0.4, 0.7];

/** The colour of an active limit, leg and limit counted from 0. */
export function limitColour(leg, limit) {
    const shade = lightness[limit], target = shade < 0 ? 0 : 255;
    return legColours[leg].map((value) => Math.round(value + Math.abs(shade) * (target - value)));
}

/** The code of a map of active limits as leg and limit, or null where none is active. */
export function limitOfCode(code) {
    return code >= 1 && code <= 24 ? { leg: Math.floor((code - 1) / 4), limit: (code - 1) % 4 } : null;
}

/** A colour for style sheets and canvases. */
export function cssColour(rgb) {
    return `rgb(${rgb.join(",")})`;
}
