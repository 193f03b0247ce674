// Choosing what the slices show: what is reachable, or one of the run's maps, with its legend.
import { mapTop } from "./slice_picture.mjs";
import { cssColour, limitColour, scaleColour } from "./palette.mjs";
import { canReadMaps } from "./decode.mjs";
import { fill, make } from "./dom.mjs";
import { significant } from "./units.mjs";

/** What the maps that hexscan has today mean; another one goes by its name. */
const titles = { clearance: "clearance", limit: "active limit", tilt: "largest tilt in every direction",
                 share: "share of the orientations" };

export function mapTitle(map) {
    return titles[map.name] || map.name;
}

/** A map's value in words, in the units of the file. `names[leg][limit]` is how messages name limits. */
export function mapValueText(map, value, active, units, names) {
    if (active) return `${mapTitle(map)}: ${names[active.leg][active.limit]}`;
    if (map.codes && map.name !== "limit") return `${mapTitle(map)}: ${value}`;
    if (map.codes || !Number.isFinite(value)) return `${mapTitle(map)}: none`;
    const shown = units.ofMap(value, map.unit);
    return `${mapTitle(map)} ≈ ${significant(shown.value, 3)} ${shown.unit}`.trim();
}

function scaleLegend(map, units) {
    const stops = [0, 0.25, 0.5, 0.75, 1], top = mapTop(map);
    const bar = make("span", { class: "scale", style:
        `background:linear-gradient(to right,${stops.map((part) => cssColour(scaleColour(part))).join(",")})` });
    const numbers = make("span", { class: "scale-numbers" }, ...[0, 0.5, 1].map((part) => {
        const shown = units.ofMap(part * top, map.unit);
        return make("span", {}, `${significant(shown.value, 3)} ${part === 1 ? shown.unit : ""}`.trim());
    }));
    const note = "One scale for all slices. Outlined: reachable points. Blank: below 0, or no value.";
    return make("div", {}, bar, numbers, make("p", { class: "note" }, note));
}

function limitLegend(names) {
    return make("div", { class: "swatches" }, ...names.flatMap((ofLeg, leg) => ofLeg.map((name, limit) =>
        make("span", {}, make("i", { style: `background:${cssColour(limitColour(leg, limit))}` }), name))));
}

/** The select element and its legend; `onMap(index)` is called with -1 for what is reachable. */
export function showMapChoice(select, legend, data, units, onMap) {
    const maps = canReadMaps() ? data.maps : [];
    const choices = [["-1", "reachable points"], ...maps.map((map, i) => [String(i), mapTitle(map)])];
    fill(select, ...choices.map(([value, text]) => make("option", { value }, text)));
    select.parentElement.hidden = data.maps.length === 0;
    const show = () => {
        const index = Number(select.value), map = maps[index];
        if (!map) fill(legend, ...(maps.length === data.maps.length ? [] : ["This browser cannot read the maps."]));
        else fill(legend, map.codes && map.name === "limit" ? limitLegend(data.limit_names) : scaleLegend(map, units));
        onMap(index);
    };
    select.addEventListener("change", show);
    show();
}
