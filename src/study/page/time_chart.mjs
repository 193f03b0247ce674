// Total and kernel time of every stage as dots with their range, on a logarithmic axis. The time of a copy to pinned
// memory is shown as a lower bound.
/* global Chart */
import { fontFamily, onLookChange, themeColour } from "../../results/page/theme.mjs";
import { significant } from "../../results/page/units.mjs";

/** The median of a time, or null if it was not measured. The record has NaN as a string, which is not above 0. */
const measured = (spread) => (spread.median > 0 ? spread.median : null);

/** Only ticks at powers of ten have a text. */
const decadeText = (value) => (/^1(\.0*)?e/.test(value.toExponential()) ? significant(value, 3) : "");

/** Draws the range of every dot as a line from the shortest to the longest repeat, with the time next to it. */
const ranges = {
    id: "ranges",
    beforeDatasetsDraw(chart) {
        const { ctx, scales } = chart;
        ctx.save();
        ctx.font = `12px ${fontFamily}`;
        ctx.textBaseline = "middle";
        for (const dataset of chart.data.datasets)
            for (const { x, y, least, largest } of dataset.data) {
                const [from, to] = [least, largest].map((time) => scales.x.getPixelForValue(time));
                const at = scales.y.getPixelForValue(y);
                ctx.strokeStyle = dataset.borderColor;
                ctx.lineWidth = 2;
                ctx.beginPath();
                ctx.moveTo(from, at);
                ctx.lineTo(to, at);
                for (const end of [from, to]) {
                    ctx.moveTo(end, at - 4);
                    ctx.lineTo(end, at + 4);
                }
                ctx.stroke();
                ctx.fillStyle = themeColour("text");
                ctx.fillText(`${significant(x, 3)} ms`, Math.max(to, scales.x.getPixelForValue(x)) + 10, at);
            }
        ctx.restore();
    },
};

/** Draws a dashed line at the lower bound, `chart.options.floor` in milliseconds. */
const floorLine = {
    id: "floorLine",
    beforeDatasetsDraw(chart) {
        const { ctx, chartArea, scales } = chart, { floor } = chart.options;
        if (floor === null) return;
        const x = scales.x.getPixelForValue(floor);
        ctx.save();
        ctx.strokeStyle = themeColour("text");
        ctx.lineWidth = 1.5;
        ctx.setLineDash([5, 4]);
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        ctx.restore();
    },
};

/** Draws the chart. A click on a stage calls onStage with its index. Returns a sentence about the lower bound. */
export function drawTimeChart(canvas, study, onStage) {
    const dots = (label, name, shift, shape) => ({ label, pointStyle: shape, pointRadius: 6, pointHitRadius: 12,
        data: study.stages.map((stage, i) => ({ x: measured(stage[name]), y: i + shift, least: stage[name].min,
                                                largest: stage[name].max })).filter(({ x }) => x !== null) });
    const floor = measured(study.pinned_copy_ms), { stages } = study;
    const chart = new Chart(canvas, {
        type: "scatter",
        data: { datasets: [dots("total", "total_ms", -0.18, "circle"), dots("kernel", "kernel_ms", 0.18, "rectRot")] },
        options: { animation: false, maintainAspectRatio: false, floor,
                   layout: { padding: { right: 84 } },
                   interaction: { mode: "nearest", axis: "xy", intersect: false },
                   onClick: (event, items, { scales }) => {
                       const stage = Math.round(scales.y.getValueForPixel(event.y));
                       if (stages[stage]) onStage(stage);
                   },
                   scales: { x: { type: "logarithmic", title: { display: true, text: "milliseconds, logarithmic" },
                                  ticks: { callback: decadeText, maxRotation: 0 } },
                             y: { reverse: true, min: -0.5, max: stages.length - 0.5, afterBuildTicks: (axis) => {
                                 axis.ticks = stages.map((stage, value) => ({ value }));
                             }, ticks: { autoSkip: false, callback: (value) => {
                                 const stage = stages[value];
                                 return stage ? `${stage.number} ${stage.name}` : "";
                             } } } },
                   plugins: { legend: { labels: { usePointStyle: true } }, tooltip: { callbacks: {
                       title: ([item]) => stages[Math.round(item.parsed.y)].name,
                       label: ({ dataset, raw }) => `${dataset.label}: ${significant(raw.x, 3)} ms, from ` +
                           `${significant(raw.least, 3)} to ${significant(raw.largest, 3)}` } } } },
        plugins: [ranges, floorLine],
    });
    const restyle = () => {
        const { x, y } = chart.options.scales;
        x.grid = { color: themeColour("grid") };
        y.grid = { display: false };
        x.ticks.color = x.title.color = themeColour("quiet");
        y.ticks.color = chart.options.plugins.legend.labels.color = themeColour("text");
        ["reach", "kernel"].forEach((name, i) => {
            const dataset = chart.data.datasets[i];
            dataset.backgroundColor = dataset.borderColor = themeColour(name);
        });
        chart.resize();
        chart.update();
    };
    onLookChange(restyle);
    restyle();
    return floor === null ? "" :
        `The dashed line is the floor: the copy of one byte per point to pinned memory, ${significant(floor, 3)} ms.`;
}
