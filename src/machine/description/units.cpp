#include "src/machine/description/units.h"

#include <cmath>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include "src/base/numbers.h"

namespace hexscan {
namespace {

constexpr double inch_m = 0.0254;

/// Takes views because their comparison is fast: it compares sizes first. Sweeps build millions of machines.
bool is(std::string_view unit, std::string_view name) { return unit == name; }

/// A stiffness in N/m can be large. An exponent would make it hard to compare with others.
std::string without_exponent(double value, int digits) {
    constexpr double all_digits = 1e4, most = 1e15;
    if (!(value >= all_digits && value <= most)) return significant(value, digits);
    const double step = std::pow(10, std::floor(std::log10(value)) + 1 - digits);
    return fmt::format("{:.0f}", step * std::round(value / step));
}

std::string length_between(const Units& units, double value, double lowest_m) {
    const double value_m = units.metres(value);
    if (value_m >= lowest_m && value_m <= max_extent_m) return "";
    return fmt::format("is {0} {1}; must lie between {2} and {3} {1}", value, units.length, units.from_metres(lowest_m),
                       units.from_metres(max_extent_m));
}

}  // namespace

double Units::metres(double value) const {
    if (is(length, "mm")) return value / 1000.0;
    if (is(length, "cm")) return value / 100.0;
    return is(length, "in") ? value * inch_m : value;
}

double Units::from_metres(double metres) const {
    if (is(length, "mm")) return metres * 1000.0;
    if (is(length, "cm")) return metres * 100.0;
    return is(length, "in") ? metres / inch_m : metres;
}

double Units::radians(double value) const { return is(angle, "deg") ? value * std::numbers::pi / 180.0 : value; }

double Units::from_radians(double radians) const {
    return is(angle, "deg") ? radians * 180.0 / std::numbers::pi : radians;
}

double Units::half_turn() const { return is(angle, "deg") ? 180.0 : std::numbers::pi; }

std::string Units::coordinate_problem(double value) const { return length_between(*this, value, -max_extent_m); }

std::string Units::length_problem(double value) const { return length_between(*this, value, 0); }

std::string Units::angle_problem(double value) const {
    const double turn = 2 * half_turn();
    if (std::abs(value) <= turn) return "";
    return fmt::format("is {0} {1}; must lie between -{2} and {2} {1}", value, angle, turn);
}

std::string Units::length_text(double metres, int digits) const {
    return significant(from_metres(metres), digits) + " " + length;
}

std::string Units::angle_text(double radians, int digits) const {
    return significant(from_radians(radians), digits) + " " + angle;
}

std::string Units::name_of(Dimension dimension) const {
    switch (dimension) {
        case Dimension::length: return length;
        case Dimension::angle: return angle;
        case Dimension::force: return "N";
        case Dimension::torque: return "N m";
        case Dimension::stiffness: return "N/m";
        case Dimension::turning_stiffness: return "N m/rad";
        default: return "";
    }
}

double Units::to_si(double value, Dimension dimension) const {
    switch (dimension) {
        case Dimension::length: return metres(value);
        case Dimension::angle: return radians(value);
        default: return value;
    }
}

double Units::from_si(double si, Dimension dimension) const {
    switch (dimension) {
        case Dimension::length: return from_metres(si);
        case Dimension::angle: return from_radians(si);
        default: return si;
    }
}

std::string Units::text(double si, Dimension dimension, int digits) const {
    switch (dimension) {
        case Dimension::length: return length_text(si, digits);
        case Dimension::angle: return angle_text(si, digits);
        case Dimension::number: return significant(si, digits);
        case Dimension::stiffness: return without_exponent(si, digits) + " " + name_of(dimension);
        default: return significant(si, digits) + " " + name_of(dimension);
    }
}

}  // namespace hexscan
