#include "src/machine/description/machine_description.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

#include "src/machine/description/described_joints.h"
#include "src/machine/description/joint_places.h"

namespace hexscan {
namespace {

std::optional<Pose> home_of(const MachineDescription& description, const Converter& convert) {
    if (!description.home) return std::nullopt;
    const HomeDescription& home = *description.home;
    return Pose{{convert.coordinate_m(home.x, {"home", "x"}), convert.coordinate_m(home.y, {"home", "y"}),
                 convert.coordinate_m(home.z, {"home", "z"})},
                {convert.angle_rad(home.roll, {"home", "roll"}), convert.angle_rad(home.pitch, {"home", "pitch"}),
                 convert.angle_rad(home.yaw, {"home", "yaw"})}};
}

LegsApart apart_of(const LegsApart& described, const Converter& convert) {
    LegsApart apart = described;
    apart.diameter = convert.length_m(described.diameter, {"legs", "diameter"});
    apart.gap = convert.length_m(described.gap, {"legs", "gap"});
    apart.free_ends = convert.length_m(described.free_ends, {"legs", "free_ends"});
    return apart;
}

/// Checks the three coordinates of a point and converts them to metres.
Point3 point_m(const Point3& described, const Converter& convert, const auto& fail_at) {
    Point3 point = described;
    for (double& coordinate : point) {
        if (const std::string problem = convert.units.coordinate_problem(coordinate); !problem.empty())
            fail_at(problem);
        coordinate = convert.units.metres(coordinate);
    }
    return point;
}

double radius_m(double described, const Converter& convert, const auto& fail_at) {
    if (const std::string problem = convert.units.length_problem(described); !problem.empty()) fail_at(problem);
    if (!(described > 0)) fail_at("is 0; must be above 0");
    return convert.units.metres(described);
}

std::optional<Plate> plate_of(const SideDescription& side, std::string_view section, const Converter& convert) {
    if (!side.plate) return std::nullopt;
    const auto at = [&](const char* name) {
        return [=](const std::string& problem) {
            throw DescriptionError(fmt::format("{}.plate.{}", section, name), problem);
        };
    };
    return Plate{radius_m(side.plate->radius, convert, at("radius")), point_m(side.plate->middle, convert, at("z"))};
}

KeptOut kept_out_of(const KeptOut& described, std::size_t number, const Converter& convert) {
    const auto at = [&](const char* name) {
        return [=](const std::string& problem) {
            throw DescriptionError(fmt::format("keep_out[{}].{}", number, name), problem);
        };
    };
    const char* const place = described.is_capsule ? "capsule" : "sphere";
    return {described.is_capsule, point_m(described.from, convert, at(place)),
            point_m(described.to, convert, at(place)), radius_m(described.radius, convert, at("radius"))};
}

/// The obstacles, each in the frame of its joints. The platform frame's origin is the tool.
Obstacles obstacles_of(const MachineDescription& description, const Converter& convert) {
    Obstacles obstacles{plate_of(description.base, "base", convert),
                        plate_of(description.platform, "platform", convert)};
    if (obstacles.platform_plate && description.tool) {
        const ToolDescription& tool = *description.tool;
        const std::array tool_m{convert.units.metres(tool.x), convert.units.metres(tool.y),
                                convert.units.metres(tool.z)};
        for (std::size_t k = 0; k < tool_m.size(); ++k) obstacles.platform_plate->middle[k] -= tool_m[k];
    }
    for (std::size_t k = 0; k < description.keep_out.size(); ++k)
        obstacles.keep_out.push_back(kept_out_of(description.keep_out[k], k, convert));
    return obstacles;
}

SingularityLimit singularity_of(const SingularityLimit& described, const Converter& convert) {
    SingularityLimit limit = described;
    if (!(limit.min_conditioning >= 0 && limit.min_conditioning < 1))
        fail({"singularity", "min_conditioning"},
             fmt::format("is {}; must be at least 0 and below 1 (1 is the best possible conditioning)",
                         limit.min_conditioning));
    if (limit.length) limit.length = convert.length_m(*limit.length, {"singularity", "length"});
    if (limit.length && !(*limit.length >= shortest_leg_m))
        fail({"singularity", "length"}, fmt::format("must be at least {}", convert.units.length_text(shortest_leg_m)));
    return limit;
}

/// The load, with its point of application relative to the tool.
Load load_of(const Load& described, const std::optional<ToolDescription>& tool, const AnyLegs& legs,
             const Converter& convert) {
    if (const auto problem = load_problem(described, legs)) throw DescriptionError(problem->key, problem->text);
    Load load = described;
    const ToolDescription from = tool.value_or(ToolDescription{});
    const std::array<double, 3> tool_at{from.x, from.y, from.z};
    for (std::size_t k = 0; k < load.at.size(); ++k)
        load.at[k] = convert.coordinate_m(described.at[k], {"load", "at", static_cast<int>(k)}) -
                     convert.units.metres(tool_at[k]);
    return load;
}

Stiffness stiffness_of(const Stiffness& described, const AnyLegs& legs) {
    if (const auto problem = stiffness_problem(described, legs)) throw DescriptionError(problem->key, problem->text);
    return described;
}

/// Converts and checks one leg after the other: first each number on its own, then all numbers of the leg together.
template <class LegsOfKind>
LegsOfKind converted(const LegsOfKind& described, const Converter& convert) {
    LegsOfKind legs = described;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto leg = static_cast<int>(i);
        for (const LegNumber<LegsOfKind>& row : LegsOfKind::numbers()) {
            double& number = (legs.*row.values)[i];
            if (!row.is_given(described)) continue;
            number = convert.number_si(number, row.dimension, row.is_signed,
                                       {"legs", row.key, leg, row.parts > 1 ? row.part : -1});
        }
        if (const std::optional<LegProblem> problem = described.problem(i, convert.units))
            fail({"legs", problem->key, leg}, problem->text);
    }
    if constexpr (requires { legs.settle(); }) legs.settle();
    return legs;
}

}  // namespace

Machine build_machine(const MachineDescription& description) {
    const Converter convert{description.units};
    Machine machine;
    machine.name = description.name;
    machine.units = description.units;
    machine.orientation_order = description.orientation_order;
    machine.home = home_of(description, convert);
    place_joints(description, convert, machine);
    if (description.tool) shift_to_tool(*description.tool, convert, machine);
    machine.legs = std::visit([&](const auto& legs) { return AnyLegs(converted(legs, convert)); }, description.legs);
    add_joint_limits(description.base, true, convert, machine);
    add_joint_limits(description.platform, false, convert, machine);
    if (description.legs_apart) machine.legs_apart = apart_of(*description.legs_apart, convert);
    machine.obstacles = obstacles_of(description, convert);
    if (description.singularity) machine.singularity = singularity_of(*description.singularity, convert);
    if (description.load) machine.load = load_of(*description.load, description.tool, machine.legs, convert);
    if (description.stiffness) machine.stiffness = stiffness_of(*description.stiffness, machine.legs);
    if (const std::string problem = singularity_limit_problem(machine); !problem.empty())
        fail({"singularity", "avoid"}, problem);
    if (const std::string problem = legs_apart_problem(machine); !problem.empty()) fail({"legs", "gap"}, problem);
    if (const auto problem = obstacles_problem(machine)) throw DescriptionError(problem->key, problem->text);
    return machine;
}

}  // namespace hexscan
