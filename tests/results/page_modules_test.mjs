// Runs the page's modules outside a browser, and compares them with hexscan for the same machines, slices and maps.
//
// usage: node page_modules_test.mjs SAMPLES HEXSCAN STUDY
//
// SAMPLES is the program built from page_samples.cpp. STUDY is the stages.json of a case study.
import assert from "assert";
import { execFileSync } from "child_process";
import fs from "fs";
import os from "os";
import path from "path";
import { inflateSync } from "zlib";

import { countPoints, coordinate, decodeRuns, drawnRange, isReachable, levelsOfDifferences, nearestPoint,
         reachableBytes } from "../../src/results/page/decode.mjs";
import { anglesText, hasOrientation, keepsLimits, middleOrientation,
         solvePose } from "../../src/results/page/kinematics.mjs";
import { pointTexts } from "../../src/results/page/limit_words.mjs";
import { cellText, limitOfValue, mapText } from "../../src/results/page/map_choice.mjs";
import { boxesAcross, boxesAtHeight, requirementBoxes } from "../../src/results/page/requirements.mjs";
import { summaryText, thinningText } from "../../src/results/page/scan_report.mjs";
import { sectionAcross, sectionRuns } from "../../src/results/page/section.mjs";
import { cellPixels } from "../../src/results/page/slice_picture.mjs";
import { Units, litresText, tickText } from "../../src/results/page/units.mjs";
import { occupancy } from "../../src/study/page/occupancy.mjs";
import { checkAnswerWords } from "./answer_words.mjs";
import { checkSurface } from "./closed_surface.mjs";
import { checkDrawnMachines } from "./drawn_machine.mjs";
import { checkFirstView } from "./first_view.mjs";
import { checkNearestWords } from "./nearest_words.mjs";
import { checkNumbersForPeople } from "./numbers_for_people.mjs";
import { checkRods, checkToldPoses } from "./rods_agree.mjs";
import { checkSharedLimits } from "./shared_limits_agree.mjs";
import { checkSingularLoads } from "./singular_load.mjs";
import { contrast, labDifference, leastDifference } from "./colour_difference.mjs";
import { diffLines, functionText, kernelNames, stageTexts } from "../../src/study/page/stage_sources.mjs";

/** The pages that the program makes of a scan with maps and of a ladder. */
const pages = {
    folder: fs.mkdtempSync(path.join(os.tmpdir(), "hexscan_modules_")),
    make() {
        const [, , , hexscan, study] = process.argv;
        const run = (...options) =>
            execFileSync(hexscan, [...options, "--output", `${this.folder}/${options[0]}`], { stdio: "ignore" });
        run("scan", "--device", "cpu", "--grid", "9x9x9", "--image", "none", "--map", "clearance,limit");
        run("report", study);
    },
    html(page) {
        return fs.readFileSync(`${this.folder}/${page === "maps" ? "scan" : "report"}/index.html`, "utf8");
    },
    data(page) {
        return JSON.parse(this.html(page).match(/id="hexscan-data">([^]*?)<\/script>/)[1]);
    },
};

/** Platforms whose reports at poses are compared with hexscan's. */
const told = ["pkm-6-pus", "reachy-mini", "knaufinator-simulator", "case-study"]
    .map((name) => path.resolve(process.argv[1], `../../../platforms/${name}.yaml`));
const samples = JSON.parse(execFileSync(process.argv[2], told, { maxBuffer: 1 << 28 }).toString());
const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));

const metres = new Units({ length: "m", angle: "deg", metres: 1, radians: Math.PI / 180 });

/** Both the same to within `tolerance`; NaN is never close. */
function close(actual, expected, tolerance, what) {
    assert(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, hexscan says ${expected}`);
}

const tests = {
    rodsAgreeOnRandomPoses() {
        checkRods(samples.rods);
    },
    rodsAreToldAsCheckTellsThem() {
        checkToldPoses(samples.told);
    },
    rodsAreDrawnWhereTheyAre() {
        checkDrawnMachines(pages.html("maps"), samples.told.filter(([{ machine }]) => machine.legs));
    },
    sharedLimitsAgreeOnRandomPoses() {
        checkSharedLimits(samples.shared_limits);
    },
    singularLegsHoldNoLoad() {
        checkSingularLoads(pages.folder, process.argv[3], fs.readFileSync(told[1], "utf8"));
    },
    noMoreRoomIsPromisedThanThereIs() {
        checkNearestWords(samples.shared_limits);
    },
    kinematicsAgreeOnRandomPoses() {
        assert.strictEqual(samples.poses.length, 1000);
        let reachable = 0;
        const active = new Set();
        for (const { machine, pose, legs, clearance, limit } of samples.poses) {
            const solution = solvePose(machine, samples.limits, pose);
            const scale = Math.max(...legs.map((one) => one.length));
            assert.deepStrictEqual(solution.states.map(({ row }) => row), samples.limits);
            for (const { row, asked } of solution.states) {
                const { length, ...tilts } = legs[row.legs[0]];
                if (row.quantity === "length") close(asked, length, 1e-12 * scale, row.name);
                else close(asked, tilts[`${row.side}_tilt`], 1e-12, row.name);
            }
            const least = Number(clearance);  // JSON has no infinity, so the samples contain it as a word
            if (least === Infinity) assert.strictEqual(solution.clearance, Infinity);
            else close(solution.clearance, least, 1e-12 * scale, "clearance");
            const named = solution.states.find(({ row }) => row.number === limit).clearance;
            assert(named === solution.clearance || Math.abs(named - solution.clearance) <= 1e-12 * scale,
                   `${solution.row.name}, hexscan says limit ${limit}`);
            reachable += solution.clearance >= 0 ? 1 : 0;
            active.add(limit);
        }
        // The samples must cover both verdicts and many limits, or their agreement would prove nothing.
        assert(reachable >= 50 && reachable <= 950, `${reachable} of 1000 poses are reachable`);
        assert(active.size >= 20, `only ${active.size} limits are ever active`);
    },

    anglesAreNamedInTheMachinesOrder() {
        const fixed = "all about axes that stay fixed";
        assert.strictEqual(anglesText("zyx"), "Angles: first roll about x, then pitch about y, then yaw about z, "
            + `${fixed} (R = Rz Ry Rx).`);
        assert.strictEqual(anglesText("xyz"), "Angles: first yaw about z, then pitch about y, then roll about x, "
            + `${fixed} (R = Rx Ry Rz).`);
    },

    runsDecode() {
        for (const { base64, rows, runs } of samples.slices) {
            const decoded = decodeRuns(bytes(base64), rows);
            const listed = runs.map((row, r) => row.map((run, k) => {
                const at = decoded.rowBegin[r] + k;
                return [decoded.first[at], decoded.last[at]];
            }));
            assert.deepStrictEqual(listed, runs);
            assert.strictEqual(decoded.rowBegin[rows], runs.reduce((sum, row) => sum + row.length, 0));
            const points = runs.reduce((sum, row) => sum + row.reduce((s, run) => s + run[1] - run[0] + 1, 0), 0);
            assert.strictEqual(countPoints(decoded), points);
            const image = reachableBytes(decoded, 300);
            assert.strictEqual(image.reduce((sum, one) => sum + one, 0), points);
            for (let column = 0; column < 300; column += 7)
                assert.strictEqual(isReachable(decoded, column, rows - 1), image[(rows - 1) * 300 + column] === 1);
        }
    },

    brokenRunsAreRefused() {
        assert.throws(() => decodeRuns(Uint8Array.of(1, 2), 1), /too early/);
        assert.throws(() => decodeRuns(Uint8Array.of(0, 0), 1), /too late/);
        assert.deepStrictEqual(Array.from(decodeRuns(Uint8Array.of(1, 128, 1, 10), 1).first), [64]);
        assert.deepStrictEqual(Array.from(decodeRuns(Uint8Array.of(1, 2, 3), 1).last), [-2]);
    },

    mapsDecodeToWithinHalfALevel() {
        for (const { base64, columns, colours, values } of samples.maps) {
            const map = { codes: false, values: null, entries: null, unit: "", colours };
            const cells = levelsOfDifferences(new Uint8Array(inflateSync(bytes(base64))), columns);
            assert.strictEqual(cells.length, values.length);
            values.forEach((value, i) => {
                const text = cellText(map, cells[i], metres), told = Number(text.split(" ").pop());
                if (value === null) assert.strictEqual(text, "none");
                else if (value < 0) assert.strictEqual(text, "below 0");
                else if (value > 1) assert.strictEqual(text, "more than 1");
                else if (text.startsWith("at most ")) assert(value <= told * 1.01, `${value} ${text}`);
                else close(told, value, 1 / 504 + 0.00051, text);
            });
        }
    },

    oneOrientationOrTheMiddleOfASet() {
        assert.deepStrictEqual(middleOrientation({ roll: 0.1, pitch: 0, yaw: -0.2 }),
                               { roll: 0.1, pitch: 0, yaw: -0.2, single: true });
        assert.deepStrictEqual(middleOrientation({ roll: { from: -1, to: 3, points: 5 }, pitch: 0, yaw: 0.5 }),
                               { roll: 1, pitch: 0, yaw: 0.5, single: false });
        assert.deepStrictEqual(middleOrientation({ tilt: { to: 0.2, rings: 4, directions: 8 }, yaw: 0.5 }),
                               { roll: 0, pitch: 0, yaw: 0.5, single: false });
    },

    aPoseIsOrIsNotAtTheScansOrientation() {
        const scan = { roll: 0.1, pitch: -0.2, yaw: 0 };
        assert(hasOrientation({ x: 1, roll: 0.1, pitch: -0.2, yaw: 1e-9 }, scan));
        assert(!hasOrientation({ x: 1, roll: 0.1, pitch: 0.2, yaw: 0 }, scan));
        assert(!hasOrientation({ roll: 0.1, pitch: -0.2, yaw: NaN }, scan));
    },

    modulesOfAPageGoTogetherInOneScript() {
        for (const page of ["maps", "ladder"]) {
            const html = pages.html(page);
            const script = html.match(/<script type="module">([^]*?)<\/script>/)[1];
            assert(script.length > 10000 && !/^(import|export) /m.test(script));
            fs.writeFileSync(`${pages.folder}/${page}.mjs`, script);
            execFileSync(process.execPath, ["--check", `${pages.folder}/${page}.mjs`]);
        }
    },

    sectionsAreOnePicture() {
        const line = (...runs) => ({ rowBegin: Int32Array.from([0, runs.length]),
                                     first: Int32Array.from(runs.map(([from]) => from)),
                                     last: Int32Array.from(runs.map(([, to]) => to)) });
        const across = sectionRuns([line([1, 3], [5, 6]), line(), line([0, 9])], "x");
        assert.deepStrictEqual([across.rowBegin, across.first, across.last].map((list) => Array.from(list)),
                               [[0, 2, 2, 3], [1, 5, 0], [3, 6, 9]]);
        const column = (...rows) => ({ rowBegin: Int32Array.from([0, ...rows.map((one, i) =>
            rows.slice(0, i + 1).filter(Boolean).length)]), first: new Int32Array(9), last: new Int32Array(9) });
        const upright = sectionRuns([column(0, 1, 1, 0, 1), column(0, 0, 0, 0, 1), column(1, 1, 0, 0, 0)], "y");
        assert.deepStrictEqual([upright.rowBegin, upright.first, upright.last].map((list) => Array.from(list)),
                               [[0, 2, 3, 4], [1, 4, 4, 0], [2, 4, 4, 1]]);
        const axis = (shown) => ({ shown });
        assert.strictEqual(sectionAcross({ x: axis(1), y: axis(9), z: axis(9) }), "y");
        assert.strictEqual(sectionAcross({ x: axis(9), y: axis(1), z: axis(9) }), "x");
        assert.strictEqual(sectionAcross({ x: axis(9), y: axis(1), z: axis(1) }), null);
        assert.strictEqual(sectionAcross({ x: axis(9), y: axis(9), z: axis(9) }), null);
    },

    requirementsAreDrawn() {
        assert.deepStrictEqual(requirementBoxes(null, {}), []);
        const box = { low: [-1, -2, 3, 0, 0, 0], high: [1, 2, 4, 0, 0, 0] };
        const outcomes = ["proved: strokes and joint tilts", "violated", "grazes", "other assembly"];
        const all = [...outcomes.map((outcome) => ({ name: outcome, outcome, box })),
                     { name: "path", outcome: "violated" }];
        const level = { roll: 0, pitch: 0, yaw: 0 }, boxes = requirementBoxes(all, level);
        assert.deepStrictEqual(boxes.map(({ name, colour }) => [name, colour]),
                               [[outcomes[0], "good"], ["violated", "bad"], ["grazes", "warning-line"],
                                ["other assembly", "bad"]]);
        // Outcomes hold at the box's own orientations.
        const turning = { low: [-1, -2, 3, -0.1, 0, 0], high: [1, 2, 4, 0.2, 0, 0] };
        const colourAt = (orientation) => requirementBoxes([{ name: "b", outcome: "proved", box: turning }],
                                                           Object.assign({}, level, orientation))[0].colour;
        assert.deepStrictEqual([-0.11, -0.1, 0.2, 0.21].map((roll) => colourAt({ roll })),
                               ["quiet", "good", "good", "quiet"]);
        assert.strictEqual(colourAt({ yaw: 0.01 }), "quiet");
        assert.strictEqual(colourAt({ roll: { from: -0.1, to: 0.1, points: 3 } }), "good");
        assert.strictEqual(colourAt({ roll: { from: -0.1, to: 0.3, points: 3 } }), "quiet");
        assert.strictEqual(requirementBoxes(all, { tilt: { to: 0.1, rings: 2, directions: 8 }, yaw: 0 })[0].colour,
                           "quiet");
        assert.deepStrictEqual([2.94, 2.96, 4.04, 4.06].map((z) => boxesAtHeight(boxes, z, 0.1).length), [0, 4, 4, 0]);
        assert.deepStrictEqual(boxesAtHeight(boxes, 3.5, 0)[0], { x: [-1, 1], y: [-2, 2], colour: "good" });
        assert.deepStrictEqual(boxesAcross(boxes, "x", 2)[0], { x: [-1, 1], y: [3, 4], colour: "good" });
        assert.deepStrictEqual(boxesAcross(boxes, "y", 1)[0], { x: [-2, 2], y: [3, 4], colour: "good" });
        assert.deepStrictEqual([boxesAcross(boxes, "x", 2.1), boxesAcross(boxes, "y", -1.1)], [[], []]);
    },

    numbersOfTheSummary() {
        assert.strictEqual(summaryText("530965 of 2400000 points, 0.123456 m^3, 1234"),
                           "530\u202f965 of 2\u202f400\u202f000 points, 0.123456 m³, 1234");
        assert.strictEqual(litresText(0.00125), "1.25 litres");
        assert.deepStrictEqual([[0.25, 0.05], [1500, 500], [-2, 1]].map(([value, step]) => tickText(value, step)),
                               ["0.25", "1\u202f500", "-2"]);
    },

    coloursOfMaps() {
        const blues = Array.from({ length: 254 }, (none, i) => `0102${(i < 16 ? "0" : "") + i.toString(16)}`);
        const palette = ["404040", ...blues, "404040"];
        const map = { name: "clearance", codes: false, colours: { palette, high: 1 } };
        const pixels = cellPixels(map);
        assert.deepStrictEqual([pixels[0], pixels[255]], [0, 0]);
        assert.deepStrictEqual([pixels[1], pixels[254]], [0xff000201, 0xfffd0201]);
        const rings = { name: "tilt", codes: false, values: [-1, 0, 5, 10], entries: [0, 1, 128, 253], unit: "",
                        colours: { palette, high: 10 } };
        assert.deepStrictEqual(Array.from(cellPixels(rings).slice(0, 4)), [0, 0xff000201, 0xff7f0201, 0xfffc0201]);
        assert.deepStrictEqual([0, 1, 2].map((cell) => cellText(rings, cell, metres)), ["none", "0", "5"]);
        const colours = { palette: palette.slice(0, 25), high: null };
        const limit = cellPixels({ name: "limit", codes: true, colours });
        assert.strictEqual(limit[0], 0);
        assert.strictEqual(limit[25], 0);
        assert.strictEqual(new Set(limit.slice(1, 25)).size, 24);
    },

    aMapTellsThePagesOwnNumberWhereItHasOne() {
        const palette = Array.from({ length: 256 }, () => "000000"), row = { name: "leg 1, force", kind: "force" };
        const effort = { title: "effort", unit: "%", codes: false, values: null, entries: null,
                         colours: { palette, high: 1 }, made_of: { kinds: ["force"], number: "share" } };
        const solution = { states: [{ row, asked: 50, allowed: 200 }], row: null };
        assert.strictEqual(mapText(effort, 64, metres, [], solution), "effort: 25 %, leg 1, force");
        assert.strictEqual(mapText(effort, 64, metres, [], null), "effort: ≈ 25 %");
        assert.strictEqual(mapText(effort, 1, metres, [], null), "effort: at most 0.198 %");
        assert.strictEqual(mapText(effort, 254, metres, [], null), "effort: more than 100 %");
        assert.strictEqual(mapText(effort, 255, metres, [], solution), "effort: none");
        // The page shows its own clearance if it counts all limits, else the stored level.
        const clearance = Object.assign({}, effort, { title: "clearance", unit: "m",
                                                      made_of: { kinds: [], number: "room" } });
        const near = { row: { name: "leg 2, longest" }, room: 0.3, asked: 1, allowed: 2 };
        const counted = { states: [near], clearance: 0.3, row: near.row };
        assert.strictEqual(mapText(clearance, 64, metres, [], counted), "clearance: 0.3 m, leg 2, longest");
        assert.deepStrictEqual(pointTexts(counted, true, metres), ["0.3 m to leg 2, longest"]);
        counted.states.push({ row, asked: 50, allowed: 200 });
        assert.strictEqual(mapText(clearance, 64, metres, [], counted), "clearance: ≈ 0.25 m");
    },

    theMeasureOfColoursIsRight() {
        // These pairs are from the data that Sharma, Wu and Dalal published with the formula.
        close(labDifference([50, 2.6772, -79.7751], [50, 0, -82.7485]), 2.0425, 5e-5, "blue");
        close(labDifference([50, 2.5, 0], [73, 25, -18]), 27.1492, 5e-5, "far apart");
        close(labDifference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387]), 1.2644, 5e-5, "green");
        close(labDifference([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514]), 0.9082, 5e-5, "dark");
        close(contrast("000000", "ffffff"), 21, 1e-5, "contrast");
    },

    coloursCanBeToldApart() {
        const html = pages.html("maps"), map = pages.data("maps").maps.find(({ name }) => name === "limit");
        const limits = map.colours.palette.slice(1);
        assert.strictEqual(limits.length, 24);
        assert(leastDifference(limits) >= 10, `limits: ${leastDifference(limits)}`);
        // The colours of one kind of limit get lighter from leg to leg.
        for (let code = 4; code < 24; ++code)
            assert(contrast(limits[code], "000000") > contrast(limits[code - 4], "000000"), limits[code]);
        const [light, dark] = html.match(/--page: #[^}]*/g).map((block) => Object.fromEntries(
            Array.from(block.matchAll(/--([a-z-]+): #([0-9a-f]{6})/g), ([, name, colour]) => [name, colour])));
        for (const theme of [light, Object.assign({}, light, dark)]) {
            assert(leastDifference([theme.outer, theme.inner, theme.accent]) >= 10);
            for (const name of ["outer", "inner", "accent", "text"]) {
                assert(contrast(theme[name], theme.card) >= 3, `${name} on its halo`);
                assert(contrast(theme[name], theme.plot) >= 3, `${name} on the plot`);
            }
            assert(contrast(theme.quiet, theme.card) >= 4.5);
        }
    },

    whatIsLeftOutIsSaid() {
        const grid = { x: { step: 1 }, y: { step: 4 }, z: { step: 2 } };
        assert.strictEqual(thinningText({ x: { step: 1 }, y: { step: 1 }, z: { step: 1 } }, []), "");
        const maps = [{ name: "share", x_step: 3, y_step: 12 }, { name: "limit", x_step: 1, y_step: 4 }];
        const text = thinningText(grid, maps);
        assert(text.includes("one row in 4, one slice in 2"));
        assert(text.includes("“share” holds one column in 3 and one row in 12"));
        assert(!text.includes("limit"));
    },

    thePageHasTheProgramsTableOfLimitsAndNoOtherOne() {
        const data = pages.data("maps"), map = data.maps.find(({ name }) => name === "limit"), { limits } = data;
        assert.deepStrictEqual(limits, samples.limits);
        for (const row of limits) {
            assert.strictEqual(map.colours.palette[row.number], row.colour);
            assert.strictEqual(limitOfValue(map, row.number, limits), row);
        }
        assert.strictEqual(map.colours.palette.length, limits.length + 1);
        for (const none of [0, limits.length + 1]) assert.strictEqual(limitOfValue(map, none, limits), undefined);
        assert.strictEqual(limitOfValue(data.maps.find(({ name }) => name === "clearance"), 1, limits), undefined);
        const [, modules] = pages.html("maps").match(/<script type="module">([^]*?)<\/script>/);
        assert(modules.includes("solvePose"));
        for (const { name, colour } of limits)
            for (const text of [name.replace(/^leg \d, /, ""), colour]) assert(!modules.includes(text), text);
    },

    mapsAreNamedByTheProgramAndNotByThePage() {
        const { maps } = pages.data("maps");
        assert.deepStrictEqual(maps.map(({ name, title, unit }) => [name, title, unit]),
                               [["clearance", "clearance", "m"], ["limit", "active limit", ""]]);
        const [, modules] = pages.html("maps").match(/<script type="module">([^]*?)<\/script>/);
        assert(modules.includes("showMapChoice"));
        for (const title of ["active limit", "largest tilt", "share of the orientations"])
            assert(!modules.includes(title), title);
        for (const { name } of maps) assert(!modules.includes(`=== "${name}"`), name);
    },

    aLegAndItsJointsKeepLimitsApart() {
        const row = (leg, side) => ({ legs: [leg], side });
        const solution = { states: [{ row: row(0, ""), clearance: -1 }, { row: row(0, ""), clearance: 1 },
                                    { row: row(0, "base"), clearance: 0 }, { row: row(1, "base"), clearance: -1 }] };
        const kept = [[0, ""], [0, "base"], [0, "platform"], [1, ""], [1, "base"]]
            .map(([leg, side]) => keepsLimits(solution, leg, side));
        assert.deepStrictEqual(kept, [false, true, true, true, false]);
    },

    coordinatesMeetBothEnds() {
        const axis = { from_m: -0.3, to_m: 0.6, step_m: 0.1, count: 10, step: 3, shown: 4 };
        assert.deepStrictEqual([0, 1, 2, 3].map((i) => coordinate(axis, i).toFixed(6)),
                               ["-0.300000", "0.000000", "0.300000", "0.600000"]);
        assert.strictEqual(coordinate(axis, 3), 0.6);
        assert.deepStrictEqual([-9, -0.16, -0.14, 0.44, 0.46, 9].map((x) => nearestPoint(axis, x)), [0, 0, 1, 2, 3, 3]);
        const { low, high } = drawnRange({ from_m: 0, to_m: 1.1, step_m: 0.1, count: 12, step: 3, shown: 4 }, 1);
        close(low, -0.15, 1e-12, "lower end");
        close(high, 1.05, 1e-12, "upper end");
        assert.strictEqual(nearestPoint({ from_m: 1, step_m: 0, step: 1, shown: 1 }, 5), 0);
    },

    theSurfaceOfABallIsClosedAndHasItsVolume() {
        const points = 81, radius = 0.8;
        const axis = { from_m: -1, to_m: 1, step_m: 0.025, count: points, step: 1, shown: points };
        const grid = { x: axis, y: axis, z: axis };
        const runsOf = (slice) => {
            const rowBegin = [0], first = [], last = [], at = (i) => -1 + 0.025 * i;
            for (let row = 0; row < points; ++row) {
                const half = Math.sqrt(radius * radius - at(row) ** 2 - at(slice) ** 2);
                if (half >= 0) {
                    first.push(Math.ceil((1 - half) / 0.025 - 1e-9));
                    last.push(Math.floor((1 + half) / 0.025 + 1e-9));
                }
                rowBegin.push(first.length);
            }
            return { rowBegin, first, last };
        };
        checkSurface(grid, runsOf, 4 / 3 * Math.PI * radius ** 3, 0.02);
    },

    theSurfaceOfAFullGridIsClosed() {
        const axis = (count) => ({ from_m: 0, to_m: 1, step_m: 1 / (count - 1), count, step: 1, shown: count });
        const grid = { x: axis(200), y: axis(7), z: axis(40) };
        const runsOf = () => ({ rowBegin: Array.from({ length: 8 }, (none, i) => i), first: Array(7).fill(0),
                                last: Array(7).fill(199) });
        checkSurface(grid, runsOf, (1 + 1 / 199) * (1 + 1 / 6) * (1 + 1 / 39), 0.05);
    },

    occupancyAgreesOnRandomKernels() {
        const shared = samples.occupancy_limits;
        const limiters = new Set();
        for (const sample of samples.occupancies) {
            const limits = shared.capabilities.find((one) => one.capability === sample.capability);
            const { blocks, warps, maxWarps, limiter } = occupancy(sample, limits, shared);
            assert.deepStrictEqual({ blocks, warps, maxWarps },
                                   { blocks: sample.blocks, warps: sample.warps, maxWarps: sample.max_warps });
            if (blocks > 0) assert.strictEqual(limiter, sample.limiter);
            else assert(sample.limiter.startsWith(limiter.split(":")[0]), `${limiter}, hexscan says ${sample.limiter}`);
            limiters.add(blocks > 0 ? limiter : "none");
        }
        for (const expected of ["registers", "shared memory", "warps", "blocks", "none"])
            assert(limiters.has(expected));
    },

    sourcesOfAStage() {
        const kernel = "/// A kernel.\n__global__ void hexapod_k(int a) {\n  x();\n}";
        const header = `/// One.\ninline void other() {\n}\n\n${kernel}\n`;
        assert.deepStrictEqual(kernelNames("hexapod_k<P>, hexapod_k<Q>, hexapod_row"), ["hexapod_k", "hexapod_row"]);
        assert.strictEqual(functionText(header, "hexapod_k"), kernel);
        assert.strictEqual(functionText(header, "hexapod_none"), "");
        const changes = (before, after) =>
            diffLines(before, after).map(({ line, change }) => `${change} ${line.trim()}`);
        assert.deepStrictEqual(changes(" a;\nb;\nc;", "a;\nd;\nc;"), ["same a;", "gone b;", "fresh d;", "same c;"]);
        assert.deepStrictEqual(changes("a;", "a;\na;"), ["same a;", "fresh a;"]);
        assert.deepStrictEqual(changes("a;\nb;", "a;"), ["same a;", "gone b;"]);
        const sources = [{ path: "one.cu", text: "main" }, { path: "s.cu", text: "hexapod_k" },
                         { path: "k.cuh", text: header }];
        const titles = (stage) => stageTexts(stage, sources).map(({ title }) => title);
        assert.deepStrictEqual(titles({ plain: "one.cu", sources: ["s.cu", "k.cuh"] }),
                               ["one.cu", "s.cu", "hexapod_k, k.cuh"]);
        assert.deepStrictEqual(titles({ plain: "one.cu", sources: [] }), ["one.cu"]);
        assert.deepStrictEqual(titles({ plain: "", sources: ["s.cu"] }), ["s.cu"]);
    },
    theFirstViewIsWhereTheMachineIs() {
        checkFirstView(close);
    },
    numbersForPeople() {
        checkNumbersForPeople();
        checkAnswerWords(metres);
    },
};

pages.make();
try {
    for (const [name, test] of Object.entries(tests)) {
        test();
        console.log(`passed: ${name}`);
    }
} finally {
    (fs.rmSync || fs.rmdirSync)(pages.folder, { recursive: true });
}
