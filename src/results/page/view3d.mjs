// The 3-D view: the machine, the workspace's surface and the current slice. Mouse, touch and keys turn the view. It
// redraws only when something has changed.
/* global THREE */
import { coordinate, drawnRange } from "./decode.mjs";
import { extentOf } from "./extent.mjs";
import { MachineModel } from "./machine_model.mjs";
import { isPrinting, onLookChange, themeColour } from "./theme.mjs";

/** The renderer of the view, or null if the browser cannot draw in three dimensions. */
export function context3D() {
    return document.createElement("canvas").getContext("webgl", { antialias: true, preserveDrawingBuffer: true });
}

/** Directions of view as azimuth and height above the horizon, in degrees. */
const directions = { reset: [-62, 22], top: [-90, 90], front: [-90, 0], side: [0, 0] };

export class View3D {
    /**
     * Draws with a `context3D()` into `holder`, with the size of the holder. sectionAcross() gives `across`, and
     * drawnOffset() gives `offset`.
     */
    constructor(holder, context, machine, grid, { across, offset }) {
        Object.assign(this, { holder, grid, across });
        Object.assign(this, extentOf(machine, grid, offset));
        this.place = new THREE.Group();  // objects of the scan: surface, slice, grid
        this.place.position.set(...offset);
        this.renderer = new THREE.WebGLRenderer({ canvas: context.canvas, context, alpha: true });
        this.renderer.localClippingEnabled = true;
        this.renderer.domElement.tabIndex = 0;
        this.renderer.domElement.setAttribute("aria-label", "machine and workspace; arrow keys turn, + and - zoom");
        holder.append(this.renderer.domElement);
        this.scene = new THREE.Scene();
        this.camera = new THREE.PerspectiveCamera(32, 1, this.radius / 100, this.radius * 40);
        this.camera.up.set(0, 0, 1);
        this.camera.add(new THREE.DirectionalLight(0xffffff, 0.55));
        this.scene.add(this.camera, new THREE.HemisphereLight(0xffffff, 0x8899aa, 0.75));
        this.model = new MachineModel(machine, this.radius, this.place.position);
        this.scene.add(this.model.object, this.place);
        this.cut = new THREE.Plane(new THREE.Vector3(0, 0, -1), Infinity);
        this.addFrame();
        this.addControls();
        this.look("reset");
        onLookChange(() => this.restyle());
        this.fit();
        this.watchSight();
    }

    addControls() {
        const canvas = this.renderer.domElement;
        this.controls = new THREE.OrbitControls(this.camera, canvas);
        this.controls.enableKeys = false;  // its keys would react anywhere on the page
        this.controls.enableZoom = false;
        this.controls.screenSpacePanning = true;
        // One finger scrolls the page, so the controls ignore it. Two fingers turn the view and zoom.
        this.controls.touches.TWO = THREE.TOUCH.DOLLY_ROTATE;
        for (const name of ["touchstart", "touchmove"])
            this.holder.addEventListener(name, (event) => {
                if (event.touches.length === 1) event.stopPropagation();
            }, { capture: true, passive: true });
        this.controls.minDistance = this.radius / 10;
        this.controls.maxDistance = this.radius * 20;
        this.controls.addEventListener("change", () => this.requestDraw());
        // The wheel scrolls the page until the view is clicked, so that nobody gets stuck while scrolling.
        canvas.addEventListener("focus", () => { this.controls.enableZoom = true; });
        canvas.addEventListener("blur", () => { this.controls.enableZoom = false; });
        canvas.addEventListener("pointerdown", () => canvas.focus({ preventScroll: true }));
        canvas.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
        const turns = { ArrowLeft: [-8, 0], ArrowRight: [8, 0], ArrowUp: [0, 8], ArrowDown: [0, -8] };
        const zooms = { "+": 1 / 1.15, "=": 1 / 1.15, "-": 1.15 };
        if (turns[event.key]) this.turn(...turns[event.key]);
        else if (zooms[event.key]) this.zoom(zooms[event.key]);
        else if (event.key === "Home" || event.key === "0") this.look("reset");
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /** Azimuth and height of the camera relative to the target, in degrees. */
    direction() {
        const offset = this.camera.position.clone().sub(this.controls.target);
        const angles = [Math.atan2(offset.y, offset.x), Math.asin(offset.z / offset.length())];
        return angles.map((angle) => angle * 180 / Math.PI);
    }

    placeCamera(azimuth, height, distance) {
        const a = azimuth * Math.PI / 180, h = Math.min(89.9, Math.max(-89.9, height)) * Math.PI / 180;
        this.camera.position.set(Math.cos(h) * Math.cos(a), Math.cos(h) * Math.sin(a), Math.sin(h))
            .multiplyScalar(distance).add(this.controls.target);
        this.controls.update();
        this.requestDraw();
    }

    turn(azimuth, height) {
        const now = this.direction();
        this.placeCamera(now[0] + azimuth, now[1] + height, this.camera.position.distanceTo(this.controls.target));
    }

    zoom(factor) {
        this.placeCamera(...this.direction(), factor * this.camera.position.distanceTo(this.controls.target));
    }

    /** Shows the whole scene from one of the `directions`. */
    look(name) {
        this.controls.target.set(...this.centre);
        this.placeCamera(...directions[name], 0.95 * this.radius / this.sight());
    }

    /** Half the width that the camera sees at a distance of 1, along its narrower side. */
    sight() {
        return Math.tan(this.camera.fov / 2 * Math.PI / 180) * Math.min(1, this.camera.aspect);
    }

    /** Adds the box of the grid and the axes of the base frame. */
    addFrame() {
        const { grid } = this, low = [grid.x.from_m, grid.y.from_m, grid.z.from_m];
        const size = [grid.x.to_m, grid.y.to_m, grid.z.to_m].map((to, k) => Math.max(to - low[k], this.radius * 1e-6));
        const edges = new THREE.EdgesGeometry(new THREE.BoxBufferGeometry(...size));
        this.frame = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: themeColour("line") }));
        this.frame.position.set(...low.map((from, k) => from + size[k] / 2));
        this.place.add(this.frame);
        this.scene.add(new THREE.AxesHelper(this.radius * 0.25));
    }

    /** Draws the boxes that requirements name, see requirementBoxes(). */
    setRequirements(boxes) {
        this.boxes = boxes.map(({ low, high, colour }) => {
            const size = low.map((from, k) => Math.max(high[k] - from, this.radius * 1e-6));
            const edges = new THREE.EdgesGeometry(new THREE.BoxBufferGeometry(...size));
            const lines = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: themeColour(colour) }));
            lines.position.set(...low.map((from, k) => (from + high[k]) / 2));
            lines.renderOrder = 5;
            this.place.add(lines);
            return { lines, colour };
        });
        this.requestDraw();
    }

    showPose(solution) {
        this.model.show(solution);
        this.requestDraw();
    }

    /** Takes the surface of the workspace: positions and triangles. */
    setSurface({ positions, triangles }) {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
        geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
        geometry.computeVertexNormals();
        // The surface is translucent. So faces that point away from the viewer are drawn before faces that point
        // towards the viewer.
        this.shells = [THREE.BackSide, THREE.FrontSide].map((side, order) => {
            const material = new THREE.MeshPhongMaterial({ color: themeColour("reach"), side, shininess: 20,
                                                           clippingPlanes: [this.cut] });
            const mesh = new THREE.Mesh(geometry, material);
            mesh.renderOrder = 2 + order;
            this.place.add(mesh);
            return mesh;
        });
        this.setSurfaceStyle(this.surfaceStyle || "glass");
    }

    /** Sets the style: "glass", "solid" or "none". */
    setSurfaceStyle(style) {
        this.surfaceStyle = style;
        for (const shell of this.shells || []) {
            shell.visible = style !== "none";
            shell.material.transparent = style === "glass";
            shell.material.opacity = style === "glass" ? 0.38 : 1;
            shell.material.depthWrite = style !== "glass";
            shell.material.needsUpdate = true;
        }
        this.requestDraw();
    }

    /** Cuts the surface off at the slice if `on` is true. */
    setCut(on) {
        this.cutOn = on;
        this.moveCut();
        this.requestDraw();
    }

    moveCut() {
        this.cut.constant = this.cutOn && this.slice ? this.slice.position.z + this.place.position.z : 1e9;
    }

    /** Shows slice `index` as a plane with the picture on `canvas`. The top of the picture is at the highest y. */
    showSlice(index, canvas) {
        if (!this.slice) {
            const texture = new THREE.CanvasTexture(canvas);
            const place = this.picturePlace();
            texture.minFilter = THREE.LinearFilter;
            texture.generateMipmaps = false;
            // A plate in the same plane is drawn in front of the picture. Otherwise the two would flicker.
            this.slice = new THREE.Mesh(new THREE.PlaneBufferGeometry(...place.size), new THREE.MeshBasicMaterial(
                { map: texture, side: THREE.DoubleSide, transparent: true, depthWrite: false, polygonOffset: true,
                  polygonOffsetFactor: 1, polygonOffsetUnits: 4 }));
            this.slice.rotation.set(...place.turn);
            this.slice.position.set(...place.middle);
            this.slice.renderOrder = 4;
            this.place.add(this.slice);
        }
        if (!this.across) this.slice.position.z = coordinate(this.grid.z, index);
        this.slice.material.map.needsUpdate = true;
        this.moveCut();
        this.requestDraw();
    }

    /** Size, centre and rotation of the plane with the picture. The plane is horizontal, or vertical in a section. */
    picturePlace() {
        const { x, y, z } = this.grid, span = (axis) => axis.to_m - axis.from_m;
        const level = [drawnRange(x, span(y)), drawnRange(y, span(x)), drawnRange(z, 0)];
        const sizes = level.map(({ low, high }) => high - low), middle = level.map(({ low, high }) => (low + high) / 2);
        if (!this.across) return { size: [sizes[0], sizes[1]], middle, turn: [0, 0, 0] };
        return this.across === "x" ? { size: [sizes[0], sizes[2]], middle, turn: [Math.PI / 2, 0, 0] } :
            { size: [sizes[1], sizes[2]], middle, turn: [Math.PI / 2, Math.PI / 2, 0] };
    }

    /** Reads colours and sizes from the page again. */
    restyle() {
        this.drawAsked = true;  // ignores requests during drawing: this function draws at the end anyway
        this.model.build();
        this.frame.material.color.set(themeColour("line"));
        for (const shell of this.shells || []) shell.material.color.set(themeColour("reach"));
        for (const { lines, colour } of this.boxes || []) lines.material.color.set(themeColour(colour));
        this.fit();
        this.draw();  // at once, because a canvas with a new size is empty
    }

    /** Takes over the size of the holder. */
    fit() {
        const width = this.holder.clientWidth, height = this.holder.clientHeight;
        if (width === 0 || height === 0) return;
        this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
        this.renderer.setSize(width, height);
        const sight = this.sight();
        this.camera.aspect = width / height;
        this.camera.updateProjectionMatrix();
        this.zoom(sight / this.sight());  // shows as much as before
    }

    /** Draws only while the view is on the screen. */
    watchSight() {
        this.inSight = true;
        if (typeof IntersectionObserver !== "function") return;
        new IntersectionObserver(([entry]) => {
            this.inSight = entry.isIntersecting;
            if (this.inSight && this.drawMissed) this.requestDraw();
        }).observe(this.holder);
    }

    requestDraw() {
        if (this.drawAsked) return;
        this.drawMissed = !this.inSight && !isPrinting();
        if (this.drawMissed) return;
        if (isPrinting()) {  // paper gets no further frames
            this.draw();
            return;
        }
        this.drawAsked = true;
        requestAnimationFrame(() => {
            if (this.drawAsked) this.draw();
        });
    }

    /** Draws at once, including any requested frame. */
    draw() {
        this.drawAsked = false;
        this.renderer.render(this.scene, this.camera);
    }
}
