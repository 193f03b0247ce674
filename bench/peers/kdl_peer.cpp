// Finds the workspace of a set of orientations with a robotics library. KDL (Orocos) has frames and vectors, but no
// closed chains. So the program tests each pose leg by leg. It tests a position at one sampled orientation after
// another until one is unreachable.
//
// hexscan_kdl_peer RUN_JSON
//
// RUN_JSON is the record of `hexscan --orientation ... --workspace total`, on a small grid. The program runs in double
// precision on all cores. It prints the number of reachable positions and the time in milliseconds.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <kdl/frames.hpp>
#include <nlohmann/json.hpp>
#include <tbb/parallel_for.h>

namespace {

using nlohmann::json;

struct Leg {
    KDL::Vector base_joint_m, platform_joint_m, base_axis, platform_axis;
    double min_length_m, max_length_m, base_tilt_rad, platform_tilt_rad;
};

KDL::Vector vector_of(const json& numbers) { return {numbers.at(0), numbers.at(1), numbers.at(2)}; }

KDL::Vector direction_of(const json& numbers) {
    const KDL::Vector v = vector_of(numbers);
    return v / v.Norm();
}

/// A joint without a limit may tilt by any angle.
double tilt_of(const json& limit) { return limit.is_null() ? std::numbers::pi : limit.get<double>(); }

std::vector<Leg> legs_of(const json& machine) {
    const json &base = machine.at("base"), &platform = machine.at("platform");
    std::vector<Leg> legs;
    for (std::size_t i = 0; i < 6; ++i)
        legs.push_back({vector_of(base.at("joints_m").at(i)), vector_of(platform.at("joints_m").at(i)),
                        direction_of(base.at("axes").at(i)), direction_of(platform.at("axes").at(i)),
                        machine.at("min_length_m").at(i), machine.at("max_length_m").at(i),
                        tilt_of(base.at("max_tilt_rad").at(i)), tilt_of(platform.at("max_tilt_rad").at(i))});
    return legs;
}

std::vector<double> samples(double from, double to, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(count == 1 ? from : from + (to - from) * i / (count - 1));
    return values;
}

std::vector<double> axis_of(const json& axis) { return samples(axis.at("from_m"), axis.at("to_m"), axis.at("count")); }

std::vector<double> angles_of(const json& part) {
    if (part.is_number()) return {part.get<double>()};
    return samples(part.at("from"), part.at("to"), part.at("points"));
}

double angle_between(const KDL::Vector& leg, double length, const KDL::Vector& axis) {
    return std::acos(std::clamp(KDL::dot(leg, axis) / length, -1.0, 1.0));
}

bool reachable(const std::vector<Leg>& legs, const KDL::Frame& pose) {
    return std::all_of(legs.begin(), legs.end(), [&](const Leg& leg) {
        const KDL::Vector along = pose * leg.platform_joint_m - leg.base_joint_m;
        const double length_m = along.Norm();
        return length_m >= leg.min_length_m && length_m <= leg.max_length_m &&
               angle_between(along, length_m, leg.base_axis) <= leg.base_tilt_rad &&
               angle_between(along, length_m, pose.M * leg.platform_axis) <= leg.platform_tilt_rad;
    });
}

/// Scans the request of a record. Errors are exceptions.
void ask(const char* path) {
    std::ifstream file(path);
    const json record = json::parse(file);
    if (record.at("machine").value("orientation_order", "zyx") != "zyx")
        throw std::runtime_error("orientation_order: RPY of KDL is R = Rz Ry Rx only");
    const std::vector<Leg> legs = legs_of(record.at("machine"));
    const json &request = record.at("request"), &grid = request.at("grid"), &set = request.at("orientation_rad");
    const std::vector<double> x = axis_of(grid.at("x")), y = axis_of(grid.at("y")), z = axis_of(grid.at("z"));
    std::vector<KDL::Rotation> orientations;
    for (const double roll : angles_of(set.at("roll")))
        for (const double pitch : angles_of(set.at("pitch")))
            for (const double yaw : angles_of(set.at("yaw")))
                orientations.push_back(KDL::Rotation::RPY(roll, pitch, yaw));

    const auto start = std::chrono::steady_clock::now();
    std::atomic<long> count = 0;
    tbb::parallel_for(std::size_t{0}, y.size() * z.size(), [&](std::size_t row) {
        long here = 0;
        for (const double column_m : x) {
            const KDL::Vector position(column_m, y[row % y.size()], z[row / y.size()]);
            here += std::all_of(orientations.begin(), orientations.end(), [&](const KDL::Rotation& orientation) {
                return reachable(legs, KDL::Frame(orientation, position));
            });
        }
        count += here;
    });
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    std::printf("%ld,%.1f\n", count.load(), spent.count());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: hexscan_kdl_peer RUN_JSON\n", stderr);
        return 2;
    }
    try {
        ask(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_kdl_peer: %s: no record of a set of roll, pitch and yaw (%s)\n", argv[1],
                     error.what());
        return 2;
    }
    return 0;
}
