// Lets the user choose what the slices show: the reachable points or one of the run's maps, with its legend.
import { belowScale, beyondScale, cssColour, entryColour, entryOf, firstLevel, lastLevel,
         noNumber } from "./palette.mjs";
import { canReadMaps } from "./decode.mjs";
import { fill, make } from "./dom.mjs";
import { significant } from "./units.mjs";

/** A value of a map with its unit: a unit of the file, or percent. */
function shownText(map, value, units, digits = 3) {
    const shown = map.unit === "%" ? { value: 100 * value, unit: "%" } : units.ofMap(value, map.unit);
    return `${significant(shown.value, digits)} ${shown.unit}`.trim();
}

/** The row of the table `limits` whose number is a value of a map. Undefined if no row has that number. */
export function limitOfValue(map, value, limits) {
    return map.codes ? limits.find(({ number }) => number === value) : undefined;
}

/**
 * How a map's number follows from a limit's state, by the map's `made_of.number`. With sign 1 the map shows the largest
 * of these numbers at a pose, with sign -1 the smallest.
 */
const numbersOf = {
    clearance: { of: ({ clearance }) => clearance, sign: -1 },
    asked: { of: ({ asked }) => asked, sign: 1 },
    share: { of: ({ asked, allowed }) => asked / allowed, sign: 1 },
};

/**
 * The number of a map at a solved pose, as {value, row}. The row is the limit that attains the value. Undefined if the
 * page cannot compute the number.
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

/** Text for a cell of a map of numbers. A level covers half a step on either side. */
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
 * Text for a cell of a map, in the units of the file. If the page can compute the number at `solution`, the pose of the
 * point, the text has that number and its limit instead of the cell's level.
 */
export function mapText(map, cell, units, limits, solution) {
    const limit = limitOfValue(map, cell, limits);
    if (map.codes) return `${map.title}: ${limit ? limit.name : "none"}`;
    const hasNumber = entryOf(map, cell) !== noNumber, exact = hasNumber && solution && numberAt(map, solution);
    if (!exact) return `${map.title}: ${cellText(map, cell, units)}`;
    return `${map.title}: ${shownText(map, exact.value, units, 4)}, ${exact.row.name}`;
}

/**
 * The colours of a map of numbers, with the numbers at both ends and in the middle. `note` explains what else is drawn.
 */
export function scaleLegend(map, units, note) {
    const stops = Array.from({ length: 17 }, (none, i) =>
        cssColour(entryColour(map, firstLevel + Math.round(i / 16 * (lastLevel - firstLevel)))));
    const bar = make("span", { class: "scale", style: `background:linear-gradient(to right,${stops.join(",")})` });
    const numbers = make("span", { class: "scale-numbers" }, ...[0, 0.5, 1].map((part) =>
        make("span", {}, shownText(map, part * map.colours.high, units))));
    return make("div", {}, bar, numbers, make("p", { class: "note" }, note));
}

/** The limits whose numbers are in `numbers`, each with its colour. */
function limitLegend(numbers, limits) {
    return make("div", { class: "swatches" }, ...limits.filter(({ number }) => numbers.has(number)).map((limit) =>
        make("span", {}, make("i", { style: `background:#${limit.colour}` }), limit.name)));
}

/** Shows the legend of a map for a slice with these cells. */
export function showLegend(legend, map, cells, units, limits) {
    if (map.codes) fill(legend, limitLegend(new Set(cells), limits));
    else fill(legend, scaleLegend(map, units, "All slices have the same scale. Reachable points are outlined. " +
                                  "Points below 0 or without a value are blank."));
}

/**
 * Fills the select element. `onMap(index)` is called for a choice, with -1 for the reachable points. The legend of a
 * map appears with its cells.
 */
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
