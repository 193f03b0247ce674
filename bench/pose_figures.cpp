#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hexscan/machine.h"
#include "hexscan/pose.h"
#include "src/api/machine_inside.h"
#include "src/files/machine_file.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/pose/pose_finder.h"
#include "tests/pose/random_rods.h"

/// Measures forward kinematics. usage: hexscan_pose_figures PLATFORMS_FOLDER [POSES_PER_MACHINE]
///                                     hexscan_pose_figures PLATFORMS_FOLDER rows MACHINE COUNT nearby|home|far
///
/// Dietmaier's machine: seconds until all forty poses are proved, for 101 seeds. Shipped machines, at home and at
/// random reachable poses: how many searches for all poses end complete, and their seconds. Round trips per second,
/// started 0.5 % of the machine's size and 3 degrees away, or at home: Newton's method alone, with the proofs of its
/// radii, and for arrays. Only the arrays use more than one core. The second usage prints round trips for other
/// programs (bench/peers/pose_peers.py).
namespace {

using namespace hexscan;
using Clock = std::chrono::steady_clock;

template <class Work>
double seconds_of(Work work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Measures CPU time in seconds, because it does not depend on other programs. If the work uses one core, the result is
/// the time of that core.
template <class Work>
double processor_seconds_of(Work work) {
    const std::clock_t begin = std::clock();
    work();
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
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

/// Home, and random reachable poses about it. For each pose a part between `least_part` and `most_part` is drawn. The
/// pose is at most that part of the longest leg away from home along each axis, and its angles differ by at most twice
/// that part in radians. The range is wide because machines have strokes of many sizes.
std::vector<Pose> reachable_poses(const Machine& machine, std::size_t count, double least_part = 1e-3,
                                  double most_part = 0.3) {
    hexscan_test::Dice dice(7);
    std::vector<Pose> poses{*machine.home};
    while (poses.size() <= count) {
        const double part = dice.magnitude(least_part, most_part);
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

/// Poses, their joint values, and the poses from which searches for them start.
struct Trips {
    std::vector<Pose> poses, starts;
    std::vector<PerLeg> values;
};

/// nearby: 0.5 % of the machine's size and 3 degrees away from the pose. far: at home, for poses that are far from
/// home.
enum class Start { nearby, home, far };

Trips round_trips(const Machine& machine, std::size_t count, Start at) {
    hexscan_test::Dice dice(8);
    Trips trips;
    trips.poses =
        at == Start::far ? reachable_poses(machine, count - 1, 0.2, 0.6) : reachable_poses(machine, count - 1);
    for (const Pose& pose : trips.poses) {
        trips.values.push_back(values_at(machine, pose));
        Pose start = pose;
        const Vector away = direction(hexscan_test::random_in_ball(dice, 1));
        start.position_m = start.position_m + scaled(away, 0.005 * longest_leg_m(machine));
        start.orientation.pitch_rad += 3 * std::numbers::pi / 180;
        trips.starts.push_back(at == Start::nearby ? start : *machine.home);
    }
    return trips;
}

bool is_same(const Machine& machine, const Pose& found, const Pose& pose) {
    const auto turned = [&](const Pose& at) { return rotation_of(at.orientation, machine.orientation_order); };
    return length_of(found.position_m - pose.position_m) < 1e-6 * longest_leg_m(machine) &&
           angle_between(turned(found), turned(pose)) < 1e-6;
}

/// Measures Newton's method alone.
void measure_newton(const std::string& name, const Machine& machine, Start at) {
    constexpr std::size_t count = 1'000'000, different = 20'000;
    const Trips trips = round_trips(machine, different, at);
    const RodMachine rods = rod_machine(machine);
    std::vector<std::optional<Pose>> found(different);
    const double seconds = processor_seconds_of([&] {
        for (std::size_t trip = 0; trip < count; ++trip) {
            const std::size_t i = trip % different;
            found[i] = pose_near(rods, trips.values[i], trips.starts[i]);
        }
    });
    double off_m = 0;
    std::size_t elsewhere = 0, none = 0;
    for (std::size_t i = 0; i < different; ++i) {
        if (!found[i])
            ++none;
        else if (is_same(machine, *found[i], trips.poses[i]))
            off_m = std::max(off_m, length_of(found[i]->position_m - trips.poses[i].position_m));
        else
            ++elsewhere;
    }
    fmt::print(
        "{}: from {} {:.3g} round trips per second on one core; of {} different ones {} end elsewhere and {} nowhere, "
        "the others are off by at most {:.2g} m\n",
        name, at == Start::home ? "home" : "nearby", count / seconds, different, elsewhere, none, off_m);
}

/// Measures Newton's method together with the proofs of the three radii.
void measure_certificates(const std::string& name, const Machine& machine) {
    constexpr std::size_t count = 20'000;
    const Trips trips = round_trips(machine, count, Start::nearby);
    const RodMachine legs = rod_machine(machine);
    std::size_t proved = 0;
    const double seconds = processor_seconds_of([&] {
        for (std::size_t i = 0; i < count; ++i) {
            const Rods rods = rods_of(legs, trips.values[i]);
            const auto closed = rods.closed_from(rods.placed(trips.starts[i]));
            proved += closed && isolated(legs, rods, rod_pose(*closed)).is_proved ? 1 : 0;
        }
    });
    fmt::print("{}: {:.3g} round trips with proved radii per second on one core, {} of {} proved\n", name,
               count / seconds, proved, count);
}

/// Measures Newton's method for arrays, as programs call it, on all cores.
void measure_arrays(const std::string& name, const std::filesystem::path& file, const Machine& machine) {
    constexpr std::size_t count = 1'000'000, different = 20'000;
    constexpr int repeats = 7;
    const Trips trips = round_trips(machine, different, Start::nearby);
    std::vector<std::array<double, leg_count>> values;
    std::vector<PlatformPose> starts, poses(count);
    for (std::size_t trip = 0; trip < count; ++trip) {
        values.push_back(trips.values[trip % different]);
        starts.push_back(outer_pose(trips.starts[trip % different]));
    }
    const Hexapod hexapod = Hexapod::load(file);
    std::vector<double> seconds, of_processors;
    for (int repeat = 0; repeat < repeats; ++repeat)
        of_processors.push_back(processor_seconds_of(
            [&] { seconds.push_back(seconds_of([&] { poses_near(hexapod, values, starts, poses); })); }));
    std::ranges::sort(seconds);
    std::ranges::sort(of_processors);
    fmt::print(
        "{}: arrays of {} rows on {} cores: median {:.3g} poses per second, least {:.3g}, most {:.3g}; {:.3g} per "
        "second "
        "of one core\n",
        name, count, std::thread::hardware_concurrency(), count / seconds[repeats / 2], count / seconds.back(),
        count / seconds.front(), count / of_processors[repeats / 2]);
}

/// Prints the joint values, start, pose and found pose of each round trip as one line, in metres and radians. The
/// seconds of Newton's method go to standard error.
void print_rows(const Machine& machine, std::size_t count, Start at) {
    const Trips trips = round_trips(machine, count, at);
    const RodMachine rods = rod_machine(machine);
    std::vector<std::optional<Pose>> found(trips.poses.size());
    const double seconds = processor_seconds_of([&] {
        for (std::size_t i = 0; i < found.size(); ++i) found[i] = pose_near(rods, trips.values[i], trips.starts[i]);
    });
    fmt::print(stderr, "{}\n", seconds);
    const auto print = [](const Pose& pose) {
        const auto [x, y, z, roll, pitch, yaw] = outer_pose(pose);
        fmt::print(",{},{},{},{},{},{}", x, y, z, roll, pitch, yaw);
    };
    for (std::size_t i = 0; i < trips.poses.size(); ++i) {
        fmt::print("{}", fmt::join(trips.values[i], ","));
        print(trips.starts[i]);
        print(trips.poses[i]);
        const double unknown = std::numeric_limits<double>::quiet_NaN();
        print(found[i].value_or(Pose{{unknown, unknown, unknown}, {unknown, unknown, unknown}}));
        fmt::print("\n");
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.empty() || words.size() > 5 || (words.size() > 2 && words.size() < 5)) {
        fmt::print(stderr,
                   "usage: {0} PLATFORMS_FOLDER [POSES_PER_MACHINE]\n       "
                   "{0} PLATFORMS_FOLDER rows MACHINE COUNT nearby|home|far\n",
                   argv[0]);
        return 2;
    }
    const auto file_of = [&](const std::string& name) { return fmt::format("{}/{}.yaml", words[0], name); };
    const auto machine_of = [&](const std::string& name) {
        return read_machine(PlatformDocument::load(file_of(name)));
    };
    if (words.size() == 5) {
        print_rows(machine_of(words[2]), std::stoull(words[3]),
                   words[4] == "far"    ? Start::far
                   : words[4] == "home" ? Start::home
                                        : Start::nearby);
        return 0;
    }
    const std::size_t count = words.size() > 1 ? std::stoull(words[1]) : 100;
    measure_dietmaier();
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Machine machine = machine_of(name);
        measure_machine(name, machine, count);
        measure_newton(name, machine, Start::nearby);
        measure_newton(name, machine, Start::home);
        measure_certificates(name, machine);
        measure_arrays(name, file_of(name), machine);
    }
}
