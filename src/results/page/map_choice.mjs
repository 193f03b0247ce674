// Choosing what the slices show: what is reachable, or one of the run's maps, with its legend.
import { cssColour, mapColour } from "./palette.mjs";
import { canReadMaps } from "./decode.mjs";
import { fill, make } from "./dom.mjs";
import { significant } from "./units.mjs";

/** A value of a map as a number and its unit, in units of the file or in parts of a hundred. */
function shownValue(map, value, units) {
    return map.unit === "%" ? { value: 100 * value, unit: "%" } : units.ofMap(value, map.unit);
}

/** The row of the table `limits` that a value of a map is the number of; undefined where it is none. */
export function limitOfValue(map, value, limits) {
    return map.codes ? limits.find(({ number }) => number === value) : undefined;
}

/** What a map may have of the states that it is made of: whose is the largest, its is the map's. */
const numbersOf = {
    clearance: ({ clearance }) => -clearance,
    asked: ({ asked }) => asked,
    share: ({ asked, allowed }) => asked / allowed,
};

/** The row whose a map's value is at a pose with these states; undefined where it is no single one's. */
export function ownerOfValue(map, states) {
    const { kinds, number } = map.made_of, of = numbersOf[number];
    const finite = states.filter((state) => kinds.includes(state.row.kind) && Number.isFinite(of(state)));
    if (finite.length === 0) return undefined;
    return finite.reduce((one, other) => (of(other) > of(one) ? other : one)).row;
}

/** A map's value in words, in the units of the file. */
export function mapValueText(map, value, units, limits) {
    const limit = limitOfValue(map, value, limits);
    if (limit) return `${map.title}: ${limit.name}`;
    if (map.codes || !Number.isFinite(value)) return `${map.title}: none`;
    const shown = shownValue(map, value, units);
    return `${map.title} ≈ ${significant(shown.value, 3)} ${shown.unit}`.trim();
}

/** The colours of a map of numbers with the numbers at both ends and in the middle; `note` tells what else is drawn. */
export function scaleLegend(map, units, note) {
    const top = map.colours.high;
    const stops = Array.from({ length: 17 }, (none, i) => cssColour(mapColour(map, i / 16 * top)));
    const bar = make("span", { class: "scale", style: `background:linear-gradient(to right,${stops.join(",")})` });
    const numbers = make("span", { class: "scale-numbers" }, ...[0, 0.5, 1].map((part) => {
        const shown = shownValue(map, part * top, units);
        return make("span", {}, `${significant(shown.value, 3)} ${shown.unit}`.trim());
    }));
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
    else fill(legend, scaleLegend(map, units, "One scale for all slices. Outlined: reachable points. " +
                                  "Blank: below 0, or no value."));
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
