// Compares the page with `hexscan check --at` for a load on machines that are singular within rounding.
import assert from "assert";
import { execFileSync, spawnSync } from "child_process";
import fs from "fs";

import { solvePose } from "../../src/results/page/kinematics.mjs";
import { pointTexts, violationsOf } from "../../src/results/page/limit_words.mjs";
import { Units } from "../../src/results/page/units.mjs";

/** A base and a platform that are similar hexagons, except that the platform's joints are turned by ±`turn` degrees. */
const hexagons = (turn, load, most = "[90, 90, 60, 90, 90, 90]") => `name: hexagons
units: {length: mm, angle: deg}
base: {joints: [${[0, 1, 2, 3, 4, 5].map((k) => joint(1000, k * 60))}]}
platform: {joints: [${[0, 1, 2, 3, 4, 5].map((k) => joint(500, k * 60 + (k % 2 ? turn : -turn)))}]}
legs: {min: 1200, max: 2000, max_force: ${most}}
load: ${load}
home: {z: 1450}
`;

function joint(radius, angle) {
    const part = angle * Math.PI / 180;
    return `[${(radius * Math.cos(part)).toFixed(9)}, ${(radius * Math.sin(part)).toFixed(9)}, 0]`;
}

/** A machine with arms and a load. Its second leg is at the place of the first one. */
function twoArmsInOnePlace(reachyMini) {
    const bare = reachyMini.replace(/^requirements:[^]*/m, "");
    const doubled = ["zero", "base", "platform"].reduce((text, key) =>
        text.replace(new RegExp(`(  ${key}:|${key}:\\n  joints:)(\\n    - .*)\\n    - .*`), "$1$2$2"), bare)
        .replace("up: [[0, 0, 1], [0, 0, -1]", "up: [[0, 0, 1], [0, 0, 1]")
        .replace("angle: [[-48, 80], [-80, 70]", "angle: [[-48, 80], [-48, 80]")
        .replace("branch: [behind, ahead", "branch: [behind, behind");
    return doubled.replace("  arm: 40\n", "  arm: 40\n  max_torque: 0.2\n") + "load: {force: [0, 0, -5]}\n";
}

const poses = [[0, 0, 0, 0, 0, 0], [10, 20, 30, 3, 4, 5], [-7, 3, -12, 0, 0, 0], [2, -9, 5, -6, 2, 1],
               [1, 1, -1, 0, 0, 9], [-4, 8, 2, 5, 0, 0], [900, 0, 0, 0, 0, 0]];

/**
 * Compares one machine at several poses. Counts the reachable poses, and the poses that only a load on singular legs
 * forbids.
 */
function checkMachine(text, file, hexscan) {
    const folder = `${file}_page`, home = Number(text.match(/home: \{z: (\d+)\}/)[1]);
    fs.writeFileSync(file, text);
    execFileSync(hexscan, ["scan", "--platform", file, "--device", "cpu", "--grid", "3x3x3", "--image", "none",
                           "--output", folder], { stdio: "ignore" });
    const html = fs.readFileSync(`${folder}/index.html`, "utf8");
    const data = JSON.parse(html.match(/id="hexscan-data">([^]*?)<\/script>/)[1]), units = new Units(data.units);
    const seen = { held: 0, singular: 0 };
    for (const [x, y, z, ...angles] of poses) {
        const at = [x, y, home + z, ...angles];
        const told = JSON.parse(spawnSync(hexscan, ["check", file, `--at=${at}`, "--json"]).stdout.toString());
        const [roll, pitch, yaw] = ["roll", "pitch", "yaw"].map((name) => told.pose[`${name}_rad`]);
        const [px, py, pz] = told.pose.position_m;
        const solution = solvePose(data.record.machine, data.limits, { x: px, y: py, z: pz, roll, pitch, yaw });
        const violations = violationsOf(solution.states, units), where = `${file} at ${at}`;
        assert.strictEqual(violations.length === 0, told.reachable, `${where}: ${JSON.stringify(violations)}`);
        seen.held += told.reachable ? 1 : 0;
        const said = violations.filter(({ singular }) => singular).map((one) => one.text);
        const expected = (told.why_not || "").split("; ").filter((one) => one.includes("the legs are singular"));
        assert.deepStrictEqual(said, expected, where);
        if (told.why_not !== expected.join("; ") || expected.length === 0) continue;
        assert.deepStrictEqual(pointTexts(solution, false, units), expected, where);
        seen.singular += 1;
    }
    return seen;
}

/** Checks that the page and the program say the same about singular and other machines. */
export function checkSingularLoads(folder, hexscan, reachyMini) {
    const loads = ["{force: [0, 0, -100]}", "{force: [0, 0, 0]}", "{force: [3, 0, -600], at: [0, 0, 300]}"];
    const similar = loads.map((load, i) => checkMachine(hexagons(0, load), `${folder}/similar_${i}.yaml`, hexscan));
    assert.deepStrictEqual(similar, loads.map(() => ({ held: 0, singular: poses.length - 1 })));
    const turned = checkMachine(hexagons(15, loads[0]), `${folder}/turned.yaml`, hexscan);
    assert.deepStrictEqual(turned, { held: poses.length - 1, singular: 0 });
    // Legs whose rank is below 6, but which are not singular within rounding, have forces. If a leg carries too much,
    // the words are the same as for singular legs.
    const nearly = checkMachine(hexagons(1e-8, loads[2], "[1e12, 90, 60, 1e12, 90, 1e12]"), `${folder}/nearly.yaml`,
                                hexscan);
    assert.deepStrictEqual(nearly, { held: 0, singular: poses.length - 1 });
    const arms = checkMachine(twoArmsInOnePlace(reachyMini), `${folder}/arms.yaml`, hexscan);
    assert(arms.held === 0 && arms.singular > 3, JSON.stringify(arms));
}
