// Inverse kinematics of hexapods and their limits. The formulas are those of kernels/clearance.h and, in src/machine/,
// of rotation.h, legs_apart.h, obstacles.h, singularity_limit.h and leg_forces.h (Merlet, Parallel Robots, 2nd ed., ch.
// 3, 7 and 9). A test compares them with hexscan's on random poses. All values are SI.
import { coneClearance, legOf, noLess, noMore, vectorOf } from "./leg_kinematics.mjs";
import { crossProduct, dotProduct, exactCos, exactSin, norm, plus, turned } from "./vectors.mjs";

/** Explains roll, pitch and yaw in words. */
export function anglesText(order) {
    const turns = order === "xyz" ? "first yaw about z, then pitch about y, then roll about x"
        : "first roll about x, then pitch about y, then yaw about z";
    const rotation = order === "xyz" ? "R = Rx Ry Rz" : "R = Rz Ry Rx";
    return `Angles: ${turns}, all about axes that stay fixed (${rotation}).`;
}

/** The rows of Rz(yaw) Ry(pitch) Rx(roll). In the order "xyz" it is Rx Ry Rz, the mirror image with x and z swapped. */
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
 * The orientations of a request as the angles {roll, pitch, yaw, single} of one pose: the only orientation, or the
 * middle of a set. In a set, an angle is a range {from, to}. The middle of a cone of tilts is level.
 */
export function middleOrientation(orientations) {
    const middle = (angle) => (typeof angle === "object" ? (angle.from + angle.to) / 2 : angle || 0);
    const angles = ["roll", "pitch", "yaw"].map((name) => orientations[name]);
    const [roll, pitch, yaw] = angles.map(middle);
    return { roll, pitch, yaw, single: angles.every((angle) => typeof angle === "number") };
}

/** True if a pose has the angles of a request of one orientation, as far as the page's fields can show them. */
export function hasOrientation(pose, orientation) {
    return ["roll", "pitch", "yaw"].every((name) => Math.abs(pose[name] - orientation[name]) < 1e-6);
}

/** The tilt of a joint from its axis, the largest allowed tilt (null: no limit) and the clearance. */
function tiltState(l, axis, maxTilt) {
    const along = dotProduct(l, axis), across = norm(crossProduct(l, axis));
    const asked = along === 0 && across === 0 ? 0 : Math.atan2(across, along);
    const isLimited = maxTilt !== null && maxTilt < Math.PI;
    return { asked, allowed: isLimited ? maxTilt : null,
             clearance: isLimited ? coneClearance(maxTilt, along, across, norm(l)) : Infinity };
}

/** The value and the allowed value of a leg's limit, by the JSON name of the limit's kind. */
const stateOf = {
    // A leg with a minimum of 0 is never too short.
    shortest: ({ minLength, length }) =>
        ({ asked: length, allowed: minLength, clearance: minLength > 0 ? length - minLength : Infinity }),
    longest: ({ maxLength, length }) => ({ asked: length, allowed: maxLength, clearance: maxLength - length }),
    base_joint: ({ l, index }, machine) => tiltState(l, machine.base.axes[index], machine.base.max_tilt_rad[index]),
    platform_joint: ({ l, index }, machine, rotation) =>
        tiltState(l, turned(rotation, machine.platform.axes[index]), machine.platform.max_tilt_rad[index]),
};

/** The ends of a leg's rail in the base frame. Null if the leg has no rail. */
export function railOf(machine, index) {
    if (machine.legs !== "slider") return null;
    const rail = vectorOf(machine, "rail", index), base = machine.base.joints_m[index];
    return { from: plus(base, rail, machine.travel_from_m[index]), to: plus(base, rail, machine.travel_to_m[index]) };
}

/** True if kernels support the machine: telescopic legs whose joints tilt from an axis. */
const hasKernels = (machine) => !machine.legs &&
    [machine.base, machine.platform].every((side) => !side.universal && !side.max_misalignment_rad);

const clamped = (value) => Math.min(1, Math.max(0, value));

/** The distance between a point and a segment. */
function pointDistance(point, [from, to]) {
    const along = plus(to, from, -1), w = plus(point, from, -1), square = dotProduct(along, along);
    return norm(plus(w, along, -(square > 0 ? clamped(dotProduct(w, along) / square) : 0)));
}

/** The distance between two segments, each [from, to]. */
function segmentDistance(p, q) {
    const u = plus(p[1], p[0], -1), v = plus(q[1], q[0], -1), w = plus(p[0], q[0], -1);
    const n = crossProduct(u, v), square = dotProduct(n, n);
    if (square > 1e-16 * dotProduct(u, u) * dotProduct(v, v)) {
        const s = -dotProduct(crossProduct(w, v), n) / square, t = -dotProduct(crossProduct(w, u), n) / square;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return Math.abs(dotProduct(w, n)) / Math.sqrt(square);
    }
    return Math.min(pointDistance(p[0], q), pointDistance(p[1], q), pointDistance(q[0], p), pointDistance(q[1], p));
}

/**
 * The distance between a segment and a disc. Along the segment the distance is a convex function, so bisection finds
 * the place where its slope changes sign.
 */
function discDistance([from, to], { middle, normal, radius }) {
    const along = plus(to, from, -1), rise = dotProduct(along, normal);
    const at = (t) => {
        const w = plus(plus(from, along, t), middle, -1), height = dotProduct(w, normal);
        const across = plus(w, normal, -height), reach = norm(across), beyond = reach - radius;
        if (!(beyond > 0)) return { distance: Math.abs(height), slope: height * rise };
        return { distance: Math.hypot(beyond, height),
                 slope: beyond * (dotProduct(across, along) / reach) + height * rise };
    };
    const first = at(0), last = at(1);
    if (!(first.slope < 0)) return first.distance;
    if (!(last.slope > 0)) return last.distance;
    let low = 0, high = 1, least = Math.min(first.distance, last.distance);
    for (let k = 0; k < 60; ++k) {
        const middleT = low + (high - low) / 2, place = at(middleT);
        least = Math.min(least, place.distance);
        if (place.slope < 0) low = middleT;
        else high = middleT;
    }
    return least;
}

/** The centre lines of a leg's bodies, without its free ends. */
function bodiesOf(machine, leg) {
    const free = machine.legs_apart.free_ends_m, { base, platform, foot } = leg;
    const line = (from, to, low, high, length) => {
        const along = plus(to, from, -1), part = (most) => (length > 0 ? Math.min(free / length, most) : 0);
        return [low ? plus(from, along, part(low)) : from, high ? plus(to, along, -part(high)) : to];
    };
    if (!foot) return [line(base, platform, 0.5, 0.5, leg.length)];
    const rod = machine.rod_m[leg.index];
    if (machine.legs === "slider") return [line(foot, platform, 0.5, 0.5, rod)];
    return [line(base, foot, 1, 0, machine.arm_m[leg.index]), line(foot, platform, 0, 1, rod)];
}

// The same numbers as in the program: singular_condition in src/machine/shared/leg_lines.h, lost_rank in
// singularity.cpp.
const singularCondition = Math.pow(2, 46), lostRank = 1e-9;

/** The determinant of a square matrix, given by its rows. */
function determinantOf(matrix) {
    const rows = matrix.map((row) => row.slice());
    let product = 1;
    for (let k = 0; k < rows.length; ++k) {
        const larger = (row, best) => Math.abs(row[k]) > Math.abs(rows[best][k]);
        const pivot = rows.reduce((best, row, i) => (i > k && larger(row, best) ? i : best), k);
        if (rows[pivot][k] === 0) return 0;
        if (pivot !== k) product = -product;
        [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
        product *= rows[k][k];
        for (let i = k + 1; i < rows.length; ++i) rows[i] = plus(rows[i], rows[k], -rows[i][k] / rows[k][k]);
    }
    return product;
}

/** The singular values of a matrix, given by its independent rows (Hestenes' one-sided Jacobi method). */
function singularValues(matrix) {
    const rows = matrix.map((row) => row.slice()), product = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
    for (let sweep = 0; sweep < 30; ++sweep)
        for (let p = 0; p < rows.length; ++p)
            for (let q = p + 1; q < rows.length; ++q) {
                const pq = product(rows[p], rows[q]), off = product(rows[q], rows[q]) - product(rows[p], rows[p]);
                const angle = Math.atan2(2 * pq, -off) / 2, c = Math.cos(angle), s = Math.sin(angle);
                [rows[p], rows[q]] = [rows[p].map((x, k) => c * x + s * rows[q][k]),
                                      rows[q].map((x, k) => c * x - s * rows[p][k])];
            }
    return rows.map((row) => Math.sqrt(product(row, row)));
}

/** The smallest singular value divided by the largest. */
function inverseCondition(matrix) {
    const values = singularValues(matrix);
    return Math.min(...values) / Math.max(...values);
}

const middleOf = (points) => [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k] / points.length, 0));

/** The inverse Jacobian of solved legs at the centre of the platform's joints. Lengths are divided by `length`. */
function jacobianOf(legs, length) {
    const middle = middleOf(legs.map(({ platform }) => platform));
    return legs.map(({ platform, foot, base, motion }) => {
        const rod = plus(platform, foot || base, -1), direction = rod.map((x) => x / norm(rod));
        const row = [...direction, ...crossProduct(plus(platform, middle, -1).map((x) => x / length), direction)];
        return motion ? row.map((x) => x / dotProduct(direction, motion)) : row;
    });
}

/** The root mean square distance of points from their centre. */
function radiusOf(points) {
    const middle = middleOf(points);
    return Math.sqrt(points.reduce((sum, p) => sum + Math.pow(norm(plus(p, middle, -1)), 2) / points.length, 0));
}

/**
 * The default for the length by which the Jacobian's lengths are divided: the radius of the platform's joints. If these
 * coincide, it is the radius of the base's joints.
 */
function ownLength(machine) {
    const platform = radiusOf(machine.platform.joints_m), base = radiusOf(machine.base.joints_m);
    return (platform > 1e-7 * base ? platform : base) || 1;
}

/** The length from the file if there is one, otherwise ownLength(). */
function characteristicLength(machine) {
    return (machine.singularity && machine.singularity.length_m) || ownLength(machine);
}

/**
 * The conditioning of solved legs. It is negative if the determinant's sign differs from that of `home`, the solved
 * legs at home.
 */
function conditioningOf(machine, legs, home) {
    const length = characteristicLength(machine);
    const here = jacobianOf(legs, length), there = home ? determinantOf(jacobianOf(home, length)) : 1;
    return (determinantOf(here) * there < 0 ? -1 : 1) * inverseCondition(here);
}

/** The inverse of a square matrix, given by its rows. The elements are not finite if the matrix is singular. */
function inverseOf(matrix) {
    const rows = matrix.map((row, i) => [...row, ...row.map((none, k) => (k === i ? 1 : 0))]);
    for (let k = 0; k < rows.length; ++k) {
        const larger = (row, best) => Math.abs(row[k]) > Math.abs(rows[best][k]);
        const pivot = rows.reduce((best, row, i) => (i > k && larger(row, best) ? i : best), k);
        [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
        for (let i = 0; i < rows.length; ++i)
            if (i !== k) rows[i] = plus(rows[i], rows[k], -rows[i][k] / rows[k][k]);
    }
    return rows.map((row, i) => row.slice(rows.length).map((x) => x / row[i]));
}

const normOfMatrix = (rows) => Math.hypot(...rows.flat());

/**
 * Magnitudes of the forces with which solved legs hold the load, and of the torques of motors that turn arms. They are
 * infinite if the legs are singular to rounding. `singular` is true if the legs are singular to rounding or have a rank
 * below 6. Large numbers then have no meaning.
 */
function forcesOf(machine, legs, rotation, position) {
    const { force_n: force, torque_nm: torque, at_m: at } = machine.load;
    const length = characteristicLength(machine), middle = middleOf(legs.map(({ platform }) => platform));
    const lines = legs.map(({ platform, foot, base }) => plus(platform, foot || base, -1));
    const units = lines.map((line) => line.map((x) => x / norm(line)));
    const scaled = (vector) => vector.map((x) => x / length);
    const rows = units.map((u, i) => [...u, ...crossProduct(scaled(plus(legs[i].platform, middle, -1)), u)]);
    const arm = plus(plus(position, turned(rotation, at)), middle, -1);
    const wrench = [...force, ...scaled(plus(torque, crossProduct(arm, force)))];
    const answers = inverseOf(rows);
    const forces = legs.map((leg, i) => wrench.reduce((sum, x, k) => sum + x * answers[k][i], 0));
    const holds = normOfMatrix(rows) * normOfMatrix(answers) < singularCondition && forces.every(Number.isFinite);
    const torques = legs.map(({ motion, index }, i) =>
        (motion && machine.arm_m ? forces[i] * machine.arm_m[index] * dotProduct(units[i], motion) : 0));
    const asked = (values) => values.map((value) => (holds ? Math.abs(value) : Infinity));
    return { force: asked(forces), torque: asked(torques),
             singular: !holds || !(inverseCondition(jacobianOf(legs, ownLength(machine))) > lostRank) };
}

/**
 * The least stiffness of the tool under forces, with rotation free (kernels/shared/stiffness_form.h). It is 0 if a rod
 * does not reach, or if the legs are singular to rounding.
 */
function stiffnessOf(machine, legs, position) {
    if (legs.some(({ closes }) => closes === false)) return 0;
    const length = characteristicLength(machine);
    const rows = legs.map(({ index, platform, foot, base, motion }) => {
        const rod = plus(platform, foot || base, -1), direction = rod.map((x) => x / norm(rod));
        const arm = machine.arm_m ? machine.arm_m[index] * dotProduct(direction, motion) : 1;
        const moved = direction.map((x) => x * Math.sqrt(machine.stiffness.of_legs[index]) / arm);
        return [...moved, ...crossProduct(plus(platform, position, -1).map((x) => x / length), moved)];
    });
    const answers = inverseOf(rows);
    if (!(normOfMatrix(rows) * normOfMatrix(answers) < singularCondition)) return 0;
    return Math.pow(Math.max(...singularValues(answers.slice(0, 3))), -2);
}

/**
 * The state of the gap between a leg and an obstacle. `distanceOf` returns the distance between a line and the
 * obstacle's centre line. `radius` is the thickness about that centre line.
 */
function roomOf(row, machine, legs, radius, distanceOf) {
    const { diameter_m: diameter, gap_m: gap } = machine.legs_apart;
    const lines = Math.min(...bodiesOf(machine, legs[row.legs[0]]).map(distanceOf));
    return noLess(lines - diameter / 2 - radius, gap);
}

function plateRoom(row, machine, legs, plate, place) {
    const disc = { middle: place.position(plate.middle_m), normal: place.direction([0, 0, 1]),
                   radius: plate.radius_m };
    return roomOf(row, machine, legs, 0, (line) => discDistance(line, disc));
}

/** The state of a leg's limit on force or torque, and whether the legs are singular. */
function loadState({ singular }, asked, most, { legs: [leg] }) {
    return { ...noMore(asked[leg], most[leg]), singular };
}

const baseFrame = { position: (point) => point, direction: (vector) => vector };

/**
 * The value and the allowed value of a shared limit. `platform` is the platform's frame, like baseFrame for the base.
 */
const sharedStateOf = {
    base_plate: (row, machine, { legs }) => plateRoom(row, machine, legs, machine.obstacles.base_plate, baseFrame),
    platform_plate: (row, machine, { legs, platform }) =>
        plateRoom(row, machine, legs, machine.obstacles.platform_plate, platform),
    keep_out(row, machine, { legs }) {
        const { from_m: from, to_m: to, radius_m: radius } = machine.obstacles.keep_out[row.obstacle];
        return roomOf(row, machine, legs, radius, (line) => segmentDistance(line, [from, to || from]));
    },
    gap(row, machine, { legs }) {
        const [first, second] = row.legs.map((leg) => bodiesOf(machine, legs[leg]));
        const lines = Math.min(...first.flatMap((p) => second.map((q) => segmentDistance(p, q))));
        return noLess(lines - machine.legs_apart.diameter_m, machine.legs_apart.gap_m);
    },
    singularity: (row, machine, { legs, home }) => noLess(conditioningOf(machine, legs, home), 0),
    conditioning: (row, machine, { legs, home }) =>
        noLess(Math.abs(conditioningOf(machine, legs, home)), machine.singularity.min_conditioning),
    force: (row, machine, { forces }) => loadState(forces, forces.force, machine.load.max_force_n, row),
    torque: (row, machine, { forces }) => loadState(forces, forces.torque, machine.load.max_torque_nm, row),
    stiffness: (row, machine, { legs, position }) =>
        noLess(stiffnessOf(machine, legs, position), machine.stiffness.least_n_per_m),
};

/** A pose {x, y, z, roll, pitch, yaw} from the form that records have. */
export function poseOf({ position_m: [x, y, z], roll_rad: roll, pitch_rad: pitch, yaw_rad: yaw }) {
    return { x, y, z, roll, pitch, yaw };
}

/** Solves the legs at home, without limits. */
function legsAtHome(machine) {
    return machine.home ? solvePose(machine, [], poseOf(machine.home)).legs : null;
}

/** The states of all limits at a rotation and a position. `ofLeg(row)` returns the state of a limit of a single leg. */
function statesOf(machine, limits, legs, rotation, position, ofLeg) {
    const home = machine.singularity && limits.length > 0 ? legsAtHome(machine) : null;
    const forces = machine.load && limits.length > 0 ? forcesOf(machine, legs, rotation, position) : null;
    const platform = { position: (point) => plus(position, turned(rotation, point)),
                       direction: (vector) => turned(rotation, vector) };
    return limits.map((row) => Object.assign({ row }, row.kind in sharedStateOf ?
        sharedStateOf[row.kind](row, machine, { legs, home, forces, platform, position }) : ofLeg(row)));
}

/** The states of all limits at a pose, and the smallest `room` among those that have one. */
function nearestOf(states) {
    const least = states.reduce((one, other) => (other.room < one.room ? other : one), { room: Infinity, row: null });
    return { states, clearance: least.room, row: least.row };
}

/** Solves a machine that kernels do not support, at one pose. */
function solveLegs(machine, limits, rotation, position, legs) {
    const columns = [0, 1, 2].map((k) => rotation.map((row) => row[k]));
    const solved = legs.map(({ index, l }) =>
        legOf[machine.legs || "telescopic"](machine, index, l, (v) => turned(columns, v), (v) => turned(rotation, v)));
    for (const leg of legs) {
        const { foot, motion, closes } = solved[leg.index];
        if (foot) Object.assign(leg, { foot: plus(leg.base, foot), motion, closes });
    }
    const states = statesOf(machine, limits, legs, rotation, position, (row) => solved[row.legs[0]].states[row.kind]);
    return { rotation, position, legs, ...nearestOf(states) };
}

/**
 * Solves a machine, as machine_json.h writes it, at a pose {x, y, z, roll, pitch, yaw}. The result has the ends and the
 * length of every leg, and a state for every row of the machine's table `limits`. A state has the value, the allowed
 * value (null: anything) and the clearance. A limit is kept if its clearance is 0 or more. If the page knows it, a
 * state also has its room: how far the platform can move in any direction before it meets the limit. For a force or a
 * torque it says whether the legs are `singular`. The result also has the least room, as `clearance`, with its row.
 */
export function solvePose(machine, limits, pose) {
    const rotation = rotationOf(pose, machine.orientation_order), position = [pose.x, pose.y, pose.z];
    const legs = machine.base.joints_m.map((base, index) => {
        const offset = turned(rotation, machine.platform.joints_m[index]);
        const platform = position.map((p, k) => p + offset[k]), l = platform.map((p, k) => p - base[k]);
        return { index, base, platform, l, length: norm(l) };
    });
    if (!machine.legs)
        for (const leg of legs)
            Object.assign(leg,
                          { minLength: machine.min_length_m[leg.index], maxLength: machine.max_length_m[leg.index] });
    if (!hasKernels(machine)) return solveLegs(machine, limits, rotation, position, legs);
    const states = statesOf(machine, limits, legs, rotation, position,
                            (row) => stateOf[row.kind](legs[row.legs[0]], machine, rotation));
    // The page cannot compute how far away a singularity or too large a force is.
    for (const state of states)
        if (["length", "angle"].includes(state.row.dimension)) state.room = state.clearance;
    return { rotation, position, legs, ...nearestOf(states) };
}

/** The difference to the allowed value, in the limit's own unit. Negative if the limit is violated. */
export function leftOf({ row, asked, allowed }) {
    return row.bound === "at_least" ? asked - allowed : allowed - asked;
}

/** True if all limits of a leg at a side are satisfied. For side "", the limits of the leg itself count. */
export function keepsLimits(solution, leg, side) {
    return solution.states.every(({ row, clearance }) =>
        clearance >= 0 || row.side !== side || !row.legs.includes(leg));
}
