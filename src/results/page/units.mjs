// Numbers for people to read: units of the machine file, digits, ticks of axes. Inside the page everything is SI, as in
// hexscan.

/** A number with at most `digits` significant digits, without an exponent or a negative zero. */
export function significant(value, digits) {
    if (!Number.isFinite(value)) return "-";
    const rounded = Number(value.toPrecision(digits));
    if (rounded === 0) return "0";
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
    const text = rounded.toFixed(Math.min(decimals, 20));
    return decimals > 0 ? text.replace(/\.?0+$/, "") : text;
}

/** A whole number with spaces between groups of three digits. */
export function grouped(value) {
    return String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/**
 * A value on an axis with ticks `step` apart. It has as few decimals as distinguish the ticks. Digits are in groups.
 */
export function tickText(value, step) {
    const [whole, part] = fixed(value, Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)))).split(".");
    return part ? `${grouped(whole)}.${part}` : grouped(whole);
}

/** The text of a tick for a chart's axis. It does not depend on the browser's language. */
export function chartTick(value, index, all) {
    return tickText(value, all.length > 1 ? Math.abs(all[1].value - all[0].value) : Math.abs(value) || 1);
}

/** A volume in litres, as text. */
export function litresText(volumeM3) {
    return `${significant(1000 * volumeM3, 4)} litres`;
}

/** Number of decimals that distinguish points `step` apart; 0 if whole numbers suffice. */
export function decimalsFor(step) {
    return step > 0 ? Math.min(12, Math.max(0, 1 + Math.ceil(-Math.log10(step)))) : 4;
}

/** A number with a fixed number of decimals, without a negative zero. */
export function fixed(value, decimals) {
    const text = value.toFixed(Math.min(100, Math.max(0, decimals)));
    return Number(text) === 0 ? text.replace("-", "") : text;
}

/**
 * A coordinate as text, with as many decimals as distinguish it from its neighbours. They are `step` away, or `step` is
 * 0 if there are none.
 */
export function coordinateText(value, step) {
    return step > 0 ? fixed(value, decimalsFor(step)) : significant(value, 6);
}

/** About `most` round values between low and high, for the ticks of an axis. */
export function ticks(low, high, most) {
    const rough = (high - low) / Math.max(1, most);
    if (!(rough > 0)) return [low];
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * (1 - 1e-9));
    const values = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) values.push(i * step);
    return values;
}

/** Converts from SI to the units of the file and writes values with their unit. */
export class Units {
    /**
     * `units` is the object that the program wrote. It has the names of the units, and one of each in metres or
     * radians.
     */
    constructor(units) {
        this.lengthUnit = units.length;
        this.angleUnit = units.angle === "deg" ? "°" : units.angle;
        this.metres = units.metres;
        this.radians = units.radians;
    }
    length(valueM) { return valueM / this.metres; }
    area(valueM2) { return valueM2 / (this.metres * this.metres); }
    angle(valueRad) { return valueRad / this.radians; }
    lengthText(valueM, digits = 5) { return `${significant(this.length(valueM), digits)} ${this.lengthUnit}`; }
    angleText(valueRad, digits = 4) {
        const space = this.angleUnit === "°" ? "" : " ";
        return `${significant(this.angle(valueRad), digits)}${space}${this.angleUnit}`;
    }
    /** A "length" or an "angle" in the file's unit, as a number and as text. */
    of(value, dimension) {
        return dimension === "length" ? this.length(value) : dimension === "angle" ? this.angle(value) : value;
    }
    textOf(value, dimension) {
        return dimension === "length" ? this.lengthText(value) : dimension === "angle" ? this.angleText(value) :
            `${significant(value, 4)} ${this.unitOf(dimension)}`.trim();
    }
    unitOf(dimension) {
        const units = { length: this.lengthUnit, angle: this.angleUnit, force: "N", torque: "N m", stiffness: "N/m" };
        return units[dimension] || "";
    }
    /** A value of a map, whose unit is "m", "deg", "rad" or empty. The result is a number and a unit of the file. */
    ofMap(value, unit) {
        if (unit === "m") return { value: this.length(value), unit: this.lengthUnit };
        if (unit === "deg") return { value: this.angle(value * Math.PI / 180), unit: this.angleUnit };
        if (unit === "rad") return { value: this.angle(value), unit: this.angleUnit };
        return { value, unit };
    }
}
