// Drawings as SVG. The style sheet sets their colours, so a change of the theme needs no redrawing.

/** A new SVG element with attributes and children, which are elements or text. */
export function makeSvg(tag, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const name of Object.keys(attributes)) made.setAttribute(name, attributes[name]);
    made.append(...children);
    return made;
}

/** A drawing as wide as its container, with a text for screen readers. */
export function makeDrawing(width, height, label, ...children) {
    return makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "drawing" },
                   ...children);
}

/** A text at a point. `anchor` is start, middle or end. */
export function svgText(x, y, text, anchor = "start", kind = "") {
    return makeSvg("text", { x, y, "text-anchor": anchor, class: kind }, text);
}
