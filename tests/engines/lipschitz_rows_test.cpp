// Tests rows by clearance, with conditions of any kind and with sets of orientations. tests/support/row_comparison.h
// compares them with the reference on every machine of the row solver's tests.

#include "src/engines/lipschitz_rows.h"

#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/reference.h"
#include "src/scan/set_reference.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A condition on a row that is no plane, sphere or cone: positions must be inside a torus about the z axis, or outside
/// if `hole`. Nearer to the surface than `doubt` the verdict is arbitrary.
struct Torus {
    double y_m, z_m, circle_m, tube_m, doubt;
    bool hole;
    std::int64_t* asked;

    double inside_m(double x_m) const {
        const double value = tube_m - std::hypot(std::hypot(x_m, y_m) - circle_m, z_m);
        return hole ? -value : value;
    }
    bool keeps(double x_m) const {
        const double value = inside_m(x_m);
        return std::abs(value) < doubt ? std::sin(1e9 * x_m) > 0 : value > 0;
    }
    /// A clearance may be less than the distance, so half the distance is valid, too.
    double clearance_m(double x_m) const {
        ++*asked;
        return inside_m(x_m) / (hole ? 2 : 1);
    }
    double doubt_m() const { return doubt; }
};

struct TorusRow {
    std::vector<double> x_m;
    std::vector<Torus> tori;
    std::int64_t asked = 0;

    explicit TorusRow(std::uint64_t seed) {
        Dice dice(seed);
        const int columns = dice.one_of({1, 2, 3, 100, 1001});
        for (int c = 0; c < columns; ++c)
            x_m.push_back(columns == 1 ? dice.between(-3, 3) : -3 + c * 6.0 / (columns - 1));
        for (int k = dice.whole(1, 70); k > 0; --k)
            tori.push_back({dice.between(-2, 2), dice.between(-0.5, 0.5), dice.between(0.1, 2.5), dice.between(0.01, 2),
                            dice.one_of({1e-12, 1e-3, 0.1}), dice.chance(0.5), &asked});
    }
    RowColumnPositions positions() const {
        return {x_m, x_m.size() > 1 ? (static_cast<double>(x_m.size()) - 1) / 6 : 1};
    }
};

/// The verdicts of all columns. Checks that each column comes once and in order.
template <Demand demand>
std::vector<bool> settled(const TorusRow& row, LipschitzRows<demand>& rows) {
    std::vector<bool> verdicts;
    rows.settle(row.positions(), std::span(row.tori), [&](ColumnRange columns, bool reachable) {
        EXPECT_EQ(columns.first, static_cast<int>(verdicts.size()));
        verdicts.insert(verdicts.end(), static_cast<std::size_t>(columns.last - columns.first + 1), reachable);
    });
    return verdicts;
}

template <Demand demand>
std::vector<bool> expected(const TorusRow& row) {
    std::vector<bool> verdicts;
    for (const double x_m : row.x_m) {
        const auto keeps = [&](const Torus& torus) { return torus.keeps(x_m); };
        verdicts.push_back(demand == Demand::all ? std::ranges::all_of(row.tori, keeps)
                                                 : std::ranges::any_of(row.tori, keeps));
    }
    return verdicts;
}

template <Demand demand>
void expect_right_rows() {
    LipschitzRows<demand> rows;
    std::int64_t reachable = 0, columns = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        TorusRow row(seed);
        // With many tori hardly any column is in all or in none of them, so half of the rows keep one torus.
        if (seed % 2) row.tori.erase(row.tori.begin() + 1, row.tori.end());
        const std::vector<bool> found = settled(row, rows);
        ASSERT_EQ(found, expected<demand>(row)) << "seed " << seed;
        reachable += std::ranges::count(found, true);
        columns += static_cast<std::int64_t>(found.size());
    }
    EXPECT_GT(reachable, columns / 10);
    EXPECT_LT(reachable, columns - columns / 10);
}

TEST(LipschitzRows, KeepAllOfAnyConditions) { expect_right_rows<Demand::all>(); }
TEST(LipschitzRows, KeepAnyOfAnyConditions) { expect_right_rows<Demand::any>(); }

TEST(LipschitzRows, AskFewOfManyColumns) {
    constexpr int columns = 1 << 20;
    TorusRow row(0);
    row.x_m.clear();
    for (int c = 0; c < columns; ++c) row.x_m.push_back(-3 + c * 6.0 / (columns - 1));
    row.tori = {{0.1, 0.1, 1, 0.5, 1e-12, false, &row.asked}};
    LipschitzRows<Demand::all> rows;
    EXPECT_EQ(settled(row, rows), expected<Demand::all>(row));
    EXPECT_LT(row.asked, 200);
}

class LipschitzSets : public testing::TestWithParam<WorkspaceKind> {};

TEST_P(LipschitzSets, EqualTheReference) {
    std::int64_t points = 0, reachable = 0;
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        add_random_set(seed, GetParam(), platform);
        platform.scan.questions.certified =
            GetParam() == WorkspaceKind::total && seed % 3 == 0 && !platform.scan.orientations.is_single();
        const ScanPlan plan = make_scan_plan(platform);
        const ScanResult found = scan_by_clearance(plan), by_reference = answer_by_reference(plan);
        EXPECT_TRUE(found.workspace == by_reference.workspace) << "seed " << seed;
        EXPECT_TRUE(found.proved == by_reference.proved) << "seed " << seed;
        points += plan.points();
        for (const WorkspaceSlice& slice : found.workspace) reachable += slice.reachable_points();
    }
    EXPECT_GT(reachable, points / 100);
    EXPECT_LT(reachable, points - points / 100);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LipschitzSets, testing::Values(WorkspaceKind::total, WorkspaceKind::inclusive),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

TEST(LipschitzRows, AreAnEngine) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 200;
    platform.scan.y.count = 40;
    platform.scan.z.count = 20;
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(lipschitz_engine().supports(plan));
    const std::unique_ptr<PreparedScan> found = lipschitz_engine().prepare(plan);
    found->scan();
    const std::unique_ptr<PreparedScan> by_reference = reference_engine().prepare(plan);
    by_reference->scan();
    const Verification verification = verify_against(*by_reference, *found, plan);
    EXPECT_TRUE(verification.done);
    EXPECT_EQ(verification.differences, 0);

    platform.scan.questions.maps = {MapKind::clearance};
    EXPECT_FALSE(lipschitz_engine().supports(make_scan_plan(platform)));
}

}  // namespace
