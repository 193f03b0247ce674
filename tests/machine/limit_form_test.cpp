// The forms of shared limits that kernels test, in boxes of positions. The exact test must agree everywhere.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>

#include <gtest/gtest.h>

#include "kernels/shared/limit_form.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

constexpr std::size_t form_kinds = std::variant_size_v<decltype(LimitForm::value)>;
constexpr std::size_t forces_of_telescopes = 1;
static_assert(std::is_same_v<std::variant_alternative_t<forces_of_telescopes, decltype(LimitForm::value)>, ForceForm>);

/// The number of boxes in which a kind of form knew the verdict, by verdict, the number of positions that the legs
/// reach, and how many of these positions the form left open.
struct FormTally {
    std::array<int, 2> known{};
    int positions = 0, open_positions = 0;
};

/// The knowledge of a form about a box of positions, at all orientations within `turned` of its own. Nullopt if it
/// knows only its own orientation.
std::optional<Known> known_in_cell(const LimitForm& form, const Vector& middle, const Vector& half, double turned) {
    return std::visit(
        [&](const auto& its) -> std::optional<Known> {
            if constexpr (requires { its.in_box(middle, half, turned); })
                return its.in_box(middle, half, turned);
            else
                return std::nullopt;
        },
        form.value);
}

/// The norm of the difference of two rotation matrices, and a little more.
double norm_between(const Rotation& a, const Rotation& b) {
    const Vector x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return std::sqrt((dot(x, x) + dot(y, y) + dot(z, z)) / 2) * (1 + 1e-12) + 1e-15;
}

TEST(LimitForm, KnowsOnlyVerdictsOfTheExactTest) {
    Dice dice(41);
    std::array<FormTally, form_kinds> tallies{};
    for (std::uint64_t seed = 0; seed < 1200; ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(seed, dice, near, sort, 0.5);
        const double size_m = longest_leg_m(machine);
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        const PosedLegs legs = any_posed_legs(machine, turned);
        const bool always_singular = !singular_structure_text(machine).empty();
        for (const auto& limit : posed_shared_limits(machine, turned)) {
            const Vector grid_m = near.position_m + random_vector(dice, 0.02 * size_m);
            const double farthest_m = 0.5 * size_m;
            const std::optional<LimitForm> form = limit->form(grid_m, farthest_m);
            EXPECT_EQ(form.has_value(), limit != freed_limit());
            if (!form) continue;
            FormTally& tally = tallies[form->value.index()];
            for (int k = 0; k < 12; ++k) {
                const double half_m = k % 3 == 0 ? 0 : size_m * dice.magnitude(1e-6, 0.05);
                const double away_m = size_m * dice.magnitude(0.003, 0.25);
                const Vector middle = grid_m + random_vector(dice, away_m), half{half_m, half_m, half_m};
                const Known found = std::visit([&](const auto& its) { return its.in_box(middle, half); }, form->value);
                if (half_m == 0 && !always_singular && legs.keeps(middle))
                    ++tally.positions, tally.open_positions += found == Known::nothing;
                if (found == Known::nothing) continue;
                ++tally.known[found == Known::kept ? 0 : 1];
                for (int place = 0; place < 8; ++place) {
                    const auto of = [&](double centre) { return dice.between(centre - half_m, centre + half_m); };
                    const Vector p = place == 0 ? middle : Vector{of(middle.x), of(middle.y), of(middle.z)};
                    if (!legs.keeps(p)) continue;
                    ASSERT_EQ(limit->keeps(p), found == Known::kept)
                        << "seed " << seed << ", form " << form->value.index() << ", half " << half_m;
                }
            }
        }
    }
    for (std::size_t kind = 0; kind < form_kinds; ++kind) {
        const FormTally& tally = tallies[kind];
        EXPECT_GT(tally.known[0], 20) << "kind " << kind;
        EXPECT_GT(tally.known[1], 5) << "kind " << kind;
        EXPECT_GT(tally.positions, 20) << "kind " << kind;
        // The form of forces in telescopic legs leaves almost a fifth of these machines' positions to the host.
        const int most_open = tally.positions / (kind == forces_of_telescopes ? 4 : 100);
        EXPECT_LE(tally.open_positions, most_open) << "kind " << kind;
    }
}

/// The same for boxes of positions in which the platform also turns.
TEST(LimitForm, KnowsOnlyVerdictsOfTheExactTestAtNearOrientations) {
    Dice dice(43);
    std::array<std::array<int, 2>, form_kinds> known{};
    std::array<bool, form_kinds> knows_cells{};
    for (std::uint64_t seed = 0; seed < 1200; ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(seed, dice, near, sort, 0.5);
        const double size_m = longest_leg_m(machine);
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        const PosedSharedLimits limits = posed_shared_limits(machine, turned);
        for (int k = 0; k < 12; ++k) {
            const double most_rad = dice.magnitude(1e-4, 0.2);
            const auto beside_rad = [&](double rad) { return rad + dice.between(-most_rad, most_rad); };
            const Orientation& middle_rad = near.orientation;
            const Rotation beside = rotation_of(
                {beside_rad(middle_rad.roll_rad), beside_rad(middle_rad.pitch_rad), beside_rad(middle_rad.yaw_rad)},
                machine.orientation_order);
            const PosedLegs legs_beside = any_posed_legs(machine, beside);
            const PosedSharedLimits limits_beside = posed_shared_limits(machine, beside);
            const Vector middle = near.position_m + random_vector(dice, size_m * dice.magnitude(0.003, 0.25));
            const double half_m = k % 3 == 0 ? 0 : size_m * dice.magnitude(1e-6, 0.02);
            const auto of = [&](double centre) { return dice.between(centre - half_m, centre + half_m); };
            for (std::size_t i = 0; i < limits.size(); ++i) {
                const std::optional<LimitForm> form = limits[i]->form(near.position_m, 0.5 * size_m);
                if (!form) continue;
                const std::size_t kind = form->value.index();
                const auto found = known_in_cell(*form, middle, {half_m, half_m, half_m}, norm_between(turned, beside));
                knows_cells[kind] = found.has_value();
                if (!found || *found == Known::nothing) continue;
                ++known[kind][*found == Known::kept ? 0 : 1];
                for (int place = 0; place < 4; ++place) {
                    const Vector p = place == 0 ? middle : Vector{of(middle.x), of(middle.y), of(middle.z)};
                    if (!legs_beside.keeps(p)) continue;
                    ASSERT_EQ(limits_beside[i]->keeps(p), *found == Known::kept)
                        << "seed " << seed << ", form " << kind << ", half " << half_m << ", turned " << most_rad;
                }
            }
        }
    }
    for (std::size_t kind = 0; kind < form_kinds; ++kind) {
        if (!knows_cells[kind]) continue;
        EXPECT_GT(known[kind][0], 20) << "kind " << kind;
        EXPECT_GT(known[kind][1], 5) << "kind " << kind;
    }
    EXPECT_GE(std::ranges::count(knows_cells, true), 9);
}

}  // namespace
