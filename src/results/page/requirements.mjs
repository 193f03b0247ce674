// The requirements on the machine with their outcomes. They come from the run's record, in the form of `hexscan check
// --json`. The list has {name, outcome, box: {low, high}}. The numbers of a box are x, y, z in metres, then roll,
// pitch, yaw. A path has no box.

/** The colour of an outcome: proved, violated or out of the machine's reach, or too close to tell. */
function outcomeColour(outcome) {
    if (outcome.startsWith("proved")) return "good";
    return outcome === "grazes" ? "warning-line" : "bad";
}

/** Whether a box includes all orientations of a scan, as the run's record writes them; of a cone that is not known. */
function includesOrientations({ low, high }, orientations) {
    const within = (angle, k) => angle >= low[k] - 1e-9 && angle <= high[k] + 1e-9;
    return ["roll", "pitch", "yaw"].every((name, i) => {
        const angle = orientations[name];
        const ends = angle !== null && typeof angle === "object" ? [angle.from, angle.to] : [angle];
        return ends.every((end) => within(end, 3 + i));
    });
}

/**
 * The boxes of requirements, each with its colour. A box that does not include the scan's orientations is grey: its
 * outcome says nothing about this scan's slices.
 */
export function requirementBoxes(requirements, orientations) {
    return (requirements || []).filter(({ box }) => box).map(({ name, outcome, box }) =>
        ({ name, colour: includesOrientations(box, orientations) ? outcomeColour(outcome) : "quiet",
           low: box.low.slice(0, 3), high: box.high.slice(0, 3) }));
}

/** The outlines of boxes in a level plane of a slice that is `thick`, as {x: [low, high], y: [low, high], colour}. */
export function boxesAtHeight(boxes, z, thick) {
    return boxes.filter(({ low, high }) => z >= low[2] - thick / 2 && z <= high[2] + thick / 2)
        .map(({ low, high, colour }) => ({ x: [low[0], high[0]], y: [low[1], high[1]], colour }));
}

/** The same in an upright plane: `across` runs to the right, and `at` is where the plane is on the other axis. */
export function boxesAcross(boxes, across, at) {
    const [right, through] = across === "x" ? [0, 1] : [1, 0];
    return boxes.filter(({ low, high }) => at >= low[through] && at <= high[through])
        .map(({ low, high, colour }) => ({ x: [low[right], high[right]], y: [low[2], high[2]], colour }));
}
