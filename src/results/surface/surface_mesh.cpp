#include "src/results/surface/surface_mesh.h"

namespace hexscan {

double enclosed_volume(const TriangleMesh& mesh) {
    // The volume is computed relative to a vertex of the mesh, so that a surface far from the origin loses no digits.
    if (mesh.vertices_m.empty()) return 0;
    const Vector origin = mesh.vertices_m.front();
    double six_volumes = 0;
    for (const Triangle& t : mesh.triangles)
        six_volumes +=
            dot(mesh.vertices_m[t[0]] - origin, cross(mesh.vertices_m[t[1]] - origin, mesh.vertices_m[t[2]] - origin));
    return six_volumes / 6;
}

}  // namespace hexscan
