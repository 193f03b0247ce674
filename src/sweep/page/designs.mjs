// The machines of a page, and the user's selection: brushes, the machine under the pointer, and the machine that a
// click holds.
import { Column } from "./column.mjs";

/** Converts a list of numbers and nulls into numbers and NaN. */
function numbersOrNone(values) {
    return Float64Array.from(values, (value) => (Number.isFinite(value) ? value : NaN));
}

export class Designs {
    /** Takes the data that the program wrote into the page: columns, designs and files. */
    constructor({ columns, designs, files }) {
        this.numbers = designs.number;
        this.count = designs.number.length;
        this.front = Uint8Array.from(designs.front, (one) => (one ? 1 : 0));
        this.cutOff = Uint8Array.from(designs.cut_off, (one) => (one ? 1 : 0));  // 1 if the border of the grid cuts the
                                                                                 // workspace off
        this.gaveUp = new Set((designs.gave_up || []).map(([index, column]) => `${index},${column}`));
        this.frontCount = this.front.reduce((sum, one) => sum + one, 0);
        this.columns = columns.map((column, k) => new Column(column, k, numbersOrNone(designs.values[k] || [])));
        this.files = files || {};
    }

    /** A figure of a machine as text. It begins with ≥ if the search for it gave up. */
    text(index, column) {
        const isLeast = this.gaveUp.has(`${index},${column.index}`);
        return `${isLeast ? "≥ " : ""}${column.number(column.values[index])}`;
    }

    /** The file of a machine, {name, text}, or null. */
    file(index) { return this.files[this.numbers[index]] || null; }
}

/** The designs within all brushes, and the design under the pointer. Views listen to changes and redraw. */
export class SweepState {
    constructor(designs) {
        this.designs = designs;
        this.brushes = new Map();
        this.frontOnly = false;
        this.inside = new Uint8Array(designs.count).fill(1);
        this.insideCount = designs.count;
        this.hovered = -1;
        this.pinned = -1;
        this.listeners = { selection: [], machine: [] };
    }

    /** Calls the listener when the selected machines change ("selection") or the machine to be shown ("machine"). */
    on(what, listener) { this.listeners[what].push(listener); }

    tell(what) { for (const listener of this.listeners[what]) listener(); }

    /** True if some machines may be outside the selection. */
    get isFiltering() { return this.brushes.size > 0 || this.frontOnly; }

    /** The machine to be shown: the one under the pointer, else the held one, else -1. */
    get machine() { return this.hovered >= 0 ? this.hovered : this.pinned; }

    /** Sets brushes, {column, low, high}, ends included. A missing end, or ends in the wrong order, remove a brush. */
    brush(...ranges) {
        for (const { column, low, high } of ranges) {
            if (low <= high) this.brushes.set(column, { low, high });
            else this.brushes.delete(column);
        }
        this.select();
    }

    clear(...columns) {
        for (const column of columns) this.brushes.delete(column);
        this.select();
    }

    clearAll() {
        this.brushes.clear();
        this.frontOnly = false;
        this.select();
    }

    showFrontOnly(on) {
        this.frontOnly = on;
        this.select();
    }

    /** Finds the designs within every brush. A design without a value in a brushed column is not inside. */
    select() {
        const { designs, inside } = this;
        for (let i = 0; i < designs.count; ++i) inside[i] = this.frontOnly ? designs.front[i] : 1;
        for (const [column, { low, high }] of this.brushes) {
            const { values } = designs.columns[column];
            for (let i = 0; i < designs.count; ++i) if (!(values[i] >= low && values[i] <= high)) inside[i] = 0;
        }
        this.insideCount = inside.reduce((sum, one) => sum + one, 0);
        this.tell("selection");
    }

    hover(index) {
        if (index === this.hovered) return;
        this.hovered = index;
        this.tell("machine");
    }

    pin(index) {
        this.pinned = index;
        this.tell("machine");
    }

    /** The machines inside that have a value in a column, sorted by it. Machines with equal values stay in order. */
    along(column) {
        const { values } = this.designs.columns[column], found = [];
        for (let i = 0; i < values.length; ++i) if (this.inside[i] && !Number.isNaN(values[i])) found.push(i);
        return found.sort((a, b) => values[a] - values[b] || a - b);
    }

    /** Moves `by` machines along a column from the one shown. Moves to the first if none is shown. */
    step(column, by) {
        const order = this.along(column), at = order.indexOf(this.machine);
        if (order.length === 0) return;
        const next = at < 0 ? 0 : Math.min(order.length - 1, Math.max(0, at + by));
        this.hovered = -1;
        this.pin(order[next]);
    }

    /**
     * Sets the end "low" or "high" of the columns' brushes to the value of the machine shown. The other end stays if it
     * is still in order; otherwise it becomes the end of the column.
     */
    brushAtMachine(columns, end) {
        const ranges = [];
        for (const column of this.machine < 0 ? [] : columns) {
            const { values, low, high } = this.designs.columns[column], value = values[this.machine];
            if (Number.isNaN(value)) continue;
            const range = Object.assign({ low, high }, this.brushes.get(column), { column, [end]: value });
            ranges.push(range.low <= range.high ? range : Object.assign(range, end === "low" ? { high } : { low }));
        }
        this.brush(...ranges);
    }
}
