// How many machines of a sweep meet every requirement, and how close the nearest comes: by hand.

#include "src/sweep/report/nearest_machine.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "src/sweep/report/sweep_report.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

class NearestMachines : public FolderTest {
protected:
    static std::string lift_file(const std::string& more = "") {
        return usual_file() + "requirements:\n  - {name: lift, z: [1400, 1900]}\n" + more;
    }
    static std::string sweep_text(const std::string& longest) {
        return "vary: {legs.max: [" + longest + "]}\nmeasure: [requirements]\n";
    }
    /// The line of the summary, or nothing.
    static std::string line_of(const MeasuredSweep& measured, const SweepResults& results, const std::string& label) {
        for (const auto& [name, text] : sweep_summary(measured.machines(), results, {}))
            if (name == label) return text;
        return "";
    }
    /// The horizontal distance between a base joint and the far end of its leg, for a level pose above home.
    const double beside_mm_ = std::sqrt(1e6 + 49e4 - 1400e3 * std::cos(40 * std::numbers::pi / 180));
};

TEST_F(NearestMachines, AreCountedWhereSomeMeetAll) {
    const SweepFile sweep = closed_sweep(lift_file(), sweep_text("1900, 2010, 2050"));
    const MeasuredSweep measured(sweep, folder_);
    const SweepResults results = sum_up(measured.machines());
    ASSERT_TRUE(results.meets_all);
    EXPECT_EQ(results.meets_all->machines, 2);
    EXPECT_FALSE(results.meets_all->nearest);
    EXPECT_EQ(line_of(measured, results, "requirements"), "2 machines meet the requirement");
    EXPECT_EQ(sweep_json(measured.machines(), results, {})["requirements"]["machines_that_meet_all"], 2);
}

/// From the middle at 1650 mm legs of 1900 mm lift to sqrt(1900² - beside²), a part of the required 250 mm.
TEST_F(NearestMachines, AreNamedWithThePartOfTheBoxThatIsProved) {
    const SweepFile sweep = closed_sweep(lift_file(), sweep_text("1800, 1900, 1850"));
    const MeasuredSweep measured(sweep, folder_);
    const SweepResults results = sum_up(measured.machines());
    ASSERT_TRUE(results.meets_all && results.meets_all->nearest);
    const NearestMachine& nearest = *results.meets_all->nearest;
    const double by_hand = (std::sqrt(1900.0 * 1900 - beside_mm_ * beside_mm_) - 1650) / 250;
    EXPECT_EQ(nearest.machine, 1);
    EXPECT_EQ(nearest.met, 0);
    EXPECT_NEAR(nearest.growth.value(), by_hand, 2e-3 * by_hand);
    EXPECT_LE(nearest.growth.value(), by_hand);
    EXPECT_FALSE(nearest.is_of_some);
    const std::string text = line_of(measured, results, "requirements");
    EXPECT_TRUE(contains(text, "no machine meets the requirement; nearest is machine 1: legs.max 1900 mm")) << text;
    EXPECT_EQ(line_of(measured, results, "front"), "none: no machine meets a requirement");
    EXPECT_TRUE(sweep_json(measured.machines(), results, {})["front"]["best"].empty());
}

/// If not even the middle of the box is reached, the nearest machine is the one whose legs lack the least.
TEST_F(NearestMachines, AreNamedWithWhatIsMissingWhereNothingIsProved) {
    const SweepFile sweep = closed_sweep(lift_file(), sweep_text("1500, 1600, 1550"));
    const MeasuredSweep measured(sweep, folder_);
    const SweepResults results = sum_up(measured.machines());
    ASSERT_TRUE(results.meets_all && results.meets_all->nearest);
    const NearestMachine& nearest = *results.meets_all->nearest;
    const double by_hand_m = (std::hypot(1900, beside_mm_) - 1600) / 1000;
    EXPECT_EQ(nearest.machine, 1);
    EXPECT_EQ(nearest.growth, 0.0);
    EXPECT_NEAR(nearest.most_missing_m.value(), by_hand_m, 1e-5);
    EXPECT_GE(nearest.most_missing_m.value(), by_hand_m);
    EXPECT_TRUE(contains(line_of(measured, results, "requirements"), "no part of lift is proved, at most 406.9 mm"))
        << line_of(measured, results, "requirements");
}

TEST_F(NearestMachines, AreThoseThatMeetTheMost) {
    const SweepFile sweep = closed_sweep(lift_file("  - {name: home, z: 1450}\n"), sweep_text("1500, 1900, 1850"));
    const MeasuredSweep measured(sweep, folder_);
    const SweepResults results = sum_up(measured.machines());
    ASSERT_TRUE(results.meets_all && results.meets_all->nearest);
    EXPECT_EQ(results.meets_all->nearest->machine, 1);
    EXPECT_EQ(results.meets_all->nearest->met, 1);
    EXPECT_EQ(results.meets_all->nearest->requirement, 0U);
    EXPECT_TRUE(contains(line_of(measured, results, "front"), "; none meets every requirement"));
    EXPECT_TRUE(contains(line_of(measured, results, "requirements"), "1 met, ")) << "of two";
}

/// Shorter legs are better by the front's objective, but only long ones meet the requirement.
TEST_F(NearestMachines, TheFrontSaysHowManyOfItMeetEveryRequirement) {
    const std::string front = "front: {minimize: [legs.max]}\n";
    const SweepFile alone = closed_sweep(lift_file(), sweep_text("1900, 2600") + front);
    const MeasuredSweep measured(alone, folder_);
    const SweepResults results = sum_up(measured.machines());
    EXPECT_EQ(results.meets_all.value().machines, 1);
    EXPECT_TRUE(
        contains(line_of(measured, results, "front"), "1 machine that no other machine beats; none meets every"))
        << line_of(measured, results, "front");
}

TEST_F(NearestMachines, OnTheFrontAreCounted) {
    const SweepFile sweep = closed_sweep(
        lift_file(), sweep_text("1900, 2600") + "front: {maximize: [requirements], minimize: [legs.max]}\n");
    const MeasuredSweep measured(sweep, folder_);
    const std::string front = line_of(measured, sum_up(measured.machines()), "front");
    EXPECT_TRUE(contains(front, "2 machines that no other machine beats; 1 of them meets every requirement")) << front;
}

TEST_F(NearestMachines, AreNotAskedForWhereRequirementsAreNotMeasured) {
    const SweepFile sweep = closed_sweep(lift_file(), "vary: {legs.max: [1900]}\nmeasure: [volume]\n");
    const MeasuredSweep measured(sweep, folder_);
    EXPECT_FALSE(sum_up(measured.machines()).meets_all);
}

}  // namespace
}  // namespace hexscan
