// Tests the texts at the top of a scan's page: the answer to the requirements, the figures and the list.
import assert from "assert";

import { answerOf, figuresOf, requirementWords } from "../../src/results/page/answer_bar.mjs";

const home = { position_m: [0, 0, 1.45], roll_rad: 0, pitch_rad: 0, yaw_rad: 0 };
const proved = (name, clearance, met = clearance) => ({
    name, outcome: "proved: strokes", clearance_m: 0,
    result: { proved_clearance_m: clearance, other_assembly: null, least: { clearance_m: met, pose: home },
              words: { outcome: "HOLDS, proved", asks_for: "z 1 m", because: "" } } });
const failing = (name, outcome, words, least = {}, other = null) => ({
    name, outcome, clearance_m: 0.1,
    result: { proved_clearance_m: null, other_assembly: other, least: { clearance_m: -1, pose: home, ...least },
              words: { outcome: words, asks_for: "z 1 m", because: "leg 1" } } });

function checkAnswers() {
    assert.deepStrictEqual(answerOf([]), { tone: "none", text: "no requirement tested: add what the machine must do" });
    assert.deepStrictEqual(answerOf([proved("a", 1)]), { tone: "good", text: "1 of 1 proved" });
    const open = failing("b", "grazes", "OPEN, the proof gave up"), fails = failing("c", "violated", "FAILS at x 0");
    assert.deepStrictEqual(answerOf([proved("a", 1), open]), { tone: "open", text: "1 of 2 not proved: b" });
    assert.deepStrictEqual(answerOf([open, fails]), { tone: "bad", text: "2 of 2 not proved: b and c" });
    assert.strictEqual(answerOf(Array(5).fill(fails)).text, "5 of 5 not proved: c, c, c and 2 more");
}

function checkRows(units) {
    const words = (requirement) => requirementWords(requirement, units);
    assert.deepStrictEqual(words(proved("a", 0.01234567, 0.0123456)),
                           { verdict: "HOLDS", asked: "z 1 m", text: "proved: strokes; clearance 0.01235 m",
                             pose: null });
    assert.strictEqual(words(proved("a", 0.01, 0.02)).text, "proved: strokes; clearance ≥ 0.01 m");
    assert.strictEqual(words(proved("a", null)).text, "proved: strokes");
    const fails = words(failing("b", "violated", "FAILS at x 0 m"));
    assert.deepStrictEqual([fails.verdict, fails.text], ["FAILS", "at x 0 m: leg 1"]);
    assert.deepStrictEqual(fails.pose, { x: 0, y: 0, z: 1.45, roll: 0, pitch: 0, yaw: 0 });
    assert.strictEqual(words(failing("b", "violated", "FAILS at x 0 m", { clearance_m: 0.05 })).text,
                       "at x 0 m: leg 1; clearance 0.05 m, required 0.1 m");
    assert.strictEqual(words(failing("b", "violated", "FAILS at x 0 m", { clearance_m: 0, asked: 9 })).text,
                       "at x 0 m: leg 1");
    const other = { ...home, position_m: [0, 0, -1.45] };
    const apart = words(failing("b", "other assembly", "FAILS, the machine cannot get to z", {}, { pose: other }));
    assert.deepStrictEqual([apart.text, apart.pose.z], ["the machine cannot get to z: leg 1", -1.45]);
}

function dataWith(changes, requirements) {
    const axis = { from_m: 0, to_m: 3, step_m: 1, count: 4, step: 1, shown: 4 };
    return { summary: [["volume", "123456 litres"]], grid: { x: axis, y: axis, z: axis }, maps: [],
             slices: { reachable_points: [0, 4, 5, 0], circle_radius_m: [null, 1, 2, null] },
             record: { border_points: { x_low: 0 }, request: { workspace: "constant" }, maps: null, requirements },
             ...changes };
}

function checkFigures(units) {
    const told = (data) => figuresOf(data, units).map(({ text, label }) => `${label}: ${text}`);
    assert.deepStrictEqual(told(dataWith({}, null)),
                           ["workspace, volume: 123\u202f456 litres", "reachable z: 1.0 … 2.0 m"]);
    const both = [proved("a", 0.5), proved("b", 0.25, 0.3)];
    assert.strictEqual(told(dataWith({}, both)).pop(), "smallest clearance, b: ≥ 0.25 m");
    assert.strictEqual(told(dataWith({}, [...both, failing("c", "violated", "FAILS")])).length, 2);
    const record = { border_points: { x_low: 3 }, request: { workspace: "total" },
                     maps: { largest_ball: { radius_m: 0.1, at_most_m: 0.2, z_m: 2 } } };
    assert.deepStrictEqual(told(dataWith({ record })),
                           ["total workspace, volume: ≥ 123\u202f456 litres", "largest ball, radius: 0.1 … 0.2 m",
                            "reachable z: ≥ 1.0 … 2.0 m"]);
    const none = dataWith({ slices: { reachable_points: [0, 0, 0, 0] }, summary: [] }, []);
    assert.deepStrictEqual(told(none), []);
}

/** Checks all texts in these units, which have to be metres. */
export function checkAnswerWords(units) {
    checkAnswers();
    checkRows(units);
    checkFigures(units);
}
