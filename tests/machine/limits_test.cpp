// The table of a machine's limits: its numbers and names. Each limit must behave as its row says.

#include "src/machine/limits.h"
#include "src/files/platform_file.h"

#include <cmath>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/files/machine_file.h"
#include "src/machine/description/description_numbers.h"
#include "src/machine/pose_clearance.h"
#include "src/scan/platform.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/sweep_files.h"

namespace {

using namespace hexscan;

MachineDescription usual() { return read_description(PlatformDocument(hexscan_test::usual_file(), "machine.yaml")); }

TEST(LimitTable, NumbersItsRowsFromOneOn) {
    const LimitTable table = limits_of(built_in_platform().machine);
    std::size_t number = 0;
    for (const Limit& limit : table.rows()) {
        EXPECT_EQ(static_cast<std::size_t>(limit.id), ++number);
        EXPECT_EQ(&table[limit.id], &limit);
    }
    EXPECT_EQ(number, 24U);
    EXPECT_EQ(table[LimitId::none].name(), "no limit");
    EXPECT_THROW((void)table[static_cast<LimitId>(25)], std::out_of_range);
}

/// A map's byte holds every number, in addition to the two colours of the border.
TEST(LimitTable, FitsIntoAMapsByte) {
    const LimitTable table = limits_of(built_in_platform().machine);
    EXPECT_LE(table.rows().size(), 253U);
}

TEST(LimitTable, NamesEveryLimitOnce) {
    const LimitTable table = limits_of(built_in_platform().machine);
    std::set<std::string> names, plurals, json;
    std::set<std::uint32_t> colours;
    for (const Limit& limit : table.rows()) {
        EXPECT_TRUE(names.insert(limit.name()).second) << limit.name();
        EXPECT_TRUE(colours.insert(limit.rgb()).second) << limit.name();
    }
    std::size_t rows = 0;
    for (const LimitKind* kind : table.kinds()) {
        EXPECT_TRUE(plurals.insert(std::string(kind->plural)).second) << kind->plural;
        EXPECT_TRUE(json.insert(std::string(kind->json)).second) << kind->json;
        for (const std::string_view word :
             {kind->name, kind->as_limit, kind->heading, kind->key, kind->quantity, kind->bound, kind->fault})
            EXPECT_FALSE(word.empty()) << kind->name;
        rows += table.ids_of(*kind).size();
        for (const LimitId id : table.ids_of(*kind)) EXPECT_EQ(table[id].kind, kind);
    }
    EXPECT_EQ(rows, table.rows().size());
    EXPECT_EQ(table.rows()[9].name(), "leg 3, longest length");
    EXPECT_EQ((Limit{LimitId::none, {1, 4}, table.rows()[1].kind}.name()), "legs 2 and 5, longest length");
    EXPECT_EQ((Limit{LimitId::none, {}, table.rows()[1].kind}.name()), "longest length");
}

/// The key of a row sets that limit of that leg, in the row's dimension, and no other limit.
TEST(LimitTable, NamesTheKeyThatSetsTheLimit) {
    const MachineDescription description = usual();
    const Machine machine = build_machine(description);
    const LimitTable table = limits_of(machine);
    const auto before = limit_states(machine, *machine.home);
    for (const Limit& limit : table.rows()) {
        MachineDescription changed = description;
        const auto number = numbers_of(changed, fmt::format("{}[{}]", limit.kind->key, *limit.owner.leg));
        ASSERT_EQ(number.size(), 1U) << limit.name();
        EXPECT_EQ(number[0].dimension, limit.kind->dimension) << limit.name();
        number_at(changed, number[0].place) *= 1.01;
        const auto after = limit_states(build_machine(changed), *machine.home);
        ASSERT_EQ(after.size(), table.rows().size());
        for (const Limit& other : table.rows()) {
            const std::size_t row = static_cast<std::size_t>(other.id) - 1;
            EXPECT_EQ(after[row].asked, before[row].asked);
            EXPECT_EQ(after[row].allowed != before[row].allowed, other.id == limit.id)
                << limit.name() << ", " << other.name();
        }
    }
}

/// States and clearances agree whether a pose keeps its limits. If one is violated, the reported limit is a violated
/// one.
TEST(LimitStates, AgreeWithClearances) {
    int kept = 0, violated = 0;
    std::set<LimitId> active;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const Platform platform = hexscan_test::random_platform(seed);
        const Machine& machine = platform.machine;
        const ScanRequest& scan = platform.scan;
        const Pose pose{{(scan.x.from_m + scan.x.to_m) / 2, scan.y.from_m, (scan.z.from_m + scan.z.to_m) / 2},
                        scan.orientations.first()};
        const LimitTable table = limits_of(machine);
        const auto states = limit_states(machine, pose);
        ASSERT_EQ(states.size(), table.rows().size());
        const PoseClearance clearance = pose_clearance(machine, pose);
        active.insert(clearance.limit);
        bool all_kept = true;
        for (const Limit& limit : table.rows()) {
            const LimitState& state = states[static_cast<std::size_t>(limit.id) - 1];
            all_kept &= state.left >= 0;
            if (std::isinf(state.left)) continue;
            EXPECT_EQ(state.left, limit.kind->is_least() ? state.asked - state.allowed : state.allowed - state.asked);
        }
        if (std::abs(clearance.clearance_m) < 1e-9) continue;
        EXPECT_EQ(all_kept, clearance.clearance_m > 0) << "seed " << seed;
        EXPECT_EQ(states[static_cast<std::size_t>(clearance.limit) - 1].left >= 0, all_kept) << "seed " << seed;
        ++(all_kept ? kept : violated);
    }
    EXPECT_GT(kept, 100);
    EXPECT_GT(violated, 100);
    EXPECT_EQ(active.size(), 24U);
}

/// A removed limit restricts no pose nearby, and all others are unchanged.
TEST(WithoutLimits, LeavesTheOthers) {
    const Machine machine = build_machine(usual());
    const LimitTable table = limits_of(machine);
    Pose pose = *machine.home;
    pose.position_m.x += 3;
    const auto before = limit_states(machine, pose);
    for (const Limit& limit : table.rows()) {
        const auto after = limit_states(without_limits(machine, std::span(&limit.id, 1)), pose);
        for (const Limit& other : table.rows()) {
            const std::size_t row = static_cast<std::size_t>(other.id) - 1;
            if (other.id == limit.id)
                EXPECT_GT(after[row].left, 0) << limit.name();
            else
                EXPECT_EQ(after[row].left, before[row].left) << limit.name() << ", " << other.name();
        }
    }
    std::vector<LimitId> all;
    for (const Limit& limit : table.rows()) all.push_back(limit.id);
    EXPECT_GT(pose_clearance(without_limits(machine, all), pose).clearance_m, 10);
}

}  // namespace
