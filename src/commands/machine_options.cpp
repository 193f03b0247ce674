#include "src/commands/machine_options.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"

namespace hexscan {
namespace {

constexpr std::string_view plate_allowed =
    "must be none, or a disc R, R:Z or R:X:Y:Z (radius and centre) in the machine's length unit";
constexpr std::string_view keep_out_allowed =
    "must be none, or spheres X:Y:Z:R and capsules X:Y:Z:X:Y:Z:R in the machine's length unit, separated by commas";

std::optional<double> length_m(const Arguments& arguments, const char* option, const Units& units,
                               std::string_view allowed = "must be a length in the machine's unit") {
    const std::string name = fmt::format("--{}", option);
    return arguments.parsed(option, [&](const std::string& text) {
        const double length = parse_numbers(name, text, ':', 1, allowed)[0];
        if (const std::string problem = units.length_problem(length); !problem.empty())
            reject_value(name, text, problem);
        return units.metres(length);
    });
}

/// Throws UsageError if one of `others` is given. The option `none` has the value "none", so they would have no effect.
void require_alone(const Arguments& arguments, const char* none, std::initializer_list<const char*> others) {
    for (const char* const other : others)
        if (arguments.text(other))
            throw UsageError(fmt::format("--{}: has no effect with --{} none; remove one of them", other, none));
}

void apply_legs_apart(const Arguments& arguments, Machine& machine) {
    if (arguments.text("diameter") == none_word) {
        require_alone(arguments, "diameter", {"gap", "free-ends", "base-plate", "platform-plate", "keep-out"});
        machine.legs_apart.reset();
        machine.obstacles = {};
        return;
    }
    const auto diameter_m =
                   length_m(arguments, "diameter", machine.units, "must be a length in the machine's unit, or none"),
               gap_m = length_m(arguments, "gap", machine.units),
               free_ends_m = length_m(arguments, "free-ends", machine.units);
    if (!diameter_m && !gap_m && !free_ends_m) return;
    if (!diameter_m && !machine.legs_apart)
        throw UsageError(
            fmt::format("--{}: needs leg diameters; give --diameter (0: legs are lines)", gap_m ? "gap" : "free-ends"));
    LegsApart apart = machine.legs_apart.value_or(LegsApart{});
    apart.diameter = diameter_m.value_or(apart.diameter);
    apart.gap = gap_m.value_or(apart.gap);
    apart.free_ends = free_ends_m.value_or(apart.free_ends);
    machine.legs_apart = apart;
    if (const std::string problem = legs_apart_problem(machine); !problem.empty())
        throw UsageError(fmt::format("--{}: {}", gap_m ? "gap" : diameter_m ? "diameter" : "free-ends", problem));
}

/// The point with the coordinates numbers[first] and the next two, in the machine's length unit.
Point3 parsed_point(const std::string& name, const std::vector<double>& numbers, std::size_t first,
                    const Units& units) {
    Point3 point{};
    for (std::size_t k = 0; k < point.size(); ++k) {
        if (const std::string problem = units.coordinate_problem(numbers[first + k]); !problem.empty())
            throw UsageError(fmt::format("{}: {}", name, problem));
        point[k] = units.metres(numbers[first + k]);
    }
    return point;
}

double parsed_radius(const std::string& name, const std::string& text, double radius, const Units& units) {
    if (const std::string problem = units.length_problem(radius); !problem.empty()) reject_value(name, text, problem);
    if (!(radius > 0)) reject_value(name, text, "has the radius 0; it must be above 0");
    return units.metres(radius);
}

/// Sets a plate from R, R:Z or R:X:Y:Z (radius and centre); "none" removes it.
void apply_plate(const Arguments& arguments, const char* option, const Units& units, std::optional<Plate>& plate) {
    const auto text = arguments.text(option);
    if (!text) return;
    plate.reset();
    if (*text == none_word) return;
    const std::string name = fmt::format("--{}", option);
    const auto colons = static_cast<std::size_t>(std::count(text->begin(), text->end(), ':'));
    if (colons == 2) reject_value(name, *text, plate_allowed);
    std::vector<double> numbers = parse_numbers(name, *text, ':', colons + 1, plate_allowed);
    if (numbers.size() > 4) reject_value(name, *text, plate_allowed);
    if (numbers.size() < 4) numbers = {numbers[0], 0, 0, numbers.size() == 2 ? numbers[1] : 0};
    plate = Plate{parsed_radius(name, *text, numbers[0], units), parsed_point(name, numbers, 1, units)};
}

/// A sphere from four numbers, a capsule from seven, with the radius last.
KeptOut parsed_kept_out(const std::string& text, const Units& units) {
    constexpr std::size_t of_sphere = 4, of_capsule = 7;
    const std::string name = "--keep-out";
    const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':')) + 1;
    if (count != of_sphere && count != of_capsule) reject_value(name, text, keep_out_allowed);
    const std::vector<double> numbers = parse_numbers(name, text, ':', count, keep_out_allowed);
    KeptOut out;
    out.is_capsule = count == of_capsule;
    out.from = parsed_point(name, numbers, 0, units);
    if (out.is_capsule) out.to = parsed_point(name, numbers, 3, units);
    out.radius = parsed_radius(name, text, numbers.back(), units);
    return out;
}

void apply_keep_out(const Arguments& arguments, const Units& units, std::vector<KeptOut>& keep_out) {
    const auto text = arguments.text("keep-out");
    if (!text) return;
    keep_out.clear();
    if (*text == none_word) return;
    for (const std::string_view each : split(*text, ',')) keep_out.push_back(parsed_kept_out(std::string(each), units));
    if (keep_out.size() > most_kept_out)
        throw UsageError(fmt::format("--keep-out: has {} spheres and capsules; at most {} are allowed", keep_out.size(),
                                     most_kept_out));
}

void apply_obstacles(const Arguments& arguments, Machine& machine) {
    constexpr std::array options{"base-plate", "platform-plate", "keep-out", "gap", "diameter", "free-ends"};
    const auto is_given = [&](const char* option) { return arguments.text(option).has_value(); };
    const auto named = std::ranges::find_if(options, is_given);
    if (named == options.end()) return;
    apply_plate(arguments, options[0], machine.units, machine.obstacles.base_plate);
    apply_plate(arguments, options[1], machine.units, machine.obstacles.platform_plate);
    apply_keep_out(arguments, machine.units, machine.obstacles.keep_out);
    if (machine.obstacles.count() > 0 && !machine.legs_apart)
        throw UsageError(fmt::format("--{}: needs leg diameters; give --diameter (0: legs are lines)", *named));
    const auto problem = obstacles_problem(machine);
    if (!problem) return;
    // Blames the option for the key if it is given, otherwise the option that made the key invalid.
    const char* const of_key = problem->key == base_plate_limit.key       ? options[0]
                               : problem->key == platform_plate_limit.key ? options[1]
                                                                          : options[2];
    const auto* const made_so = std::find_if(options.begin() + 3, options.end(), is_given);
    throw UsageError(fmt::format("--{}: {}: {}", is_given(of_key) || made_so == options.end() ? of_key : *made_so,
                                 problem->key, problem->text));
}

/// Sets the length by which lengths are divided to compute the conditioning.
void apply_conditioning_length(const Arguments& arguments, Machine& machine) {
    const auto given_m = length_m(arguments, "conditioning-length", machine.units);
    if (!given_m) return;
    if (!(*given_m >= shortest_leg_m))
        throw UsageError(fmt::format("--conditioning-length: is {}; must be at least {}",
                                     machine.units.length_text(*given_m), machine.units.length_text(shortest_leg_m)));
    if (!machine.singularity) machine.singularity = SingularityLimit{false, 0, {}, false, false};
    machine.singularity->length = given_m;
    if (const std::string problem = singularity_limit_problem(machine); !problem.empty())
        throw UsageError(fmt::format("--conditioning-length: {}", problem));
}

void apply_singularity(const Arguments& arguments, Machine& machine) {
    const auto given = arguments.text("singularity");
    if (!given) return;
    if (*given == none_word) {
        require_alone(arguments, "singularity", {"conditioning-length"});
        machine.singularity.reset();
        return;
    }
    SingularityLimit limit = machine.singularity.value_or(SingularityLimit{});
    limit.avoid = true;
    if (*given != "avoid")
        limit.min_conditioning =
            parse_numbers("--singularity", *given, ':', 1,
                          "must be 'avoid', 'none', or a number (the smallest conditioning allowed)")[0];
    if (!(limit.min_conditioning >= 0 && limit.min_conditioning < 1))
        reject_value("--singularity", *given, "must be at least 0 and below 1 (1 is the best possible conditioning)");
    machine.singularity = limit;
    if (const std::string problem = singularity_limit_problem(machine); !problem.empty())
        throw UsageError(fmt::format("--singularity: {}", problem));
}

/// The three numbers of --load in N, of --load-torque in N m or of --load-at in the machine's length unit; nullopt
/// without the option.
std::optional<std::array<double, 3>> components(const Arguments& arguments, const char* option) {
    const std::string name = fmt::format("--{}", option);
    return arguments.parsed(option, [&](const std::string& text) {
        const std::vector<double> v = parse_numbers(name, text, ':', 3, "must be three numbers, X:Y:Z");
        return std::array{v[0], v[1], v[2]};
    });
}

/// Sets the largest force or torque of every leg to one number; "none" removes the limit.
void apply_most(const Arguments& arguments, const char* option, std::optional<PerLeg>& most) {
    const auto given = arguments.text(option);
    if (!given) return;
    most.reset();
    if (*given == none_word) return;
    const std::string name = fmt::format("--{}", option);
    most.emplace().fill(parse_numbers(name, *given, ':', 1, "must be none, or one number for all legs")[0]);
}

void apply_load(const Arguments& arguments, Machine& machine) {
    if (arguments.text("load") == none_word) {
        require_alone(arguments, "load", {"load-torque", "load-at", "max-force", "max-torque"});
        machine.load.reset();
        return;
    }
    const auto force = components(arguments, "load"), torque = components(arguments, "load-torque"),
               at = components(arguments, "load-at");
    const char* const named = force                          ? "load"
                              : torque                       ? "load-torque"
                              : at                           ? "load-at"
                              : arguments.text("max-force")  ? "max-force"
                              : arguments.text("max-torque") ? "max-torque"
                                                             : nullptr;
    if (named == nullptr) return;
    const auto takes_back = [&](const char* option) {
        return arguments.text(option).value_or(std::string(none_word)) == none_word;
    };
    if (!machine.load && !force && !torque && !at && takes_back("max-force") && takes_back("max-torque")) return;
    if (!machine.load && !force && !torque)
        throw UsageError(fmt::format("--{}: needs a load; give --load FX:FY:FZ in N", named));
    Load load = machine.load.value_or(Load{});
    if (force) load.force = *force;
    if (torque) load.torque = *torque;
    if (at) load.at = parsed_point("--load-at", {at->begin(), at->end()}, 0, machine.units);
    apply_most(arguments, "max-force", load.max_force);
    apply_most(arguments, "max-torque", load.max_torque);
    if (const auto problem = load_problem(load, machine.legs)) {
        const bool of_force = problem->key.starts_with("legs.max_force") && arguments.text("max-force"),
                   of_torque = problem->key.starts_with("legs.max_torque") && arguments.text("max-torque");
        const char* const option = of_force ? "max-force" : of_torque ? "max-torque" : named;
        throw UsageError(fmt::format("--{}: {} {}", option, problem->key, problem->text));
    }
    machine.load = load;
}

/// Sets the stiffness of every leg to one number, and the least stiffness of the tool.
void apply_stiffness(const Arguments& arguments, Machine& machine) {
    if (arguments.text("stiffness") == none_word) {
        require_alone(arguments, "stiffness", {"min-stiffness"});
        machine.stiffness.reset();
        return;
    }
    std::optional<PerLeg> of_legs;
    apply_most(arguments, "stiffness", of_legs);
    const auto least = arguments.text("min-stiffness");
    if (!of_legs && !least) return;
    if (!of_legs && !machine.stiffness) {
        if (*least == none_word) return;
        throw UsageError(
            "--min-stiffness: needs the stiffness of the legs; give --stiffness in N/m, or for arms in N m/rad");
    }
    Stiffness stiffness = machine.stiffness.value_or(Stiffness{});
    if (of_legs) stiffness.of_legs = *of_legs;
    if (least)
        stiffness.least_n_per_m = *least == none_word ? 0
                                                      : parse_numbers("--min-stiffness", *least, ':', 1,
                                                                      "must be none, or a number in N/m")[0];
    if (least && *least != none_word && !stiffness.limits()) reject_value("--min-stiffness", *least, "must be above 0");
    if (const auto problem = stiffness_problem(stiffness, machine.legs))
        throw UsageError(
            fmt::format("--{}: {} {}", of_legs ? "stiffness" : "min-stiffness", problem->key, problem->text));
    machine.stiffness = stiffness;
}

}  // namespace

void add_machine_options(OptionGroup& group) {
    add_option(group, "diameter", "D|none", "leg diameter for collision checks; none: no collision checks");
    add_option(group, "gap", "G", "smallest gap between the surfaces of two legs");
    add_option(group, "free-ends", "F", "length at each end of a leg where the gap need not be kept");
    add_option(group, "base-plate", "R:[X:Y:]Z|none",
               "disc that legs must not touch: radius, centre in the base frame");
    add_option(group, "platform-plate", "R:[X:Y:]Z|none", "the same on the platform, in the tool's frame");
    add_option(group, "keep-out", "X:Y:Z:R,...|none", "obstacles: spheres, or capsules X:Y:Z:X:Y:Z:R");
    add_option(group, "singularity", "avoid|K|none", "avoid: no singularities; K: also conditioning of at least K");
    add_option(group, "conditioning-length", "L", "length by which lengths are divided to compute the conditioning");
    add_option(group, "load", "FX:FY:FZ|none", "force on the platform, in N");
    add_option(group, "load-torque", "TX:TY:TZ", "torque on the platform, in N m");
    add_option(group, "load-at", "X:Y:Z", "point where the force acts, in the tool's frame");
    add_option(group, "max-force", "F|none", "largest force in each leg or rod, in N");
    add_option(group, "max-torque", "T|none", "largest torque of each arm's motor, in N m");
    add_option(group, "stiffness", "K|none", "stiffness of each leg or rod in N/m, of an arm's motor in N m/rad");
    add_option(group, "min-stiffness", "K|none", "least stiffness of the tool in N/m");
}

void require_ground(const std::vector<Requirement>& requirements, const Machine& machine) {
    for (const Requirement& requirement : requirements)
        if (const auto problem = required_problem(requirement.of_legs, machine))
            throw UsageError(fmt::format(
                "--{0} none: removes what the key {2} of the requirement {1} needs; leave out the option or the "
                "requirement",
                problem->key == "apart"       ? "diameter"
                : problem->key == "stiffness" ? "stiffness"
                                              : "load",
                escaped(requirement.name), problem->key));
}

void apply_machine_options(const Arguments& arguments, Machine& machine) {
    apply_legs_apart(arguments, machine);
    apply_obstacles(arguments, machine);
    apply_singularity(arguments, machine);
    apply_conditioning_length(arguments, machine);
    apply_load(arguments, machine);
    apply_stiffness(arguments, machine);
}

}  // namespace hexscan
