// Inverse kinematics of a 6-UPS hexapod and its limits: the formulas of kernels/clearance.h and
// src/machine/rotation.h (Merlet, Parallel Robots, 2nd ed., ch. 3 and 7). A test holds them against hexscan's on 1000
// random poses. SI throughout.

/** The limits of a leg, in the order of its clearances. */
export const legLimits = ["shortest", "longest", "base", "platform"];

/** The nearest of 0, +-1/2 and +-1 where a value is a rounding error away from it. */
function snapToHalf(value) {
    const nearest = Math.round(2 * value) / 2;
    return Math.abs(value - nearest) < 1e-15 ? nearest : value;
}
const exactSin = (angle) => snapToHalf(Math.sin(angle));
const exactCos = (angle) => snapToHalf(Math.cos(angle));

const dotProduct = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const crossProduct = (a, b) =>
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a) => Math.sqrt(dotProduct(a, a));

/** What roll, pitch and yaw mean, in words. */
export function anglesText(order) {
    const rotation = order === "xyz" ? "R = Rx(roll) Ry(pitch) Rz(yaw)" : "R = Rz(yaw) Ry(pitch) Rx(roll)";
    return `Angles: ${rotation}, about fixed axes.`;
}

/** The rows of Rz(yaw) Ry(pitch) Rx(roll), or in the order "xyz" of Rx Ry Rz: its mirror image with x and z swapped. */
export function rotationOf(pose, order) {
    if (order === "xyz")
        return rotationOf({ roll: -pose.yaw, pitch: -pose.pitch, yaw: -pose.roll }, "zyx")
            .map((row) => row.reverse()).reverse();
    const sr = exactSin(pose.roll), cr = exactCos(pose.roll);
    const sp = exactSin(pose.pitch), cp = exactCos(pose.pitch);
    const sy = exactSin(pose.yaw), cy = exactCos(pose.yaw);
    return [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr]];
}

/**
 * The orientations of a request as one pose's angles {roll, pitch, yaw, single}: the only one, or the middle of a
 * set, where an angle is a range {from, to} and a cone of tilts is about the level.
 */
export function middleOrientation(orientations) {
    const middle = (angle) => (typeof angle === "object" ? (angle.from + angle.to) / 2 : angle || 0);
    const angles = ["roll", "pitch", "yaw"].map((name) => orientations[name]);
    const [roll, pitch, yaw] = angles.map(middle);
    return { roll, pitch, yaw, single: angles.every((angle) => typeof angle === "number") };
}

/** Whether a pose has the angles of a request of one orientation, to what a field of the page can show. */
export function hasOrientation(pose, orientation) {
    return ["roll", "pitch", "yaw"].every((name) => Math.abs(pose[name] - orientation[name]) < 1e-6);
}

const turned = (rotation, v) => rotation.map((row) => dotProduct(row, v));

/** A largest tilt as its sine and cosine; null where nothing limits the joint. */
function tiltLimit(maxTilt) {
    return maxTilt === null || !(maxTilt < Math.PI) ? null : { sine: exactSin(maxTilt), cosine: exactCos(maxTilt) };
}

/** How far the leg's far end can move before it leaves the joint's cone, negative outside; infinite without a limit. */
function jointClearance(limit, along, across, length) {
    if (limit === null) return Infinity;
    const toCone = limit.sine * along - limit.cosine * across;
    if (limit.cosine * along + limit.sine * across > 0) return toCone;
    return toCone < 0 ? -length : length;
}

/** One joint: along and across its axis, the tilt between leg and axis, the clearance. */
function joint(l, axis, maxTilt, length) {
    const along = dotProduct(l, axis), across = norm(crossProduct(l, axis));
    return { tilt: along === 0 && across === 0 ? 0 : Math.atan2(across, along), maxTilt,
             clearance: jointClearance(tiltLimit(maxTilt), along, across, length) };
}

/**
 * A machine, as machine_json.h writes it, at a pose {x, y, z, roll, pitch, yaw}: of every leg its ends, its length,
 * the tilts, and the four clearances in the order of legLimits; of the pose the least of all, with its leg and limit.
 * A limit is kept where its clearance is 0 or more.
 */
export function solvePose(machine, pose) {
    const rotation = rotationOf(pose, machine.orientation_order), position = [pose.x, pose.y, pose.z];
    const solution = { rotation, position, legs: [], clearance: Infinity, leg: 0, limit: 0 };
    for (let i = 0; i < 6; ++i) {
        const base = machine.base.joints_m[i];
        const offset = turned(rotation, machine.platform.joints_m[i]);
        const platform = position.map((p, k) => p + offset[k]);
        const l = platform.map((p, k) => p - base[k]);
        const length = norm(l);
        const minLength = machine.min_length_m[i], maxLength = machine.max_length_m[i];
        const baseJoint = joint(l, machine.base.axes[i], machine.base.max_tilt_rad[i], length);
        const platformJoint =
            joint(l, turned(rotation, machine.platform.axes[i]), machine.platform.max_tilt_rad[i], length);
        // A leg that may be 0 long is never too short.
        const beyondShortest = minLength > 0 ? length - minLength : Infinity;
        const clearances = [beyondShortest, maxLength - length, baseJoint.clearance, platformJoint.clearance];
        clearances.forEach((clearance, limit) => {
            if (!(clearance >= solution.clearance)) Object.assign(solution, { clearance, leg: i, limit });
        });
        solution.legs.push({ base, platform, length, minLength, maxLength, baseJoint, platformJoint, clearances });
    }
    return solution;
}
