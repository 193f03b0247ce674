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

}  // namespace
