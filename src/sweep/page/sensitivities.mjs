// The sensitivities of a measure: one bar per scattered parameter. The bar's length is the correlation. It has no unit,
// so bars can be compared. Next to the bar is the slope in its own unit.
import { fill, make } from "../../results/page/dom.mjs";
import { significant } from "../../results/page/units.mjs";
import { unitText, withUnit } from "./column.mjs";
import { makeDrawing, makeSvg, svgText } from "./svg.mjs";

const barsAtOnce = 12;

/** Sensitivities of one measure, the strongest first. Those without a correlation are last. */
export function strongestFirst(sensitivities, measure) {
    const strength = ({ correlation }) => (Number.isFinite(correlation) ? Math.abs(correlation) : -1);
    return sensitivities.filter((one) => one.measure === measure).sort((a, b) => strength(b) - strength(a));
}

/** A number with its sign, such as +0.8 or −0.3. Zero has no sign. */
export function signed(value, digits) {
    if (!Number.isFinite(value)) return "–";
    const text = significant(Math.abs(value), digits);
    return text === "0" ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** A slope with its unit. Very large and very small slopes are multiples of a power of ten. */
export function slopeText(slope, unit) {
    const size = Math.abs(slope);
    if (!Number.isFinite(slope) || size === 0 || (size >= 1e-3 && size < 1e5))
        return withUnit(signed(slope, 3), Number.isFinite(slope) ? unitText(unit) : "");
    const [digits, exponent] = slope.toExponential(2).split("e");
    return withUnit(`${signed(Number(digits), 3)}·${unitText(`10^${Number(exponent)}`)}`, unitText(unit));
}

/** A name cut at its front. The end stays, because names differ at their ends. */
const shortened = (name, most = 24) => (name.length > most ? `…${name.slice(1 - most)}` : name);

function sensitivityBars(rows, measure) {
    const width = 540, middle = 345, half = 150, step = 38, start = 18;
    const drawn = rows.flatMap(({ parameter, correlation, slope, unit }, i) => {
        const y = start + i * step;
        const length = Number.isFinite(correlation) ? Math.min(1, Math.abs(correlation)) * half : 0;
        const isNegative = correlation < 0;
        const x = isNegative ? middle - length : middle;
        const atEnd = isNegative ? x - 5 : x + length + 5;
        return [svgText(0, y + 2, shortened(parameter)),
                svgText(0, y + 16, slopeText(slope, unit), "start", "quiet-text"),
                makeSvg("rect", { x, y: y - 9, width: length, height: 16,
                                  class: isNegative ? "negative" : "positive" }),
                svgText(atEnd, y + 4, signed(correlation, 2), isNegative ? "end" : "start")];
    });
    const height = start + rows.length * step;
    const words = rows.map(({ parameter, correlation, slope, unit }) =>
        `${parameter} ${signed(correlation, 2)}, ${slopeText(slope, unit)}`);
    return makeDrawing(width, height, `correlation of ${measure} with each parameter: ${words.join("; ")}`,
                       makeSvg("line", { x1: middle, x2: middle, y1: 2, y2: height - 10, class: "axis" }), ...drawn);
}

/** The bars of one measure, the strongest first. If there are many, a button shows the others. */
export function sensitivityBlock(sensitivities, measure) {
    const rows = strongestFirst(sensitivities, measure), place = make("div", {});
    fill(place, sensitivityBars(rows.slice(0, barsAtOnce), measure));
    const block = make("div", { class: "measure" }, make("h3", {}, measure), place);
    if (rows.length > barsAtOnce) {
        const button = make("button", {}, `all ${rows.length} parameters`);
        button.addEventListener("click", () => {
            fill(place, sensitivityBars(rows, measure));
            button.remove();
        });
        block.append(make("div", { class: "toolbar" }, button));
    }
    return block;
}
