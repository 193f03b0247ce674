#include "src/results/radii/border_contact.h"

#include <cstddef>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace hexscan {
namespace {

bool has_sides(const GridAxis<double>& axis) { return axis.full_count > 1; }

std::int64_t points_of(std::span<const Run> runs) {
    std::int64_t points = 0;
    for (const Run& run : runs) points += run.last - run.first + 1;
    return points;
}

std::string side_text(char name, double at_m, std::int64_t points, const Units& units) {
    return fmt::format("{} = {} ({} {})", name, units.length_text(at_m), points, points == 1 ? "point" : "points");
}

void append_sides(std::int64_t low, std::int64_t high, char name, const GridAxis<double>& axis, const Units& units,
                  std::vector<std::string>& sides) {
    if (low != 0) sides.push_back(side_text(name, axis.from_m, low, units));
    if (high != 0) sides.push_back(side_text(name, axis.to_m, high, units));
}

}  // namespace

BorderContact& BorderContact::operator+=(const BorderContact& other) {
    x_low += other.x_low;
    x_high += other.x_high;
    y_low += other.y_low;
    y_high += other.y_high;
    z_low += other.z_low;
    z_high += other.z_high;
    return *this;
}

BorderContact border_contact(const ScanGrid& grid, int slice, const WorkspaceSlice& runs) {
    const auto& [x, y, z] = grid;
    BorderContact contact;
    if (has_sides(x)) {
        // At most one run of a row begins in the first column, and at most one ends in the last column.
        const int last_column = grid.columns() - 1;
        int begins = 0, ends = 0;
        for (const Run& run : runs.runs) {
            begins += run.first == 0;
            ends += run.last == last_column;
        }
        contact.x_low = begins;
        contact.x_high = ends;
    }
    if (has_sides(y)) {
        contact.y_low = points_of(runs.row(0));
        contact.y_high = points_of(runs.row(runs.rows() - 1));
    }
    if (has_sides(z) && z.begin + slice == 0) contact.z_low = points_of(runs.runs);
    if (has_sides(z) && z.begin + slice == z.full_count - 1) contact.z_high = points_of(runs.runs);
    return contact;
}

std::string describe(const BorderContact& contact, const ScanGrid& grid, const Units& units) {
    std::vector<std::string> sides;
    append_sides(contact.x_low, contact.x_high, 'x', grid.x, units, sides);
    append_sides(contact.y_low, contact.y_high, 'y', grid.y, units, sides);
    append_sides(contact.z_low, contact.z_high, 'z', grid.z, units, sides);
    std::string text;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (i > 0) text += i + 1 == sides.size() ? " and " : ", ";
        text += sides[i];
    }
    return text;
}

std::string workspace_warning(std::int64_t reachable_points, const BorderContact& contact, const ScanGrid& grid,
                              const Units& units) {
    if (reachable_points == 0) return "no grid point is reachable; run a check to see where the machine can reach";
    if (!contact.any()) return {};
    return fmt::format("the workspace touches the border of the grid at {}; it may continue beyond",
                       describe(contact, grid, units));
}

}  // namespace hexscan
