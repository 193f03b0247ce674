// Text and marks on the canvases of the scatter matrix and the parallel coordinates.
import { fontFamily, themeColour } from "../../results/page/theme.mjs";

/** A text cut at its front until it is at most `width` wide. The end stays, because names differ at their ends. */
export function fittedText(context, text, width) {
    if (context.measureText(text).width <= width) return text;
    let from = 1;
    while (from < text.length && context.measureText(`…${text.slice(from)}`).width > width) ++from;
    return `…${text.slice(from)}`;
}

/** Sets the size, alignment and colour of the texts that are drawn next. */
export function useLetters(context, size, align, baseline, colour = "quiet") {
    context.font = `${size}px ${fontFamily}`;
    context.textAlign = align;
    context.textBaseline = baseline;
    context.fillStyle = themeColour(colour);
}

/** Draws a column's name at `y` and its unit below it, each at most `width` wide. */
export function drawTitle(context, column, x, y, width) {
    useLetters(context, 12, "center", "middle", "text");
    context.fillText(fittedText(context, column.name, width), x, y);
    useLetters(context, 11, "center", "middle");
    context.fillText(fittedText(context, column.unit, width), x, y + 14);
}

/** Draws a brush as a shaded box with a rim. */
export function drawBrush(context, x, y, width, height) {
    context.save();
    context.globalAlpha = 0.14;
    context.fillStyle = themeColour("text");
    context.fillRect(x, y, width, height);
    context.globalAlpha = 0.8;
    context.strokeStyle = themeColour("text");
    context.lineWidth = 1;
    context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), Math.round(height));
    context.restore();
}

/** Draws the machine shown as a ring with a halo. */
export function drawRing(context, x, y, radius = 7) {
    for (const [width, colour] of [[5, "card"], [2.5, "text"]]) {
        context.lineWidth = width;
        context.strokeStyle = themeColour(colour);
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.stroke();
    }
}

/** Draws a machine on the front as a diamond. */
export function drawDiamond(context, x, y, radius) {
    context.beginPath();
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
    context.fill();
}

/** Sets the size of a canvas in CSS pixels, with the resolution of the screen. Returns the pixels per CSS pixel. */
export function sizeCanvas(canvas, width, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    return ratio;
}

/** A canvas with the size and scale of another one, for drawings that are made once and shown often. */
export function layerLike(canvas, ratio) {
    const layer = document.createElement("canvas");
    layer.width = canvas.width;
    layer.height = canvas.height;
    const context = layer.getContext("2d");
    context.scale(ratio, ratio);
    return context;
}
