// The sources of a stage: its change, the stage as a program of its own, its source file, and its kernel. Each is shown
// as a diff to the previous stage.
import { fill, make } from "../../results/page/dom.mjs";

/** The names of the kernels that a source launches. */
export function kernelNames(text) {
    return Array.from(new Set(text.match(/\bhexapod_\w+/g) || []));
}

/** The text of a function with its comment from a header; empty if the header lacks it. */
export function functionText(text, name) {
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.includes(` ${name}(`));
    if (at < 0) return "";
    let first = at, last = at;
    while (first > 0 && lines[first - 1].trim() !== "" && !lines[first - 1].startsWith("}")) --first;
    while (last + 1 < lines.length && lines[last] !== "}") ++last;
    return lines.slice(first, last + 1).join("\n");
}

/**
 * The lines of two texts as [{line, change}] in the order of `after`: "same" in both, "fresh" only in `after`, "gone"
 * only in `before`. As many lines as possible are the same (the longest common subsequence, ignoring indentation).
 */
export function diffLines(before, after) {
    const old = before.split("\n"), now = after.split("\n");
    const alike = (i, k) => old[i].trim() === now[k].trim();
    const common = Array.from({ length: old.length + 1 }, () => new Array(now.length + 1).fill(0));
    for (let i = old.length - 1; i >= 0; --i)
        for (let k = now.length - 1; k >= 0; --k)
            common[i][k] = alike(i, k) ? common[i + 1][k + 1] + 1 : Math.max(common[i + 1][k], common[i][k + 1]);
    const lines = [];
    let i = 0, k = 0;
    while (i < old.length || k < now.length)
        if (i < old.length && k < now.length && alike(i, k)) {
            lines.push({ line: now[k++], change: "same" });
            ++i;
        } else if (k === now.length || (i < old.length && common[i + 1][k] >= common[i][k + 1])) {
            lines.push({ line: old[i++], change: "gone" });
        } else {
            lines.push({ line: now[k++], change: "fresh" });
        }
    return lines;
}

/** A text as code, or as a diff if there is a previous one. Signs and strokes repeat the meaning of the colours. */
function codeBlock(text, before) {
    const lines = before === null ? text.trimEnd().split("\n").map((line) => ({ line, change: "same" })) :
        diffLines(before.trimEnd(), text.trimEnd());
    const sign = before === null ? { same: "" } : { same: "  ", fresh: "+ ", gone: "- " };
    return make("pre", { tabindex: "0" }, make("code", {}, ...lines.map(({ line, change }) =>
        make(change === "gone" ? "del" : "span", { class: `line ${change}` }, sign[change] + line))));
}

/** The sources of a stage as [{title, text}]: the program of its own first, then hexscan's file and its kernels. */
export function stageTexts(stage, sources) {
    const textOf = (path) => sources.find((file) => file.path === path).text;
    const texts = stage.plain ? [{ title: stage.plain, text: textOf(stage.plain) }] : [];
    if (stage.sources.length === 0) return texts;
    const [own, ...headers] = stage.sources;
    texts.push({ title: own, text: textOf(own) });
    for (const name of kernelNames(textOf(own)))
        for (const header of headers) {
            const found = functionText(textOf(header), name);
            if (found) texts.push({ title: `${name}, ${header}`, text: found });
        }
    return texts;
}

/** Shows stage `index` as a diff to the previous one: file against file, kernel against kernel. */
export function showStage(place, data, index) {
    const stage = data.stages[index], parts = stageTexts(stage, data.sources);
    const before = index === 0 ? [] : stageTexts(data.stages[index - 1], data.sources);
    const beforeOf = (part) => before.length === 0 ? null : before[Math.min(part, before.length - 1)].text;
    fill(place, make("p", { class: "strong" }, `Stage ${stage.number}, ${stage.name}: ${stage.change}`),
         ...(parts.length === 0 ? [make("p", {}, "This build of hexscan does not contain the stage's source.")] : []),
         make("div", { class: "sources" }, ...parts.map(({ title, text }, part) =>
             make("div", {}, make("h3", {}, title), codeBlock(text, beforeOf(part))))),
         make("p", { class: "note" }, before.length === 0 ? "" :
             `Lines with + are new compared with stage ${data.stages[index - 1].number}, lines with - were removed.`));
}
