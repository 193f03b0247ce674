#include "src/sweep/report/tolerance_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/sweep/designs_file.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

std::optional<Measured> nominal_of(const MeasuredMachines& machines) {
    try {
        return measured_on_host(machines.designs().nominal(0), machines.sweep());
    } catch (const DescriptionError&) {
        return std::nullopt;
    }
}

using LegErrors = std::array<double, leg_count>;

/// How far a leg's foot moves per unit of its joint value. The joint value of a leg with an arm is an angle, so its
/// foot moves by the arm's length.
double foot_per_value_m(const Machine& machine, std::size_t leg) { return arm_m(machine.legs, leg).value_or(1); }

/// Difference between the joint values of two machines at one pose, as movements of the legs' feet in metres. The
/// result is NaN if a rod of either machine cannot reach the pose.
LegErrors further_m(const Machine& machine, const Machine& than, const Pose& pose) {
    const std::array<LegShape, leg_count> shapes = leg_shapes(machine, pose), others = leg_shapes(than, pose);
    LegErrors further{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!shapes[i].closes || !others[i].closes) {
            further[i] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        const double values = shapes[i].value - others[i].value;
        further[i] = foot_per_value_m(than, i) *
                     (have_arms(machine.legs) ? std::remainder(values, 2 * std::numbers::pi) : values);
    }
    return further;
}

/// The effect of one scattered number that is off by one standard deviation: the errors of the legs, as movements of
/// their feet in metres. If the number is a leg's own joint value, `own_value` is that leg.
struct Contribution {
    LegErrors errors_m{};
    std::optional<std::size_t> own_value;
};

Contribution contribution_of(const ScatteredNumber& number, const MachineDescription& description,
                             const Machine& nominal) {
    using Of = NumberPlace::Of;
    Contribution contribution;
    const NumberPlace& place = number.place;
    if (place.of == Of::home || place.bounds_joint() || place.is_of_shared_limit()) return contribution;
    const double deviation = number.normal ? number.width : number.width / std::sqrt(3.0);
    if (const auto leg = leg_of_joint_value(description, number.place)) {
        contribution.own_value = leg;
        contribution.errors_m[*leg] =
            foot_per_value_m(nominal, *leg) * description.units.to_si(deviation, number.dimension);
        return contribution;
    }
    MachineDescription scattered = description;
    number_at(scattered, number.place) += deviation;
    contribution.errors_m = further_m(build_machine(scattered), nominal, *nominal.home);
    return contribution;
}

/// Adds up independent errors of the legs to the root mean square error of the pose at home.
class PoseErrorSum {
public:
    explicit PoseErrorSum(const Machine& nominal) : nominal_(nominal) {}

    void add(const LegErrors& errors_m) {
        const PoseError error = pose_error(nominal_, *nominal_.home, errors_m);
        squares_.displacement_m += error.displacement_m * error.displacement_m;
        squares_.rotation_rad += error.rotation_rad * error.rotation_rad;
    }
    /// The root mean square error. Nothing if no leg has an error.
    std::optional<PoseError> root() const {
        if (squares_.displacement_m == 0 && squares_.rotation_rad == 0) return std::nullopt;
        return PoseError{std::sqrt(squares_.displacement_m), std::sqrt(squares_.rotation_rad)};
    }

private:
    const Machine& nominal_;
    PoseError squares_;
};

/// The contribution of a number. If the contribution is unknown, returns nothing and adds the reason to `left_out`.
std::optional<Contribution> known_contribution(const ScatteredNumber& number, const MachineDescription& description,
                                               const Machine& nominal, std::vector<LeftOutNumber>& left_out) {
    constexpr const char* changed = "with one standard deviation more";
    try {
        const Contribution contribution = contribution_of(number, description, nominal);
        if (std::ranges::all_of(contribution.errors_m, [](double error_m) { return std::isfinite(error_m); }))
            return contribution;
        left_out.push_back({number.key, fmt::format("{}, not all rods can reach the home pose", changed)});
    } catch (const DescriptionError& error) {
        left_out.push_back({number.key, fmt::format("{}, no machine can be built: {}", changed, error.what())});
    }
    return std::nullopt;
}

/// Sets the pose error at home, and the list of numbers that it leaves out.
void set_pose_error(const MeasuredMachines& machines, ToleranceResults& results) {
    const MachineDescription description = machines.designs().before_scatter(0);
    const Machine nominal = build_machine(description);
    if (!nominal.home || conditioning(nominal, *nominal.home).rank < leg_count) return;
    PoseErrorSum sum(nominal);
    // Both ends of a stroke may scatter. The end that scatters more gives the leg's error.
    LegErrors own_values_m{};
    for (const ScatteredNumber& number : machines.sweep().tolerances->numbers) {
        const auto contribution = known_contribution(number, description, nominal, results.left_out);
        if (!contribution) continue;
        if (const auto leg = contribution->own_value)
            own_values_m[*leg] = std::max(own_values_m[*leg], contribution->errors_m[*leg]);
        else
            sum.add(contribution->errors_m);
    }
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        LegErrors of_leg{};
        of_leg[leg] = own_values_m[leg];
        sum.add(of_leg);
    }
    results.pose_error_at_home = sum.root();
}

}  // namespace

ToleranceResults tolerance_results(const MeasuredMachines& machines) {
    ToleranceResults results;
    bool any = false;
    for (std::size_t m = 0; m < machines.sweep().measures.size(); ++m) {
        results.distributions.push_back(distribution_of(machines, 0, m));
        any |= results.distributions.back().has_value();
    }
    results.nominal = nominal_of(machines);
    if (any) results.sensitivities = sensitivities_of(machines);
    if (results.nominal) set_pose_error(machines, results);
    return results;
}

void write_quantiles(const MeasuredMachines& machines, const std::filesystem::path& file) {
    const SweepFile& sweep = machines.sweep();
    AtomicFile out(file);
    std::string header = "design,measure,machines,mean,least";
    for (const double part : quantile_parts) header += fmt::format(",q{:02}", std::lround(100 * part));
    out.write(header + ",largest,gave_up\n");
    for (std::int64_t design = 0; design < sweep.designs(); ++design)
        for (std::size_t m = 0; m < sweep.measures.size(); ++m) {
            std::string line = fmt::format("{},{}", design, csv_column(sweep.measures[m]));
            if (const auto d = distribution_of(machines, design, m)) {
                line += fmt::format(",{},{},{}", d->machines, shortest(d->mean), shortest(d->least));
                for (const double quantile : d->quantiles) line += "," + shortest(quantile);
                line += fmt::format(",{},{}", shortest(d->largest), d->gave_up);
            } else {
                line += ",0" + std::string(quantile_parts.size() + 4, ',');
            }
            out.write(line + "\n");
        }
    out.commit();
}

std::string slope_unit(const SweepFile& sweep, const Sensitivity& sensitivity, const std::string& unit) {
    const Dimension dimension = sweep.tolerances->numbers[sensitivity.number].dimension;
    const std::string per = sweep.machine.units.name_of(dimension);
    return fmt::format("{}{}{}", unit.empty() ? "1" : unit, per.empty() ? "" : "/", per);
}

void write_sensitivities(const SweepFile& sweep, const std::vector<Sensitivity>& sensitivities,
                         const std::filesystem::path& file) {
    AtomicFile out(file);
    out.write("measure,number,slope,slope_unit,correlation\n");
    for (const Sensitivity& s : sensitivities) {
        const Measure& measure = sweep.measures[s.measure];
        out.write(fmt::format("{},{},{},{},{}\n", csv_column(measure), sweep.tolerances->numbers[s.number].key,
                              shortest(s.slope), slope_unit(sweep, s, unit_in(measure, Units{})),
                              shortest(s.correlation)));
    }
    out.commit();
}

}  // namespace hexscan
