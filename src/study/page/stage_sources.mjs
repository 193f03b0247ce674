// A stage in its own words: what it changes, its source file, and its kernel. Lines that the stage before does not
// have are marked.
import { fill, make } from "../../results/page/dom.mjs";

/** Names of kernels that a source launches. */
export function kernelNames(text) {
    return Array.from(new Set(text.match(/\bhexapod_\w+/g) || []));
}

/** The function of that name with its comment, out of a header; empty where it is not there. */
export function functionText(text, name) {
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.includes(` ${name}(`));
    if (at < 0) return "";
    let first = at, last = at;
    while (first > 0 && lines[first - 1].trim() !== "" && !lines[first - 1].startsWith("}")) --first;
    while (last + 1 < lines.length && lines[last] !== "}") ++last;
    return lines.slice(first, last + 1).join("\n");
}

/** The lines of a text as {line, fresh}: fresh where `before` has no such line. Brackets alone are never fresh. */
export function markFresh(text, before) {
    const known = new Set(before.split("\n").map((line) => line.trim()));
    return text.split("\n").map((line) => ({ line, fresh: /\w/.test(line) && !known.has(line.trim()) }));
}

function codeBlock(text, before) {
    const lines = markFresh(text.trimEnd(), before).map(({ line, fresh }) =>
        make("span", { class: fresh ? "line fresh" : "line" }, line));
    return make("pre", { tabindex: "0" }, make("code", {}, ...lines));
}

/** What of the sources belongs to a stage: [{title, text}], its own file first, then its kernels. */
export function stageTexts(stage, sources) {
    const textOf = (path) => sources.find((file) => file.path === path).text;
    if (stage.sources.length === 0) return [];
    const [own, ...headers] = stage.sources;
    const texts = [{ title: own, text: textOf(own) }];
    for (const name of kernelNames(textOf(own)))
        for (const header of headers) {
            const found = functionText(textOf(header), name);
            if (found) texts.push({ title: `${name}, ${header}`, text: found });
        }
    return texts;
}

/** Shows stage `index` beside the one before it. */
export function showStage(place, data, index) {
    const stage = data.stages[index], parts = stageTexts(stage, data.sources);
    const before = index === 0 ? null :
        stageTexts(data.stages[index - 1], data.sources).map(({ text }) => text).join("\n");
    fill(place, make("p", { class: "strong" }, `Stage ${stage.number}, ${stage.name}: ${stage.change}`),
         ...(parts.length === 0 ? [make("p", {}, "This hexscan does not have the stage's source.")] : []),
         make("div", { class: "sources" }, ...parts.map(({ title, text }) =>
             make("div", {}, make("h3", {}, title), codeBlock(text, before === null ? text : before)))),
         make("p", { class: "note" }, before === null ? "" : "Marked: lines that the stage before does not have."));
}
