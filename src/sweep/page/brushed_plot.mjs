// The base of the scatter matrix and the parallel coordinates: a canvas that shows columns of the sweep and reacts to
// pointers and keys.
import { onLookChange, oncePerFrame } from "../../results/page/theme.mjs";
import { watchPointer } from "./brush.mjs";

/**
 * A plot adds choose(columns), layOut(), show(), key(event), grab(place), drag(what, place) and nearest(place).
 * nearest() returns a machine or -1.
 */
export class BrushedPlot {
    constructor(canvas, state, fingersBrush) {
        Object.assign(this, { canvas, state, current: 0 });
        this.redraw = oncePerFrame(() => this.show());
        state.on("machine", this.redraw);
        onLookChange(() => this.layOut());
        watchPointer(canvas, this, fingersBrush);
        canvas.addEventListener("keydown", (event) => this.key(event));
        canvas.addEventListener("focus", this.redraw);
        canvas.addEventListener("blur", this.redraw);
    }

    /** True if the keys act on that axis or panel. */
    hasKeys(index) { return index === this.current && document.activeElement === this.canvas; }

    /** Clears the canvas and returns its context, with coordinates in the canvas's own pixels. */
    emptied() {
        const { canvas } = this, context = canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, canvas.width, canvas.height);
        return context;
    }

    hover(place) { this.state.hover(this.nearest(place)); }
    leave() { this.state.hover(-1); }
    click(place) { this.state.pin(this.nearest(place)); }
}
