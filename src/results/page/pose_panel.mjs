// The pose: six sliders with numbers, what the machine says to it, and a table of the legs. Units are those of the
// file.
import { fill, make, makeTable, numberField, typedNumber } from "./dom.mjs";
import { legLimits } from "./kinematics.mjs";
import { decimalsFor, fixed, significant } from "./units.mjs";

/** Tilts of the sliders, either way. */
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

/** One slider with its number; `set(value)` in SI moves both. */
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

/** How far along its stroke a leg is, as a bar. */
function strokeBar(leg, within) {
    const part = Math.min(1, Math.max(0, (leg.length - leg.minLength) / (leg.maxLength - leg.minLength || 1)));
    return make("span", { class: within ? "bar" : "bar bad", "aria-hidden": "true" },
                make("span", { style: `left:${(100 * part).toFixed(1)}%` }));
}

export class PosePanel {
    /** `onPose(name, value)` is called when a slider moves; `names[leg][limit]` is how messages name limits. */
    constructor(places, grid, units, names, onPose) {
        Object.assign(this, { places, units, names });
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

    /** A violated limit in words: what it is and what it may be. */
    violation(leg, limit, solved) {
        const { units } = this, name = this.names[leg][limit], tilt = (joint) =>
            `${name}: ${units.angleText(joint.tilt)}, may be ${units.angleText(joint.maxTilt)} at most`;
        const length = units.lengthText(solved.length);
        return { shortest: () => `${name}: ${length}, must be ${units.lengthText(solved.minLength)} at least`,
                 longest: () => `${name}: ${length}, may be ${units.lengthText(solved.maxLength)} at most`,
                 base: () => tilt(solved.baseJoint),
                 platform: () => tilt(solved.platformJoint) }[legLimits[limit]]();
    }

    showVerdict(solution) {
        const violations = [];
        solution.legs.forEach((leg, i) => leg.clearances.forEach((clearance, limit) => {
            if (!(clearance >= 0)) violations.push(this.violation(i, limit, leg));
        }));
        const { verdict } = this.places;
        verdict.className = violations.length === 0 ? "verdict good" : "verdict bad";
        if (violations.length === 0)
            fill(verdict, make("strong", {}, "Within all limits. "), "Can move ",
                 this.units.lengthText(solution.clearance, 4), " in any direction; the nearest limit is ",
                 this.names[solution.leg][solution.limit], ".");
        else
            fill(verdict, make("strong", {}, violations.length === 1 ? "Beyond a limit" : "Beyond limits"),
                 make("ul", {}, ...violations.map((text) => make("li", {}, text))));
    }

    showLegs(solution) {
        const { units } = this;
        const number = (text, good) => make("span", good ? {} : { class: "beyond" }, text);
        const decimals = decimalsFor(units.angle(Math.PI / 1800)) - 1;  // a tenth of a degree
        const longest = Math.max(...solution.legs.map((leg) => leg.maxLength));
        const places = decimalsFor(units.length(longest) / 1e4) - 1;
        const tilt = (joint, clearance) => number(
            `${fixed(units.angle(joint.tilt), decimals)}${joint.maxTilt === null ? "" :
                ` / ${significant(units.angle(joint.maxTilt), 4)}`}`, clearance >= 0);
        const rows = solution.legs.map((leg, i) => {
            const [short, long, base, platform] = leg.clearances, stroke = short >= 0 && long >= 0;
            const length = number(fixed(units.length(leg.length), places), stroke);
            length.append(strokeBar(leg, stroke));
            return [`${i + 1}`, length, tilt(leg.baseJoint, base), tilt(leg.platformJoint, platform)];
        });
        fill(this.places.legs, makeTable(["leg", `length, ${units.lengthUnit}`, `base tilt, ${units.angleUnit}`,
                                          `platform tilt, ${units.angleUnit}`], rows));
    }
}
