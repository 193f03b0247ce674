// What the machine must do, where the run's record tells what came of it as `hexscan check --json` writes it: a list of
// {name, outcome, box: {low, high}}, the box as x, y, z in metres and roll, pitch, yaw; a path has no box.

/** The colour of an outcome: proved, violated, or too close to tell. */
export function outcomeColour(outcome) {
    return { proved: "good", violated: "bad" }[outcome] || "warning-line";
}

/** How many requirements hold, and what came of each, as a line of the summary; null where the record tells of none. */
export function requirementsLine(requirements) {
    if (!requirements || requirements.length === 0) return null;
    const held = requirements.filter(({ outcome }) => outcome === "proved").length;
    const each = requirements.map(({ name, outcome }) => `${name}: ${outcome}`).join("; ");
    return ["requirements", `${held} of ${requirements.length} hold (${each})`];
}

/** The boxes of requirements, each with its colour. */
export function requirementBoxes(requirements) {
    return (requirements || []).filter(({ box }) => box).map(({ name, outcome, box }) =>
        ({ name, colour: outcomeColour(outcome), low: box.low.slice(0, 3), high: box.high.slice(0, 3) }));
}

/** The outlines of boxes in a level plane of a slice that is `thick`, as {x: [low, high], y: [low, high], colour}. */
export function boxesAtHeight(boxes, z, thick) {
    return boxes.filter(({ low, high }) => z >= low[2] - thick / 2 && z <= high[2] + thick / 2)
        .map(({ low, high, colour }) => ({ x: [low[0], high[0]], y: [low[1], high[1]], colour }));
}
