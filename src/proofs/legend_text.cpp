#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "src/base/text_table.h"
#include "src/machine/rotation.h"
#include "src/proofs/check_texts.h"

namespace hexscan {
namespace {

/// Says where leg 1 is, and in which direction the other base joints follow.
std::string legs_line(const Machine& machine) {
    const auto& joints = machine.base.points_m;
    constexpr double same = 1e-9;  // in radians: directions of joints that differ by at most this count as equal
    bool all_left = true, all_right = true;
    double turn = 0;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const Vector &here = joints[leg], &next = joints[(leg + 1) % leg_count];
        const double step =
            std::remainder(std::atan2(next.y, next.x) - std::atan2(here.y, here.x), 2 * std::numbers::pi);
        all_left = all_left && step > -same;
        all_right = all_right && step < same;
        turn += step;
    }
    const bool once = std::abs(turn) < 3 * std::numbers::pi;
    const char* const others = all_left && once    ? "the others follow counter-clockwise, seen from above"
                               : all_right && once ? "the others follow clockwise, seen from above"
                                                   : "the others follow in the file's order";
    const auto in_unit = [&](double m) { return coordinate_text(machine.units.from_metres(cleaned(m, 1))); };
    return fmt::format("Legs: leg 1 has its base joint at x {}, y {} {}; {}.", in_unit(joints[0].x),
                       in_unit(joints[0].y), machine.units.length, others);
}

}  // namespace

std::string legend_text(const CheckReport& report, std::string_view before, std::size_t columns) {
    const Machine& machine = report.platform.machine;
    std::string text;
    const auto append = [&](const std::string& line) { text += paragraph(line, columns); };
    if (before.find("FAILS at") != std::string_view::npos)
        append("FAILS at a pose: that pose breaks a limit or lacks clearance, so the verdict is certain.");
    if (before.find("learance") != std::string_view::npos)
        append(
            "Clearance: how far the platform can move in any direction, without turning, before a leg reaches a "
            "limit.");
    if (machine.load)
        append(
            fmt::format("Forces: a {} that is compressed has a positive force. The load keeps its direction in the "
                        "world frame.",
                        machine.is_telescopic() ? "leg" : "rod"));
    append(legs_line(machine));
    append(fmt::format("Angles: {}.", order_text(machine.orientation_order)));
    return text;
}

}  // namespace hexscan
