// Finds and creates elements of the document. Text that comes from a run is set as text, never as markup.

/** The element with that id. */
export function byId(id) {
    return document.getElementById(id);
}

/**
 * A new element with attributes and children. Children are elements or text. The page's policy forbids style
 * attributes, but scripts may set the same properties.
 */
export function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag), { style = "", ...others } = attributes;
    for (const name of Object.keys(others)) made.setAttribute(name, others[name]);
    if (style) made.style.cssText = style;
    made.append(...children);
    return made;
}

/** Replaces everything inside an element by children. */
export function fill(parent, ...children) {
    while (parent.firstChild) parent.removeChild(parent.firstChild);
    parent.append(...children);
}

/** A table with headers. Cells are elements or text. The first `left` columns are words, the others numbers. */
export function makeTable(headers, rows, left = 1) {
    const cell = (tag, content, column) => make(tag, column < left ? {} : { class: "number" }, content);
    const row = (tag, cells) => make("tr", {}, ...cells.map((content, column) => cell(tag, content, column)));
    return make("table", {}, make("thead", {}, row("th", headers)),
                make("tbody", {}, ...rows.map((cells) => row("td", cells))));
}

/** The data that the program wrote into the page. */
export function pageData() {
    return JSON.parse(byId("hexscan-data").textContent);
}

/**
 * A field for a number, in the same form as elsewhere on the page. A browser's own number field would depend on its
 * language. The keys up and down change the number by `step`.
 */
export function numberField(attributes, step) {
    const field = make("input", Object.assign({ type: "text", inputmode: "decimal", autocomplete: "off",
                                                class: "number" }, attributes));
    field.addEventListener("keydown", (event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key], value = typedNumber(field.value);
        if (!by || Number.isNaN(value) || !(step > 0)) return;
        event.preventDefault();
        const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
        field.value = (value + by * step).toFixed(Math.min(20, decimals));
        field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return field;
}

/** The number in a field's text, with a point or a comma. NaN if the text is not a number. */
export function typedNumber(text) {
    const plain = text.trim().replace("−", "-").replace(",", ".");
    return plain === "" ? NaN : Number(plain);
}

/** Makes the browser save a text as a file. */
export function saveText(name, text, type) {
    const url = URL.createObjectURL(new Blob([text], { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Width and height of a canvas element in CSS pixels. Sets the resolution of its bitmap to that of the screen. */
export function fitCanvas(canvas, height) {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = canvas.parentElement.clientWidth;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    return { width, height, ratio };
}
