// Tests the modules of a sweep's page outside a browser, compared with plain definitions.
// usage: node sweep_page_modules_test.mjs
import assert from "assert";

import { axesGeometry, axisAt, axisPart, axisX, axisY, nearestLine } from "../../src/sweep/page/axes_layout.mjs";
import { sortedRows } from "../../src/sweep/page/best_table.mjs";
import { draggedRange, isWithin } from "../../src/sweep/page/brush.mjs";
import { Column, labelledTicks, unitText, withUnit } from "../../src/sweep/page/column.mjs";
import { selectionText, typedRange } from "../../src/sweep/page/column_fields.mjs";
import { Designs, SweepState } from "../../src/sweep/page/designs.mjs";
import { histogramBars, measureColumn, spreadApart } from "../../src/sweep/page/histogram.mjs";
import { spreadOrder } from "../../src/sweep/page/line_layer.mjs";
import { exportCommand } from "../../src/sweep/page/machine_file.mjs";
import { firstChoice, insetX, insetY, matrixGeometry, matrixPanels, mostColumns, panelAt,
         panelCorner } from "../../src/sweep/page/matrix_layout.mjs";
import { Raster, diamondShape, pixel, squareShape } from "../../src/sweep/page/raster.mjs";
import { signed, slopeText, strongestFirst } from "../../src/sweep/page/sensitivities.mjs";
import { emptySentence, frontSentence, sampleSentence, sweepFacts } from "../../src/sweep/page/sweep_words.mjs";
import { workspaceSentence } from "../../src/sweep/page/tolerance.mjs";

/** Random numbers 0 … 1 that are the same in every run (a linear congruential generator). */
function dice(seed) {
    let state = seed;
    return () => {
        state = (1664525 * state + 1013904223) % 4294967296;
        return state / 4294967296;
    };
}

const spaces = (text) => text.replace(/[\u00a0\u202f]/g, " ");
const column = (values, more = {}) => new Column(Object.assign({ name: "c", unit: "mm", kind: "measure" }, more), 0,
                                                 Float64Array.from(values));

/** A study of random machines on a coarse grid of values, some of them missing, as the program writes it. */
function randomSweep(count, columns, seed) {
    const random = dice(seed);
    const value = () => (random() < 0.1 ? null : Math.round(8 * random()) - 3);
    return { columns: Array.from({ length: columns }, (none, k) => ({
                 name: `c${k}`, unit: "mm", kind: k % 2 ? "measure" : "parameter", better: k % 2 ? "larger" : null })),
             designs: { number: Array.from({ length: count }, (none, i) => 3 * i + 1),
                        front: Array.from({ length: count }, () => (random() < 0.2 ? 1 : 0)),
                        cut_off: Array.from({ length: count }, (none, i) => (i % 5 === 0 ? 1 : 0)),
                        values: Array.from({ length: columns }, () => Array.from({ length: count }, value)) },
             files: { 4: { name: "design_4.yaml", text: "" } } };
}

const tests = {
    unitsAsPeopleWriteThem() {
        assert.strictEqual(unitText("mm^3"), "mm³");
        assert.strictEqual(unitText("mm^3/deg"), "mm³/°");
        assert.strictEqual(unitText("10^-12"), "10⁻¹²");
        assert.strictEqual(unitText("degree"), "degree");
        assert.strictEqual(withUnit("3", "°"), "3°");
        assert.strictEqual(spaces(withUnit("3", "mm")), "3 mm");
        assert.strictEqual(withUnit("3", ""), "3");
    },

    figuresWhoseSearchGaveUpAreBounds() {
        const sweep = randomSweep(3, 2, 1);
        Object.assign(sweep.designs, { gave_up: [[1, 1]], values: [[1, 2, 3], [4, 5, 6]] });
        const designs = new Designs(sweep), texts = [0, 1, 2].map((i) => spaces(designs.text(i, designs.columns[1])));
        assert.deepStrictEqual(texts, ["4", "≥ 5", "6"]);
    },

    columnsHoldEveryKindOfValues() {
        const usual = column([1, 2, NaN, 4]);
        assert.deepStrictEqual([usual.low, usual.high, usual.missing, usual.isConstant], [1, 4, 1, false]);
        assert.strictEqual(spaces(usual.text(2.5)), "2.5 mm");
        assert.strictEqual(usual.text(NaN), "–");
        assert.strictEqual(usual.title, "c in mm");
        const large = column([2.5e8, 7.5e9], { unit: "mm^3" });
        assert.strictEqual(large.title, "c in 10⁹ mm³");
        assert.strictEqual(large.text(2.5e9), "2.5·10⁹ mm³");
        assert.deepStrictEqual(large.ticks(4).map(({ text }) => text), ["2", "4", "6"]);
        assert.deepStrictEqual(large.ticks(4).map(({ value }) => value), [2e9, 4e9, 6e9]);
        assert.strictEqual(column([2e-5, 5e-5], { unit: "" }).title, "c in 10⁻⁶");
        // Values that differ in late digits are shown with enough digits to distinguish them.
        const late = column([1000.001, 1000.002, 1000.003]);
        assert.strictEqual(new Set([1000.001, 1000.002, 1000.003].map((value) => late.text(value))).size, 3);
    },

    axesOfOneValueOrNone() {
        for (const value of [0, 5, -5, 1e-300, 1e300]) {
            const single = column([value, value]);
            assert(single.isConstant && single.from < value && single.to > value, `${value}`);
            assert(Math.abs(single.place(value) - 0.5) < 1e-9);
            assert.strictEqual(single.ticks(5).length, 1);
        }
        const rounding = column([1, 1 + 2e-16, 1 + 4e-16]);
        assert(rounding.isConstant);
        const empty = column([NaN, NaN]);
        assert(empty.isEmpty);
        assert.deepStrictEqual([empty.ticks(5), empty.text(NaN), empty.missing], [[], "–", 2]);
        assert(Number.isNaN(empty.place(NaN)));
        assert(column([]).isEmpty);
    },

    ticksAreInRangeAndTellApart() {
        const random = dice(7);
        for (let i = 0; i < 2000; ++i) {
            const size = Math.pow(10, 20 * random() - 10), low = (random() - 0.5) * size;
            const high = low + size * Math.pow(10, -6 * random());
            const one = column([low, high]), shown = one.ticks(5);
            assert(shown.length >= 2 && shown.length <= 6, `${low} ${high}: ${shown.length}`);
            assert.strictEqual(new Set(shown.map(({ text }) => text)).size, shown.length, `${low} ${high}`);
            for (const { value, text } of shown) {
                const slack = 1e-6 * (high - low);
                assert(value >= low - slack && value <= high + slack);
                const step = shown[1].value - shown[0].value;
                assert(Math.abs(Number(text) * one.scale - value) <= 0.01 * step, `${text} is not ${value}`);
            }
            for (const value of [low, high, (low + high) / 2])
                assert(Math.abs(one.valueAt(one.place(value)) - value) <= 1e-9 * (Math.abs(low) + Math.abs(high)));
        }
        assert.strictEqual(labelledTicks(0, 0.3, 3)[1].text, "0.1");
    },

    histogramsCountEveryMarkedValueOnce() {
        const random = dice(3), values = Array.from({ length: 500 }, () => (random() < 0.1 ? NaN : random()));
        const marks = values.map(() => (random() < 0.5 ? 1 : 0)), one = column(values);
        const expected = values.filter((value, i) => marks[i] && !Number.isNaN(value)).length;
        const counts = one.histogram(20, marks);
        assert.strictEqual(counts.reduce((sum, count) => sum + count, 0), expected);
        assert.strictEqual(column([3, 3, 3]).histogram(20, [1, 1, 1]).reduce((a, b) => a + b), 3);
        assert.strictEqual(column([0, 1]).histogram(20, [1, 1])[19], 1, "the largest value is in the last bin");
    },

    brushesCombine() {
        const random = dice(11);
        let some = 0;
        for (let round = 0; round < 300; ++round) {
            const study = randomSweep(80, 4, round), state = new SweepState(new Designs(study));
            let told = 0;
            state.on("selection", () => ++told);
            const ranges = Array.from({ length: 1 + Math.floor(3 * random()) }, () => {
                const low = Math.round(8 * random()) - 3;
                return { column: Math.floor(4 * random()), low, high: low + Math.floor(5 * random()) };
            });
            for (const range of ranges) state.brush(range);
            const frontOnly = random() < 0.3;
            state.showFrontOnly(frontOnly);
            assert.strictEqual(told, ranges.length + 1);
            // A later brush replaces an earlier one.
            const last = new Map(ranges.map((range) => [range.column, range]));
            const expected = study.designs.number.map((number, i) => {
                for (const { column, low, high } of last.values()) {
                    const value = study.designs.values[column][i];
                    if (value === null || value < low || value > high) return 0;
                }
                return !frontOnly || study.designs.front[i] ? 1 : 0;
            });
            assert.deepStrictEqual(Array.from(state.inside), expected);
            assert.strictEqual(state.insideCount, expected.filter(Boolean).length);
            some += state.insideCount > 0 && state.insideCount < 80 ? 1 : 0;
            const onFront = expected.filter((one, i) => one && study.designs.front[i]).length;
            assert(selectionText(state).startsWith(`${state.insideCount} machine`));
            assert(selectionText(state).includes(`${onFront} of them on the front`));
            state.clear(ranges[0].column);
            assert(!state.brushes.has(ranges[0].column));
            state.clearAll();
            assert.strictEqual(state.insideCount, 80);
            assert(!state.isFiltering);
        }
        assert(some > 150, `only ${some} selections are parts`);
    },

    aBrushWithoutAnEndGoes() {
        const state = new SweepState(new Designs(randomSweep(10, 2, 1)));
        state.brush({ column: 0, low: 0, high: 1 });
        state.brush({ column: 0, low: NaN, high: 1 }, { column: 1, low: 2, high: 1 });
        assert.strictEqual(state.brushes.size, 0);
    },

    machinesAreSteppedThroughInOrder() {
        const state = new SweepState(new Designs(randomSweep(60, 3, 5))), { values } = state.designs.columns[1];
        state.brush({ column: 0, low: -1, high: 4 });
        const seen = [];
        for (let i = 0; i < 100; ++i) {
            state.step(1, 1);
            if (seen[seen.length - 1] !== state.machine) seen.push(state.machine);
        }
        const able = Array.from(values.keys()).filter((i) => state.inside[i] && !Number.isNaN(values[i]));
        assert(able.length > 5);
        assert.deepStrictEqual(seen.slice().sort((a, b) => a - b), able);
        seen.slice(1).forEach((one, i) => assert(values[one] >= values[seen[i]]));
        state.hover(2);
        assert.strictEqual(state.machine, 2);
        state.hover(-1);
        assert.strictEqual(state.machine, state.pinned);
    },

    brushesByKeysEndAtTheMachine() {
        const study = randomSweep(5, 2, 1);
        study.designs.values = [[1, 2, 3, 4, null], [1, 1, 1, 1, 1]];
        const state = new SweepState(new Designs(study));
        state.brushAtMachine([0], "low");
        assert.strictEqual(state.brushes.size, 0, "no machine is shown");
        state.pin(1);
        state.brushAtMachine([0], "low");
        assert.deepStrictEqual(state.brushes.get(0), { low: 2, high: 4 });
        state.pin(2);
        state.brushAtMachine([0], "high");
        assert.deepStrictEqual(Array.from(state.inside), [0, 1, 1, 0, 0]);
        state.pin(3);
        state.brushAtMachine([0], "low");  // beyond the upper end, which moves
        assert.deepStrictEqual(Array.from(state.inside), [0, 0, 0, 1, 0]);
        state.pin(4);
        state.brushAtMachine([0], "high");  // it has no value there
        assert.deepStrictEqual(Array.from(state.inside), [0, 0, 0, 1, 0]);
    },

    typedEndsMakeBrushes() {
        const one = column([1000001, 5000000]);  // written in 10⁶ mm
        const range = (low, high, now) => typedRange(one, low, high, now);
        assert.strictEqual(range("", ""), null);
        assert.deepStrictEqual(range("2", "3"), { column: 0, low: 2e6, high: 3e6 });
        assert.deepStrictEqual(range("3", "2"), { column: 0, low: 2e6, high: 3e6 });
        assert.deepStrictEqual(range("2", ""), { column: 0, low: 2e6, high: 5e6 });
        assert.deepStrictEqual(range("", "2"), { column: 0, low: 1000001, high: 2e6 });
        assert.deepStrictEqual(range("7", ""), { column: 0, low: 7e6, high: 7e6 }, "beyond the last: nothing is left");
        const now = { low: 1000001, high: 2123456.789 };
        assert.deepStrictEqual(range(one.number(now.low), one.number(now.high), now),
                               { column: 0, low: 1000001, high: 2123456.789 }, "untouched ends keep their digits");
    },

    dragsStayOnTheAxis() {
        const random = dice(9), one = column([-2, 6]);
        for (let i = 0; i < 500; ++i) {
            const [a, b, start, now] = Array.from({ length: 4 }, () => -2 + 8 * random());
            const drawn = draggedRange(one, start, now, null);
            assert(isWithin(drawn, start) && isWithin(drawn, now));
            assert(Math.abs(drawn.high - drawn.low - Math.abs(start - now)) < 1e-12);
            const range = { low: Math.min(a, b), high: Math.max(a, b) }, moved = draggedRange(one, start, now, range);
            assert(Math.abs(moved.high - moved.low - (range.high - range.low)) < 1e-12);
            assert(moved.low >= -2 - 1e-12 && moved.high <= 6 + 1e-12);
        }
        assert(!isWithin(undefined, 1) && !isWithin({ low: 0, high: 1 }, NaN));
    },

    matrixShowsEveryPairOnce() {
        const make = (parameters, measures) => Array.from({ length: parameters + measures }, (none, index) =>
            new Column({ name: `c${index}`, unit: "", kind: index < parameters ? "parameter" : "measure" }, index,
                       Float64Array.from([index, index + 1])));
        for (const [parameters, measures] of [[6, 6], [1, 11], [12, 0], [0, 12], [0, 1], [1, 0], [3, 2]]) {
            const { panels } = matrixPanels(make(parameters, measures)), pairs = new Set();
            for (const { x, y } of panels) {
                const pair = [x.index, y.index].sort((a, b) => a - b).join(" ");
                assert(!pairs.has(pair), `${pair} is there twice`);
                pairs.add(pair);
            }
            const alone = measures === 0 ? parameters : measures, against = measures === 0 ? 0 : parameters * measures;
            assert.strictEqual(panels.length, against + alone * (alone + 1) / 2);
            assert(panels.length <= 78);
        }
        assert.deepStrictEqual(firstChoice(make(9, 9)), [0, 1, 2, 3, 9, 10, 11, 12]);
        assert.deepStrictEqual(firstChoice(make(20, 1)), [0, 1, 2, 3, 4, 5, 6, 20]);
        assert.deepStrictEqual(firstChoice(make(0, 3)), [0, 1, 2]);
        assert(firstChoice(make(40, 40)).length <= mostColumns);
        const some = make(6, 4);
        some[0] = new Column({ name: "still", unit: "", kind: "parameter" }, 0, Float64Array.from([1, 1]));
        assert(!firstChoice(some).includes(0), "a column that never changes comes last");
    },

    panelsAreFoundWhereTheyStand() {
        const three = [0, 1, 2].map((index) => new Column(
            { name: "c", unit: "", kind: index ? "measure" : "parameter" }, index, Float64Array.from([0, 1])));
        for (const width of [50, 360, 1300, 5000]) {
            const matrix = matrixPanels(three), geometry = matrixGeometry(matrix, width);
            assert(geometry.size >= 88 && geometry.size <= 190);
            for (const panel of matrix.panels) {
                const corner = panelCorner(geometry, panel);
                for (const part of [0, 0.5, 1]) {
                    const place = { x: corner.x + insetX(geometry, part), y: corner.y + insetY(geometry, part) };
                    assert.strictEqual(panelAt(matrix.panels, geometry, place), panel);
                }
                assert(corner.x + geometry.size <= geometry.width && corner.y + geometry.size <= geometry.height);
            }
            assert.strictEqual(panelAt(matrix.panels, geometry, { x: 1, y: 1 }), null);
        }
    },

    theNearestLineIsFound() {
        const random = dice(21), geometry = axesGeometry(4, 900);
        let found = 0;
        for (let round = 0; round < 200; ++round) {
            const height = () => axisY(geometry, random() < 0.1 ? NaN : random());
            const heights = Array.from({ length: 4 }, () => Array.from({ length: 30 }, height));
            const marks = Array.from({ length: 30 }, () => (random() < 0.7 ? 1 : 0));
            const place = { x: geometry.width * random(), y: geometry.height * random() };
            // By definition: the value is on the line through both neighbouring axes. Beyond the outer axes it is at
            // these.
            const x = Math.min(axisX(geometry, 3), Math.max(axisX(geometry, 0), place.x));
            const axis = [2, 1, 0].find((k) => axisX(geometry, k) <= x + 1e-9);
            const share = (x - axisX(geometry, axis)) / (axisX(geometry, axis + 1) - axisX(geometry, axis));
            const distances = marks.map((mark, i) => (mark ? Math.abs(
                (1 - share) * heights[axis][i] + share * heights[axis + 1][i] - place.y) : Infinity));
            const least = Math.min(...distances), index = nearestLine(geometry, heights, marks, place, 9);
            if (least < 8.999) {
                assert(index >= 0 && Math.abs(distances[index] - least) < 1e-6);
                ++found;
            } else if (least > 9.001) assert.strictEqual(index, -1);
        }
        assert(found > 50, `only ${found} places are near a line`);
        assert.strictEqual(nearestLine(geometry, [], [], { x: 5, y: 5 }), -1);
        assert.strictEqual(nearestLine(geometry, [[7]], [1], { x: 5, y: 5 }), 0, "one axis, one machine");
    },

    axesAreFoundWhereTheyStand() {
        for (const count of [1, 2, 12]) {
            const geometry = axesGeometry(count, 700);
            for (let axis = 0; axis < count; ++axis) {
                const place = { x: axisX(geometry, axis) + 5, y: axisY(geometry, 0.5) };
                assert.strictEqual(axisAt(geometry, count, place), axis);
                assert(place.x < geometry.width);
            }
            assert.strictEqual(axisAt(geometry, count, { x: axisX(geometry, 0) + 30, y: axisY(geometry, 0.5) }), -1);
            assert(Math.abs(axisPart(geometry, axisY(geometry, 0.3)) - 0.3) < 1e-12);
            assert(axisY(geometry, NaN) > axisY(geometry, 0) && axisY(geometry, NaN) < geometry.height);
        }
    },

    marksArePaintedWhereTheyBelong() {
        const blank = pixel([1, 2, 3]), red = pixel([255, 0, 0]), rim = pixel([0, 0, 9]);
        const raster = new Raster(10, 8, blank);
        raster.stamp(4, 3, squareShape(2), [red]);
        raster.stamp(0, 0, diamondShape(1), [red, rim]);
        raster.stamp(40, 40, squareShape(3), [red]);
        const count = (colour) => raster.pixels.filter((one) => one === colour).length;
        assert.strictEqual(count(red), 4 + 3);
        assert.strictEqual(count(rim), 3);
        const first = 4 * (3 * 10 + 4);
        assert.deepStrictEqual(Array.from(raster.bytes.slice(first, first + 4)), [255, 0, 0, 255]);
        const lines = new Raster(5, 5, blank);
        lines.gridLines([1, 9], [2, -1], red);
        assert.strictEqual(lines.pixels.filter((one) => one === red).length, 9);
    },

    everyLineIsDrawnOnce() {
        for (let count = 0; count < 300; ++count) {
            const order = Array.from(spreadOrder(count)).sort((a, b) => a - b);
            assert.deepStrictEqual(order, Array.from({ length: count }, (none, i) => i));
        }
    },

    tablesSortWithTheMissingLast() {
        const values = [3, NaN, 1, 2, NaN, 2], rows = [0, 1, 2, 3, 4, 5];
        assert.deepStrictEqual(sortedRows(rows, values, false), [2, 3, 5, 0, 1, 4]);
        assert.deepStrictEqual(sortedRows(rows, values, true), [0, 3, 5, 2, 1, 4]);
        assert.deepStrictEqual(rows, [0, 1, 2, 3, 4, 5]);
    },

    filesOfMachines() {
        assert.strictEqual(exportCommand(17), "hexscan sweep FILE --export 17");
        const designs = new Designs(randomSweep(3, 1, 1));
        assert.deepStrictEqual([0, 1, 2].map((i) => designs.file(i)),
                               [null, { name: "design_4.yaml", text: "" }, null]);
    },

    histogramsOfMeasures() {
        const measure = { name: "volume", unit: "mm^3", nominal: 2, least: 1, largest: 5, quantiles: [[0.5, 3]],
                          histogram: { from: 1, to: 5, counts: [1, 3, 0, 4] } };
        const axis = measureColumn(measure), bars = histogramBars(measure.histogram, axis);
        assert.deepStrictEqual(bars.map(({ height }) => height), [0.25, 0.75, 0, 1]);
        assert.deepStrictEqual(bars.map(({ x }) => x), [0, 0.25, 0.5, 0.75]);
        assert(bars.every(({ width }) => width === 0.25));
        const still = { name: "v", unit: "", nominal: 2, least: 2, largest: 2, quantiles: [], histogram:
            { from: 2, to: 2, counts: [9] } };
        const [bar] = histogramBars(still.histogram, measureColumn(still));
        assert(bar.width > 0 && Math.abs(bar.x + bar.width / 2 - 0.5) < 1e-9);
        assert.deepStrictEqual(histogramBars(null, axis), []);
        assert.deepStrictEqual(histogramBars({ from: 0, to: 1, counts: [0, 0] }, axis), []);
        assert.deepStrictEqual(spreadApart([10, 100, 110], 20), [10, 100, 120]);
        assert.deepStrictEqual(spreadApart([5, 5, 5], 20), [-15, 5, 25]);
        assert.deepStrictEqual(spreadApart([], 20), []);
    },

    sensitivitiesAreSorted() {
        const of = (measure, parameter, correlation) => ({ measure, parameter, correlation, slope: 1, unit: "" });
        const every = [of("v", "a", 0.1), of("v", "b", -0.9), of("w", "c", 1), of("v", "d", null), of("v", "e", 0.5)];
        assert.deepStrictEqual(strongestFirst(every, "v").map(({ parameter }) => parameter), ["b", "e", "a", "d"]);
        assert.deepStrictEqual([0.25, -0.25, 0, -0, NaN, null].map((value) => signed(value, 2)),
                               ["+0.25", "−0.25", "0", "0", "–", "–"]);
        assert.strictEqual(spaces(slopeText(-0.3, "mm^3/mm")), "−0.3 mm³/mm");
        assert.strictEqual(spaces(slopeText(123456789, "mm^3/mm")), "+1.23·10⁸ mm³/mm");
        assert.strictEqual(spaces(slopeText(-4.56e-7, "mm/deg")), "−4.56·10⁻⁷ mm/°");
        assert.strictEqual(slopeText(null, "mm"), "–");
    },

    sentencesSayWhatIsShown() {
        const study = { machine: "m", machines: 1000000, valid: 998000, front: 37, sampling: "grid", version: "1.0.0" };
        assert.strictEqual(spaces(sweepFacts(study)), "m · 1 000 000 machines · sampling: grid · 998 000 possible, " +
            "2 000 impossible (designs.csv says why) · 37 on the Pareto front · hexscan 1.0.0");
        assert(!sweepFacts({ machine: "m", machines: 1, valid: 1, front: 0, version: "1" }).includes("undefined"));
        assert(spaces(sampleSentence(study, 5000, 37))
            .includes("5 000 of 1 000 000 machines: the whole front and a sample of the others."));
        assert(sampleSentence(study, 5000, 12).includes("machines: a sample."));
        assert(sampleSentence(study, 998000, 37).includes("all that are possible"));
        assert.strictEqual(sampleSentence(study, 1000000, 37), "");
        assert.strictEqual(sampleSentence(study, 0, 0), "");
        assert(emptySentence({ machines: 5, valid: 0 }).includes("None of 5 machines is possible"));
        assert(emptySentence({ machines: 0, valid: 0 }).includes("no machine"));
        assert(frontSentence([column([1], { better: "smaller", name: "cost" })]).includes("smaller cost"));
        assert(frontSentence([column([1])]).includes("No measure"));
        assert.strictEqual(spaces(workspaceSentence({ share: 0.95, volume: 1.05e9, unit: "mm^3" })),
                           "Every point of a workspace of 1.05·10⁹ mm³ (1050 litres) is reached by at least 95 % " +
                           "of the machines built to these tolerances.");
        assert(workspaceSentence({ share: 0.95, volume: null, unit: "mm^3" }).includes("workspace of – is"));
    },
};

for (const [name, test] of Object.entries(tests)) {
    test();
    console.log(`passed: ${name}`);
}
