// designs.csv and the closing of ranges. Every machine has a line; impossible ones have a reason.

#include "src/sweep/designs_file.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/report/sweep_report.h"
#include "tests/support/sweep_files.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The fields of a line. Only the last one may be in quotes.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields{""};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

class DesignsFile : public FolderTest {
protected:
    std::vector<std::vector<std::string>> lines(const MeasuredSweep& measured) {
        write_designs(measured.machines(), front_of(measured.machines()), folder_ / "designs.csv");
        std::istringstream text(content(folder_ / "designs.csv"));
        std::vector<std::vector<std::string>> lines;
        for (std::string line; std::getline(text, line);) lines.push_back(fields_of(line));
        return lines;
    }
};

TEST_F(DesignsFile, HasALineForEveryMachine) {
    const SweepFile sweep = closed_sweep(
        usual_file(),
        "vary: {legs.min: {from: 1100, to: 2200, points: 23}, legs.max: {from: 1800, to: 2100, points: 31}}\n"
        "measure: [volume, largest_ball]\nfront: {maximize: [volume], minimize: [legs.max]}\n");
    const MeasuredSweep measured(sweep, folder_);
    const auto table = lines(measured);
    const std::vector<Measured> all = measured.all();
    ASSERT_EQ(table.size(), 1U + 23 * 31);
    EXPECT_EQ(table[0], (std::vector<std::string>{"machine", "legs.min_mm", "legs.max_mm", "valid", "cut_off",
                                                  "volume_m3", "largest_ball_m", "front", "problem", "gave_up"}));
    const auto beaten = [&](std::size_t k) {
        const auto objectives = [&](std::size_t m) {
            return objectives_of(measured.machines(), static_cast<std::int64_t>(m), all[m]);
        };
        const auto mine = objectives(k);
        EXPECT_EQ(mine[1], -measured.designs().varied(static_cast<std::int64_t>(k))[1]);
        for (std::size_t m = 0; m < all.size(); ++m) {
            if (!all[m].is_machine) continue;
            const auto other = objectives(m);
            if (other != mine && other[0] >= mine[0] && other[1] >= mine[1]) return true;
        }
        return false;
    };
    int none = 0, front = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::vector<std::string>& line = table[k + 1];
        ASSERT_EQ(line.size(), table[0].size()) << k;
        const auto varied = measured.designs().varied(static_cast<std::int64_t>(k));
        EXPECT_EQ(line[0], std::to_string(k));
        EXPECT_EQ(line[1], shortest(varied[0]));
        EXPECT_EQ(line[2], shortest(varied[1]));
        const bool is_machine = varied[0] <= varied[1];
        EXPECT_EQ(line[3], is_machine ? "yes" : "no");
        if (!is_machine) {
            EXPECT_EQ(std::vector(line.begin() + 4, line.end() - 2), std::vector<std::string>(4, ""));
            EXPECT_EQ(line[line.size() - 2].find("legs.min[0]: is above legs.max[0]"), 0U) << line[line.size() - 2];
            ++none;
            continue;
        }
        EXPECT_EQ(line[4], all[k].cut_off ? "yes" : "no");
        EXPECT_EQ(std::stod(line[5]), value_of(Measure::volume, all[k], sweep));
        EXPECT_EQ(std::stod(line[6]), value_of(Measure::largest_ball, all[k], sweep));
        EXPECT_EQ(line[7], beaten(k) ? "no" : "yes");
        EXPECT_EQ(line[8], "");
        front += line[7] == "yes";
    }
    EXPECT_GT(none, 10);
    const SweepResults results = sum_up(measured.machines());
    EXPECT_EQ(results.valid, static_cast<std::int64_t>(all.size()) - none);
    EXPECT_EQ(results.on_front, front);
    EXPECT_EQ(results.best.size(), std::min<std::size_t>(most_best, static_cast<std::size_t>(front)));
    for (std::size_t b = 1; b < results.best.size(); ++b)
        EXPECT_GE(value_of(Measure::volume, all[static_cast<std::size_t>(results.best[b - 1])], sweep),
                  value_of(Measure::volume, all[static_cast<std::size_t>(results.best[b])], sweep));
}

/// The column of a number without a unit is its key alone.
TEST(DesignColumns, HaveAUnitWhereThereIsOne) {
    const Units units{"mm", "deg"};
    EXPECT_EQ(column_of(VariedNumber{"legs.rail.x", Dimension::number, {}, {}}, units), "legs.rail.x");
    EXPECT_EQ(column_of(VariedNumber{"legs.max", Dimension::length, {}, {}}, units), "legs.max_mm");
    VariedNumber added{"legs.rail.x", Dimension::number, {}, {}};
    added.added = true;
    EXPECT_EQ(column_of(added, units), "legs.rail.x_added");
}

/// Cut-off is known only if the workspace's points are counted.
TEST_F(DesignsFile, SaysNothingOfTheBorderWhereNoPointIsCounted) {
    const SweepFile sweep =
        closed_sweep(shell_file("1", "2", cube_scan(1.5, 7)), "vary: {legs.max: [1.2, 2]}\nmeasure: [largest_ball]\n");
    const auto table = lines(MeasuredSweep(sweep, folder_));
    ASSERT_EQ(table[0][3], "cut_off");
    EXPECT_EQ(table[1][3], "");
    EXPECT_EQ(table[2][3], "");
}

TEST_F(DesignsFile, TellsWhichDesignASampleIsOf) {
    const SweepFile sweep =
        closed_sweep(shell_file("1", "2", cube_scan(2.1, 7)),
                     "vary: {legs.max: [1.5, 2]}\ntolerances: {legs.max: {normal: 0.01}, samples: 3}\n"
                     "measure: [volume]\n");
    const auto table = lines(MeasuredSweep(sweep, folder_));
    ASSERT_EQ(table.size(), 7U);
    EXPECT_EQ(table[0][1], "design");
    EXPECT_EQ(std::count(table[0].begin(), table[0].end(), "front"), 0);
    EXPECT_EQ(table[3][1], "0");
    EXPECT_EQ(table[4][1], "1");
    EXPECT_EQ(table[4][2], "2");
}

TEST(SweepRanges, HoldWhatTheMachineOfTheFileAndTheSweepsMachinesReach) {
    std::string open = usual_file();
    open.replace(open.find("scan:"), std::string::npos, "scan: {x: {points: 40}, y: {points: 40}, z: {slices: 40}}\n");
    // The file's own machine reaches farther than any machine of the sweep.
    SweepFile sweep = open_sweep(open, "vary: {legs.max: [1800, 1850]}\nmeasure: [volume]\n");
    const std::string found = close_sweep(sweep);
    EXPECT_NE(found.find("x from"), std::string::npos) << found;
    const CountedCells counted = count_cells(make_scan_plan(build_machine(sweep.machine), sweep.scan));
    EXPECT_GT(counted.eighth_cells, 0);
    EXPECT_FALSE(counted.cut_off);
    const Designs designs(sweep);
    for (const std::int64_t k : {0, 1}) EXPECT_EQ(measured_on_host(designs.machine(k), sweep).cut_off, 0);
    EXPECT_EQ(close_sweep(sweep), "");
}

TEST(SweepRanges, AreGivenWhereNoMachineReachesAnything) {
    // The first leg and the last have no common distance.
    SweepFile sweep = open_sweep(shell_file("[1, 1, 1, 1, 1, 2]", "[1.5, 3, 3, 3, 3, 3]", ""),
                                 "vary:\n  legs.max[0]: [1.6, 1.7]\nmeasure: [volume]\n");
    EXPECT_THROW((void)close_sweep(sweep), InputError);
}

}  // namespace
