/* global Chart */
// The page of a scan. It stores what is shown (a slice, a map, a pose) and notifies the views when that changes.
import { reveal, showAnswer } from "./answer_bar.mjs";
import { MapReader, bytesOfBase64, coordinate, countPoints, decodeRuns, isReachable, mapPoints, nearestPoint,
         offsetsOf } from "./decode.mjs";
import { byId, fill, pageData } from "./dom.mjs";
import { drawnOffset } from "./extent.mjs";
import { HeightCharts } from "./height_charts.mjs";
import { anglesText, hasOrientation, middleOrientation, poseOf, solvePose } from "./kinematics.mjs";
import { pointTexts } from "./limit_words.mjs";
import { mapText, showLegend, showMapChoice } from "./map_choice.mjs";
import { PosePanel } from "./pose_panel.mjs";
import { showReport, showWarnings } from "./scan_report.mjs";
import { SlicePicture } from "./slice_picture.mjs";
import { boxesAcross, boxesAtHeight, requirementBoxes } from "./requirements.mjs";
import { sectionAcross, sectionCells, sectionRuns } from "./section.mjs";
import { SliceView, pointText } from "./slice_view.mjs";
import { boxFillings, surfaceNets } from "./surface.mjs";
import { fontFamily, onLookChange, oncePerFrame } from "./theme.mjs";
import { Units, coordinateText, grouped } from "./units.mjs";
import { View3D, context3D } from "./view3d.mjs";

class ScanPage {
    constructor(data) {
        this.data = data;
        this.grid = data.grid;
        this.units = new Units(data.units);
        this.machine = data.record.machine;
        const { roll, pitch, yaw, single } = middleOrientation(data.record.request.orientation_rad);
        this.orientation = { roll, pitch, yaw };
        this.oneOrientation = single;
        const bytes = bytesOfBase64(data.runs.base64), offsets = offsetsOf(data.runs.bytes);
        this.runs = data.runs.bytes.map((size, i) =>
            decodeRuns(bytes.subarray(offsets[i], offsets[i + 1]), data.grid.y.shown));
        this.boxes = requirementBoxes(data.record.requirements, data.record.request.orientation_rad);
        this.across = sectionAcross(data.grid);
        this.plane = { x: data.grid[this.across || "x"], y: this.across ? data.grid.z : data.grid.y,
                       names: this.across ? [this.across, "z"] : ["x", "y"] };
        if (this.across) this.section = sectionRuns(this.runs, this.across);
        this.maps = data.maps.map((map) => new MapReader(map, mapPoints(data.grid.x, map.x_step)));
        this.map = -1;
        this.repaint = oncePerFrame(() => this.paintSlice());
        this.pose = this.firstPose();
        this.slice = this.firstSlice();
    }

    /** The home of the machine in its file. */
    homePose() {
        return poseOf(this.machine.home);
    }

    /** The position of home, or else the centre of the widest slice. The orientation is that of the scan. */
    firstPose() {
        if (this.machine.home) return Object.assign(this.homePose(), this.orientation);
        const { slices, grid } = this.data, widest = this.widestSlice();
        const middle = (axis) => (axis.from_m + axis.to_m) / 2;
        return Object.assign({ x: slices.circle_x_m[widest] === null ? middle(grid.x) : slices.circle_x_m[widest],
                               y: slices.circle_y_m[widest] === null ? middle(grid.y) : slices.circle_y_m[widest],
                               z: coordinate(grid.z, widest) }, this.orientation);
    }

    widestSlice() {
        const points = this.data.slices.reachable_points;
        return points.indexOf(Math.max(...points));
    }

    /** The slice at the height of the pose if it has reachable points, otherwise the largest slice. */
    firstSlice() {
        const nearest = nearestPoint(this.grid.z, this.pose.z);
        return this.data.slices.reachable_points[nearest] > 0 ? nearest : this.widestSlice();
    }

    start() {
        const { data, grid, units } = this;
        document.title = `${data.name}, ${data.orientation} – hexscan`;
        byId("name").textContent = byId("name").title = data.name;
        const { workspace } = data.record.request, kind = workspace && workspace !== "constant" ?
            `${workspace} orientation workspace, ` : "";
        const slices = `${grouped(grid.z.count)} slice${grid.z.count === 1 ? "" : "s"}`;
        byId("facts").textContent = `${data.orientation}; ${kind}${slices} of ${grouped(grid.x.count)} × ` +
            `${grouped(grid.y.count)} points, hexscan ${data.record.hexscan_version}`;
        const context = context3D();
        showWarnings(data, context !== null);
        showReport(data);
        for (const place of document.querySelectorAll(".holds-at"))
            place.textContent = `${this.whatHolds()}: ${data.orientation}.`;
        this.picture = new SlicePicture(this.plane);
        this.sliceView = new SliceView(byId("slice-canvas"), this.plane, units, this.picture, {
            point: (column, row) => this.read(column, row),
            pick: (column, row) => this.pick(column, row),
            leave: () => { byId("readout").textContent = ""; },
            step: (slices) => this.showSlice(this.slice + slices) });
        this.charts = new HeightCharts(byId("area-chart"), byId("radii-chart"), data, units,
                                       (slice) => this.showSlice(slice));
        byId("angles").textContent = anglesText(this.machine.orientation_order);
        const places = { sliders: byId("sliders"), verdict: byId("verdict"), legs: byId("legs") };
        this.panel = new PosePanel(places, grid, units, data.limits,
                                   (name, value) => this.showPose(Object.assign({}, this.pose, { [name]: value })));
        byId("view-holder").hidden = context === null;
        if (context) this.start3D(context);
        this.startControls();
        onLookChange(() => this.paintSlice());
        this.showPose(this.pose);
        showMapChoice(byId("map"), byId("legend"), data, (index) => {
            this.map = index;
            this.showSlice(this.slice);
        });
        showAnswer(data, units, { onPose: (pose) => this.takeTo(pose), onPlace: (place) => this.goTo(place) });
    }

    /** Shows a pose with the slice at its height, and scrolls to the machine. */
    takeTo(pose) {
        this.showPose(pose);
        this.showSlice(nearestPoint(this.grid.z, pose.z));
        reveal(byId("machine"));
    }

    /** Scrolls to a part of the page and chooses the slice and the map there, if they are given. */
    goTo({ id, slice = this.slice, map = this.map }) {
        const choice = byId("map");
        if (map !== this.map && Array.from(choice.options).some(({ value }) => value === String(map))) {
            choice.value = map;
            choice.dispatchEvent(new Event("change"));
        }
        this.showSlice(slice);
        reveal(byId(byId(id).hidden ? "slices" : id));
    }

    /** The words for the scan's orientations in texts about the slices and the surface. */
    whatHolds() {
        if (this.oneOrientation) return "At one orientation";
        return this.data.record.request.workspace === "inclusive" ? "At one or more of" : "At every one of";
    }

    /** Creates the surface. This takes the longest, so it happens after the first picture is drawn. */
    start3D(context) {
        const offset = drawnOffset(this.machine, this.orientation), { units } = this;
        byId("drawn-at").textContent = offset.every((value) => value === 0) ? "" : "That point is " +
            `${units.lengthText(Math.hypot(...offset))} from the platform's joints. The page draws surface, slice ` +
            "and mark at the centre of the joints.";
        this.view = new View3D(byId("view"), context, this.machine, this.grid,
                               { across: this.across, offset });
        this.view.setRequirements(this.boxes);
        for (const button of document.querySelectorAll("[data-look]"))
            button.addEventListener("click", () => this.view.look(button.dataset.look));
        byId("surface").addEventListener("change", (event) => this.view.setSurfaceStyle(event.target.value));
        byId("cut").addEventListener("change", (event) => this.view.setCut(event.target.checked));
        const { grid } = this;
        const isFlat = Math.min(grid.x.shown, grid.y.shown, grid.z.shown) < 2;
        for (const id of ["surface", "cut"]) byId(id).parentElement.hidden = isFlat;
        if (isFlat) return;
        setTimeout(() => {
            this.view.setSurface(surfaceNets(boxFillings(grid, (slice) => this.runs[slice])));
            document.body.dataset.surface = "ready";
        });
    }

    startControls() {
        const slider = byId("slice");
        slider.max = this.grid.z.shown - 1;
        // A single slice needs neither a slider nor a chart over the height.
        for (const part of document.querySelectorAll(".of-slices")) part.hidden = this.grid.z.shown === 1;
        byId("slices").classList.toggle("wide", this.grid.z.shown === 1);
        byId("circles").parentElement.hidden = this.across !== null;
        byId("area-chart").parentElement.hidden = !this.data.slices.area_m2.some((area) => area > 0);
        byId("slices-title").textContent = this.across ? `Section at ${this.across === "x" ? "y" : "x"} = ` +
            this.units.lengthText(this.grid[this.across === "x" ? "y" : "x"].from_m) :
            this.grid.z.shown === 1 ? "Slice" : "Slices";
        slider.addEventListener("input", () => this.showSlice(Number(slider.value)));
        byId("circles").addEventListener("change", () => this.showMarks());
        byId("home").hidden = !this.machine.home;
        if (!this.oneOrientation) byId("level").textContent = "Middle orientation of the scan";
        byId("home").addEventListener("click", () => this.showPose(this.homePose()));
        const go = () => this.showPose(Object.assign({}, this.pose, this.orientation));
        byId("level").addEventListener("click", go);
        byId("go-there").addEventListener("click", go);
        // The keys left and right step through the slices, unless another element uses these keys.
        document.addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            const busy = event.defaultPrevented || /^(INPUT|SELECT|CANVAS)$/.test(event.target.tagName) ||
                event.altKey || event.ctrlKey || event.metaKey;
            if (step && !busy) this.showSlice(this.slice + step);
        });
    }

    showSlice(index) {
        this.slice = Math.min(this.grid.z.shown - 1, Math.max(0, index));
        const { slices } = this.data, { slice, units, grid } = this;
        byId("slice").value = slice;
        const height = coordinateText(units.length(coordinate(grid.z, slice)), units.length(grid.z.step_m));
        const z = `z = ${height} ${units.lengthUnit}`;
        byId("slice").setAttribute("aria-valuetext", z);
        const everyPoint = grid.x.step === 1 && grid.y.step === 1;
        // If the picture has all points, they are counted in the picture's own runs.
        const points = everyPoint ? countPoints(this.runs[slice]) : slices.reachable_points[slice];
        fill(byId("slice-text"), `slice ${slice * grid.z.step}, ${z}: ${grouped(points)} reachable points`);
        Object.assign(byId("slice-text").dataset, { slice: slice * grid.z.step, points });
        this.cells = null;
        this.repaint();
    }

    /**
     * Draws the chosen slice. The cells of a map arrive later; they are dropped if another slice has been chosen
     * meanwhile.
     */
    async paintSlice() {
        const { slice, map } = this;
        this.charts.show(slice);
        const runs = this.section || this.runs[slice];
        if (map < 0) {
            this.picture.showRuns(runs);
        } else {
            const reader = this.maps[map];
            const cells = await (this.section ? sectionCells(reader, this.grid.z.shown) : reader.cells(slice));
            if (slice !== this.slice || map !== this.map) return;
            this.cells = cells;
            const { x_step, y_step } = reader.map;
            if (this.section)
                this.picture.showMap(reader.map, cells, cells.length / this.grid.z.shown,
                                     { x: this.across === "x" ? x_step : y_step, y: this.grid.z.step }, runs);
            else
                this.picture.showMap(reader.map, cells, reader.columns, { x: x_step, y: y_step }, runs);
            showLegend(byId("legend"), reader.map, cells, this.units, this.data.limits);
        }
        this.showMarks();
        byId("slice-canvas").dataset.shown = `${map}/${slice * this.grid.z.step}`;
        if (this.view) this.view.showSlice(slice, this.picture.canvas);
    }

    showMarks() {
        const { slices } = this.data, { slice } = this, circles = [];
        if (byId("circles").checked && !this.section) {
            if (slices.circle_radius_m[slice] !== null)
                circles.push({ x: slices.circle_x_m[slice], y: slices.circle_y_m[slice],
                               radius: slices.circle_radius_m[slice], colour: "outer", dash: [] });
            if (slices.inscribed_radius_m[slice] > 0)
                circles.push({ x: 0, y: 0, radius: slices.inscribed_radius_m[slice], colour: "inner", dash: [7, 4] });
        }
        // True if the displayed figures of the slice also apply to the pose.
        const holds = this.isAtScan && this.isInPicture();
        byId("slice-canvas").dataset.mark = holds ? "full" : "hollow";
        const { pose, across } = this, point = across ? { x: pose[across], y: pose.z } : pose;
        const level = across ? coordinate(this.grid.z, slice) : undefined;
        const boxes = across ? boxesAcross(this.boxes, across, this.grid[across === "x" ? "y" : "x"].from_m) :
            boxesAtHeight(this.boxes, coordinate(this.grid.z, slice), this.grid.z.step_m);
        byId("slice-canvas").dataset.boxes = boxes.length;
        this.sliceView.show({ point, hollow: !holds, level, boxes, circles });
    }

    /** True if the pose is in the plane that is drawn. */
    isInPicture() {
        if (!this.across) return nearestPoint(this.grid.z, this.pose.z) === this.slice;
        const fixed = this.across === "x" ? "y" : "x", span = this.plane.x.to_m - this.plane.x.from_m;
        return Math.abs(this.pose[fixed] - this.grid[fixed].from_m) < 1e-4 * span;
    }

    /**
     * True if the pose has the orientation of the scan. False for a scan of a set, whose slices summarize many
     * orientations.
     */
    get isAtScan() {
        return this.oneOrientation && hasOrientation(this.pose, this.orientation);
    }

    /** Shows a line of text if slices and surface hold for another orientation than the pose's. */
    showOrientation() {
        byId("elsewhere").style.visibility = this.isAtScan ? "hidden" : "visible";
        const where = this.whatHolds().toLowerCase(), { orientation } = this.data;
        byId("elsewhere-text").textContent = this.oneOrientation ?
            `Slice and surface show ${orientation}, not the angles of this pose. ` :
            `Slice and surface show what is reachable ${where} ${orientation}; the pose has other angles. `;
        byId("go-there").hidden = hasOrientation(this.pose, this.orientation);
    }

    showPose(pose) {
        this.pose = pose;
        const solution = solvePose(this.machine, this.data.limits, pose);
        this.panel.show(pose, solution);
        this.showOrientation();
        if (this.view) this.view.showPose(solution);
        if (this.picture) this.showMarks();
    }

    /** The indices of the grid point at a column and a row of the picture. */
    at(column, row) {
        if (!this.across) return { x: column, y: row, z: this.slice };
        return { x: this.across === "x" ? column : 0, y: this.across === "y" ? column : 0, z: row };
    }

    /** Shows the facts about a point of the picture. */
    read(column, row) {
        const { units, data } = this, at = this.at(column, row), slice = at.z;
        const reachable = isReachable(this.runs[slice], at.x, at.y);
        const parts = [reachable ? "reachable" : "not reachable"];
        if (this.cells) {
            const reader = this.maps[this.map], { map } = reader;
            const size = this.section ? this.cells.length / this.grid.z.shown : 0;
            const cells = this.section ? this.cells.subarray(slice * size, (slice + 1) * size) : this.cells;
            const cell = reader.cellAt(this.grid, cells, at.x, at.y);
            parts.push(mapText(map, cell, units, data.limits, this.oneOrientation ? this.solutionAt(at) : null));
        } else if (this.oneOrientation) {
            parts.push(...pointTexts(this.solutionAt(at), reachable, units));
        }
        fill(byId("readout"), `${pointText(this.grid, units, at)}: ${parts.join(", ")}`);
    }

    pointAt({ x, y, z }) {
        const { grid } = this;
        return { x: coordinate(grid.x, x), y: coordinate(grid.y, y), z: coordinate(grid.z, z) };
    }

    /** Solves the pose of a point, for a scan of one orientation. */
    solutionAt(at) {
        return solvePose(this.machine, this.data.limits, Object.assign(this.pointAt(at), this.orientation));
    }

    pick(column, row) {
        const at = this.at(column, row);
        if (at.z !== this.slice) this.showSlice(at.z);
        this.read(column, row);
        this.showPose(Object.assign({}, this.pose, this.pointAt(at)));
    }
}

Chart.defaults.font.family = fontFamily;
const scanPage = new ScanPage(pageData());
scanPage.start();
document.body.dataset.ready = "yes";
