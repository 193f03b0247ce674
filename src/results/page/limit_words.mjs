// Texts about limits at a pose, in the units of the file.
import { leftOf } from "./kinematics.mjs";

/** Joins texts: "a", "a and b", "a, b and c". */
export function listText(things) {
    return [things.slice(0, -1).join(", "), ...things.slice(-1)].filter((part) => part !== "").join(" and ");
}

/** Describes a violated limit, with the words of `hexscan check --at`. */
export function violationText(state, units) {
    const { row, asked, allowed } = state, values = { asked, allowed, missing: -leftOf(state) };
    return row.violation.replace(/\{(\w+)\}/g, (none, name) => units.textOf(values[name], row.dimension));
}

/** The text for violated limits of one kind if the legs are singular. Their numbers have no meaning then. */
function noForceText(states) {
    const legs = states.map(({ row }) => `${row.legs[0] + 1}`);
    const who = legs.length === 6 ? "all legs" : `leg${legs.length === 1 ? "" : "s"} ${listText(legs)}`;
    return `${who}: no ${states[0].row.quantity} can hold the load, because the legs are singular at this pose`;
}

/** The violated limits as {names, text, singular}: the limits' names, and the text about them. */
export function violationsOf(states, units) {
    const violated = states.filter(({ clearance }) => !(clearance >= 0)), said = [];
    for (const state of violated) {
        const { row, singular = false } = state;
        const together = singular ? violated.filter((other) => other.row.kind === row.kind) : [state];
        if (state !== together[0]) continue;
        said.push({ names: together.map((one) => one.row.name), singular,
                    text: singular ? noForceText(together) : violationText(state, units) });
    }
    return said;
}

/**
 * The start of the text about the nearest limit. It names limits that may be nearer, because their distance is unknown.
 */
function notCountedText(states) {
    const kinds = states.filter(({ room }) => room === undefined).map(({ row }) => row)
        .map((row) => (row.legs.length === 0 ? row.name : row.quantity));
    return kinds.length === 0 ? "" : `${listText(Array.from(new Set(kinds)))} not counted: `;
}

/** Says how far a reachable pose can move and which limit is nearest. Empty if nothing limits the pose. */
export function nearestText({ states, clearance, row }, units) {
    if (row === null) return "";
    const state = states.find((one) => one.row === row), text = (value) => units.textOf(value, row.dimension);
    const words = `${notCountedText(states)}can move ${units.lengthText(clearance, 4)} in any direction; the nearest ` +
        `limit is ${row.name} (now ${text(state.asked)}, limit ${text(state.allowed)}): ${text(leftOf(state))} left.`;
    return words[0].toUpperCase() + words.slice(1);
}

/** The texts about a point that the program found reachable or unreachable. */
export function pointTexts({ states, clearance, row }, reachable, units) {
    if (reachable) return row ? [`${notCountedText(states)}${units.lengthText(clearance, 4)} to ${row.name}`] : [];
    if (clearance < 0) return [`beyond ${row.name}`];
    return violationsOf(states, units).map(({ names, singular, text }) => (singular ? text : names[0]));
}
