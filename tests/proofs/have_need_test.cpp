// The verdict of a requirement as what a machine has and what it needs: by hand, and rounded so that it is true.

#include "src/proofs/have_need.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numbers>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/base/text.h"
#include "src/base/text_table.h"
#include "src/files/platform_document.h"
#include "src/machine/limits.h"
#include "tests/support/temporary_folder.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

constexpr double nan_number = std::numeric_limits<double>::quiet_NaN();

std::string text_with_legs(const std::string& legs = "{min: 1200, max: 2000}") {
    return "name: example\nunits: {length: mm, angle: deg}\n"
           "base: {radius: 1000, spread: 20, azimuth: 0, axis: home, max_tilt: 33}\n"
           "platform: {radius: 700, spread: 20, azimuth: 60, axis: home, max_tilt: 36}\n"
           "home: {z: 1450}\nlegs: " +
           legs + "\n";
}

CheckReport report_of(const std::string& text) { return check_platform(PlatformDocument(text, "test.yaml")); }

CheckReport requiring(const std::string& requirements, const std::string& legs = "{min: 1200, max: 2000}") {
    return report_of(text_with_legs(legs) + "requirements:\n" + requirements);
}

const HaveNeedRow& row_of(const std::vector<HaveNeedRow>& rows, std::string_view label) {
    const auto found = std::ranges::find(rows, label, &HaveNeedRow::label);
    if (found == rows.end()) throw std::runtime_error("no row " + std::string(label));
    return *found;
}

/// Level and above home, all legs are as long as Pythagoras says.
double level_length_mm(double z_mm) {
    const double beside2 = 1e6 + 49e4 - 1400e3 * std::cos(40 * std::numbers::pi / 180);
    return std::sqrt(z_mm * z_mm + beside2);
}

TEST(HaveNeed, IsByHandWhatLegsLackOfALift) {
    const CheckReport report = requiring("  - {name: lift, z: [1400, 1900]}\n");
    const std::vector<HaveNeedRow> rows = have_need_rows(report, 0);
    const HaveNeedRow& legs = row_of(rows, "legs");
    EXPECT_EQ(legs.kept, (std::vector<Kept>{Kept::yes, Kept::no}));
    EXPECT_NEAR(legs.ends[1].enough.value(), level_length_mm(1900) / 1000, 1e-5);
    EXPECT_EQ(legs.ends[1].have, 2);
    const double need_mm = std::ceil(level_length_mm(1900)), from_mm = std::floor(level_length_mm(1400));
    EXPECT_TRUE(contains(check_text(report), fmt::format("have 1200 … 2000  need {} … {} mm  {} above missing", from_mm,
                                                         need_mm, need_mm - 2000)))
        << check_text(report);
    EXPECT_TRUE(contains(check_text(report), "lift: FAILS at x 0, y 0, z 1900 mm;")) << check_text(report);
}

/// Whatever the least sizes say: a proved requirement needs no more than the machine has.
TEST(HaveNeed, OfAProvedRequirementLacksNothing) {
    CheckReport report = requiring("  - {name: near, x: [-50, 50]}\n");
    ASSERT_EQ(report.requirements[0].result.outcome, Outcome::proved);
    LeastSizes& sizes = report.least_sizes[0];
    for (const bool none : {false, true}) {
        sizes.shortest_m = sizes.shortest_met_m = 1.1;
        sizes.longest_m = sizes.longest_met_m = 2.1;
        sizes.base_tilt_rad = none ? std::nullopt : std::optional(1.0);
        sizes.base_tilt_refuted_rad = 0.9;
        const std::string text = check_text(report);
        EXPECT_TRUE(contains(text, "have 1200 … 2000  need 1200 … 2000 mm  ok")) << text;
        EXPECT_TRUE(contains(
            text, none ? "have 33           need ≤ 33 deg        ok" : "have 33           need 33 deg          ok"))
            << text;
        EXPECT_FALSE(contains(text, "missing") || contains(text, "too little") || contains(text, "not known")) << text;
    }
}

/// An amount is missing only where some pose needs more for certain and an amount is proved to be enough.
TEST(HaveNeed, ClaimsNoLackThatIsNotProved) {
    CheckReport report = requiring("  - {name: lift, z: [1400, 1900]}\n");
    LeastSizes& sizes = report.least_sizes[0];
    sizes.longest_met_m = 2;
    EXPECT_EQ(row_of(have_need_rows(report, 0), "legs").kept[1], Kept::unknown);
    EXPECT_FALSE(contains(check_text(report), "missing")) << check_text(report);
    sizes.longest_met_m = nan_number;
    EXPECT_EQ(row_of(have_need_rows(report, 0), "legs").kept[1], Kept::unknown);
    sizes.longest_m = nan_number;
    EXPECT_EQ(row_of(have_need_rows(report, 0), "legs").kept[1], Kept::unknown);
    sizes.base_tilt_rad = std::nullopt;
    sizes.base_tilt_refuted_rad = 0.6;
    EXPECT_EQ(row_of(have_need_rows(report, 0), "base joint").kept[0], Kept::no_end);
    EXPECT_TRUE(contains(check_text(report), "is not enough; give the joint another axis")) << check_text(report);
}

/// Needs are computed for all legs alike. If limits differ, the report names the legs that do not keep theirs.
TEST(HaveNeed, NamesLegsWhoseLimitsDiffer) {
    const CheckReport report =
        requiring("  - {name: lift, z: [1400, 1900]}\n", "{min: 1200, max: [2000, 2000, 2100, 2100, 2100, 2100]}");
    const std::vector<HaveNeedRow> rows = have_need_rows(report, 0);
    EXPECT_EQ(row_of(rows, "legs 1 and 2").kept[1], Kept::some_legs);
    EXPECT_EQ(row_of(rows, "legs 3, 4, 5 and 6").kept[1], Kept::yes);
    EXPECT_TRUE(contains(check_text(report), "legs 1 and 2 need it")) << check_text(report);
    EXPECT_FALSE(contains(check_text(report), "missing")) << check_text(report);
}

/// By hand: sideways along x the legs of one side become the longest. Legs that keep the same limit are not named.
TEST(HaveNeed, NamesOnlyLegsThatLackWhatTheyNeed) {
    const Machine machine = report_of(text_with_legs()).platform.machine;
    const auto longest_mm = [&](double x_m) {
        std::array<double, leg_count> lengths{};
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const Vector from = machine.platform.points_m[leg] + Vector{x_m, 0, 1.45} - machine.base.points_m[leg];
            lengths[leg] = 1000 * length_of(from);
        }
        return lengths;
    };
    const auto lengths = longest_mm(0.4);
    std::vector<std::size_t> too_long;
    for (std::size_t leg = 1; leg < leg_count; ++leg)
        if (lengths[leg] > 1700) too_long.push_back(leg);
    ASSERT_FALSE(too_long.empty());
    ASSERT_LT(too_long.size(), 5U);
    const CheckReport report =
        requiring("  - {name: aside, x: [0, 400]}\n", "{min: 1200, max: [2500, 1700, 1700, 1700, 1700, 1700]}");
    const HaveNeedRow row = row_of(have_need_rows(report, 0), "legs 2, 3, 4, 5 and 6");
    EXPECT_EQ(row.kept[1], Kept::some_legs);
    EXPECT_EQ(row.lacking[1], too_long);
    EXPECT_TRUE(row.lacking[0].empty());
}

/// Arms whose ranges are whole turns apart need the same angles, each in the turn of its own range.
TEST(HaveNeed, OfArmsIsInTheTurnOfEachRange) {
    const auto rows_of = [](const std::string& third) {
        return have_need_rows(
            report_of("name: turns\nunits: {length: mm, angle: deg}\nbase: {radius: 100, spread: 40}\n"
                      "platform: {radius: 80, spread: 40, azimuth: 60}\n"
                      "legs:\n  kind: rotary\n  arm: 38\n  rod: 130\n  azimuth: [-20, 20, 100, 140, -140, -100]\n"
                      "  angle: [[-60, 60], [-60, 60], " +
                      third +
                      ", [-60, 60], [-60, 60], [-60, 60]]\nhome: {z: 125}\n"
                      "requirements:\n  - {name: b, x: [-5, 5], z: [120, 130]}\n"),
            0);
    };
    constexpr double turn_rad = 2 * std::numbers::pi, step_rad = 2e-3;
    const HaveNeedRow all = row_of(rows_of("[-60, 60]"), "angle");
    const std::vector<HaveNeedRow> rows = rows_of("[-355, -310]");
    for (const std::size_t end : {0UL, 1UL}) {
        const double need_rad = all.ends[end].enough.value();
        EXPECT_NEAR(row_of(rows, "angle, legs 1, 2, 4, 5 and 6").ends[end].enough.value(), need_rad, step_rad);
        EXPECT_NEAR(row_of(rows, "angle, leg 3").ends[end].enough.value(), need_rad - turn_rad, step_rad);
        EXPECT_FALSE(row_of(rows, "angle, leg 3").ends[end].is_bound);
    }
    // Bisection over a grid of the requirement's poses found these angles.
    EXPECT_NEAR(all.ends[0].enough.value(), 9.554 * std::numbers::pi / 180, step_rad);
    EXPECT_NEAR(all.ends[1].enough.value(), 30.99 * std::numbers::pi / 180, step_rad);
}

/// No angle helps a rod that does not reach. The pose command gave the same lengths for the two worst poses. With rods
/// of 430 mm the second pose lacks 30 mm less than with 460 mm.
TEST(HaveNeed, NamesARodThatDoesNotReach) {
    const auto text_of = [](int rod_mm) {
        return check_text(report_of(
            fmt::format("name: simulator\nunits: {{length: mm, angle: deg}}\n"
                        "base: {{radius: 300, spread: 30, axis: motor, max_misalignment: 20}}\n"
                        "platform: {{radius: 250, spread: 30, azimuth: 60}}\n"
                        "legs:\n  kind: rotary\n  arm: 100\n  rod: {}\n  azimuth: [-105, 105, 15, 225, 135, -15]\n"
                        "  angle: [-60, 60]\nhome: {{z: 400}}\n"
                        "requirements: [{{name: travel, x: [-40, 40], y: [-40, 40], z: [360, 440], roll: [-8, 8], "
                        "pitch: [-8, 8]}}]\n",
                        rod_mm)));
    };
    for (const auto& [rod_mm, lack] : std::vector<std::pair<int, std::string>>{
             {400, "rod leg 1, rod too short by 34.973 mm at x -40, y -40, z 440 mm; roll -8, pitch -8,"},
             {430, "rod too long by 5.53"},
             {460, "rod too long by 35.53"}}) {
        const std::string text = std::regex_replace(text_of(rod_mm), std::regex("\\s+"), " ");
        EXPECT_TRUE(contains(text, lack)) << text;
        EXPECT_TRUE(contains(text,
                             "no rod length suits all poses: one leg needs at least 435 mm at one pose, and one at "
                             "most 424.4 mm at another"))
            << text;
    }
}

/// A search that gave up leaves bounds on the needs. Text and JSON mark them.
TEST(HaveNeed, MarksNeedsThatAreBounds) {
    CheckReport report = requiring("  - {name: lift, z: [1400, 1900]}\n");
    LeastSizes& sizes = report.least_sizes[0];
    sizes.shortest_gave_up = sizes.longest_gave_up = sizes.base_tilt_gave_up = true;
    sizes.shortest_m = 1.1;
    sizes.longest_m = 2.25;
    sizes.base_tilt_rad = 0.5;
    const std::string text = check_text(report);
    EXPECT_TRUE(contains(text, "need ≥ 1100 … ≤ 2250 mm  ≤ 250 above missing")) << text;
    EXPECT_TRUE(contains(text, "need ≤ 28.65 deg")) << text;
    const std::string details = check_text(report, {.details = true});
    for (const char* const cell : {"≥ 1100", "≤ 2250", "≤ 28.65"}) EXPECT_TRUE(contains(details, cell)) << details;
    EXPECT_EQ(check_json(report)["requirements"][0]["least_sizes"]["bounds"],
              (nlohmann::json{"shortest_m", "longest_m", "base_tilt_rad"}));
}

/// The machine's own limit suffices for a proved requirement, and is a bound if the search found no size.
TEST(HaveNeed, IsABoundIfOnlyTheMachinesOwnLimitIsKnown) {
    CheckReport report = requiring("  - {name: near, x: [-50, 50]}\n");
    ASSERT_EQ(report.requirements[0].result.outcome, Outcome::proved);
    report.least_sizes[0].base_tilt_rad = std::nullopt;
    EXPECT_TRUE(contains(check_text(report), "have 33           need ≤ 33 deg")) << check_text(report);
}

TEST(HaveNeed, PrintsWhatIsAskedAndWhatIsNotChecked) {
    const std::string text = check_text(requiring("  - {name: lift, x: [-20, 20], z: [1400, 1500], clearance: 3}\n"));
    EXPECT_TRUE(
        contains(text, "asks for x -20 … 20, y 0, z 1400 … 1500 mm; roll 0, pitch 0, yaw 0 deg;\n  clearance 3 mm\n"))
        << text;
    EXPECT_TRUE(contains(text,
                         "Not part of any verdict, because the file does not limit them: leg gaps\n(legs.diameter), "
                         "forces (legs.max_force), singularity (singularity.avoid).\n"))
        << text;
    EXPECT_TRUE(contains(text, "the box is still proved with all sides ")) << text;
    const std::string all = check_text(report_of(
        text_with_legs("{min: 1200, max: 2000, diameter: 20, free_ends: 100, max_force: 300}") +
        "load: {force: [0, 0, -600]}\nsingularity: {avoid: true}\nrequirements:\n  - {name: here, z: 1450}\n"));
    EXPECT_FALSE(contains(all, "Not part of any verdict")) << all;
    EXPECT_TRUE(contains(all, "Forces: a leg that is compressed has a positive force. The load keeps its\ndirection"))
        << all;
}

/// Numbers near a limit get as many digits as are needed to distinguish them.
TEST(HaveNeed, RoundsToTheSafeSide) {
    const Units mm{"mm", "deg"};
    const Machine machine = report_of(text_with_legs()).platform.machine;
    const LimitTable table = limits_of(machine);
    const auto end_of = [&](std::string_view json, double have, double enough) {
        const auto kinds = table.kinds();
        const LimitKind* kind = *std::ranges::find(kinds, json, [](const LimitKind* one) { return one->json; });
        return HaveNeed{kind, kind->is_least(), false, have, have, enough, enough};
    };
    EXPECT_EQ(printed(end_of("longest", 0.55, 0.5936987), Kept::no, mm).need, "593.7");
    EXPECT_EQ(printed(end_of("longest", 0.55, 0.5937012), Kept::no, mm).need, "593.8");
    EXPECT_EQ(printed(end_of("longest", 0.55, 0.5937012), Kept::no, mm).missing, "43.8");
    EXPECT_EQ(printed(end_of("shortest", 0.35, 0.3158521), Kept::no, mm).need, "315.8");
    EXPECT_EQ(printed(end_of("shortest", 0.35, 0.3158521), Kept::no, mm).missing, "34.2");
    EXPECT_EQ(printed(end_of("longest", 0.54958, 0.549571), Kept::yes, mm).need, "549.58");
    EXPECT_EQ(printed(end_of("shortest", 0.54957, 0.549579), Kept::yes, mm).need, "549.57");
    EXPECT_EQ(printed(end_of("longest", 0.35, 0.35), Kept::yes, mm).need, "350");
    EXPECT_EQ(printed(end_of("longest", 12, 12.3456), Kept::no, mm).need, "12346");
    EXPECT_EQ(printed(end_of("longest", 12, 12.3456), Kept::no, mm).missing, "346");
    EXPECT_EQ(printed(end_of("longest", 1234.5678, 2), Kept::yes, mm).have, "1234567");
    const double tilt_rad = 45 * std::numbers::pi / 180;
    EXPECT_EQ(printed(end_of("base_joint", tilt_rad, tilt_rad), Kept::yes, mm).have, "45");
    EXPECT_EQ(printed(end_of("base_joint", tilt_rad, tilt_rad), Kept::yes, mm).need, "45");
}

/// By hand: at home each leg carries a sixth over the cosine of its lean; a limit of more is kept, one of less is not.
TEST(HaveNeed, OfLoadsIsByHand) {
    const auto report_with = [](const std::string& limit) {
        return report_of(text_with_legs("{min: 1200, max: 2000" + limit + "}") +
                         "load: {force: [0, 0, -600]}\nrequirements:\n  - {name: at home, z: 1450}\n");
    };
    const double force_n = 100 * level_length_mm(1450) / 1450;
    const std::string need = fmt::format("{:.4g} N", std::ceil(force_n * 10) / 10);
    const std::string unlimited = check_text(report_with("")), enough = check_text(report_with(", max_force: 300"));
    EXPECT_TRUE(contains(unlimited, "no limit given") && contains(unlimited, need)) << need << unlimited;
    EXPECT_TRUE(contains(unlimited, " N, leg 1 at x 0, y 0, z 1450 mm")) << unlimited;
    EXPECT_TRUE(contains(enough, "have 300") && contains(enough, need + "  ")) << enough;
    const CheckReport weak = report_with(", max_force: 60");
    EXPECT_EQ(row_of(have_need_rows(weak, 0), "force").kept, (std::vector<Kept>{Kept::no}));
    const double missing_n = std::ceil(force_n * 10) / 10 - 60;
    EXPECT_TRUE(contains(check_text(weak), fmt::format("{:.4g} missing", missing_n))) << check_text(weak);
}

/// If a search ended early, the report has both ends of a force.
TEST(HaveNeed, TellsBothEndsOfAForceThatIsNotClose) {
    CheckReport report =
        report_of(text_with_legs() + "load: {force: [0, 0, -600]}\nrequirements:\n  - {name: at home, z: 1450}\n");
    report.needs_of_legs[0].loads->push.met = 245.17;
    report.needs_of_legs[0].loads->push.bound = 257.24;
    report.needs_of_legs[0].loads->pull.met = report.needs_of_legs[0].loads->pull.bound = -41;
    EXPECT_TRUE(contains(check_text(report), "need -41 … 245.1 reached, within -41 … 257.3 N proved"))
        << check_text(report);
    EXPECT_TRUE(contains(check_text(report), "245.1 N, leg 1 at")) << check_text(report);
    report.needs_of_legs[0].loads->pull.met = -300;
    report.needs_of_legs[0].loads->pull.leg = 1;
    EXPECT_TRUE(contains(check_text(report), "-300 N, leg 2 at")) << check_text(report);
    report.needs_of_legs[0].loads->push.bound = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(contains(check_text(report), "245.1 N reached, no bound is proved")) << check_text(report);
}

/// A value that a machine keeps is printed as a bound unless the value that was met has the same digits.
TEST(HaveNeed, PrintsWhatIsKeptAsABound) {
    CheckReport report = requiring("  - {name: near, x: [-20, 20]}\n");
    RequirementResult& result = report.requirements[0].result;
    const auto clearance = [&](double proved_m, double met_m) {
        result.proof.at_least_m = proved_m;
        result.proof.least.clearance.clearance_m = met_m;
        const std::string text = check_text(report);
        const std::size_t at = text.find("  clearance ");
        return text.substr(at, text.find("required", at) - at);
    };
    EXPECT_TRUE(contains(clearance(0.0410214, 0.0413645), "smallest ≥ 41.0214  ")) << check_text(report);
    EXPECT_TRUE(contains(clearance(0.0410214, 0.0483645), "smallest 41.0214 … 48.37  ")) << check_text(report);
    EXPECT_TRUE(contains(clearance(0.0410214, 0.04102141), "smallest 41.0214  ")) << check_text(report);
}

/// Both rows say that a search gave up, not only the list at the end.
TEST(HaveNeed, RowsSayThatTheirSearchGaveUp) {
    CheckReport report = requiring("  - {name: near, x: [-20, 20]}\n");
    EXPECT_FALSE(contains(check_text(report), "the search gave up")) << check_text(report);
    report.requirements[0].result.growth->gave_up = true;
    EXPECT_TRUE(
        contains(check_text(report, {.columns = 1000}), "times as long; the search gave up, so a larger one may"))
        << check_text(report);
    report.requirements[0].result.growth->gave_up = false;
    report.sheet->growth.gave_up = true;
    EXPECT_TRUE(
        contains(check_text(report, {.columns = 1000}), "all six axes at once; the search gave up, so a larger"))
        << check_text(report);
}

TEST(HaveNeed, OfWhatIsKeptComparesItWithWhatIsAsked) {
    const std::string thick = "{min: 1200, max: 2000, diameter: 20, free_ends: 100}";
    const CheckReport report = requiring(
        "  - {name: fine, x: [-20, 20], apart: 50, conditioning: 0.15}\n"
        "  - {name: wide, x: [-20, 20], apart: 500, conditioning: 0.9}\n",
        thick);
    const std::vector<HaveNeedRow> fine = have_need_rows(report, 0), wide = have_need_rows(report, 1);
    for (const char* const label : {"gap", "conditioning"}) {
        EXPECT_EQ(row_of(fine, label).kept, (std::vector<Kept>{Kept::yes})) << label;
        EXPECT_EQ(row_of(wide, label).kept, (std::vector<Kept>{Kept::no})) << label;
    }
    EXPECT_EQ(row_of(fine, "gap").ends[0].enough, 0.05);
    EXPECT_GE(row_of(fine, "gap").ends[0].have, 0.05);
    EXPECT_LE(row_of(fine, "gap").ends[0].have, row_of(fine, "gap").ends[0].have_at_best);
    EXPECT_TRUE(contains(check_text(report), "required 500 mm")) << check_text(report);
}

TEST(HaveNeed, CountsWhatHoldsBeyondFive) {
    std::string requirements;
    for (int k = 0; k < 7; ++k) requirements += fmt::format("  - {{name: number {}, x: [-{}, 5]}}\n", k, k + 1);
    const std::string text = check_text(requiring(requirements + "  - {name: last, z: [1400, 1900]}\n"));
    EXPECT_TRUE(contains(text, "number 4: HOLDS") && !contains(text, "number 5")) << text;
    EXPECT_TRUE(contains(text, "2 more requirements hold, proved")) << text;
    EXPECT_TRUE(contains(text, "last: FAILS")) << text;
}

/// The example in the report can be added to the file, and is proved.
TEST(HaveNeed, WithoutRequirementsShowsOneThatHolds) {
    const std::string text = check_text(report_of(text_with_legs()), {.columns = 1000});
    const std::size_t at = text.find("requirements: [");
    ASSERT_NE(at, std::string::npos) << text;
    const CheckReport added = report_of(text_with_legs() + text.substr(at, text.find('\n', at) - at) + "\n");
    ASSERT_EQ(added.requirements.size(), 1U);
    EXPECT_TRUE(added.all_hold()) << check_text(added);
    EXPECT_GT(added.requirements[0].result.growth->kept_to, 1);
}

TEST(HaveNeed, HasLinesOfEightyCharactersForMachinesThatShip) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms")) {
        const CheckReport report = check_platform(PlatformDocument::load(file.path()));
        EXPECT_FALSE(contains(check_text(report), "missing")) << file.path();
        for (const bool with_details : {false, true}) {
            const std::string text = check_text(report, {.details = with_details});
            for (const std::string_view line : split(text, '\n')) EXPECT_LE(text_width(line), 80U) << line;
        }
    }
}

}  // namespace
}  // namespace hexscan
