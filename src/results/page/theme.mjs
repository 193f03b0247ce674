// Reads the colours of the style sheet for drawings on canvases, because style sheets do not apply there. Covers the
// light, dark and paper themes.

/** The colour of the style sheet's variable --name as it is now. */
export function themeColour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** A colour "#rrggbb" of the style sheet as [red, green, blue]. */
export function themeRgb(name) {
    const hex = themeColour(name);
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** The page's letters, for canvases. */
export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

/** Whether what is drawn now goes on paper. */
export function isPrinting() {
    return document.documentElement.classList.contains("print");
}

/** Calls `draw` once in the next frame, however often it is asked; on paper at once, for no frame comes. */
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

/** Calls back whenever colours or sizes of the page change: colour scheme, printing, the window. */
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
