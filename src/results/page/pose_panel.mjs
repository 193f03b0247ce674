// The pose: six sliders with numbers, the machine's state at the pose, and a table of the legs. Units are those of the
// file.
import { fill, make, makeTable, numberField, typedNumber } from "./dom.mjs";
import { nearestText, violationsOf } from "./limit_words.mjs";
import { decimalsFor, fixed, significant } from "./units.mjs";

/** The range of the sliders for angles, in either direction. */
const largestTurn = Math.PI / 4;

function sliderSpecs(grid, units) {
    const length = (name, axis) => {
        const span = axis.to_m - axis.from_m, extra = span > 0 ? 0.15 * span : 0.1;
        return { name, kind: "length", low: axis.from_m - extra, high: axis.to_m + extra,
                 factor: units.metres, unit: units.lengthUnit };
    };
    const angle = (name) => ({ name, kind: "angle", low: -largestTurn, high: largestTurn,
                               factor: units.radians, unit: units.angleUnit });
    return [length("x", grid.x), length("y", grid.y), length("z", grid.z), angle("roll"), angle("pitch"), angle("yaw")];
}

/** A slider with its number. `set(value)`, in SI, changes both. */
function slider(spec, onInput) {
    const decimals = Math.max(0, decimalsFor((spec.high - spec.low) / spec.factor / 1000) - 1);
    const attributes = { min: spec.low / spec.factor, max: spec.high / spec.factor, step: "any" };
    const what = `${spec.name} in ${spec.unit}`;
    const range = make("input", Object.assign({ type: "range", "aria-label": what }, attributes));
    const number = numberField({ "aria-label": what, id: `pose-${spec.name}` }, Math.pow(10, -decimals));
    range.addEventListener("input", () => onInput(Number(range.value) * spec.factor));
    number.addEventListener("input", () => {
        const value = typedNumber(number.value);
        if (Number.isFinite(value)) onInput(value * spec.factor);
    });
    const row = make("div", { class: "slider" }, make("span", { class: "name" }, spec.name), range, number,
                     make("span", { class: "unit" }, spec.unit));
    const set = (value) => {
        range.value = value / spec.factor;
        if (document.activeElement !== number) number.value = fixed(value / spec.factor, decimals);
    };
    return { row, set };
}

/** The quantities of a leg that limits bound, each once. The value of the joint, which has two bounds, is first. */
function boundQuantities(table) {
    const limits = table.filter(({ legs }) => legs.length === 1);
    const all = limits.filter((row, i) => limits.findIndex((other) => isOf(row, other)) === i);
    const hasTwo = (row) => limits.some((other) => isOf(row, other) && other.bound !== row.bound);
    return [...all.filter(hasTwo), ...all.filter((row) => !hasTwo(row))];
}

/** True if two limits bound the same quantity at the same side. */
function isOf(row, other) {
    return row.legs.length === other.legs.length && row.side === other.side && row.quantity === other.quantity;
}

/** A bar that shows the position of a quantity between its bounds. */
function boundsBar(asked, least, most, within) {
    const part = Math.min(1, Math.max(0, (asked - least) / (most - least || 1)));
    return make("span", { class: within ? "bar" : "bar bad", "aria-hidden": "true" },
                make("span", { style: `left:${(100 * part).toFixed(1)}%` }));
}

export class PosePanel {
    /** `onPose(name, value)` is called when a slider moves. `limits` is the limit table of the machine. */
    constructor(places, grid, units, limits, onPose) {
        Object.assign(this, { places, units, quantities: boundQuantities(limits) });
        this.sliders = sliderSpecs(grid, units).map((spec) => {
            const made = slider(spec, (value) => onPose(spec.name, value));
            made.name = spec.name;
            return made;
        });
        fill(places.sliders, ...this.sliders.map((made) => made.row));
    }

    show(pose, solution) {
        for (const made of this.sliders) made.set(pose[made.name]);
        this.showVerdict(solution);
        this.showLegs(solution);
    }

    showVerdict(solution) {
        const violations = violationsOf(solution.states, this.units);
        const isOne = violations.length === 1 && violations[0].names.length === 1;
        const { verdict } = this.places;
        verdict.className = violations.length === 0 ? "verdict good" : "verdict bad";
        if (violations.length === 0)
            fill(verdict, make("strong", {}, "Within all limits."), ` ${nearestText(solution, this.units)}`);
        else
            fill(verdict, make("strong", {}, isOne ? "Beyond a limit" : "Beyond limits"),
                 make("ul", {}, ...violations.map(({ names, text }) =>
                     make("li", { "data-limit": names.join("; ") }, text))));
    }

    /** Number of decimals that show a ten-thousandth of a leg's largest length, or a tenth of a degree. */
    decimals(solution, dimension) {
        if (dimension === "angle") return decimalsFor(this.units.angle(Math.PI / 1800)) - 1;
        const lengths = solution.states.filter(({ row }) => row.dimension === "length");
        return decimalsFor(this.units.length(Math.max(...lengths.map(({ allowed }) => allowed)) / 1e4)) - 1;
    }

    /** Shows the bounds of one quantity of a leg: a bar between two bounds, or a single bound after a slash. */
    boundCell(solution, leg, quantity) {
        const { units } = this;
        const states = solution.states.filter(({ row }) => row.legs.includes(leg) && isOf(row, quantity));
        const within = states.every(({ clearance }) => clearance >= 0);
        const [{ asked, allowed }] = states, least = states.find(({ row }) => row.bound === "at_least");
        const most = states.find(({ row }) => row.bound === "at_most");
        const isPlace = ["length", "angle"].includes(quantity.dimension);
        const text = isPlace ? fixed(units.of(asked, quantity.dimension), this.decimals(solution, quantity.dimension)) :
            significant(asked, 4);
        const isTold = states.length === 1 && allowed !== null;
        const ends = [least, most].map((end) => (end && end.allowed !== null ?
            units.textOf(end.allowed, quantity.dimension) : "any"));
        const cell = make("span", Object.assign(least && most ? { title: ends.join(" to ") } : {},
                                                within ? {} : { class: "beyond" }),
                          isTold ? `${text} / ${significant(units.of(allowed, quantity.dimension), 4)}` : text);
        if (least && most) cell.append(boundsBar(asked, least.allowed, most.allowed, within));
        return cell;
    }

    showLegs(solution) {
        const heads = this.quantities.map(({ side, quantity, dimension }) =>
            `${side} ${quantity}, ${this.units.unitOf(dimension)}`.trim());
        const rows = solution.legs.map((leg, i) =>
            [`${i + 1}`, ...this.quantities.map((quantity) => this.boundCell(solution, i, quantity))]);
        fill(this.places.legs, makeTable(["leg", ...heads], rows));
    }
}
