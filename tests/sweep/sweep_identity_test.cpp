// Differences that make a sweep a different one, and the messages about them.

#include "src/sweep/sweep_file/sweep_identity.h"

#include <gtest/gtest.h>

#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

const std::string five_lengths = "measure: [volume]\nvary: {legs.max: {from: 1900, to: 2000, points: 5}}\n";

std::string identity_with(const std::string& platform, const std::string& sweep) {
    return closed_sweep(platform, sweep).identity;
}

/// The message for a change of the usual sweep into this one.
std::string said_of(const std::string& platform, const std::string& sweep) {
    return difference_of(identity_with(usual_file(), five_lengths), identity_with(platform, sweep));
}

std::string with_replaced(std::string text, const std::string& what, const std::string& by) {
    EXPECT_TRUE(contains(text, what));
    return text.replace(text.find(what), what.size(), by);
}

TEST(SweepIdentity, IsTheSameWhateverTheLayoutAndTheComments) {
    const std::string one = identity_with(usual_file(), five_lengths);
    EXPECT_EQ(one, identity_with(usual_file() + "# changed\n", five_lengths));
    EXPECT_EQ(one, identity_with(usual_file(),
                                 "measure: [ volume ]   # what counts\n"
                                 "vary:\n  legs.max: {from: 1900, to: 2000, points: 5}\n"));
}

TEST(SweepIdentity, TellsWhatChangedByKeyWithBothValues) {
    EXPECT_EQ(said_of(usual_file(), with_replaced(five_lengths, "5", "6")),
              "vary.legs.max.points of the sweep file was 5 and is 6");
    EXPECT_EQ(said_of(with_replaced(usual_file(), "min: 1200", "min: 1210"), five_lengths),
              "legs.min of the machine file was 1200 and is 1210");
    EXPECT_EQ(said_of(usual_file(), five_lengths + "sampling: grid\n"),
              "sampling of the sweep file was left out and is grid");
    EXPECT_EQ(difference_of(identity_with(usual_file(), five_lengths + "sampling: grid\n"),
                            identity_with(usual_file(), five_lengths)),
              "sampling of the sweep file was grid and is left out");
    EXPECT_EQ(said_of(usual_file(), with_replaced(five_lengths, "[volume]", "[volume, largest_ball]")),
              "measure of the sweep file was [volume] and is [volume, largest_ball]");
}

TEST(SweepIdentity, TellsOfAnotherEffort) {
    SweepFile sweep = closed_sweep(usual_file(), five_lengths);
    const std::string before = sweep.identity;
    sweep.effort = Effort(10);
    EXPECT_EQ(difference_of(before, identity_of(sweep)), "effort was 1 and is 10");
}

TEST(SweepIdentity, TellsOfTheGridWhereItIsFoundAnew) {
    const std::string open = usual_file().substr(0, usual_file().find("scan:"));
    const std::string said = difference_of(identity_with(open, five_lengths),
                                           identity_with(open, with_replaced(five_lengths, "2000", "2100")));
    EXPECT_TRUE(contains(said, "vary.legs.max.to of the sweep file was 2000 and is 2100; x of the grid was ")) << said;
}

TEST(SweepIdentity, TellsOfOrderWhichMachinesAreNumberedBy) {
    const auto varied = [](const std::string& numbers) {
        return identity_with(usual_file(), "measure: [volume]\nvary: {" + numbers + "}\n");
    };
    EXPECT_EQ(difference_of(varied("legs.max: [1900], legs.min: [1200]"), varied("legs.min: [1200], legs.max: [1900]")),
              "its keys are in another order");
}

TEST(SweepIdentity, CountsWhatIsMoreThanALineHolds) {
    const std::string said = said_of(with_replaced(with_replaced(usual_file(), "radius: 1000", "radius: 1001"),
                                                   "min: 1200, max: 2000", "min: 1201, max: 2001"),
                                     with_replaced(five_lengths, "5", "6"));
    EXPECT_TRUE(said.ends_with("; and 1 more")) << said;
}

TEST(SweepIdentity, OfAnotherHexscanIsThat) {
    const std::string now = identity_with(usual_file(), five_lengths);
    const std::string said = difference_of("hexscan 0.9, figures 1\nfoo: bar\n", now);
    EXPECT_TRUE(
        said.starts_with("that sweep was started by another version of hexscan (hexscan 0.9, figures 1; this "
                         "is hexscan "))
        << said;
    EXPECT_FALSE(contains(said, "foo"));
}

TEST(SweepIdentity, ShowsWhatItReadsEscaped) {
    const std::string now = identity_with(usual_file(), five_lengths);
    const std::string version = now.substr(0, now.find('\n') + 1);
    for (const std::string& hostile :
         {"\x1b]0;title\a\n" + now, with_replaced(now, "of the sweep file: 5", "of the sweep file: \x1b[31m"),
          version + "key\x1b[31m: value\n" + now.substr(version.size()), std::string(1, '\x1b')}) {
        const std::string said = difference_of(hostile, now);
        EXPECT_FALSE(contains(said, "\x1b")) << said;
        EXPECT_TRUE(contains(said, "\\x1B")) << said;
    }
}

}  // namespace
