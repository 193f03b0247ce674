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

/// A set of orientations, ready for any engine. It contains the sines and cosines of the angles, and the legs. Each
/// engine turns the legs to each orientation.
class SetPlan {
public:
    SetPlan(const Machine& machine, const ScanRequest& request);
    /// A set that has only orientation `number` of another one. Its numbers are bitwise equal.
    SetPlan(const SetPlan& set, std::int64_t number);
    SetPlan(const SetPlan&) = delete;
    SetPlan& operator=(const SetPlan&) = delete;

    const OrientationTables& tables() const { return tables_; }
    std::int64_t count() const { return orientation_count(tables_); }
    const FreeLegs& legs() const { return legs_; }
    /// True if no kernel supports hexapods of this kind. Then rods_at(), which returns all legs at an orientation of
    /// the set, replaces `legs()`.
    bool has_rods() const { return machine_ != nullptr && !machine_->has_kernels(); }
    /// The machine. It is available only for legs with rods, limits that legs share, or maps that need the machine.
    const Machine& machine() const { return *machine_; }
    PosedLegs rods_at(std::int64_t number) const;
    Rotation rotation_at(std::int64_t number) const;
    /// Limits that legs share, at an orientation of the set.
    bool has_shared_limits() const { return machine_ != nullptr && hexscan::has_shared_limits(*machine_); }
    PosedSharedLimits shared_limits_at(std::int64_t number) const;
    /// The Jacobian at an orientation of the set. Requires limits that legs share, or a map that needs the machine.
    PosedJacobian jacobian_at(std::int64_t number) const;
    /// The limits of the legs in the form from which clearances are computed.
    const std::array<LegLimits<double>, leg_count>& limits() const { return limits_; }
    /// The tilt of each ring of a cone, in degrees. Ring 0 has no tilt.
    const std::vector<float>& ring_tilt_deg() const { return ring_tilt_deg_; }

    /// Sets of legs with tightened limits. A position that satisfies all of them at every sampled orientation also
    /// satisfies the machine's own limits at every orientation between the samples (see tightened_legs()). Empty for
    /// legs with rods, and unless the request is certified.
    const std::vector<FreeLegs>& proof_parts() const { return proof_parts_; }
    /// The replacement of proof_parts() for legs with rods: the same set, but the legs must keep a clearance from their
    /// limits. Null for other legs, and unless the request is certified.
    const std::shared_ptr<const SetPlan>& tightened() const { return tightened_; }

private:
    /// Sets the numbers of `tables_` that follow from `samples_`.
    void put_samples_into_tables();

    std::array<std::vector<AngleSample>, 3> samples_;
    OrientationTables tables_{};
    std::shared_ptr<const Machine> machine_;  ///< null if `legs_` contains everything that the request needs
    FreeLegs legs_{};
    std::array<LegLimits<double>, leg_count> limits_{};
    std::vector<float> ring_tilt_deg_;
    std::vector<FreeLegs> proof_parts_;
    std::shared_ptr<const SetPlan> tightened_;
    std::array<double, leg_count> needed_clearances_m_{};  ///< the clearances that tightened() requires of the legs
};

/// A grid and the six legs at one orientation. It is the input of the ladder's stages and of the row solvers.
struct OrientedPlan {
    ScanGeometry<double> geometry;

    /// The positions without the legs.
    ScanGrid grid() const { return {geometry.x, geometry.y, geometry.z}; }
    operator ScanGrid() const { return grid(); }

    int columns() const { return geometry.x.count; }  ///< points along x
    int rows() const { return geometry.y.count; }     ///< points along y
    int slices() const { return geometry.z.count; }   ///< points along z
    std::int64_t points_per_slice() const { return grid().points_per_slice(); }
    std::int64_t points() const { return grid().points(); }
};

/// A scan, ready for any engine: a grid, a set of one or more orientations, and the requested results.
struct ScanPlan : ScanGrid {
    std::shared_ptr<const SetPlan> set;  ///< never null
    WorkspaceKind workspace = WorkspaceKind::constant;
    std::vector<MapKind> maps;
    /// Called between parts of the work, on each thread that works. It throws an exception if the caller has cancelled
    /// the scan. The owner of the threads sets it.
    void (*end_if_given_up)() = [] {};
    bool legs_limits_alone = false;  ///< true: ignore limits that legs share

    bool is_single() const { return set->count() == 1; }
    bool has_rods() const { return set->has_rods(); }
    bool has_shared_limits() const { return set->has_shared_limits() && !legs_limits_alone; }
    /// True for telescopic legs whose joints limit a tilt, without limits that legs share. Such legs have closed forms
    /// and kernels.
    bool has_closed_form() const { return !has_rods() && !has_shared_limits(); }
    /// True for one orientation of legs with a closed form, without maps. Every engine supports such a plan, and
    /// oriented() contains all of it.
    bool is_plain() const { return is_single() && maps.empty() && has_closed_form(); }
    bool asks_for(MapKind map) const { return std::find(maps.begin(), maps.end(), map) != maps.end(); }
    bool is_certified() const { return !set->proof_parts().empty() || set->tightened(); }
    /// Requires a certified plan of legs with rods. Returns the plan whose workspace is the proved part.
    ScanPlan tightened() const;

    /// The grid, with the legs at the first orientation of the set.
    OrientedPlan oriented() const;
    /// The grid, with `legs` at any orientation of the set. `legs` are the set's own legs or a part of its proof.
    OrientedPlan oriented(const FreeLegs& legs, OrientationIndex index) const;

    /// The same scan at orientation `number` of the set alone, without maps.
    ScanPlan at_orientation(std::int64_t number) const;

    /// The same scan restricted to slices [first, first + count). Coordinates stay bitwise equal.
    ScanPlan slab(int first, int count) const;
};

/// Combines a machine and a request. The ends of the request's ranges must be known. Throws UsageError if the machine's
/// kind of legs does not support the request.
/// Formulas: leg vector p + R b - a (Gough 1962, Stewart 1965; Merlet, Parallel Robots, 2nd ed., ch. 3).
ScanPlan make_scan_plan(const Machine& machine, const ScanRequest& request);
inline ScanPlan make_scan_plan(const Platform& platform) { return make_scan_plan(platform.machine, platform.scan); }

/// Value of the share map if `reachable` of `all` orientations reach the point.
inline float share_of(std::int64_t reachable, std::int64_t all) {
    return static_cast<float>(static_cast<double>(reachable) / static_cast<double>(all));
}

/// Value of the tilt map if the first `rings` rings of a cone are reachable in every direction. The orientation without
/// tilt is the first ring. The value is -1 if not even that orientation is reachable.
inline float tilt_of(const SetPlan& set, int rings) {
    return rings == 0 ? -1.0F : set.ring_tilt_deg()[static_cast<std::size_t>(rings) - 1];
}

/// All possible values of a plan's tilt map, in ascending order. Empty if the plan has no tilt map.
std::vector<float> tilt_values(const ScanPlan& plan);

/// Rounds each component once to single precision, for kernels that work point by point.
Vec3<float> to_float(const Vector& v);
ScanGeometry<float> to_float(const ScanGeometry<double>& geometry);

}  // namespace hexscan
