#include "src/machine/shared/legs_apart.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "kernels/shared/move_within.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_bodies.h"
#include "src/machine/shared/row_doubts.h"

namespace hexscan {
namespace {

/// The gap between two legs at one orientation (change_of_gap_m()).
///
/// The foot of a telescopic leg stays in place. The ends of its line keep a fixed distance from its joints and turn
/// with the leg, which does not increase the bound. If the platform moves by d, an end at the base moves by (a / L) P
/// d, and one at the platform by (1 - (a / L) P) d. P is the projection across the leg, and a / L is at most 1/2. So no
/// two such ends move apart by more than |d|.
class PosedPair final : public PosedSharedLimit {
public:
    PosedPair(const PosedBodies& first, const PosedBodies& second, const LegsApart& apart)
        : first_(first), second_(second), diameter_m_(apart.diameter), gap_m_(apart.gap), least_m_(apart.least()) {}

    bool keeps(const Vector& position_m) const override { return distance_m(position_m) >= least_m_; }

    double clearance_m(const Vector& position_m) const override {
        const double slack_m = distance_m(position_m) - least_m_;
        if (!first_.has_rod()) return slack_m;
        const auto changed_m = [&](double moved_m) {
            return change_of_gap_m(first_.rod(), second_.rod(), position_m, {moved_m, 0});
        };
        return std::copysign(move_within_m(std::abs(slack_m), std::abs(slack_m) / 2, changed_m), slack_m);
    }

    /// The error of a distance is less than 2e-8 of the lengths from which it is computed (segment_distance.h).
    double noise_m(double longest_m) const {
        return 0x1p-22 * (2 * longest_m + first_.extent_m() + second_.extent_m());
    }
    double doubt_m(double longest_m) const override {
        return noise_m(longest_m) + first_.doubt_m(longest_m) + second_.doubt_m(longest_m);
    }

    LimitState state(const Vector& position_m) const override {
        const double distance = distance_m(position_m);
        return {distance - diameter_m_, gap_m_, distance - least_m_};
    }

    Known in_box(const Vector& low_m, const Vector& high_m, double doubt_m) const override {
        if (!(least_m_ > 0)) return Known::kept;
        if (first_.has_rod()) return PosedSharedLimit::in_box(low_m, high_m, doubt_m);
        const Vector half_m = scaled(high_m - low_m, 0.5);
        return apart_form(doubt_m).in_box(low_m + half_m, half_m);
    }

    void append_pieces(const PositionRow& row, double doubt_m, std::vector<KnownPiece>& pieces) const override {
        if (first_.has_rod()) return PosedSharedLimit::append_pieces(row, doubt_m, pieces);
        RowDoubts doubts(row);
        add_changes(first_.straight(), second_.straight(), least_m_, doubt_m, row, doubts);
        doubts.append_pieces([&](double x_m) { return keeps(row.at(x_m)); }, pieces);
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        const double longest_m = length_of(middle_m) + farthest_m;
        if (first_.has_rod())
            return LimitForm{
                RodApartForm{first_.rod(), second_.rod(), least_m_, noise_m(longest_m), doubt_m(longest_m)}};
        return LimitForm{apart_form(doubt_m(longest_m))};
    }
    std::optional<ClearanceForm> clearance_form() const override {
        if (first_.has_rod()) return ClearanceForm{RodApartForm{first_.rod(), second_.rod(), least_m_, 0, 0}};
        return ClearanceForm{apart_form(0)};
    }

private:
    /// The pair's numbers for kernels; for telescopic legs only.
    ApartForm apart_form(double doubt_m) const { return {first_.straight(), second_.straight(), least_m_, doubt_m}; }

    double distance_m(const Vector& position_m) const {
        return distance_of_bodies_m(first_.at(position_m), second_.at(position_m));
    }

    PosedBodies first_, second_;
    double diameter_m_, gap_m_, least_m_;
};

void append_legs_apart(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
    const PosedLegs posed = posed_rods(machine, turned);
    std::vector<PosedBodies> bodies;
    for (std::size_t leg = 0; leg < leg_count; ++leg) bodies.emplace_back(machine, turned, posed, leg);
    for (std::size_t k = 0; k < leg_pairs.size(); ++k) {
        if (machine.legs_apart->free_pairs.test(k))
            limits.push_back(freed_limit());
        else
            limits.push_back(std::make_shared<PosedPair>(bodies[leg_pairs[k].first], bodies[leg_pairs[k].second],
                                                         *machine.legs_apart));
    }
}

}  // namespace

std::string legs_apart_problem(const Machine& machine) {
    if (!machine.legs_apart || machine.legs_apart->free_ends > 0) return "";
    const LegsApart& apart = *machine.legs_apart;
    const auto text = [&](double length_m) { return machine.units.length_text(length_m, 5); };
    for (const LegPair& pair : leg_pairs) {
        for (const JointSet* const joints : {&machine.base, &machine.platform}) {
            // A slider's base joint is only the zero of the rail. The rod is elsewhere.
            if (joints == &machine.base && foot_place(machine.legs) == JointPlace::carriage) continue;
            const Vector between = joints->points_m[pair.first] - joints->points_m[pair.second];
            const double between_m = std::sqrt(dot(between, between));
            if (between_m >= apart.least()) continue;
            return fmt::format(
                "the {} joints of legs {} and {} are {} apart, but two legs must be {} apart (diameter {} and gap {}) "
                "at every pose; legs.free_ends sets a length at each end of a leg that may be closer",
                joints == &machine.base ? "base" : "platform", pair.first + 1, pair.second + 1, text(between_m),
                text(apart.least()), text(apart.diameter), text(apart.gap));
        }
    }
    return "";
}

constinit const SharedLimitKinds gap_limits{
    .count = [](const Machine& machine) { return machine.legs_apart ? leg_pairs.size() : 0; },
    .append_rows =
        [](const Machine&, LimitTable& table) {
            for (const LegPair& pair : leg_pairs) table.append({pair.first, pair.second}, gap_limit);
        },
    .append_posed = append_legs_apart,
    .free = [](Machine& machine, std::size_t number) { machine.legs_apart->free_pairs.set(number); },
    .remove = [](Machine& machine) { machine.legs_apart.reset(); }};

}  // namespace hexscan
