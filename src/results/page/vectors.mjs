// Vectors are lists of three components, rotations are lists of three rows. The file also computes sines and cosines.

/** Replaces a value that is within rounding error of 0, +-1/2 or +-1 by that number. */
function snapToHalf(value) {
    const nearest = Math.round(2 * value) / 2;
    return Math.abs(value - nearest) < 1e-15 ? nearest : value;
}
export const exactSin = (angle) => snapToHalf(Math.sin(angle));
export const exactCos = (angle) => snapToHalf(Math.cos(angle));

export const dotProduct = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const crossProduct = (a, b) =>
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a) => Math.sqrt(dotProduct(a, a));
export const plus = (a, b, factor = 1) => a.map((component, k) => component + factor * b[k]);
export const opposite = (a) => a.map((component) => -component);

/** A vector turned by a rotation. */
export const turned = (rotation, v) => rotation.map((row) => dotProduct(row, v));
