// The best machines as a table that can be sorted by any column. It shows machines that lie within all brushes, either
// all of them or only those on the front.
import { byId, fill, make } from "../../results/page/dom.mjs";
import { grouped } from "../../results/page/units.mjs";
import { machineFile } from "./machine_file.mjs";

const rowsAtOnce = 25;

/** Rows sorted by their numbers. Rows without a number are last in either direction. Equal rows stay in order. */
export function sortedRows(rows, values, descending) {
    return rows.slice().sort((a, b) => {
        const missing = Number(Number.isNaN(values[a])) - Number(Number.isNaN(values[b]));
        if (missing !== 0 || Number.isNaN(values[a])) return missing || a - b;
        return (descending ? values[b] - values[a] : values[a] - values[b]) || a - b;
    });
}

export class BestTable {
    constructor(state) {
        const { designs } = state;
        Object.assign(this, { state, most: rowsAtOnce, rows: [], lines: [] });
        const judged = designs.columns.find((column) => column.better);
        this.key = judged ? judged.index : -1;  // -1 sorts by the machine's number
        this.descending = Boolean(judged) && judged.better === "larger";
        const select = byId("table-machines");
        select.value = designs.frontCount > 0 ? "front" : "all";
        if (designs.frontCount === 0) byId("table-title").textContent = "Table";
        select.addEventListener("change", () => this.show());
        byId("more-rows").addEventListener("click", () => {
            this.most += rowsAtOnce;
            this.addRows();
        });
        byId("table").addEventListener("keydown", (event) => this.rowKey(event));
        byId("table").addEventListener("pointerleave", () => state.hover(-1));
        state.on("selection", () => this.show());
        state.on("machine", () => this.mark());
        this.show();
    }

    show() {
        const { designs, inside } = this.state, isFront = byId("table-machines").value === "front";
        const found = designs.numbers.map((number, i) => i).filter((i) => inside[i] && (!isFront || designs.front[i]));
        const values = this.key < 0 ? designs.numbers : designs.columns[this.key].values;
        this.rows = sortedRows(found, values, this.descending);
        this.lines = [];
        this.body = make("tbody");
        const headers = [this.header("machine", -1), make("th", { scope: "col" }, "file"),
                         ...designs.columns.map((column) => this.header(column.title, column.index))];
        fill(byId("table"), make("table", {}, make("thead", {}, make("tr", {}, ...headers)), this.body));
        this.addRows();
    }

    /** Adds rows below the existing ones until `most` are shown. */
    addRows() {
        const { designs } = this.state, shown = this.rows.slice(0, this.most), first = this.lines.length;
        const added = shown.slice(first).map((i, at) => this.row(i, first + at));
        this.lines.push(...added);
        this.body.append(...added);
        byId("table-count").textContent = this.rows.length === 0 ? "No machine is within the brushes." :
            `${grouped(shown.length)} of ${grouped(this.rows.length)} machines`;
        byId("cut-off-note").hidden = !shown.some((i) => designs.cutOff[i]);
        byId("gave-up-note").hidden = designs.gaveUp.size === 0;
        byId("more-rows").hidden = shown.length === this.rows.length;
        this.mark();
    }

    header(text, key) {
        const isKey = this.key === key, direction = this.descending ? "descending" : "ascending";
        const button = make("button", { class: "sort" }, `${text}${isKey ? (this.descending ? " ▼" : " ▲") : ""}`);
        button.addEventListener("click", () => this.sort(key));
        const cell = make("th", { scope: "col", class: "number" }, button);
        if (isKey) cell.setAttribute("aria-sort", direction);
        return cell;
    }

    sort(key) {
        const better = key < 0 ? null : this.state.designs.columns[key].better;
        this.descending = this.key === key ? !this.descending : better === "larger";
        this.key = key;
        this.show();
        byId("table").querySelector("th[aria-sort] button").focus();
    }

    row(index, at) {
        const { state, state: { designs } } = this;
        const name = `${designs.front[index] ? "◆ " : ""}${designs.numbers[index]}`;
        const mark = designs.cutOff[index] ? [make("span", { class: "cut-off" }, "cut off"), " "] : [];
        const made = make("tr", { tabindex: at === 0 ? "0" : "-1", "data-machine": designs.numbers[index] },
                          make("td", { class: "number" }, ...mark, name), make("td", {}, machineFile(designs, index)),
                          ...designs.columns.map((column) => make("td", { class: "number" },
                                                                  designs.text(index, column))));
        made.addEventListener("pointerenter", () => state.hover(index));
        made.addEventListener("focus", () => state.hover(index));
        made.addEventListener("blur", () => state.hover(-1));
        made.addEventListener("click", () => state.pin(index));
        return made;
    }

    /** Up and Down move between rows, Enter holds the machine. The table is one stop of the Tab key. */
    rowKey(event) {
        const at = this.lines.indexOf(event.target), by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (at < 0) return;
        if (event.key === "Enter") this.state.pin(this.rows[at]);
        const next = this.lines[at + (by || 0)];
        if (!by || !next) return;
        event.preventDefault();
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
    }

    mark() {
        const { state } = this;
        this.lines.forEach((line, at) => line.classList.toggle("fresh", this.rows[at] === state.machine));
    }
}
