// Interprets pointer events on a plot as pointing, a click, or the drag of a brush.

/**
 * The range on an axis after a drag from `start` to `now`. All are values of the column. If the drag starts in a range,
 * `moved` is that range, and it moves within the ends of the axis. Otherwise the drag draws a new range.
 */
export function draggedRange(column, start, now, moved) {
    if (!moved) return { column: column.index, low: Math.min(start, now), high: Math.max(start, now) };
    const by = Math.min(column.to - moved.high, Math.max(column.from - moved.low, now - start));
    return { column: column.index, low: moved.low + by, high: moved.high + by };
}

/** True if a value is in a range. False if there is no range. */
export function isWithin(range, value) {
    return Boolean(range) && value >= range.low && value <= range.high;
}

/**
 * Calls functions of a view for a pointer on its canvas: hover(place), leave(), click(place), grab(place) and
 * drag(what, place). Places are in CSS pixels. grab() returns the object to drag, or null if there is none. Fingers
 * scroll the page unless `fingersBrush()` is true.
 */
export function watchPointer(canvas, view, fingersBrush) {
    const dragStart = 4;
    let start = null, grabbed = null, dragged = false;
    const placeOf = (event) => {
        const box = canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const end = () => {
        start = grabbed = null;
    };
    canvas.addEventListener("pointerdown", (event) => {
        dragged = false;
        if (event.button !== 0 || (event.pointerType === "touch" && !fingersBrush())) return;
        start = placeOf(event);
        grabbed = view.grab(start);
        if (grabbed) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
        const place = placeOf(event);
        if (!grabbed) return view.hover(place);
        if (!dragged && Math.hypot(place.x - start.x, place.y - start.y) < dragStart) return undefined;
        dragged = true;
        return view.drag(grabbed, place);
    });
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => view.leave());
    // The browser sends a click after a drag, too.
    canvas.addEventListener("click", (event) => {
        if (!dragged) view.click(placeOf(event));
        dragged = false;
    });
}

/**
 * Handles the keys that the scatter matrix and the parallel coordinates share. They act on the brushes of `columns`.
 * Returns true if the key was one of them.
 */
export function brushKey(event, state, columns) {
    const act = {
        f: () => state.brushAtMachine(columns, "low"),
        t: () => state.brushAtMachine(columns, "high"),
        Delete: () => state.clear(...columns),
        Backspace: () => state.clear(...columns),
        Escape: () => {
            state.hovered = -1;
            state.pin(-1);
            state.clearAll();
        },
    }[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return false;
    act();
    return true;
}
