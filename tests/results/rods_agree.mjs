// Compares the page with hexscan: its kinematics of legs with rods, or with joints other than those that tilt, and its
// words about legs of every kind.
import assert from "assert";

import { leftOf, solvePose } from "../../src/results/page/kinematics.mjs";
import { nearestText, violationText } from "../../src/results/page/limit_words.mjs";
import { Units, significant } from "../../src/results/page/units.mjs";
import { isOnItsRail } from "./on_its_rail.mjs";

function close(actual, expected, tolerance, what) {
    assert(actual === expected || Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);
}

/** Throws if a number of a limit's state differs on the page. `unitOf(dimension)` is the scale of the tolerance. */
function checkStates(solution, states, unitOf, size, isArm) {
    assert.strictEqual(solution.states.length, states.length);
    solution.states.forEach(({ row, asked, clearance, room }, i) => {
        // If a rod is perpendicular to its rail or parallel to its arm, values are only accurate to the root of a
        // rounding error.
        const tolerance = 1e-6 * unitOf(row.dimension);
        close(asked, states[i].asked, tolerance, row.name);
        close(clearance, Number(states[i].left), tolerance, `what is left of ${row.name}`);
        // For joints of arms hexscan's room is a lower bound, too small by up to a hundredth.
        const expected = Number(states[i].room);
        if (!isArm || row.side === "" || expected === Infinity)
            close(room, expected, 1e-6 * size, `room to ${row.name}`);
        else if (expected >= 0)
            assert(room >= expected - 1e-9 * size && 0.99 * room <= expected + 2e-4 * size, `${row.name}: ${room}`);
        else assert(room < 0, `${row.name}: ${room}, ${expected}`);
    });
}

/** Checks random machines with all sorts of joints. */
export function checkRods(samples) {
    let kept = 0, asked = 0, carriages = 0;
    for (const { machine, limits, pose, size, states } of samples) {
        const solution = solvePose(machine, limits, pose);
        checkStates(solution, states, (dimension) => (dimension === "length" ? size : 1), size,
                    machine.legs === "rotary");
        kept += solution.states.filter(({ clearance }) => clearance >= 0).length;
        asked += states.length;
        for (const leg of solution.legs) carriages += isOnItsRail(machine, leg, solution, size) ? 1 : 0;
    }
    assert(asked > 10000 && kept > asked / 2 && kept < asked, `${kept} of ${asked} are kept`);
    assert(carriages > 300, `${carriages} carriages on their rails`);
}

/** Writes numbers as the program writes them in its words. */
class ProgramsUnits extends Units {
    constructor(units) {
        super(units);
        this.angleUnit = units.angle;
    }
    textOf(value, dimension) { return `${significant(this.of(value, dimension), 5)} ${this.unitOf(dimension)}`; }
}

/** The program's words about several legs, made from the page's words about the worst leg. */
function wordsOfLegs(words, legs) {
    const numbers = legs.map((leg) => `${leg + 1}`), last = numbers.length - 1;
    const isSentence = words.endsWith(")"), open = isSentence ? `${words.slice(0, -1)};` : `${words} (`;
    if (last === 0) return open;
    const all = last === 5 ? "all legs" : `legs ${numbers.slice(0, last).join(", ")} and ${numbers[last]}`;
    return isSentence ? open.replace(/^(leg \d) would (.*), by /, `${all} would $2, $1 by `) :
        open.replace(/^(leg \d)/, `${all} ($1 most)`);
}

/** Throws if the page's words differ from those of `hexscan check --at`, which names the worst of each kind. */
function checkWords(solution, whyNot, units) {
    const violated = solution.states.filter(({ clearance }) => clearance < 0);
    const kinds = Array.from(new Set(violated.map(({ row }) => row.kind)));
    const cures = whyNot.match(/would do|is enough for this limit alone/g) || [];
    assert.strictEqual(cures.length, kinds.length, whyNot);
    for (const kind of kinds) {
        const states = violated.filter(({ row }) => row.kind === kind);
        const worst = states.reduce((one, other) => (leftOf(other) < leftOf(one) ? other : one));
        const words = wordsOfLegs(violationText(worst, units), states.map(({ row }) => row.legs[0]));
        assert(whyNot.includes(words), `${words} is not in ${whyNot}`);
    }
    return kinds;
}

/** Compares the page with the reports of `hexscan check --at` about poses of one machine file. */
function checkTold(samples) {
    const seen = { reachable: 0, nearest: new Set(), kinds: new Set() };
    for (const { machine, limits, pose, size, states, told, units } of samples) {
        const solution = solvePose(machine, limits, pose), { row } = solution;
        const unitOf = (dimension) => (dimension === "length" ? units.metres : units.radians);
        if (machine.legs) checkStates(solution, states, unitOf, size, machine.legs === "rotary");
        assert.strictEqual(solution.states.every(({ clearance }) => clearance >= 0), told.reachable);
        close(solution.clearance, told.least.clearance_m, 1e-6 * units.metres, "clearance");
        assert.deepStrictEqual([row.kind, row.legs[0] + 1], [told.least.limit, told.least.leg]);
        const left = states[row.number - 1].left, text = new Units(units).textOf(left, row.dimension);
        if (told.reachable)
            assert(nearestText(solution, new Units(units)).endsWith(`): ${text} left.`), text);
        else
            checkWords(solution, told.why_not, new ProgramsUnits(units)).forEach((kind) => seen.kinds.add(kind));
        seen.reachable += told.reachable ? 1 : 0;
        seen.nearest.add(row.name);
    }
    // The poses must cover both verdicts and many limits, or their agreement would prove nothing.
    assert(samples.length >= 200 && seen.reachable >= 40 && samples.length - seen.reachable >= 40, seen.reachable);
    assert(seen.nearest.size >= 8 && seen.kinds.size >= 3, `${seen.nearest.size}, ${Array.from(seen.kinds)}`);
}

export function checkToldPoses(platforms) {
    assert.deepStrictEqual(platforms.map(([{ machine }]) => machine.legs), ["slider", "rotary", "rotary", undefined]);
    platforms.forEach(checkTold);
}
