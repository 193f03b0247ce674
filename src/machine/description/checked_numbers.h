#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "src/machine/description/machine_description.h"

/// Functions that check the named numbers of a description and convert them to SI. An invalid number throws
/// DescriptionError.
namespace hexscan {

/// The key of a number: "base.radius", "legs.min[3]", "base.joints[2][0]". The text is built only for an error, because
/// sweeps build millions of machines.
struct NumberKey {
    std::string_view section, name;
    int index = -1, component = -1, end = -1;  ///< -1: not part of the key

    std::string text() const {
        std::string text = fmt::format("{}.{}", section, name);
        if (index >= 0) text += fmt::format("[{}]", index);
        for (const int further : {component, end})
            if (further >= 0) text += fmt::format("[{}]", further);
        return text;
    }
};

[[noreturn]] inline void fail(const NumberKey& key, const std::string& problem) {
    throw DescriptionError(key.text(), problem);
}

/// Checks numbers of the description and converts them to SI.
struct Converter {
    const Units& units;

    double coordinate_m(double value, const NumberKey& key) const {
        if (std::string problem = units.coordinate_problem(value); !problem.empty()) fail(key, problem);
        return units.metres(value);
    }
    double length_m(double value, const NumberKey& key) const {
        if (std::string problem = units.length_problem(value); !problem.empty()) fail(key, problem);
        return units.metres(value);
    }
    double angle(double value, const NumberKey& key) const {
        if (std::string problem = units.angle_problem(value); !problem.empty()) fail(key, problem);
        return value;
    }
    double angle_rad(double value, const NumberKey& key) const { return units.radians(angle(value, key)); }
    double number_si(double value, Dimension dimension, bool is_signed, const NumberKey& key) const {
        switch (dimension) {
            case Dimension::length: return is_signed ? coordinate_m(value, key) : length_m(value, key);
            case Dimension::angle: return angle_rad(value, key);
            default: return value;
        }
    }
    double tilt_rad(double value, const NumberKey& key) const {
        const double largest = units.half_turn();
        if (!(value > 0 && value <= largest))
            fail(key, fmt::format("is {0} {1}; must be above 0 and at most {2} {1}", value, units.angle, largest));
        return units.radians(value);
    }
};

}  // namespace hexscan
