#pragma once

#include <string>

#include "src/base/numbers.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_motion.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/maps/largest_of_set.h"

/// What the maps of accuracy and speed have in common.
namespace hexscan {

/// A row of a figure of PosedMotion.
inline void fill_motion_row(const ScanPlan& plan, MapKind map, double (PosedMotion::*figure)(const Vector&) const,
                            int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, map, slice, row, fields, [figure](const Machine& machine, const Rotation& turned) {
        return [posed = PosedMotion(machine, turned), figure](const Vector& position_m) {
            return (posed.*figure)(position_m);
        };
    });
}

/// What a value's unit is in metres, at most.
inline double metres_per_value(const Machine& machine) {
    return have_arms(machine.legs) ? longest_arm_m(machine.legs) : 1;
}

/// "m" or "rad": what a leg's value is in.
inline std::string value_unit(const Machine& machine) { return have_arms(machine.legs) ? "rad" : "m"; }
inline std::string error_unit(const Machine& machine) { return "m per " + value_unit(machine); }
inline std::string rate_unit(const Machine& machine) { return value_unit(machine) + "/s"; }

/// So many times what the platform moves by legs move on usual machines where they are held badly.
inline constexpr double usual_most = 5;

inline MapScale motion_scale(std::string title, double high, const std::string& unit) {
    return {.title = std::move(title),
            .high = high,
            .low_text = "0 " + unit,
            .high_text = significant(high, 4) + " " + unit + " or more"};
}

}  // namespace hexscan
