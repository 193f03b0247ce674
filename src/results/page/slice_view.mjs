// One slice with its axes: x to the right, y up, to scale. Pointer and keys read points; a click passes the point to
// the page.
import { coordinate, drawnRange, nearestPoint } from "./decode.mjs";
import { fitCanvas } from "./dom.mjs";
import { fontFamily, onLookChange, themeColour } from "./theme.mjs";
import { coordinateText, decimalsFor, fixed, ticks } from "./units.mjs";

const margins = { left: 58, right: 14, top: 10, bottom: 44 };

export class SliceView {
    /**
     * `plane` is {x, y, names}: the axes to the right and up, and their names. `listener` has point(column, row) for
     * reading, pick(column, row) for a click, leave() and step(slices).
     */
    constructor(canvas, plane, units, picture, listener) {
        Object.assign(this, { canvas, plane, units, picture, listener });
        const { x, y } = plane;
        this.x = drawnRange(x, y.to_m - y.from_m);
        this.y = drawnRange(y, x.to_m - x.from_m);
        canvas.addEventListener("pointermove", (event) => this.at(event, listener.point));
        canvas.addEventListener("pointerleave", () => listener.leave());
        canvas.addEventListener("click", (event) => this.at(event, listener.pick));
        canvas.addEventListener("keydown", (event) => this.key(event));
        onLookChange(() => this.draw());
    }

    key(event) {
        const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10,
                        Home: -Infinity, End: Infinity };
        if (!(event.key in steps)) return;
        this.listener.step(steps[event.key]);
        event.preventDefault();
    }

    /** Calls back with the shown point nearest to the pointer, or reports that the pointer left the grid. */
    at(event, callback) {
        const box = this.canvas.getBoundingClientRect();
        const x = this.x.low + (event.clientX - box.left - margins.left) / this.xScale;
        const y = this.y.high - (event.clientY - box.top - margins.top) / this.yScale;
        if (x < this.x.low || x > this.x.high || y < this.y.low || y > this.y.high) return this.listener.leave();
        return callback(nearestPoint(this.plane.x, x), nearestPoint(this.plane.y, y));
    }

    /** The position on the canvas of a point of the base frame. */
    place(xM, yM) {
        return [margins.left + (xM - this.x.low) * this.xScale, margins.top + (this.y.high - yM) * this.yScale];
    }

    /** Draws other marks: {point: {x, y}, hollow, level, boxes, circles: [{x, y, radius, colour, dash}]}, in metres. */
    show(marks) {
        this.marks = marks;
        this.draw();
    }

    /** Chooses the scales. Both axes have the same scale, unless the grid would be too narrow to see. */
    layOut() {
        // A window can be narrower than the margins, which would leave a negative width.
        const width = Math.max(1, this.canvas.parentElement.clientWidth - margins.left - margins.right);
        const spanX = this.x.high - this.x.low, spanY = this.y.high - this.y.low;
        const tallest = Math.min(720, Math.max(260, window.innerHeight * 0.72));
        const scale = Math.min(width / spanX, tallest / spanY);
        this.toScale = Math.min(scale * spanX, scale * spanY) >= 60;
        this.xScale = this.toScale ? scale : width / spanX;
        this.yScale = this.toScale ? scale : 260 / spanY;
        return fitCanvas(this.canvas, Math.round(spanY * this.yScale) + margins.top + margins.bottom);
    }

    draw() {
        const { ratio } = this.layOut(), context = this.canvas.getContext("2d");
        const width = (this.x.high - this.x.low) * this.xScale, height = (this.y.high - this.y.low) * this.yScale;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.fillStyle = themeColour("plot");
        context.fillRect(margins.left, margins.top, width, height);
        context.imageSmoothingEnabled = this.picture.canvas.width > width;
        context.drawImage(this.picture.canvas, margins.left, margins.top, width, height);
        this.drawAxes(context, width, height);
        if (this.marks) this.drawMarks(context, width, height);
    }

    drawAxes(context, width, height) {
        const { units } = this, bottom = margins.top + height;
        context.font = `12px ${fontFamily}`;
        context.strokeStyle = themeColour("line");
        context.fillStyle = themeColour("quiet");
        context.lineWidth = 1;
        context.strokeRect(margins.left + 0.5, margins.top + 0.5, width - 1, height - 1);
        const values = (range, most) => ticks(units.length(range.low), units.length(range.high), most);
        const xTicks = values(this.x, width / 50), yTicks = values(this.y, height / 45);
        const spacing = (list) => (list.length > 1 ? list[1] - list[0] : 1);
        const text = (list, value) => fixed(value, Math.max(0, decimalsFor(spacing(list)) - 1));
        context.textAlign = "center";
        context.textBaseline = "top";
        context.beginPath();
        for (const value of xTicks) {
            const [x] = this.place(value * units.metres, 0);
            context.moveTo(x, bottom);
            context.lineTo(x, bottom + 5);
            context.fillText(text(xTicks, value), x, bottom + 8);
        }
        context.fillText(`${this.plane.names[0]} in ${units.lengthUnit}`, margins.left + width / 2, bottom + 26);
        context.textAlign = "right";
        context.textBaseline = "middle";
        for (const value of yTicks) {
            const [, y] = this.place(0, value * units.metres);
            context.moveTo(margins.left - 5, y);
            context.lineTo(margins.left, y);
            context.fillText(text(yTicks, value), margins.left - 8, y);
        }
        context.stroke();
        context.save();
        context.translate(12, margins.top + height / 2);
        context.rotate(-Math.PI / 2);
        context.textAlign = "center";
        context.fillText(`${this.plane.names[1]} in ${units.lengthUnit}`, 0, 0);
        context.restore();
    }

    drawMarks(context, width, height) {
        context.save();
        context.beginPath();
        context.rect(margins.left, margins.top, width, height);
        context.clip();
        for (const circle of this.marks.circles) this.drawCircle(context, circle);
        for (const box of this.marks.boxes || []) this.drawBox(context, box);
        if (this.marks.level !== undefined) this.drawLevel(context, width);
        this.drawPoint(context, this.marks);
        context.restore();
    }

    /** Draws a line on a halo, so that it is visible on every colour. Circles differ in their dashes, too. */
    drawCircle(context, { x, y, radius, colour, dash }) {
        context.beginPath();
        context.ellipse(...this.place(x, y), radius * this.xScale, radius * this.yScale, 0, 0, 2 * Math.PI);
        for (const [width, name, dashes] of [[5, "card", []], [2, colour, dash]]) {
            context.setLineDash(dashes);
            context.lineWidth = width;
            context.strokeStyle = themeColour(name);
            context.stroke();
        }
        context.setLineDash([]);
    }

    /** Draws the outline {x: [low, high], y: [low, high], colour} of a requirement, on a halo. */
    drawBox(context, { x, y, colour }) {
        const [left, top] = this.place(x[0], y[1]), [right, bottom] = this.place(x[1], y[0]);
        for (const [width, name] of [[5, "card"], [2, colour]]) {
            context.lineWidth = width;
            context.strokeStyle = themeColour(name);
            context.strokeRect(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
        }
    }

    /** Draws a line across a section at the current slice. */
    drawLevel(context, width) {
        const [, y] = this.place(0, this.marks.level);
        context.beginPath();
        context.moveTo(margins.left, y);
        context.lineTo(margins.left + width, y);
        context.lineWidth = 1.5;
        context.strokeStyle = themeColour("accent");
        context.stroke();
    }

    /** Draws the platform's point. It is hollow if the slice has another height or orientation than the pose. */
    drawPoint(context, { point, hollow }) {
        const [x, y] = this.place(point.x, point.y);
        context.beginPath();
        context.moveTo(x - 11, y);
        context.lineTo(x + 11, y);
        context.moveTo(x, y - 11);
        context.lineTo(x, y + 11);
        for (const [width, colour] of [[4, "card"], [2, "accent"]]) {
            context.lineWidth = width;
            context.strokeStyle = themeColour(colour);
            context.stroke();
        }
        context.beginPath();
        context.arc(x, y, 6, 0, 2 * Math.PI);
        context.fillStyle = themeColour(hollow ? "card" : "accent");
        context.fill();
        context.stroke();
    }
}

/** Text for a grid point with indices {x, y, z}. */
export function pointText(grid, units, point) {
    const parts = ["x", "y", "z"].map((name) => {
        const { [name]: axis } = grid, step = units.length(axis.step_m);
        return `${name} = ${coordinateText(units.length(coordinate(axis, point[name])), step)}`;
    });
    return `${parts.join(", ")} ${units.lengthUnit}`;
}
