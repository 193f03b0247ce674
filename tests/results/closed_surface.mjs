// Checks that a surface is closed: triangles use every edge equally often in both directions, and enclose a volume.
import assert from "assert";

import { boxFillings, surfaceNets } from "../../src/results/page/surface.mjs";

/**
 * Checks that every edge has as many triangles in one direction as in the other, and that the volume is positive and as
 * expected.
 */
export function checkSurface(grid, runsOf, volume, tolerance) {
    const { positions, triangles } = surfaceNets(boxFillings(grid, runsOf));
    assert(triangles.length > 0);
    const balance = new Map();
    let sum = 0;
    for (let t = 0; t < triangles.length; t += 3) {
        const corner = [0, 1, 2].map((k) => triangles[t + k]);
        corner.forEach((from, k) => {
            const to = corner[(k + 1) % 3], key = Math.min(from, to) * 1e7 + Math.max(from, to);
            balance.set(key, (balance.get(key) || 0) + (from < to ? 1 : -1));
        });
        const [a, b, c] = corner.map((i) => positions.slice(3 * i, 3 * i + 3));
        sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                a[2] * (b[0] * c[1] - b[1] * c[0])) / 6;
    }
    assert(Array.from(balance.values()).every((count) => count === 0), "an edge is open");
    assert(Math.abs(sum / volume - 1) <= tolerance, `volume ${sum} in place of ${volume}`);
}
