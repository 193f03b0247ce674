// Computes the first view of a machine: where its workspace is, and how far everything that is drawn extends.
import { rotationOf } from "./kinematics.mjs";

/** The centre of the joints, and its distance to the farthest joint. */
function middleAndSize(joints) {
    const middle = [0, 1, 2].map((k) => joints.reduce((sum, joint) => sum + joint[k], 0) / joints.length);
    const size = Math.max(...joints.map((joint) => Math.hypot(...joint.map((value, k) => value - middle[k]))));
    return { middle, size };
}

/** True if the origin of the joints' frame is so close to them that both can be seen at once. */
function isNearOrigin({ middle, size }) {
    return Math.hypot(...middle) <= 2 * size;
}

/**
 * The offset at which the surface is drawn. If the scan's point is too far from the platform's joints, the surface is
 * drawn at their centre. Otherwise the offset is 0.
 */
export function drawnOffset(machine, orientation) {
    const platform = middleAndSize(machine.platform.joints_m);
    if (isNearOrigin(platform)) return [0, 0, 0];
    return rotationOf(orientation, machine.orientation_order)
        .map((row) => row.reduce((sum, value, k) => sum + value * platform.middle[k], 0));
}

/**
 * The box around the base and the grid at its offset, and also the axes of the base frame if they are near. Returns its
 * centre and half its diagonal.
 */
export function extentOf(machine, grid, offset) {
    const corner = (end) => ["x", "y", "z"].map((name, k) => grid[name][end] + offset[k]);
    const base = middleAndSize(machine.base.joints_m);
    const axes = isNearOrigin(base) ? [[0, 0, 0], [0, 0, base.size / 4]] : [];
    const points = [...machine.base.joints_m, ...axes, corner("from_m"), corner("to_m")];
    const low = [0, 1, 2].map((k) => Math.min(...points.map((point) => point[k])));
    const high = [0, 1, 2].map((k) => Math.max(...points.map((point) => point[k])));
    return { centre: low.map((from, k) => (from + high[k]) / 2),
             radius: Math.max(Math.hypot(...high.map((to, k) => to - low[k])) / 2, 1e-6) };
}
