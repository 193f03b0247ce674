// The difference of two colours, for normal and colour-blind eyes.

/** Matrices that convert linear light into the colours that eyes see (Machado, Oliveira, Fernandes 2009). */
const eyes = {
    usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const toXyz = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]];
const times = (rows, v) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const radians = (degrees) => degrees * Math.PI / 180;

/** A colour "rrggbb" in linear light. */
function linear(hex) {
    return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4)));
}

function labOf(light) {
    const [x, y, z] = times(toXyz, light.map((value) => Math.min(1, Math.max(0, value))))
        .map((value, k) => value / [0.95047, 1, 1.08883][k])
        .map((value) => (value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 * value + 16) / 116));
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIEDE2000 of two colours in CIELAB (Sharma, Wu, Dalal 2005). */
export function labDifference([l1, a1, b1], [l2, a2, b2]) {
    const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
    const g = 1 + 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
    const c1 = Math.hypot(a1 * g, b1), c2 = Math.hypot(a2 * g, b2);
    const hue = (a, b) => (Math.atan2(b, a * g) * 180 / Math.PI + 360) % 360, h1 = hue(a1, b1), h2 = hue(a2, b2);
    const turn = c1 * c2 === 0 ? 0 : (h2 - h1 + 540) % 360 - 180;
    const l = (l1 + l2) / 2, c = (c1 + c2) / 2;
    const h = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : ((h1 + h2 + 360) / 2) % 360;
    const cosine = (factor, shift) => Math.cos(radians(factor * h + shift));
    const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
    const dl = (l2 - l1) / (1 + 0.015 * (l - 50) ** 2 / Math.sqrt(20 + (l - 50) ** 2));
    const dc = (c2 - c1) / (1 + 0.045 * c);
    const dh = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2)) / (1 + 0.015 * c * t);
    const rotation = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
        Math.sin(radians(60 * Math.exp(-(((h - 275) / 25) ** 2))));
    return Math.sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

/** The smallest difference of any two colours "rrggbb", for any of the eyes. */
export function leastDifference(colours) {
    let least = Infinity;
    for (const eye of Object.values(eyes)) {
        const labs = colours.map((hex) => labOf(times(eye, linear(hex))));
        labs.forEach((a, i) => labs.slice(0, i).forEach((b) => {
            least = Math.min(least, labDifference(a, b));
        }));
    }
    return least;
}

/** The contrast of two colours (WCAG 2.2). */
export function contrast(a, b) {
    const [low, high] = [a, b].map((hex) => times(toXyz, linear(hex))[1]).sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
}
