#pragma once

#include "host_device.h"
#include "kernels/points/standing_leg.h"
#include "kernels/rows/rod_rows.h"
#include "kernels/rows/rotary_rows.h"
#include "kernels/rows/row_solver.h"
#include "kernels/rows/slider_rows.h"
#include "kinematics.h"

/// A machine of a sweep in the form that devices read, with one type per kind of legs. The host prepares all numbers
/// that its rows need at one orientation. If a machine is not `solvable`, its other members are undefined.
namespace hexscan {

using SweptTelescopes = RowGeometry;

struct SweptSliders {
    SliderGeometry<JointedSliderRowLeg> rows;
    bool has_joints;       ///< some joint is limited
    bool single_suffices;  ///< single precision suffices: its roots leave at most one column per end undecided
    bool solvable;         ///< double precision suffices in the same sense
};

struct SweptArms {
    RodGeometry<RotaryRowLeg> rows;
    bool solvable;
};

/// Legs whose rows have no closed form.
template <class Whole>
struct SweptPoints {
    GridAxis<double> x, y, z;
    StandingLeg<Whole> legs[leg_count];
    bool solvable;
};

/// Returns the machine's grid: an object with members x, y and z.
HEXSCAN_HD_INLINE const ScanGeometry<double>& grid_of(const SweptTelescopes& machine) { return machine.exact; }
HEXSCAN_HD_INLINE const auto& grid_of(const SweptSliders& machine) { return machine.rows; }
HEXSCAN_HD_INLINE const auto& grid_of(const SweptArms& machine) { return machine.rows; }
template <class Whole>
HEXSCAN_HD_INLINE const auto& grid_of(const SweptPoints<Whole>& machine) {
    return machine;
}

/// The reference verdict of one position.
HEXSCAN_HD_INLINE bool exactly_reaches(const SweptTelescopes& machine, Vec3<double> p_m) {
    return exact_reachable(machine.exact, p_m.x, p_m.y, p_m.z);
}
HEXSCAN_HD_INLINE bool exactly_reaches(const SweptSliders& machine, Vec3<double> p_m) {
    return exact_sliders_keep(machine.rows.exact, p_m);
}
HEXSCAN_HD_INLINE bool exactly_reaches(const SweptArms& machine, Vec3<double> p_m) {
    return exact_rods_keep(machine.rows, p_m);
}
template <class Whole>
HEXSCAN_HD_INLINE bool exactly_reaches(const SweptPoints<Whole>& machine, Vec3<double> p_m) {
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i)
        if (!machine.legs[i].keeps(p_m)) return false;
    return true;
}

}  // namespace hexscan
