// Uses a collision library to test a required gap between legs. FCL computes distances between capsules, so each leg is
// a capsule. Every pair of legs is tested at every position that strokes and joints allow.
//
// hexscan_fcl_peer RUN_JSON
//
// RUN_JSON is the record of `hexscan scan FILE --diameter D --gap G --free-ends F` for telescopic legs at one
// orientation, on a small grid. The program runs in double precision on all cores. hexscan's reference first finds the
// positions that strokes and joints allow; this is not timed. The program prints three lines: FCL's result and time,
// the record's result, and the difference between FCL's distances and those of hexscan's reference. It exits with 1 if
// they do not agree.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fcl/narrowphase/distance.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "kernels/kinematics.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/request_json.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/legs_apart.h"
#include "src/scan/plan.h"
#include "src/scan/pose_verdicts.h"

namespace {

using namespace hexscan;

using Point = fcl::Vector3d;

Point point_of(const Vector& v) { return {v.x, v.y, v.z}; }

/// A capsule around the line between two points.
fcl::CollisionObjectd capsule_between(const Point& from, const Point& to, double radius_m) {
    const Point along = to - from;
    fcl::Transform3d pose = fcl::Transform3d::Identity();
    pose.linear() = fcl::Quaterniond::FromTwoVectors(Point::UnitZ(), along).toRotationMatrix();
    pose.translation() = from + along / 2;
    return {std::make_shared<fcl::Capsuled>(radius_m, along.norm()), pose};
}

/// A machine at the orientation of a record.
class AskedMachine {
public:
    AskedMachine(const Machine& machine, const Orientation& orientation)
        : machine_(machine), turned_(rotation_of(orientation, machine.orientation_order)) {
        append_legs_apart(machine_, turned_, reference_);
    }

    /// The distance between the surfaces of the two legs that are nearest to each other, computed by FCL.
    double nearest_m(const Vector& position_m) const {
        std::vector<fcl::CollisionObjectd> legs;
        const LegsApart& apart = *machine_.legs_apart;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Point base = point_of(machine_.base.points_m[i]),
                        joint = point_of(position_m + turned_(machine_.platform.points_m[i])), along = joint - base;
            const Point free = along * std::min(apart.free_ends / along.norm(), 0.5);
            legs.push_back(capsule_between(base + free, joint - free, apart.diameter / 2));
        }
        const fcl::DistanceRequestd request;
        double least_m = std::numeric_limits<double>::infinity();
        for (const LegPair& pair : leg_pairs) {
            fcl::DistanceResultd result;
            least_m = std::min(least_m, fcl::distance(&legs[pair.first], &legs[pair.second], request, result));
        }
        return least_m;
    }

    /// The same distance, computed by hexscan's reference.
    double reference_m(const Vector& position_m) const {
        double least_m = std::numeric_limits<double>::infinity();
        for (const auto& pair : reference_) least_m = std::min(least_m, pair->state(position_m).asked);
        return least_m;
    }

private:
    const Machine& machine_;
    Rotation turned_;
    PosedSharedLimits reference_;
};

/// The positions of a grid that strokes and joints allow.
std::vector<Vector> positions_within_legs(Machine machine, const ScanPlan& plan, const Orientation& orientation) {
    machine = with_legs_limits_alone(std::move(machine));
    const PoseVerdicts verdicts(machine);
    std::vector<Vector> positions_m;
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row)
            for (int column = 0; column < plan.columns(); ++column) {
                const Vector position_m{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                                        grid_coordinate(plan.z, slice)};
                if (verdicts.exact({position_m, orientation})) positions_m.push_back(position_m);
            }
    return positions_m;
}

/// The difference of two distances. FCL may return any negative number for overlapping legs, so two negative distances
/// agree.
double difference_m(double a_m, double b_m) { return a_m <= 0 && b_m <= 0 ? 0 : std::abs(a_m - b_m); }

/// Compares FCL with hexscan; true if they agree. Errors are exceptions.
bool ask(const char* path) {
    const nlohmann::json json = read_json_file(path);
    const JsonField record(json, path);
    const Machine machine = machine_from_json(record.at("machine"));
    const ScanRequest request = request_from_json(record.at("request"));
    if (!machine.is_telescopic() || !machine.legs_apart || machine.obstacles.count() > 0 ||
        !request.orientations.is_single())
        record.fail("is of no telescopic legs that keep apart at one orientation");
    Platform platform;
    platform.machine = machine;
    platform.scan = request;
    const ScanPlan plan = make_scan_plan(platform);
    const Orientation orientation = request.orientations.first();
    const std::vector<Vector> positions_m = positions_within_legs(machine, plan, orientation);
    const AskedMachine asked(machine, orientation);

    std::vector<double> apart_m(positions_m.size());
    const auto start = std::chrono::steady_clock::now();
    tbb::parallel_for(std::size_t{0}, positions_m.size(),
                      [&](std::size_t i) { apart_m[i] = asked.nearest_m(positions_m[i]); });
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;

    long reached = 0;
    double worst_m = 0;
    for (std::size_t i = 0; i < positions_m.size(); ++i) {
        reached += apart_m[i] >= machine.legs_apart->gap ? 1 : 0;
        const double off_m = difference_m(apart_m[i], asked.reference_m(positions_m[i]));
        if (!(off_m <= worst_m)) worst_m = off_m;
    }
    const auto scanned = record.at("counts").at("reachable_points").integer<std::int64_t>();
    fmt::print("FCL: {} of {} positions that legs reach, {:.1f} ms\n", reached, positions_m.size(), spent.count());
    fmt::print("hexscan: {} positions, the whole scan {:.1f} ms\n", scanned,
               1e3 * record.at("timings").at("once_s").number());
    fmt::print("largest difference between distances: {:.3g} m\n", worst_m);
    return reached == scanned && worst_m <= 1e-9 * longest_leg_m(machine);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: hexscan_fcl_peer RUN_JSON\n", stderr);
        return 2;
    }
    try {
        return ask(argv[1]) ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_fcl_peer: %s\n", error.what());
        return 2;
    }
}
