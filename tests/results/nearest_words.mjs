// Compares the page's words about the nearest limit with hexscan's rooms. The room of a limit is how far the platform
// can move before it meets that limit. The page does not know the rooms of some limits.
import assert from "assert";

import { solvePose } from "../../src/results/page/kinematics.mjs";
import { nearestText, pointTexts } from "../../src/results/page/limit_words.mjs";
import { Units } from "../../src/results/page/units.mjs";

const gaps = ["gap", "base_plate", "platform_plate", "keep_out"];
const others = ["singularity", "conditioning", "force", "torque", "stiffness"];

/** Names of a machine's limits whose room its pages do not know, in the table's order. */
function unknownOf(limits, knowsGaps) {
    const nameOf = (kind) => (gaps.includes(kind) && !knowsGaps ? "gap" : others.includes(kind) ? kind : "");
    const names = limits.map(({ kind }) => nameOf(kind));
    return Array.from(new Set(names)).filter((name) => name !== "");
}

/** Throws if the page promises more room than hexscan does, unless it names the limits that it does not count. */
function checkPromise({ machine, pose, size, states }, limits, knowsGaps, units) {
    const solution = solvePose(machine, limits, pose), unknown = unknownOf(limits, knowsGaps);
    if (!(solution.clearance >= 0)) return undefined;
    const [said] = pointTexts(solution, true, units), words = nearestText(solution, units);
    const [before, after] = said.includes(": ") ? said.split(": ") : ["", said];
    assert.strictEqual(after, `${units.lengthText(solution.clearance, 4)} to ${solution.row.name}`);
    const start = before === "" ? "" : `${before[0].toUpperCase()}${before.slice(1)}: c`;
    assert(words.startsWith(`${start || "C"}an move ${units.lengthText(solution.clearance, 4)} `), words);
    if (unknown.length === 0) {
        const least = Math.min(...limits.map(({ number }) => Number(states[number - 1].room)));
        assert(solution.clearance <= least + 1e-6 * size, `${said}, hexscan says ${least}`);
    }
    const expected = [unknown.slice(0, -1).join(", "), unknown[unknown.length - 1]].filter((part) => part);
    assert.strictEqual(before, unknown.length === 0 ? "" : `${expected.join(" and ")} not counted`);
    return before;
}

/** Checks random machines with shared limits: with all of them, with gaps only, and with forces only. */
export function checkNearestWords(samples) {
    const units = new Units({ length: "mm", metres: 0.001, angle: "deg", radians: Math.PI / 180 }), said = new Map();
    for (const sample of samples) {
        const { machine, limits } = sample;
        const knowsGaps = !machine.legs && !machine.base.universal && !machine.platform.universal;
        const without = (kinds) => limits.filter(({ kind }) => !kinds.includes(kind));
        for (const some of [limits, without(others), without([...gaps, "singularity", "conditioning", "stiffness"])]) {
            const before = checkPromise(sample, some, knowsGaps, units);
            said.set(before, (said.get(before) || 0) + 1);
        }
    }
    for (const words of ["", "gap not counted", "force not counted", "force and torque not counted",
                         "singularity, conditioning, force and stiffness not counted",
                         "gap, singularity, conditioning, force and stiffness not counted",
                         "gap, singularity, conditioning, force, torque and stiffness not counted"])
        assert(said.get(words) > 5, `"${words}" is said ${said.get(words)} times`);
}
