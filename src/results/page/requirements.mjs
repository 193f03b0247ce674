// The requirements on the machine with their outcomes. They come from the run's record, in the form of `hexscan check
// --json`. The list has {name, outcome, result, box: {low, high}}. The numbers of a box are x, y, z in metres, then
// roll, pitch, yaw. A path has no box.

/** True if an outcome says that a requirement is proved. */
export function isProved(outcome) {
    return outcome.startsWith("proved");
}

/** The colour for an outcome: proved, too close to the limit to tell, or any other. */
export function outcomeColour(outcome) {
    if (isProved(outcome)) return "good";
    return outcome === "grazes" ? "warning-line" : "bad";
}

/**
 * True if a box includes all orientations of a scan, as the record gives them. False for a cone of tilts, for which
 * this is not known.
 */
function includesOrientations({ low, high }, orientations) {
    const within = (angle, k) => angle >= low[k] - 1e-9 && angle <= high[k] + 1e-9;
    return ["roll", "pitch", "yaw"].every((name, i) => {
        const angle = orientations[name];
        const ends = angle !== null && typeof angle === "object" ? [angle.from, angle.to] : [angle];
        return ends.every((end) => within(end, 3 + i));
    });
}

/**
 * The boxes of the requirements with their colours. A box that does not include the scan's orientations is grey,
 * because its result says nothing about the slices of this scan.
 */
export function requirementBoxes(requirements, orientations) {
    return (requirements || []).filter(({ box }) => box).map(({ name, outcome, box }) =>
        ({ name, colour: includesOrientations(box, orientations) ? outcomeColour(outcome) : "quiet",
           low: box.low.slice(0, 3), high: box.high.slice(0, 3) }));
}

/** The outlines of boxes in a horizontal slice of thickness `thick`, as {x: [low, high], y: [low, high], colour}. */
export function boxesAtHeight(boxes, z, thick) {
    return boxes.filter(({ low, high }) => z >= low[2] - thick / 2 && z <= high[2] + thick / 2)
        .map(({ low, high, colour }) => ({ x: [low[0], high[0]], y: [low[1], high[1]], colour }));
}

/**
 * The outlines in a vertical plane. `across` is the axis to the right, and `at` is the position of the plane on the
 * other axis.
 */
export function boxesAcross(boxes, across, at) {
    const [right, through] = across === "x" ? [0, 1] : [1, 0];
    return boxes.filter(({ low, high }) => at >= low[through] && at <= high[through])
        .map(({ low, high, colour }) => ({ x: [low[right], high[right]], y: [low[2], high[2]], colour }));
}
