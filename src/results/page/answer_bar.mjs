// The answer of the run, at the top of the page: whether the requirements hold, the main figures, and a list of the
// requirements. Chip and figures are buttons that lead to the part of the page with the details.
import { coordinate, nearestPoint } from "./decode.mjs";
import { byId, fill, make } from "./dom.mjs";
import { poseOf } from "./kinematics.mjs";
import { listText } from "./limit_words.mjs";
import { isProved, outcomeColour } from "./requirements.mjs";
import { sizeLine, summaryText } from "./scan_report.mjs";
import { coordinateText } from "./units.mjs";

/** The most names of requirements in the chip, and the most rows of an open list in which all requirements hold. */
const mostNames = 3, mostOpenRows = 4;

/** Joins names as text. Names beyond the first few are counted. */
function namesText(names) {
    const more = names.length - mostNames;
    return more > 0 ? listText([...names.slice(0, mostNames), `${more} more`]) : listText(names);
}

/** The answer to all requirements as {tone, text}. The tone is a class of the style sheet. */
export function answerOf(requirements) {
    if (requirements.length === 0) return { tone: "none", text: "no requirement tested: add what the machine must do" };
    const open = requirements.filter(({ outcome }) => !isProved(outcome)), count = requirements.length;
    if (open.length === 0) return { tone: "good", text: `${count} of ${count} proved` };
    const tones = open.map(({ outcome }) => toneOf(outcome)), names = namesText(open.map(({ name }) => name));
    return { tone: tones.includes("bad") ? "bad" : "open", text: `${open.length} of ${count} not proved: ${names}` };
}

/** The class of the style sheet for an outcome: good, bad, or open if there is no verdict. */
function toneOf(outcome) {
    const colour = outcomeColour(outcome);
    return colour === "warning-line" ? "open" : colour;
}

/** A length that is known to be in a range. It is one number if both ends have the same text. */
function boundedText(leastM, mostM, units) {
    const [least, most] = [leastM, mostM].map((value) => units.lengthText(value, 4));
    return least === most ? least : `${least.split(" ")[0]} … ${most}`;
}

/** True if the grid cuts the workspace off. */
function isCutOff({ border_points: border }) {
    return Object.values(border).some((points) => points > 0);
}

/** The volume of the workspace, or the area of a single slice. Null for a section. */
function sizeFigure(data) {
    const size = sizeLine(data.summary), { workspace } = data.record.request;
    if (!size) return null;
    const kind = workspace === "constant" ? "" : `${workspace} `;
    return { text: (isCutOff(data.record) ? "≥ " : "") + summaryText(size[1]), label: `${kind}workspace, ${size[0]}`,
             place: { id: "charts" } };
}

function ballFigure({ record, grid, maps }, units) {
    const ball = record.maps && record.maps.largest_ball;
    if (!ball) return null;
    return { text: boundedText(ball.radius_m, ball.at_most_m, units), label: "largest ball, radius",
             place: { id: "slices", slice: nearestPoint(grid.z, ball.z_m),
                      map: maps.findIndex(({ made_of }) => made_of.number === "room") } };
}

/** The range of the reachable heights. For a single slice, the circumcircle. */
function extentFigure({ record, slices, grid }, units) {
    const reached = slices.reachable_points.map((points, i) => (points > 0 ? i : -1)).filter((i) => i >= 0);
    if (reached.length === 0) return null;
    const mark = isCutOff(record) ? "≥ " : "";
    if (grid.z.shown === 1) {
        const [radius] = slices.circle_radius_m;
        return radius === null ? null : { text: mark + units.lengthText(radius, 4), label: "circumcircle, radius",
                                          place: { id: "slices" } };
    }
    const step = units.length(grid.z.step_m * grid.z.step);
    const [low, high] = [reached[0], reached[reached.length - 1]]
        .map((i) => coordinateText(units.length(coordinate(grid.z, i)), step));
    return { text: `${mark}${low} … ${high} ${units.lengthUnit}`, label: "reachable z", place: { id: "charts" } };
}

/** The smallest clearance of all requirements, if all are proved. */
function marginFigure(requirements, units) {
    const margins = requirements.map(({ outcome, result }, i) => ({ i, proved: isProved(outcome), ...result }));
    if (margins.length === 0 || !margins.every((one) => one.proved && Number.isFinite(one.proved_clearance_m)))
        return null;
    const tightest = margins.reduce((one, other) => (other.proved_clearance_m < one.proved_clearance_m ? other : one));
    return { text: marginText(tightest, units), label: `smallest clearance, ${requirements[tightest.i].name}`,
             place: { id: rowId(tightest.i) } };
}

/** The proved clearance of a requirement. It is marked as a bound if a larger one was found. */
function marginText({ proved_clearance_m: proved, least }, units) {
    const [atLeast, met] = [proved, least.clearance_m].map((value) => units.lengthText(value, 4));
    return atLeast === met ? met : `≥ ${atLeast}`;
}

/** The main figures of a run as {text, label, place}. The place is the part of the page with the details. */
export function figuresOf(data, units) {
    return [sizeFigure(data), ballFigure(data, units), extentFigure(data, units),
            marginFigure(data.record.requirements || [], units)].filter((figure) => figure !== null);
}

function rowId(index) {
    return `requirement-${index}`;
}

/**
 * The words about a requirement as {verdict, asked, text}, and the `pose` that decides if it is not proved. The words
 * come from hexscan check.
 */
export function requirementWords({ outcome, clearance_m: asked, result }, units) {
    const { words, least, other_assembly: other } = result;
    const verdict = words.outcome.match(/^[A-Z]+/)[0], rest = words.outcome.slice(verdict.length).replace(/^,? /, "");
    if (isProved(outcome)) {
        const margin = Number.isFinite(result.proved_clearance_m) ? `; clearance ${marginText(result, units)}` : "";
        const sampled = rest.replace(/^proved/, "");
        return { verdict, asked: words.asks_for, text: outcome + sampled + margin, pose: null };
    }
    const isTight = outcome === "violated" && least.asked === undefined && least.clearance_m >= 0;
    const tight = isTight ? `; clearance ${boundedText(least.clearance_m, least.clearance_m, units)}, required ` +
        units.lengthText(asked, 4) : "";
    const pose = poseOf(other ? other.pose : least.pose);
    return { verdict, asked: words.asks_for, text: [rest, words.because].filter(Boolean).join(": ") + tight, pose };
}

/** A row of the list. `onPose(pose)` is called to show the pose that breaks the requirement. */
function requirementRow(requirement, index, units, onPose) {
    const { verdict, asked, text, pose } = requirementWords(requirement, units), { name, outcome } = requirement;
    const button = pose && make("button", { class: "small", "aria-label": `show ${name}` }, "show");
    if (button) button.addEventListener("click", () => onPose(pose));
    return make("li", { id: rowId(index), tabindex: "-1", "data-outcome": verdict },
                make("p", {}, make("strong", { class: `outcome ${toneOf(outcome)}` }, verdict), " ",
                     make("strong", {}, name), " ", make("span", { class: "quiet" }, asked)),
                make("p", { class: "why" }, make("span", {}, text), ...(button ? [" ", button] : [])));
}

/** The rows of the list: first the requirements that are not proved, otherwise in the file's order. */
function requirementRows(requirements, units, onPose) {
    const rows = requirements.map((one, i) => ({ proved: isProved(one.outcome),
                                                 row: requirementRow(one, i, units, onPose) }));
    return [...rows.filter(({ proved }) => !proved), ...rows.filter(({ proved }) => proved)].map(({ row }) => row);
}

function figureButton({ text, label, place }, onPlace) {
    const button = make("button", { class: "figure" }, make("strong", {}, text), " ", make("span", {}, label));
    button.addEventListener("click", () => onPlace(place));
    return button;
}

/** Scrolls to an element, and moves the focus there for users of the keyboard. */
export function reveal(element) {
    const list = element.closest("details");
    if (list) list.open = true;
    element.scrollIntoView({ block: "nearest" });
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom - top > window.innerHeight) element.scrollIntoView();
    element.focus({ preventScroll: true });
}

/**
 * Shows the answer. `onPose(pose)` is called to show a pose, and `onPlace({id, slice, map})` to lead to a part of the
 * page; the slice and the map to choose there are optional.
 */
export function showAnswer(data, units, { onPose, onPlace }) {
    const requirements = data.record.requirements || [], { tone, text } = answerOf(requirements);
    const list = byId("must-do"), chip = byId("chip");
    chip.className = `chip ${tone}`;
    fill(chip, text, ...(tone === "none" ? [" (key ", make("code", {}, "requirements"), ")"] : []));
    chip.addEventListener("click", () => onPlace({ id: "must-do" }));
    fill(byId("figures"), ...figuresOf(data, units).map((figure) => figureButton(figure, onPlace)));
    if (requirements.length > 0) fill(byId("requirements"), ...requirementRows(requirements, units, onPose));
    byId("requirements").hidden = requirements.length === 0;
    byId("no-requirements").hidden = requirements.length > 0;
    byId("answer").hidden = list.hidden = false;
    list.open = tone !== "none" && (tone !== "good" || requirements.length <= mostOpenRows);
    window.addEventListener("beforeprint", () => { list.open = true; });
}
