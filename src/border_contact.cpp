#include "src/border_contact.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace hexscan {
namespace {

bool has_sides(const GridAxis<double>& axis) { return axis.full_count > 1; }

void append_sides(bool low, bool high, char name, const GridAxis<double>& axis,
                  std::vector<std::string>& sides) {
    if (low) sides.push_back(fmt::format("{} = {} m", name, axis.from_m));
    if (high) sides.push_back(fmt::format("{} = {} m", name, axis.to_m));
}

}  // namespace

BorderContact& BorderContact::operator|=(const BorderContact& other) {
    x_low |= other.x_low;
    x_high |= other.x_high;
    y_low |= other.y_low;
    y_high |= other.y_high;
    z_low |= other.z_low;
    z_high |= other.z_high;
    return *this;
}

BorderContact border_contact(const ScanPlan& plan, int slice, std::span<const RowExtent> extents) {
    const auto reachable = [](const RowExtent& row) { return row.reachable > 0; };
    if (std::none_of(extents.begin(), extents.end(), reachable)) return {};
    const auto& [x, y, z, legs] = plan.geometry;
    const auto any_row = [&](auto touches) { return std::any_of(extents.begin(), extents.end(), touches); };
    BorderContact contact;
    contact.x_low = has_sides(x) && any_row([](const RowExtent& row) { return row.first == 0; });
    contact.x_high =
        has_sides(x) && any_row([&](const RowExtent& row) { return row.last == plan.columns() - 1; });
    contact.y_low = has_sides(y) && reachable(extents.front());
    contact.y_high = has_sides(y) && reachable(extents.back());
    contact.z_low = has_sides(z) && z.begin + slice == 0;
    contact.z_high = has_sides(z) && z.begin + slice == z.full_count - 1;
    return contact;
}

std::string describe(const BorderContact& contact, const ScanPlan& plan) {
    std::vector<std::string> sides;
    append_sides(contact.x_low, contact.x_high, 'x', plan.geometry.x, sides);
    append_sides(contact.y_low, contact.y_high, 'y', plan.geometry.y, sides);
    append_sides(contact.z_low, contact.z_high, 'z', plan.geometry.z, sides);
    std::string text;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (i > 0) text += i + 1 == sides.size() ? " and " : ", ";
        text += sides[i];
    }
    return text;
}

}  // namespace hexscan
