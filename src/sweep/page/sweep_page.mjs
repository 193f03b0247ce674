// The page of a sweep: many machines as a scatter matrix and as parallel coordinates, the best of them, and tolerances.
import { byId, fill, make, pageData } from "../../results/page/dom.mjs";
import { BestTable } from "./best_table.mjs";
import { ColumnFields } from "./column_fields.mjs";
import { Designs, SweepState } from "./designs.mjs";
import { MachineStrip } from "./machine_strip.mjs";
import { firstChoice } from "./matrix_layout.mjs";
import { ParallelAxes } from "./parallel_axes.mjs";
import { ScatterMatrix } from "./scatter_matrix.mjs";
import { emptySentence, frontSentence, sampleSentence, sweepFacts } from "./sweep_words.mjs";
import { showTolerance } from "./tolerance.mjs";

function showSweep(sweep, designs) {
    document.title = `${sweep.name} – hexscan sweep`;
    byId("name").textContent = byId("name").title = sweep.name;
    byId("facts").textContent = sweepFacts(sweep);
    const sample = sampleSentence(sweep, designs.count, designs.frontCount);
    fill(byId("notices"), ...(sample ? [make("p", { class: "warning" }, sample)] : []));
    const isFrontless = designs.frontCount === 0 && designs.columns.some((column) => column.better);
    byId("front-sentence").textContent = isFrontless ? "" : frontSentence(designs.columns);
    byId("file-text").textContent = sweep.file_text || "";
    byId("file-part").hidden = !sweep.file_text;
}

/** Starts the views of the machines. One state links them. */
function startDesigns(designs) {
    const state = new SweepState(designs), fingers = byId("fingers");
    const plots = [byId("axes"), byId("matrix")], fingersBrush = () => fingers.checked;
    fingers.addEventListener("change", () => plots.forEach((canvas) => {
        canvas.style.touchAction = fingers.checked ? "none" : "";
    }));
    const axes = new ParallelAxes(plots[0], state, fingersBrush);
    const matrix = new ScatterMatrix(plots[1], state, fingersBrush);
    const fields = new ColumnFields(state, firstChoice(designs.columns), (columns) => {
        axes.choose(columns);
        matrix.choose(columns);
    });
    return { fields, strip: new MachineStrip(state), table: new BestTable(state) };
}

function startSweep(data) {
    const designs = new Designs(data), isEmpty = designs.count === 0 || designs.columns.length === 0;
    showSweep(data.sweep, designs);
    for (const part of document.querySelectorAll(".of-designs")) part.hidden = isEmpty;
    byId("no-designs").hidden = !isEmpty || Boolean(data.tolerance);
    fill(byId("no-designs"), make("p", {}, emptySentence(data.sweep)));
    showTolerance(data.tolerance);
    return isEmpty ? null : startDesigns(designs);
}

startSweep(pageData());
document.body.dataset.ready = "yes";
