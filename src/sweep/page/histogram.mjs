// The distribution of a measure over the samples of a tolerance sweep: bars, quantiles, and the value of the nominal
// machine.
import { make, makeTable } from "../../results/page/dom.mjs";
import { significant } from "../../results/page/units.mjs";
import { Column, extent } from "./column.mjs";
import { makeDrawing, makeSvg, svgText } from "./svg.mjs";

const width = 520, height = 230, left = 12, right = 12, top = 58, bottom = 190;
const markedParts = [0.05, 0.5, 0.95];

/** A part of 1 as a percentage, such as 5 %. */
export function percent(part) {
    return `${significant(100 * part, 4)}\u00a0%`;
}

/** A column whose axis covers all numbers of a measure: bars, quantiles, least, largest and nominal value. */
export function measureColumn({ name, unit, nominal, quantiles, least, largest, histogram }) {
    const values = [nominal, least, largest, ...quantiles.map(([, value]) => value)];
    if (histogram) values.push(histogram.from, histogram.to);
    return new Column({ name, unit, kind: "measure" }, 0, Float64Array.from(values, (value) =>
        (Number.isFinite(value) ? value : NaN)));
}

/** Rectangles of a histogram between the ends of an axis: {x, width, height} as parts of 1. */
export function histogramBars(histogram, column) {
    const most = histogram ? Math.max(0, ...histogram.counts) : 0;
    if (!(most > 0)) return [];
    const { counts, from, to } = histogram, middle = (column.place(from) + column.place(to)) / 2;
    const whole = Math.max(0.02, column.place(to) - column.place(from)), first = middle - whole / 2;
    return counts.map((count, i) => ({ x: first + whole * i / counts.length, width: whole / counts.length,
                                       height: count / most }));
}

const atX = (part) => left + part * (width - left - right);

/** Moves sorted positions of texts until they are at least `gap` apart. The middle one stays. */
export function spreadApart(places, gap) {
    const spread = places.slice(), middle = Math.floor(places.length / 2);
    for (let i = middle + 1; i < spread.length; ++i) spread[i] = Math.max(spread[i], spread[i - 1] + gap);
    for (let i = middle - 1; i >= 0; --i) spread[i] = Math.min(spread[i], spread[i + 1] - gap);
    return spread;
}

/** A vertical line at x. Its text is above it at `textX`, in row `row`, and stays inside the drawing. */
function markLine(x, textX, text, row, kind) {
    const y = 14 + 16 * row, room = 5 * text.length;
    const inside = Math.min(width - room, Math.max(room, textX));
    return makeSvg("g", { class: kind }, makeSvg("line", { x1: x, x2: x, y1: y + 4, y2: bottom }),
                   svgText(inside, y, text, "middle"));
}

function drawHistogram(measure, column) {
    const bars = histogramBars(measure.histogram, column).map((bar) => makeSvg("rect", {
        x: atX(bar.x), width: Math.max(0.5, bar.width * (width - left - right) - 1),
        y: bottom - bar.height * (bottom - top), height: bar.height * (bottom - top), class: "bar-fill" }));
    const axis = column.ticks(5).flatMap(({ value, text }) => {
        const x = atX(column.place(value));
        return [makeSvg("line", { x1: x, x2: x, y1: bottom, y2: bottom + 5, class: "axis" }),
                svgText(x, bottom + 19, text, x < 30 ? "start" : x > width - 30 ? "end" : "middle", "quiet-text")];
    });
    const marked = measure.quantiles.filter(([part, value]) => markedParts.includes(part) && Number.isFinite(value));
    const places = marked.map(([, value]) => atX(column.place(value))), texts = spreadApart(places, 46);
    const quantiles = marked.map(([part], i) => markLine(places[i], texts[i], percent(part), 1, "quantile"));
    const at = atX(column.place(measure.nominal));
    const nominal = Number.isFinite(measure.nominal) ?
        [markLine(at, at, `nominal ${column.text(measure.nominal)}`, 0, "nominal")] : [];
    return makeDrawing(width, height, `distribution of ${measure.name} over the samples; its figures are in the table`,
                       ...bars, makeSvg("line", { x1: left, x2: width - right, y1: bottom, y2: bottom, class: "axis" }),
                       ...axis, ...quantiles, ...nominal,
                       svgText(width / 2, height - 4, column.title, "middle", "quiet-text"));
}

/** A measure's histogram and the table of its quantiles. */
export function measureBlock(measure) {
    const column = measureColumn(measure);
    const head = make("h3", {}, measure.name);
    if (column.isEmpty) return make("div", {}, head, make("p", {}, "No sample has a value."));
    const numbers = measure.quantiles.map(([, value]) => value);
    const figures = [["nominal", measure.nominal], ["least", measure.least],
                     ...measure.quantiles.map(([part, value]) => [percent(part), value]), ["largest", measure.largest]];
    const table = makeTable(["", column.title], figures.map(([name, value]) => [name, column.number(value)]));
    const spread = extent(numbers.filter(Number.isFinite));
    const isSame = spread !== null && spread.low === spread.high && numbers.every(Number.isFinite);
    const same = isSame ? [make("p", { class: "note" }, measure.least === measure.largest ?
        "All values are equal: the tolerances do not change this measure." :
        "All quantiles are equal: the tolerances change this measure in very few machines.")] : [];
    return make("div", { class: "measure" }, head, drawHistogram(measure, column), ...same,
                make("details", {}, make("summary", {}, "figures"), table));
}
