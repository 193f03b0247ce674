#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "src/files/machine_file.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/pose/pose_finder.h"
#include "tests/pose/random_rods.h"

/// Measures forward kinematics on one core. usage: hexscan_pose_figures PLATFORMS_FOLDER [POSES_PER_MACHINE]
///
/// Dietmaier's machine: seconds until all forty poses are proved, for 101 seeds. Shipped machines, at home and at
/// random reachable poses: how many searches for all poses end complete, and their seconds. Newton's method alone:
/// round trips per second, started 0.5 % of the machine's size and 3 degrees away.
namespace {

using namespace hexscan;
using Clock = std::chrono::steady_clock;

template <class Work>
double seconds_of(Work work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

struct Times {
    std::vector<double> seconds;

    std::string text() {
        std::ranges::sort(seconds);
        return fmt::format("median {:.2f} ms, least {:.2f}, most {:.2f}", 1e3 * seconds[seconds.size() / 2],
                           1e3 * seconds.front(), 1e3 * seconds.back());
    }
};

void measure_dietmaier() {
    constexpr std::uint64_t seeds = 101;
    const RodMachine machine = hexscan_test::telescopic_machine();
    const Rods rods = hexscan_test::dietmaier();
    Times times;
    int complete = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed)
        times.seconds.push_back(seconds_of([&] {
            const ClosedPoses found = all_poses(machine, rods, {.seed = seed});
            complete += found.complete() && found.poses.size() == most_assemblies ? 1 : 0;
        }));
    fmt::print("Dietmaier's machine: all forty poses in {} of {} runs, {}\n", complete, seeds, times.text());
}

PerLeg values_at(const Machine& machine, const Pose& pose) {
    PerLeg values{};
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i) values[i] = shapes[i].value;
    return values;
}

/// Home, and random reachable poses about it.
std::vector<Pose> reachable_poses(const Machine& machine, std::size_t count) {
    hexscan_test::Dice dice(7);
    std::vector<Pose> poses{*machine.home};
    while (poses.size() <= count) {
        // Machines have strokes of many sizes.
        const double part = dice.magnitude(1e-3, 0.3);
        Pose pose = *machine.home;
        pose.position_m = pose.position_m + hexscan_test::random_in_box(dice, part * longest_leg_m(machine));
        pose.orientation.roll_rad += dice.between(-2 * part, 2 * part);
        pose.orientation.pitch_rad += dice.between(-2 * part, 2 * part);
        pose.orientation.yaw_rad += dice.between(-2 * part, 2 * part);
        if (state_at(machine, pose).reachable) poses.push_back(pose);
    }
    return poses;
}

void measure_machine(const std::string& name, const Machine& machine, std::size_t count) {
    Times all, nearest;
    std::size_t complete = 0, least = most_assemblies, most = 0;
    const std::vector<Pose> poses = reachable_poses(machine, count);
    const PoseFinder finder(machine, {});
    for (const Pose& pose : poses) {
        const PerLeg values = values_at(machine, pose);
        const Rods rods = rods_of(machine, values);
        all.seconds.push_back(seconds_of([&] {
            const ClosedPoses found = all_poses(rod_machine(machine), rods, {});
            complete += found.complete() ? 1 : 0;
            least = std::min(least, found.poses.size());
            most = std::max(most, found.poses.size());
        }));
        nearest.seconds.push_back(seconds_of([&] { (void)finder.nearest(values, *machine.home); }));
    }
    fmt::print("{}: complete {} of {}, {} to {} poses, {}; nearest with proofs {}\n", name, complete, poses.size(),
               least, most, all.text(), nearest.text());
}

void measure_newton(const std::string& name, const Machine& machine) {
    constexpr std::size_t trips = 1'000'000;
    hexscan_test::Dice dice(8);
    const std::vector<Pose> poses = reachable_poses(machine, 1000);
    std::vector<PerLeg> values;
    std::vector<Pose> starts;
    for (const Pose& pose : poses) {
        values.push_back(values_at(machine, pose));
        Pose start = pose;
        const Vector away = direction(hexscan_test::random_in_ball(dice, 1));
        start.position_m = start.position_m + scaled(away, 0.005 * longest_leg_m(machine));
        start.orientation.pitch_rad += 3 * std::numbers::pi / 180;
        starts.push_back(start);
    }
    const RodMachine rods = rod_machine(machine);
    double off_m = 0;
    std::size_t elsewhere = 0;
    const double seconds = seconds_of([&] {
        for (std::size_t trip = 0; trip < trips; ++trip) {
            const std::size_t i = trip % poses.size();
            const auto found = pose_near(rods, values[i], starts[i]);
            const double apart_m = found ? length_of(found->position_m - poses[i].position_m) : 1;
            if (apart_m < 1e-6)
                off_m = std::max(off_m, apart_m);
            else
                ++elsewhere;
        }
    });
    fmt::print(
        "{}: {:.3g} round trips per second on one core, {} of {} elsewhere, the others off by at most {:.2g} m\n", name,
        trips / seconds, elsewhere, trips, off_m);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: {} PLATFORMS_FOLDER [POSES_PER_MACHINE]\n", argv[0]);
        return 2;
    }
    const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
    measure_dietmaier();
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Machine machine = read_machine(PlatformDocument::load(fmt::format("{}/{}.yaml", argv[1], name)));
        measure_machine(name, machine, count);
        measure_newton(name, machine);
    }
}
