// The occupancy explorer. The user selects a kernel and a compute capability, and can then change both. It shows the
// occupancy, and how it changes with each of the three resources while the other two stay fixed.
/* global Chart */
import { fill, make, numberField, typedNumber } from "../../results/page/dom.mjs";
import { onLookChange, themeColour } from "../../results/page/theme.mjs";
import { chartTick, significant } from "../../results/page/units.mjs";
import { occupancy } from "./occupancy.mjs";

/** The three resources: their names, and their drawn values. */
function resourcesOf(shared, limits) {
    const every = (last, first, step) => {
        const values = [];
        for (let value = first; value < last; value += step) values.push(value);
        return values.concat(last);
    };
    return [
        { key: "threads_per_block", title: "threads per block", highest: shared.max_threads_per_block,
          values: every(shared.max_threads_per_block, shared.warp_size, shared.warp_size) },
        { key: "registers_per_thread", title: "registers per thread", highest: limits.registers_per_thread,
          values: every(limits.registers_per_thread, 1, 1) },
        { key: "static_shared_bytes", title: "shared memory per block, B",
          highest: shared.max_static_shared_bytes,
          values: every(shared.max_static_shared_bytes, 0, shared.max_static_shared_bytes / 96) }];
}

function stepChart(canvas, title) {
    return new Chart(canvas, {
        type: "line",
        data: { datasets: [{ label: "occupancy", stepped: "after", borderWidth: 2, pointRadius: 0 },
                           { label: "this kernel", showLine: false, pointRadius: 6 }] },
        options: { animation: false, parsing: false, maintainAspectRatio: false,
                   interaction: { mode: "nearest", axis: "x", intersect: false },
                   scales: { x: { type: "linear", beginAtZero: true, title: { display: true, text: title },
                                  ticks: { maxRotation: 0, callback: chartTick } },
                             y: { min: 0, max: 100, title: { display: true, text: "occupancy, %" },
                                  ticks: { callback: chartTick } } },
                   plugins: { legend: { display: false }, tooltip: { callbacks: {
                       title: (items) => `${title}: ${items[0].parsed.x}`,
                       label: (item) => `${significant(item.parsed.y, 3)} %` } } } } });
}

export class OccupancyExplorer {
    /** `places` are the elements to fill; `capability` is selected at first. */
    constructor(places, data, capability) {
        Object.assign(this, { places, shared: data.occupancy, kernels: data.kernels });
        const { capabilities } = this.shared;
        fill(places.capability, ...capabilities.map((limits) => make("option", {}, limits.capability)));
        places.capability.value = capabilities.some((limits) => limits.capability === capability) ? capability :
            capabilities[capabilities.length - 1].capability;
        fill(places.kernel, ...this.kernels.map((kernel, i) => make("option", { value: i }, kernel.name)),
             make("option", { value: -1 }, "another kernel"));
        this.inputs = resourcesOf(this.shared, this.limits()).map(({ key, title }) => {
            const input = numberField({ id: key, "aria-label": title }, 1);
            input.addEventListener("input", () => {
                places.kernel.value = -1;
                this.show();
            });
            return { key, input, row: make("label", {}, `${title} `, input) };
        });
        fill(places.inputs, ...this.inputs.map(({ row }) => row));
        this.charts = resourcesOf(this.shared, this.limits()).map(({ title }, i) => stepChart(places.charts[i], title));
        places.kernel.addEventListener("change", () => this.choose(Number(places.kernel.value)));
        places.capability.addEventListener("change", () => this.show());
        onLookChange(() => this.restyle());
        this.choose(0);
    }

    limits() {
        return this.shared.capabilities.find((limits) => limits.capability === this.places.capability.value);
    }

    /** Sets the inputs to the resources of kernel `index`; -1 leaves them unchanged. */
    choose(index) {
        if (this.kernels[index]) for (const { key, input } of this.inputs) input.value = this.kernels[index][key];
        this.show();
    }

    kernel() {
        const kernel = { threads_per_block: 1 };
        for (const { key, input } of this.inputs)
            kernel[key] = Math.max(key === "threads_per_block" ? 1 : 0, Math.round(typedNumber(input.value)) || 0);
        return kernel;
    }

    show() {
        const kernel = this.kernel(), limits = this.limits(), now = occupancy(kernel, limits, this.shared);
        const known = this.kernels[Number(this.places.kernel.value)];
        const points = known ? known.points_per_thread : 1, inFlight = points === 1 ? "" :
            `; with ${points} points per thread ${(now.percent * points).toFixed(1)} %`;
        this.places.result.className = now.blocks > 0 ? "verdict good" : "verdict bad";
        fill(this.places.result, make("strong", {}, `${now.percent.toFixed(1)} %`), now.blocks > 0 ?
            `: ${now.blocks} blocks, ${now.warps} of ${now.maxWarps} warps on a multiprocessor${inFlight}; ` +
            `limited by ${now.limiter}` : `: no block can start. ${now.limiter}`);
        resourcesOf(this.shared, limits).forEach(({ key, values, highest }, i) => {
            const at = (value) => occupancy(Object.assign({}, kernel, { [key]: value }), limits, this.shared).percent;
            const chart = this.charts[i];
            chart.options.scales.x.max = highest;
            chart.data.datasets[0].data = values.map((value) => ({ x: value, y: at(value) }));
            chart.data.datasets[1].data = [{ x: kernel[key], y: now.percent }];
        });
        this.restyle();
    }

    restyle() {
        for (const chart of this.charts) {
            for (const scale of Object.values(chart.options.scales)) {
                scale.grid = { color: themeColour("grid") };
                scale.ticks.color = scale.title.color = themeColour("quiet");
            }
            const [curve, mark] = chart.data.datasets;
            curve.borderColor = themeColour("reach");
            mark.backgroundColor = mark.borderColor = themeColour("accent");
            chart.resize();
            chart.update();
        }
    }
}
