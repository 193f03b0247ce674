// What pointers do on a plot: point, click, or drag a brush.

/**
 * The range that a drag from `start` to `now` leaves on an axis, all in the column's values. A drag that starts in a
 * range moves it, within the ends of the axis; any other draws a new one.
 */
export function draggedRange(column, start, now, moved) {
    if (!moved) return { column: column.index, low: Math.min(start, now), high: Math.max(start, now) };
    const by = Math.min(column.to - moved.high, Math.max(column.from - moved.low, now - start));
    return { column: column.index, low: moved.low + by, high: moved.high + by };
}

/** Whether a value lies in a range, which may be missing. */
export function isWithin(range, value) {
    return Boolean(range) && value >= range.low && value <= range.high;
}

/**
 * Tells a view of what a pointer does on its canvas, in CSS pixels: hover(place), leave(), click(place),
 * grab(place) → what is dragged, or null where nothing can be, and drag(what, place). Fingers scroll the page, unless
 * `fingersBrush()`.
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
    // After a drag there is a click too.
    canvas.addEventListener("click", (event) => {
        if (!dragged) view.click(placeOf(event));
        dragged = false;
    });
}

/** Keys that both plots know, for the columns they act on. Returns whether the key was one of them. */
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
