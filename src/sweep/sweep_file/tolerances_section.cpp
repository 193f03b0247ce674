#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "src/sweep/sweep_file/sweep_sections.h"

namespace hexscan {
namespace {

constexpr std::int64_t samples_without_design = 1000;

ScatteredNumber read_scatter(const DescriptionNumber& number, const Value& value) {
    const Section section(value, {"normal", "uniform"});
    const auto normal = section.find("normal"), uniform = section.find("uniform");
    if (normal.has_value() == uniform.has_value())
        section.fail("must be {normal: STANDARD DEVIATION} or {uniform: HALF THE WIDTH}");
    const Value& width = normal ? *normal : *uniform;
    if (!(width.number() > 0)) width.fail(fmt::format("is {}; must be above 0", width.number()));
    return {number.key, number.dimension, number.place, normal.has_value(), width.number()};
}

/// If `key` names joints of a side that is given by a radius, lists the side's joints, so that they can be scattered.
MachineDescription with_listed_joints(MachineDescription machine, std::string_view key, Tolerances& tolerances) {
    const auto list = [&](std::string_view joints, SideDescription& side, bool& lists) {
        if (!key.starts_with(joints) || !side.pairs) return;
        side.pairs.reset();
        lists = true;
    };
    list("base.joints", machine.base, tolerances.lists_base_joints);
    list("platform.joints", machine.platform, tolerances.lists_platform_joints);
    return machine;
}

/// The keys that can be scattered: the numbers of the file, and the joints that with_listed_joints lists.
std::vector<std::string> scattered_keys(const MachineDescription& machine) {
    std::vector<std::string> keys = number_keys(machine);
    if (machine.base.pairs) keys.emplace_back("base.joints");
    if (machine.platform.pairs) keys.emplace_back("platform.joints");
    return keys;
}

/// Rejects a number that is scattered twice: the sum would have a width that the user did not write.
void check_scattered_once(const ScatteredNumber& number, const Tolerances& tolerances, const Value& value) {
    for (const ScatteredNumber& earlier : tolerances.numbers)
        if (earlier.place == number.place)
            value.fail(fmt::format("scatters {} a second time; scatter each number once", number.key));
}

/// Rejects scatter of the radius of a side whose joints are listed, because the list replaces the radius.
void check_shorthand(const Tolerances& tolerances, const Value& value) {
    for (const ScatteredNumber& number : tolerances.numbers) {
        const bool written_out = number.place.of_base ? tolerances.lists_base_joints : tolerances.lists_platform_joints;
        const bool shorthand =
            number.place.of == NumberPlace::Of::radius || number.place.of == NumberPlace::Of::spread ||
            number.place.of == NumberPlace::Of::azimuth || number.place.of == NumberPlace::Of::height;
        if (written_out && shorthand)
            value.fail(
                fmt::format("scatters {} and the joints that follow from it; scatter one of the two", number.key));
    }
}

/// True if the number can move joints or home. Axes that follow from home would then change, too.
bool moves_joints_or_home(const ScatteredNumber& number, const MachineDescription& machine) {
    return !number.place.bounds_joint() && !number.place.is_of_shared_limit() &&
           !leg_of_joint_value(machine, number.place);
}

}  // namespace

Tolerances read_tolerances(const Value& value, const MachineDescription& machine, bool varies) {
    Tolerances tolerances;
    tolerances.samples = varies ? 1 : samples_without_design;
    tolerances.seed = 1;
    const std::string example = fmt::format("{}: {{uniform: 0.0005}}", example_key(machine));
    for (const auto& [key, entry] : value.entries("samples, seed and keys of the machine file, such as " + example)) {
        if (key == "samples") {
            tolerances.samples = entry.count(static_cast<int>(max_machines));
            continue;
        }
        if (key == "seed") {
            tolerances.seed = static_cast<std::uint64_t>(entry.count(std::numeric_limits<int>::max()));
            continue;
        }
        const std::vector<DescriptionNumber> numbers = numbers_of(with_listed_joints(machine, key, tolerances), key);
        if (numbers.empty()) fail_unknown_number(key, entry, machine, scattered_keys(machine), {"samples", "seed"});
        for (const DescriptionNumber& number : numbers) {
            ScatteredNumber scattered = read_scatter(number, entry);
            check_scattered_once(scattered, tolerances, entry);
            tolerances.numbers.push_back(std::move(scattered));
        }
    }
    if (tolerances.numbers.empty())
        value.fail(fmt::format("scatters no number; name keys of the machine file, such as {}", example));
    if (tolerances.numbers.size() > most_sweep_numbers)
        value.fail(
            fmt::format("scatters {} numbers; at most {} are allowed", tolerances.numbers.size(), most_sweep_numbers));
    check_shorthand(tolerances, value);
    tolerances.fixes_axes =
        std::any_of(tolerances.numbers.begin(), tolerances.numbers.end(),
                    [&](const ScatteredNumber& number) { return moves_joints_or_home(number, machine); });
    return tolerances;
}

}  // namespace hexscan
