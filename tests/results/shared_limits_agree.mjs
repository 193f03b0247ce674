// Compares the shared limits that the page computes at a pose with hexscan's.
import assert from "assert";

import { solvePose } from "../../src/results/page/kinematics.mjs";
import { numberAt } from "../../src/results/page/map_choice.mjs";

/** Throws where the page finds another number of a map, or another owner, than hexscan; two may have the same. */
function checkOwners({ owned, size }, solution) {
    const owners = Object.entries(owned).map(([map, sample]) => {
        const { numbers } = sample, all = Object.values(numbers), found = numberAt(sample, solution);
        if (all.length === 0) return undefined;
        const { row, value } = found;
        const extreme = sample.least ? Math.min(...all) : Math.max(...all);
        const off = Math.abs(numbers[row.name] - extreme), tolerance = sample.least ? size : Math.max(1, extreme);
        assert(off <= 1e-6 * tolerance, `${map}: ${row.name} has ${numbers[row.name]} of ${extreme}`);
        assert(Math.abs(value - extreme) <= 1e-6 * tolerance, `${map}: ${value}, hexscan says ${extreme}`);
        return row.kind;
    });
    return owners.filter((kind) => kind);
}

/** Throws if a limit's number or remaining margin on the page differs from hexscan's. */
export function checkSharedLimits(samples) {
    const owners = new Set();
    let unheld = 0;
    const kept = { gap: 0, singularity: 0, conditioning: 0, force: 0, torque: 0, stiffness: 0 };
    const asked = Object.assign({}, kept);
    const differ = (a, b, tolerance) => a !== b && !(Math.abs(a - b) <= tolerance);
    for (const sample of samples) {
        const { machine, limits, pose, size, states } = sample;
        const solution = solvePose(machine, limits, pose);
        // Owners are not compared if a rod does not reach.
        const closes = solution.states.every(({ row, clearance }) =>
            !["reach", "fold"].includes(row.kind) || clearance > 1e-3 * size);
        // At a singularity the forces are only rounding errors.
        const singular = !(Math.max(...Object.values(sample.owned.effort.numbers)) < 1e6);
        if (closes && !singular) checkOwners(sample, solution).forEach((kind) => owners.add(kind));
        solution.states.forEach((state, i) => {
            const { kind, dimension, name } = state.row;
            if (!(kind in kept) || !closes) return;
            const left = Number(states[i].left);
            if (left === -Infinity) {
                assert(state.singular && state.clearance === left, `${name} holds: ${state.asked}`);
                ++unheld;
                return;
            }
            // Near a singularity the forces are only rounding errors.
            if (["force", "torque"].includes(kind) && !(states[i].asked < 1e6)) return;
            const tolerance = 1e-6 * (dimension === "length" ? size : Math.max(1, Number(states[i].asked)));
            assert(!differ(state.asked, states[i].asked, tolerance), `${name}: ${state.asked}, ${states[i].asked}`);
            assert(!differ(state.clearance, left, tolerance), `left of ${name}: ${state.clearance}, ${left}`);
            kept[kind] += state.clearance >= 0 ? 1 : 0;
            ++asked[kind];
        });
    }
    for (const kind of ["gap", "base_plate", "platform_plate", "keep_out", "force", "torque"])
        assert(owners.has(kind), `no ${kind} is the number of a map`);
    assert(unheld > 100, `only ${unheld} forces are without bound`);
    for (const kind of Object.keys(kept))
        assert(asked[kind] > 200 && kept[kind] > 10 && kept[kind] < asked[kind],
               `${kept[kind]} of ${asked[kind]} keep their ${kind}`);
}
