#include "src/results/surface/stl_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/base/version.h"
#include "src/results/results_tuning.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

static_assert(std::endian::native == std::endian::little, "STL is little-endian");

constexpr std::size_t header_bytes = 80;
constexpr std::size_t triangle_bytes = 4 * sizeof(StlPoint) + sizeof(std::uint16_t);
constexpr std::size_t triangles_per_block = tuning::triangles_per_write;

/// The header is ASCII. It must not begin with "solid", because readers recognise the text format by that word. It ends
/// in a zero byte, because some readers treat it as a string.
std::string header(std::string_view name, const Units& units) {
    std::string text = fmt::format("hexscan {}, unit {}, workspace of {}", version, units.length, name);
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    text.resize(header_bytes - 1, ' ');
    text.push_back('\0');
    return text;
}

StlPoint normal(const StlPoint& a, const StlPoint& b, const StlPoint& c) {
    const auto from_a = [&](const StlPoint& p) { return Vector{p[0] - a[0], p[1] - a[1], p[2] - a[2]}; };
    const Vector across = cross(from_a(b), from_a(c));
    const double length = std::sqrt(dot(across, across));
    if (!(length > 0)) return {0, 0, 0};
    return {static_cast<float>(across.x / length), static_cast<float>(across.y / length),
            static_cast<float>(across.z / length)};
}

void append(const void* bytes, std::size_t count, std::vector<std::byte>& block) {
    const auto* const first = static_cast<const std::byte*>(bytes);
    block.insert(block.end(), first, first + count);
}

}  // namespace

StlPoint stl_point(const Vector& vertex_m, const Units& units) {
    return {static_cast<float>(units.from_metres(vertex_m.x)), static_cast<float>(units.from_metres(vertex_m.y)),
            static_cast<float>(units.from_metres(vertex_m.z))};
}

void write_stl(const std::filesystem::path& path, const TriangleMesh& mesh, const Units& units, std::string_view name) {
    AtomicFile file(path);
    file.write(header(name, units));
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    std::vector<std::byte> block;
    block.reserve(triangles_per_block * triangle_bytes);
    append(&count, sizeof(count), block);
    for (const Triangle& triangle : mesh.triangles) {
        std::array<StlPoint, 3> corners{};
        for (std::size_t i = 0; i < 3; ++i) corners[i] = stl_point(mesh.vertices_m[triangle[i]], units);
        const StlPoint outwards = normal(corners[0], corners[1], corners[2]);
        const std::uint16_t no_attributes = 0;
        append(&outwards, sizeof(outwards), block);
        append(&corners, sizeof(corners), block);
        append(&no_attributes, sizeof(no_attributes), block);
        if (block.size() < (triangles_per_block - 1) * triangle_bytes) continue;
        file.write(block);
        block.clear();
    }
    file.write(block);
    file.commit();
}

}  // namespace hexscan
