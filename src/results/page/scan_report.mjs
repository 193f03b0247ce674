// The texts of the page: warnings, the summary, the command that repeats the run, and the libraries in the page.
/* global THREE, Chart */
import { byId, fill, make, saveText } from "./dom.mjs";
import { grouped } from "./units.mjs";

function definitions(lines) {
    return make("dl", {}, ...lines.flatMap(([label, text]) => [make("dt", {}, label), make("dd", {}, text)]));
}

/** A line of the program's summary in the page's form, with groups of digits and raised exponents. */
export function summaryText(text) {
    return text.replace(/(^|[^\d.])(\d{5,})(?![\d.])/g, (all, before, digits) => before + grouped(digits))
        .replace(/\^3\b/g, "³").replace(/\^2\b/g, "²");
}

/** The line of the program's summary with the volume, or with the area of a single slice. */
export function sizeLine(summary) {
    return summary.find(([label]) => label === "volume" || label === "area");
}

/** The program's summary without the lines that the top of the page shows. */
function summaryOf({ summary }) {
    const shown = sizeLine(summary);
    return summary.filter((line) => line !== shown && line[0] !== "requirements")
        .map(([label, text]) => [label, summaryText(text)]);
}

/** A sentence about the points that the page leaves out of a large grid. Empty if it shows every point. */
export function thinningText(grid, maps) {
    const parts = [["column", grid.x], ["row", grid.y], ["slice", grid.z]]
        .filter(([, axis]) => axis.step > 1).map(([name, axis]) => `one ${name} in ${axis.step}`);
    const texts = [];
    if (parts.length > 0)
        texts.push(`This page shows ${parts.join(", ")}; counts, areas and radii are those of the whole scan.`);
    for (const map of maps)
        if (map.x_step > grid.x.step || map.y_step > grid.y.step)
            texts.push(`The map “${map.name}” holds one column in ${map.x_step} and one row in ${map.y_step}.`);
    return texts.join(" ");
}

export function showWarnings(data, canDraw) {
    const warnings = data.record.warnings.slice();
    if (!canDraw) warnings.push("This browser offers no WebGL, so the page has no 3-D view. Everything else works.");
    const holder = byId("warnings");
    fill(holder, ...warnings.map((text) => make("p", { class: "warning" }, make("strong", {}, "Warning: "), text)));
}

export function showReport(data) {
    const { record } = data, place = record.engine.device === "cpu" ? "the CPU" : record.engine.device;
    const what = record.request.workspace === "constant" ? "orientation" : `${record.request.workspace} workspace`;
    fill(byId("summary"), definitions([[what, data.orientation], ...summaryOf(data)]));
    fill(byId("repeat"), definitions([["command", data.command], ["platform", data.name],
                                      ["program", `hexscan ${record.hexscan_version}`],
                                      ["engine", `${record.engine.name} on ${place}`]]));
    byId("thinning").textContent = thinningText(data.grid, data.maps);
    byId("save-record").addEventListener("click", () =>
        saveText("run.json", `${JSON.stringify(record, null, 2)}\n`, "application/json"));
    byId("libraries").textContent = `three.js r${THREE.REVISION} and Chart.js ${Chart.version}`;
}
