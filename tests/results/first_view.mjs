// Tests where the page's first view looks: at the whole machine and its grid, wherever its frame is.
import assert from "assert";

import { drawnOffset, extentOf } from "../../src/results/page/extent.mjs";

/** Throws if the first view misses the machine. `close` compares two numbers within a tolerance. */
export function checkFirstView(close) {
    const side = (radius, [x, y, z]) => ({ joints_m: [0, 1, 2, 3, 4, 5].map((k) =>
        [x + radius * Math.cos(k * Math.PI / 3), y + radius * Math.sin(k * Math.PI / 3), z]) });
    const machineAt = (base, platform) =>
        ({ base: side(1, base), platform: side(0.7, platform), orientation_order: "zyx" });
    const range = (middle, half) => ({ from_m: middle - half, to_m: middle + half });
    const gridAbout = ([x, y, z]) => ({ x: range(x, 0.9), y: range(y, 0.9), z: range(z, 0.5) });
    const level = { roll: 0, pitch: 0, yaw: 0 }, here = [0, 0, 0];
    const closeTo = (actual, expected, what) => actual.forEach((value, k) => close(value, expected[k], 1e-9, what));

    const plain = machineAt(here, here), grid = gridAbout([0, 0, 1.5]);
    assert.deepStrictEqual(drawnOffset(plain, level), here);
    const extent = extentOf(plain, grid, here);
    closeTo(extent.centre, [0, 0, 1], "centre");
    close(extent.radius, Math.hypot(1, 0.9, 1), 1e-9, "radius");

    // The joints are 5 m above the tool point that the scan positions. The machine is drawn at their middle.
    const hanging = machineAt(here, [0, 0, 5]), below = gridAbout([0, 0, -3.5]);
    closeTo(drawnOffset(hanging, level), [0, 0, 5], "offset");
    closeTo(drawnOffset(hanging, { roll: Math.PI / 2, pitch: 0, yaw: 0 }), [0, -5, 0], "turned offset");
    const hangingExtent = extentOf(hanging, below, drawnOffset(hanging, level));
    closeTo(hangingExtent.centre, extent.centre, "centre of a hanging machine");
    close(hangingExtent.radius, extent.radius, 1e-9, "radius of a hanging machine");

    // The same machine, far from its frame's origin, looks as large as at the origin.
    const far = extentOf(machineAt([30, 0, -20], here), gridAbout([30, 0, -18.5]), here);
    closeTo(far.centre, [30, 0, -19], "centre of a far machine");
    close(far.radius, extent.radius, 1e-9, "radius of a far machine");

    // The axes of a near frame are in the view, even if the machine hangs below it.
    const under = extentOf(plain, gridAbout([0, 0, -1.5]), here);
    closeTo(under.centre, [0, 0, -0.875], "centre below the axes");
    close(under.radius, Math.hypot(1, 0.9, 1.125), 1e-9, "radius with the axes");
}
