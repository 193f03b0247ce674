// Lets the user choose what the slices show: the reachable points or one of the run's maps, with its legend.
import { belowScale, beyondScale, cssColour, entryColour, entryOf, firstLevel, lastLevel,
         noNumber } from "./palette.mjs";
import { canReadMaps } from "./decode.mjs";
import { fill, make } from "./dom.mjs";
import { significant } from "./units.mjs";

/** A value of a map with its unit: in units of the file, or in parts of a hundred. */
function shownText(map, value, units, digits = 3) {
    const shown = map.unit === "%" ? { value: 100 * value, unit: "%" } : units.ofMap(value, map.unit);
    return `${significant(shown.value, digits)} ${shown.unit}`.trim();
}

/** The row of the table `limits` that a value of a map is the number of; undefined where it is none. */
export function limitOfValue(map, value, limits) {
    return map.codes ? limits.find(({ number }) => number === value) : undefined;
}

/** The allowed sources of a map's number in the states, and the sign for maps that show the largest one. */
const numbersOf = {
    clearance: { of: ({ clearance }) => clearance, sign: -1 },
    asked: { of: ({ asked }) => asked, sign: 1 },
    share: { of: ({ asked, allowed }) => asked / allowed, sign: 1 },
};

/**
 * A map's number at a solved pose, as {value, row}, the row being the limit whose number it is; undefined where the
 * page cannot compute it.
 */
export function numberAt({ made_of: { kinds, number } }, { states, clearance, row }) {
    if (number === "room")
        return row && Number.isFinite(clearance) && states.every(({ room }) => room !== undefined) ?
            { value: clearance, row } : undefined;
    const { of, sign } = numbersOf[number] || {};
    const finite = states.filter((state) => kinds.includes(state.row.kind) && Number.isFinite(of(state)));
    if (finite.length === 0) return undefined;
    const owner = finite.reduce((one, other) => (sign * of(other) > sign * of(one) ? other : one));
    return { value: of(owner), row: owner.row };
}

/** A cell of a map of numbers in words. A level is half a step wide on either side. */
export function cellText(map, cell, units) {
    const entry = entryOf(map, cell), shown = (value) => shownText(map, value, units), { high } = map.colours;
    if (entry === noNumber) return "none";
    if (map.values) return map.values[cell] < 0 ? "none" : shown(map.values[cell]);
    if (entry === belowScale) return `below ${shown(0)}`;
    if (entry === beyondScale) return `more than ${shown(high)}`;
    const step = high / (lastLevel - firstLevel);
    return entry === firstLevel ? `at most ${shown(step / 2)}` : `≈ ${shown((entry - firstLevel) * step)}`;
}

/**
 * A cell of a map in words, in the units of the file. Where the page can compute the number at the point's pose,
 * `solution`, that number with its limit takes the place of the cell's level.
 */
export function mapText(map, cell, units, limits, solution) {
    const limit = limitOfValue(map, cell, limits);
    if (map.codes) return `${map.title}: ${limit ? limit.name : "none"}`;
    const hasNumber = entryOf(map, cell) !== noNumber, exact = hasNumber && solution && numberAt(map, solution);
    if (!exact) return `${map.title}: ${cellText(map, cell, units)}`;
    return `${map.title}: ${shownText(map, exact.value, units, 4)}, ${exact.row.name}`;
}

/** The colours of a map of numbers with the numbers at both ends and in the middle; `note` tells what else is drawn. */
export function scaleLegend(map, units, note) {
    const stops = Array.from({ length: 17 }, (none, i) =>
        cssColour(entryColour(map, firstLevel + Math.round(i / 16 * (lastLevel - firstLevel)))));
    const bar = make("span", { class: "scale", style: `background:linear-gradient(to right,${stops.join(",")})` });
    const numbers = make("span", { class: "scale-numbers" }, ...[0, 0.5, 1].map((part) =>
        make("span", {}, shownText(map, part * map.colours.high, units))));
    return make("div", {}, bar, numbers, make("p", { class: "note" }, note));
}

/** The limits that occur among `numbers`, each with its colour. */
function limitLegend(numbers, limits) {
    return make("div", { class: "swatches" }, ...limits.filter(({ number }) => numbers.has(number)).map((limit) =>
        make("span", {}, make("i", { style: `background:#${limit.colour}` }), limit.name)));
}

/** Which colours mean what on a slice whose cells are these. */
export function showLegend(legend, map, cells, units, limits) {
    if (map.codes) fill(legend, limitLegend(new Set(cells), limits));
    else fill(legend, scaleLegend(map, units, "All slices have the same scale. Reachable points are outlined. " +
                                  "Points below 0 or without a value are blank."));
}

/** The select element; `onMap(index)` is called with -1 for what is reachable. A map's legend comes with its cells. */
export function showMapChoice(select, legend, data, onMap) {
    const maps = canReadMaps() ? data.maps : [];
    const choices = [["-1", "reachable points"], ...maps.map((map, i) => [String(i), map.title])];
    fill(select, ...choices.map(([value, text]) => make("option", { value }, text)));
    select.parentElement.hidden = data.maps.length === 0;
    const show = () => {
        fill(legend, ...(maps.length === data.maps.length ? [] : ["This browser cannot read the maps."]));
        onMap(Number(select.value));
    };
    select.addEventListener("change", show);
    show();
}
