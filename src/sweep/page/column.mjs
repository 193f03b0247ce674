// A column of a sweep, for a parameter or a measure: its range, the positions of values on its axis, and its numbers as
// text. Values are in the unit that the program wrote. Very large and very small values are shown as multiples of a
// power of ten.
import { significant, ticks } from "../../results/page/units.mjs";

const raised = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** A whole number as an exponent. */
function superscript(exponent) {
    return String(exponent).replace(/[-\d]/g, (sign) => raised[sign]);
}

/** A unit as people write it: mm^3 as mm³, deg as °. */
export function unitText(unit) {
    return unit.replace(/\^(-?\d+)/g, (all, exponent) => superscript(exponent)).replace(/\bdeg\b/g, "°");
}

/** A number and its unit. A degree sign follows the number without a space. */
export function withUnit(number, unit) {
    return unit === "" ? number : `${number}${unit.startsWith("°") ? "" : "\u00a0"}${unit}`;
}

/** Ticks as {value, text}, with different texts. One unit of the text is `scale` units of the value. */
export function labelledTicks(low, high, most, scale = 1) {
    const values = ticks(low / scale, high / scale, most);
    const step = values.length > 1 ? values[1] - values[0] : 0;
    const largest = Math.max(...values.map(Math.abs));
    const digits = step > 0 ? Math.min(15, Math.max(1, 2 + Math.floor(Math.log10(largest / step)))) : 5;
    return values.map((value) => ({ value: value * scale, text: significant(value, digits) }));
}

/** The smallest and the largest number of a list, or null if it has none. */
export function extent(values) {
    let low = Infinity, high = -Infinity;
    for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
    }
    return low <= high ? { low, high } : null;
}

/** The power of ten for numbers of this size, a multiple of three; 0 for numbers that are read easily without one. */
function writtenPower(largest) {
    if (largest === 0 || (largest >= 1e-2 && largest < 1e5)) return 0;
    return 3 * Math.floor(Math.log10(largest) / 3);
}

export class Column {
    /** `index` is the column's index in the sweep. `values` has a number for every design, or NaN. */
    constructor({ name, unit, kind, better }, index, values) {
        this.index = index;
        this.name = name;
        this.isParameter = kind === "parameter";
        this.better = better || null;
        this.values = values;
        this.missing = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
        const found = extent(values), { low, high } = found || { low: 0, high: 0 };
        const largest = Math.max(Math.abs(low), Math.abs(high));
        this.isEmpty = found === null;
        this.low = low;
        this.high = high;
        // If numbers differ only by rounding, the column counts as constant. An axis between such numbers would have no
        // ticks.
        this.isConstant = !(high - low > 1e-9 * largest);
        const half = this.isConstant ? (largest > 0 ? 0.05 * largest : 1) : 0;
        this.from = low - half;
        this.to = high + half;
        const power = writtenPower(largest);
        this.scale = Math.pow(10, power);
        const unitOfText = unitText(unit || "");
        this.unit = power === 0 ? unitOfText : `10${superscript(power)}${unitOfText === "" ? "" : ` ${unitOfText}`}`;
        // The number of digits that distinguish different values of this column as text.
        const shared = this.isConstant ? 2 : Math.ceil(Math.log10(largest / (high - low)));
        this.digits = Math.min(12, Math.max(5, 4 + shared));
    }

    /** Name and unit, as above an axis. */
    get title() { return this.unit === "" ? this.name : `${this.name} in ${this.unit}`; }

    /** The position of a value between the ends of the axis: 0 … 1, or NaN for a missing value. */
    place(value) { return (value - this.from) / (this.to - this.from); }

    /** The value at a position of the axis. The position is limited to 0 … 1. */
    valueAt(part) { return this.from + Math.min(1, Math.max(0, part)) * (this.to - this.from); }

    /** A value without its unit, in the unit of the title. */
    number(value) { return Number.isFinite(value) ? significant(value / this.scale, this.digits) : "–"; }

    /** A value with its unit. */
    text(value) {
        if (!Number.isFinite(value)) return "–";
        return this.scale === 1 ? withUnit(this.number(value), this.unit) : `${this.number(value)}·${this.unit}`;
    }

    /** About `most` ticks of an axis. A constant column has one tick, a column without values none. */
    ticks(most) {
        if (this.isEmpty) return [];
        if (this.isConstant) return [{ value: this.low, text: this.number(this.low) }];
        return labelledTicks(this.from, this.to, most, this.scale);
    }

    /** The number of marked designs with a value in each of `bins` equal parts of the axis. */
    histogram(bins, marks) {
        const counts = new Array(bins).fill(0);
        this.values.forEach((value, i) => {
            if (marks[i] && !Number.isNaN(value)) ++counts[Math.min(bins - 1, Math.floor(this.place(value) * bins))];
        });
        return counts;
    }
}
