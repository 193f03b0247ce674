// The tolerance part of a sweep: how the measures scatter, what they depend on, and the workspace that nearly all
// machines share.
import { MapReader, bytesOfBase64, canReadMaps, decodeRuns, mapPoints } from "../../results/page/decode.mjs";
import { byId, fill, make } from "../../results/page/dom.mjs";
import { cellText, scaleLegend } from "../../results/page/map_choice.mjs";
import { SlicePicture } from "../../results/page/slice_picture.mjs";
import { SliceView, pointText } from "../../results/page/slice_view.mjs";
import { onLookChange } from "../../results/page/theme.mjs";
import { Units, grouped, litresText } from "../../results/page/units.mjs";
import { Column } from "./column.mjs";
import { measureBlock, percent } from "./histogram.mjs";
import { sensitivityBlock } from "./sensitivities.mjs";

/** A volume in litres, in brackets. Empty unless the unit is the cube of a length that needs the conversion. */
function litresIn(value, unit) {
    const metres = { "m^3": 1, "cm^3": 1e-6, "mm^3": 1e-9, "in^3": Math.pow(0.0254, 3) }[unit];
    return metres && Number.isFinite(value) ? ` (${litresText(metres * value)})` : "";
}

/** A sentence about the workspace that a share of all machines reaches. */
export function workspaceSentence({ share, volume, unit }) {
    const value = Number.isFinite(volume) ? volume : NaN;
    const text = new Column({ name: "volume", unit, kind: "measure" }, 0, [value]).text(value);
    const litres = litresIn(value, unit);
    return `Every point of a workspace of ${text}${litres} is reached by at least ${percent(share)} of the machines ` +
        "built to these tolerances.";
}

/** The middle slice of the workspace with axes and legend. It shows the share of the machines that reach each point. */
class WorkspacePicture {
    constructor(place, { grid, units, runs, maps: [map] }, share) {
        Object.assign(this, { units: new Units(units), grid, map });
        this.reader = new MapReader(map, mapPoints(grid.x, map.x_step));
        this.runs = decodeRuns(bytesOfBase64(runs.base64), grid.y.shown);
        this.picture = new SlicePicture(grid);
        this.readout = make("p", { class: "readout" });
        const z = `z = ${this.units.lengthText(grid.z.from_m)}`;
        const canvas = make("canvas", { tabindex: "0", role: "img", class: "workspace", "aria-label":
            `share of the machines that reach each point at ${z}` }), legend = make("div");
        const caption = make("figcaption", { class: "note" }, `The middle slice, ${z}: which share of the machines ` +
            "reaches each point.");
        this.outlined = `Outlined: reached by ${percent(share)} and more.`;
        fill(place, make("figure", {}, make("div", {}, canvas), this.readout, legend, caption));
        this.view = new SliceView(canvas, Object.assign({ names: ["x", "y"] }, grid), this.units, this.picture, {
            point: (column, row) => this.read(column, row), pick: (column, row) => this.read(column, row),
            leave: () => fill(this.readout), step: () => {} });
        onLookChange(() => this.paint());
        this.start(legend);
    }

    async start(legend) {
        this.cells = await this.reader.cells(0);
        fill(legend, scaleLegend(this.map, this.units, this.outlined));
        this.paint();
        document.body.dataset.picture = "ready";
    }

    paint() {
        if (!this.cells) return;
        const { map } = this, steps = { x: map.x_step, y: map.y_step };
        this.picture.showMap(map, this.cells, this.reader.columns, steps, this.runs);
        this.view.draw();
    }

    read(column, row) {
        const cell = this.reader.cellAt(this.grid, this.cells, column, row);
        fill(this.readout, `${pointText(this.grid, this.units, { x: column, y: row, z: 0 })}: reached by ` +
            `${cellText(this.map, cell, this.units)} of the machines`);
    }
}

/** Fills the tolerance part, or hides it in a sweep without one. */
export function showTolerance(tolerance) {
    byId("tolerance").hidden = !tolerance;
    if (!tolerance) return null;
    const { samples, measures, sensitivities, workspace } = tolerance;
    byId("tolerance-intro").textContent = `${grouped(samples)} machines, each scattered by the tolerances. The ` +
        "dashed lines mark the 5 %, 50 % and 95 % quantiles, the thick line marks the machine without scatter.";
    fill(byId("measures"), ...measures.map(measureBlock));
    const named = measures.map(({ name }) => name).filter((name) =>
        (sensitivities || []).some(({ measure }) => measure === name));
    byId("sensitivity-part").hidden = named.length === 0;
    fill(byId("sensitivities"), ...named.map((name) => sensitivityBlock(sensitivities, name)));
    byId("workspace-part").hidden = !workspace;
    if (!workspace) return null;
    byId("workspace-sentence").textContent = workspaceSentence(workspace);
    fill(byId("workspace-picture"));
    if (workspace.slice && canReadMaps())
        return new WorkspacePicture(byId("workspace-picture"), workspace.slice, workspace.share);
    return null;
}
