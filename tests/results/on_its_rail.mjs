// Checks that a carriage of a solved pose is on the rail that the page draws.
import assert from "assert";

import { railOf } from "../../src/results/page/kinematics.mjs";

/** True if a carriage keeps its travel. Throws if it then is not on its rail. */
export function isOnItsRail(machine, leg, solution, size) {
    const rail = railOf(machine, leg.index);
    assert.strictEqual(rail !== null, machine.legs === "slider");
    const travel = solution.states.filter(({ row }) => row.legs.includes(leg.index) && row.side === "");
    if (!rail || !travel.every(({ clearance }) => clearance >= 0)) return false;
    const distance = (a, b) => Math.hypot(...a.map((component, k) => component - b[k]));
    const off = distance(rail.from, leg.foot) + distance(leg.foot, rail.to) - distance(rail.from, rail.to);
    assert(off <= 1e-6 * size, `the carriage is off its rail: its way is ${off} longer`);
    return true;
}
