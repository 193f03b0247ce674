#include "src/sweep/designs.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include <Random123/philox.h>
#include <Random123/uniform.hpp>
#include <boost/random/sobol.hpp>
#include <fmt/format.h>

namespace hexscan {
namespace {

/// The purpose of a random number. Two purposes never use the same number.
enum class Purpose : std::uint32_t { designs, tolerances };

/// Two independent numbers from the unit interval without 0. They depend only on the four arguments (Salmon et al.,
/// Parallel random numbers: as easy as 1, 2, 3, SC 2011).
struct UniformPair {
    double first, second;
};

UniformPair uniform_pair(std::uint64_t seed, Purpose purpose, std::int64_t counter, std::size_t number) {
    using Philox = r123::Philox4x64;
    const Philox::ctr_type drawn =
        Philox()({{static_cast<std::uint64_t>(counter), number, 0, 0}}, {{seed, static_cast<std::uint64_t>(purpose)}});
    return {r123::u01<double>(drawn[0]), r123::u01<double>(drawn[1])};
}

/// A random number of the standard normal distribution (Box and Muller, A note on the generation of random normal
/// deviates, 1958).
double standard_normal(const UniformPair& uniform) {
    return std::sqrt(-2 * std::log(uniform.first)) * std::cos(2 * std::numbers::pi * uniform.second);
}

/// True if the axes of a side follow from the nominal machine's home.
bool follows_home(const SideDescription& side) { return side.axis == AxisRule::home || side.axis == AxisRule::motor; }

/// Replaces the rule for a side's axes by a list of axes.
void list_axes(const JointSet& joints, SideDescription& side) {
    side.axis = AxisRule::listed;
    side.axes = joints.axes;
}

/// Lists the joints of a side explicitly, in the description's units.
void list_joints(const JointSet& joints, const Units& units, SideDescription& side) {
    side.pairs.reset();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& at_m = joints.points_m[i];
        side.joints[i] = {units.from_metres(at_m.x), units.from_metres(at_m.y), units.from_metres(at_m.z)};
    }
}

/// Maps a number of the unit interval to a value of a varied number.
double value_at(const VariedNumber& number, double unit) {
    if (!number.listed) return number.from + unit * (number.to - number.from);
    const auto count = number.values.size();
    return number.values[std::min(static_cast<std::size_t>(unit * static_cast<double>(count)), count - 1)];
}

}  // namespace

struct Designs::SobolSequence {
    explicit SobolSequence(std::size_t dimensions) : engine(dimensions) {}
    boost::random::sobol_engine<std::uint32_t, 32> engine;
};

Designs::Designs(const SweepFile& sweep)
    : sweep_(sweep),
      designs_(sweep.designs()),
      samples_(sweep.samples_per_design()),
      machines_(sweep.machines()),
      sobol_(std::make_shared<const SobolSequence>(std::max<std::size_t>(sweep.varied.size(), 1))) {}

std::vector<double> Designs::unit_point(std::int64_t design) const {
    std::vector<double> point(sweep_.varied.size());
    if (sweep_.sampling.kind == Sampling::Kind::sobol) {
        auto engine = sobol_->engine;
        engine.discard(static_cast<std::uint64_t>(design) * point.size());
        for (double& unit : point) unit = std::ldexp(static_cast<double>(engine()), -32);
        return point;
    }
    for (std::size_t p = 0; p < point.size(); ++p)
        point[p] = uniform_pair(sweep_.sampling.seed, Purpose::designs, design, p).first;
    return point;
}

std::vector<double> Designs::varied(std::int64_t design) const {
    if (sweep_.sampling.kind != Sampling::Kind::grid) {
        std::vector<double> values = unit_point(design);
        for (std::size_t p = 0; p < values.size(); ++p) values[p] = value_at(sweep_.varied[p], values[p]);
        return values;
    }
    std::vector<double> values(sweep_.varied.size());
    for (std::size_t p = values.size(); p-- > 0;) {
        const std::vector<double>& choices = sweep_.varied[p].values;
        const auto count = static_cast<std::int64_t>(choices.size());
        values[p] = choices[static_cast<std::size_t>(design % count)];
        design /= count;
    }
    return values;
}

std::vector<double> Designs::deviations(std::int64_t machine) const {
    std::vector<double> deviations;
    if (!sweep_.tolerances) return deviations;
    const Tolerances& tolerances = *sweep_.tolerances;
    for (std::size_t n = 0; n < tolerances.numbers.size(); ++n) {
        const ScatteredNumber& number = tolerances.numbers[n];
        const UniformPair uniform = uniform_pair(tolerances.seed, Purpose::tolerances, machine, n);
        deviations.push_back(number.width * (number.normal ? standard_normal(uniform) : 2 * uniform.first - 1));
    }
    return deviations;
}

MachineDescription Designs::with_varied(const std::vector<double>& values) const {
    MachineDescription description = sweep_.machine;
    for (std::size_t p = 0; p < values.size(); ++p)
        for (const NumberPlace& place : sweep_.varied[p].places) {
            double& number = number_at(description, place);
            number = sweep_.varied[p].added ? number + values[p] : values[p];
        }
    return description;
}

MachineDescription Designs::before_scatter(std::int64_t design_number) const {
    MachineDescription description = design(design_number);
    const Tolerances& tolerances = *sweep_.tolerances;
    if (tolerances.fixes_axes) {
        const Machine nominal = build_machine(description);
        if (follows_home(description.base)) list_axes(nominal.base, description.base);
        if (follows_home(description.platform)) list_axes(nominal.platform, description.platform);
        if (tolerances.lists_base_joints) list_joints(nominal.base, description.units, description.base);
        if (tolerances.lists_platform_joints) {
            list_joints(nominal.platform, description.units, description.platform);
            // The joints of a built machine are already relative to its tool, so the tool must not shift them again.
            if (description.tool) description.tool = ToolDescription{};
        }
    }
    return description;
}

MachineDescription Designs::description(std::int64_t machine) const {
    if (!sweep_.tolerances) return design(design_of(machine));
    MachineDescription description = before_scatter(design_of(machine));
    const std::vector<double> by = deviations(machine);
    for (std::size_t n = 0; n < by.size(); ++n) number_at(description, sweep_.tolerances->numbers[n].place) += by[n];
    return description;
}

std::string Designs::build_problem(std::int64_t machine_number) const {
    try {
        (void)machine(machine_number);
    } catch (const DescriptionError& error) {
        return error.what();
    }
    return {};
}

}  // namespace hexscan
