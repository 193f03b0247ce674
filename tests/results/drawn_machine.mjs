// Checks the machine that the page draws: the positions of rods, arms, carriages and rails at solved poses, and which
// of them are red.
import assert from "assert";
import vm from "vm";

import { keepsLimits, solvePose } from "../../src/results/page/kinematics.mjs";
import { MachineModel } from "../../src/results/page/machine_model.mjs";

/** The parts of a browser that the model needs, with the three.js that a page contains. */
function startDrawing(html) {
    const library = Array.from(html.matchAll(/<script>\n([^]*?)\n<\/script>/g), ([, text]) => text)
        .find((text) => text.includes("THREE"));
    const context = { strokeText() {}, fillText() {} };
    Object.assign(global, { self: global, document: { createElement: () => ({ getContext: () => context }) },
                            getComputedStyle: () => ({ getPropertyValue: () => "#808080" }) });
    vm.runInThisContext(library);
    return global.THREE;
}

const distance = (a, b) => Math.hypot(...a.map((component, k) => component - b[k]));

/** Both ends of a drawn bar. The end nearer to `place` is first. */
function endsOf(THREE, bar, place) {
    bar.updateMatrixWorld(true);
    const ends = [-0.5, 0.5].map((y) => bar.localToWorld(new THREE.Vector3(0, y, 0)).toArray());
    return distance(ends[0], place) < distance(ends[1], place) ? ends : ends.reverse();
}

/** Checks the drawn parts of one leg whose rod reaches. Returns true if its carriage is on a rail. */
function checkLeg(THREE, { model, machine, solution, size }, index) {
    const { sleeve, rod, base, platform, rail } = model.legs[index], { materials } = model;
    const near = (value, expected, what) =>
        assert(Math.abs(value - expected) <= 1e-8 * size, `leg ${index + 1}, ${what}: ${value}, not ${expected}`);
    const [foot, end] = endsOf(THREE, rod, base.position.toArray());
    const joint = new THREE.Vector3(...machine.platform.joints_m[index]);
    near(distance(foot, end), machine.rod_m[index], "the rod");
    near(distance(end, joint.applyMatrix4(model.platform.matrix).toArray()), 0, "the rod at the platform");
    near(distance(foot, base.position.toArray()), 0, "the lower joint at the rod");
    near(distance(end, platform.position.toArray()), 0, "the upper joint at the rod");
    const motor = machine.base.joints_m[index], [pivot, tip] = endsOf(THREE, sleeve, motor);
    near(distance(pivot, motor), 0, "the motor");
    near(distance(tip, foot), 0, "the arm at the rod");
    const keeps = keepsLimits(solution, index, "");
    for (const part of [sleeve, rod, base]) assert(keeps || part.material === materials.bad, "is not red");
    assert.strictEqual(sleeve.material === materials.bad, !keeps);
    if (machine.legs === "rotary") near(distance(pivot, tip), machine.arm_m[index], "the arm");
    assert.strictEqual(rail !== undefined, machine.legs === "slider");
    if (!rail) return keeps;
    const [from, to] = endsOf(THREE, rail, foot), way = distance(from, foot) + distance(foot, to);
    if (keeps) near(way, distance(from, to), "the carriage on its rail");
    else assert(way > distance(from, to), "a carriage beyond its rail is on it");
    return keeps;
}

/** Checks the machines of machine files, each at several poses. `html` is a page. */
export function checkDrawnMachines(html, platforms) {
    const THREE = startDrawing(html);
    for (const samples of platforms) {
        const [{ machine, size, limits }] = samples, model = new MachineModel(machine, size, new THREE.Vector3());
        const seen = { kept: 0, red: 0 };
        for (const { pose } of samples) {
            const solution = solvePose(machine, limits, pose), shown = { model, machine, solution, size };
            model.show(solution);
            const reaches = solution.states.filter(({ row, clearance }) =>
                ["reach", "fold"].includes(row.kind) && clearance < 0).map(({ row }) => row.legs[0]);
            for (const { index } of solution.legs)
                if (!reaches.includes(index)) ++seen[checkLeg(THREE, shown, index) ? "kept" : "red"];
        }
        assert(seen.kept > 300 && seen.red > 20, `${seen.kept} legs keep their limits, ${seen.red} do not`);
    }
}
