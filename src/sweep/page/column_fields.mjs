// One field per column: a switch that shows the column, and number fields for the ends of its brush. This file also
// describes the selection in words.
import { byId, fill, make, numberField, typedNumber } from "../../results/page/dom.mjs";
import { grouped } from "../../results/page/units.mjs";
import { mostColumns } from "./matrix_layout.mjs";

/**
 * The brush for two typed ends, or null for none. An empty end is the column's own end. If an end still has the text of
 * the brush `now`, it keeps that brush's value with all digits. Ends in the wrong order are swapped.
 */
export function typedRange(column, lowText, highText, now) {
    if (lowText === "" && highText === "") return null;
    const end = (text, name) =>
        (now && text === column.number(now[name]) ? now[name] : typedNumber(text) * column.scale);
    if (lowText === "") {
        const high = end(highText, "high");
        return { column: column.index, low: Math.min(column.low, high), high };
    }
    const low = end(lowText, "low");
    if (highText === "") return { column: column.index, low, high: Math.max(column.high, low) };
    const high = end(highText, "high");
    return { column: column.index, low: Math.min(low, high), high: Math.max(low, high) };
}

/** One column's fields. */
class ColumnField {
    constructor(column, state, onShown) {
        Object.assign(this, { column, state });
        this.shown = make("input", { type: "checkbox" });
        this.shown.addEventListener("change", onShown);
        this.ends = { low: this.endField("from"), high: this.endField("to") };
        this.clear = make("button", { "aria-label": `clear the brush of ${column.name}`, title: "clear" }, "✕");
        this.clear.addEventListener("click", () => state.clear(column.index));
        const unit = column.unit === "" ? [] : [make("span", { class: "quiet" }, ` in ${column.unit}`)];
        const name = make("label", {}, this.shown, " ", column.name, ...unit);
        this.element = make("fieldset", {}, make("legend", {}, name), this.ends.low, "…", this.ends.high, this.clear);
    }

    endField(name) {
        const { column } = this, end = name === "from" ? column.low : column.high;
        const own = column.isEmpty ? "–" : column.number(end);
        const field = numberField({ placeholder: own, "aria-label": `${column.title}, brush ${name}` });
        field.disabled = column.isEmpty;
        field.addEventListener("change", () => this.brush());
        return field;
    }

    brush() {
        const { column, state } = this, { low, high } = this.ends;
        const range = typedRange(column, low.value, high.value, state.brushes.get(column.index));
        if (range && !(range.low <= range.high)) this.show();  // the typed text is not a number
        else if (range) state.brush(range);
        else state.clear(column.index);
    }

    show() {
        const { column, state } = this, brush = state.brushes.get(column.index);
        this.ends.low.value = brush ? column.number(brush.low) : "";
        this.ends.high.value = brush ? column.number(brush.high) : "";
        this.clear.disabled = !brush;
    }
}

export class ColumnFields {
    /** Calls `onChoice(columns)` with the chosen columns. */
    constructor(state, chosen, onChoice) {
        const { designs } = state;
        Object.assign(this, { state, onChoice });
        this.fields = designs.columns.map((column) => new ColumnField(column, state, () => this.choose()));
        for (const index of chosen) this.fields[index].shown.checked = true;
        fill(byId("fields"), ...this.fields.map((field) => field.element));
        byId("column-limit").textContent = designs.columns.length > mostColumns ?
            `At most ${mostColumns} of the ${designs.columns.length} columns are shown at a time. ` : "";
        byId("clear-all").addEventListener("click", () => state.clearAll());
        const frontOnly = byId("front-only");
        for (const element of document.querySelectorAll(".of-front")) element.hidden = designs.frontCount === 0;
        frontOnly.addEventListener("change", () => state.showFrontOnly(frontOnly.checked));
        state.on("selection", () => this.show());
        this.choose();
        this.show();
    }

    choose() {
        const chosen = this.fields.filter((field) => field.shown.checked);
        const isFull = chosen.length >= mostColumns;
        for (const { shown } of this.fields) shown.disabled = !shown.checked && isFull;
        const out = this.fields.filter((field) => !field.shown.checked).map((field) => field.column.name);
        byId("left-out").textContent = out.length === 0 ? "" : `Left out of the plots: ${out.join(", ")}.`;
        this.onChoice(chosen.map((field) => field.column));
    }

    show() {
        const { state } = this;
        for (const field of this.fields) field.show();
        byId("front-only").checked = state.frontOnly;
        byId("clear-all").disabled = !state.isFiltering;
        fill(byId("selection"), selectionText(state));
    }
}

/** The number of machines within all brushes, and these brushes, as sentences. */
export function selectionText({ designs, inside, insideCount, brushes, frontOnly, isFiltering }) {
    const machines = (count) => `${grouped(count)} machine${count === 1 ? "" : "s"}`;
    const onFrontText = (count) => designs.frontCount > 0 ? `, ${grouped(count)} of them on the front` : "";
    if (!isFiltering) return `All ${machines(designs.count)} of this page${onFrontText(designs.frontCount)}.`;
    let onFront = 0;
    inside.forEach((one, i) => {
        onFront += one && designs.front[i];
    });
    const parts = Array.from(brushes, ([index, { low, high }]) => {
        const column = designs.columns[index];
        return `${column.name} ${column.number(low)} … ${column.text(high)}`;
    });
    if (frontOnly) parts.push("on the front");
    return `${machines(insideCount)} of ${grouped(designs.count)}${onFrontText(onFront)}, with ${parts.join("; ")}.`;
}
