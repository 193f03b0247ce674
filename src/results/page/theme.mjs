// Reads the colours of the style sheet for drawings on canvases, because style sheets do not apply there. Covers the
// light, dark and paper themes.

/** The current colour of the style sheet's variable --name. */
export function themeColour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** A colour "#rrggbb" of the style sheet as [red, green, blue]. */
export function themeRgb(name) {
    const hex = themeColour(name);
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** The font of the page, for canvases. */
export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** True while the page is being printed. */
export function isPrinting() {
    return document.documentElement.classList.contains("print");
}

/**
 * Calls `draw` once in the next frame, even if it is requested several times. While the page is printed there is no
 * next frame, so `draw` is called at once.
 */
export function oncePerFrame(draw) {
    let asked = false;
    return () => {
        if (isPrinting()) return draw();
        if (asked) return undefined;
        asked = true;
        return requestAnimationFrame(() => {
            asked = false;
            draw();
        });
    };
}

/**
 * Calls back when colours or sizes of the page change, because of the colour scheme, printing or the size of the
 * window.
 */
export function onLookChange(redraw) {
    const print = (on) => () => {
        document.documentElement.classList.toggle("print", on);
        redraw();
    };
    window.matchMedia("(prefers-color-scheme: dark)").addListener(redraw);
    window.addEventListener("beforeprint", print(true));
    window.addEventListener("afterprint", print(false));
    window.addEventListener("resize", oncePerFrame(redraw));
}
