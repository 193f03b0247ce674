// The kinds of legs that are not plain telescopes, and the joints at the legs' ends. The formulas are those of
// kernels/slider_clearance.h and rotary_clearance.h and, in src/machine/legs/, of slider_legs.h, rotary_legs.h,
// posed_rotary.cpp and leg_joint.h (Merlet, Parallel Robots, 2nd ed., ch. 3). All values are SI.
import { crossProduct, dotProduct, exactCos, exactSin, norm, opposite, plus } from "./vectors.mjs";

export const vectorOf = (machine, name, index) => ["x", "y", "z"].map((axis) => machine[`${name}_${axis}`][index]);
const minus1IfAhead = (machine, index) => (machine.branch[index] === "ahead" ? -1 : 1);

/** The state of a quantity with an upper bound (noMore) or a lower bound (noLess). The bound counts only if `holds`. */
const bounded = (asked, allowed, left, holds) => ({ asked, allowed, clearance: holds ? left : Infinity });
export const noMore = (asked, allowed, holds = true) => bounded(asked, allowed, allowed - asked, holds);
export const noLess = (asked, allowed, holds = true) => bounded(asked, allowed, asked - allowed, holds);

/** How far the far end of a leg can move before the leg leaves a joint's cone. Negative outside the cone. */
export function coneClearance(maxTilt, along, across, length) {
    const sine = exactSin(maxTilt), cosine = exactCos(maxTilt), toCone = sine * along - cosine * across;
    if (cosine * along + sine * across > 0) return toCone;
    return toCone < 0 ? -length : length;
}

/**
 * The states of a joint for a leg or rod, in the frame of the joint's side. Each joint has its tilt. A rod end has its
 * angle to the bolt's plane. A universal joint has the angles about its fixed axis and its carried axis. In each case,
 * the limit is a cone about an axis. `roomOf(axis, angle)` is how far the platform can move within it.
 */
function jointStates(side, v, joints, index, roomOf) {
    const axis = joints.axes[index], square = Math.PI / 2;
    const withRoom = (state, ...cones) => {
        const limiting = cones.filter(([, angle]) => state.clearance < Infinity && angle < Math.PI);
        return { ...state, room: Math.min(...limiting.map((cone) => roomOf(...cone))) };
    };
    if (joints.universal) {
        const ends = joints.universal, fixed = ["axis_x", "axis_y", "axis_z"].map((part) => ends[part][index]);
        const across = plus(axis, fixed, -dotProduct(axis, fixed)), level = across.map((x) => x / norm(across));
        const beside = crossProduct(fixed, level), ahead = dotProduct(v, level), aside = dotProduct(v, beside);
        const aboutFixed = Math.atan2(aside, ahead);
        const aboutCarried = Math.atan2(dotProduct(v, fixed), Math.hypot(ahead, aside));
        const end = (name, asked, bound, cone) => {
            const allowed = ends[`${name}_rad`][index];
            return { [`${side}_${name}`]: withRoom(bound(asked, allowed, allowed !== null), cone(allowed)) };
        };
        const halfSpace = (angle) => plus(beside.map((x) => Math.cos(angle) * x), level, -Math.sin(angle));
        return { ...end("fixed_from", aboutFixed, noLess, (from) => [halfSpace(from), square]),
                 ...end("fixed_to", aboutFixed, noMore, (to) => [opposite(halfSpace(to)), square]),
                 ...end("carried_from", aboutCarried, noLess, (from) => [fixed, square - from]),
                 ...end("carried_to", aboutCarried, noMore, (to) => [opposite(fixed), square + to]) };
    }
    const tilt = Math.atan2(norm(crossProduct(v, axis)), dotProduct(v, axis));
    const bolt = joints.max_misalignment_rad && joints.max_misalignment_rad[index] !== null;
    const asked = bolt ? Math.abs(Math.PI / 2 - tilt) : tilt;
    const most = bolt ? joints.max_misalignment_rad[index] : joints.max_tilt_rad[index];
    const allowed = most === null || most >= (bolt ? Math.PI / 2 : Math.PI) ? null : most;
    const cones = bolt ? [[axis, square + most], [opposite(axis), square + most]] : [[axis, most]];
    return { [`${side}_joint`]: withRoom(noMore(asked, allowed, allowed !== null), ...cones) };
}

/** The smallest value between two angles of a function that may have several minima there. */
function leastBetween(from, to, value) {
    const parts = 64, ratio = (Math.sqrt(5) - 1) / 2, angle = (k) => from + (to - from) * k / parts;
    const values = Array.from({ length: parts + 1 }, (none, k) => value(angle(k)));
    const leastNear = (k) => {
        let low = angle(Math.max(0, k - 1)), high = angle(Math.min(parts, k + 1));
        for (let round = 0; round < 60; ++round) {
            const left = high - ratio * (high - low), right = low + ratio * (high - low);
            if (value(left) < value(right)) high = right;
            else low = left;
        }
        return value((low + high) / 2);
    };
    return values.reduce((least, here, k) =>
        (here <= Math.min(...values.slice(Math.max(0, k - 1), k + 2)) ? Math.min(least, here, leastNear(k)) : least),
        Infinity);
}

/**
 * The distance of a point from the ends of rods that are at an angle from an axis and do not point against a motion.
 * These ends are an arc of a circle. If the nearest point of the circle is not on the arc, the nearer end of the arc
 * counts.
 */
function arcDistance(v, axis, angle, rod, motion) {
    const radius = rod * Math.sin(angle), height = rod * Math.cos(angle), lean = dotProduct(motion, axis);
    const along = dotProduct(v, axis), beside = norm(crossProduct(v, axis));
    const leaning = Math.sqrt(Math.max(0, 1 - lean * lean));
    const inclined = dotProduct(v, motion) - lean * along, asked = -height * lean, spread = radius * leaning;
    if (radius * inclined >= asked * beside || asked <= -spread) return Math.hypot(beside - radius, along - height);
    if (asked > spread) return Infinity;
    const forward = inclined / leaning, aside = Math.sqrt(Math.max(0, beside * beside - forward * forward));
    const cosine = asked / spread, sine = Math.sqrt(1 - cosine * cosine);
    return Math.hypot(forward - radius * cosine, aside - radius * sine, along - height);
}

/**
 * Splits an arm's range of angles where an arc of arcDistance() begins or ceases to exist. Returns the ends of the
 * parts in order. `motionAt(at)` is the motion of the arm's tip, which turns with the arm.
 */
function endsOfArcs(from, to, motionAt, axis, angle) {
    const [cosine, sine] = [0, Math.PI / 2].map((at) => dotProduct(motionAt(at), axis));
    const least = -Math.sin(angle) * Math.sign(Math.cos(angle)), about = Math.atan2(sine, cosine);
    const turn = Math.acos(least / Math.hypot(cosine, sine));
    const inRange = (at) => at + 2 * Math.PI * Math.ceil((from - at) / (2 * Math.PI));
    const cuts = Number.isNaN(turn) ? [] : [about - turn, about + turn].map(inRange).filter((at) => at < to);
    return [from, ...cuts.sort((a, b) => a - b), to];
}

/** The clearance of a violated limit is below 0, even if only by the smallest number. */
const beyondBy = (distance) => -Math.max(distance, Number.MIN_VALUE);

/**
 * Solves a leg, by kind. Returns `foot`, the place of the rod's foot relative to the base joint (null: the leg has no
 * rod), and `motion`, the motion of the foot with the joint's value. Returns the state of each limit with its `room`,
 * too. The room is how far the platform can move before it meets the limit. `seen` turns a vector into the platform's
 * frame, `shown` turns one into the base's frame.
 */
export const legOf = {
    telescopic(machine, index, l, seen) {
        const length = norm(l), least = machine.min_length_m[index];
        const own = (state) => ({ ...state, room: state.clearance });
        const roomAt = (v) => (axis, most) =>
            coneClearance(most, dotProduct(v, axis), norm(crossProduct(v, axis)), length);
        return { foot: null, states: {
            shortest: own(noLess(length, least, least > 0)),
            longest: own(noMore(length, machine.max_length_m[index])),
            ...jointStates("base", l, machine.base, index, roomAt(l)),
            ...jointStates("platform", seen(l), machine.platform, index, roomAt(seen(l))) } };
    },
    slider(machine, index, l, seen, shown) {
        const rod = machine.rod_m[index], way = minus1IfAhead(machine, index);
        const rail = vectorOf(machine, "rail", index).map((component) => way * component);
        const beside = norm(crossProduct(l, rail)), height = Math.sqrt(Math.max(0, rod * rod - beside * beside));
        const along = dotProduct(l, rail), travel = way * (along - height), closes = beside <= rod;
        const foot = rail.map((component) => (along - height) * component), vector = plus(l, foot, -1);
        const from = machine.travel_from_m[index], to = machine.travel_to_m[index];
        // Distance from the half sphere on which the far end lies when the carriage is at an end of its travel.
        const past = (end) => {
            const above = along - way * end;
            return way * (above >= 0 ? Math.min(above, Math.hypot(above, beside) - rod) :
                -Math.hypot(above, Math.max(0, rod - beside)));
        };
        // Seen along the rail, the far ends of the rods that make this angle with the axis form an ellipse. Only a part
        // of it has the carriage on the leg's own side.
        const across = plus(l, rail, -along).map((x) => (closes ? x : x * rod / beside));
        const roomFrom = (axis, tilt) => {
            const cosine = Math.cos(tilt), radius = rod * Math.sin(tilt), rise = dotProduct(axis, rail);
            const leaning = plus(axis, rail, -rise), lean = norm(leaning), is = lean > 1e-12;
            const ahead = is ? dotProduct(across, leaning) / lean - cosine * rod * lean : norm(across);
            const aside = is ? dotProduct(across, crossProduct(rail, leaning)) / lean : 0;
            const most = cosine * rod * rise / (radius * lean), turn = most < 1 ? Math.asin(most) : Math.PI / 2;
            const edge = most < -1 ? Infinity :
                leastBetween(Math.PI - turn, 2 * Math.PI + turn, (angle) => Math.hypot(
                    radius * Math.cos(angle) - aside, radius * rise * Math.sin(angle) - ahead));
            return dotProduct(plus(across, rail, height), axis) >= cosine * rod ? edge : -Math.min(edge, 2 * rod);
        };
        return { foot, closes, motion: vectorOf(machine, "rail", index), states: {
            reach: { ...noMore(beside, rod), room: rod - beside },
            travel_from: { ...noLess(travel, from, closes), room: past(from) },
            travel_to: { ...noMore(travel, to, closes), room: -past(to) },
            ...jointStates("base", vector, machine.base, index, roomFrom),
            ...jointStates("platform", seen(vector), machine.platform, index,
                           (axis, most) => roomFrom(shown(axis), most)) } };
    },
    rotary(machine, index, l, seen, shown) {
        const rod = machine.rod_m[index], arm = machine.arm_m[index], way = minus1IfAhead(machine, index);
        const u = vectorOf(machine, "zero", index), up = vectorOf(machine, "up", index), motor = crossProduct(u, up);
        const lu = dotProduct(l, u), lw = way * dotProduct(l, up), radius = Math.hypot(lu, lw);
        const off = dotProduct(l, motor), nearest = Math.hypot(radius - arm, off);
        const farthest = Math.hypot(radius + arm, off), closes = nearest <= rod && rod <= farthest;
        const g = dotProduct(l, l) + arm * arm - rod * rod, rho = 2 * arm * radius;
        const opening = Math.atan2(Math.sqrt(Math.max(0, rho * rho - g * g)), g);
        const from = machine.angle_from_rad[index], to = machine.angle_to_rad[index], middle = (from + to) / 2;
        const turns = (way * (Math.atan2(lw, lu) - opening) - middle) / (2 * Math.PI);
        const angle = middle + 2 * Math.PI * (turns - Math.round(turns));
        const isRange = to - from < 2 * Math.PI, limited = closes && isRange;
        const along = (at) => u.map((component, k) => Math.cos(at) * component + Math.sin(at) * up[k]);
        const onward = (at) => along(at + Math.PI / 2);
        const foot = along(angle).map((component) => arm * component), vector = plus(l, foot, -1);
        // The joint turns with the arm. The machine's data describe it at angle 0.
        const atAngle0 = (v, at) => {
            const parts = [dotProduct(v, along(at)), dotProduct(v, onward(at)), dotProduct(v, motor)];
            return u.map((component, k) => parts[0] * component + parts[1] * up[k] + parts[2] * motor[k]);
        };
        // Distances from the sphere on which the far end lies when the arm is at an end of its range, and from the half
        // of that sphere ahead of the tip.
        const ends = [from, to].map((at) => {
            const v = plus(l, along(at), -arm), ahead = way * dotProduct(v, onward(at));
            const sphere = Math.abs(norm(v) - rod);
            const half = Math.hypot(ahead, Math.sqrt(Math.max(0, dotProduct(v, v) - ahead * ahead)) - rod);
            return { sphere, half: ahead >= 0 ? sphere : half };
        });
        const rooms = { reach: rod - nearest, fold: farthest - rod, from: Infinity, to: Infinity };
        if (isRange && from <= angle && angle <= to)
            Object.assign(rooms, { from: ends[0].half, to: ends[1].half });
        else if (isRange)
            rooms[angle < middle ? "from" : "to"] = beyondBy(Math.max(Math.min(ends[0].sphere, ends[1].sphere),
                Math.min(ends[0].half, ends[1].half, rooms.reach, rooms.fold)));
        const others = Math.min(...Object.values(rooms));
        // Distance from circles. For each position of the arm, the rods at the angle `most` to the axis end on a
        // circle. Only the arc with the arm on the leg's own side counts. This arc exists only if the direction in
        // which the tip moves is close enough to the axis.
        const motionAt = (at) => onward(at).map((component) => way * component);
        const roomOf = (axis, most, asSeen) => {
            if (others < 0) return Infinity;
            const end = Math.min(to, from + 2 * Math.PI), edgeAt = (at) =>
                arcDistance(asSeen(plus(l, along(at), -arm), at), axis, most, rod, asSeen(motionAt(at), at));
            const ends = asSeen === atAngle0 ? [from, end] : endsOfArcs(from, end, motionAt, axis, most);
            const edge = Math.min(...ends.slice(1).map((at, k) => leastBetween(ends[k], at, edgeAt)));
            const height = rod * Math.cos(most);
            return dotProduct(asSeen(vector, angle), axis) >= height ? edge : beyondBy(Math.min(edge, others));
        };
        return { foot, closes, motion: onward(angle), states: {
            reach: { ...noMore(nearest, rod), room: rooms.reach },
            fold: { ...noLess(farthest, rod), room: rooms.fold },
            angle_from: { ...noLess(angle, from, limited), room: rooms.from },
            angle_to: { ...noMore(angle, to, limited), room: rooms.to },
            ...jointStates("base", atAngle0(vector, angle), machine.base, index,
                           (axis, most) => roomOf(axis, most, atAngle0)),
            ...jointStates("platform", seen(vector), machine.platform, index,
                           (axis, most) => roomOf(shown(axis), most, (v) => v)) } };
    },
};
