// Limits that legs share, as the page computes them of a pose.
import assert from "assert";

import { solvePose } from "../../src/results/page/kinematics.mjs";

/** Throws where the page asks another number of a limit than hexscan does, or has another one left. */
export function checkSharedLimits(samples) {
    const kept = { gap: 0, singularity: 0, conditioning: 0, force: 0, torque: 0 }, asked = Object.assign({}, kept);
    const differ = (a, b, tolerance) => a !== b && !(Math.abs(a - b) <= tolerance);
    for (const { machine, limits, pose, size, states } of samples) {
        const solution = solvePose(machine, limits, pose);
        // What rods that do not reach hold nobody asks.
        const closes = solution.states.every(({ row, clearance }) =>
            !["reach", "fold"].includes(row.kind) || clearance > 1e-3 * size);
        solution.states.forEach((state, i) => {
            const { kind, dimension, name } = state.row;
            if (!(kind in kept) || !closes) return;
            // Forces of singular legs are rounding.
            if (["force", "torque"].includes(kind) && !(state.asked < 1e6)) return;
            const tolerance = 1e-6 * (dimension === "length" ? size : Math.max(1, Number(states[i].asked)));
            assert(!differ(state.asked, states[i].asked, tolerance), `${name}: ${state.asked}, ${states[i].asked}`);
            const left = Number(states[i].left);
            assert(!differ(state.clearance, left, tolerance), `left of ${name}: ${state.clearance}, ${left}`);
            kept[kind] += state.clearance >= 0 ? 1 : 0;
            ++asked[kind];
        });
    }
    for (const kind of Object.keys(kept))
        assert(asked[kind] > 200 && kept[kind] > 10 && kept[kind] < asked[kind],
               `${kept[kind]} of ${asked[kind]} keep their ${kind}`);
}
