// The machine as a three.js object: base, platform, and six legs with their joints. A leg or joint beyond its limit is
// red.
/* global THREE */
import { keepsLimits, railOf } from "./kinematics.mjs";
import { themeColour } from "./theme.mjs";

/**
 * The joints of one side, ordered around the side's z axis. The outline of the plate through them then does not cross
 * itself.
 */
function aroundAxis(points) {
    const centre = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    const angle = (p) => Math.atan2(p[1] - centre[1], p[0] - centre[0]);
    return points.slice().sort((a, b) => angle(a) - angle(b));
}

/** A flat plate with a rim through the joints, in the frame of its side. */
function plate(points, rimRadius, material) {
    const rim = aroundAxis(points);
    const centre = [0, 1, 2].map((k) => rim.reduce((sum, p) => sum + p[k], 0) / rim.length);
    const positions = [];
    rim.forEach((p, i) => positions.push(...centre, ...p, ...rim[(i + 1) % rim.length]));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.computeVertexNormals();
    const group = new THREE.Group();
    group.add(new THREE.Mesh(geometry, material));
    rim.forEach((p, i) => {
        const bar = rod(rimRadius, material);
        placeRod(bar, new THREE.Vector3(...p), new THREE.Vector3(...rim[(i + 1) % rim.length]));
        group.add(bar);
    });
    return group;
}

/** A cylinder of length 1 along y. The caller places it between two points. */
function rod(radius, material) {
    return new THREE.Mesh(new THREE.CylinderBufferGeometry(radius, radius, 1, 16), material);
}

/** A flat plate that legs must not touch, in the frame of its side. */
function disc({ radius_m: radius, middle_m: middle }, looks) {
    const mesh = new THREE.Mesh(new THREE.CircleBufferGeometry(radius, 64), looks);
    mesh.position.set(...middle);
    return mesh;
}

/** A sphere or a capsule. */
function keptOut({ from_m: from, to_m: to, radius_m: radius }, looks) {
    const group = new THREE.Group();
    for (const end of to ? [from, to] : [from]) {
        const ball = new THREE.Mesh(new THREE.SphereBufferGeometry(radius, 32, 20), looks);
        ball.position.set(...end);
        group.add(ball);
    }
    if (to) {
        const bar = rod(radius, looks);
        placeRod(bar, new THREE.Vector3(...from), new THREE.Vector3(...to));
        group.add(bar);
    }
    return group;
}

function placeRod(mesh, from, to) {
    const along = to.clone().sub(from), length = along.length();
    mesh.position.copy(from).addScaledVector(along, 0.5);
    mesh.scale.set(1, Math.max(length, 1e-9), 1);
    // three.js treats nearly opposite vectors as exactly opposite. A rod looks the same in either direction, so a
    // vector that points down is reversed.
    const unit = along.multiplyScalar((along.y < 0 ? -1 : 1) / length);
    if (length > 0) mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), unit);
}

/** A number that always faces the user. */
function label(text, size) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const context = canvas.getContext("2d");
    context.font = "600 44px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineWidth = 8;
    context.strokeStyle = themeColour("card");
    context.fillStyle = themeColour("text");
    context.strokeText(text, 32, 34);
    context.fillText(text, 32, 34);
    const texture = new THREE.CanvasTexture(canvas);
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthTest: false, transparent: true }));
    sprite.scale.set(size, size, 1);
    sprite.renderOrder = 10;
    return sprite;
}

function material(name, more = {}) {
    return new THREE.MeshPhongMaterial(Object.assign({ color: themeColour(name), shininess: 40 }, more));
}

/**
 * The whole machine. Thicknesses of joints and legs are proportional to `size`. `offset` leads from the pose's point to
 * the place at which that point is marked.
 */
export class MachineModel {
    constructor(machine, size, offset) {
        this.offset = offset;
        this.machine = machine;
        this.size = size;
        this.object = new THREE.Group();
        this.build();
    }

    /** Creates all parts again in the colours of the theme. */
    build() {
        this.object.remove(...this.object.children);
        const { size } = this;
        // A part beyond its limit is visible through everything in front of it.
        this.materials = { leg: material("leg"), rod: material("rod"), joint: material("joint"),
                           bad: material("bad", { depthTest: false, transparent: true }) };
        this.object.add(plate(this.machine.base.joints_m, size * 0.006, material("base", { side: THREE.DoubleSide })));
        this.platform = plate(this.machine.platform.joints_m, size * 0.006,
                              material("platform", { side: THREE.DoubleSide, transparent: true, opacity: 0.85 }));
        this.platform.matrixAutoUpdate = false;
        this.object.add(this.platform);
        this.addObstacles();
        const ball = new THREE.SphereBufferGeometry(size * 0.016, 20, 14);
        // A leg is drawn with its thickness if that is known.
        const thick = this.machine.legs_apart ? this.machine.legs_apart.diameter_m / 2 : 0;
        this.legs = this.machine.base.joints_m.map((joint, i) => {
            const leg = { sleeve: rod(thick || size * 0.011, this.materials.leg),
                          rod: rod(thick || size * 0.006, this.materials.rod),
                          base: new THREE.Mesh(ball, this.materials.joint),
                          platform: new THREE.Mesh(ball, this.materials.joint),
                          label: label(String(i + 1), size * 0.09) };
            const [x, y, z] = joint, reach = Math.hypot(x, y) || 1;
            leg.base.position.set(x, y, z);
            leg.label.position.set(x * (1 + size * 0.07 / reach), y * (1 + size * 0.07 / reach), z);
            this.object.add(leg.sleeve, leg.rod, leg.base, leg.platform, leg.label);
            const rail = railOf(this.machine, i);
            if (rail) leg.rail = this.railBar(rail);
            return leg;
        });
        this.origin = new THREE.Mesh(new THREE.SphereBufferGeometry(size * 0.011, 16, 12), material("accent"));
        this.object.add(this.origin);
        if (this.solution) this.show(this.solution);
    }

    /** Adds the obstacles that legs must not touch. */
    addObstacles() {
        const { base_plate: below, platform_plate: above, keep_out: others } =
            this.machine.obstacles || { keep_out: [] };
        const looks = material("quiet", { side: THREE.DoubleSide, transparent: true, opacity: 0.5 });
        if (below) this.object.add(disc(below, looks));
        if (above) this.platform.add(disc(above, looks));
        for (const thing of others) this.object.add(keptOut(thing, looks));
    }

    /** A thin bar along the travel of a carriage. */
    railBar({ from, to }) {
        const bar = rod(this.size * 0.004, this.materials.joint);
        placeRod(bar, new THREE.Vector3(...from), new THREE.Vector3(...to));
        this.object.add(bar);
        return bar;
    }

    /** Moves the platform to a solved pose. */
    show(solution) {
        this.solution = solution;
        const [x, y, z] = solution.rotation, p = solution.position;
        this.platform.matrix.set(x[0], x[1], x[2], p[0], y[0], y[1], y[2], p[1], z[0], z[1], z[2], p[2], 0, 0, 0, 1);
        this.platform.matrixWorldNeedsUpdate = true;
        this.origin.position.set(...p).add(this.offset);
        solution.legs.forEach((leg, i) => this.showLeg(this.legs[i], leg, (side) => keepsLimits(solution, i, side)));
    }

    /**
     * `keeps(side)` returns true if the joint at a side satisfies its limits. For side "" it does so for the leg
     * itself.
     */
    showLeg(parts, leg, keeps) {
        const from = new THREE.Vector3(...leg.base), to = new THREE.Vector3(...leg.platform);
        const { bad, joint } = this.materials;
        const stroke = keeps(""), platform = keeps("platform");
        // If a servo or a rail moves a part, that part is red together with the joint that it carries.
        const base = keeps("base") && (stroke || !leg.foot);
        if (leg.foot) {
            // For these legs the sleeve is the arm, or the line from the zero of the carriage's travel to the carriage.
            const foot = new THREE.Vector3(...leg.foot);
            placeRod(parts.sleeve, from, foot);
            placeRod(parts.rod, foot, to);
            parts.base.position.copy(foot);
        } else {
            // The sleeve is the part of a leg that does not extend.
            const sleeve = Math.min(0.96, 0.8 * leg.minLength / Math.max(leg.length, 1e-9));
            placeRod(parts.sleeve, from, from.clone().lerp(to, sleeve));
            placeRod(parts.rod, from, to);
        }
        parts.platform.position.copy(to);
        const paint = (mesh, good, goodMaterial) => {
            mesh.material = good ? goodMaterial : bad;
            mesh.renderOrder = good ? 0 : 8;
        };
        paint(parts.sleeve, stroke, this.materials.leg);
        paint(parts.rod, stroke, this.materials.rod);
        paint(parts.base, base, joint);
        paint(parts.platform, platform, joint);
        parts.base.scale.setScalar(base ? 1 : 1.6);
        parts.platform.scale.setScalar(platform ? 1 : 1.6);
    }
}
