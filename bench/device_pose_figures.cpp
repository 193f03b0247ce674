// Measures forward kinematics on a GPU: poses of joint values, started 0.5 % of the machine's size and 3 degrees away.
// Every pose is compared with the one that the values come from.
//
//   hexscan_device_pose_figures PLATFORMS_FOLDER [ROWS]
//
// The first time has all arrays on the device. The second also copies values and starts there and poses back, from
// pageable memory. Its floor, the copies alone, is measured in the same run. Times are medians of 21 repeats.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/times.h"
#include "src/device/cuda_support.h"
#include "src/files/machine_file.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rods.h"
#include "src/scan_cuda/device_joint_values.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_bench::times_ms;
using hexscan_test::Dice;
using Row = std::array<double, 6>;

struct Rows {
    std::vector<Row> poses, values, starts;
};

Row numbers_of(const Pose& pose) {
    const auto& [p, o] = pose;
    return {p.x, p.y, p.z, o.roll_rad, o.pitch_rad, o.yaw_rad};
}

/// Random reachable poses about home. They repeat after a while, because finding reachable ones takes longer than the
/// measurement.
Rows rows_of(const Machine& machine, std::size_t count) {
    constexpr std::size_t different = 20'000;
    Dice dice(7);
    Rows rows;
    while (rows.poses.size() < std::min(count, different)) {
        const double part = dice.magnitude(1e-3, 0.3), far_m = part * longest_leg_m(machine);
        Pose pose = *machine.home;
        pose.position_m = pose.position_m +
                          Vector{dice.between(-far_m, far_m), dice.between(-far_m, far_m), dice.between(-far_m, far_m)};
        pose.orientation.roll_rad += dice.between(-2 * part, 2 * part);
        pose.orientation.pitch_rad += dice.between(-2 * part, 2 * part);
        pose.orientation.yaw_rad += dice.between(-2 * part, 2 * part);
        if (!state_at(machine, pose).reachable) continue;
        Row values{};
        const auto shapes = leg_shapes(machine, pose);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = shapes[i].value;
        Row start = numbers_of(pose);
        start[2] += 0.005 * longest_leg_m(machine);
        start[4] += 3 * std::numbers::pi / 180;
        rows.poses.push_back(numbers_of(pose));
        rows.values.push_back(values);
        rows.starts.push_back(start);
    }
    for (std::size_t i = 0; rows.poses.size() < count; ++i) {
        rows.poses.push_back(rows.poses[i]);
        rows.values.push_back(rows.values[i]);
        rows.starts.push_back(rows.starts[i]);
    }
    return rows;
}

void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    HEXSCAN_CUDA_CHECK(cudaMemcpy(to, from, bytes, kind));
}

void measure(const std::string& name, const Machine& machine, std::size_t count) {
    constexpr int repeats = 21;
    const Rows rows = rows_of(machine, count);
    const std::size_t bytes = count * sizeof(Row);
    DeviceBuffer<double> values(count * 6), starts(count * 6), poses(count * 6);
    std::vector<Row> found(count);
    const RodMachine rods = rod_machine(machine);
    const auto solve = [&] {
        find_poses_on_device(rods, {values.data(), count, starts.data(), count, poses.data(), 0});
    };
    const auto copy_in = [&] {
        copy(values.data(), rows.values.data(), bytes, cudaMemcpyHostToDevice);
        copy(starts.data(), rows.starts.data(), bytes, cudaMemcpyHostToDevice);
    };
    const auto copy_out = [&] { copy(found.data(), poses.data(), bytes, cudaMemcpyDeviceToHost); };
    copy_in();
    const Spread there = times_ms(repeats, solve);
    const Spread all = times_ms(repeats, [&] { copy_in(), solve(), copy_out(); });
    const Spread copies = times_ms(repeats, [&] { copy_in(), copy_out(); });
    DeviceBuffer<PoseCertificate> certificates(count);
    const Spread proved = times_ms(repeats, [&] {
        solve();
        certify_poses_on_device(rods, {values.data(), count, poses.data(), certificates.data(), 0});
    });
    std::vector<PoseCertificate> radii(count);
    copy(radii.data(), certificates.data(), certificates.bytes(), cudaMemcpyDeviceToHost);
    const auto without = std::ranges::count_if(radii, [](const PoseCertificate& c) { return !(c.values_within > 0); });
    std::size_t elsewhere = 0;
    double off = 0;
    for (std::size_t i = 0; i < count; ++i) {
        double apart = 0;
        for (std::size_t k = 0; k < 6; ++k) apart = std::max(apart, std::abs(found[i][k] - rows.poses[i][k]));
        if (apart < 1e-6)
            off = std::max(off, apart);
        else
            ++elsewhere;
    }
    const auto rate = [&](double ms) { return static_cast<double>(count) / ms * 1e3; };
    fmt::print(
        "{}: {} rows, {:.3g} poses/s on the device ({:.3f} ms, {:.3f} to {:.3f}); with copies {:.3g} poses/s "
        "({:.1f} ms, copies alone {:.1f} ms); with certificates {:.3g} poses/s ({:.1f} ms, {:.1f} to {:.1f}, {} "
        "without); "
        "{} elsewhere, the others off by at most {:.2g}\n",
        name, count, rate(there.median), there.median, there.min, there.max, rate(all.median), all.median,
        copies.median, rate(proved.median), proved.median, proved.min, proved.max, without, elsewhere, off);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        fmt::print(stderr, "usage: {} PLATFORMS_FOLDER [ROWS]\n", argv[0]);
        return 2;
    }
    const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 4'000'000;
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"})
        measure(name, read_machine(PlatformDocument::load(fmt::format("{}/{}.yaml", argv[1], name))), count);
}
