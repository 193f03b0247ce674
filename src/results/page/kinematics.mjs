// Inverse kinematics of a 6-UPS hexapod and its limits: the formulas of kernels/clearance.h and
// src/machine/rotation.h (Merlet, Parallel Robots, 2nd ed., ch. 3 and 7). A test holds them against hexscan's on 1000
// random poses. SI throughout.

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

/** How far the leg's far end can move before it leaves a joint's cone, negative outside. */
function coneClearance(maxTilt, along, across, length) {
    const sine = exactSin(maxTilt), cosine = exactCos(maxTilt), toCone = sine * along - cosine * across;
    if (cosine * along + sine * across > 0) return toCone;
    return toCone < 0 ? -length : length;
}

/** A joint's tilt from its axis, what it may be (null: anything) and the clearance. */
function tiltState(l, axis, maxTilt) {
    const along = dotProduct(l, axis), across = norm(crossProduct(l, axis));
    const asked = along === 0 && across === 0 ? 0 : Math.atan2(across, along);
    const isLimited = maxTilt !== null && maxTilt < Math.PI;
    return { asked, allowed: isLimited ? maxTilt : null,
             clearance: isLimited ? coneClearance(maxTilt, along, across, norm(l)) : Infinity };
}

/** What a limit asks of a leg and allows it, by the kind that the program's table calls it. */
const stateOf = {
    // A leg that may be 0 long is never too short.
    shortest: ({ minLength, length }) =>
        ({ asked: length, allowed: minLength, clearance: minLength > 0 ? length - minLength : Infinity }),
    longest: ({ maxLength, length }) => ({ asked: length, allowed: maxLength, clearance: maxLength - length }),
    base_joint: ({ l, index }, machine) => tiltState(l, machine.base.axes[index], machine.base.max_tilt_rad[index]),
    platform_joint: ({ l, index }, machine, rotation) =>
        tiltState(l, turned(rotation, machine.platform.axes[index]), machine.platform.max_tilt_rad[index]),
};

/**
 * A machine, as machine_json.h writes it, at a pose {x, y, z, roll, pitch, yaw}: of every leg its ends and its length;
 * of every row of the machine's table `limits` what it asks, what it allows (null: anything) and its clearance; of the
 * pose the least clearance, with its row. A limit is kept where its clearance is 0 or more.
 */
export function solvePose(machine, limits, pose) {
    const rotation = rotationOf(pose, machine.orientation_order), position = [pose.x, pose.y, pose.z];
    const legs = machine.base.joints_m.map((base, index) => {
        const offset = turned(rotation, machine.platform.joints_m[index]);
        const platform = position.map((p, k) => p + offset[k]), l = platform.map((p, k) => p - base[k]);
        return { index, base, platform, l, length: norm(l),
                 minLength: machine.min_length_m[index], maxLength: machine.max_length_m[index] };
    });
    const states = limits.map((row) =>
        Object.assign({ row }, stateOf[row.kind](legs[row.legs[0]], machine, rotation)));
    const least = states.reduce((one, other) => (other.clearance < one.clearance ? other : one));
    return { rotation, position, legs, states, clearance: least.clearance, row: least.row };
}

/** Whether all limits of a leg that are of a side, or with "" of the leg itself, are kept. */
export function keepsLimits(solution, leg, side) {
    return solution.states.every(({ row, clearance }) =>
        clearance >= 0 || row.side !== side || !row.legs.includes(leg));
}
