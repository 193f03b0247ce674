// Shows the machine under the pointer, or the machine that a click holds, with all its values in a strip that stays
// visible.
import { byId, fill, make } from "../../results/page/dom.mjs";
import { machineFile } from "./machine_file.mjs";

/** A machine's name for people. */
function machineName(designs, index) {
    const front = designs.front[index] ? ", on the front ◆" : "";
    return `Machine ${designs.numbers[index]}${front}${designs.cutOff[index] ? ", cut off by the grid" : ""}`;
}

export class MachineStrip {
    constructor(state) {
        this.state = state;
        window.addEventListener("resize", () => {
            byId("strip").style.minHeight = "";
            this.keepClear();
        });
        byId("release").addEventListener("click", () => state.pin(-1));
        state.on("machine", () => this.show());
        this.show();
        this.keepClear();
    }

    show() {
        const { state, state: { designs, machine } } = this;
        byId("release").hidden = state.pinned < 0;
        byId("strip").dataset.machine = machine < 0 ? "" : designs.numbers[machine];
        if (machine < 0) {
            fill(byId("strip-name"), "No machine");
            fill(byId("strip-file"));
            fill(byId("strip-values"), "Point at a line, a point or a row to see its machine. Click to keep it.");
            return;
        }
        fill(byId("strip-name"), machineName(designs, machine));
        fill(byId("strip-file"), machineFile(designs, machine));
        fill(byId("strip-values"), ...designs.columns.map((column) => make("span", {},
            make("span", { class: "quiet" }, column.name), `\u00a0${column.text(column.values[machine])}`)));
        // The strip never shrinks. Otherwise it would flicker under a pointer at its edge.
        const strip = byId("strip");
        strip.style.minHeight = `${strip.offsetHeight}px`;
        this.keepClear();
    }

    /** Makes the browser scroll a focused element to a position above the strip. */
    keepClear() {
        document.documentElement.style.scrollPaddingBottom = `${byId("strip").offsetHeight + 12}px`;
    }
}
