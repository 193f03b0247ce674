// Writes hexscan's results as JSON to standard output, to be compared with those of the page's modules: poses of random
// machines and of machine files, packed slices and maps, and occupancies. page_modules_test.mjs runs it.
//
// usage: hexscan_page_samples FILE...

#include <cmath>
#include <cstdio>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "kernels/kinematics.h"
#include "src/base/base64.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/machine/pose_clearance.h"
#include "src/proofs/pose_report.h"
#include "src/results/page/page_grid.h"
#include "src/results/page/page_maps.h"
#include "src/results/page/page_runs.h"
#include "src/results/pictures/map_colours.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/study/ladder_page.h"
#include "src/study/occupancy_model.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using nlohmann::json;

std::mt19937_64 source(20261121);

double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(source() >> 11U) * 0x1.0p-53;
}

int whole(int low, int high) { return low + static_cast<int>(source() % static_cast<std::uint64_t>(high - low + 1)); }

double tilt_rad(Vector l, Vector axis) { return std::numbers::pi / 2 - accurate_elevation_rad(l, axis); }

/// A random pose in or near the scan of a platform, with its legs and its clearance.
json pose_sample(const Platform& platform) {
    const Machine& machine = platform.machine;
    const ScanRequest& scan = platform.scan;
    const Pose pose{
        {uniform(scan.x.from_m, scan.x.to_m), uniform(scan.y.from_m, scan.y.to_m), uniform(scan.z.from_m, scan.z.to_m)},
        {uniform(-0.6, 0.6), uniform(-0.6, 0.6), uniform(-3, 3)}};
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    json legs = json::array();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        legs.push_back({{"length", std::sqrt(dot(l, l))},
                        {"base_tilt", tilt_rad(l, machine.base.axes[i])},
                        {"platform_tilt", tilt_rad(l, turned(machine.platform.axes[i]))}});
    }
    const PoseClearance clearance = pose_clearance(machine, pose);
    return {{"machine", machine_json(machine)},
            {"pose",
             {{"x", pose.position_m.x},
              {"y", pose.position_m.y},
              {"z", pose.position_m.z},
              {"roll", pose.orientation.roll_rad},
              {"pitch", pose.orientation.pitch_rad},
              {"yaw", pose.orientation.yaw_rad}}},
            {"legs", legs},
            {"clearance", number_json(clearance.clearance_m)},
            {"limit", static_cast<int>(clearance.limit)}};
}

WorkspaceSlice random_slice(int columns, int rows) {
    WorkspaceSlice slice;
    for (int row = 0; row < rows; ++row) {
        for (int column = whole(0, columns); column < columns; column += whole(2, columns + 2)) {
            const int last = std::min(columns - 1, column + whole(0, columns / 2));
            slice.runs.push_back({column, last});
            column = last;
        }
        slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
    }
    return slice;
}

/// A packed slice, and its runs as the page shows them: [row][run] = [first, last].
json slice_sample() {
    const int columns = whole(1, 300), rows = whole(1, 40);
    const PageGrid grid{{columns, whole(1, 4)}, {rows, whole(1, 3)}, {1, 1}};
    const WorkspaceSlice slice = random_slice(columns, rows);
    json shown = json::array();
    for (int row = 0; row < rows; row += grid.y.step) {
        json& runs = shown.emplace_back(json::array());
        for (const Run& run : thinned_runs(slice.row(row), grid.x)) runs.push_back({run.first, run.last});
    }
    return {{"base64", base64(encode_runs(slice, grid))}, {"rows", grid.y.shown()}, {"runs", shown}};
}

json map_sample() {
    const int columns = whole(1, 60), rows = whole(1, 60);
    std::vector<float> values;
    for (int i = 0; i < columns * rows; ++i)
        values.push_back(whole(0, 9) == 0 ? NAN : static_cast<float>(std::sin(0.05 * i) + uniform(-0.1, 0.1)));
    const MapColours colours = MapColours::of_share("share");
    const PageMap map = page_map({"share", "", values}, colours, {columns, 1}, {rows, 1});
    json numbers = json::array();
    for (const float value : values) numbers.push_back(std::isnan(value) ? json() : json(value));
    return {{"base64", base64(compressed_cells(map))},
            {"columns", columns},
            {"colours", colours.json()},
            {"values", numbers}};
}

/// The occupancy by hexscan's own model, even in a build that has NVIDIA's. Another test compares both models.
Occupancy own_occupancy(const KernelResources& kernel, ComputeCapability capability) {
    if (detail::launch_obstacle(kernel, capability)) return occupancy(kernel, capability);
    return detail::occupancy_from_limits(kernel, capability, detail::block_limits_from_table(kernel, capability));
}

/// A random kernel, which may not fit, and its occupancy at a random capability.
json occupancy_sample() {
    const auto& capabilities = known_compute_capabilities();
    const ComputeCapability capability = capabilities[source() % capabilities.size()];
    const KernelResources kernel{whole(1, 1100), whole(0, 260), whole(0, 3) == 0 ? 0 : whole(0, 50 * 1024)};
    const Occupancy full = own_occupancy(kernel, capability);
    return {{"capability", to_string(capability)},
            {"threads_per_block", kernel.threads_per_block},
            {"registers_per_thread", kernel.registers_per_thread},
            {"static_shared_bytes", kernel.static_shared_bytes},
            {"blocks", full.blocks_per_sm},
            {"warps", full.active_warps},
            {"max_warps", full.max_warps},
            {"limiter", full.limiter}};
}

/// A machine at a pose, with the state of each limit and how far the platform can move before it meets that limit.
json states_sample(const Machine& machine, const Pose& pose) {
    json states = json::array();
    const auto rooms_m = OrientedMachine(machine, pose.orientation).clearances_m(pose.position_m);
    for (const LimitState& state : limit_states(machine, pose))
        states.push_back({{"asked", state.asked},
                          {"left", number_json(state.left)},
                          {"room", number_json(rooms_m.at(states.size()))}});
    return {{"machine", machine_json(machine)},
            {"limits", limits_json(limits_of(machine))},
            {"size", longest_leg_m(machine)},
            {"pose",
             {{"x", pose.position_m.x},
              {"y", pose.position_m.y},
              {"z", pose.position_m.z},
              {"roll", pose.orientation.roll_rad},
              {"pitch", pose.orientation.pitch_rad},
              {"yaw", pose.orientation.yaw_rad}}},
            {"states", states}};
}

/// A machine at a random pose near or far from its home, with the report of `hexscan check --at`.
json told_sample(const Machine& machine) {
    const double far = uniform(0, 1), length_m = 0.4 * far * longest_leg_m(machine), angle_rad = 0.8 * far;
    const auto moved = [](double value, double by) { return value + uniform(-by, by); };
    const auto& [position_m, turn] = *machine.home;
    const Pose pose{
        {moved(position_m.x, length_m), moved(position_m.y, length_m), moved(position_m.z, length_m)},
        {moved(turn.roll_rad, angle_rad), moved(turn.pitch_rad, angle_rad), moved(turn.yaw_rad, angle_rad)}};
    json sample = states_sample(machine, pose);
    sample["told"] = pose_report_json(report_pose(machine, machine.name, pose));
    sample["units"] = units_json(machine.units);
    return sample;
}

/// A random machine whose legs have rods, or joints other than those that tilt, at a pose near its home.
json rod_sample(int number) {
    using leg_oracle::Kind;
    const Kind kind = number % 3 == 0 ? Kind::slider : number % 3 == 1 ? Kind::rotary : Kind::telescopic;
    const bool universal = kind == Kind::telescopic || number % 2 == 0;
    const auto seed = static_cast<std::uint64_t>(number);
    const auto random =
        universal ? hexscan_test::universal_leg_machine(kind, seed) : hexscan_test::random_leg_machine(kind, seed);
    hexscan_test::Dice dice(seed);
    const Pose pose = hexscan_test::pose_of(hexscan_test::pose_near_home(random, dice));
    return states_sample(hexscan_test::rod_machine(random.machine, random.home), pose);
}

/// A random machine with any kind of legs and any sort of joints, whose legs share limits.
json shared_limits_sample(int number) {
    const auto seed = static_cast<std::uint64_t>(number);
    hexscan_test::Dice dice(seed);
    Machine machine;
    Pose pose;
    if (number % 4 == 0) {
        machine = hexscan_test::random_platform(seed).machine;
        if (!machine.home) machine.home = Pose{{0, 0, machine.telescopic().max_length[0]}, {}};
        pose = *machine.home;
        pose.position_m.x += dice.between(-0.1, 0.1) * longest_leg_m(machine);
        pose.orientation.yaw_rad += dice.between(-0.5, 0.5);
    } else {
        using leg_oracle::Kind;
        const Kind kind = number % 4 == 1 ? Kind::slider : number % 4 == 2 ? Kind::rotary : Kind::telescopic;
        const auto random = kind == Kind::telescopic ? hexscan_test::universal_leg_machine(kind, seed)
                                                     : hexscan_test::random_leg_machine(kind, seed);
        machine = hexscan_test::rod_machine(random.machine, random.home);
        pose = hexscan_test::pose_of(hexscan_test::pose_near_home(random, dice));
    }
    const double size_m = longest_leg_m(machine);
    const double diameter_m = size_m * dice.magnitude(1e-3, 0.3), free_m = size_m * dice.between(0, 0.2);
    machine.legs_apart = LegsApart{diameter_m, 0.01 * size_m, free_m, {}};
    if (dice.chance(0.6)) machine.obstacles = hexscan_test::random_obstacles(dice, machine, pose, size_m);
    const std::optional<double> length_m = dice.chance(0.5) ? std::optional(0.2 * size_m) : std::nullopt;
    machine.singularity = SingularityLimit{true, 0.1, length_m, false, false};
    machine.load = Load{.force = {dice.between(-1, 1), dice.between(-1, 1), -1},
                        .torque = {0, 0, dice.between(-0.1, 0.1) * size_m},
                        .at = {dice.between(-0.1, 0.1) * size_m, 0, 0.1 * size_m}};
    machine.load->max_force.emplace().fill(dice.magnitude(0.2, 2));
    if (std::holds_alternative<RotaryLegs>(machine.legs))
        machine.load->max_torque.emplace().fill(size_m * dice.magnitude(0.02, 0.2));
    machine.stiffness = Stiffness{{1e5, 2e5, 1e5, 3e5, 1e5, 4e5}, 1e5};
    json sample = states_sample(machine, pose);
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    for (const MapKind map : all_maps()) {
        const MapDefinition& definition = definition_of(map);
        if (!definition.owned || (definition.machine_problem && !definition.machine_problem(machine).empty())) continue;
        json& owned = sample["owned"][std::string(definition.name)] = {
            {"made_of", made_of_json(map)}, {"least", definition.reports_least}, {"numbers", json::object()}};
        for (const OwnedNumber& one : definition.owned(machine, turned, pose.position_m))
            owned["numbers"][one.owner.name()] = one.number;
    }
    return sample;
}

template <class Sample>
json many(int count, Sample sample) {
    json samples = json::array();
    for (int i = 0; i < count; ++i) samples.push_back(sample(i));
    return samples;
}

}  // namespace

int main(int argc, char** argv) {
    json told = json::array();
    for (const char* file : std::span(argv, static_cast<std::size_t>(argc)).subspan(1)) {
        const Machine machine = load_platform(file).machine;
        told.push_back(many(250, [&](int) { return told_sample(machine); }));
    }
    const json samples = {
        {"told", told},
        {"poses",
         many(1000, [](int i) { return pose_sample(hexscan_test::random_platform(static_cast<std::uint64_t>(i))); })},
        {"limits", limits_json(limits_of(built_in_platform().machine))},
        {"rods", many(400, rod_sample)},
        {"shared_limits", many(400, shared_limits_sample)},
        {"slices", many(200, [](int) { return slice_sample(); })},
        {"maps", many(50, [](int) { return map_sample(); })},
        {"occupancy_limits", occupancy_limits_json()},
        {"occupancies", many(4000, [](int) { return occupancy_sample(); })}};
    std::puts(samples.dump().c_str());
}
