// The tolerance part of a study: how the measures scatter, what they depend on, the workspace that nearly all have.
import { byId, fill, make } from "../../results/page/dom.mjs";
import { grouped } from "../../results/page/units.mjs";
import { Column } from "./column.mjs";
import { measureBlock, percent } from "./histogram.mjs";
import { besidePage } from "./machine_file.mjs";
import { sensitivityBlock } from "./sensitivities.mjs";

/** The workspace of a share of all machines, as a sentence. */
export function workspaceSentence({ share, volume, unit }) {
    const value = Number.isFinite(volume) ? volume : NaN;
    const text = new Column({ name: "volume", unit, kind: "measure" }, 0, [value]).text(value);
    return `Every point of a workspace of ${text} is reached by at least ${percent(share)} of the machines built to ` +
        "these tolerances.";
}

/** The picture: within the page, or a file beside it; where that is missing, its name. */
function workspacePicture({ share, image }) {
    const isInside = image.startsWith("data:image/");
    const alt = `share of the machines that reach each point; those of ${percent(share)} and more count`;
    const picture = make("img", { src: isInside ? image : besidePage(image), class: "workspace", alt });
    const place = make("figure", {}, picture);
    if (!isInside) {
        picture.addEventListener("error", () => fill(place, make("p", { class: "note" },
            `The picture ${image} belongs beside this page, and is not there.`)));
        place.append(make("figcaption", { class: "note" }, image));
    }
    return place;
}

/** Fills the tolerance part, or hides it in a study without one. */
export function showTolerance(tolerance) {
    byId("tolerance").hidden = !tolerance;
    if (!tolerance) return;
    const { samples, measures, sensitivities, workspace } = tolerance;
    byId("tolerance-intro").textContent = `${grouped(samples)} machines, each scattered by the tolerances. The ` +
        "dashed lines stand at the 5 %, 50 % and 95 % quantiles, the thick one at the machine without any scatter.";
    fill(byId("measures"), ...measures.map(measureBlock));
    const named = measures.map(({ name }) => name).filter((name) =>
        (sensitivities || []).some(({ measure }) => measure === name));
    byId("sensitivity-part").hidden = named.length === 0;
    fill(byId("sensitivities"), ...named.map((name) => sensitivityBlock(sensitivities, name)));
    byId("workspace-part").hidden = !workspace;
    if (!workspace) return;
    byId("workspace-sentence").textContent = workspaceSentence(workspace);
    fill(byId("workspace-picture"), ...(workspace.image ? [workspacePicture(workspace)] : []));
}
