// Parallel coordinates: one axis per column, one line per machine, one brush per axis.
import { oncePerFrame, themeColour } from "../../results/page/theme.mjs";
import { axesGeometry, axisAt, axisPart, axisX, axisY, nearestLine } from "./axes_layout.mjs";
import { brushKey, draggedRange, isWithin } from "./brush.mjs";
import { BrushedPlot } from "./brushed_plot.mjs";
import { LineLayer, spreadOrder } from "./line_layer.mjs";
import { drawBrush, drawDiamond, drawRing, drawTitle, layerLike, sizeCanvas, useLetters } from "./plot_text.mjs";

const arrows = { larger: "↑ better", smaller: "↓ better" };

/** The opacity of each of `count` lines. More lines are fainter, so that dense and sparse regions look different. */
const lineOpacity = (count) => Math.min(0.8, Math.max(0.1, 150 / (count + 1)));

export class ParallelAxes extends BrushedPlot {
    constructor(canvas, state, fingersBrush) {
        super(canvas, state, fingersBrush);
        Object.assign(this, { columns: [], order: spreadOrder(state.designs.count) });
        const redrawInside = oncePerFrame(() => this.drawInside());
        state.on("selection", () => {
            this.redraw();  // draws the brush at once, even if the lines follow later
            redrawInside();
        });
    }

    /** Shows these columns of the sweep. */
    choose(columns) {
        this.columns = columns;
        this.current = 0;
        this.layOut();
    }

    layOut() {
        const { canvas, columns } = this, geometry = axesGeometry(columns.length, canvas.parentElement.clientWidth);
        if (this.every) this.every.stop();
        if (this.inside) this.inside.stop();
        this.geometry = geometry;
        this.ratio = sizeCanvas(canvas, geometry.width, geometry.height);
        this.heights = columns.map((column) => Float32Array.from(column.values, (value) =>
            axisY(geometry, column.place(value))));
        const layer = () => new LineLayer(layerLike(canvas, this.ratio), (context, i) => this.trace(context, i),
                                          this.redraw);
        this.every = layer();
        this.inside = layer();
        this.every.draw([{ lines: this.order, colour: themeColour("line"), width: 1,
                            opacity: lineOpacity(this.order.length) }]);
        this.drawInside();
    }

    drawInside() {
        const { state: { designs, inside } } = this;
        const lines = this.order.filter((i) => inside[i] && !designs.front[i]);
        const front = this.order.filter((i) => inside[i] && designs.front[i]);
        const opacity = lineOpacity(lines.length);
        this.inside.draw([{ lines, colour: themeColour("reach"), width: 1, opacity },
                          { lines: front, colour: themeColour("accent"), width: 2, opacity: 0.9 }]);
    }

    trace(context, i) {
        const { geometry, heights } = this;
        if (heights.length === 1) context.moveTo(axisX(geometry, 0) - 14, heights[0][i]);
        heights.forEach((height, axis) => {
            const x = axisX(geometry, axis) + (heights.length === 1 ? 14 : 0);
            if (axis === 0 && heights.length > 1) context.moveTo(x, height[i]);
            else context.lineTo(x, height[i]);
        });
    }

    /** Draws lines, axes, brushes, the front's diamonds and the machine shown. */
    show() {
        const { canvas, ratio, columns, state } = this, context = this.emptied();
        if (state.isFiltering || !this.inside.isDone) context.drawImage(this.every.context.canvas, 0, 0);
        context.drawImage(this.inside.context.canvas, 0, 0);
        context.scale(ratio, ratio);
        this.showFront(context);
        if (state.machine >= 0) this.showMachine(context, state.machine);
        columns.forEach((column, axis) => this.showAxis(context, column, axis));
        canvas.dataset.drawn = this.every.isDone && this.inside.isDone ? "yes" : "no";
    }

    showFront(context) {
        const { designs, inside } = this.state;
        context.fillStyle = themeColour("accent");
        for (let i = 0; i < designs.count; ++i)
            if (designs.front[i] && inside[i])
                this.heights.forEach((height, axis) => drawDiamond(context, axisX(this.geometry, axis), height[i], 4));
    }

    showMachine(context, machine) {
        for (const [width, colour] of [[6, "card"], [2.5, "text"]]) {
            context.lineWidth = width;
            context.strokeStyle = themeColour(colour);
            context.beginPath();
            this.trace(context, machine);
            context.stroke();
        }
        this.heights.forEach((height, axis) => drawRing(context, axisX(this.geometry, axis), height[machine], 5));
    }

    showAxis(context, column, axis) {
        const { geometry, geometry: { top, bottom, missing, step } } = this, x = axisX(geometry, axis);
        context.strokeStyle = themeColour("text");
        context.lineWidth = this.hasKeys(axis) ? 4 : 1;
        context.beginPath();
        context.moveTo(x, top);
        context.lineTo(x, bottom);
        context.stroke();
        drawTitle(context, column, x, 14, step - 10);
        const write = (text, y) => {
            context.strokeStyle = themeColour("card");
            context.lineWidth = 4;
            context.strokeText(text, x + 5, y);
            context.fillText(text, x + 5, y);
        };
        useLetters(context, 11, "left", "middle", "text");
        for (const { value, text } of column.ticks(5)) write(text, axisY(geometry, column.place(value)));
        if (column.missing > 0) write("no value", missing);
        useLetters(context, 11, "center", "middle");
        if (column.better) context.fillText(arrows[column.better], x, geometry.height - 8);
        const brush = this.state.brushes.get(column.index);
        if (!brush) return;
        const [low, high] = [brush.low, brush.high].map((value) => axisY(geometry, column.place(value)));
        drawBrush(context, x - 9, high - 1, 18, low - high + 2);
    }

    nearest(place) { return nearestLine(this.geometry, this.heights, this.state.inside, place); }

    grab(place) {
        const axis = axisAt(this.geometry, this.columns.length, place), column = this.columns[axis];
        if (!column || column.isEmpty) return null;
        this.current = axis;
        const start = column.valueAt(axisPart(this.geometry, place.y)), now = this.state.brushes.get(column.index);
        return { column, start, moved: isWithin(now, start) ? now : null };
    }

    drag({ column, start, moved }, place) {
        const now = column.valueAt(axisPart(this.geometry, place.y));
        this.state.brush(draggedRange(column, start, now, moved));
    }

    key(event) {
        const column = this.columns[this.current], turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        const step = { ArrowDown: -1, ArrowUp: 1 }[event.key];
        if (!column) return;
        if (turn) {
            this.current = Math.min(this.columns.length - 1, Math.max(0, this.current + turn));
            this.redraw();
        } else if (step) this.state.step(column.index, step);
        else if (!brushKey(event, this.state, [column.index])) return;
        event.preventDefault();
    }
}
