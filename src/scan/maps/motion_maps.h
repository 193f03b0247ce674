#pragma once

#include <string>

#include "src/base/numbers.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_motion.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/maps/extreme_of_set.h"

/// Functions that the maps of accuracy and speed share.
namespace hexscan {

/// Fills a row of a map with a figure of PosedMotion.
inline void fill_motion_row(const ScanPlan& plan, MapKind map, double (PosedMotion::*figure)(const Vector&) const,
                            int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, map, slice, row, fields, [figure](const Machine& machine, const Rotation& turned) {
        return [posed = PosedMotion(machine, turned), figure](const Vector& position_m) {
            return (posed.*figure)(position_m);
        };
    });
}

/// The largest motion of a leg's foot or length, in metres, per unit of its value.
inline double metres_per_value(const Machine& machine) {
    return have_arms(machine.legs) ? longest_arm_m(machine.legs) : 1;
}

/// The unit of a leg's value: "m" or "rad".
inline std::string value_unit(const Machine& machine) { return have_arms(machine.legs) ? "rad" : "m"; }
inline std::string error_unit(const Machine& machine) { return "m per " + value_unit(machine); }
inline std::string rate_unit(const Machine& machine) { return value_unit(machine) + "/s"; }

/// Typical ratio of the platform's motion to the legs' motion near a singularity. It scales the colours.
inline constexpr double usual_most = 5;

inline MapScale motion_scale(std::string title, double high, const std::string& unit) {
    return {.title = std::move(title),
            .high = high,
            .low_text = "0 " + unit,
            .high_text = significant(high, 4) + " " + unit + " or more"};
}

}  // namespace hexscan
