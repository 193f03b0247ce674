// The page of the ladder, which is the series of the study's stages. It has times, stages with their sources, tables
// and the occupancy explorer.
/* global Chart */
import { byId, fill, make, makeTable, pageData } from "../../results/page/dom.mjs";
import { fontFamily } from "../../results/page/theme.mjs";
import { OccupancyExplorer } from "./occupancy_explorer.mjs";
import { showStage } from "./stage_sources.mjs";
import { drawTimeChart } from "./time_chart.mjs";

function tableBlock(table) {
    const headers = table.columns.map((column) => column.header);
    const made = makeTable(headers, table.rows, 0);
    table.columns.forEach((column, i) => {
        if (!column.words) return;
        for (const row of made.rows) row.cells[i].className = "words";
    });
    return [make("h3", {}, table.title), make("div", { class: "scroll", tabindex: "0" }, made)];
}

const listOf = (lines) => make("ul", { class: "note" }, ...lines.map((line) => make("li", {}, line)));

function showTables(data) {
    fill(byId("tables"), ...data.tables.flatMap(tableBlock), listOf(data.notes));
    byId("remarks-block").hidden = data.remarks.length === 0;
    fill(byId("remarks"), ...data.remarks.map((text) => make("p", { class: "warning" }, text)));
    fill(byId("published"), ...data.published.flatMap(tableBlock), listOf(data.published_notes));
}

function startStages(data) {
    const show = (index) => {
        showStage(byId("stage"), data, index);
        Array.from(byId("stage-buttons").children).forEach((button, i) =>
            button.setAttribute("aria-pressed", String(i === index)));
    };
    fill(byId("stage-buttons"), ...data.stages.map((stage, i) => {
        const button = make("button", { title: stage.name }, String(stage.number));
        button.addEventListener("click", () => show(i));
        return button;
    }));
    if (data.stages.length > 0) show(0);
    return show;
}

function startLadder(data) {
    const { study } = data, capability = study.compute_capability;
    document.title = `Ladder on ${study.device} – hexscan`;
    fill(byId("header"), ...data.header.map((line, i) => make(i === 0 ? "h2" : "p", { class: "quiet" }, line)));
    const show = startStages(data);
    byId("time-chart").parentElement.style.height = `${90 + 44 * study.stages.length}px`;
    byId("floor").textContent = drawTimeChart(byId("time-chart"), study, show);
    showTables(data);
    const places = { capability: byId("capability"), kernel: byId("kernel"), inputs: byId("kernel-inputs"),
                     result: byId("occupancy"), charts: [0, 1, 2].map((i) => byId(`occupancy-chart-${i}`)) };
    const explorer = new OccupancyExplorer(places, data, `${capability.major}.${capability.minor}`);
    byId("libraries").textContent = `Chart.js ${Chart.version}`;
    return explorer;
}

Chart.defaults.font.family = fontFamily;
startLadder(pageData());
document.body.dataset.ready = "yes";
