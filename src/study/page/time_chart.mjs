// Total and kernel time of every stage as bars on a logarithmic axis, with the pinned copy as the floor.
/* global Chart */
import { fontFamily, onLookChange, themeColour } from "../../results/page/theme.mjs";
import { significant } from "../../results/page/units.mjs";

/** A time that was measured, or nothing: numbers JSON has no form for are words. */
const measured = (spread) => (spread.median > 0 ? spread.median : null);

/** Ticks have text at powers of ten only. */
const decadeText = (value) => (/^1(\.0*)?e/.test(value.toExponential()) ? significant(value, 3) : "");

/** The time of every bar beside its end. */
const barValues = {
    id: "barValues",
    afterDatasetsDraw(chart) {
        const { ctx } = chart;
        ctx.save();
        ctx.font = `12px ${fontFamily}`;
        ctx.textBaseline = "middle";
        ctx.fillStyle = themeColour("text");
        ctx.strokeStyle = themeColour("card");
        ctx.lineWidth = 4;
        chart.data.datasets.forEach((dataset, d) => chart.getDatasetMeta(d).data.forEach((bar, i) => {
            if (dataset.data[i] === null) return;
            const text = `${significant(dataset.data[i], 3)} ms`;
            ctx.strokeText(text, bar.x + 6, bar.y);
            ctx.fillText(text, bar.x + 6, bar.y);
        }));
        ctx.restore();
    },
};

/** A dashed line at the floor, `chart.options.floor` in milliseconds. */
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

/** Draws the chart; a click on a stage calls onStage with its index. Returns a sentence on the floor. */
export function drawTimeChart(canvas, study, onStage) {
    const bars = (label, name) => ({ label, data: study.stages.map((stage) => measured(stage[name])),
                                     barPercentage: 0.9, categoryPercentage: 0.8 });
    const floor = measured(study.pinned_copy_ms);
    const chart = new Chart(canvas, {
        type: "bar",
        data: { labels: study.stages.map((stage) => `${stage.number} ${stage.name}`),
                datasets: [bars("total", "total_ms"), bars("kernel", "kernel_ms")] },
        options: { indexAxis: "y", animation: false, maintainAspectRatio: false, floor,
                   layout: { padding: { right: 64 } },
                   interaction: { mode: "index", axis: "y", intersect: false },
                   onClick: (event, items) => { if (items.length > 0) onStage(items[0].index); },
                   scales: { x: { type: "logarithmic", title: { display: true, text: "milliseconds, logarithmic" },
                                  ticks: { callback: decadeText, maxRotation: 0 } },
                             y: {} },
                   plugins: { legend: { labels: { boxWidth: 14, boxHeight: 10 } }, tooltip: { callbacks: {
                       label: (item) => `${item.dataset.label}: ${significant(item.parsed.x, 3)} ms` } } } },
        plugins: [floorLine, barValues],
    });
    const restyle = () => {
        const { x, y } = chart.options.scales;
        x.grid = { color: themeColour("grid") };
        y.grid = { display: false };
        x.ticks.color = x.title.color = themeColour("quiet");
        y.ticks.color = chart.options.plugins.legend.labels.color = themeColour("text");
        chart.data.datasets[0].backgroundColor = themeColour("reach");
        chart.data.datasets[1].backgroundColor = themeColour("kernel");
        chart.resize();
        chart.update();
    };
    onLookChange(restyle);
    restyle();
    return floor === null ? "" :
        `The dashed line is the floor: the copy of one byte per point to pinned memory, ${significant(floor, 3)} ms.`;
}
