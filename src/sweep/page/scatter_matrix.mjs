// The scatter matrix: measures against parameters and against each other, with brushes over two columns at a time.
import { oncePerFrame, themeColour } from "../../results/page/theme.mjs";
import { brushKey, draggedRange, isWithin } from "./brush.mjs";
import { BrushedPlot } from "./brushed_plot.mjs";
import { insetX, insetY, matrixGeometry, matrixPanels, panelAt, panelCorner } from "./matrix_layout.mjs";
import { MatrixPainter, nowhere } from "./matrix_painter.mjs";
import { drawBrush, drawRing, sizeCanvas } from "./plot_text.mjs";

export class ScatterMatrix extends BrushedPlot {
    constructor(canvas, state, fingersBrush) {
        super(canvas, state, fingersBrush);
        this.panels = [];
        this.repaint = oncePerFrame(() => this.paint());
        state.on("selection", this.repaint);
    }

    /** Shows these columns of the sweep. */
    choose(columns) {
        this.matrix = matrixPanels(columns);
        this.panels = this.matrix.panels;
        this.current = 0;
        this.layOut();
    }

    layOut() {
        const geometry = matrixGeometry(this.matrix, this.canvas.parentElement.clientWidth);
        this.geometry = geometry;
        this.ratio = sizeCanvas(this.canvas, geometry.width, geometry.height);
        this.painter = new MatrixPainter(this.state, this.matrix, geometry, this.canvas, this.ratio);
        this.paint();
    }

    paint() {
        this.painter.paint();
        this.show();
    }

    /** Draws the painted panels, and over them brushes and the machine shown. */
    show() {
        const { geometry, ratio, state } = this, context = this.emptied();
        context.drawImage(this.painter.layer.canvas, 0, 0);
        context.scale(ratio, ratio);
        this.panels.forEach((panel, i) => {
            const corner = panelCorner(geometry, panel), focused = this.hasKeys(i);
            context.strokeStyle = themeColour(focused ? "text" : "grid");
            context.lineWidth = focused ? 3 : 1;
            context.strokeRect(corner.x, corner.y, geometry.size, geometry.size);
            this.showBrushes(context, panel, corner);
            if (state.machine >= 0) this.showMachine(context, panel, corner);
        });
    }

    showBrushes(context, panel, corner) {
        const { geometry, geometry: { size }, state: { brushes } } = this;
        const across = brushes.get(panel.x.index), up = brushes.get(panel.y.index);
        if (!across && !up) return;
        const [left, right] = across ?
            [across.low, across.high].map((value) => insetX(geometry, panel.x.place(value))) : [0, size];
        const [bottom, top] = up && panel.x !== panel.y ?
            [up.low, up.high].map((value) => insetY(geometry, panel.y.place(value))) : [size, 0];
        context.save();
        context.beginPath();
        context.rect(corner.x, corner.y, size, size);
        context.clip();
        drawBrush(context, corner.x + left, corner.y + top, right - left, bottom - top);
        context.restore();
    }

    showMachine(context, panel, corner) {
        const { geometry, state: { machine } } = this;
        const [x, y] = [panel.x, panel.y].map((column) => column.place(column.values[machine]));
        if (Number.isNaN(x) || Number.isNaN(y)) return;
        const top = panel.x === panel.y ? geometry.size - geometry.inset : insetY(geometry, y);
        drawRing(context, corner.x + insetX(geometry, x), corner.y + top, panel.x === panel.y ? 4 : 6);
    }

    /** The values of a panel's columns at a point of the plot. */
    valuesAt(panel, place) {
        const { geometry: { size, inset } } = this, corner = panelCorner(this.geometry, panel);
        return { x: panel.x.valueAt((place.x - corner.x - inset) / (size - 2 * inset)),
                 y: panel.y.valueAt((corner.y + size - inset - place.y) / (size - 2 * inset)) };
    }

    /** The selected machine nearest to a point, if it is within reach of a pointer, or -1. */
    nearest(place) {
        const panel = panelAt(this.panels, this.geometry, place), reach = 10 * this.ratio;
        if (!panel || panel.x === panel.y) return -1;
        const corner = panelCorner(this.geometry, panel);
        const xs = this.painter.xs[panel.column], ys = this.painter.ys[panel.row];
        const x = (place.x - corner.x) * this.ratio, y = (place.y - corner.y) * this.ratio;
        let found = -1, least = reach * reach;
        for (let i = 0; i < xs.length; ++i) {
            if (!this.state.inside[i] || xs[i] === nowhere || ys[i] === nowhere) continue;
            const distance = (xs[i] - x) * (xs[i] - x) + (ys[i] - y) * (ys[i] - y);
            if (distance < least) [found, least] = [i, distance];
        }
        return found;
    }

    grab(place) {
        const panel = panelAt(this.panels, this.geometry, place);
        if (!panel || panel.x.isEmpty || panel.y.isEmpty) return null;
        this.current = this.panels.indexOf(panel);
        const start = this.valuesAt(panel, place), { brushes } = this.state;
        const x = brushes.get(panel.x.index), y = brushes.get(panel.y.index);
        const moves = isWithin(x, start.x) && (panel.x === panel.y || isWithin(y, start.y));
        return { panel, start, x: moves ? x : null, y: moves ? y : null };
    }

    drag({ panel, start, x, y }, place) {
        const now = this.valuesAt(panel, place), ranges = [draggedRange(panel.x, start.x, now.x, x)];
        if (panel.x !== panel.y) ranges.push(draggedRange(panel.y, start.y, now.y, y));
        this.state.brush(...ranges);
    }

    key(event) {
        const panel = this.panels[this.current];
        if (!panel) return;
        const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[event.key];
        if (turn && event.shiftKey) this.goToPanel(panel.row - turn[1], panel.column + turn[0]);
        else if (turn) this.state.step(turn[0] !== 0 ? panel.x.index : panel.y.index, turn[0] + turn[1]);
        else if (!brushKey(event, this.state, [panel.x.index, panel.y.index])) return;
        event.preventDefault();
    }

    goToPanel(row, column) {
        const found = this.panels.findIndex((panel) => panel.row === row && panel.column === column);
        if (found >= 0) this.current = found;
        this.redraw();
    }
}
