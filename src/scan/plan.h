#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/clearance.h"
#include "kernels/scan_geometry.h"
#include "kernels/sets/orientation_set.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine.h"
#include "src/machine/shared/shared_limit.h"
#include "src/scan/grid.h"
#include "src/scan/platform.h"
#include "src/scan/request.h"

namespace hexscan {

using FreeLegs = std::array<FreeLeg, leg_count>;

/// A set of orientations, ready for any engine: the sines and cosines of its angles, and the legs that are to be
/// brought to each of its orientations.
class SetPlan {
public:
    SetPlan(const Machine& machine, const ScanRequest& request);
    SetPlan(const SetPlan&) = delete;
    SetPlan& operator=(const SetPlan&) = delete;

    const OrientationTables& tables() const { return tables_; }
    std::int64_t count() const { return orientation_count(tables_); }
    const FreeLegs& legs() const { return legs_; }
    /// Of machines that kernels do not know, in place of `legs()`: all legs at an orientation of the set.
    bool has_rods() const { return machine_ != nullptr && !machine_->has_kernels(); }
    /// The machine of such legs, of legs that share limits, or of maps that ask it.
    const Machine& machine() const { return *machine_; }
    PosedLegs rods_at(std::int64_t number) const;
    Rotation rotation_at(std::int64_t number) const;
    /// Limits that legs share, at an orientation of the set.
    bool has_shared_limits() const { return machine_ != nullptr && hexscan::has_shared_limits(*machine_); }
    PosedSharedLimits shared_limits_at(std::int64_t number) const;
    /// Of a plan with limits that legs share or a map of how well the legs hold the platform.
    PosedJacobian jacobian_at(std::int64_t number) const;
    /// The limits for clearances.
    const std::array<LegLimits<double>, leg_count>& limits() const { return limits_; }
    /// The largest tilt up to and with each ring of a cone, in degrees; ring 0 is the level.
    const std::vector<float>& ring_tilt_deg() const { return ring_tilt_deg_; }

    /// Legs with tightened limits: a position that keeps all of these at every sample keeps the machine's own at every
    /// orientation of the continuum (see tightened_legs()). Empty unless the request is certified.
    const std::vector<FreeLegs>& proof_parts() const { return proof_parts_; }
    /// The same of legs that are not telescopic: the set with legs that keep more than their limits. Null unless the
    /// request is certified.
    const std::shared_ptr<const SetPlan>& tightened() const { return tightened_; }

private:
    std::array<std::vector<AngleSample>, 3> samples_;
    OrientationTables tables_{};
    std::shared_ptr<const Machine> machine_;  ///< null where `legs_` tell all that is asked
    FreeLegs legs_{};
    std::array<LegLimits<double>, leg_count> limits_{};
    std::vector<float> ring_tilt_deg_;
    std::vector<FreeLegs> proof_parts_;
    std::shared_ptr<const SetPlan> tightened_;
    std::array<double, leg_count> needed_clearances_m_{};  ///< of tightened legs
};

/// A grid and the six legs at one orientation: what the ladder's stages and the row solvers answer.
struct OrientedPlan {
    ScanGeometry<double> geometry;

    /// Its positions alone.
    ScanGrid grid() const { return {geometry.x, geometry.y, geometry.z}; }
    operator ScanGrid() const { return grid(); }

    int columns() const { return geometry.x.count; }  ///< points along x
    int rows() const { return geometry.y.count; }     ///< points along y
    int slices() const { return geometry.z.count; }   ///< points along z
    std::int64_t points_per_slice() const { return grid().points_per_slice(); }
    std::int64_t points() const { return grid().points(); }
};

/// What is scanned: a grid, a set of orientations, which may be a single one, and what is to be told of every position,
/// ready for any engine.
struct ScanPlan : ScanGrid {
    std::shared_ptr<const SetPlan> set;  ///< never null
    WorkspaceKind workspace = WorkspaceKind::constant;
    std::vector<MapKind> maps;
    /// Called between parts of the work, on whatever thread does it: throws where whoever asked for the work no longer
    /// waits for it. Who has the threads sets it.
    void (*end_if_given_up)() = [] {};
    bool legs_limits_alone = false;  ///< limits that legs share are not asked

    bool is_single() const { return set->count() == 1; }
    bool has_rods() const { return set->has_rods(); }
    bool has_shared_limits() const { return set->has_shared_limits() && !legs_limits_alone; }
    /// Telescopic legs whose joints tilt and that share no limit: what has closed forms, and kernels.
    bool has_closed_form() const { return !has_rods() && !has_shared_limits(); }
    /// One orientation of such legs and no map: what every engine answers, and all of which oriented() tells.
    bool is_plain() const { return is_single() && maps.empty() && has_closed_form(); }
    bool asks_for(MapKind map) const { return std::find(maps.begin(), maps.end(), map) != maps.end(); }
    bool is_certified() const { return !set->proof_parts().empty() || set->tightened(); }
    /// Of a certified plan whose legs have rods: what its proved positions are reachable in.
    ScanPlan tightened() const;

    /// The grid with the legs at the first orientation of the set.
    OrientedPlan oriented() const;
    /// The grid with these legs, the set's own or a part of its proof, at any one of its orientations.
    OrientedPlan oriented(const FreeLegs& legs, OrientationIndex index) const;

    /// The same scan restricted to slices [first, first + count). Coordinates do not change by a bit.
    ScanPlan slab(int first, int count) const;
};

/// Where a machine and a request meet. The request's ranges must have ends. Throws UsageError where what is asked
/// cannot be told of the machine's kind of legs.
/// Formulas: leg vector p + R b - a (Gough 1962, Stewart 1965; Merlet, Parallel Robots, 2nd ed., ch. 3).
ScanPlan make_scan_plan(const Machine& machine, const ScanRequest& request);
inline ScanPlan make_scan_plan(const Platform& platform) { return make_scan_plan(platform.machine, platform.scan); }

/// What the share map holds where `reachable` of `all` orientations are.
inline float share_of(std::int64_t reachable, std::int64_t all) {
    return static_cast<float>(static_cast<double>(reachable) / static_cast<double>(all));
}

/// What the tilt map holds where the first `rings` rings of a cone are reachable in every direction; ring 0, the level,
/// counts as one.
inline float tilt_of(const SetPlan& set, int rings) {
    return rings == 0 ? -1.0F : set.ring_tilt_deg()[static_cast<std::size_t>(rings) - 1];
}

/// All that a plan's tilt map can hold, in rising order; empty without one.
std::vector<float> tilt_values(const ScanPlan& plan);

/// The plan's geometry rounded once to float, for the per-point kernels.
Vec3<float> to_float(const Vector& v);
ScanGeometry<float> to_float(const ScanGeometry<double>& geometry);

}  // namespace hexscan
