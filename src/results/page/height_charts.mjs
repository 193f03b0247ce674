// Area and radii of the slices against height. The current slice is marked; a click selects a slice.
/* global Chart */
import { coordinate, nearestPoint } from "./decode.mjs";
import { onLookChange, themeColour } from "./theme.mjs";
import { chartTick, decimalsFor, fixed, significant } from "./units.mjs";

/** Draws a vertical line at the current height, `chart.options.height`. */
const heightLine = {
    id: "heightLine",
    afterDatasetsDraw(chart) {
        const { ctx, chartArea, scales } = chart, x = scales.x.getPixelForValue(chart.options.height);
        if (!(x >= chartArea.left && x <= chartArea.right)) return;
        ctx.save();
        ctx.strokeStyle = themeColour("accent");
        ctx.lineWidth = 2;
        ctx.beginPath();
        ctx.moveTo(x, chartArea.top);
        ctx.lineTo(x, chartArea.bottom);
        ctx.stroke();
        ctx.restore();
    },
};

function chartOptions(units, axis, title, onHeight) {
    const decimals = decimalsFor(units.length(axis.step_m));
    return {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        parsing: false,
        interaction: { mode: "index", intersect: false },
        onClick: (event, items, chart) => onHeight(chart.scales.x.getValueForPixel(event.x) * units.metres),
        scales: { x: { type: "linear", title: { display: true, text: `z in ${units.lengthUnit}` },
                       min: units.length(axis.from_m), max: units.length(axis.to_m),
                       ticks: { maxRotation: 0, callback: chartTick } },
                  y: { beginAtZero: true, title: { display: true, text: title },
                       ticks: { callback: chartTick } } },
        plugins: { legend: { labels: { boxWidth: 16, boxHeight: 2 } }, tooltip: { callbacks: {
            title: (items) => `z = ${fixed(items[0].parsed.x, decimals)} ${units.lengthUnit}`,
            label: (item) => `${item.dataset.label}: ${significant(item.parsed.y, 5)} ${item.dataset.unit}` } } },
    };
}

/** A line through the values of the shown slices. It has a gap at each slice without a value. */
function line(label, colour, axis, units, values, unit, convert) {
    return { label, colour, unit, data: values.map((value, i) => ({
        x: units.length(coordinate(axis, i)), y: value === null ? NaN : convert(value) })),
             borderWidth: 2, pointRadius: values.length > 1 ? 0 : 3, pointHitRadius: 6 };
}

export class HeightCharts {
    /** A click into a chart calls `onSlice(index)`. */
    constructor(areaCanvas, radiiCanvas, data, units, onSlice) {
        const { slices, grid: { z } } = data, onHeight = (heightM) => onSlice(nearestPoint(z, heightM));
        const length = (value) => units.length(value), unit = units.lengthUnit;
        const chart = (canvas, title, datasets) => new Chart(canvas, {
            type: "line", data: { datasets }, plugins: [heightLine],
            options: chartOptions(units, z, title, onHeight) });
        this.z = z;
        this.units = units;
        this.charts = [
            chart(areaCanvas, `area in ${unit}²`, [
                line("area", "reach", z, units, slices.area_m2, `${unit}²`, (value) => units.area(value))]),
            chart(radiiCanvas, `radius in ${unit}`, [
                line("circumcircle", "outer", z, units, slices.circle_radius_m, unit, length),
                line("inscribed", "inner", z, units, slices.inscribed_radius_m, unit, length)])];
        this.charts[0].options.plugins.legend = { display: false };
        onLookChange(() => this.restyle());
        this.restyle();
    }

    show(slice) {
        for (const chart of this.charts) {
            chart.options.height = this.units.length(coordinate(this.z, slice));
            chart.draw();
        }
    }

    /** Reads colours and sizes from the page again. */
    restyle() {
        for (const chart of this.charts) {
            for (const scale of Object.values(chart.options.scales)) {
                scale.grid = { color: themeColour("grid") };
                scale.ticks.color = themeColour("quiet");
                scale.title.color = themeColour("quiet");
            }
            if (chart.options.plugins.legend.labels) chart.options.plugins.legend.labels.color = themeColour("text");
            for (const dataset of chart.data.datasets) {
                dataset.borderColor = themeColour(dataset.colour);
                dataset.backgroundColor = themeColour(dataset.colour);
            }
            chart.resize();
            chart.update();
        }
    }
}
