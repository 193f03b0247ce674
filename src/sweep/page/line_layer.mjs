// Draws the lines of many machines, a few milliseconds at a time, so that the page never waits for them.
import { isPrinting } from "../../results/page/theme.mjs";

const linesAtOnce = 40, milliseconds = 9;

/** The numbers 0 … count − 1 in an order in which the first n numbers, for any n, are spread over all of them. */
export function spreadOrder(count) {
    const order = new Uint32Array(count);
    let step = Math.max(1, Math.round(count * 0.618));
    const commonFactor = (a, b) => (b === 0 ? a : commonFactor(b, a % b));
    while (commonFactor(step, count) > 1) ++step;
    for (let i = 0, at = 0; i < count; ++i, at = (at + step) % count) order[i] = at;
    return order;
}

export class LineLayer {
    /** `context` is the layer's context. `trace(context, i)` adds line i to its path. `onDrawn()` shows the layer. */
    constructor(context, trace, onDrawn) {
        Object.assign(this, { context, trace, onDrawn, jobs: [], frame: 0, isDone: true });
    }

    /** Clears the layer and draws jobs, {lines, colour, width, opacity}, one after the other. */
    draw(jobs) {
        const { canvas } = this.context;
        this.stop();
        this.context.save();
        this.context.setTransform(1, 0, 0, 1, 0, 0);
        this.context.clearRect(0, 0, canvas.width, canvas.height);
        this.context.restore();
        this.jobs = jobs.map((job) => Object.assign({ next: 0 }, job));
        this.isDone = false;
        this.proceed();
    }

    stop() {
        cancelAnimationFrame(this.frame);
        this.jobs = [];
    }

    proceed() {
        const end = performance.now() + milliseconds;
        while (this.jobs.length > 0 && (isPrinting() || performance.now() < end)) this.drawSome();
        this.isDone = this.jobs.length === 0;
        if (!this.isDone) this.frame = requestAnimationFrame(() => this.proceed());
        this.onDrawn();
    }

    drawSome() {
        const { context, jobs: [job] } = this, last = Math.min(job.lines.length, job.next + linesAtOnce);
        context.strokeStyle = job.colour;
        context.lineWidth = job.width;
        context.globalAlpha = job.opacity;
        context.beginPath();
        for (; job.next < last; ++job.next) this.trace(context, job.lines[job.next]);
        context.stroke();
        if (job.next >= job.lines.length) this.jobs.shift();
    }
}
