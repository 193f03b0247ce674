// The sentences at the top of the page of a sweep.
import { grouped } from "../../results/page/units.mjs";

const machineCount = (count) => `${grouped(count)} machine${count === 1 ? "" : "s"}`;

/** The facts of a sweep in one line. */
export function sweepFacts({ machine, machines, valid, front, sampling, version }) {
    const invalid = machines - valid;
    const parts = [machine, machineCount(machines)];
    if (sampling) parts.push(`sampling: ${sampling}`);
    if (invalid > 0) parts.push(`${grouped(valid)} possible, ${grouped(invalid)} impossible (designs.csv says why)`);
    else if (machines > 1) parts.push("all of them possible");
    if (front > 0) parts.push(`${grouped(front)} on the Pareto front`);
    parts.push(`hexscan ${version}`);
    return parts.join(" · ");
}

/** Says that a page shows only a part: `shown` machines and `shownFront` of the front. Empty if it shows all. */
export function sampleSentence({ machines, valid, front }, shown, shownFront) {
    if (shown === 0 || shown >= machines) return "";
    const sample = shownFront >= front && front > 0 ? "the whole front and a sample of the others" : "a sample";
    const which = shown >= valid ? "all that are possible" : sample;
    return `This page shows ${grouped(shown)} of ${machineCount(machines)}: ${which}. designs.csv holds every one.`;
}

/** The sentence for a page that shows no machine. */
export function emptySentence({ machines, valid }) {
    if (machines === 0) return "This sweep has no machine.";
    if (valid === 0) return `None of ${machineCount(machines)} is possible; designs.csv says why.`;
    return `This page shows none of ${machineCount(machines)}; designs.csv holds every one.`;
}

/** The sentence that says in which measures the front is best. */
export function frontSentence(columns) {
    const judged = columns.filter((column) => column.better).map((column) => `${column.better} ${column.name}`);
    if (judged.length === 0) return "No measure is compared, because each design is built several times.";
    return "The Pareto front (◆) has the machines that no other machine beats in one measure without " +
        `losing in another: ${judged.join(", ")}.`;
}
